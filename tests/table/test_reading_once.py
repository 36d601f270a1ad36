"""The text of an action is read once on its way into the match; what is handed on can't be for another position."""

import pytest

from tests.table.tables import ADA, SECRET, play, started
from tilora.kernel import Action, IllegalAction, Match
from tilora.table.apply import apply_event
from tilora.table.events import Played, decode_event, encode_event
from tilora.table.setup import PlaceSetup, Setup
from tilora.table.table import Table


@pytest.fixture
def handed_on(monkeypatch: pytest.MonkeyPatch) -> list[Action | str]:
    """What matches were given to play."""
    given: list[Action | str] = []
    original = Match.play

    def noting(match: Match, action: Action | str) -> Action:
        given.append(action)
        return original(match, action)

    monkeypatch.setattr(Match, "play", noting)
    return given


def test_a_move_is_handed_on_as_the_action_that_was_checked(handed_on: list[Action | str]) -> None:
    events = play(started())
    assert [type(given) for given in handed_on] == [Action]
    assert [event.action for event in events if isinstance(event, Played)] == [str(handed_on[0])]


def test_the_answer_of_a_bot_too(handed_on: list[Action | str]) -> None:
    table = started("bot bot")
    assert table.pending is not None
    table.answer(table.pending, "draw", 0)
    assert [type(given) for given in handed_on] == [Action]


def test_a_stored_event_has_only_its_text(handed_on: list[Action | str]) -> None:
    setup = Setup(game="pebbles", places=[PlaceSetup(kind="bot"), PlaceSetup(kind="bot")])
    table, events = Table.open("t", setup, ADA, secret=SECRET, now=0)
    assert table.pending is not None
    events += table.answer(table.pending, "draw", 0)
    Table.replay("t", [decode_event(encode_event(event)) for event in events])
    assert [type(given) for given in handed_on] == [Action, str]


def test_an_action_for_another_event_is_not_played() -> None:
    table = started()
    match = table._state.match
    assert match is not None
    one, other, *_ = match.legal()
    with pytest.raises(AssertionError):
        apply_event(table._state, Played(at=0, seat=match.turn, action=str(one)), other)
    assert match.played == 0


def test_an_action_of_another_position_is_not_played() -> None:
    table = started()
    match = table._state.match
    assert match is not None
    early = match.legal()[0]
    while match.turn == early.seat:
        play(table)
    played = match.played
    with pytest.raises(IllegalAction):
        apply_event(table._state, Played(at=0, seat=match.turn, action=str(early)), early)
    assert match.played == played
