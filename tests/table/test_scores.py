"""What enters the high scores, and what a store knows of a table."""

from tests.table.tables import ADA, BOB, next_id, opened, play, play_to_the_end, started, turn
from tilora.table.commands import GiveUp, HandOver, Join, StandIn, TakeBack, Undo
from tilora.table.look import TableLook
from tilora.table.table import Table


def values(table: Table) -> list[int | None]:
    return [place.value for place in table.summary().places]


def counts(table: Table) -> bool:
    seen = table.look(0, 0).table
    assert isinstance(seen, TableLook)
    return seen.counts


def test_people_enter_the_high_scores_by_number_of_seats() -> None:
    table = started("me open bot-1")
    assert values(table) == [None, None, None]
    play_to_the_end(table)
    summary = table.summary()
    assert values(table) == [summary.places[0].score, summary.places[1].score, None]
    assert summary.score_seats == 3
    assert sorted(place.rank or 0 for place in summary.places)[0] == 1


def test_games_can_multiply_points_by_seats_in_one_list() -> None:
    table = started("me open", "rows-and-cols")
    play_to_the_end(table)
    assert table.summary().score_seats is None
    assert values(table) == [2 * (place.score or 0) for place in table.summary().places]


def test_a_match_in_which_a_bot_moved_for_a_person_does_not_count() -> None:
    table = started()
    seat = turn(table)
    who = ADA if seat == 0 else BOB
    table.handle(StandIn(id=next_id(), seat=seat, moment=table.moment(seat)), who, 0)
    assert counts(table), "so far nothing was played"
    assert table.pending is not None
    table.answer(table.pending, "draw", 0)
    assert not counts(table)
    play_to_the_end(table)
    assert values(table) == [None, None]
    assert table.summary().places[0].score is not None


def test_a_seat_that_was_handed_over_and_taken_back_without_a_move_still_counts() -> None:
    table = started()
    seat = turn(table)
    who = ADA if seat == 0 else BOB
    table.handle(HandOver(id=next_id(), seat=seat), who, 0)
    assert table.pending is not None
    table.answer(table.pending, table.pending_view().texts()[0], 0)
    table.handle(TakeBack(id=next_id(), seat=seat), who, 0)
    table.handle(Undo(id=next_id(), seat=seat, moment=table.moment(seat)), who, 0)
    play(table, "draw")
    assert counts(table)


def test_a_match_stops_counting_with_the_first_public_move_of_a_bot_for_a_person() -> None:
    table = started()
    seat = turn(table)
    table.handle(HandOver(id=next_id(), seat=seat), ADA if seat == 0 else BOB, 0)
    assert counts(table)
    assert table.pending is not None
    table.answer(table.pending, "draw", 0)
    assert not counts(table)


def test_a_match_in_which_somebody_gave_up_does_not_count_for_the_high_scores() -> None:
    table = started()
    play(table, "draw")
    table.handle(GiveUp(id=next_id(), seat=1), BOB, 0)
    assert table.summary().status == "finished"
    assert values(table) == [None, None]


def test_a_match_from_a_position_does_not_count() -> None:
    table = started("me open", position="6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | 0w 2b / 1w 0b")
    assert not counts(table)
    play_to_the_end(table)
    assert values(table) == [None, None]


def test_the_summary_changes_rarely_and_says_when() -> None:
    table = opened(public=True)
    assert (table.summary().open_seats, table.summary().public, table.summary_number) == (1, True, 1)
    table.handle(Join(id=next_id()), BOB, 7)
    begun = table.summary_number
    summary = table.summary()
    assert begun == table.number == 3
    while table.summary().status == "running":
        assert (table.summary_number, table.summary()) == (begun, summary)
        play(table, None if "draw" not in _legal(table) else "draw", now=9)
        if table.summary().status == "running" and "end" in _legal(table):
            play(table, "end", now=9)
    assert table.summary_number == table.number
    assert (table.summary().ended_at, table.moved_at) == (9, 9)


def _legal(table: Table) -> list[str]:
    look = table.look(turn(table), 0, wants=frozenset({"legal"}))
    return look.position.legal  # type: ignore[union-attr, return-value]


# What a match came to for its players


def own_results(table: Table) -> list[bool]:
    return [place.counts for place in table.summary().places]


def test_the_results_of_people_count_once_the_match_is_over() -> None:
    table = started("me here open bot-1")
    assert own_results(table) == [False] * 4
    play_to_the_end(table)
    assert own_results(table) == [True, True, True, False]
    assert [place.here for place in table.summary().places] == [False, True, False, False]


def test_nobody_s_result_counts_if_a_bot_has_moved_for_a_person() -> None:
    table = started()
    seat = turn(table)
    table.handle(StandIn(id=next_id(), seat=seat, moment=table.moment(seat)), ADA if seat == 0 else BOB, 0)
    assert table.pending is not None
    table.answer(table.pending, "draw", 0)
    play_to_the_end(table)
    assert own_results(table) == [False, False]


def test_giving_up_counts_for_whoever_does_it_and_between_two_for_both() -> None:
    table = started()
    table.handle(GiveUp(id=next_id(), seat=0), ADA, 0)
    assert own_results(table) == [True, True]
    larger = started("me open bot-1")
    larger.handle(GiveUp(id=next_id(), seat=0), ADA, 0)
    play_to_the_end(larger)
    assert own_results(larger)[0], "otherwise who is about to lose could give up, and it would not count"
