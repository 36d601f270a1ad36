"""What a seat could have done instead, and what that was worth: by its view alone, so that no secret changes a grade.

A search finds candidates. Then each of them, and the played action, is valued by a search of its own from the position
after it, all with the same budget and the same chance. Where nothing is hidden and the game is played with a network,
that search uses it; elsewhere, trees grow from what the seat would know then.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tilora.ai.network import contract
from tilora.ai.network.network_search import NetworkSearch
from tilora.ai.network.shipped import playing_network
from tilora.ai.review.position_values import PositionValues
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.review.tree_values import Floats, TreeValues, Worth
from tilora.ai.search.think import Answer, Budget, think
from tilora.ai.search.with_network import expected_by_seat
from tilora.kernel import Game, State, View, chance_of
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.contract.state import content

BATCHES = 8
"""How many independent parts a search without a network has. Their spread shows how certain it is."""


@dataclass(frozen=True, eq=False)
class ValuedAction:
    """An action, and what it is worth in each part of the search."""

    code: int
    worths: list[Worth]
    line: tuple[int, ...] = ()
    """The codes of what its search expects after it; nothing where that is not known."""
    proven: bool = False
    """Whether it is certain how the match ends after it, if everybody plays well."""

    @cached_property
    def worth(self) -> Worth:
        """What it is worth by the whole search."""
        return Worth.mean(self.worths)

    def is_certain(self, seat: int, result: float) -> bool:
        """Return whether it is proven to lead to that result of the seat."""
        return self.proven and self.worth.results[seat] == result


@dataclass(frozen=True)
class Examined:
    """What was found out about a decision."""

    options: list[ValuedAction]
    """The best first."""
    played: ValuedAction
    answer: Answer
    """Of the search that found the candidates."""
    error: float
    """How far off the loss may be, as far as the search can tell: the standard error."""

    @property
    def best(self) -> ValuedAction:
        return self.options[0]

    def loss(self, seat: int) -> float:
        """How much better the best is for the seat than what it played, in expected result."""
        return float(self.best.worth.results[seat] - self.played.worth.results[seat])


def seed_of(view: View) -> int:
    """Return the seed for everything that is computed about a view: it depends on nothing else."""
    return int.from_bytes(hashlib.sha256(content(view.state)).digest()[:7], "big")


class Examiner:
    """Examines decisions of one game."""

    def __init__(self, game: Game, values: PositionValues, settings: ReviewSettings) -> None:
        self._game, self._values, self._settings = game, values, settings
        self._engine = engine_of(game.rules)
        self._network = None if game.hidden else playing_network(game)
        self._simulations = settings.simulations(game)
        self._search = NetworkSearch(game, self._network, self._simulations) if self._network else None

    def examine(self, view: View, played: int) -> Examined:
        """Compare the played action with the best others, by what the seat to act can know."""
        return self.examine_all(view, [played])[played]

    def examine_all(self, view: View, actions: Iterable[int], *, seed: int | None = None) -> dict[int, Examined]:
        """Do the same for several actions that could have been played; what is found out about each is the same.

        With `seed`, samples differ from those of a review.
        """
        seat, settings = view.seat, self._settings
        if seed is None:
            seed = seed_of(view)
        answer = think(view, Budget(self._simulations), seed=seed)
        after = self._after_by_network if self._search else self._after_by_trees
        found: dict[int, ValuedAction] = {}

        def option(code: int) -> ValuedAction:
            if code not in found:
                found[code] = after(view, code, seed)
            return found[code]

        candidates = [option(alternative.code) for alternative in answer.alternatives[: settings.candidates]]
        examined = {}
        for played in actions:
            taken = option(played)
            options = candidates if taken in candidates else [*candidates, taken]
            # The played action counts as the best if nothing is better.
            options = sorted(options, key=lambda each: (-each.worth.results[seat], each.code != taken.code))
            examined[played] = Examined(options, taken, answer, error_between(options[0], taken, seat))
        return examined

    def line_of(self, view: View, option: ValuedAction) -> list[int | str]:
        """Return the codes or texts of what is expected from an action on, by what the seat to act can know."""
        line: list[int | str] = [option.code, *option.line]
        chance = chance_of(0, 0)
        state = self._engine.play(view.imagine(0), option.code, chance)
        # Where hands are hidden, nobody can tell what others do; but the turn may go on.
        if self._game.hidden and not chance.draws and not state.over and state.turn == view.seat:
            after = View(self._game, view.seat, self._seen(state, view.seat), ())
            line += think(after, Budget(self._simulations), seed=seed_of(view)).line
        return line

    def _after_by_network(self, view: View, code: int, seed: int) -> ValuedAction:
        """Return what the action is worth by half of the search after it, and by the other half."""
        chance = chance_of(seed, 1)
        state = self._engine.play(view.state, code, chance)
        if chance.draws:
            states = [
                self._engine.play(view.state, code, chance_of(seed, 1 + i)) for i in range(self._settings.outcomes)
            ]
            return ValuedAction(code, [Worth.mean(self._values.of(states, seed))])
        if state.over:
            return ValuedAction(code, [Worth.of_end(state)], proven=True)
        search, seats = self._search, int(state.seats)
        assert search is not None  # noqa: S101 - for the type checker: see `examine`
        search.begin(View(self._game, int(state.turn), state, ()), seed)
        shape, found = contract.register(self._game), []
        for part in (self._simulations // 2, self._simulations):
            while not search.settled and search.simulations < part:
                search.run(part - search.simulations)
            results, points = expected_by_seat(search, shape, seats)
            found.append(Worth(np.array(results), np.array(points)))
        half, whole = found
        line = tuple(search.line())
        if search.settled or search.best_settled:
            return ValuedAction(code, [whole], line, search.proven)
        # The mean of the whole search is that of its two halves: so the later half is known, too.
        return ValuedAction(code, [half, Worth(2 * whole.results - half.results, 2 * whole.points - half.points)], line)

    def _after_by_trees(self, view: View, code: int, seed: int) -> ValuedAction:
        """Return what the action is worth in each batch of a search from what the seat would know after it."""
        each = max(1, self._simulations // BATCHES)
        grown = TreeValues(self._game, each * BATCHES, seed)
        found = []
        for batch in range(BATCHES):
            state = self._engine.imagine(view.state, view.seat, chance_of(seed, 2 * batch))
            state = self._engine.play(state, code, chance_of(seed, 2 * batch + 1))
            found.append(grown.run(self._seen(state, view.seat), view.seat, each, 2 * BATCHES + batch))
        return ValuedAction(code, found)

    def _seen(self, state: State, seat: int) -> State:
        return self._engine.redact(state, seat) if self._game.hidden else state


def error_between(best: ValuedAction, played: ValuedAction, seat: int) -> float:
    """Return how much the loss differs between the parts of the search, as a standard error."""
    if best is played:
        return 0.0
    pairs = zip(best.worths, played.worths, strict=False)
    losses: Floats = np.array([better.results[seat] - taken.results[seat] for better, taken in pairs])
    if len(losses) < 2:
        return 0.0
    return float(np.std(losses, ddof=1) / len(losses) ** 0.5)
