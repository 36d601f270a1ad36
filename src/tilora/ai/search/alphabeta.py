"""Alpha-beta for two seats without chance or secrets: every line of play to a depth, with iterative deepening.

Values are what the match is worth to seat 0, from 0 to 1: seat 0 looks for the highest, seat 1 for the lowest. A
finished match has its exact value, a little better the sooner it is won, so that proven wins are played out. It keeps
its own stack, as compiled code needs it.
"""

from typing import Any, NamedTuple

import numpy as np

from tilora.ai.advice import estimate, key, weigh
from tilora.kernel import rule
from tilora.kernel.contract.dispatch import legal, play
from tilora.kernel.contract.game import Rules

DEEPEST = 40
MARGIN = 0.12
"""Values of the root's actions are exact down to this much below the best; below that they only say "worse"."""
HASTE = 0.0005
"""What a ply costs on the way to a proven end: the shorter win is the better one."""
EXACT, AT_LEAST, AT_MOST, OLD = 0, 1, 2, 3
"""What the table says about a value. Of an OLD entry only the action is of use, to be tried first: how often positions
have occurred, on which draws depend, has changed since."""

ENTRY = np.dtype(
    (
        np.record,
        [("key", np.int64), ("action", np.int32), ("depth", np.int8), ("kind", np.int8), ("value", np.float64)],
    )
)
RUN, DONE = 0, 1
"""Places in `control`, as in the tree search: DONE counts positions."""
PREFER, ESTIMATE = 0, 1
"""Places in `use`, as in the tree search."""


class Memory(NamedTuple):
    """All that a search needs."""

    states: Any
    out: Any
    weights: Any
    count: Any
    place: Any
    alpha: Any
    beta: Any
    best: Any
    best_action: Any
    low: Any
    high: Any
    table: Any
    root_value: Any
    root_work: Any
    values: Any
    scores: Any
    chance: Any
    control: Any
    use: Any


def memory(rules: Rules, positions: int, chance: Any, known: Any = None) -> Memory:
    """Allocate memory to search this many positions. A known table of that size is used again, as an old one."""
    levels = DEEPEST + 2
    size = 1 << max(10, min(20, positions.bit_length()))
    if known is None or len(known) != size:
        known = np.zeros(size, ENTRY)
    else:
        known["kind"] = OLD
        known["depth"] = np.minimum(known["depth"], 1)
    return Memory(
        states=np.zeros(levels, rules.STATE),
        out=np.zeros((levels, rules.MOST_ACTIONS), np.int32),
        weights=np.zeros((levels, rules.MOST_ACTIONS), np.float64),
        count=np.zeros(levels, np.int64),
        place=np.zeros(levels, np.int64),
        alpha=np.zeros(levels),
        beta=np.zeros(levels),
        best=np.zeros(levels),
        best_action=np.zeros(levels, np.int32),
        low=np.zeros(levels),
        high=np.zeros(levels),
        table=known,
        root_value=np.zeros(rules.MOST_ACTIONS),
        root_work=np.zeros(rules.MOST_ACTIONS, np.int64),
        values=np.zeros(2),
        scores=np.zeros(2),
        chance=chance,
        control=np.ones(2, np.int64),
        use=np.ones(2, np.bool_),
    )


def look_up(table: Any, code: int) -> Any:
    """Return the table's entry for the position with that number; None if it has none."""
    entry = table[code & (len(table) - 1)]
    return entry if entry.key == code and entry.depth > 0 else None


def deepen(root: Any, depth: int, budget: int, memory: Memory) -> bool:
    """Search the root's actions `depth` plies deep. Return False if the budget ended before that.

    `memory.out[0]` holds the actions, best first as far as the last full depth knew; `root_value` and `root_work`
    go with them. After an unfinished depth they are those of the last full one.
    """
    memory.states[0] = root
    count = memory.count[0]
    first = int(root.turn) == 0
    best = -1.0 if first else 2.0
    values = memory.weights[0]
    for i in range(count):
        values[i] = memory.root_value[i]
    for i in range(count):
        memory.states[1] = memory.states[0]
        play(memory.states[1], memory.out[0, i], memory.chance)
        before = memory.control[DONE]
        low = max(-1.0, best - MARGIN) if first else -1.0
        high = 2.0 if first else min(2.0, best + MARGIN)
        value = value_of(depth - 1, low, high, budget, memory)
        if value < -5.0:
            return False
        values[i] = value
        memory.root_work[i] += memory.control[DONE] - before
        best = max(best, value) if first else min(best, value)
    for i in range(count):
        memory.root_value[i] = values[i]
    sort_root(first, memory)
    return True


@rule
def sort_root(first: bool, memory: Memory) -> None:
    """Sort the root's actions, best first; equals keep their order."""
    out, values, work = memory.out, memory.root_value, memory.root_work
    for i in range(1, memory.count[0]):
        action, value, spent = out[0, i], values[i], work[i]
        j = i
        while j > 0 and (values[j - 1] < value if first else values[j - 1] > value):
            out[0, j], values[j], work[j] = out[0, j - 1], values[j - 1], work[j - 1]
            j -= 1
        out[0, j], values[j], work[j] = action, value, spent


@rule
def value_of(depth: int, low: float, high: float, budget: int, memory: Memory) -> float:
    """Return the value of `states[1]` to seat 0, searched `depth` plies deep; -9 if the search was stopped."""
    ply = 1
    memory.low[1], memory.high[1] = low, high
    entered = enter(1, depth, memory)
    returned = memory.best[1]
    if entered:
        return returned
    while True:
        if memory.control[RUN] == 0 or memory.control[DONE] >= budget:
            return -9.0
        cut = memory.alpha[ply] >= memory.beta[ply]
        if memory.place[ply] == memory.count[ply] or cut:
            remember(ply, depth - (ply - 1), memory)
            returned = memory.best[ply]
            ply -= 1
            if ply == 0:
                return returned
            take_in(ply, returned, memory)
            continue
        pick_next(ply, memory)
        memory.states[ply + 1] = memory.states[ply]
        play(memory.states[ply + 1], memory.out[ply, memory.place[ply]], memory.chance)
        memory.place[ply] += 1
        memory.low[ply + 1], memory.high[ply + 1] = memory.alpha[ply], memory.beta[ply]
        if enter(ply + 1, depth - ply, memory):
            take_in(ply, memory.best[ply + 1], memory)
        else:
            ply += 1


@rule
def enter(ply: int, depth: int, memory: Memory) -> bool:
    """Return whether the value of `states[ply]` is known, in `best[ply]`; if not, its actions are ready to try."""
    state = memory.states[ply]
    memory.control[DONE] += 1
    if state.over:
        memory.best[ply] = worth_of_end(state, ply)
        return True
    if depth <= 0 or ply >= DEEPEST:
        memory.values[0] = 0.5
        if memory.use[ESTIMATE]:
            estimate(state, 1, memory.values, memory.scores)
        memory.best[ply] = memory.values[0]
        return True
    memory.alpha[ply], memory.beta[ply] = memory.low[ply], memory.high[ply]
    known = memory.table[key(state) & (len(memory.table) - 1)]
    hit = known.key == key(state) and known.depth > 0
    if hit and known.depth >= depth:
        exact = known.kind == EXACT
        too_good = known.kind == AT_LEAST and known.value >= memory.high[ply]
        too_bad = known.kind == AT_MOST and known.value <= memory.low[ply]
        if exact or too_good or too_bad:
            memory.best[ply] = known.value
            return True
    count = legal(state, memory.out[ply])
    if memory.use[PREFER]:
        weigh(state, memory.out[ply], count, memory.weights[ply])
    for i in range(count):
        if not memory.use[PREFER]:
            memory.weights[ply, i] = 1.0
        if hit and memory.out[ply, i] == known.action:
            memory.weights[ply, i] = 1e9
    memory.count[ply] = count
    memory.place[ply] = 0
    memory.best[ply] = -1.0 if state.turn == 0 else 2.0
    memory.best_action[ply] = memory.out[ply, 0]
    return False


@rule
def worth_of_end(state: Any, ply: int) -> float:
    """Return 1 for a win, 0.5 for a draw, 0 for a loss, each a little less extreme the later it comes."""
    if state.rank[0] == state.rank[1]:
        return 0.5
    return 1.0 - HASTE * ply if state.rank[0] < state.rank[1] else HASTE * ply


@rule
def pick_next(ply: int, memory: Memory) -> None:
    """Move the most promising of the untried actions to `place`."""
    start = memory.place[ply]
    best = start
    for i in range(start + 1, memory.count[ply]):
        if memory.weights[ply, i] > memory.weights[ply, best]:
            best = i
    if best != start:
        out, weights = memory.out[ply], memory.weights[ply]
        out[start], out[best] = out[best], out[start]
        weights[start], weights[best] = weights[best], weights[start]


@rule
def take_in(ply: int, value: float, memory: Memory) -> None:
    """Take into account what the last action tried was worth."""
    if memory.states[ply].turn == 0:
        if value > memory.best[ply]:
            memory.best[ply] = value
            memory.best_action[ply] = memory.out[ply, memory.place[ply] - 1]
        memory.alpha[ply] = max(memory.alpha[ply], value)
    else:
        if value < memory.best[ply]:
            memory.best[ply] = value
            memory.best_action[ply] = memory.out[ply, memory.place[ply] - 1]
        memory.beta[ply] = min(memory.beta[ply], value)


@rule
def remember(ply: int, depth: int, memory: Memory) -> None:
    """Write what was found out about `states[ply]` into the table, unless something deeper is there."""
    code = key(memory.states[ply])
    entry = memory.table[code & (len(memory.table) - 1)]
    value = memory.best[ply]
    if entry.key == code and entry.depth > depth:
        return
    entry.key = code
    entry.depth = depth
    entry.action = memory.best_action[ply]
    entry.value = value
    if value <= memory.low[ply]:
        entry.kind = AT_MOST
    elif value >= memory.high[ply]:
        entry.kind = AT_LEAST
    else:
        entry.kind = EXACT
