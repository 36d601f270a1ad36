"""Search with a network: a tree of positions, with priors and values from the network, written as rules.

The tree holds positions that follow from the path alone, so the network evaluates each of them once. It ends where
chance is involved, or where the turn goes to a seat that knows other secrets. There the network evaluates each sample,
or the position before chance if the game can `forget` it. Each seat maximises its own result. Finished matches count
exactly.

`explore` runs any number of simulations from the root. For few simulations, and for training, there is `gumbel_search`.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from tilora.ai.network.contract import Shape, action_features, features, forget
from tilora.ai.network.weights import Weights, forward, linear, sigmoid
from tilora.kernel import State, rule
from tilora.kernel.contract.dispatch import imagine, legal, play
from tilora.kernel.contract.game import Rules
from tilora.kernel.contract.result import result

EXPLORE = 0.8
"""How strongly the tree favours actions that were tried rarely."""
UNTRIED = 0.08
"""How much worse than the average of the others an untried action is assumed to be."""
CANDIDATES = 16
"""The largest number of actions that `gumbel_search` considers."""
DEEPEST = 200
NEW, EXACT = -1, -2
"""In place of a child: not tried yet; or, from here down, its value is known and kept at index EXACT - child."""
NOBODY = -1


class Memory(NamedTuple):
    """Everything that a search needs, allocated once for a game and a maximum tree size."""

    first: Any
    """By node: its first edge. The edges of a node are contiguous."""
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
    exact_values: Any
    """By index and seat: values that are known."""
    used: Any
    """Nodes, edges and exact values in use, and simulations done."""
    states: Any
    out: Any
    rows: Any
    x: Any
    hidden_1: Any
    hidden_2: Any
    output: Any
    """The outputs of the network by seat: results, then points."""
    z: Any
    """The outputs of the network by action feature."""
    values: Any
    scores: Any
    totals: Any
    path: Any
    candidates: Any
    noise: Any
    target: Any
    """By edge of the root: the improved policy."""
    by_seat: Any
    """By edge of the root and seat: the sum of results."""
    searched: Any
    """By seat: the value of the position under the improved policy."""
    is_open: Any


NODES, EDGES, VALUES, DONE = 0, 1, 2, 3


def make_memory(rules: Rules, shape: Shape, hidden: tuple[int, int], nodes: int, edges_per_node: int = 48) -> Memory:
    """Allocate a tree with this many nodes."""
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
        np.zeros(CANDIDATES, i32),
        np.zeros(shape.most_actions, f32),
        np.zeros(shape.most_actions, f32),
        np.zeros((shape.most_actions, shape.seats), np.float64),
        np.zeros(shape.seats, np.float64),
        np.full(1, shape.is_open),
    )


# Evaluating positions


@rule
def evaluate(state: State, viewer: int, weights: Weights, memory: Memory) -> None:
    """Set `values` to the result that the network expects for each seat, from what `viewer` may know."""
    x = memory.x
    for i in range(len(x)):
        x[i] = 0.0
    features(state, viewer, x)
    forward(x, weights, memory.hidden_1, memory.hidden_2)
    linear(memory.hidden_2, weights.wv, weights.bv, memory.output)
    seats = int(state.seats)
    for k in range(seats):
        memory.values[(viewer + k) % seats] = sigmoid(memory.output[k])


@rule
def expand(state: State, node: int, weights: Weights, memory: Memory) -> None:
    """Give the node an edge with a prior for each legal action, and set `values` to the value of the position."""
    evaluate(state, int(state.turn), weights, memory)
    linear(memory.hidden_2, weights.wp, weights.bp, memory.z)
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
    """Start a tree with a root for the view of the seat to act."""
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
    """Run one simulation through that edge of the root, and add its result along the path."""
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
            evaluate(state, int(state.turn) if memory.is_open[0] else seat, weights, memory)
            break
    update_path(depth, memory)
    for each in range(view.seats):
        memory.totals[each] += memory.values[each]
        memory.by_seat[path[0], each] += memory.values[each]
    memory.used[DONE] += 1


@rule
def update_path(depth: int, memory: Memory) -> None:
    """Add a visit to every edge on the path, with the result for the seat that chose it."""
    node = 0
    for place in range(depth):
        edge = int(memory.path[place])
        memory.visits[edge] += 1
        memory.value[edge] += memory.values[memory.actor[node]]
        node = int(memory.child[edge])


@rule
def step(state: State, edge: int, seat: int, chance: Any, weights: Weights, memory: Memory) -> bool:
    """Play the action of the edge, and return whether its node is in the tree; if not, set `values` to its value."""
    child = int(memory.child[edge])
    if child <= EXACT:
        for each in range(state.seats):
            memory.values[each] = memory.exact_values[EXACT - child, each]
        return False
    draws = chance.draws
    play(state, memory.action[edge], chance)
    chance_drew = chance.draws != draws
    if state.over:
        result(state, memory.values, memory.scores)
        if memory.is_open[0] and not chance_drew:
            keep_exact(edge, state, memory)
        return False
    if child >= 0:
        return True
    was_forgotten = chance_drew and forget(state)
    viewer = viewer_at_border(state, seat, chance_drew, memory)
    if viewer != NOBODY:
        evaluate(state, viewer, weights, memory)
        if was_forgotten and memory.is_open[0]:
            keep_exact(edge, state, memory)
        return False
    node = int(memory.used[NODES])
    if node == len(memory.first) or memory.used[EDGES] + len(memory.out) > len(memory.action):
        evaluate(state, int(state.turn), weights, memory)
        return False
    memory.used[NODES] += 1
    memory.child[edge] = node
    expand(state, node, weights, memory)
    return False


@rule
def viewer_at_border(state: State, seat: int, chance_drew: bool, memory: Memory) -> int:
    """Return whose view the network evaluates after an action of `seat`, or NOBODY if the tree goes on."""
    if memory.is_open[0]:
        return int(state.turn) if chance_drew else NOBODY
    return seat if chance_drew or state.turn != seat else NOBODY


@rule
def keep_exact(edge: int, state: State, memory: Memory) -> None:
    """Keep the values as those that the edge always leads to."""
    place = int(memory.used[VALUES])
    if place == len(memory.exact_values):
        return
    memory.used[VALUES] += 1
    memory.child[edge] = EXACT - place
    for seat in range(state.seats):
        memory.exact_values[place, seat] = memory.values[seat]


@rule
def choose(node: int, memory: Memory) -> int:
    """Return the edge to follow: by results so far, by the network's prior, and by how little it was tried."""
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
    """Run this many more simulations in the tree that `begin` started."""
    for _ in range(simulations):
        simulate(view, choose(0, memory), chance, weights, memory)
