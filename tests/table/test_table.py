"""The life of a table, from opening it to the next match."""

from typing import Any

import msgspec
import pytest

from tests.table.tables import ADA, BOB, EVE, SECRET, next_id, opened, owner, play, play_to_the_end, position, started
from tests.table.tables import turn as turn_of
from tilora.kernel import (
    SPECTATOR,
    BadRecord,
    BadSetup,
    IllegalAction,
    Match,
    Record,
    UnknownGame,
    UnreadableAction,
    commitment,
    verify,
)
from tilora.table import commands as ask
from tilora.table import events as happened
from tilora.table.commands import AnyCommand, Join, Play, Undo
from tilora.table.errors import (
    BadText,
    NoSuchTable,
    NotAllowed,
    NotNow,
    NotYourSeat,
    NotYourTurn,
    ReusedId,
    SeatTaken,
    Stale,
    TableError,
)
from tilora.table.events import Time
from tilora.table.log_lines import SEARCH_FAILED
from tilora.table.look import Since, TableLook
from tilora.table.playing import AWAY_GRACE
from tilora.table.setup import Person, PlaceSetup, Setup
from tilora.table.table import Table


def do(table: Table, kind: type[Any], who: Person = ADA, now: int = 0, **what: Any) -> list[happened.AnyEvent]:
    """Somebody asks for something."""
    return table.handle(kind(id=next_id(), **what), who, now)


def facts(table: Table) -> TableLook:
    seen = table.look(SPECTATOR, 0).table
    assert isinstance(seen, TableLook)
    return seen


def log(table: Table) -> list[str]:
    return [line.text for line in table.look(SPECTATOR, 0).lines]


# Opening


def test_bots_of_one_level_at_one_table_have_names_of_their_own() -> None:
    bots = [PlaceSetup(kind="bot", level=3)] * 2
    places = [PlaceSetup(kind="me"), *bots, PlaceSetup(kind="open")]
    table, _ = Table.open("t", Setup(game="pebbles", places=places), ADA, secret=SECRET, now=5)
    assert [seat.name for seat in facts(table).seats] == ["Ada", "The Weaver", "The Weaver 2", ""]
    do(table, ask.SetPlace, seat=3, place="bot", level=3)
    do(table, ask.SetPlace, seat=1, place="bot", level=8)
    assert [seat.name for seat in facts(table).seats] == ["Ada", "The Architect", "The Weaver 2", "The Weaver 3"]


def test_within_a_sentence_a_bot_is_called_without_a_capital_article() -> None:
    places = [PlaceSetup(kind="bot", level=5), PlaceSetup(kind="me")]
    table, _ = Table.open("t", Setup(game="cublino-pur", places=places), ADA, secret=SECRET, now=5)
    with pytest.raises(NotYourTurn, match="It is the Glazier's turn, in seat 1"):
        do(table, ask.Play, seat=1, moment=1, action="a7 a6")
    assert log(table)[-1] == "The match has started. The Glazier goes first, in the first seat."


def test_whoever_hands_over_reads_who_plays_and_at_which_level() -> None:
    places = [PlaceSetup(kind="me"), PlaceSetup(kind="bot", level=5)]
    table, _ = Table.open("t", Setup(game="pebbles", places=places), ADA, secret=SECRET, now=5)
    do(table, ask.HandOver, seat=0, level=6)
    assert log(table)[-1] == "The Mason, level 6, now plays for Ada."


def test_a_table_without_an_open_seat_starts_at_once() -> None:
    table, events = Table.open(
        "t", Setup(game="pebbles", places=[PlaceSetup(kind="me"), PlaceSetup(kind="bot", level=5)]), ADA,
        secret=SECRET, now=5,
    )  # fmt: skip
    assert [type(event) for event in events] == [happened.Opened, happened.Started]
    assert table.number == 2
    assert [seat.name for seat in facts(table).seats] == ["Ada", "The Glazier"]
    assert facts(table).commitment == commitment(SECRET)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"game": "pebble"}, UnknownGame, "Did you mean pebbles"),
        ({"places": [PlaceSetup(kind="me")]}, BadSetup, "can't be played with 1 seat[^s]"),
        ({"places": [PlaceSetup(kind="me")] * 2}, BadSetup, "only sit in one seat"),
        ({"places": [PlaceSetup(kind="me"), PlaceSetup(kind="bot", level=9)]}, BadSetup, "no level 9"),
        ({"places": [PlaceSetup(kind="me"), PlaceSetup(kind="here", name="\u200b")]}, BadText, "visible character"),
        ({"options": {"bowl": "huge"}}, BadSetup, "Choices: small, large"),
        ({"time": Time(kind="bullet", seconds=0)}, BadSetup, "1 to 3,600 seconds"),
        ({"time": Time(kind="clock", seconds=60, increment=-1)}, BadSetup, "gain 0 to"),
        ({"position": "6 of each | turn 1 | banked 0 | 0w 0b / 6w 0b | 0w 0b / 0w 6b"}, BadSetup, "already over"),
    ],
)
def test_a_bad_setup_is_refused_with_the_reason(change: dict[str, Any], error: type[Exception], words: str) -> None:
    good: dict[str, Any] = {"game": "pebbles", "places": [PlaceSetup(kind="me"), PlaceSetup(kind="open")]}
    with pytest.raises(error, match=words):
        Table.open("t", Setup(**good | change), ADA, secret=SECRET, now=0)


def test_a_log_without_its_first_event_is_not_a_table() -> None:
    with pytest.raises(NoSuchTable):
        Table.replay("t", [])


# Sitting down


def test_the_match_begins_when_the_last_seat_is_taken() -> None:
    table = opened("me open open")
    assert do(table, Join, BOB, seat=2)
    assert facts(table).status == "waiting"
    do(table, Join, EVE)
    assert facts(table).status == "running"
    assert [seat.name for seat in facts(table).seats] == ["Ada", "Eve", "Bob"]


def test_a_seat_is_taken_once() -> None:
    table = opened("me open open")
    do(table, Join, BOB, seat=1)
    with pytest.raises(SeatTaken, match="Seat 2 is taken"):
        do(table, Join, EVE, seat=1)
    with pytest.raises(NotNow, match="have a seat"):
        do(table, Join, BOB)
    with pytest.raises(NotYourSeat, match="no seat 8"):
        do(table, Join, EVE, seat=7)


def test_leaving_before_the_start_opens_the_seat() -> None:
    table = opened("me open open")
    do(table, Join, BOB)
    do(table, ask.Leave, BOB, seat=1)
    assert facts(table).seats[1].kind == "open"
    table = started()
    with pytest.raises(NotNow, match="give up"):
        do(table, ask.Leave, BOB, seat=1)


def test_the_host_puts_bots_into_seats_and_starts() -> None:
    table = opened("me open open")
    do(table, ask.SetPlace, seat=1, place="bot", level=3)
    with pytest.raises(NotNow, match="Seat 3 is still open"):
        do(table, ask.Start)
    do(table, ask.SetPlace, seat=2, place="bot")
    do(table, ask.SetTime, time=Time(kind="bullet", seconds=20))
    do(table, ask.Start)
    assert [seat.level for seat in facts(table).seats] == [None, 3, 4]
    assert facts(table).time.seconds == 20
    assert "Bullet: 20 seconds for each turn." in log(table)
    with pytest.raises(NotNow):
        do(table, ask.SetTime, time=Time())


@pytest.mark.parametrize(
    "command",
    [
        ask.SetPlace(id="x", seat=1, place="bot"),
        ask.SetTime(id="x", time=Time()),
        ask.Start(id="x"),
        ask.Mute(id="x", player="eve"),
        ask.SetWatchers(id="x", watchers=False),
        ask.Close(id="x"),
    ],
)
def test_only_the_host_can_do_what_hosts_do(command: AnyCommand) -> None:
    with pytest.raises(NotAllowed, match="Only the host, Ada"):
        opened().handle(command, BOB, 0)


# Playing


def test_only_the_player_to_act_can_play_and_only_in_the_position_they_saw() -> None:
    table = started()
    seat = turn_of(table)
    mine, other = owner(table, seat), owner(table, 1 - seat)
    good: dict[str, Any] = {"seat": seat, "moment": table.moment(seat), "action": "draw"}
    with pytest.raises(NotYourSeat, match="is not yours"):
        do(table, Play, other, **good)
    with pytest.raises(NotYourSeat):
        do(table, Play, EVE, **good)
    with pytest.raises(NotYourSeat, match="no seat 10"):
        do(table, Play, mine, **good | {"seat": 9})
    with pytest.raises(NotYourTurn, match="'s turn"):
        do(table, Play, other, **good | {"seat": 1 - seat})
    with pytest.raises(Stale, match="look again"):
        do(table, Play, mine, **good | {"moment": table.moment(seat) - 1})
    with pytest.raises(IllegalAction, match="bank a pebble first"):
        do(table, Play, mine, **good | {"action": "end"})
    with pytest.raises(UnreadableAction, match="one at a time"):
        do(table, Play, mine, **good | {"action": "draw; draw"})
    assert do(table, Play, mine, **good)
    with pytest.raises(Stale):
        do(table, Play, mine, **good)


TWO_HERE = Setup(game="pebbles", places=[PlaceSetup(kind="me"), PlaceSetup(kind="here", name="Bo")])


def test_an_id_that_is_used_again_for_another_command_is_refused() -> None:
    table, events = Table.open("t", TWO_HERE, ADA, secret=SECRET, now=0)
    line = ask.Say(id="a", text="hello")
    events += table.handle(line, ADA, 0)
    for known in (table, Table.replay("t", [happened.decode_event(happened.encode_event(event)) for event in events])):
        assert known.handle(line, ADA, 1) == []
        with pytest.raises(ReusedId, match="new id"):
            known.handle(ask.Say(id="a", text="goodbye"), ADA, 1)
        with pytest.raises(ReusedId, match="new id"):
            known.handle(ask.GiveUp(id="a", seat=0), ADA, 1)
        assert known.handle(ask.Say(id="a", text="goodbye"), BOB, 1), "the ids of others are their own"


def test_tables_of_earlier_versions_know_their_commands_by_the_id_alone() -> None:
    table, events = Table.open("t", TWO_HERE, ADA, secret=SECRET, now=0)
    said = happened.Said(at=0, cause="ada/a", player="ada", name="Ada", text="hello")
    table = Table.replay("t", [*events, said])
    assert table.handle(ask.Say(id="a", text="hello"), ADA, 1) == []


def test_a_draft_can_be_undone_until_the_turn_ends() -> None:
    table = started()
    seat = turn_of(table)
    with pytest.raises(NotNow, match="nothing to take back"):
        do(table, Undo, owner(table, seat), seat=seat, moment=table.moment(seat))
    play(table)
    assert position(table, seat).drafted == 1
    assert position(table, 1 - seat).drafted == 0
    do(table, Undo, owner(table, seat), seat=seat, moment=table.moment(seat))
    assert position(table, seat).drafted == 0
    play(table)
    play(table, "end")
    assert turn_of(table) != seat
    assert [step.text for step in table.look(1 - seat, 0).steps] == ["bank ?", "end"]


def test_any_action_of_a_draft_can_be_taken_back_and_replaced() -> None:
    table = started("me here", "welters", position=Match("welters", seed=1).position)
    hand = position(table, 0).legal
    assert isinstance(hand, list)
    red, yellow = (next(card for card in hand if card.startswith(colour)) for colour in ("red", "yellow"))
    other = next(card for card in hand if card.startswith("yellow") and card != yellow)

    def drafts() -> list[str]:
        return [step.text for step in table.look(0, 0).steps]

    def undo(**what: Any) -> list[happened.AnyEvent]:
        return do(table, Undo, seat=0, moment=table.moment(0), **what)

    play(table, yellow)
    play(table, red)
    undo(keep=0, then=[red])
    assert drafts() == [red]
    play(table, yellow)
    undo(keep=1, then=[other])
    assert drafts() == [red, other]
    for bad, reason in (
        ({"keep": 2}, "only 2 actions"),
        ({"keep": 1, "then": [yellow, other]}, "at most as many actions as you take back"),
        ({"keep": 1, "then": ["cast a1"]}, "could not be taken back"),
        ({"keep": 1, "then": [red]}, "already chosen"),
    ):
        with pytest.raises((NotNow, IllegalAction), match=reason):
            undo(**bad)
    assert drafts() == [red, other]
    assert table.look(1, 0).steps == []
    events = undo(keep=0)
    assert [type(event) for event in events] == [happened.Undone, happened.Undone]
    assert drafts() == []


def test_a_stand_in_finishes_the_turn_and_then_the_person_plays_on() -> None:
    table = started()
    seat = turn_of(table)
    do(table, ask.StandIn, owner(table, seat), seat=seat, moment=table.moment(seat))
    assert facts(table).seats[seat].driver == "bot"
    assert position(table, seat).legal == []
    with pytest.raises(NotNow, match="finishing this turn"):
        do(table, Play, owner(table, seat), seat=seat, moment=table.moment(seat), action="draw")
    pending = table.pending
    assert pending is not None
    assert (pending.seat, pending.by, pending.level) == (seat, "stand-in", 4)
    table.answer(pending, "draw", 0)
    assert table.pending is None
    assert facts(table).seats[seat].driver == "person"
    assert table.look(seat, 0).steps[-1].by == "stand-in"


def test_an_answer_that_comes_too_late_is_dropped() -> None:
    table = started("me bot-2")
    if table.pending is None:
        play(table, "draw")
    pending = table.pending
    assert pending is not None
    assert table.answer(pending, "draw", 0)
    assert table.answer(pending, "draw", 0) == []
    with pytest.raises(NotNow):
        table.pending_view()


def test_the_log_says_once_that_bots_have_no_search() -> None:
    table = started("bot-2 bot-2")
    for _ in range(2):
        pending = table.pending
        assert pending is not None
        assert table.answer(pending, "draw", 0, search_failed=True)
    lines = [line.text for line in table.look(SPECTATOR, 0).lines]
    assert lines.count(SEARCH_FAILED) == 1


def test_a_seat_goes_to_a_bot_and_back() -> None:
    table = started()
    seat = turn_of(table)
    who = owner(table, seat)
    do(table, ask.HandOver, who, seat=seat, level=6)
    assert table.pending is not None
    assert table.pending.level == 6
    with pytest.raises(NotNow, match="Take it back first"):
        do(table, Play, who, seat=seat, moment=table.moment(seat), action="draw")
    with pytest.raises(BadSetup, match="no level 9"):
        do(table, ask.HandOver, who, seat=seat, level=9)
    do(table, ask.TakeBack, who, seat=seat)
    assert table.pending is None
    play(table, "draw")


def test_with_two_seats_giving_up_ends_the_match_and_the_other_has_won() -> None:
    table = started()
    play(table, "draw")
    do(table, ask.GiveUp, BOB, seat=1)
    for seat in (0, 1):
        seen = position(table, seat)
        assert (seen.over, seen.ranks, seen.reason) == (True, [1, 2], "{seat:1} gave up")
    assert facts(table).status == "finished"
    assert table.pending is None
    assert table.look(0, 0).lines[-1].text == "The match is over: Bob gave up. Ada wins."
    with pytest.raises(NotNow):
        play(table, "draw")
    record = table.record(0)
    assert isinstance(record, Record)
    assert (record.ranks, record.forfeits) == ([1, 2], [1])
    assert "That seat 2 gave up: a record only says so." in verify(record).unproven


def test_with_more_seats_a_bot_plays_on_and_whoever_gave_up_comes_last() -> None:
    table = opened("me open bot-1")
    do(table, Join, BOB)
    do(table, ask.GiveUp, BOB, seat=1)
    assert facts(table).seats[1].gave_up
    with pytest.raises(NotNow, match="can't take it back"):
        do(table, ask.TakeBack, BOB, seat=1)
    with pytest.raises(NotAllowed):
        do(table, ask.Abort, BOB)
    play_to_the_end(table)
    assert facts(table).status == "finished"
    ranks = position(table, 0).ranks
    assert ranks is not None
    assert (ranks[1], min(ranks)) == (3, 1)
    record = table.record(0)
    assert isinstance(record, Record)
    verify(record)
    with pytest.raises(BadRecord, match="ranks"):
        verify(msgspec.structs.replace(record, forfeits=[]))


def test_a_match_can_be_aborted_until_two_turns_have_been_played() -> None:
    table = started()
    play(table, "draw")
    do(table, ask.Abort, BOB)
    assert facts(table).status == "aborted"
    assert facts(table).secret == SECRET
    assert isinstance(table.record(0), Record)
    table = started()
    with pytest.raises(NotAllowed):
        do(table, ask.Abort, EVE)
    play(table, "draw")
    play(table, "draw")
    with pytest.raises(NotNow, match="After two turns"):
        do(table, ask.Abort, BOB)


# Around it


def test_anybody_who_watches_may_chat_unless_muted() -> None:
    table = started()
    do(table, ask.Say, EVE, text=" <b>hi</b>\u202e ")
    line = table.look(SPECTATOR, 0).lines[-1]
    assert (line.kind, line.seat, line.name, line.text) == ("chat", None, "Eve", "<b>hi</b>")
    do(table, ask.Mute, player="eve")
    assert facts(table).muted == ["eve"]
    with pytest.raises(NotAllowed, match="has muted you"):
        do(table, ask.Say, EVE, text="hm")
    do(table, ask.Mute, player="eve", muted=False)
    assert facts(table).muted == []
    do(table, ask.Say, EVE, text="thanks")
    with pytest.raises(NotAllowed, match="host can't be muted"):
        do(table, ask.Mute, player="ada")
    assert log(table)[-3:] == ["The host has muted Eve.", "Eve may chat again.", "thanks"]


def test_spectators_can_be_kept_out_but_not_people_who_might_join() -> None:
    table = opened(watchers=False)
    assert table.viewer("eve", None) == SPECTATOR
    do(table, Join, BOB)
    assert [table.may_watch(who) for who in ("ada", "bob", "eve")] == [True, True, False]
    with pytest.raises(NotAllowed, match="does not allow spectators"):
        table.viewer("eve", None)
    with pytest.raises(NotAllowed):
        do(table, ask.Say, EVE, text="let me in")
    do(table, ask.SetWatchers, watchers=True)
    assert table.viewer("eve", None) == SPECTATOR
    assert table.viewer("bob", 1) == 1
    with pytest.raises(NotYourSeat):
        table.viewer("bob", 0)


def test_only_the_player_to_decide_gets_a_hint() -> None:
    table = started()
    seat = turn_of(table)
    view = table.hint_view(seat, owner(table, seat))
    assert (view.seat, view.history) == (seat, ())
    with pytest.raises(NotYourTurn):
        table.hint_view(1 - seat, owner(table, 1 - seat))
    with pytest.raises(NotYourSeat):
        table.hint_view(seat, EVE)


def test_a_new_name_goes_to_the_persons_own_seat_only() -> None:
    table = started("me here")
    assert [seat.name for seat in facts(table).seats] == ["Ada", "Player 2"]
    table.rename("ada", "Countess", 0)
    assert [seat.name for seat in facts(table).seats] == ["Countess", "Player 2"]
    assert table.rename("ada", "Countess", 0) == []
    assert table.rename("eve", "Snake", 0) == []
    assert log(table)[-1] == "Ada is now called Countess."


def test_the_host_can_close_the_table_when_nobody_else_is_playing() -> None:
    table = started()
    with pytest.raises(NotNow, match="Bob is still playing"):
        do(table, ask.Close)
    do(table, ask.GiveUp, BOB, seat=1)
    do(table, ask.Close)
    assert (facts(table).status, facts(table).closed) == ("finished", True)
    with pytest.raises(NotNow, match="closed"):
        do(table, ask.Say, text="anybody?")
    finished = started()
    play_to_the_end(finished)
    do(finished, ask.Close)
    assert (facts(finished).status, facts(finished).closed) == ("finished", True)


def test_a_rematch_starts_when_everybody_wants_it_with_seats_rotated() -> None:
    table = opened("me open bot-2", time=Time(kind="bullet", seconds=30))
    do(table, Join, BOB)
    with pytest.raises(NotNow, match="when this match has ended"):
        do(table, ask.Rematch, seat=0)
    play_to_the_end(table)
    do(table, ask.Rematch, seat=0)
    assert not table.rematch_agreed
    with pytest.raises(NotNow):
        table.rematch("u", secret="0" * 64, now=9)
    do(table, ask.Rematch, BOB, seat=1)
    assert table.rematch_agreed
    again, events = table.rematch("u", secret="0" * 64, now=9)
    table.announce_rematch("u", 9)
    assert not table.rematch_agreed
    assert [seat.name for seat in facts(again).seats] == ["Bob", "The Potter", "Ada"]
    assert (facts(again).status, facts(again).time.seconds) == ("running", 30)
    assert (facts(again).earlier, facts(table).rematch) == ("t", "u")
    assert len(events) == again.number == 2
    assert table.announce_rematch("v", 9) == []


def test_rematches_count_who_has_won_how_often() -> None:
    table = opened("me open")
    do(table, Join, BOB)
    assert facts(table).series == [0, 0]
    do(table, ask.GiveUp, seat=0)
    assert facts(table).series == [0, 1]
    for number, (winner, expected) in enumerate([(BOB, [2, 0]), (ADA, [1, 2]), (BOB, [3, 1])]):
        do(table, ask.Rematch, seat=table.seats_of(ADA.player)[0])
        do(table, ask.Rematch, BOB, seat=table.seats_of(BOB.player)[0])
        table, events = table.rematch(f"again-{number}", secret="0" * 64, now=9)
        loser = ADA if winner is BOB else BOB
        do(table, ask.GiveUp, loser, seat=table.seats_of(loser.player)[0])
        assert facts(table).series == expected
        assert Table.replay(table.id, events).seats_of(BOB.player) == table.seats_of(BOB.player)


def test_bots_alone_never_ask_for_a_rematch() -> None:
    table = opened("bot-1 bot-1")
    play_to_the_end(table)
    assert not table.rematch_agreed


def test_the_log_says_how_the_match_ended() -> None:
    table = started()
    play_to_the_end(table)
    assert log(table)[-1].startswith("The match is over: all pebbles are banked.")
    assert position(table).over
    with pytest.raises(NotNow, match="The match is over"):
        do(table, ask.GiveUp, seat=0)


def test_each_error_has_a_code_of_its_own() -> None:
    codes = [error.code for error in TableError.__subclasses__()]
    assert len(set(codes)) == len(codes)


def test_a_client_that_claims_too_many_steps_learns_how_many_there_are() -> None:
    table = started(game="cublino-contra")
    play(table)
    shown = table.look(SPECTATOR, 0)
    assert table.look(SPECTATOR, 0, since=Since(shown.version, 999, shown.lines_total)).kept == len(shown.steps) == 1


def test_clients_that_want_them_get_scenes_and_beats() -> None:
    table = started("me open", "cyberzul")
    play(table)
    seat = turn_of(table)
    look = table.look(seat, 0, wants=frozenset({"scene"}))
    assert look.steps[-1].beats
    acting, waiting = (table.look(viewer, 0, wants=frozenset({"scene"})).position for viewer in (seat, 1 - seat))
    assert acting.scene.choices  # type: ignore[union-attr]
    assert not waiting.scene.choices  # type: ignore[union-attr]
    play_to_the_end(table)
    over = table.look(0, 0, wants=frozenset({"scene"})).position
    assert [sum(column) for column in zip(*(part.points for part in over.breakdown), strict=True)] == over.scores  # type: ignore[union-attr]


def test_a_win_can_be_claimed_from_somebody_who_stays_away_in_their_turn() -> None:
    table = started()
    mine, theirs = (0, 1) if turn_of(table) == 1 else (1, 0)
    me, now = owner(table, mine), AWAY_GRACE

    def claim(away: dict[int, int], seat: int = theirs, who: Person = me) -> list[happened.AnyEvent]:
        return table.handle(ask.ClaimWin(id=next_id(), seat=seat), who, now, away=away)

    with pytest.raises(NotNow, match="is here"):
        claim({mine: AWAY_GRACE})
    with pytest.raises(NotNow, match="can still come back"):
        claim({theirs: AWAY_GRACE - 1})
    with pytest.raises(NotNow, match="No other person"):
        claim({mine: AWAY_GRACE}, seat=mine)
    with pytest.raises(NotNow, match="No other person"):
        claim({63: AWAY_GRACE}, seat=63)
    with pytest.raises(NotAllowed):
        claim({theirs: AWAY_GRACE}, who=EVE)
    now = AWAY_GRACE - 1
    with pytest.raises(NotNow, match="can still come back"):
        claim({theirs: 10 * AWAY_GRACE})  # as a program that is never connected, but plays
    now = AWAY_GRACE
    claim({theirs: AWAY_GRACE})
    assert facts(table).status == "finished"
    assert position(table, mine).ranks == [1 if seat == mine else 2 for seat in range(2)]


def test_nobody_can_claim_a_win_in_their_own_turn() -> None:
    table = started()
    mine = turn_of(table)
    with pytest.raises(NotNow, match="turn"):
        table.handle(ask.ClaimWin(id=next_id(), seat=1 - mine), owner(table, mine), 0, away={1 - mine: AWAY_GRACE})
