"""Searching with a network: a tree of positions whose priors and values the network gives, written as rules.

The tree holds positions that the path determines, so that each is looked at by the network once. It ends where chance
plays a part, or where the turn goes to somebody who knows other secrets. There the network values each sample, or the
position before chance if the game can `forget` it. Each seat goes for its own result. Finished matches count exactly.

The seat to act tries what promises most (`explore`), for as long as one likes. For few simulations, and for learning,
there is `tournament`.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from tilora.ai.network.contract import Shape, action_features, features, forget
from tilora.ai.network.weights import Weights, add_up, forward, sigmoid
from tilora.kernel import State, rule
from tilora.kernel.contract.dispatch import imagine, legal, play
from tilora.kernel.contract.game import Rules
from tilora.kernel.contract.result import result

EXPLORE = 0.8
"""How much the tree tries what it has not tried enough."""
UNTRIED = 0.08
"""How much worse than the others an action is taken to be before it has been tried."""
ENTRANTS = 16
"""Actions that enter a tournament at most."""
DEEPEST = 200
NEW, SETTLED = -1, -2
"""In place of a child: not tried yet; from here down: its value is known, and kept at place SETTLED - child."""
NOBODY = -1


class Memory(NamedTuple):
    """All that a search needs, made once for a game and a largest size of the tree."""

    first: Any
    """By node: its first edge. Edges of a node lie side by side."""
    count: Any
    actor: Any
    action: Any
    """By edge."""
    logit: Any
    prior: Any
    visits: Any
    value: Any
    """By edge: the sum of results, for the actor."""
    child: Any
    settled: Any
    """By place and seat: values that are known."""
    used: Any
    """Nodes, edges and settled values in use, and simulations done."""
    states: Any
    out: Any
    rows: Any
    x: Any
    hidden_1: Any
    hidden_2: Any
    said: Any
    """What the network says by seat: results, then points."""
    z: Any
    """By action feature: what the network says."""
    values: Any
    scores: Any
    totals: Any
    path: Any
    entrants: Any
    noise: Any
    target: Any
    """By edge of the root: the improved policy."""
    by_seat: Any
    """By edge of the root and seat: the sum of results."""
    searched: Any
    """By seat: what the position is worth if the improved policy is followed."""
    is_open: Any


NODES, EDGES, VALUES, DONE = 0, 1, 2, 3


def memory(rules: Rules, shape: Shape, hidden: tuple[int, int], nodes: int, edges_per_node: int = 48) -> Memory:
    """Room for a tree of so many nodes."""
    edges = nodes * edges_per_node + shape.most_actions
    f32, i32 = np.float32, np.int32
    return Memory(
        np.zeros(nodes, i32),
        np.zeros(nodes, i32),
        np.zeros(nodes, np.int8),
        np.zeros(edges, i32),
        np.zeros(edges, f32),
        np.zeros(edges, f32),
        np.zeros(edges, i32),
        np.zeros(edges, f32),
        np.zeros(edges, i32),
        np.zeros((nodes, shape.seats), np.float64),
        np.zeros(4, np.int64),
        np.zeros(3, rules.STATE),
        np.zeros(shape.most_actions, i32),
        np.zeros((shape.most_actions, shape.action_width), np.int16),
        np.zeros(shape.features, f32),
        np.zeros(hidden[0], f32),
        np.zeros(hidden[1], f32),
        np.zeros(2 * shape.seats, f32),
        np.zeros(shape.action_features, f32),
        np.zeros(shape.seats, np.float64),
        np.zeros(shape.seats, np.float64),
        np.zeros(shape.seats, np.float64),
        np.zeros(DEEPEST + 1, i32),
        np.zeros(ENTRANTS, i32),
        np.zeros(shape.most_actions, f32),
        np.zeros(shape.most_actions, f32),
        np.zeros((shape.most_actions, shape.seats), np.float64),
        np.zeros(shape.seats, np.float64),
        np.full(1, shape.is_open),
    )


# What the network says


@rule
def look(state: State, eyes: int, weights: Weights, memory: Memory) -> None:
    """`values` holds by seat what the network expects, from what `eyes` may know."""
    x = memory.x
    for i in range(len(x)):
        x[i] = 0.0
    features(state, eyes, x)
    forward(x, weights, memory.hidden_1, memory.hidden_2)
    add_up(memory.hidden_2, weights.wv, weights.bv, memory.said)
    seats = int(state.seats)
    for k in range(seats):
        memory.values[(eyes + k) % seats] = sigmoid(memory.said[k])


@rule
def expand(state: State, node: int, weights: Weights, memory: Memory) -> None:
    """The node has an edge for each legal action, with its prior, and `values` holds what the position is worth."""
    look(state, int(state.turn), weights, memory)
    add_up(memory.hidden_2, weights.wp, weights.bp, memory.z)
    out, rows, z = memory.out, memory.rows, memory.z
    count = legal(state, out)
    width = rows.shape[1]
    for i in range(count):
        for k in range(width):
            rows[i, k] = -1
    action_features(state, out, count, rows)
    first = int(memory.used[EDGES])
    memory.first[node] = first
    memory.count[node] = count
    memory.actor[node] = state.turn
    top = -1e9
    for i in range(count):
        logit = 0.0
        for k in range(width):
            if rows[i, k] >= 0:
                logit += z[rows[i, k]]
        edge = first + i
        memory.action[edge] = out[i]
        memory.logit[edge] = logit
        memory.visits[edge] = 0
        memory.value[edge] = 0.0
        memory.child[edge] = NEW
        top = max(top, logit)
    total = 0.0
    for edge in range(first, first + count):
        weight = math.exp(memory.logit[edge] - top)
        memory.prior[edge] = weight
        total += weight
    for edge in range(first, first + count):
        memory.prior[edge] /= total
    memory.used[EDGES] += count


# A simulation


@rule
def begin(view: State, weights: Weights, memory: Memory) -> None:
    """The tree is a root for the view of the seat to act."""
    memory.used[NODES] = 1
    memory.used[EDGES] = 0
    memory.used[VALUES] = 0
    memory.used[DONE] = 1
    expand(view, 0, weights, memory)
    for seat in range(view.seats):
        memory.totals[seat] = memory.values[seat]
        for edge in range(memory.count[0]):
            memory.by_seat[edge, seat] = 0.0


@rule
def simulate(view: State, edge: int, chance: Any, weights: Weights, memory: Memory) -> None:
    """One simulation has gone through that edge of the root, and counts along its path."""
    path = memory.path
    memory.states[0] = view
    state = memory.states[0]
    seat = int(view.turn)
    if not memory.is_open[0]:
        imagine(state, seat, chance)
    path[0] = edge
    depth = 1
    while step(state, edge, seat, chance, weights, memory):
        node = int(memory.child[edge])
        edge = choose(node, memory)
        path[depth] = edge
        depth += 1
        if depth == DEEPEST:
            look(state, int(state.turn) if memory.is_open[0] else seat, weights, memory)
            break
    count_path(depth, memory)
    for each in range(view.seats):
        memory.totals[each] += memory.values[each]
        memory.by_seat[path[0], each] += memory.values[each]
    memory.used[DONE] += 1


@rule
def count_path(depth: int, memory: Memory) -> None:
    """Every edge on the path has one visit more, with the result for whoever chose it."""
    node = 0
    for place in range(depth):
        edge = int(memory.path[place])
        memory.visits[edge] += 1
        memory.value[edge] += memory.values[memory.actor[node]]
        node = int(memory.child[edge])


@rule
def step(state: State, edge: int, seat: int, chance: Any, weights: Weights, memory: Memory) -> bool:
    """The action of the edge is played. Whether its child was there; if not, `values` holds what it is worth."""
    child = int(memory.child[edge])
    if child <= SETTLED:
        for each in range(state.seats):
            memory.values[each] = memory.settled[SETTLED - child, each]
        return False
    draws = chance.draws
    play(state, memory.action[edge], chance)
    chanced = chance.draws != draws
    if state.over:
        result(state, memory.values, memory.scores)
        if memory.is_open[0] and not chanced:
            settle(edge, state, memory)
        return False
    if child >= 0:
        return True
    forgotten = chanced and forget(state)
    eyes = eyes_at_border(state, seat, chanced, memory)
    if eyes != NOBODY:
        look(state, eyes, weights, memory)
        if forgotten and memory.is_open[0]:
            settle(edge, state, memory)
        return False
    node = int(memory.used[NODES])
    if node == len(memory.first) or memory.used[EDGES] + len(memory.out) > len(memory.action):
        look(state, int(state.turn), weights, memory)
        return False
    memory.used[NODES] += 1
    memory.child[edge] = node
    expand(state, node, weights, memory)
    return False


@rule
def eyes_at_border(state: State, seat: int, chanced: bool, memory: Memory) -> int:
    """From whose eyes the network values the position after an action of `seat`, if the tree ends there."""
    if memory.is_open[0]:
        return int(state.turn) if chanced else NOBODY
    return seat if chanced or state.turn != seat else NOBODY


@rule
def settle(edge: int, state: State, memory: Memory) -> None:
    """The values are what the edge leads to, always."""
    place = int(memory.used[VALUES])
    if place == len(memory.settled):
        return
    memory.used[VALUES] += 1
    memory.child[edge] = SETTLED - place
    for seat in range(state.seats):
        memory.settled[place, seat] = memory.values[seat]


@rule
def choose(node: int, memory: Memory) -> int:
    """The edge to follow: known results, what the network prefers, and what was tried too little."""
    first, count = int(memory.first[node]), int(memory.count[node])
    visits, value = 0, 0.0
    for edge in range(first, first + count):
        visits += memory.visits[edge]
        value += memory.value[edge]
    untried = value / visits - UNTRIED if visits > 0 else 0.0
    eagerness = EXPLORE * math.sqrt(visits + 1.0)
    best, best_score = first, -1e9
    for edge in range(first, first + count):
        tried = memory.visits[edge]
        mean = memory.value[edge] / tried if tried > 0 else untried
        score = mean + eagerness * memory.prior[edge] / (1.0 + tried)
        if score > best_score:
            best, best_score = edge, score
    return best


# At the root


@rule
def explore(view: State, simulations: int, chance: Any, weights: Weights, memory: Memory) -> None:
    """So many simulations more are in the tree that `begin` has begun."""
    for _ in range(simulations):
        simulate(view, choose(0, memory), chance, weights, memory)
