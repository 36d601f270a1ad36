"""What positions are worth at first sight: by the network that comes with a game, or by a short search without one.

This is the value of the whole truth, for luck and for curves, and never for grades. A network sees what one seat may
know. So what a seat expects is what the network expects from its view, and on top of that what the secrets of each
other seat change, from that seat's view, compared with what everybody may know. Otherwise the good luck of an opponent
would be seen only when it is played, and would look like skill.
"""

from typing import Any

import numpy as np

from tilora.ai.network import contract
from tilora.ai.network.evaluation import evaluate
from tilora.ai.network.jit import compile_function
from tilora.ai.network.memory import Memory, make_memory
from tilora.ai.network.shipped import shipped_network
from tilora.ai.network.weights import Weights, hidden_sizes
from tilora.ai.review.tree_values import Floats, TreeValues, Worth
from tilora.ai.search.expected_share import ExpectedShares
from tilora.kernel import SPECTATOR, Game, State, chance_of
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.contract.dispatch import imagine, redact
from tilora.kernel.contract.state import copied_cell

IMAGINED = 8
"""How many complete positions stand for what everybody may know, in games with secrets."""
SHORT_SEARCH = 48
"""Simulations for a view, in games without a network."""
RESULTS, POINTS = 0, 1


def evaluate_states(states: Any, found: Any, fresh: Any, chance: Any, weights: Weights, memory: Memory) -> None:
    """Write what the network expects of each position: as it is, then with other secrets, from the view of each seat.

    `found` has room for: positions, versions, viewers, results and points, seats. Where nothing is hidden, only the
    seat to act is asked.
    """
    for i in range(len(states)):
        chance[0] = fresh[0]
        for version in range(found.shape[1]):
            memory.states[0] = states[i]
            state = memory.states[0]
            if version > 0:
                redact(state, SPECTATOR)
                imagine(state, SPECTATOR, chance[0])
            for viewer in range(state.seats):
                if memory.is_open[0] and viewer != state.turn:
                    continue
                evaluate(state, viewer, weights, memory)
                for seat in range(state.seats):
                    found[i, version, viewer, RESULTS, seat] = memory.values[seat]
                    found[i, version, viewer, POINTS, seat] = memory.scores[seat]


class PositionValues:
    """Values positions of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._weights = shipped_network(game)
        if self._weights is not None:
            self._shape = contract.register(game)
            self._memory = make_memory(game.rules, self._shape, hidden_sizes(self._weights), 2)
            self._evaluate = compile_function(game, evaluate_states)

    def of(self, states: list[State], seed: int) -> list[Worth]:
        """Return what each position is worth. They are all treated alike, so that comparing them is fair."""
        return [
            Worth.of_end(state) if state.over else worth
            for state, worth in zip(states, self._of_running(states, seed), strict=True)
        ]

    def _of_running(self, states: list[State], seed: int) -> list[Worth]:
        if not states:
            return []
        if self._weights is None:
            return [self._by_search(state, seed + number) for number, state in enumerate(states)]
        seats = int(states[0].seats)
        found = np.zeros((len(states), 1 + IMAGINED * self._game.hidden, seats, 2, seats))
        cells = np.concatenate([copied_cell(state) for state in states])
        fresh, chance = copied_cell(chance_of(seed, 0)), copied_cell(chance_of(seed, 0))
        self._evaluate(cells, found, fresh, chance, self._weights, self._memory)
        return [self._worth(state, versions) for state, versions in zip(states, found, strict=True)]

    def _worth(self, state: State, versions: Floats) -> Worth:
        """Return what a position is worth, from what the network expects of it in its versions."""
        if not self._game.hidden:
            return self._seen_by(versions[0, int(state.turn)])
        seats = int(state.seats)
        own = [self._seen_by(versions[0, viewer]) for viewer in range(seats)]
        public = [Worth.mean([self._seen_by(each[viewer]) for each in versions[1:]]) for viewer in range(seats)]
        found = []
        for part in (RESULTS, POINTS):
            secrets = np.array([own[viewer][part] - public[viewer][part] for viewer in range(seats)])
            diagonal = np.array([own[seat][part][seat] for seat in range(seats)])
            found.append(diagonal + secrets.sum(axis=0) - np.diagonal(secrets))
        return Worth(np.clip(found[RESULTS], 0.0, 1.0), found[POINTS])

    def _seen_by(self, expected: Floats) -> Worth:
        shares = ExpectedShares(self._shape, expected[RESULTS], expected[POINTS])
        return Worth(
            np.array([shares.of(value, seat) for seat, value in enumerate(expected[RESULTS])]), expected[POINTS]
        )

    def _by_search(self, state: State, seed: int) -> Worth:
        """Return what each seat expects from its own view."""
        if state.over:
            return Worth.of_end(state)
        seats, engine = int(state.seats), engine_of(self._game.rules)
        if not self._game.hidden:
            return TreeValues(self._game, SHORT_SEARCH, seed).run(state, int(state.turn), SHORT_SEARCH, 0)
        views = [
            TreeValues(self._game, SHORT_SEARCH, seed).run(engine.redact(state, seat), seat, SHORT_SEARCH, seat)
            for seat in range(seats)
        ]
        return Worth(*(np.array([view[part][seat] for seat, view in enumerate(views)]) for part in (RESULTS, POINTS)))
