"""Cyberzul and Zellij against their oracle: whole games, step by step, with the engine's deals told to it."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests import times
from tests.oracles.drafting import COLOURS, LETTERS, MARKER, WALL, Oracle
from tilora.families.drafting import CYBERZUL, ZELLIJ, rules
from tilora.kernel import Game, State, chance_of
from tilora.kernel.compiled.engine import Engine
from tilora.tools.check.random_games import engine

TABLES = [(CYBERZUL, 2), (CYBERZUL, 3), (CYBERZUL, 4), (ZELLIJ, 2)]
NAMES = [f"{game.name}-{seats}" for game, seats in TABLES]

Player = Callable[[random.Random, State, Sequence[int]], int]


# Ways to play, so that what is rare comes up


def anything(pick: random.Random, state: State, legal: Sequence[int]) -> int:
    return pick.choice(legal)


def never_the_floor(pick: random.Random, state: State, legal: Sequence[int]) -> int:
    """Takes a line where one can be had, so that walls fill up."""
    return pick.choice([code for code in legal if target_of(code) != rules.FLOOR] or legal)


def neither_floor_nor_line_1(pick: random.Random, state: State, legal: Sequence[int]) -> int:
    """Keeps to the longer lines, so that games are long and the bag runs out."""
    return pick.choice([code for code in legal if target_of(code) > 1] or legal)


def always_the_floor(pick: random.Random, state: State, legal: Sequence[int]) -> int:
    """Completes nothing, so that floor lines overflow and all twenty rounds are played."""
    return pick.choice([code for code in legal if target_of(code) == rules.FLOOR])


def what_fits(pick: random.Random, state: State, legal: Sequence[int]) -> int:
    """Lets as few tiles fall as it can, and then leaves as few places of the line free: walls and scores grow."""
    return min(legal, key=lambda code: (*misfit(state, code), pick.random()))


def no_row(pick: random.Random, state: State, legal: Sequence[int]) -> int:
    """Plays what fits but completes no row where it can help it: columns, colours and long games come up."""
    wall = state.wall[state.turn]
    open_rows = [code for code in legal if target_of(code) and wall[target_of(code) - 1].sum() < rules.SIZE - 1]
    floor = [code for code in legal if target_of(code) == rules.FLOOR]
    return what_fits(pick, state, open_rows or floor)


def target_of(code: int) -> int:
    return code % rules.TARGETS


def misfit(state: State, code: int) -> tuple[int, int]:
    """How many tiles would fall, and how many places of the line would stay free."""
    source, colour, target = rules.parts_of(code)
    tiles = int(state.source[source, colour])
    if target == rules.FLOOR:
        return tiles, 0
    room = target - int(state.line_tiles[state.turn, target - 1])
    return max(0, tiles - room), max(0, room - tiles)


# For each way to play: how many games, of which `make test` plays half, and what is to come up in them.
PLAYS: dict[Player, tuple[int, set[str]]] = {
    anything: (40, {"a row of the wall is complete"}),
    never_the_floor: (40, {"a row of the wall is complete"}),
    neither_floor_nor_line_1: (30, {"a row of the wall is complete", "the bag was filled"}),
    always_the_floor: (3, {"twenty rounds are over", "the bag was filled", "a full floor line"}),
    what_fits: (30, {"a row of the wall is complete"}),
    no_row: (6, {"the bag was filled", "a full floor line"}),
}


@pytest.mark.parametrize("player", PLAYS, ids=lambda player: player.__name__)
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)
def test_engine_and_oracle_agree_at_every_step(game: Game, seats: int, player: Player) -> None:
    games, to_see = PLAYS[player]
    seen: Counter[str] = Counter()
    for seed in range(times(games, (games + 1) // 2)):
        seen += compare_game(game, seats, seed, player)
    assert to_see <= set(seen)


def test_they_agree_when_there_are_too_few_tiles_for_all_mines() -> None:
    seen: Counter[str] = Counter()
    for seed in range(10, 14):
        seen += compare_game(CYBERZUL, 4, seed, no_row)
    assert seen["too few tiles"]


def compare_game(game: Game, seats: int, seed: int, player: Player) -> Counter[str]:
    """One game on both, compared after each action. What came up in it is returned."""
    pick = random.Random(f"{game.name} {seats} {player.__name__} {seed}")
    seed = pick.getrandbits(64)
    rules_engine = engine(game)
    state = rules_engine.new(game.variant, seats, game.option_numbers({}), chance_of(seed, 0))
    oracle = Oracle(game.name, seats, int(state.turn), deal_of(state))
    seen: Counter[str] = Counter()
    number = 0
    compare(game, rules_engine, state, oracle)
    while not state.over:
        number += 1
        code = player(pick, state, [int(code) for code in rules_engine.legal(state)])
        text = game.words.action_text(state, code)
        before, state = state, rules_engine.play(state, code, chance_of(seed, number))
        dealt = state.round_number != before.round_number
        oracle.play(text, deal_of(state) if dealt else None)
        compare(game, rules_engine, state, oracle)
        seen["the bag was filled"] += bool(dealt and state.bag.sum() > before.bag.sum())
        seen["too few tiles"] += bool(dealt and state.on_offer < rules.MINE_TILES * rules.mines(state))
        seen["a full floor line"] += bool((state.floor_used == rules.FLOOR_PLACES).any())
    assert [int(rank) for rank in state.rank[:seats]] == oracle.ranks
    seen[game.words.REASONS[state.reason]] += 1
    return +seen


def compare(game: Game, rules_engine: Engine, state: State, oracle: Oracle) -> None:
    assert int(state.turn) == oracle.turn
    assert bool(state.over) == oracle.over
    assert int(state.round_number) == oracle.round
    assert [int(score) for score in state.score[: state.seats]] == oracle.scores
    texts = [game.words.action_text(state, int(code)) for code in rules_engine.legal(state)]
    assert len(texts) == len(set(texts))
    assert set(texts) == oracle.legal()
    assert facts_of(state) == oracle.facts()


# The engine's state in the oracle's terms


def deal_of(state: State) -> list[dict[str, int]]:
    return [heap(state.source[mine]) for mine in range(1, 2 * int(state.seats) + 2)]


def heap(counts: Any) -> dict[str, int]:
    """Tiles by colour, those that there are."""
    return {colour: int(count) for colour, count in zip(COLOURS, counts, strict=True) if count}


def facts_of(state: State) -> dict[str, object]:
    return {
        "middle": heap(state.source[rules.MIDDLE]),
        "marker_in_middle": state.marker == rules.NOBODY,
        "mines": deal_of(state),
        "bag": heap(state.bag),
        "discard": heap(state.discard),
        "seats": [seat_facts(state, seat) for seat in range(state.seats)],
    }


def seat_facts(state: State, seat: int) -> dict[str, object]:
    colours, tiles = state.line_colour[seat].tolist(), state.line_tiles[seat].tolist()
    wall = state.wall[seat].tolist()
    things = [*COLOURS, MARKER]
    return {
        "lines": [(COLOURS[colour] if count else None, count) for colour, count in zip(colours, tiles, strict=True)],
        "wall": [
            "".join(LETTERS[WALL[row][column]] if wall[row][column] else "." for column in range(5)) for row in range(5)
        ],
        "floor": [things[thing - 1] for thing in state.floor[seat].tolist() if thing != rules.FREE],
        "holds_marker": state.marker == seat,
        "score": int(state.score[seat]),
    }
