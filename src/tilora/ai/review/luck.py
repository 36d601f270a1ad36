"""What chance gave and took: the value of what was drawn, compared with what could have been drawn instead.

The outcome of the match and those drawn again come from the same bag, and are valued in the same way. So on average,
luck is exactly zero, however good or bad the values are.
"""

from dataclasses import dataclass

import numpy as np

from tilora.ai.review.position_values import PositionValues
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.review.tree_values import Worth
from tilora.kernel import Game, Match, State, chance_of
from tilora.kernel.compiled.engine import engine_of


@dataclass(frozen=True)
class PlayedStep:
    """An action of a match, with the whole truth."""

    before: State
    code: int
    after: State
    drew: bool
    """Whether anything was left to chance."""


def steps_of(match: Match) -> tuple[State, list[PlayedStep]]:
    """Return the first position of a match and everything that was played, with the chance it had."""
    engine = engine_of(match.game.rules)
    begun = match.copy()
    if begun.played:
        begun.undo(begun.played)
    first = state = begun.state
    steps = []
    for number, (_, code, _) in enumerate(match.passages(match.turn), 1):
        chance = chance_of(match.seed, number)
        after = engine.play(state, code, chance)
        steps.append(PlayedStep(state, code, after, bool(chance.draws)))
        state = after
    return first, steps


class Luck:
    """Draws chance events of one match again. None of it depends on the seed of the match."""

    def __init__(self, game: Game, values: PositionValues, settings: ReviewSettings, seed: int) -> None:
        self._game, self._values, self._settings, self._seed = game, values, settings, seed
        self._engine = engine_of(game.rules)

    def of_start(self, match: Match, first: State) -> tuple[Worth, Worth]:
        """Return what the seats could expect before the match, and the luck of its first position."""
        if match.given is not None:
            (worth,) = self._values.of([first], self._seed)
            return worth, Worth(np.zeros(match.seats), np.zeros(match.seats))
        numbers = self._game.option_numbers(match.options)
        drawn = [
            self._engine.new(self._game.variant, match.seats, numbers, chance_of(self._seed, event))
            for event in range(self._settings.starts)
        ]
        worth, *others = self._values.of([first, *drawn], self._seed)
        expected = Worth.mean(others)
        return expected, Worth(worth.results - expected.results, worth.points - expected.points)

    def of_step(self, number: int, step: PlayedStep) -> Worth | None:
        """Return the luck of an action; None if nothing was left to chance."""
        if not step.drew:
            return None
        event = self._settings.starts + number * self._settings.outcomes
        drawn = [
            self._engine.play(step.before, step.code, chance_of(self._seed, event + i))
            for i in range(self._settings.outcomes)
        ]
        worth, *others = self._values.of([step.after, *drawn], self._seed + 1 + number)
        expected = Worth.mean(others)
        return Worth(worth.results - expected.results, worth.points - expected.points)
