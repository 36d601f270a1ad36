"""Random games, played straight on the rules, with every state kept in sight."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from tilora.kernel import Game, State, chance_of
from tilora.kernel.compiled.engine import Engine
from tilora.tools.check.mistakes import BrokenPromise, in_time

LONGEST_GAME = 5_000
"""No random game takes more actions than this."""
STEADY = 0.8
"""How often a steady player does what it always does."""


@dataclass(frozen=True)
class Moment:
    """One step of a game: the state before, the action, the state after, and whether chance had a part in it."""

    before: State
    code: int
    after: State
    drew: bool
    luck: tuple[int, int]
    """The seed and the number of the event, which `chance_of` takes."""


@dataclass
class RandomGame:
    """A random game, from its first position or from one on the way, to its end."""

    game: Game
    seats: int
    seed: int
    first: State
    moments: list[Moment]
    mode: str = "compiled"
    """How its rules were run."""
    at: int = field(default=0, compare=False)
    """The number of the action that is being looked at: after a mistake, the one that it was made in."""
    until: float = field(default=float("inf"), compare=False)
    """When whoever looks at it has to stop, by the monotonic clock."""

    @property
    def states(self) -> list[State]:
        return [self.first, *(moment.after for moment in self.moments)]

    @property
    def last(self) -> State:
        return self.moments[-1].after if self.moments else self.first

    def steps(self, every: int = 1) -> Iterator[tuple[int, Moment]]:
        """Return each moment with its number from 0, or one in `every` and the last. Raises TimeIsUp."""
        for number, moment in enumerate(self.moments):
            in_time(self.until)
            if number % every == 0 or number == len(self.moments) - 1:
                self.at = number + 1
                yield number, moment


@cache
def engine(game: Game, mode: str = "compiled") -> Engine:
    """Return the rules of the game in that mode, the same for everybody who asks."""
    return Engine(game.rules, mode)


def first_state(game: Game, seats: int, seed: int, mode: str = "compiled") -> State:
    """Return the first position; other seeds also try other options."""
    chosen, rest = {}, seed
    for option in game.options:
        rest, number = divmod(rest, len(option.choices))
        chosen[option.name] = option.choices[number]
    numbers = game.option_numbers(game.checked_options(chosen))
    return engine(game, mode).new(game.variant, seats, numbers, chance_of(seed, 0))


def random_game(game: Game, seats: int, seed: int, mode: str = "compiled") -> Iterator[Moment]:
    """Play a random game, moment by moment. The same seed gives the same game in every mode."""
    return go_on(game, first_state(game, seats, seed, mode), seed, mode)


def go_on(game: Game, state: State, seed: int, mode: str, number: int = 0) -> Iterator[Moment]:
    """Play on at random, `number` actions after the start. Raises BrokenPromise if that can't go on or never ends."""
    rules = engine(game, mode)
    pick = random.Random(seed)  # noqa: S311 - nobody plays for this luck
    # Some players are steady: they have habits, which lead to places that even chance hardly ever finds.
    habit = pick.choice([None, None, min, max])
    while not state.over:
        number += 1
        if number > LONGEST_GAME:
            raise BrokenPromise(f"A random game has not ended after {LONGEST_GAME:,} actions. Every match must end.")
        legal = rules.legal(state)
        if not len(legal):
            raise BrokenPromise("`legal` finds no action, but the match is not over.")
        steady = habit is not None and pick.random() < STEADY
        code = int(habit(legal) if steady and habit is not None else pick.choice(legal))
        chance = chance_of(seed, number)
        after = rules.play(state, code, chance)
        yield Moment(state, code, after, bool(chance.draws), (seed, number))
        state = after


def play_game(game: Game, seats: int, seed: int, mode: str = "compiled") -> RandomGame:
    """Play a random game to its end."""
    first = first_state(game, seats, seed, mode)
    return RandomGame(game, seats, seed, first, list(go_on(game, first, seed, mode)), mode)


def games_of(game: Game, seats: int, steps: int) -> Iterator[RandomGame]:
    """Play as many random games as it takes to see this many steps: long games are played less often."""
    seed, seen = 0, 0
    while seen < steps:
        played = play_game(game, seats, seed)
        yield played
        seen += len(played.moments)
        seed += 1
