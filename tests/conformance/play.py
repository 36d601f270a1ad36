"""Playing random games for the conformance tests, straight on the rules, with every state kept in sight."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tilora.kernel import Game, State, chance_of, games
from tilora.kernel.compiled.engine import Engine

TABLES = [(game, seats) for game in games() for seats in game.seats]
"""Every installed game with every number of seats: what a conformance test runs over."""
NAMES = [f"{game.name}-{seats}" for game, seats in TABLES]


@dataclass(frozen=True)
class Moment:
    """One step of a game: the state before, the action, the state after, and whether chance had a part in it."""

    before: State
    code: int
    after: State
    drew: bool


@cache
def engine(game: Game, mode: str = "compiled") -> Engine:
    return Engine(game.rules, mode)


def first_state(game: Game, seats: int, seed: int, mode: str = "compiled") -> State:
    """The first position; other seeds also try other options."""
    chosen = {option.name: option.choices[seed % len(option.choices)] for option in game.options}
    numbers = game.option_numbers(game.checked_options(chosen))
    return engine(game, mode).new(game.variant, seats, numbers, chance_of(seed, 0))


def seeds(game: Game, seats: int, steps: int) -> Iterator[int]:
    """Seeds for as many random games as it takes to see this many steps: long games are played less often."""
    seed, seen = 0, 0
    while seen < steps:
        yield seed
        seen += sum(1 for _ in random_game(game, seats, seed))
        seed += 1


def random_game(game: Game, seats: int, seed: int, mode: str = "compiled") -> Iterator[Moment]:
    """A random game, moment by moment. The same seed gives the same game in every mode."""
    rules = engine(game, mode)
    pick = random.Random(seed)
    # Some players are steady: they have habits, which lead to places that even chance hardly ever finds.
    habit = pick.choice([None, None, min, max])
    state = first_state(game, seats, seed, mode)
    number = 0
    while not state.over:
        number += 1
        legal = rules.legal(state)
        steady = habit is not None and pick.random() < 0.8
        code = int(habit(legal) if steady and habit is not None else pick.choice(legal))
        chance = chance_of(seed, number)
        after = rules.play(state, code, chance)
        yield Moment(state, code, after, bool(chance.draws))
        state = after
