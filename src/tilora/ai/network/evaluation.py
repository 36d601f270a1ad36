"""What a position is worth: by the network, or by its result if the match is over.

A border is where the tree ends: where the turn goes to a seat that knows other secrets, and after chance, unless the
search plays on with samples of it.
"""

from typing import Any

from tilora.ai.network.contract import Floats, Values, action_features, features, reply
from tilora.ai.network.memory import AFTER, BEFORE, DRAW_VALUE, RESULTS, SCORES, Memory
from tilora.ai.network.weights import Scratch, Weights, forward, linear, sigmoid
from tilora.kernel import Actions, State, below, rule
from tilora.kernel.contract.dispatch import legal, play
from tilora.kernel.contract.result import result

NOBODY = -1


@rule
def set_hidden(state: State, viewer: int, weights: Weights, scratch: Scratch) -> None:
    """Compute the hidden layers for a position as `viewer` sees it."""
    x = scratch.x
    for i in range(len(x)):
        x[i] = 0.0
    features(state, viewer, x)
    forward(weights, scratch)


@rule
def evaluate(state: State, viewer: int, weights: Weights, memory: Memory) -> None:
    """Set `values` and `scores` to what the network expects for each seat, from what `viewer` may know."""
    scratch = memory.scratch
    set_hidden(state, viewer, weights, scratch)
    output = scratch.output
    linear(scratch.hidden_2, weights.wv, weights.bv, output, scratch.places)
    seats = int(state.seats)
    points = len(output) // 2
    for k in range(seats):
        seat = (viewer + k) % seats
        memory.values[seat] = sigmoid(output[k])
        memory.scores[seat] = state.score[seat] + memory.points[0] * output[points + k]


@rule
def set_outcome(state: State, memory: Memory) -> None:
    """Set `values` and `scores` to what a finished match is worth to each seat."""
    result(state, memory.values, memory.scores)
    if memory.tuning[DRAW_VALUE] == 0.5:
        return
    for seat in range(state.seats):
        if state.rank[seat] != state.rank[0]:
            return
    for seat in range(state.seats):
        memory.values[seat] += memory.tuning[DRAW_VALUE] - 0.5


@rule
def viewer_at_border(state: State, seat: int, chance_drew: bool, memory: Memory) -> int:
    """Return whose view the network evaluates after an action of `seat`, or NOBODY if the tree goes on."""
    if memory.is_open[0]:
        return int(state.turn) if chance_drew else NOBODY
    return seat if chance_drew or state.turn != seat else NOBODY


@rule
def evaluate_border(state: State, viewer: int, weights: Weights, memory: Memory) -> None:
    """Evaluate a position where the tree ends, which may be the end of the match."""
    if state.over:
        set_outcome(state, memory)
        return
    evaluate(state, viewer, weights, memory)


@rule
def evaluate_deals(action: int, weights: Weights, memory: Memory) -> None:
    """Set `values` and `scores` to the mean over several samples of what chance does after an action.

    The samples are the same wherever the tree ends, so that positions differ by what was played and not by luck.
    """
    deals = len(memory.deals)
    memory.mean[:] = 0.0
    for k in range(deals):
        memory.states[AFTER] = memory.states[BEFORE]
        memory.dealing[0] = memory.deals[k]
        state = memory.states[AFTER]
        play(state, action, memory.dealing[0])
        evaluate_border(state, int(state.turn), weights, memory)
        for seat in range(state.seats):
            memory.mean[RESULTS, seat] += memory.values[seat] / deals
            memory.mean[SCORES, seat] += memory.scores[seat] / deals
    for seat in range(memory.states[BEFORE].seats):
        memory.values[seat] = memory.mean[RESULTS, seat]
        memory.scores[seat] = memory.mean[SCORES, seat]


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
        play(state, out[place_of_mark(mark, weights, count)], chance)


@rule
def write_logits(
    state: State, actions: Actions, count: int, hidden: Floats, weights: Weights, scratch: Scratch, logits: Values
) -> float:
    """Write the logit of each of the legal actions, by the last hidden layer for the position.

    Returns the highest logit.
    """
    z, rows = scratch.z, scratch.rows
    linear(hidden, weights.wp, weights.bp, z, scratch.places)
    width = rows.shape[1]
    for i in range(count):
        for k in range(width):
            rows[i, k] = -1
    action_features(state, actions, count, rows)
    top = -1e9
    for i in range(count):
        logit = 0.0
        for k in range(width):
            if rows[i, k] >= 0:
                logit += z[rows[i, k]]
        logits[i] = logit
        top = max(top, logit)
    return top


@rule
def place_of_mark(mark: float, weights: Values, count: int) -> int:
    """Return in which of the first `count` weights, laid end to end, the mark lies."""
    chosen = 0
    while chosen < count - 1 and mark >= weights[chosen]:
        mark -= weights[chosen]
        chosen += 1
    return chosen
