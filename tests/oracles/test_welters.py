"""Welters against its oracle: whole games, step by step, with the engine's luck told to the oracle."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest

from tests import SOAK
from tests.oracles.welters import COLOURS, GRADES, TILE_NAMES, Card, Oracle, Tile
from tilora.families.welters import WELTERS
from tilora.families.welters.rules import (
    CARDS_OF_KIND,
    CAST,
    DISCARD,
    KINDS,
    NOBODY,
    SCORE,
    TILES,
    VALUES,
    odds,
)
from tilora.kernel import State, blank, chance_of
from tilora.kernel.compiled.engine import Engine

GAMES = 45
"""Of each kind of play."""

words = WELTERS.words

Player = Callable[[random.Random, State, Sequence[int]], int]


# Ways to play, so that what is rare comes up


def anything(pick: random.Random, state: State, legal: Sequence[int]) -> int:
    return pick.choice(legal)


def all_colours(pick: random.Random, state: State, legal: Sequence[int]) -> int:
    """Casts three cards where it can, so that hands run out soon."""
    return pick.choice([code for code in legal if code < CAST] or legal)


def one_card(pick: random.Random, state: State, legal: Sequence[int]) -> int:
    """Casts single cards, so that the other is left without any first."""
    return pick.choice([code for code in legal if code >= CAST] or legal)


def well(pick: random.Random, state: State, legal: Sequence[int]) -> int:
    """Casts many cards where the most points are to be hoped for, so that the map fills up."""
    if legal[-1] >= DISCARD or legal[-1] < CAST or (legal[0] < CAST and pick.random() < 0.9):
        return all_colours(pick, state, legal)
    casts = [code for code in legal if code >= CAST]
    few = pick.sample(casts, min(8, len(casts)))
    return max(few, key=lambda code: odds(state, code - CAST) * SCORE[state.grade[code - CAST]])


def at_the_other(pick: random.Random, state: State, legal: Sequence[int]) -> int:
    """Casts at tiles of the opponent."""
    theirs = 2 - state.turn
    return pick.choice(
        [code for code in legal if CAST <= code < DISCARD and state.owner[code - CAST] == theirs] or legal
    )


PLAYS: dict[str, tuple[Player, Player]] = {
    "anything": (anything, anything),
    "all colours": (all_colours, all_colours),
    "one card against all colours": (one_card, all_colours),
    "well": (well, well),
    "well against anything": (well, anything),
    "at each other": (at_the_other, at_the_other),
    "well against the other's": (at_the_other, well),
}


# Between the two


def cards_of(counts: Sequence[int]) -> list[Card]:
    """The cards of the engine's counts by kind."""
    return [(COLOURS[kind // VALUES], kind % VALUES) for kind in range(KINDS) for _ in range(counts[kind])]


def chosen_of(state: State) -> list[Card]:
    chosen = zip(COLOURS, state.chosen.tolist(), strict=True)
    return [(colour, value - 1) for colour, value in chosen if value]


def hands_of(state: State) -> list[list[Card]]:
    """The hands as the oracle has them: without what is chosen."""
    hands = [cards_of(state.hand[seat].tolist()) for seat in range(2)]
    for card in chosen_of(state):
        hands[state.turn].remove(card)
    return hands


def map_of(state: State) -> dict[str, Tile]:
    tiles = {}
    for tile, name in enumerate(TILE_NAMES):
        red, yellow, blue = state.value[tile].tolist()
        tiles[name] = (GRADES[state.grade[tile]], red, yellow, blue)
    return tiles


def oracle_of(state: State) -> Oracle:
    """The oracle in a first position."""
    return Oracle(map_of(state), hands_of(state))


def oracle_in(state: State) -> Oracle:
    """The oracle in any position. It has no way to be put there, so it starts anywhere and is rearranged."""
    deck = cards_of(CARDS_OF_KIND.tolist())
    oracle = Oracle(map_of(state), [deck[:5], deck[5:13]])
    oracle._hands = hands_of(state)
    oracle._chosen = chosen_of(state)
    oracle._spent = Counter(cards_of(state.spent.tolist()))
    oracle._deck = Counter(cards_of(state.deck.tolist()))
    for name, owner in zip(TILE_NAMES, state.owner.tolist(), strict=True):
        oracle._owner[name] = None if owner == NOBODY else owner - 1
    oracle.turn = int(state.turn)
    return oracle


def luck(before: State, after: State) -> tuple[list[int], list[Card]]:
    """The rolls and the cards drawn between two positions."""
    if after.turns == before.turns:
        return [], []
    seat = before.turn
    drawn = after.hand[seat] - before.hand[seat] + (after.spent - before.spent)
    return [int(roll) for roll in after.last_rolls if roll], cards_of(drawn.tolist())


def agree(state: State, legal: Sequence[int], oracle: Oracle) -> None:
    assert bool(state.over) == oracle.over
    assert int(state.turn) == oracle.turn
    assert state.score.tolist() == oracle.scores
    assert {words.action_text(state, code) for code in legal} == oracle.legal()
    assert {
        "owner": {
            name: None if owner == NOBODY else owner - 1
            for name, owner in zip(TILE_NAMES, state.owner.tolist(), strict=True)
        },
        "hands": [sorted(hand) for hand in hands_of(state)],
        "chosen": sorted(chosen_of(state)),
        "spent": dict(Counter(cards_of(state.spent.tolist()))),
        "deck": dict(Counter(cards_of(state.deck.tolist()))),
    } == oracle.facts()
    if state.over:
        assert state.rank.tolist() == oracle.ranks


def play_out(engine: Engine, state: State, oracle: Oracle, players: tuple[Player, Player], seed: int) -> Counter[str]:
    """Play to the end, engine and oracle side by side; count what came up."""
    pick = random.Random(seed)
    seen: Counter[str] = Counter()
    number = 0
    legal = engine.legal(state).tolist()
    agree(state, legal, oracle)
    while not state.over:
        number += 1
        code = players[state.turn](pick, state, legal)
        if CAST <= code < DISCARD and number % 3 == 0:
            target = words.action_text(state, code).removeprefix("cast ")
            assert Fraction(int(odds(state, code - CAST)), 144) == oracle.chance_to_capture(target)
        after = engine.play(state, code, chance_of(seed, number))
        oracle.play(words.action_text(state, code), *luck(state, after))
        legal = engine.legal(after).tolist()
        agree(after, legal, oracle)
        note(seen, state, code, after)
        state = after
    return seen


def note(seen: Counter[str], before: State, code: int, after: State) -> None:
    if code < CAST:
        return
    seen["passed over"] += bool(after.turn == before.turn and not after.over)
    seen["half a draw"] += bool(before.deck_size and not after.deck_size and after.hand_size[before.turn] < 8)
    if code >= DISCARD:
        seen["discarded"] += 1
    elif after.last_error == 0:
        seen["exact"] += 1
        seen["exact on the opponent's"] += bool(before.owner[code - CAST] != NOBODY)
    elif after.last_rolls[1]:
        seen["captured from the opponent" if after.last_captured else "held"] += 1


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(WELTERS.rules, "compiled")


@pytest.mark.parametrize("play", PLAYS)
def test_whole_games_go_as_in_the_oracle(engine: Engine, play: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES * SOAK):
        state = engine.new(0, 2, np.zeros(0, np.int64), chance_of(seed, 0))
        seen += play_out(engine, state, oracle_of(state), PLAYS[play], seed)
    if play == "one card against all colours":
        assert seen["passed over"]
    if play.startswith("well"):
        assert seen["captured from the opponent"]
        assert seen["held"]


def late_position(pick: random.Random) -> State:
    """A position with nearly all tiles in one seat's hands, and cards that fit the others exactly."""
    state = blank(WELTERS.rules.STATE, 0, 2)
    box = [grade for grade, count in enumerate((16, 12, 8, 6, 3)) for _ in range(count)]
    state.grade[:] = pick.sample(box, TILES)
    deck = [kind for kind in range(KINDS) for _ in range(CARDS_OF_KIND[kind])]
    pick.shuffle(deck)
    left = pick.choice([0, 0, 0, 1, 2, 9])
    sizes = (8, 8) if left else (pick.randint(1, 8), pick.randint(0, 8))
    for seat in range(2):
        for _ in range(sizes[seat]):
            state.hand[seat, deck.pop()] += 1
    state.hand_size[:] = sizes
    for _ in range(left):
        state.deck[deck.pop()] += 1
    state.deck_size = left
    for kind in deck:
        state.spent[kind] += 1
    rich = pick.randrange(2)
    for tile in range(TILES):
        free = tile >= TILES - pick.randrange(4)
        state.owner[tile] = pick.choice([0, 2 - rich]) if free else 1 + rich
        for colour in range(len(COLOURS)):
            of_colour = slice(colour * VALUES, (colour + 1) * VALUES)
            held = state.hand[rich, of_colour].nonzero()[0].tolist()
            state.value[tile, colour] = pick.choice(held or range(VALUES))
    for seat in range(2):
        state.score[seat] = SCORE[state.grade[state.owner == 1 + seat]].sum()
    return state


def test_late_positions_go_as_in_the_oracle(engine: Engine) -> None:
    seen: Counter[str] = Counter()
    for seed in range(250 * SOAK):
        pick = random.Random(seed)
        state = late_position(pick)
        parsed = blank(WELTERS.rules.STATE)
        words.parse_position(words.position_text(state), parsed)
        assert parsed.tobytes() == state.tobytes()
        seen += play_out(engine, state, oracle_in(state), pick.choice(list(PLAYS.values())), seed)
    for what in ("discarded", "exact", "exact on the opponent's", "passed over", "half a draw"):
        assert seen[what], f"{what} never came up"
