"""Searching for the best action in a view: `think` runs a search that can be watched and stopped.

It sees a view and nothing else. The answer depends on the view, the seed and the budget in simulations alone: the
number of cores only decides how many of the trees grow at the same time. Callers who pass a `LastSearch` get an answer
that also depends on their earlier searches.
"""

import threading
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

from tilora.ai import advice
from tilora.ai.network.shipped import playing_network
from tilora.ai.search import alphabeta, tree
from tilora.ai.search.answer import Alternative as Alternative
from tilora.ai.search.answer import Answer as Answer
from tilora.ai.search.answer import Budget as Budget
from tilora.ai.search.answer import Control as Control
from tilora.ai.search.reuse import LastSearch
from tilora.ai.search.with_network import search_with_network
from tilora.kernel import BadSetup, Game, Match, below, chance_of
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.compiled.numba_loader import load_numba
from tilora.kernel.match.view import View

CHUNK = 32
"""Simulations between two checks of the clock."""
TREE_SIZE = 50_000
"""The number of simulations that one tree has room for. Budgets of twice as many or more grow several trees."""
MOST_TREES = 4
FIRST_DEPTH = 1
FRESH = 8
"""However much of the last search is reused, at least one in this many simulations of the budget is new."""
USUAL = Budget(2000)
"""What is searched if nobody says how much."""
ADVICE = ("prefer", "estimate", "search")
"""The parts of a game's advice that can be left out, to see what each is worth. Without "search", trees are grown."""
PARTS = (*ADVICE, "network")
"""What a search can use. With the network of a game, advice is not needed."""


def compile_search(game: Game, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function compiled for the game. Its first call takes a while."""
    load_numba()
    from tilora.ai import advice_overloads  # noqa: F401 - lets compiled code call advice
    from tilora.kernel.compiled.numba_backend import compile_for

    advice.register(game)
    return compile_for(game.rules, function)


def think(
    view: View | Match,
    budget: Budget = USUAL,
    *,
    seed: int = 0,
    cores: int = 1,
    control: Control | None = None,
    last: LastSearch | None = None,
    use: Collection[str] = PARTS,
) -> Answer:
    """Return the best action for the seat whose view it is, or for the seat to act in a match, as the budget allows.

    A game with a network is searched with it. `use` names what the search may use: the network, and without it the
    parts of the game's advice. With `last`, what the seat's last search without a network found counts as simulations
    already run. The first call for a game compiles the search, and raises what the compiler raises.
    """
    if isinstance(view, Match):
        view = view.view(view.turn)
    if view.over or view.turn != view.seat:
        raise BadSetup("It is not this seat's turn, so there is nothing to decide.")
    if budget.simulations < 1:
        raise BadSetup(f"A budget must have at least 1 simulation, not {budget.simulations!r}.")
    network = playing_network(view.game) if "network" in use else None
    if network:
        begin = perf_counter()
        return search_with_network(view, budget, network, seed=seed, control=control or Control(), begin=begin)
    request = _Request(view, budget, seed, cores, control or Control(), last, ["prefer" in use, "estimate" in use])
    alpha_beta = "search" in use and advice.settings(view.game).search == advice.ALPHA_BETA
    return _by_alpha_beta(request) if alpha_beta else _by_trees(request)


@dataclass
class _Request:
    """The arguments of `think`."""

    view: View
    budget: Budget
    seed: int
    cores: int
    control: Control
    last: LastSearch | None
    use: list[bool]
    """Whether to use what the advice prefers, and what it estimates."""
    begin: float = field(default_factory=perf_counter)


def _by_trees(request: _Request) -> Answer:
    view, budget, control = request.view, request.budget, request.control
    search = compile_search(view.game, tree.search)
    trees = max(1, min(MOST_TREES, budget.simulations // TREE_SIZE))
    each = -(-budget.simulations // trees)
    turns = advice.settings(view.game).turns
    memories = [tree.memory(view.game.rules, each, turns, _salt(request.seed, number)) for number in range(trees)]
    for (old, node), memory in zip(request.last.roots(view) if request.last else [], memories, strict=False):
        compile_search(view.game, tree.graft)(old.nodes[: old.used[0]], node, memory)
    for memory in memories:
        memory.control[tree.DONE] = 0
        memory.use[:] = request.use
        control.watch(memory.control)

    def grow(number: int) -> None:
        memory = memories[number]
        chance = chance_of(request.seed, number)
        todo = max(each - int(memory.nodes[0].visits), -(-each // FRESH))
        while todo > 0 and not control.stopped:
            search(view.state, view.seat, min(CHUNK, todo), chance, memory)
            todo -= CHUNK
            if budget.seconds is not None and perf_counter() - request.begin > budget.seconds:
                return

    if min(request.cores, trees) > 1:
        with ThreadPoolExecutor(min(request.cores, trees)) as pool:
            try:
                list(pool.map(grow, range(trees)))
            except BaseException:  # Ctrl-C must not wait for the trees either
                control.stop()
                raise
    else:
        for number in range(trees):
            grow(number)
    if request.last:
        request.last.keep(view, memories)
    return _answer_of_trees(view, memories, request.begin)


def _salt(seed: int, number: int) -> int:
    """Return what decides the order in which a tree tries equally good actions."""
    return int(below(chance_of(seed, MOST_TREES + number), 1 << 30))


def _answer_of_trees(view: View, memories: list[tree.Memory], begin: float) -> Answer:
    words, state, seats = view.game.words, view.state, int(view.state.seats)
    visits: dict[int, int] = {}
    values: dict[int, float] = {}
    for memory in memories:
        known = memory.nodes[1 : memory.used[0]]
        for node in known[(known["parent"] == 0) & (known["actor"] == view.seat)]:
            code = int(node["action"])
            visits[code] = visits.get(code, 0) + int(node["visits"])
            values[code] = values.get(code, 0.0) + float(node["value"])
    simulations = sum(int(memory.control[tree.DONE]) for memory in memories)
    totals = sum(memory.totals for memory in memories) / max(1, simulations)
    legal = engine_of(view.game.rules).legal(state)
    if len(legal) == 1:  # the tree skips forced actions, and its root stands for the first free one
        visits, values = {int(legal[0]): simulations}, {int(legal[0]): float(totals[0, view.seat]) * simulations}
    alternatives = [
        Alternative(words.action_text(state, code), code, visits[code], values[code] / max(1, visits[code]))
        for code in map(int, legal)
        if code in visits
    ]
    if not simulations:
        weights = np.zeros(len(legal))
        advice.weigh(state, legal, len(legal), weights)
        code = int(legal[int(np.argmax(weights))])
        alternatives = [Alternative(words.action_text(state, code), code, 0, 0.5)]
    alternatives.sort(key=lambda alternative: (-alternative.visits, -alternative.value, alternative.code))
    return Answer(
        action=alternatives[0].text,
        alternatives=tuple(alternatives),
        values=tuple(float(value) for value in totals[0, :seats]),
        scores=tuple(float(score) for score in totals[1, :seats]),
        line=_own_line(view, memories[0]),
        simulations=simulations,
        seconds=perf_counter() - begin,
    )


def _own_line(view: View, memory: tree.Memory) -> tuple[str, ...]:
    """Return the most visited actions one after the other, while they stay within the seat's own draft."""
    engine, words = engine_of(view.game.rules), view.game.words
    known = memory.nodes[: memory.used[0]]
    state = view.imagine(0)
    node, line = 0, []
    while not state.over and state.turn == view.seat and state.turns == view.state.turns:
        legal = engine.legal(state)
        mine = (known["parent"] == node) & (known["actor"] == view.seat) & np.isin(known["action"], legal)
        children = [int(child) for child in np.flatnonzero(mine) if child > 0]
        if len(legal) == 1:
            code = int(legal[0])
        elif children:
            node = max(children, key=lambda child: int(known["visits"][child]))
            code = int(known["action"][node])
        else:
            break
        line.append(words.action_text(state, code))
        chance = chance_of(0, 0)
        state = engine.play(state, code, chance)
        if chance.draws:
            break
    return tuple(line)


def _by_alpha_beta(request: _Request) -> Answer:
    view, budget, words, state = request.view, request.budget, request.view.game.words, request.view.state
    search = compile_search(view.game, alphabeta.deepen)
    known = request.last.table(view) if request.last else None
    memory = alphabeta.memory(view.game.rules, budget.simulations, chance_of(0, 0), known)
    memory.control[alphabeta.DONE] = 0
    memory.use[:] = request.use
    request.control.watch(memory.control)
    legal = engine_of(view.game.rules).legal(state)
    count = len(legal)
    memory.out[0, :count] = legal
    memory.count[0] = count
    memory.root_value[:count] = 0.5
    timer = _stop_after(budget.seconds, request.begin, memory.control)
    depth = FIRST_DEPTH
    while depth < alphabeta.DEEPEST and search(state, depth, budget.simulations, memory):
        depth += 1
        if (
            count == 1
            or memory.root_value[0] > 1 - alphabeta.HASTE * depth
            or memory.root_value[0] < alphabeta.HASTE * depth
        ):
            break
    if timer:
        timer.cancel()
    if request.last:
        request.last.keep_table(view, memory.table)
    for_seat = memory.root_value[:count] if view.seat == 0 else 1 - memory.root_value[:count]
    alternatives = tuple(
        Alternative(
            words.action_text(state, int(memory.out[0, i])),
            int(memory.out[0, i]),
            int(memory.root_work[i]),
            float(for_seat[i]),
        )
        for i in range(count)
    )
    white = float(memory.root_value[0])
    return Answer(
        action=alternatives[0].text,
        alternatives=alternatives,
        values=(white, 1 - white),
        scores=tuple(float(score) for score in state.score[:2]),
        line=_line_of_both(view, memory, depth),
        simulations=int(memory.control[alphabeta.DONE]),
        seconds=perf_counter() - request.begin,
        exact=True,
    )


def _line_of_both(view: View, memory: alphabeta.Memory, plies: int) -> tuple[str, ...]:
    """Return the best action, the best reply to it that the table knows, and so on."""
    engine, words = engine_of(view.game.rules), view.game.words
    state, code, line = view.state, int(memory.out[0, 0]), []
    while True:
        line.append(words.action_text(state, code))
        state = engine.play(state, code, memory.chance)
        if state.over or len(line) >= plies:
            return tuple(line)
        known = alphabeta.look_up(memory.table, advice.key(state))
        if known is None or known.kind != alphabeta.EXACT or known.action not in engine.legal(state):
            return tuple(line)
        code = int(known.action)


def _stop_after(seconds: float | None, begin: float, counters: Any) -> threading.Timer | None:
    if seconds is None:
        return None

    def stop() -> None:
        counters[alphabeta.RUN] = 0

    timer = threading.Timer(max(0.0, seconds - (perf_counter() - begin)), stop)
    timer.daemon = True
    timer.start()
    return timer
