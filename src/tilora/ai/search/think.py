"""Thinking about a view: the search runs, can be watched and stopped, and comes back with an answer in words.

It sees a view and nothing else. The answer depends on the view, the seed and the budget in simulations alone: the
number of cores only decides how many of the trees grow at the same time. Only who hands in a recall gets an answer
that depends on earlier thoughts, too.
"""

import threading
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

from tilora.ai import advice
from tilora.ai.search import alphabeta, tree
from tilora.ai.search.reuse import Recall
from tilora.kernel import BadSetup, Game, chance_of
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.compiled.numba_loader import load_numba
from tilora.kernel.match.view import View

CHUNK = 32
"""Simulations between two looks at the clock."""
TREE_SIZE = 50_000
"""Simulations for which one tree has room enough; budgets of twice as many and more grow several."""
MOST_TREES = 4
FIRST_DEPTH = 1
FRESH = 8
"""However much is recalled, one part in so many of the budget is spent on new simulations."""
HEED = ("prefer", "estimate", "search")
"""What of a game's advice can be left out, to see what it is worth; without its "search", trees are grown."""


@dataclass(frozen=True)
class Alternative:
    """One thing the seat could do."""

    text: str
    code: int
    visits: int
    """How much of the search went into it."""
    value: float
    """The expected result for the seat, from 0 (last) to 1 (first)."""


@dataclass(frozen=True)
class Answer:
    """What came of thinking."""

    action: str
    """The best action's text."""
    alternatives: tuple[Alternative, ...]
    """All that was looked at, best first."""
    values: tuple[float, ...]
    """The expected result by seat."""
    scores: tuple[float, ...]
    """The expected points by seat."""
    line: tuple[str, ...]
    """How it is expected to go on, as far as that can be foreseen: the seat's own actions in this turn; in games
    without chance and secrets, what all seats do."""
    simulations: int
    seconds: float
    exact: bool = False
    """Whether values are worked out and not sampled: then equal ones are equally good."""

    @property
    def speed(self) -> float:
        """Simulations a second."""
        return self.simulations / max(self.seconds, 1e-9)


class Control:
    """A handle on a search that is running: how far it is, and a way to stop it at once."""

    def __init__(self) -> None:
        self._counters: list[Any] = []
        self.stopped = False

    def watch(self, counters: Any) -> None:
        """A search with these counters has begun."""
        self._counters.append(counters)
        if self.stopped:
            counters[tree.RUN] = 0

    def stop(self) -> None:
        """The search ends after the simulation it is at, and answers with what it knows."""
        self.stopped = True
        for counters in self._counters:
            counters[tree.RUN] = 0

    @property
    def simulations(self) -> int:
        """How many have been run so far."""
        return sum(int(counters[tree.DONE]) for counters in self._counters)


@dataclass(frozen=True)
class Budget:
    """How long to think: simulations or seconds, whichever ends first."""

    simulations: int
    seconds: float | None = None


def _is_open(game: Game) -> bool:
    """Whether the game is one for alpha-beta."""
    return getattr(advice.register(game), "SEARCH", "tree") == "alpha-beta"


def _compiled(game: Game, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function for the game. Takes a while the first time."""
    load_numba()
    from tilora.ai import advice_overloads  # noqa: F401 - lets compiled code call advice
    from tilora.kernel.compiled.numba_backend import compile_for

    advice.register(game)
    return compile_for(game.rules, function)


def think(
    view: View,
    budget: Budget,
    *,
    seed: int = 0,
    cores: int = 1,
    control: Control | None = None,
    recall: Recall | None = None,
    heed: Collection[str] = HEED,
) -> Answer:
    """The best that the seat whose view it is can do, as far as the budget goes.

    With a recall, what the last thought found out counts as simulations already run. `heed` says which of the game's
    advice to listen to.
    """
    if view.over or view.turn != view.seat:
        raise BadSetup("It is not this seat's turn to think.")
    if budget.simulations < 1:
        raise BadSetup(f"A budget has at least 1 simulation, not {budget.simulations!r}.")
    thought = _Thought(view, budget, seed, cores, control or Control(), recall, ["prefer" in heed, "estimate" in heed])
    return _by_alpha_beta(thought) if "search" in heed and _is_open(view.game) else _by_trees(thought)


@dataclass
class _Thought:
    """All that was asked for."""

    view: View
    budget: Budget
    seed: int
    cores: int
    control: Control
    recall: Recall | None
    heed: list[bool]
    """Whether what the advice prefers and what it estimates is listened to."""
    begin: float = field(default_factory=perf_counter)


def _by_trees(asked: _Thought) -> Answer:
    view, budget, control = asked.view, asked.budget, asked.control
    search = _compiled(view.game, tree.search)
    trees = max(1, min(MOST_TREES, budget.simulations // TREE_SIZE))
    each = -(-budget.simulations // trees)
    turns = getattr(advice.register(view.game), "TURNS", tree.TURNS)
    memories = [tree.memory(view.game.rules, each, turns) for _ in range(trees)]
    for (old, node), memory in zip(asked.recall.roots(view) if asked.recall else [], memories, strict=False):
        _compiled(view.game, tree.graft)(old.nodes[: old.used[0]], node, memory)
    for memory in memories:
        memory.control[tree.DONE] = 0
        memory.heed[:] = asked.heed
        control.watch(memory.control)

    def grow(number: int) -> None:
        memory = memories[number]
        chance = chance_of(asked.seed, number)
        todo = max(each - int(memory.nodes[0].visits), -(-each // FRESH))
        while todo > 0 and not control.stopped:
            if budget.seconds is not None and perf_counter() - asked.begin > budget.seconds:
                return
            search(view.state, view.seat, min(CHUNK, todo), chance, memory)
            todo -= CHUNK

    if min(asked.cores, trees) > 1:
        with ThreadPoolExecutor(min(asked.cores, trees)) as pool:
            try:
                list(pool.map(grow, range(trees)))
            except BaseException:  # Ctrl-C, too, has not to wait for the trees
                control.stop()
                raise
    else:
        for number in range(trees):
            grow(number)
    if asked.recall:
        asked.recall.keep(view, memories)
    return _answer_of_trees(view, memories, asked.begin)


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
    if len(legal) == 1:  # the tree passes over what is forced, and what lies under its root comes later
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
    alternatives.sort(key=lambda one: (-one.visits, -one.value, one.code))
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
    """The most visited actions one after the other, while they stay within the seat's own draft."""
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


def _by_alpha_beta(asked: _Thought) -> Answer:
    view, budget, words, state = asked.view, asked.budget, asked.view.game.words, asked.view.state
    search = _compiled(view.game, alphabeta.deepen)
    known = asked.recall.table(view) if asked.recall else None
    memory = alphabeta.memory(view.game.rules, budget.simulations, chance_of(0, 0), known)
    memory.control[alphabeta.DONE] = 0
    memory.heed[:] = asked.heed
    asked.control.watch(memory.control)
    legal = engine_of(view.game.rules).legal(state)
    count = len(legal)
    memory.out[0, :count] = legal
    memory.count[0] = count
    memory.root_value[:count] = 0.5
    timer = _stop_after(budget.seconds, asked.begin, memory.control)
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
    if asked.recall:
        asked.recall.keep_table(view, memory.table)
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
        seconds=perf_counter() - asked.begin,
        exact=True,
    )


def _line_of_both(view: View, memory: alphabeta.Memory, plies: int) -> tuple[str, ...]:
    """The best action, and what the table knows to be the best answer to it, and so on."""
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
