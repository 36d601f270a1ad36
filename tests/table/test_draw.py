"""The draw: seats commit to their nonces, then reveal them, and nobody can choose the luck, whoever runs the server."""

from typing import Any

import msgspec
import pytest

from tests.table.client import encode
from tests.table.tables import ADA, BOB, EVE, SECRET, next_id, play, play_to_the_end
from tests.table.tables import opened as opened_without
from tilora.kernel import SPECTATOR, BadRecord, Evidence, Match, Record, match_seed, nonce_commitment, verify
from tilora.table import events as happened
from tilora.table.commands import (
    Abort,
    Close,
    GiveUp,
    Join,
    Leave,
    Rematch,
    Reveal,
    SetPlace,
    SetTime,
    Start,
    TakeBack,
)
from tilora.table.errors import NotAllowed, NotNow, NotYourSeat
from tilora.table.events import AnyEvent, Time
from tilora.table.look import PositionLook, TableLook
from tilora.table.seating import REVEAL_TIME
from tilora.table.setup import Person, PlaceSetup, Setup
from tilora.table.table import Table

ADAS, BOBS = "a-nonce-of-Ada-0001", "a-nonce-of-Bob-0001"


def do(table: Table, kind: type[Any], who: Person = ADA, now: int = 0, **what: Any) -> list[AnyEvent]:
    """Somebody asks for something."""
    return table.handle(kind(id=next_id(), **what), who, now)


def opened(*kinds: str, game: str = "pebbles", now: int = 0) -> tuple[Table, list[AnyEvent]]:
    """A table of Ada's, who has committed to her nonce, and its first events."""
    places = [
        PlaceSetup(kind=kind, commitment=nonce_commitment(ADAS) if kind == "me" else "")  # type: ignore[arg-type]
        for kind in kinds
    ]
    return Table.open("t", Setup(game=game, places=places), ADA, secret=SECRET, now=now)


def drawing(**more: Any) -> tuple[Table, list[AnyEvent]]:
    """The same, with Bob in the other seat: the draw has begun."""
    table, events = opened("me", "open", **more)
    events += do(table, Join, BOB, commitment=nonce_commitment(BOBS))
    assert facts(table).drawing
    return table, events


def facts(table: Table) -> TableLook:
    found = table.look(SPECTATOR, 0).table
    assert isinstance(found, TableLook)
    return found


def head(table: Table) -> str:
    found = table.look(SPECTATOR, 0).position
    assert isinstance(found, PositionLook)
    assert isinstance(found.head, str)
    return found.head


def record_of(table: Table) -> Record:
    record = table.record(SPECTATOR)
    assert isinstance(record, Record)
    return record


def test_seats_reveal_their_nonces_once_all_are_taken_and_then_the_match_starts() -> None:
    table, events = opened("me", "open")
    assert (facts(table).draw, facts(table).drawing) == ("", False)
    with pytest.raises(NotNow, match="when all seats are taken"):
        do(table, Reveal, seat=0, nonce=ADAS)
    events += do(table, Join, BOB, commitment=nonce_commitment(BOBS))
    draw = facts(table).draw
    assert facts(table).drawing
    events += do(table, Reveal, BOB, seat=1, nonce=BOBS)
    assert [seat.revealed for seat in facts(table).seats] == [False, True]
    assert do(table, Reveal, BOB, seat=1, nonce=BOBS) == []
    assert (facts(table).status, facts(table).nonces) == ("waiting", [])
    events += do(table, Reveal, seat=0, nonce=ADAS)
    assert (facts(table).status, facts(table).drawing) == ("running", False)
    assert (facts(table).nonces, facts(table).draw) == ([ADAS, BOBS], draw)
    again = Table.replay("t", events)
    assert again.look(0, 9) == table.look(0, 9)
    play_to_the_end(table)
    record = record_of(table)
    assert int(record.seed) == match_seed(SECRET, [ADAS, BOBS])
    _, proven, unproven = verify(record, Evidence((draw,), (ADAS,), (head(table),)))
    assert any("Nobody chose the luck" in sentence for sentence in proven)
    assert unproven == []


def test_a_table_where_nobody_commits_starts_at_once() -> None:
    table = opened_without("me open")
    do(table, Join, BOB)
    assert facts(table).status == "running"


def test_only_the_seat_itself_can_reveal_and_only_what_it_has_committed_to() -> None:
    table, _ = drawing()
    with pytest.raises(NotYourSeat):
        do(table, Reveal, EVE, seat=0, nonce=ADAS)
    with pytest.raises(NotAllowed, match="committed to"):
        do(table, Reveal, BOB, seat=1, nonce=ADAS)
    do(table, Reveal, BOB, seat=1, nonce=BOBS)
    with pytest.raises(NotAllowed, match="committed to"):
        do(table, Reveal, BOB, seat=1, nonce=ADAS)
    assert facts(table).drawing


def test_nothing_can_change_once_the_draw_has_begun() -> None:
    table, _ = drawing()
    before = facts(table)
    for command, who, what in (
        (Leave, BOB, {"seat": 1}),
        (Join, EVE, {}),
        (SetPlace, ADA, {"seat": 1, "place": "bot"}),
        (SetTime, ADA, {"time": Time(kind="bullet")}),
        (Abort, ADA, {}),
        (GiveUp, BOB, {"seat": 1}),
    ):
        with pytest.raises(NotNow):
            do(table, command, who, **what)
    assert facts(table) == before
    do(table, Close)
    assert facts(table).status == "closed"


# Attacks


def blue_tiles(seed: int) -> int:
    """How many blue tiles a match with that seed begins with: something that luck decides."""
    mines = Match("cyberzul", seats=2, seed=seed).position.partition("mines ")[2].partition("|")[0]
    return mines.count("B")


def test_whoever_runs_the_server_and_holds_the_last_seat_gains_nothing_by_grinding() -> None:
    """Eve runs the server, and Bob is her friend. Ada is honest, and keeps what her page saw."""
    table, events = opened("me", "open", game="cyberzul")
    # Before Bob commits, nothing that the server has been sent gives away Ada's nonce.
    assert ADAS not in b"".join(map(happened.encode_event, events)).decode()
    events += do(table, Join, BOB, commitment=nonce_commitment(BOBS))
    draw = facts(table).draw
    assert ADAS not in b"".join(map(happened.encode_event, events)).decode()
    do(table, Reveal, seat=0, nonce=ADAS)
    # Now Eve knows all, and looks for the nonce that is best for Bob. The table does not take it.
    ground = [f"ground-nonce-{number:04}" for number in range(100)]
    best = max(ground, key=lambda nonce: blue_tiles(match_seed(SECRET, [ADAS, nonce])))
    assert blue_tiles(match_seed(SECRET, [ADAS, best])) > blue_tiles(match_seed(SECRET, [ADAS, BOBS])) + 3
    with pytest.raises(NotAllowed):
        do(table, Reveal, BOB, seat=1, nonce=best)
    # So she rewrites the log, as if Bob had committed to that one, and everything fits together.
    forged, _ = opened("me", "open", game="cyberzul")
    do(forged, Join, BOB, commitment=nonce_commitment(best))
    do(forged, Reveal, seat=0, nonce=ADAS)
    do(forged, Reveal, BOB, seat=1, nonce=best)
    play_to_the_end(forged)
    record = record_of(forged)
    assert int(record.seed) == match_seed(SECRET, [ADAS, best])
    _, proven, unproven = verify(record)
    assert not any("Nobody" in sentence for sentence in proven)
    assert any("That nobody chose the luck" in sentence for sentence in unproven)
    # But it is not the draw that Ada saw before she revealed her nonce.
    with pytest.raises(BadRecord, match="not one of this record"):
        verify(record, Evidence((draw,), (ADAS,)))


def test_a_secret_exchanged_after_the_draw_is_found_out() -> None:
    table, _ = drawing()
    seen = facts(table)
    do(table, Reveal, seat=0, nonce=ADAS)
    other = "77" * 32
    setup = Setup(
        game="pebbles", places=[PlaceSetup(kind="me", commitment=nonce_commitment(ADAS)), PlaceSetup(kind="open")]
    )
    forged, _ = Table.open("t", setup, ADA, secret=other, now=0)
    do(forged, Join, BOB, commitment=nonce_commitment(BOBS))
    do(forged, Reveal, seat=0, nonce=ADAS)
    do(forged, Reveal, BOB, seat=1, nonce=BOBS)
    play_to_the_end(forged)
    for shown in (seen.draw, seen.commitment):
        with pytest.raises(BadRecord, match="not one of this record"):
            verify(record_of(forged), Evidence((shown,)))


def test_whoever_keeps_a_nonce_back_loses_the_seat() -> None:
    """Bob has learnt both seeds from who runs the server, and would rather have the other one."""
    table, events = drawing()
    draw = facts(table).draw
    events += do(table, Reveal, seat=0, nonce=ADAS)
    with pytest.raises(NotNow, match="Bob still has a moment"):
        do(table, Start, now=REVEAL_TIME - 1)
    with pytest.raises(NotAllowed):
        do(table, Start, EVE, now=REVEAL_TIME)
    events += do(table, Start, now=REVEAL_TIME)
    assert facts(table).status == "running"
    assert (facts(table).seats[1].driver, facts(table).seats[1].gave_up) == ("bot", True)
    assert facts(table).nonces == [ADAS, nonce_commitment(BOBS)]
    with pytest.raises(NotNow, match="to the end"):
        do(table, TakeBack, BOB, seat=1, now=REVEAL_TIME)
    with pytest.raises(NotNow):
        do(table, Reveal, BOB, seat=1, nonce=BOBS, now=REVEAL_TIME)
    assert Table.replay("t", events).look(1, REVEAL_TIME) == table.look(1, REVEAL_TIME)
    play_to_the_end(table, REVEAL_TIME)
    assert not facts(table).counts
    _, _, unproven = verify(record_of(table), Evidence((draw,), (ADAS,), (head(table),)))
    assert [sentence[:27] for sentence in unproven] == ["That seat 2 did not know th"]
    with pytest.raises(BadRecord, match="not part of the seed"):
        verify(record_of(table), Evidence((draw,), (BOBS,)))


def test_the_match_waits_for_somebody_who_is_away_as_long_as_the_others_like() -> None:
    table, events = drawing()
    events += do(table, Reveal, BOB, seat=1, nonce=BOBS)
    day = 24 * 3_600_000
    assert table.due is None
    assert table.tick(day) == []
    table = Table.replay("t", events)  # the server was restarted in between
    do(table, Reveal, seat=0, nonce=ADAS, now=day)
    assert facts(table).status == "running"
    assert not any(seat.gave_up for seat in facts(table).seats)


@pytest.mark.parametrize("kinds", [("me", "bot"), ("me", "here")])
def test_whoever_plays_against_bots_or_on_one_device_can_start_without_a_lost_nonce(kinds: tuple[str, ...]) -> None:
    table, events = opened(*kinds)
    assert [type(event) for event in events] == [happened.Opened, happened.DrawBegun]
    do(table, Start)
    assert facts(table).status == "running"
    assert not facts(table).seats[0].gave_up
    assert facts(table).nonces == [nonce_commitment(ADAS), ""]


def test_against_bots_the_match_starts_with_the_players_own_nonce() -> None:
    table, _ = opened("me", "bot")
    draw = facts(table).draw
    do(table, Reveal, seat=0, nonce=ADAS)
    play_to_the_end(table)
    assert verify(record_of(table), Evidence((draw,), (ADAS,), (head(table),))).unproven == []


def test_a_nonce_revealed_again_after_the_start_changes_nothing() -> None:
    table, _ = opened("me", "bot")
    do(table, Reveal, seat=0, nonce=ADAS)
    assert facts(table).status == "running"
    assert do(table, Reveal, seat=0, nonce=ADAS) == []
    with pytest.raises(NotNow):
        do(table, Reveal, seat=0, nonce=BOBS)


def test_a_seat_that_changes_hands_before_the_draw_commits_again() -> None:
    table, _ = opened("me", "open", "open")
    do(table, Join, BOB, seat=1, commitment=nonce_commitment(BOBS))
    do(table, Leave, BOB, seat=1)
    assert facts(table).seats[1].commitment == ""
    do(table, Join, EVE, seat=1, commitment=nonce_commitment("a-nonce-of-Eve-0001"))
    do(table, SetPlace, seat=2, place="bot")
    do(table, Start)
    assert facts(table).drawing
    assert [bool(seat.commitment) for seat in facts(table).seats] == [True, True, False]


def test_a_rematch_has_a_draw_of_its_own() -> None:
    table, _ = drawing()
    do(table, Reveal, seat=0, nonce=ADAS)
    do(table, Reveal, BOB, seat=1, nonce=BOBS)
    play_to_the_end(table)
    again = ["another-of-Ada-0002", "another-of-Bob-0002"]
    do(table, Rematch, seat=0, commitment=nonce_commitment(again[0]))
    do(table, Rematch, BOB, seat=1, commitment=nonce_commitment(again[1]))
    rematch, _ = table.rematch("u", secret="88" * 32, now=9)
    draw = facts(rematch).draw
    assert (facts(rematch).drawing, draw == facts(table).draw) == (True, False)
    with pytest.raises(NotAllowed):
        do(rematch, Reveal, BOB, seat=0, nonce=BOBS)
    do(rematch, Reveal, BOB, seat=0, nonce=again[1])
    do(rematch, Reveal, seat=1, nonce=again[0])
    assert facts(rematch).nonces == [again[1], again[0]]
    play_to_the_end(rematch)
    assert verify(record_of(rematch), Evidence((draw,), (again[0],), (head(rematch),))).unproven == []


# The chain


def test_the_head_changes_with_final_actions_only_and_fixes_drafts_when_they_are() -> None:
    table = opened_without("me open", "rows-and-cols")
    do(table, Join, BOB)
    heads = [head(table)]
    seat = table.look(SPECTATOR, 0).position.turn  # type: ignore[union-attr]
    draft = next(text for text in legal(table, seat) if text.startswith("swap"))
    play(table, draft)
    assert head(table) == heads[-1]
    play(table, "end")
    assert head(table) != heads[-1]
    seat = table.look(SPECTATOR, 0).position.turn  # type: ignore[union-attr]
    play(table, next(text for text in legal(table, seat) if text.startswith("swap")))
    do(table, Abort, [ADA, BOB][seat])
    record = record_of(table)
    assert len(record.actions) == 3
    assert verify(record, Evidence((), (), (*heads, head(table)))).match.played == 3


def legal(table: Table, seat: int) -> list[str]:
    return table.look(seat, 0, wants=frozenset({"legal"})).position.legal  # type: ignore[union-attr,return-value]


# Old logs


def test_a_log_in_which_seats_named_their_nonces_openly_still_plays_and_verifies() -> None:
    old: list[AnyEvent] = [
        happened.decode_event(
            '{"kind":"opened","at":0,"game":"pebbles","version":1,"options":{"bowl":"small"},"host":"ada","host_name":'
            '"Ada","places":[{"kind":"person","player":"ada","name":"Ada","nonce":"n1"},{"kind":"open"}],"secret":"'
            + SECRET
            + '"}'
        ),
    ]
    joined = happened.decode_event('{"kind":"joined","at":1,"seat":1,"player":"bob","name":"Bob","nonce":"n2"}')
    table = Table.replay("t", [*old, joined, happened.Started(at=1)])
    play_to_the_end(table)
    record = record_of(table)
    assert record.fair is not None
    assert (record.fair.nonces, record.fair.commitments) == (["n1", "n2"], [])
    unproven = verify(record, Evidence((facts(table).commitment,), ("n1",))).unproven
    assert any("had not committed to their nonces" in sentence for sentence in unproven)
    # A table that was waiting when the server was upgraded goes on as well.
    table = Table.replay("t", old)
    do(table, Join, BOB, commitment=nonce_commitment(BOBS))
    do(table, Reveal, BOB, seat=1, nonce=BOBS)
    play_to_the_end(table)
    assert encode(record_of(table).fair).count(b"n1") == 1
    assert verify(record_of(table), Evidence((facts(table).draw,), (BOBS,), (head(table),))).unproven == []


def test_a_record_of_an_earlier_version_has_no_chain_and_says_so() -> None:
    table, _ = drawing()
    do(table, Reveal, seat=0, nonce=ADAS)
    do(table, Reveal, BOB, seat=1, nonce=BOBS)
    play_to_the_end(table)
    record = record_of(table)
    assert record.fair is not None
    old = msgspec.structs.replace(record, fair=msgspec.structs.replace(record.fair, commitments=[], head=""))
    unproven = verify(Record.from_json(old.to_json())).unproven
    assert any("no chain" in sentence for sentence in unproven)
    assert any("had not committed" in sentence for sentence in unproven)
