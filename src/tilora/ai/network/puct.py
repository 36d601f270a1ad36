"""The search of AlphaZero (PUCT): a tree of positions, with priors and values from the network, written as rules.

The tree holds positions that follow from the path alone. Where chance is involved, it goes on with a few samples of
what chance does, if the game says how many. They are the same everywhere in the tree, so that lines of play differ by
what was played and not by luck. Otherwise the tree ends there, and also where the turn goes to a seat that knows
other secrets: the network evaluates each sample, or the position before chance if the game can `forget` it. Each seat
maximises its own result. Paths that lead to the same position share its node, so the network evaluates it once.

What always leads to the same values is settled: the end of a match without chance, and a border that has only one
value. A node is settled once all its actions are, or one of them is a proven win. So endings that are small enough are
searched out, and the search ends when the root is settled.

`explore` runs any number of simulations from the root. For few simulations, and for training, there is `gumbel_search`.
"""

import math
from typing import Any

from tilora.ai.network.contract import forget
from tilora.ai.network.evaluation import (
    NOBODY,
    evaluate,
    evaluate_border,
    evaluate_deals,
    play_replies,
    set_outcome,
    viewer_at_border,
    write_logits,
)
from tilora.ai.network.memory import (
    BEFORE,
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
    DEALT,
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
from tilora.kernel import State, below, rule
from tilora.kernel.contract.dispatch import imagine, legal, play

NEW = -1
"""In place of a child: not tried yet. See also SETTLED."""
NONE = -1
"""In place of a node: the simulation ends here."""
DRAWS_BETWEEN = 64
"""How many numbers lie between the beginnings of two sampled deals in the stream of chance."""
WIDENING = 64
"""The number of the simulation that tries a new action in any case. Smaller searches have none to spare."""
HASTE = 0.0005
"""How much closer to a draw the end of a match counts for every action before it: the shorter win is the better one."""


@rule
def add_node(state: State, place: int, weights: Weights, memory: Memory) -> int:
    """Set `values` to what the network makes of a position, and return the new node for it, or NONE without room.

    It gets its edges when a simulation goes on from it. `place` is its place in the hash table.
    """
    evaluate(state, int(state.turn), weights, memory)
    node = int(memory.used[NODES])
    if node == len(memory.first):
        return NONE
    memory.used[NODES] += 1
    memory.hidden[node, :] = memory.scratch.hidden_2
    memory.count[node] = 0
    memory.settled[node] = UNSETTLED
    memory.actor[node] = state.turn
    memory.node_visits[node] = 0
    memory.node_value[node] = 0.0
    if memory.is_open[0]:
        memory.known_nodes[place] = node
    return node


@rule
def expand(state: State, node: int, weights: Weights, memory: Memory) -> None:
    """Give the node an edge with a prior for each legal action."""
    out = memory.out
    count = legal(state, out)
    first = int(memory.used[EDGES])
    logits = memory.logit[first : first + count]
    top = write_logits(state, out, count, memory.hidden[node], weights, memory.scratch, logits)
    memory.first[node] = first
    memory.count[node] = count
    memory.unsettled[node] = count
    memory.tried[node] = 0
    total = 0.0
    for edge in range(first, first + count):
        memory.action[edge] = out[edge - first]
        memory.visits[edge] = 0
        memory.value[edge] = 0.0
        memory.child[edge] = NEW
        weight = math.exp(memory.logit[edge] - top)
        memory.prior[edge] = weight
        total += weight
    for edge in range(first, first + count):
        memory.prior[edge] /= total
    memory.used[EDGES] += count


# A simulation


@rule
def begin(view: State, chance: Any, weights: Weights, memory: Memory) -> None:
    """Start a tree with a root for the view of the seat to act, and sample what chance will deal."""
    for i in range(len(memory.deals)):
        memory.deals[i] = chance
        for _ in range(DRAWS_BETWEEN):
            below(chance, 2)
    memory.used[NODES] = 0
    memory.used[EDGES] = 0
    memory.used[VALUES] = 0
    memory.used[DONE] = 1
    memory.known_nodes[:] = 0
    expand(view, add_node(view, 0, weights, memory), weights, memory)
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
    while True:
        node = step(state, depth, seat, chance, weights, memory)
        if node == NONE:
            break
        is_new = memory.count[node] == 0
        if depth == DEEPEST or (is_new and not has_room_for_edges(memory)):
            evaluate(state, int(state.turn) if memory.is_open[0] else seat, weights, memory)
            break
        if is_new:
            expand(state, node, weights, memory)
            bring_forward(node, memory)
        path[depth] = choose(node, memory)
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
def step(state: State, depth: int, seat: int, chance: Any, weights: Weights, memory: Memory) -> int:
    """Play the last action of the path, and return the node to go on from, or NONE once its `values` are set."""
    edge = int(memory.path[depth - 1])
    child = int(memory.child[edge])
    seats = int(state.seats)
    if child <= SETTLED:
        copy_settled(SETTLED - child, seats, memory)
        return NONE
    if child == DEALT:
        return step_to_deal(state, edge, depth, weights, memory)
    samples_deals = child == NEW and len(memory.deals) > 0
    if samples_deals:
        memory.states[BEFORE] = state
    draws = chance.draws
    play(state, memory.action[edge], chance)
    chance_drew = chance.draws != draws
    if state.over:
        set_end(state, depth, memory)
        if memory.is_open[0] and not chance_drew:
            settle_last(depth, seats, True, memory)
        return NONE
    if child >= 0:
        return enter(child, depth, seats, memory)
    if chance_drew and samples_deals:
        evaluate_deals(int(memory.action[edge]), weights, memory)
        memory.child[edge] = DEALT
        return NONE
    was_forgotten = chance_drew and forget(state)
    viewer = viewer_at_border(state, seat, chance_drew, memory)
    if viewer != NOBODY:
        if memory.tuning[REPLIES]:
            play_replies(state, seat, chance, memory)
        evaluate_border(state, viewer, weights, memory)
        if was_forgotten if memory.is_open[0] else not (chance_drew or memory.tuning[REPLIES]):
            settle_last(depth, seats, False, memory)
        return NONE
    place = place_of_state(memory) if memory.is_open[0] else 0
    known = int(memory.known_nodes[place])
    if known > 0:
        memory.child[edge] = known
        return enter(known, depth, seats, memory)
    node = add_node(state, place, weights, memory)
    if node != NONE:
        memory.child[edge] = node
    return NONE


@rule
def step_to_deal(state: State, edge: int, depth: int, weights: Weights, memory: Memory) -> int:
    """Play an action after which chance deals, with one of the sampled deals after the other."""
    memory.dealing[0] = memory.deals[memory.visits[edge] % len(memory.deals)]
    play(state, memory.action[edge], memory.dealing[0])
    if state.over:
        set_end(state, depth, memory)
        return NONE
    place = place_of_state(memory)
    known = int(memory.known_nodes[place])
    if known == 0:
        add_node(state, place, weights, memory)
        return NONE
    index = int(memory.settled[known])
    if index == UNSETTLED:
        return known
    copy_settled(index, int(state.seats), memory)
    return NONE


@rule
def set_end(state: State, depth: int, memory: Memory) -> None:
    """Set `values` to what the end of the match is worth, which is less the longer the path to it is."""
    set_outcome(state, memory)
    for seat in range(state.seats):
        memory.values[seat] += HASTE * depth * (0.5 - memory.values[seat])


@rule
def enter(node: int, depth: int, seats: int, memory: Memory) -> int:
    """Return the node if the search goes on there, or NONE if it was settled on another path and `values` are set."""
    index = int(memory.settled[node])
    if index == UNSETTLED:
        return node
    memory.child[memory.path[depth - 1]] = SETTLED - index
    memory.unsettled[memory.path_nodes[depth - 1]] -= 1
    copy_settled(index, seats, memory)
    return NONE


@rule
def has_room_for_edges(memory: Memory) -> bool:
    """Return whether there is room for as many edges as a node can have."""
    return memory.used[EDGES] + len(memory.out) <= len(memory.action)


@rule
def choose(node: int, memory: Memory) -> int:
    """Return the edge to follow: by results so far, by the network's prior, and by how little it was tried.

    Settled edges are followed too, because the mean of a node counts. Of those that were never tried, only the one with
    the highest prior can be the best, so edges are kept in the order in which they are tried first.
    """
    first, tried = int(memory.first[node]), int(memory.tried[node])
    eagerness = eagerness_at(node, memory)
    best, best_score = first, -1e9
    for edge in range(first, first + tried):
        score = score_of(edge, eagerness, memory)
        if score > best_score:
            best, best_score = edge, score
    if tried < memory.count[node]:
        edge = first + tried
        if untried_at(node, memory) + eagerness * memory.prior[edge] > best_score:
            memory.tried[node] += 1
            bring_forward(node, memory)
            return edge
    return best


@rule
def bring_forward(node: int, memory: Memory) -> None:
    """Exchange the first edge that was never tried for the one with the highest prior of these."""
    first, last = int(memory.first[node]) + int(memory.tried[node]), int(memory.first[node]) + int(memory.count[node])
    best = first
    for edge in range(first + 1, last):
        if memory.prior[edge] > memory.prior[best]:
            best = edge
    if best != first:
        memory.action[first], memory.action[best] = memory.action[best], memory.action[first]
        memory.logit[first], memory.logit[best] = memory.logit[best], memory.logit[first]
        memory.prior[first], memory.prior[best] = memory.prior[best], memory.prior[first]


@rule
def eagerness_at(node: int, memory: Memory) -> float:
    """Return how much a prior counts at a node that has had so many simulations."""
    return float(memory.tuning[EXPLORING] * math.sqrt(memory.node_visits[node] + 1.0))


@rule
def untried_at(node: int, memory: Memory) -> float:
    """Return what an action that was never tried is assumed to be worth."""
    visits = memory.node_visits[node]
    return float(memory.node_value[node] / visits - memory.tuning[UNTRIED_LOSS]) if visits > 0 else 0.0


@rule
def score_of(edge: int, eagerness: float, memory: Memory) -> float:
    """Return how good it is to follow an edge that was tried before."""
    visits = memory.visits[edge]
    score = memory.value[edge] / visits
    if memory.child[edge] > SETTLED:  # of what is settled there is nothing more to find out
        score += eagerness * memory.prior[edge] / (1.0 + visits)
    return float(score)


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
        simulate(view, choose_at_root(memory), chance, weights, memory)


@rule
def choose_at_root(memory: Memory) -> int:
    """Return the edge of the root to follow, which is not settled. Its edges stay in the order of the legal actions.

    One simulation goes to the favourite of the policy among the actions that were never tried, however unlikely that
    is: an answer should be able to say what its action was compared with.
    """
    eagerness, untried = eagerness_at(0, memory), untried_at(0, memory)
    widens = memory.used[DONE] == WIDENING
    best, best_score = 0, -1e9
    for edge in range(int(memory.count[0])):
        if memory.child[edge] <= SETTLED:
            continue
        if memory.visits[edge] == 0:
            score = memory.prior[edge] if widens else untried + eagerness * memory.prior[edge]
        else:
            score = -1.0 if widens else score_of(edge, eagerness, memory)
        if score > best_score:
            best, best_score = edge, score
    return best


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
