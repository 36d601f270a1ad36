"""The search of AlphaZero (PUCT): a tree of positions, with priors and values from the network, written as rules.

The tree holds positions that follow from the path alone. It ends where chance is involved, or where the turn goes to a
seat that knows other secrets. There the network evaluates each sample, or the position before chance if the game can
`forget` it. Each seat maximises its own result. Paths that lead to the same position share its node, so the network
evaluates it once.

What always leads to the same values is settled: the end of a match without chance, and a border that has only one
value. A node is settled once all its actions are, or one of them is a proven win. So endings and rounds that are small
enough are searched out, and the search ends when the root is settled.

`explore` runs any number of simulations from the root. For few simulations, and for training, there is `gumbel_search`.
"""

import math
from typing import Any

from tilora.ai.network.contract import forget
from tilora.ai.network.evaluation import (
    NOBODY,
    evaluate,
    evaluate_border,
    play_replies,
    set_outcome,
    viewer_at_border,
    write_logits,
)
from tilora.ai.network.memory import (
    DEEPEST,
    DONE,
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
from tilora.ai.network.settled import (
    SETTLED,
    UNSETTLED,
    best_settled,
    copy_settled,
    settle_last,
    settle_path,
    settled_value,
)
from tilora.ai.network.transpositions import place_of_state
from tilora.ai.network.weights import Weights
from tilora.kernel import State, rule
from tilora.kernel.contract.dispatch import imagine, legal, play

NEW = -1
"""In place of a child: not tried yet. See also SETTLED."""
HASTE = 0.0005
"""How much closer to a draw the end of a match counts for every action before it: the shorter win is the better one."""


@rule
def expand(state: State, node: int, weights: Weights, memory: Memory) -> None:
    """Give the node an edge with a prior for each legal action. Also sets `values` to the value of the position."""
    evaluate(state, int(state.turn), weights, memory)
    out = memory.out
    count = legal(state, out)
    first = int(memory.used[EDGES])
    logits = memory.logit[first : first + count]
    top = write_logits(state, out, count, weights, memory.scratch, logits)
    memory.first[node] = first
    memory.count[node] = count
    memory.unsettled[node] = count
    memory.settled[node] = UNSETTLED
    memory.actor[node] = state.turn
    memory.node_visits[node] = 0
    memory.node_value[node] = 0.0
    for i in range(count):
        edge = first + i
        memory.action[edge] = out[i]
        memory.visits[edge] = 0
        memory.value[edge] = 0.0
        memory.child[edge] = NEW
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
    if not has_room(memory):
        evaluate(state, int(state.turn), weights, memory)
        return False
    place = place_of_state(memory) if memory.is_open[0] else 0
    known = int(memory.known_nodes[place])
    if known > 0:
        memory.child[edge] = known
        return enter(known, depth, seats, memory)
    node = int(memory.used[NODES])
    memory.used[NODES] += 1
    expand(state, node, weights, memory)
    memory.child[edge] = node
    if memory.is_open[0]:
        memory.known_nodes[place] = node
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
def has_room(memory: Memory) -> bool:
    """Return whether there is room for another node with as many edges as a node can have."""
    return memory.used[NODES] < len(memory.first) and memory.used[EDGES] + len(memory.out) <= len(memory.action)


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
