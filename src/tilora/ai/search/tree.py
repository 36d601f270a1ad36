"""The search for all games: open-loop information-set Monte Carlo tree search, written over the general names.

Each simulation imagines a whole position that fits the view, walks down the tree along legal actions, adds one node,
and plays on with light advice until the match ends or the game's estimate settles it. Nodes stand for sequences of
actions, not positions: chance and hidden hands are averaged over. Any number of seats can play; each maximises its own
result.

Nothing here knows Python objects: all memory is handed in, so that it compiles and runs without the interpreter.
"""

from typing import Any, NamedTuple

import numpy as np

from tilora.ai.advice import estimate, weigh
from tilora.kernel import below, rule
from tilora.kernel.contract.dispatch import imagine, legal, play
from tilora.kernel.contract.game import Rules
from tilora.kernel.contract.result import result

EXPLORE = 1.2
"""How strongly the tree favours actions that were tried rarely."""
UNTRIED = 0.15
"""How much worse an untried action is assumed to be."""
DEEPEST = 256
"""The longest path in the tree, in nodes. Below it, there are only playouts."""
LARGEST = 1_000_000
"""The largest size of a tree. When it is full, simulations continue without adding nodes."""
LONGEST = 4000
"""The longest playout, in actions: a safeguard far beyond any real one."""

NODE = np.dtype(
    (
        np.record,
        [
            ("parent", np.int32),
            ("action", np.int32),
            ("actor", np.int8),
            ("visits", np.int32),
            ("offered", np.int32),  # how often it was legal when its parent was visited
            ("value", np.float64),  # sum of results, for the actor
        ],
    )
)

RUN, DONE = 0, 1
"""Places in `control`: set RUN to 0 to stop the search at once; DONE counts simulations."""
PREFER, ESTIMATE = 0, 1
"""Places in `use`: whether to use what the game's advice prefers, and what it estimates."""


class Memory(NamedTuple):
    """Everything that a search needs, allocated once for a game and a maximum number of simulations."""

    nodes: Any
    table: Any
    """Where the child for (node, action, actor) is: a hash table with open addresses, 0 for free."""
    states: Any
    out: Any
    weights: Any
    children: Any
    path: Any
    values: Any
    scores: Any
    totals: Any
    """Sums over all simulations: results by seat, then scores by seat."""
    control: Any
    used: Any
    turns: Any
    salt: Any
    """Decides the order in which equally good actions are tried for the first time."""
    use: Any


def memory(rules: Rules, simulations: int, turns: int, salt: int = 0) -> Memory:
    """Allocate a tree for this many simulations that looks this many turns ahead."""
    seats = len(np.zeros(1, rules.STATE)[0].score)
    nodes = min(simulations, LARGEST) + 2
    capacity = 1 << max(6, (2 * nodes).bit_length())
    return Memory(
        nodes=np.zeros(nodes, NODE),
        table=np.zeros(capacity, np.int32),
        states=np.zeros(2, rules.STATE),
        out=np.zeros(rules.MOST_ACTIONS, np.int32),
        weights=np.zeros(rules.MOST_ACTIONS, np.float64),
        children=np.zeros(rules.MOST_ACTIONS, np.int32),
        path=np.zeros(DEEPEST + 1, np.int32),
        values=np.zeros(seats, np.float64),
        scores=np.zeros(seats, np.float64),
        totals=np.zeros((2, seats), np.float64),
        control=np.ones(2, np.int64),
        used=np.ones(1, np.int64),
        turns=np.full(1, turns, np.int64),
        salt=np.full(1, salt, np.int64),
        use=np.ones(2, np.bool_),
    )


def search(view: Any, seat: int, simulations: int, chance: Any, memory: Memory) -> None:
    """Run simulations from the view of `seat`, in the tree that `memory` holds, until told to stop."""
    for _ in range(simulations):
        if memory.control[RUN] == 0:
            return
        memory.states[0] = view
        state = memory.states[0]
        imagine(state, seat, chance)
        simulate(state, chance, memory)
        for each in range(state.seats):
            memory.totals[0, each] += memory.values[each]
            memory.totals[1, each] += memory.scores[each]
        memory.control[DONE] += 1


@rule
def simulate(state: Any, chance: Any, memory: Memory) -> None:
    """Add one node to the tree, and count what a game through it was worth along its path."""
    nodes, path = memory.nodes, memory.path
    node, depth = 0, 0
    path[0] = 0
    grown = False
    last = state.turns + memory.turns[0]
    while not state.over and not grown and depth < DEEPEST and state.turns < last:
        count = legal(state, memory.out)
        if count == 1:
            play(state, memory.out[0], chance)
            continue
        best = choose(state, node, count, memory)
        action = memory.out[best]
        child = memory.children[best]
        if child == 0:
            grown = True
            if memory.used[0] == len(nodes):
                play(state, action, chance)
                break
            child = add(node, action, int(state.turn), memory)
        play(state, action, chance)
        node = child
        depth += 1
        path[depth] = node
    play_out(state, chance, memory)
    for place in range(depth + 1):
        nodes[path[place]].visits += 1
        if place > 0:
            nodes[path[place]].value += memory.values[nodes[path[place]].actor]


@rule
def choose(state: Any, node: int, count: int, memory: Memory) -> int:
    """Return which of the legal actions to follow: by known results, by preference, and by how little it was tried.

    Of untried actions that are equally good, the salt picks one: in list order, a small budget would never get beyond
    the first actions of a wide game.
    """
    nodes, weights, children = memory.nodes, memory.weights, memory.children
    actor = int(state.turn)
    weight_sum = 0.0
    tried_value, tried = 0.0, 0
    set_weights(state, count, memory)
    for i in range(count):
        weight_sum += weights[i]
        child = find(node, memory.out[i], actor, memory)
        children[i] = child
        if child != 0:
            nodes[child].offered += 1
            tried_value += nodes[child].value
            tried += nodes[child].visits
    if weight_sum <= 0.0:
        for i in range(count):
            weights[i] = 1.0
        weight_sum = float(count)
    untried = (tried_value / tried if tried > 0 else 0.5) - UNTRIED
    visits = float(nodes[node].visits) + 1.0
    full = memory.used[0] == len(nodes)
    root = np.sqrt(visits)
    best, best_score, best_order = 0, -1e9, -1
    for i in range(count):
        share = weights[i] / weight_sum
        child = children[i]
        if child == 0 and full and tried > 0:
            continue
        if child == 0:
            score = untried + EXPLORE * share * root
        else:
            known = nodes[child]
            mean = known.value / known.visits if known.visits > 0 else untried
            score = mean + EXPLORE * share * np.sqrt(float(known.offered)) / (1.0 + known.visits)
        if score > best_score:
            best, best_score, best_order = i, score, -1
        elif score == best_score and child == 0 and children[best] == 0:
            if best_order < 0:
                best_order = mix(node, int(memory.out[best]), int(memory.salt[0]))
            order = mix(node, int(memory.out[i]), int(memory.salt[0]))
            if order > best_order:
                best, best_order = i, order
    return best


@rule
def play_out(state: Any, chance: Any, memory: Memory) -> None:
    """Play on at random; `values` and `scores` hold how the match ended, or how it was estimated to end."""
    depth = 0
    while not state.over:
        if memory.use[ESTIMATE] and estimate(state, depth, memory.values, memory.scores):
            return
        count = legal(state, memory.out)
        play(state, memory.out[sample(state, count, chance, memory)], chance)
        depth += 1
        if depth > LONGEST:
            memory.values[:] = 0.5
            return
    result(state, memory.values, memory.scores)


@rule
def sample(state: Any, count: int, chance: Any, memory: Memory) -> int:
    """Return one of the legal actions at random, by how much they are preferred."""
    if count == 1:
        return 0
    if not memory.use[PREFER]:
        return below(chance, count)
    weigh(state, memory.out, count, memory.weights)
    total = 0.0
    for i in range(count):
        total += memory.weights[i]
        memory.weights[i] = total
    if total <= 0.0:
        return below(chance, count)
    mark = total * below(chance, 1 << 30) / (1 << 30)
    for i in range(count):
        if mark < memory.weights[i]:
            return i
    return count - 1


@rule
def set_weights(state: Any, count: int, memory: Memory) -> None:
    """Write into `weights` how much each of the legal actions in `out` is preferred."""
    if memory.use[PREFER]:
        weigh(state, memory.out, count, memory.weights)
        return
    for i in range(count):
        memory.weights[i] = 1.0


@rule
def mix(node: int, action: int, other: int) -> int:
    """Return a 32-bit hash of the three numbers."""
    bits = (int(node) * 0x9E3779B1 + int(action) * 0x85EBCA6B + int(other) * 0xC2B2AE35) & 0xFFFFFFFF
    bits ^= bits >> 15
    bits = (bits * 0x2C1B3C6D) & 0xFFFFFFFF
    bits ^= bits >> 13
    return bits


@rule
def place_of(node: int, action: int, actor: int, table: Any) -> int:
    """Return where in the table to begin looking."""
    return mix(node, action, actor) & (len(table) - 1)


@rule
def find(node: int, action: int, actor: int, memory: Memory) -> int:
    """Return the child, or 0 if there is none yet."""
    table, nodes = memory.table, memory.nodes
    place = place_of(node, int(action), actor, table)
    while table[place] != 0:
        child = nodes[table[place]]
        if child.parent == node and child.action == action and child.actor == actor:
            return int(table[place])
        place = (place + 1) & (len(table) - 1)
    return 0


@rule
def add(node: int, action: int, actor: int, memory: Memory) -> int:
    """Add a child to the node and return it."""
    table, nodes = memory.table, memory.nodes
    child = int(memory.used[0])
    memory.used[0] += 1
    new = nodes[child]
    new.parent = node
    new.action = action
    new.actor = actor
    new.offered = 1
    place = place_of(node, int(action), actor, table)
    while table[place] != 0:
        place = (place + 1) & (len(table) - 1)
    table[place] = child
    return child


def graft(old: Any, root: int, memory: Memory) -> None:
    """Copy what lies under a node of an old tree into an empty one, whose root that node becomes."""
    nodes = memory.nodes
    place = np.zeros(len(old), np.int32)  # where each node went; 0 if it was left behind
    nodes[0].visits = old[root].visits
    for number in range(root + 1, len(old)):
        node = old[number]
        parent = int(node.parent)
        if (parent != root and place[parent] == 0) or memory.used[0] == len(nodes):
            continue
        child = add(place[parent], int(node.action), int(node.actor), memory)
        place[number] = child
        nodes[child].offered = node.offered
        nodes[child].visits = node.visits
        nodes[child].value = node.value
