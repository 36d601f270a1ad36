"""The log: very long ones, of which a look holds the last lines and the rest can be asked for; and how a match ends."""

import pytest

from tests.table.client import Client, encode, whole_look
from tests.table.tables import ADA, BOB, next_id, play, started
from tilora.kernel import SPECTATOR, Outcome
from tilora.table import project
from tilora.table.commands import Say
from tilora.table.log_lines import LogLine, describe_outcome
from tilora.table.look import Since
from tilora.table.project import LINES_SIZE, LONGEST_LINE
from tilora.table.table import Table

LINE = "\U0001f600" * 400
"""As many bytes as a line of chat can have."""


def talked_about(lines: int) -> Table:
    """A table where Ada and Bob have played a little and talked a lot."""
    table = started(game="cyberzul")
    for number in range(lines):
        if number % 10 == 0:
            play(table)
        table.handle(Say(id=next_id(), text=LINE), (ADA, BOB)[number % 2], 0)
    return table


def all_lines(table: Table, viewer: int) -> list[LogLine]:
    """What a client has that asks for everything."""
    look = table.look(viewer, 0)
    lines, first = look.lines, look.lines_total - len(look.lines)
    while first:
        earlier = table.lines(viewer, first)
        assert earlier.first + len(earlier.lines) == first
        assert earlier.lines
        lines, first = [*earlier.lines, *lines], earlier.first
    return lines


def test_a_look_is_never_much_larger_than_the_last_lines() -> None:
    short, long = talked_about(2), talked_about(200)
    assert len(encode(long.look(SPECTATOR, 0).lines)) < 1.2 * LINES_SIZE
    assert len(whole_look(long, SPECTATOR, 0)) < len(whole_look(short, SPECTATOR, 0)) + 1.3 * LINES_SIZE
    assert len(encode(long.lines(SPECTATOR, 150))) < 1.2 * LINES_SIZE


def test_earlier_lines_can_be_asked_for_until_all_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    table = talked_about(200)
    for viewer in (SPECTATOR, 0):
        found = all_lines(table, viewer)
        with monkeypatch.context() as patch:
            patch.setattr(project, "LINES_SIZE", 10**9)
            assert found == table.look(viewer, 0).lines
    assert table.lines(SPECTATOR, 0).lines == []
    assert table.lines(SPECTATOR, 10**9).lines == table.look(SPECTATOR, 0).lines


def test_clients_with_a_gap_go_on_from_the_end() -> None:
    table = talked_about(5)
    here, away = Client(SPECTATOR), Client(SPECTATOR)
    away.look(table, 0)
    for number in range(200):
        table.handle(Say(id=next_id(), text=LINE), (ADA, BOB)[number % 2], 0)
        here.look(table, 0)
    away.look(table, 0)
    assert 0 < away.first_line < here.first_line + len(here.lines) == away.first_line + len(away.lines)
    assert here.lines[-len(away.lines) :] == away.lines


def test_no_line_is_longer_than_what_is_counted() -> None:
    (event,) = started().handle(Say(id=next_id(), text=LINE), BOB, 0)
    assert len(encode(event)) < LONGEST_LINE
    short = started()
    assert short.look(SPECTATOR, 0, since=Since(1, 0, -5)).lines


def test_the_log_calls_a_draw_a_draw_and_a_shared_win_a_shared_win() -> None:
    names = ["Ann", "The Weaver", "Ben"]

    def said(*ranks: int) -> str:
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        return describe_outcome(Outcome(ranks=ranks, winners=winners, reason="nobody can move"), names[: len(ranks)])

    assert said(1, 1) == "The match is over: nobody can move. It is a draw."
    assert said(1, 1, 3) == "The match is over: nobody can move. Ann and the Weaver share the win."
    assert said(2, 1) == "The match is over: nobody can move. The Weaver wins."
