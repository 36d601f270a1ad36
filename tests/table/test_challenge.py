"""The table of a day's challenge: the same luck and the same opponent for everybody, and no peeking."""

import random

import msgspec
import pytest

from tests.table.tables import ADA, BOB, EVE, LEGAL, SECRET, next_id, position
from tilora.ai.players import levels
from tilora.kernel import Evidence, Record, commitment, games, verify
from tilora.server.bots.tasks import move_exactly
from tilora.table.challenge import day_before, day_of, end_of
from tilora.table.commands import HandOver, Play, SetWatchers, StandIn, Undo
from tilora.table.errors import NotAllowed, NotNow
from tilora.table.look import RunningRecord, TableLook
from tilora.table.setup import Person, PlaceSetup, Setup
from tilora.table.table import Table

DAY = "2026-11-17"
SUITED = [game for game in games() if game.challenge]
every_suited_game = pytest.mark.parametrize("game", [game.name for game in SUITED])


def challenged(who: Person, game: str = "pebbles", level: int = 1, secret: str = SECRET) -> Table:
    """Somebody's attempt, which has begun."""
    seats = next(each.seats[0] for each in SUITED if each.name == game)
    places = [PlaceSetup(kind="me"), *[PlaceSetup(kind="bot", level=level)] * (seats - 1)]
    setup = Setup(game=game, places=places, watchers=False)
    return Table.open(f"of-{who.player}", setup, who, secret=secret, now=0, challenge=DAY)[0]


def play(table: Table, who: Person, dice: random.Random) -> None:
    """One action, of whoever has to act: of a bot as the server computes it, of the person by those dice."""
    if pending := table.pending:
        assert pending.seed is not None
        assert pending.level is not None
        table.answer(pending, move_exactly(table.pending_view(), pending.level, pending.seed).action, 0)
        return
    legal = table.look(0, 0, wants=LEGAL).position
    assert not isinstance(legal, msgspec.UnsetType)
    assert isinstance(legal.legal, list)
    action = dice.choice(legal.legal)
    table.handle(Play(id=next_id(), seat=0, moment=table.moment(0), action=action), who, 0)


def played(table: Table, who: Person, dice: random.Random, most: int = 10**6) -> Table:
    """The same table, with its match over or that many actions later."""
    while table.summary().status == "running" and most:
        play(table, who, dice)
        most -= 1
    return table


def actions(table: Table) -> list[str]:
    """What has been played."""
    return [step.text for step in table.look(0, 0).steps]


@every_suited_game
def test_whoever_plays_the_same_gets_the_same_luck_and_the_same_answers(game: str) -> None:
    one, other = (played(challenged(who, game), who, random.Random(1), 40) for who in (ADA, BOB))
    assert actions(one) == actions(other)
    assert position(one, 0).scores == position(other, 0).scores


def test_a_level_that_searches_answers_the_same_too() -> None:
    searching = next(level.number for level in levels.LEVELS if level.share > 0)
    one, other = (played(challenged(who, level=searching), who, random.Random(1), 8) for who in (ADA, BOB))
    assert actions(one) == actions(other)


def test_another_day_has_other_luck() -> None:
    seen = {
        tuple(actions(played(challenged(ADA, "cyberzul", secret=secret), ADA, random.Random(1), 12)))
        for secret in ("ab" * 32, "cd" * 32, "ef" * 32)
    }
    assert len(seen) == 3


def test_undoing_does_not_change_what_the_bot_will_do() -> None:
    steady, doubtful = (challenged(who, "rows-and-cols") for who in (ADA, BOB))
    for table, who in ((steady, ADA), (doubtful, BOB)):
        while table.pending:
            play(table, who, random.Random(2))
    first = position(doubtful, 0).legal
    assert isinstance(first, list)
    action = next(text for text in first if "swap" not in text)
    doubtful.handle(Play(id=next_id(), seat=0, moment=doubtful.moment(0), action=action), BOB, 0)
    doubtful.handle(Undo(id=next_id(), seat=0, moment=doubtful.moment(0)), BOB, 0)
    for table, who in ((steady, ADA), (doubtful, BOB)):
        dice = random.Random(6)
        while table.pending is None:
            play(table, who, dice)
    one, other = steady.pending, doubtful.pending
    assert one is not None
    assert other is not None
    assert one.seed == other.seed
    assert one.number != other.number


def test_nobody_learns_the_secret_or_the_record_before_the_day_is_over() -> None:
    table = played(challenged(ADA), ADA, random.Random(3))
    assert table.summary().status == "finished"
    facts = table.look(0, 0).table
    assert isinstance(facts, TableLook)
    assert facts.challenge == DAY
    assert facts.commitment == commitment(SECRET)
    for now in (0, end_of(DAY) - 1):
        record = table.record(0, now)
        assert isinstance(record, RunningRecord)
        sent = msgspec.json.encode([table.look(0, now, wants=frozenset({"scene", "position", "words"})), record])
        assert SECRET.encode() not in sent
        assert b'"seed"' not in sent
    record = table.record(0, end_of(DAY))
    assert isinstance(record, Record)
    checked = verify(record, Evidence(commitments=(commitment(SECRET),)))
    assert "The server's secret was fixed when you saw the commitment." in checked.proven


def test_nobody_can_watch_and_nobody_gets_hints() -> None:
    table = challenged(ADA)
    with pytest.raises(NotAllowed, match="spectators"):
        table.viewer(EVE.player, None)
    with pytest.raises(NotAllowed, match="watch a challenge"):
        table.handle(SetWatchers(id=next_id(), watchers=True), ADA, 0)
    while table.pending:
        play(table, ADA, random.Random(4))
    with pytest.raises(NotNow, match="no hints in a challenge"):
        table.hint_view(0, ADA)


@pytest.mark.parametrize("help_", ["stand-in", "hand-over", "search-failed"])
def test_a_result_with_help_or_against_a_weaker_bot_does_not_count(help_: str) -> None:
    table, dice = challenged(ADA), random.Random(5)
    assert played(challenged(ADA), ADA, dice).summary().places[0].value is not None
    while table.pending:
        play(table, ADA, dice)
    if help_ == "stand-in":
        table.handle(StandIn(id=next_id(), seat=0, moment=table.moment(0)), ADA, 0)
    elif help_ == "hand-over":
        table.handle(HandOver(id=next_id(), seat=0, level=1), ADA, 0)
    while table.summary().status == "running":
        pending = table.pending
        if pending is None:
            play(table, ADA, dice)
        else:
            action = levels.at_once(table.pending_view(), seed=1)
            table.answer(pending, action, 0, search_failed=help_ == "search-failed")
    assert table.summary().status == "finished"
    assert table.summary().places[0].value is None


def test_days_begin_and_end_at_midnight_utc() -> None:
    midnight = end_of(DAY)
    assert day_of(midnight - 1) == DAY
    assert day_of(midnight) == "2026-11-18"
    assert day_before("2026-03-01") == "2026-02-28"
