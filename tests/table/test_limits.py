"""Limits: nobody can make the log of a table grow without end."""

from contextlib import suppress
from typing import get_args

import pytest

from tests.table.tables import ADA, BOB, EVE, next_id, opened, play, position, started, turn
from tilora.kernel import SPECTATOR
from tilora.table import decide
from tilora.table.commands import (
    Abort,
    AnyCommand,
    ClaimWin,
    Close,
    GiveUp,
    HandOver,
    Join,
    Leave,
    Play,
    Rematch,
    Retract,
    Reveal,
    Say,
    SetTime,
    Shown,
    StandIn,
    Start,
    TakeBack,
    Undo,
)
from tilora.table.decide import MOST_BEFORE_START, MOST_CHANGES, MOST_COMINGS
from tilora.table.errors import NotNow
from tilora.table.events import Time
from tilora.table.hosting import CHAT_OF_PLAYER, CHAT_OF_STRANGER, CHAT_OF_STRANGERS
from tilora.table.playing import MOST_UNDOS
from tilora.table.setup import Person
from tilora.table.table import MOST_NAMES, Table


def test_a_seat_can_be_handed_over_and_taken_back_many_times_but_not_for_ever() -> None:
    table = started("me open", "zellij")
    for _ in range(MOST_CHANGES // 2):
        table.handle(HandOver(id=next_id(), seat=0), ADA, 0)
        table.handle(TakeBack(id=next_id(), seat=0), ADA, 0)
    with pytest.raises(NotNow, match="changes at this table"):
        table.handle(HandOver(id=next_id(), seat=0), ADA, 0)
    assert table.handle(HandOver(id=next_id(), seat=1), BOB, 0), "the other may still do it"
    assert table.handle(TakeBack(id=next_id(), seat=1), BOB, 0)


def test_one_stranger_can_come_and_go_only_so_often() -> None:
    table = opened("me open open", "cyberzul")
    for _ in range(MOST_COMINGS // 2):
        table.handle(Join(id=next_id(), seat=1), EVE, 0)
        table.handle(Leave(id=next_id(), seat=1), EVE, 0)
    with pytest.raises(NotNow, match="too often"):
        table.handle(Join(id=next_id(), seat=1), EVE, 0)
    assert table.handle(Join(id=next_id(), seat=1), BOB, 0), "others may still come"


def test_however_many_strangers_come_and_go_host_and_players_can_do_what_they_want() -> None:
    table = opened("me open open open", "cyberzul")
    table.handle(Join(id=next_id(), seat=2), BOB, 0)
    for number in range(MOST_BEFORE_START // 2):
        stranger = Person(f"stranger-{number}", "Stranger")
        table.handle(Join(id=next_id(), seat=1), stranger, 0)
        table.handle(Leave(id=next_id(), seat=1), stranger, 0)
    with pytest.raises(NotNow, match="in a minute"):
        table.handle(Join(id=next_id(), seat=1), EVE, 0)
    assert table.handle(Leave(id=next_id(), seat=2), BOB, 0)
    assert table.handle(SetTime(id=next_id(), time=Time(kind="bullet")), ADA, 0)
    assert table.handle(Leave(id=next_id(), seat=0), ADA, 0)
    assert table.handle(Join(id=next_id(), seat=2), ADA, 0)
    assert table.handle(Join(id=next_id(), seat=1), BOB, 120_000), "two minutes later others can join, too"


def test_however_much_strangers_write_host_and_players_can_chat() -> None:
    table = opened("me open open", "cyberzul")
    table.handle(Join(id=next_id(), seat=1), BOB, 0)
    size = write_until_refused(table, EVE)
    assert size <= CHAT_OF_STRANGER
    for number in range(CHAT_OF_STRANGERS // CHAT_OF_STRANGER):
        size += write_until_refused(table, Person(f"stranger-{number}", "Stranger"))
    assert size <= CHAT_OF_STRANGERS
    with pytest.raises(NotNow, match="Spectators"):
        table.handle(Say(id=next_id(), text=LINE), Person("somebody", "Somebody"), 0)
    for player in (ADA, BOB):
        assert size < write_until_refused(table, player) <= CHAT_OF_PLAYER


LINE = "\U0001f600" * 400


def write_until_refused(table: Table, who: Person) -> int:
    """Return how many bytes of chat the table has taken from them."""
    with suppress(NotNow):
        for _ in range(1000):
            table.handle(Say(id=next_id(), text=LINE), who, 0)
    return table._state.chat_sizes[who.player]


def test_the_host_can_not_change_the_time_for_ever() -> None:
    table = opened("me open", "zellij")
    times = [Time(kind="bullet", seconds=10 + number % 2) for number in range(MOST_CHANGES + 1)]
    for time in times[:-1]:
        table.handle(SetTime(id=next_id(), time=time), ADA, 0)
    with pytest.raises(NotNow, match="changes at this table"):
        table.handle(SetTime(id=next_id(), time=times[-1]), ADA, 0)


def test_each_seat_has_its_own_limit_of_undos_and_only_it_notices() -> None:
    table = started("me open", "rows-and-cols")
    seat, who = turn(table), [ADA, BOB][turn(table)]
    before = table.look(SPECTATOR, 0)
    draft = next(text for text in legal(table, seat) if text.startswith("swap"))
    for _ in range(MOST_UNDOS):
        play(table, draft)
        table.handle(Undo(id=next_id(), seat=seat, moment=table.moment(seat)), who, 0)
    play(table, draft)
    with pytest.raises(NotNow, match="taken back 2,000 actions"):
        table.handle(Undo(id=next_id(), seat=seat, moment=table.moment(seat)), who, 0)
    assert table.look(SPECTATOR, 0) == before


def test_turns_can_be_taken_back_only_so_often() -> None:
    table = started("me bot", "cublino-contra")

    def take_back() -> None:
        table.handle(Retract(id=next_id(), seat=0, moment=table.moment(0)), ADA, 0)

    table._state.undo_counts[0] = MOST_UNDOS - 1
    play(table, "d1d2")
    take_back()
    play(table, "d1d2")
    with pytest.raises(NotNow, match="taken back 2,000 actions"):
        take_back()


def legal(table: Table, seat: int) -> list[str]:
    found = position(table, seat).legal
    assert isinstance(found, list)
    return found


def test_a_person_can_change_their_name_only_so_often_at_a_table() -> None:
    table = started("me open", "zellij")
    taken = [bool(table.rename("ada", f"Ada {number}", 0)) for number in range(MOST_NAMES + 5)]
    assert taken == [True] * MOST_NAMES + [False] * 5


def test_every_command_is_limited_in_one_way_or_another() -> None:
    """A new command needs a place here, or people could make a table's log grow without end."""
    of_the_match = {
        Play,
        Shown,
        StandIn,
        GiveUp,
        ClaimWin,
        Reveal,
        Start,
        Abort,
        Close,
        Rematch,
    }  # at most once, or until the match ends
    with_their_own_limit = {Undo, Retract, Say}
    assert set(get_args(AnyCommand)) == decide._REPEATABLE | of_the_match | with_their_own_limit
