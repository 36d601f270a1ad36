"""The search for all games: open-loop information-set Monte Carlo tree search, written over the general names.

Each simulation imagines a whole position that fits the view, walks down the tree along legal actions, adds one
node, and plays on with light advice until the match ends or the game's estimate settles it. Nodes stand for sequences
of actions, not positions: chance and hidden hands are averaged over. Any number of seats; each looks after itself.

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
"""How much the tree tries what it has not tried enough."""
UNTRIED = 0.15
"""How much worse an action is taken to be before it has been tried."""
DEEPEST = 256
"""Nodes on a path at most; playouts go on below."""
LARGEST = 1_000_000
"""Nodes of a tree at most; simulations go on when it is full, but it does not grow any more."""
LONGEST = 4000
"""Actions of a playout at most: a guard, far beyond any real one."""
TURNS = 1 << 30
"""How many turns the tree looks ahead where the game's advice does not say otherwise: as many as it grows to."""

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
"""Places in `heed`: whether what the game's advice prefers, and what it estimates, is listened to."""


class Memory(NamedTuple):
    """All that a search needs, made once for a game and a largest number of simulations."""

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
    heed: Any


def memory(rules: Rules, simulations: int, turns: int = TURNS) -> Memory:
    """Room for a tree of so many simulations, which looks so many turns ahead."""
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
        heed=np.ones(2, np.bool_),
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
    """One more node is in the tree, and what a game through it was worth is counted along its path."""
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
    """Which of the legal actions to follow: known results, what is preferred, and what was tried too little."""
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
    best, best_score = 0, -1e9
    for i in range(count):
        share = weights[i] / weight_sum
        child = children[i]
        if child == 0 and full and tried > 0:
            continue
        if child == 0:
            score = untried + EXPLORE * share * np.sqrt(visits)
        else:
            one = nodes[child]
            mean = one.value / one.visits if one.visits > 0 else untried
            score = mean + EXPLORE * share * np.sqrt(float(one.offered)) / (1.0 + one.visits)
        if score > best_score:
            best, best_score = i, score
    return best


@rule
def play_out(state: Any, chance: Any, memory: Memory) -> None:
    """`values` and `scores` hold what the match came to, or was estimated to come to."""
    depth = 0
    while not state.over:
        if memory.heed[ESTIMATE] and estimate(state, depth, memory.values, memory.scores):
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
    """One of the legal actions at random, by how much they are preferred."""
    if count == 1:
        return 0
    set_weights(state, count, memory)
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
    """`weights` holds how much each of the legal actions in `out` is preferred."""
    if memory.heed[PREFER]:
        weigh(state, memory.out, count, memory.weights)
        return
    for i in range(count):
        memory.weights[i] = 1.0


@rule
def place_of(node: int, action: int, actor: int, table: Any) -> int:
    """Where in the table to begin looking."""
    mixed = (node * 0x9E3779B1 + action * 0x85EBCA6B + actor * 0xC2B2AE35) & 0xFFFFFFFF
    mixed ^= mixed >> 15
    mixed = (mixed * 0x2C1B3C6D) & 0xFFFFFFFF
    mixed ^= mixed >> 13
    return mixed & (len(table) - 1)


@rule
def find(node: int, action: int, actor: int, memory: Memory) -> int:
    """The child, or 0 if there is none yet."""
    table, nodes = memory.table, memory.nodes
    place = place_of(node, int(action), actor, table)
    while table[place] != 0:
        one = nodes[table[place]]
        if one.parent == node and one.action == action and one.actor == actor:
            return int(table[place])
        place = (place + 1) & (len(table) - 1)
    return 0


@rule
def add(node: int, action: int, actor: int, memory: Memory) -> int:
    """A new child of the node."""
    table, nodes = memory.table, memory.nodes
    child = int(memory.used[0])
    memory.used[0] += 1
    one = nodes[child]
    one.parent = node
    one.action = action
    one.actor = actor
    one.offered = 1
    place = place_of(node, int(action), actor, table)
    while table[place] != 0:
        place = (place + 1) & (len(table) - 1)
    table[place] = child
    return child


def graft(old: Any, root: int, memory: Memory) -> None:
    """An empty tree has become a copy of what lies under a node of an old one; that node is its root."""
    nodes = memory.nodes
    place = np.zeros(len(old), np.int32)  # where it went; 0 if it was left behind
    nodes[0].visits = old[root].visits
    for one in range(root + 1, len(old)):
        parent = int(old[one].parent)
        if (parent != root and place[parent] == 0) or memory.used[0] == len(nodes):
            continue
        child = add(place[parent], int(old[one].action), int(old[one].actor), memory)
        place[one] = child
        nodes[child].offered = old[one].offered
        nodes[child].visits = old[one].visits
        nodes[child].value = old[one].value
