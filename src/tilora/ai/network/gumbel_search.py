"""A tournament among actions: the best of few simulations, and how much better each action is than was thought.

Actions are drawn from the prior. All of them are tried, then the better half again, and so on until one is left. What
was found shifts the prior, and that is what the network learns to say. This is the root of Gumbel AlphaZero.
"""

import math
from typing import Any

from tilora.ai.network.search import DONE, ENTRANTS, Memory, begin, simulate
from tilora.ai.network.weights import Weights
from tilora.kernel import State, below, rule

FEWEST_ENTRANTS = 4
"""However few simulations there are."""
SURENESS = 50.0
"""What a difference of 1 in the result is worth in logits, after few visits; each visit adds one."""
DOUBT = 1.0
"""Visits that what the network thought of a position weighs against what was found for an action."""


@rule
def compete(view: State, simulations: int, noise: float, chance: Any, weights: Weights, memory: Memory) -> int:
    """The edge that wins the tournament; `target` holds the improved policy. With noise, another may win next time."""
    begin(view, weights, memory)
    thought = memory.values[view.turn]
    count = int(memory.count[0])
    for i in range(count):
        even = (below(chance, 1 << 30) + 0.5) / (1 << 30)
        memory.noise[i] = -noise * math.log(-math.log(even))
    left = min(count, max(FEWEST_ENTRANTS, min(ENTRANTS, simulations // 4)))
    for place in range(left):
        memory.entrants[place] = best_entrant(place, memory)
    rounds = 1
    while (1 << rounds) < left:
        rounds += 1
    spent = 0
    while left > 1 and spent < simulations:
        each = max(1, simulations // (rounds * left))
        for _ in range(each):
            for place in range(left):
                if spent < simulations:
                    simulate(view, int(memory.entrants[place]), chance, weights, memory)
                    spent += 1
        rank_entrants(left, thought, memory)
        left = (left + 1) // 2
    if count == 1:
        simulate(view, 0, chance, weights, memory)
    improve(count, thought, memory)
    sum_up(count, int(view.seats), memory)
    return int(memory.entrants[0])


@rule
def best_entrant(taken: int, memory: Memory) -> int:
    """The best edge by prior and noise that is not among the first entrants."""
    best, best_score = 0, -1e9
    for edge in range(int(memory.count[0])):
        free = True
        for place in range(taken):
            if memory.entrants[place] == edge:
                free = False
        if free and memory.logit[edge] + memory.noise[edge] > best_score:
            best, best_score = edge, memory.logit[edge] + memory.noise[edge]
    return best


@rule
def rank_entrants(left: int, thought: float, memory: Memory) -> None:
    """The first so many entrants are in order, the best first."""
    sure = sureness(memory)
    for place in range(1, left):
        edge = memory.entrants[place]
        score = memory.logit[edge] + memory.noise[edge] + sure * found(int(edge), thought, memory)
        at = place
        while at > 0:
            other = memory.entrants[at - 1]
            if memory.logit[other] + memory.noise[other] + sure * found(int(other), thought, memory) >= score:
                break
            memory.entrants[at] = other
            at -= 1
        memory.entrants[at] = edge


@rule
def sureness(memory: Memory) -> float:
    """What a difference of 1 in the result is worth in logits."""
    most = 0
    for edge in range(int(memory.count[0])):
        most = max(most, int(memory.visits[edge]))
    return SURENESS + most


@rule
def found(edge: int, thought: float, memory: Memory) -> float:
    """What the action is worth: what was found, with some doubt, or else what was thought of the position."""
    return float((memory.value[edge] + DOUBT * thought) / (memory.visits[edge] + DOUBT))


@rule
def improve(count: int, thought: float, memory: Memory) -> None:
    """`target` holds the prior, shifted to what was found to be better."""
    sure = sureness(memory)
    # What was not visited is taken to be worth what the visited ones are on average, by their priors.
    weight, value = 1.0, thought
    for edge in range(count):
        if memory.visits[edge] > 0:
            weight += 8.0 * memory.prior[edge]
            value += 8.0 * memory.prior[edge] * found(edge, thought, memory)
    mixed = value / weight
    top = -1e9
    for edge in range(count):
        worth = found(edge, thought, memory) if memory.visits[edge] > 0 else mixed
        memory.target[edge] = memory.logit[edge] + sure * worth
        top = max(top, memory.target[edge])
    total = 0.0
    for edge in range(count):
        memory.target[edge] = math.exp(memory.target[edge] - top)
        total += memory.target[edge]
    for edge in range(count):
        memory.target[edge] /= total


@rule
def sum_up(count: int, seats: int, memory: Memory) -> None:
    """`searched` holds what was found for the actions that were visited, as often as the improved policy takes them."""
    weight = 1e-6
    for seat in range(seats):
        memory.searched[seat] = weight * memory.totals[seat] / memory.used[DONE]
    for edge in range(count):
        if memory.visits[edge] > 0:
            weight += memory.target[edge]
            for seat in range(seats):
                memory.searched[seat] += memory.target[edge] * memory.by_seat[edge, seat] / memory.visits[edge]
    for seat in range(seats):
        memory.searched[seat] /= weight
