"""Search with a network: a tree of positions, with priors and values from the network, written as rules.

The tree holds positions that follow from the path alone. It ends where chance is involved, or where the turn goes to a
seat that knows other secrets. There the network evaluates each sample, or the position before chance if the game can
`forget` it. Each seat maximises its own result. Paths that lead to the same position share its node. A position gets
its value at the first visit and its priors at the second: most are visited only once, and priors need the most memory.

What always leads to the same values is settled: the end of a match without chance, and a border that has only one
value. A node is settled once all its actions are, or one of them is a proven win. So endings and rounds that are small
enough are searched out, and the search ends when the root is settled.

`explore` runs any number of simulations from the root. For few simulations, and for training, there is `gumbel_search`.
"""

import math
from typing import Any

from tilora.ai.network.contract import action_features, features, forget, reply
from tilora.ai.network.memory import (
    DEEPEST,
    DONE,
    DRAW,
    EDGES,
    EXPLORING,
    FEW_VISITS,
    NODES,
    REPLIES,
    RESULTS,
    SCORES,
    UNTRIED_LOSS,
    VALUES,
    Memory,
)
from tilora.ai.network.weights import Weights, forward, linear, sigmoid
from tilora.kernel import State, below, rule
from tilora.kernel.contract.dispatch import imagine, legal, play
from tilora.kernel.contract.result import result

NEW, SEEN, SETTLED = -1, -2, -3
"""In place of a child: not tried yet; tried once; or, from here down, settled, with the values at SETTLED - child."""
UNSETTLED = -1
"""In place of the index of a node's values."""
WIN = 0.9
"""The end of a match is worth at least this to its winner, see `result` and HASTE."""
HASTE = 0.0005
"""How much closer to a draw the end of a match counts for every action before it: the shorter win is the better one."""
NOBODY = -1
WORD = 0xFFFFFFFF


# Evaluating positions


@rule
def evaluate(state: State, viewer: int, weights: Weights, memory: Memory) -> None:
    """Set `values` and `scores` to what the network expects for each seat, from what `viewer` may know."""
    x = memory.x
    for i in range(len(x)):
        x[i] = 0.0
    features(state, viewer, x)
    forward(x, weights, memory.hidden_1, memory.hidden_2)
    linear(memory.hidden_2, weights.wv, weights.bv, memory.output)
    seats = int(state.seats)
    points = len(memory.output) // 2
    for k in range(seats):
        seat = (viewer + k) % seats
        memory.values[seat] = sigmoid(memory.output[k])
        memory.scores[seat] = state.score[seat] + memory.points[0] * memory.output[points + k]


@rule
def set_outcome(state: State, memory: Memory) -> None:
    """Set `values` and `scores` to what a finished match is worth to each seat."""
    result(state, memory.values, memory.scores)
    if memory.tuning[DRAW] == 0.5:
        return
    for seat in range(state.seats):
        if state.rank[seat] != state.rank[0]:
            return
    for seat in range(state.seats):
        memory.values[seat] += memory.tuning[DRAW] - 0.5


@rule
def evaluate_border(state: State, viewer: int, weights: Weights, memory: Memory) -> None:
    """Evaluate a position where the tree ends, which may be the end of the match."""
    if state.over:
        set_outcome(state, memory)
        return
    evaluate(state, viewer, weights, memory)


@rule
def play_replies(state: State, seat: int, chance: Any, memory: Memory) -> None:
    """Play the turns of the others until the seat is to act again, or the match is over."""
    out, weights = memory.out, memory.weights
    while not state.over and state.turn != seat:
        count = legal(state, out)
        reply(state, out, count, weights)
        total = 0.0
        for i in range(count):
            total += weights[i]
        mark = total * below(chance, 1 << 30) / (1 << 30)
        chosen = 0
        while chosen < count - 1 and mark >= weights[chosen]:
            mark -= weights[chosen]
            chosen += 1
        play(state, out[chosen], chance)


@rule
def expand(state: State, node: int, weights: Weights, memory: Memory) -> None:
    """Give the node an edge with a prior for each legal action. Also sets `values` to the value of the position."""
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
    memory.unsettled[node] = count
    memory.settled[node] = UNSETTLED
    memory.actor[node] = state.turn
    memory.node_visits[node] = 0
    memory.node_value[node] = 0.0
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
    memory.known_nodes[:] = 0
    expand(view, 0, weights, memory)
    for seat in range(view.seats):
        memory.root_values[seat] = memory.values[seat]
        memory.totals[RESULTS, seat] = memory.values[seat]
        memory.totals[SCORES, seat] = memory.scores[seat]
        for edge in range(memory.count[0]):
            memory.by_seat[edge, seat] = 0.0


@rule
def simulate(view: State, edge: int, chance: Any, weights: Weights, memory: Memory) -> None:
    """Run one simulation through that edge of the root, and add its result along the path."""
    path, path_nodes = memory.path, memory.path_nodes
    memory.states[0] = view
    state = memory.states[0]
    seat = int(view.turn)
    if not memory.is_open[0]:
        imagine(state, seat, chance)
    path[0] = edge
    path_nodes[0] = 0
    depth = 1
    while step(state, depth, seat, chance, weights, memory):
        if depth == DEEPEST:
            evaluate(state, int(state.turn) if memory.is_open[0] else seat, weights, memory)
            break
        node = int(memory.child[path[depth - 1]])
        path[depth] = choose(node, True, memory)
        path_nodes[depth] = node
        depth += 1
    for place in range(depth):
        node = int(path_nodes[place])
        value = memory.values[memory.actor[node]]
        memory.visits[path[place]] += 1
        memory.value[path[place]] += value
        memory.node_visits[node] += 1
        memory.node_value[node] += value
    for each in range(view.seats):
        memory.totals[RESULTS, each] += memory.values[each]
        memory.totals[SCORES, each] += memory.scores[each]
        memory.by_seat[edge, each] += memory.values[each]
    memory.used[DONE] += 1
    settle_path(depth, memory)


@rule
def step(state: State, depth: int, seat: int, chance: Any, weights: Weights, memory: Memory) -> bool:
    """Play the last action of the path, and return whether its node is in the tree; if not, set its `values`."""
    edge = int(memory.path[depth - 1])
    child = int(memory.child[edge])
    seats = int(state.seats)
    if child <= SETTLED:
        copy_settled(SETTLED - child, seats, memory)
        return False
    draws = chance.draws
    play(state, memory.action[edge], chance)
    chance_drew = chance.draws != draws
    if state.over:
        set_outcome(state, memory)
        for each in range(seats):
            memory.values[each] += HASTE * depth * (0.5 - memory.values[each])
        if memory.is_open[0] and not chance_drew:
            settle_last(depth, seats, True, memory)
        return False
    if child >= 0:
        return enter(child, depth, seats, memory)
    was_forgotten = chance_drew and forget(state)
    viewer = viewer_at_border(state, seat, chance_drew, memory)
    if viewer != NOBODY:
        if memory.tuning[REPLIES]:
            play_replies(state, seat, chance, memory)
        evaluate_border(state, viewer, weights, memory)
        if was_forgotten if memory.is_open[0] else not (chance_drew or memory.tuning[REPLIES]):
            settle_last(depth, seats, False, memory)
        return False
    if child == SEEN and has_room(memory):
        place = place_of_state(memory) if memory.is_open[0] else 0
        node = int(memory.known_nodes[place])
        if node == 0:
            node = int(memory.used[NODES])
            memory.used[NODES] += 1
            expand(state, node, weights, memory)
            if memory.is_open[0]:
                memory.known_nodes[place] = node
        memory.child[edge] = node
        return enter(node, depth, seats, memory)
    memory.child[edge] = SEEN
    evaluate(state, int(state.turn), weights, memory)
    return False


@rule
def enter(node: int, depth: int, seats: int, memory: Memory) -> bool:
    """Return whether the search goes on in a node of the tree; if it was settled on another path, set `values`."""
    index = int(memory.settled[node])
    if index == UNSETTLED:
        return True
    memory.child[memory.path[depth - 1]] = SETTLED - index
    memory.unsettled[memory.path_nodes[depth - 1]] -= 1
    copy_settled(index, seats, memory)
    return False


@rule
def place_of_state(memory: Memory) -> int:
    """Return where in the hash table the first of `states` is; if it is not there yet, its key is written there."""
    key = key_of_state(memory)
    places = len(memory.known_keys)
    place = key & (places - 1)
    while memory.known_nodes[place] != 0 and memory.known_keys[place] != key:
        place = (place + 1) & (places - 1)
    memory.known_keys[place] = key
    return place


@rule
def key_of_state(memory: Memory) -> int:
    """Return a number of 62 bits for the first of `states`, equal for equal positions."""
    one, other = 0x811C9DC5, 0x1B873593
    for i in range(len(memory.words)):
        word = int(memory.words[i])
        low, high = word & WORD, (word >> 32) & WORD
        one = ((one ^ low) * 0x9E3779B1 + high) & WORD
        other = ((other ^ high) * 0x85EBCA6B + low) & WORD
        one ^= one >> 15
        other ^= other >> 13
    for i in range(len(memory.rest)):
        one = ((one ^ int(memory.rest[i])) * 0xC2B2AE35) & WORD
        one ^= one >> 16
    return (one << 30) ^ other


@rule
def has_room(memory: Memory) -> bool:
    """Return whether there is room for another node with as many edges as a node can have."""
    return memory.used[NODES] < len(memory.first) and memory.used[EDGES] + len(memory.out) <= len(memory.action)


@rule
def viewer_at_border(state: State, seat: int, chance_drew: bool, memory: Memory) -> int:
    """Return whose view the network evaluates after an action of `seat`, or NOBODY if the tree goes on."""
    if memory.is_open[0]:
        return int(state.turn) if chance_drew else NOBODY
    return seat if chance_drew or state.turn != seat else NOBODY


@rule
def choose(node: int, settled_too: bool, memory: Memory) -> int:
    """Return the edge to follow: by results so far, by the network's prior, and by how little it was tried.

    Below the root, settled edges are followed too, because the mean of a node counts.
    """
    first, count = int(memory.first[node]), int(memory.count[node])
    visits = memory.node_visits[node]
    untried = memory.node_value[node] / visits - memory.tuning[UNTRIED_LOSS] if visits > 0 else 0.0
    eagerness = memory.tuning[EXPLORING] * math.sqrt(visits + 1.0)
    best, best_score = first, -1e9
    for edge in range(first, first + count):
        if memory.child[edge] <= SETTLED and not settled_too:
            continue
        tried = memory.visits[edge]
        score = memory.value[edge] / tried if tried > 0 else untried
        if memory.child[edge] > SETTLED:  # of what is settled there is nothing more to find out
            score += eagerness * memory.prior[edge] / (1.0 + tried)
        if score > best_score:
            best, best_score = edge, score
    return best


# What is settled


@rule
def settle_last(depth: int, seats: int, is_end: bool, memory: Memory) -> None:
    """Keep `values` and `scores` as what the last edge of the path always leads to, if there is room."""
    index = int(memory.used[VALUES])
    if index == len(memory.is_end):
        return
    memory.used[VALUES] += 1
    memory.is_end[index] = is_end
    for seat in range(seats):
        memory.settled_values[index, RESULTS, seat] = memory.values[seat]
        memory.settled_values[index, SCORES, seat] = memory.scores[seat]
    memory.child[memory.path[depth - 1]] = SETTLED - index
    memory.unsettled[memory.path_nodes[depth - 1]] -= 1


@rule
def copy_settled(index: int, seats: int, memory: Memory) -> None:
    """Set `values` and `scores` to settled ones."""
    for seat in range(seats):
        memory.values[seat] = memory.settled_values[index, RESULTS, seat]
        memory.scores[seat] = memory.settled_values[index, SCORES, seat]


@rule
def settle_path(depth: int, memory: Memory) -> None:
    """Settle every node of the path that the last edge settles, from the end of the path to the root."""
    for place in range(depth - 1, -1, -1):
        edge, node = int(memory.path[place]), int(memory.path_nodes[place])
        if memory.child[edge] > SETTLED:
            return
        actor = int(memory.actor[node])
        memory.value[edge] = memory.visits[edge] * settled_value(edge, actor, memory)
        if memory.settled[node] != UNSETTLED:
            return
        proven_win = memory.is_end[SETTLED - memory.child[edge]] and settled_value(edge, actor, memory) >= WIN
        if memory.unsettled[node] > 0 and not proven_win:
            return
        best = best_settled(node, memory)
        memory.settled[node] = SETTLED - memory.child[best]
        if place > 0:
            memory.child[memory.path[place - 1]] = memory.child[best]
            memory.unsettled[memory.path_nodes[place - 1]] -= 1


@rule
def settled_value(edge: int, actor: int, memory: Memory) -> float:
    """Return what a settled edge is worth to the seat."""
    return float(memory.settled_values[SETTLED - memory.child[edge], RESULTS, actor])


@rule
def best_settled(node: int, memory: Memory) -> int:
    """Return the settled edge of the node that is worth most to its actor, or -1 if none is settled."""
    first, actor = int(memory.first[node]), int(memory.actor[node])
    best, best_value = -1, -1.0
    for edge in range(first, first + int(memory.count[node])):
        if memory.child[edge] <= SETTLED and settled_value(edge, actor, memory) > best_value:
            best, best_value = edge, settled_value(edge, actor, memory)
    return best


# At the root


@rule
def try_endings(view: State, chance: Any, memory: Memory) -> None:
    """Settle every action that ends the match at once, so that the smallest search does not miss a win."""
    if not memory.is_open[0]:
        return
    for edge in range(int(memory.count[0])):
        memory.states[0] = view
        state = memory.states[0]
        draws = chance.draws
        play(state, memory.action[edge], chance)
        if state.over and chance.draws == draws:
            set_outcome(state, memory)
            memory.path[0] = edge
            memory.path_nodes[0] = 0
            memory.visits[edge] = 1
            for seat in range(view.seats):
                memory.by_seat[edge, seat] = memory.values[seat]
            settle_last(1, int(view.seats), True, memory)
            settle_path(1, memory)


@rule
def explore(view: State, simulations: int, chance: Any, weights: Weights, memory: Memory) -> None:
    """Run this many more simulations in the tree that `begin` started, or fewer if its root is settled."""
    for _ in range(simulations):
        if memory.settled[0] != UNSETTLED:
            return
        simulate(view, choose(0, False, memory), chance, weights, memory)


@rule
def best_edge(memory: Memory) -> int:
    """Return the edge of the root to take: that with the highest `target`, unless a settled one is better.

    Edges with few visits do not count: their values are too uncertain.
    """
    actor = int(memory.actor[0])
    settled, settled_best = best_settled(0, memory), -1.0
    if settled >= 0:
        settled_best = settled_value(settled, actor, memory)
    most = 0
    for edge in range(int(memory.count[0])):
        if memory.child[edge] > SETTLED:
            most = max(most, int(memory.visits[edge]))
    best, best_target, best_value = -1, -1.0, -1.0
    for edge in range(int(memory.count[0])):
        visits = memory.visits[edge]
        if memory.child[edge] <= SETTLED or visits == 0 or visits < memory.tuning[FEW_VISITS] * most:
            continue
        if memory.target[edge] > best_target:
            best, best_target, best_value = edge, memory.target[edge], memory.value[edge] / visits
    if settled >= 0 and settled_best >= best_value:
        return settled
    return best if best >= 0 else most_likely(memory)


@rule
def most_likely(memory: Memory) -> int:
    """Return the edge of the root with the highest prior."""
    best = 0
    for edge in range(int(memory.count[0])):
        if memory.prior[edge] > memory.prior[best]:
            best = edge
    return best
