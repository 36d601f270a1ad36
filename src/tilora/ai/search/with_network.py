"""How a search with a network becomes an answer."""

from dataclasses import replace
from time import perf_counter

import numpy as np

from tilora.ai.network import contract
from tilora.ai.network.network_search import Edge, NetworkSearch
from tilora.ai.network.settled import WIN
from tilora.ai.network.weights import Weights
from tilora.ai.search.answer import Alternative, Answer, Budget, Control
from tilora.ai.search.expected_share import ExpectedShares
from tilora.ai.search.tree import DONE
from tilora.kernel import chance_of
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.match.view import View

CHUNK = 64
"""Simulations between two checks of the clock."""


def search_with_network(
    view: View, budget: Budget, weights: Weights, *, seed: int, control: Control, begin: float
) -> Answer:
    """Return the best action by a tree search with that network. `begin` is when the search was asked for."""
    search = NetworkSearch(view.game, weights, budget.simulations)
    counters = np.ones(2, np.int64)
    counters[DONE] = 0
    control.watch(counters)
    search.begin(view, seed)
    while not (control.stopped or search.settled or search.simulations >= budget.simulations):
        search.run(min(CHUNK, budget.simulations - search.simulations))
        counters[DONE] = search.simulations
        if budget.seconds is not None and perf_counter() - begin > budget.seconds:
            break
    edges, shape = search.edges(), contract.register(view.game)
    results, scores = expected_by_seat(search, shape, view.seats)
    if search.proven:
        edges[0] = replace(edges[0], value=_certain(edges[0].value))
    else:
        shares = ExpectedShares(shape, *search.means()[:, : view.seats])
        edges = [replace(edge, value=shares.of(edge.value, view.seat)) for edge in edges]
    alternatives = tuple(_alternative(view, edge) for edge in edges if edge.visits > 0 or edge is edges[0])
    return Answer(
        action=alternatives[0].text,
        alternatives=alternatives,
        values=tuple(results),
        scores=tuple(scores),
        line=_line(view, search),
        simulations=search.simulations,
        seconds=perf_counter() - begin,
        learned=True,
        proven=search.proven,
    )


def expected_by_seat(search: NetworkSearch, shape: contract.Shape, seats: int) -> tuple[list[float], list[float]]:
    """Return what a search expects for each seat: the share of opponents beaten, and points."""
    results, scores = search.means()[:, :seats]
    if search.proven:
        return [_certain(float(value)) for value in results], list(map(float, scores))
    shares = ExpectedShares(shape, results, scores)
    return [float(shares.of(value, seat)) for seat, value in enumerate(results)], list(map(float, scores))


def _certain(value: float) -> float:
    """Return what a proven result is worth to somebody who comes first or last."""
    if value >= WIN:
        return 1.0
    return 0.0 if value <= 1.0 - WIN else value


def _alternative(view: View, edge: Edge) -> Alternative:
    text = view.game.words.action_text(view.state, edge.action)
    return Alternative(text, edge.action, edge.visits, edge.value, edge.policy)


def _line(view: View, search: NetworkSearch) -> tuple[str, ...]:
    """Return the texts of what the tree expects, up to the next chance."""
    engine, words = engine_of(view.game.rules), view.game.words
    state, line = view.imagine(0), []
    for code in search.line():
        line.append(words.action_text(state, code))
        state = engine.play(state, code, chance_of(0, 0))
    return tuple(line)
