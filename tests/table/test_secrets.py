"""Non-interference: tables that differ only in what somebody can't know look the same to that one, byte by byte."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from tests import SOAK
from tests.table.client import encode
from tests.table.tables import GAMES, NAMES, SECRET, masked, next_id
from tilora.kernel import SPECTATOR, Game, Match, State, TiloraError, chance_of, redacted_action
from tilora.kernel.compiled.engine import engine_of
from tilora.table.commands import AnyCommand, HandOver, Play, StandIn, TakeBack, Undo
from tilora.table.events import Time
from tilora.table.look import NOTHING, Since
from tilora.table.setup import Person, PlaceSetup, Setup
from tilora.table.table import Table

TEXTS = frozenset({"legal", "words", "position"})
ALL = TEXTS | {"scene"}
LATER = Since(version=3, steps=1, lines=2)
ADA = Person("ada", "Ada")

every_game = pytest.mark.parametrize(("game", "seats"), GAMES, ids=NAMES)
seeds = pytest.mark.parametrize("seed", range(2 * SOAK))


def table_of(game: Game, seats: int, position: str | None = None) -> Table:
    """A running table, all of whose seats are Ada's, as far as the server is concerned."""
    kinds = [PlaceSetup(kind="here", name=f"Seat {seat}") for seat in range(seats)]
    setup = Setup(game=game.name, places=kinds, position=position, time=Time(kind="bullet", seconds=100))
    return Table.open("t", setup, ADA, secret=SECRET, now=0)[0]


def match_of(table: Table) -> Match:
    match = table._state.match
    assert match is not None
    return match


def told(table: Table, viewer: int, now: int) -> list[bytes]:
    """All that a viewer ever gets: looks at first sight and later ones, the record, and the answers to mistakes."""
    looks = [masked(encode(table.look(viewer, now, wants=TEXTS, since=since))) for since in (NOTHING, LATER)]
    return [*looks, encode(table.record(viewer)), *answers(table, viewer, now)]


def answers(table: Table, viewer: int, now: int) -> Iterator[bytes]:
    """The answer to a seat that tries something out of turn."""
    if viewer == SPECTATOR or viewer == match_of(table).turn:
        return
    moment = table.moment(viewer)
    commands: list[AnyCommand] = [
        Play(id="x", seat=viewer, moment=moment, action="end"),
        Undo(id="x", seat=viewer, moment=moment),
        Undo(id="x", seat=viewer, moment=moment - 1),
        StandIn(id="x", seat=viewer, moment=moment),
    ]
    for command in commands:
        with pytest.raises(TiloraError) as refused:
            table.handle(command, ADA, now)
        yield f"{type(refused.value).__name__} {refused.value}".encode()


def played(table: Table, action: str, now: int) -> None:
    seat = match_of(table).turn
    table.handle(Play(id=next_id(), seat=seat, moment=table.moment(seat), action=action), ADA, now)


def undo(table: Table, now: int) -> None:
    seat = match_of(table).turn
    table.handle(Undo(id=next_id(), seat=seat, moment=table.moment(seat)), ADA, now)


@seeds
@every_game
def test_nobody_learns_how_often_somebody_changed_their_mind(game: Game, seats: int, seed: int) -> None:
    """One table where a seat is sure of its actions, and one where it tries out and undoes, at other times."""
    pick, doubter, now = random.Random(seed), seed % seats, 0
    sure, unsure = table_of(game, seats), table_of(game, seats)
    others = [SPECTATOR, *(seat for seat in range(seats) if seat != doubter)][:3]

    def same() -> bool:
        return all(told(sure, viewer, now) == told(unsure, viewer, now) for viewer in others)

    for _ in range(18):
        if match_of(sure).over:
            break
        now += 1000
        if match_of(unsure).turn == doubter:
            drafted = match_of(unsure).drafted
            for _ in range(pick.randint(1, 4)):
                drafts = drafts_of(match_of(unsure))
                if drafts:
                    played(unsure, pick.choice(drafts), now - pick.randint(0, 300))
                    assert same()
            now += 1000
            for table in (sure, unsure):
                table.resume(now - 1900, now)
            assert same()
            while match_of(unsure).drafted > drafted:
                undo(unsure, now - pick.randint(0, 300))
            assert same()
        action = pick.choice(match_of(sure).texts())
        for table in (sure, unsure):
            played(table, action, now)
        assert same()
        if not match_of(sure).over and pick.random() < 0.2:
            for table in (sure, unsure):
                table.handle(HandOver(id=next_id(), seat=doubter), ADA, now)
                table.handle(TakeBack(id=next_id(), seat=doubter), ADA, now)
            assert same()
    assert [encode(sure.look(viewer, now, wants=ALL)) for viewer in others] == [
        encode(unsure.look(viewer, now, wants=ALL)) for viewer in others
    ]


def drafts_of(match: Match) -> list[str]:
    """What leaves the turn unfinished and draws no luck."""
    state, found = match.state, []
    for text, action in zip(match.texts(), match.legal(), strict=True):
        chance = chance_of(0, 0)
        after = engine_of(match.game.rules).play(state, action.code, chance)
        if not chance.draws and not after.over and after.turns == state.turns:
            found.append(text)
    return found


def truths(game: Game, seats: int, seed: int, viewer: int) -> tuple[State, State]:
    """Two positions in the middle of a match which the viewer can't tell apart, and nobody has begun a turn."""
    pick = random.Random(seed)
    match = Match(game, seats=seats, seed=seed)
    for _ in range(pick.randint(0, 30)):
        if not match.over:
            match.play(pick.choice(match.texts()))
    while match.drafted or match.over:
        match.undo()
    view = match.view(None if viewer == SPECTATOR else viewer)
    return match.state, engine_of(game.rules).imagine(view.state, viewer, chance_of(seed, 1))


@seeds
@every_game
def test_nobody_learns_what_others_hold_or_choose_in_secret(game: Game, seats: int, seed: int) -> None:
    """Two hidden truths, the same deeds in both, other secrets where the rules keep them: the viewer gets the same."""
    compared = 0
    for viewer in [SPECTATOR, *range(min(seats, 2))]:
        texts = [game.words.position_text(truth) for truth in truths(game, seats, seed, viewer)]
        if any(Match(game, position=text).over for text in texts):
            continue
        one, other = (table_of(game, seats, text) for text in texts)
        pick, now = random.Random(seed), 0
        for _ in range(10):
            if seen(one, viewer) != seen(other, viewer):
                break  # luck has shown the viewer something that differs
            assert told(one, viewer, now) == told(other, viewer, now)
            compared += 1
            now += 1000
            action = pick.choice(match_of(one).texts()) if not match_of(one).over else ""
            twin = counterpart(one, other, action, viewer, pick)
            if not action or twin is None:
                break
            played(one, action, now)
            played(other, twin, now)
        if seen(one, viewer) == seen(other, viewer):
            looks = [masked(encode(table.look(viewer, now, wants=ALL))) for table in (one, other)]
            assert looks[0] == looks[1]
    assert compared


def seen(table: Table, viewer: int) -> tuple[bytes, list[str]]:
    """The position as the rules show it to the viewer, and the words of what happened."""
    view = match_of(table).view(None if viewer == SPECTATOR else viewer)
    return view.state.tobytes(), [step.words for step in view.history]


def counterpart(one: Table, other: Table, action: str, viewer: int, pick: random.Random) -> str | None:
    """What can be done at the other table that looks like that action to the viewer; rather something else."""
    match, words = match_of(other), match_of(other).game.words
    if action and match.turn != viewer:
        view = match.view(None if viewer == SPECTATOR else viewer).state
        hidden = redacted_action(words, view, match_of(one).check(action).code)
        alike = [
            str(choice) for choice in match.legal() if hidden and redacted_action(words, view, choice.code) == hidden
        ]
        if alike:
            return pick.choice(alike)
    return action if action in match.texts() else None


def test_a_secret_swap_looks_like_any_other() -> None:
    """The same by hand: RowsAndCols' swaps, told apart by their owner and by nobody else."""
    game = next(game for game, _ in GAMES if game.name == "rows-and-cols")
    one, other = table_of(game, 2), table_of(game, 2)
    actor = match_of(one).turn
    swaps = [text for text in match_of(one).texts() if text.startswith("swap")]
    for table, swap in ((one, swaps[0]), (other, swaps[-1])):
        played(table, swap, 10)
        played(table, "end", 20)
    assert swaps[0] != swaps[-1]
    for viewer in (SPECTATOR, 1 - actor):
        assert told(one, viewer, 30) == told(other, viewer, 30)
        assert b"swap ?" in told(one, viewer, 30)[0]
    assert told(one, actor, 30) != told(other, actor, 30)


def test_a_position_that_was_set_up_is_shown_without_its_secrets() -> None:
    text = "6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | 0w 2b / 1w 0b"
    game = next(game for game, _ in GAMES if game.name == "pebbles")
    record = msgspec.json.decode(encode(table_of(game, 2, text).record(0)))
    assert record["position"] == "6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | 2? / 1?"
    assert "seed" not in record
