"""Time at a table: whose runs, what happens when it is up, and what costs nobody any."""

import pytest

from tests.table.tables import ADA, BOB, BULLET, CLOCK, SECRET, next_id, owner, play, position, started, turn
from tilora.kernel import SPECTATOR
from tilora.table.clock import CREDIT
from tilora.table.commands import Abort, HandOver, Play, Say, Shown, StandIn, TakeBack, Undo
from tilora.table.errors import NotNow
from tilora.table.events import (
    AnyEvent,
    Forfeited,
    Played,
    Resumed,
    StandInAsked,
    Time,
    TimeBegun,
    decode_event,
    encode_event,
)
from tilora.table.look import ClockLook
from tilora.table.setup import PlaceSetup, Setup
from tilora.table.showing import LONGEST, longest_wait
from tilora.table.table import Table


def clock(table: Table, now: int, viewer: int = SPECTATOR) -> ClockLook:
    seen = table.look(viewer, now).clock
    assert seen is not None
    return seen


def test_without_time_there_is_no_clock() -> None:
    table = started()
    assert table.look(0, 0).clock is None
    assert table.due is None
    assert table.tick(10**12) == []


def test_bullet_lets_the_ai_move_at_once_when_the_time_is_up() -> None:
    table = started(time=BULLET, now=1_000)
    seat = turn(table)
    assert clock(table, 5_000).left[seat] == 8_000
    assert table.due == 13_000 + CREDIT
    assert table.tick(13_000) == []
    (event,) = table.tick(13_000 + CREDIT)
    assert isinstance(event, StandInAsked)
    pending = table.pending
    assert pending is not None
    assert (pending.seat, pending.level) == (seat, None)
    assert table.due == 13_000 + CREDIT
    assert table.tick(99_000) == []
    table.answer(pending, "draw", 13_600)
    assert clock(table, 13_600).running == 1 - seat
    assert clock(table, 13_600).left == [12_000, 12_000]


def test_an_action_after_the_time_is_refused_even_before_the_ai_moves() -> None:
    table = started(time=BULLET)
    with pytest.raises(NotNow, match="Your time is up"):
        play(table, "draw", now=12_001)
    play(table, "draw", now=12_200, lag=200)


def test_whoever_runs_out_of_time_has_lost() -> None:
    table = started(time=CLOCK)
    seat = turn(table)
    (event,) = table.tick(60_000 + CREDIT)
    assert isinstance(event, Forfeited)
    assert (event.seat, event.level, event.reason) == (seat, 4, "time")
    assert position(table, seat).ranks == [2 if each == seat else 1 for each in range(2)]
    with pytest.raises(NotNow):
        table.handle(TakeBack(id=next_id(), seat=seat), owner(table, seat), 61_000)


def test_the_clock_runs_in_the_players_own_turns_and_gains_the_increment() -> None:
    table = started(time=CLOCK)
    first = turn(table)
    play(table, "draw", now=10_000)
    play(table, "draw", now=15_000)
    left = clock(table, 16_000, first).left
    assert (left[first], left[1 - first]) == (60_000 - 10_000 + 2_000 - 1_000, 60_000 - 5_000 + 2_000)


def test_lag_that_the_server_measured_is_credited_and_shown() -> None:
    table = started(time=CLOCK)
    seat = turn(table)
    play(table, "draw", now=10_000, lag=320)
    assert clock(table, 10_000).left[seat] == 60_000 - 10_000 + 320 + 2_000
    assert clock(table, 10_000).compensated == 320
    play(table, "draw", now=11_000, lag=9_000)
    assert clock(table, 11_000).compensated == CREDIT


def test_drafts_and_undos_stop_no_clock_and_nobody_sees_their_lag() -> None:
    table = started(time=CLOCK)
    seat = turn(table)
    (event,) = play(table, now=1_000, lag=400)
    assert isinstance(event, Played)
    assert clock(table, 5_000).left[seat] == 55_000
    table.handle(Undo(id=next_id(), seat=seat, moment=table.moment(seat)), owner(table, seat), 2_000)
    assert clock(table, 5_000).left[seat] == 55_000


def test_bots_have_no_clock_and_a_seat_that_they_play_loses_no_time() -> None:
    table = started("me bot-1", time=CLOCK)
    while table.pending is not None:
        table.answer(table.pending, "draw", 0)
    assert clock(table, 1_000).left == [59_000, None]
    table.handle(HandOver(id=next_id(), seat=0), ADA, 3_000)
    assert (clock(table, 9_000).running, clock(table, 9_000).left[0]) == (None, 57_000)
    table.handle(TakeBack(id=next_id(), seat=0), ADA, 20_000)
    assert (clock(table, 21_000).running, clock(table, 21_000).left[0]) == (0, 56_000)


def test_handing_over_and_taking_back_gains_no_time_in_bullet() -> None:
    table = started(time=BULLET)
    seat = turn(table)
    who = owner(table, seat)
    table.handle(HandOver(id=next_id(), seat=seat), who, 11_000)
    table.handle(TakeBack(id=next_id(), seat=seat), who, 11_000)
    assert clock(table, 11_000).left[seat] == 1_000


def test_asking_the_ai_stops_the_clock() -> None:
    table = started(time=CLOCK)
    seat = turn(table)
    table.handle(StandIn(id=next_id(), seat=seat, moment=table.moment(seat)), owner(table, seat), 5_000)
    assert clock(table, 50_000).left[seat] == 55_000


def test_a_server_that_was_away_costs_nobody_time() -> None:
    table = started(time=BULLET)
    seat = turn(table)
    (event,) = table.resume(4_000, 900_000)
    assert isinstance(event, Resumed)
    assert clock(table, 900_000).left[seat] == 8_000
    assert table.due == 908_000 + CREDIT
    assert table.resume(5_000, 900_000) == []
    table.resume(5_000, 900_500)
    assert clock(table, 900_500).left[seat] == 8_000, "the same absence counts once"
    play(table, "draw", now=907_000)


def test_the_table_was_available_when_something_happened_whatever_a_late_heartbeat_says() -> None:
    table = started(time=BULLET)
    seat = turn(table)
    table.handle(Say(id=next_id(), text="still here"), BOB, 5_000)
    table.resume(1_000, 60_000)
    assert clock(table, 60_000).left[seat] == 7_000


def test_clocks_of_servers_that_disagree_turn_no_time_back() -> None:
    table = started(time=CLOCK, now=10_000)
    (event,) = play(table, "draw", now=4_000)
    assert event.at == 10_000
    assert decode_event(encode_event(event)) == event


def test_no_time_runs_when_the_match_has_ended() -> None:
    table = started(time=BULLET)
    table.handle(Abort(id=next_id()), BOB, 1_000)
    assert table.look(0, 5_000).clock is None
    assert (table.due, table.tick(99_000), table.pending) == (None, [], None)
    with pytest.raises(NotNow, match="The match is over"):
        table.handle(Play(id=next_id(), seat=0, moment=table.moment(0), action="draw"), ADA, 2_000)
    assert position(table).legal == []


# Time waits for what there is to show


def shown(table: Table, now: int, seat: int | None = None, moment: int | None = None) -> list[AnyEvent]:
    """The page of whoever is to act says that it has shown everything."""
    seat = turn(table) if seat is None else seat
    moment = table.moment(seat) if moment is None else moment
    return table.handle(Shown(id=next_id(), seat=seat, moment=moment), owner(table, seat), now)


def waiting(time: Time = BULLET) -> tuple[Table, int, int]:
    """A table where somebody has moved at 1,000; the seat that is to move, and how long its time waits."""
    table = started(time=time)
    play(table, "draw", now=1_000)
    return table, turn(table), clock(table, 1_000).waits


def bots_move(table: Table, now: int, *, every: int) -> int:
    """The person moves if it is their turn; then bots do, one every so many milliseconds. Returns when the last did."""
    if table.pending is None:
        play(table, now=now)
    while table.pending is not None:
        now += every
        table.answer(table.pending, table.pending_view().texts()[0], now)
    return now


def test_time_starts_when_the_page_has_shown_what_happened() -> None:
    table, seat, waits = waiting()
    assert waits > 500
    assert clock(table, 1_400).left[seat] == 12_000
    (event,) = shown(table, 1_400)
    assert isinstance(event, TimeBegun)
    assert (clock(table, 1_400).waits, clock(table, 2_400).left[seat]) == (0, 11_000)
    assert table.due == 1_400 + 12_000 + CREDIT
    play(table, "draw", now=13_400, at_once=False)


def test_time_that_nobody_starts_starts_by_itself() -> None:
    table, seat, waits = waiting()
    assert clock(table, 1_000 + waits).left[seat] == 12_000
    assert clock(table, 2_000 + waits).left[seat] == 11_000
    assert table.due == 1_000 + waits + 12_000 + CREDIT
    with pytest.raises(NotNow, match="Your time is up"):
        play(table, "draw", now=13_001 + waits, at_once=False)


def test_saying_it_late_twice_for_another_position_or_another_seat_gains_nothing() -> None:
    table, seat, waits = waiting()
    assert shown(table, 1_100, moment=table.moment(seat) - 1) == []
    assert shown(table, 1_100, seat=1 - seat) == []
    assert shown(table, 1_000 + waits) == []
    assert clock(table, 2_000 + waits).left[seat] == 11_000
    table, seat, waits = waiting()
    assert len(shown(table, 1_200)) == 1
    assert shown(table, 1_300) == []
    assert clock(table, 2_200).left[seat] == 11_000


def test_whoever_always_says_it_late_has_no_more_than_the_server_allows_for_showing() -> None:
    table = started(time=CLOCK)
    now, seat = 0, turn(table)
    for _ in range(4):
        before = clock(table, now)
        waits = before.waits if before.running == seat else 0
        now += 5_000
        play(table, "draw", now=now, at_once=False)
        if before.running == seat:
            assert clock(table, now).left[seat] == (before.left[seat] or 0) - 5_000 + waits + 2_000
            assert waits <= LONGEST


def test_a_client_that_shows_nothing_has_no_time_to_show_it() -> None:
    table, seat, waits = waiting(CLOCK)
    own = clock(table, 4_000, seat)
    assert (own.left[seat], own.waits) == (57_000, 0), "it is told what it is charged"
    assert clock(table, 4_000).left[seat] == 57_000 + waits
    (event,) = play(table, "draw", now=4_000, at_once=True)
    assert isinstance(event, Played)
    assert clock(table, 4_000).left[seat] == 57_000 + 2_000
    table, seat, waits = waiting()
    with pytest.raises(NotNow, match="Your time is up"):
        play(table, "draw", now=13_001, at_once=True)


def test_nobody_waits_longer_than_a_part_of_a_turn_however_much_there_is_to_show() -> None:
    assert (longest_wait(BULLET), longest_wait(CLOCK)) == (2_000, LONGEST)
    table = started("me bot-1 bot-1 bot-1", "cyberzul", time=BULLET)
    now = bots_move(table, bots_move(table, 0, every=10), every=10)
    assert clock(table, now).running == 0
    assert clock(table, now).waits == longest_wait(BULLET), "three moves within 30 ms take longer to show"


def test_what_has_been_shown_while_others_thought_is_not_waited_for_again() -> None:
    table = started("me bot-1 bot-1", "cyberzul", time=CLOCK)
    now = bots_move(table, bots_move(table, 0, every=60_000), every=60_000)
    assert 0 < clock(table, now).waits < 2_000, "only the last move is still to be shown"


def test_a_page_that_said_when_to_start_gets_nothing_back_for_its_network() -> None:
    table, seat, _ = waiting(CLOCK)
    shown(table, 1_400)
    play(table, "draw", now=5_400, lag=400, at_once=False)
    assert clock(table, 5_400).left[seat] == 60_000 - 4_000 + 2_000, "both messages were as late as each other"


def test_time_waits_for_the_next_person_at_the_same_device_too() -> None:
    table = started("me here", time=BULLET)
    play(table, "draw", now=1_000)
    seat = turn(table)
    assert clock(table, 1_000).waits > 0
    shown(table, 1_300)
    assert clock(table, 2_300).left[seat] == 11_000


def test_a_server_that_restarts_while_time_waits_costs_nobody_time_and_gives_none() -> None:
    setup = Setup(game="pebbles", places=[PlaceSetup(kind="me"), PlaceSetup(kind="here")], time=BULLET)
    table, events = Table.open("t", setup, ADA, secret=SECRET, now=0)
    events += play(table, "draw", now=1_000)
    early = Table.replay("t", events)
    early.resume(1_200, 60_000)
    seat = turn(early)
    assert (clock(early, 60_000).left[seat], clock(early, 61_000).left[seat]) == (12_000, 11_000)
    late = Table.replay("t", [*events, *shown(table, 1_300)])
    late.resume(1_500, 60_000)
    assert clock(late, 60_000).left[seat] == 11_800


def test_handing_over_and_taking_back_while_time_waits_gains_nothing() -> None:
    table, seat, _ = waiting()
    table.handle(HandOver(id=next_id(), seat=seat), owner(table, seat), 1_100)
    table.handle(TakeBack(id=next_id(), seat=seat), owner(table, seat), 1_200)
    assert clock(table, 2_200).left[seat] == 11_000


def test_without_a_clock_nothing_about_showing_is_stored() -> None:
    table = started()
    (event,) = play(table, "draw", now=1_000)
    assert isinstance(event, Played)
    assert (event.showing, event.at_once) == (0, False)
    assert shown(table, 1_100) == []
