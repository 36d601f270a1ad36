"""The root search of Gumbel AlphaZero: finds a good action, and an improved policy, with few simulations.

Candidates are drawn from the prior. All of them are tried, then the better half again, and so on until one is left. The
values found shift the prior, and the network learns the shifted policy.
"""

import math
from typing import Any

from tilora.ai.network.memory import CANDIDATES, DONE, RESULTS, Memory
from tilora.ai.network.puct import begin, simulate
from tilora.ai.network.weights import Weights
from tilora.kernel import State, below, rule

FEWEST_CANDIDATES = 4
"""The number of candidates with very few simulations."""
VALUE_SCALE = 50.0
"""How many logits a difference of 1 in the result is worth without visits; each visit adds one."""
PRIOR_VISITS = 1.0
"""How many visits the network's value of the position counts as, in the value of an action."""


@rule
def compete(view: State, simulations: int, noise: float, chance: Any, weights: Weights, memory: Memory) -> int:
    """Return the edge that wins, and set `target` to the improved policy. With noise, the winner is drawn."""
    begin(view, chance, weights, memory)
    prior_value = memory.root_values[view.turn]
    count = int(memory.count[0])
    for i in range(count):
        uniform = (below(chance, 1 << 30) + 0.5) / (1 << 30)
        memory.noise[i] = -noise * math.log(-math.log(uniform))
    left = min(count, max(FEWEST_CANDIDATES, min(CANDIDATES, simulations // 4)))
    for place in range(left):
        memory.candidates[place] = best_candidate(place, memory)
    rounds = 1
    while (1 << rounds) < left:
        rounds += 1
    spent = 0
    while left > 1 and spent < simulations:
        each = max(1, simulations // (rounds * left))
        for _ in range(each):
            for place in range(left):
                if spent < simulations:
                    simulate(view, int(memory.candidates[place]), chance, weights, memory)
                    spent += 1
        rank_candidates(left, prior_value, memory)
        left = (left + 1) // 2
    if count == 1:
        simulate(view, 0, chance, weights, memory)
    conclude(int(view.seats), memory)
    return int(memory.candidates[0])


@rule
def conclude(seats: int, memory: Memory) -> None:
    """Set `target` to the improved policy and `searched` to the values under it, after any number of simulations."""
    count = int(memory.count[0])
    improve(count, memory.root_values[memory.actor[0]], memory)
    set_searched_values(count, seats, memory)


@rule
def best_candidate(taken: int, memory: Memory) -> int:
    """Return the best edge by prior and noise that is not among the first `taken` candidates."""
    best, best_score = 0, -1e9
    for edge in range(int(memory.count[0])):
        free = True
        for place in range(taken):
            if memory.candidates[place] == edge:
                free = False
        if free and memory.logit[edge] + memory.noise[edge] > best_score:
            best, best_score = edge, memory.logit[edge] + memory.noise[edge]
    return best


@rule
def rank_candidates(left: int, prior_value: float, memory: Memory) -> None:
    """Sort the first `left` candidates, best first."""
    scale = value_scale(memory)
    for place in range(1, left):
        edge = memory.candidates[place]
        score = memory.logit[edge] + memory.noise[edge] + scale * estimate(int(edge), prior_value, memory)
        at = place
        while at > 0:
            other = memory.candidates[at - 1]
            if memory.logit[other] + memory.noise[other] + scale * estimate(int(other), prior_value, memory) >= score:
                break
            memory.candidates[at] = other
            at -= 1
        memory.candidates[at] = edge


@rule
def value_scale(memory: Memory) -> float:
    """Return how many logits a difference of 1 in the result is worth."""
    most = 0
    for edge in range(int(memory.count[0])):
        most = max(most, int(memory.visits[edge]))
    return VALUE_SCALE + most


@rule
def estimate(edge: int, prior_value: float, memory: Memory) -> float:
    """Return the value of an action: its mean result, pulled towards the network's value of the position."""
    return float((memory.value[edge] + PRIOR_VISITS * prior_value) / (memory.visits[edge] + PRIOR_VISITS))


@rule
def improve(count: int, prior_value: float, memory: Memory) -> None:
    """Set `target` to the prior, shifted towards actions that turned out better."""
    scale = value_scale(memory)
    # Actions without visits get the mean value of the visited ones, weighted by their priors.
    weight, value = 1.0, prior_value
    for edge in range(count):
        if memory.visits[edge] > 0:
            weight += 8.0 * memory.prior[edge]
            value += 8.0 * memory.prior[edge] * estimate(edge, prior_value, memory)
    mixed = value / weight
    top = -1e9
    for edge in range(count):
        value_of_action = estimate(edge, prior_value, memory) if memory.visits[edge] > 0 else mixed
        memory.target[edge] = memory.logit[edge] + scale * value_of_action
        top = max(top, memory.target[edge])
    total = 0.0
    for edge in range(count):
        memory.target[edge] = math.exp(memory.target[edge] - top)
        total += memory.target[edge]
    for edge in range(count):
        memory.target[edge] /= total


@rule
def set_searched_values(count: int, seats: int, memory: Memory) -> None:
    """Set `searched` to the values of the visited actions, weighted by the improved policy."""
    weight = 1e-6
    for seat in range(seats):
        memory.searched[seat] = weight * memory.totals[RESULTS, seat] / memory.used[DONE]
    for edge in range(count):
        if memory.visits[edge] > 0:
            weight += memory.target[edge]
            for seat in range(seats):
                memory.searched[seat] += memory.target[edge] * memory.by_seat[edge, seat] / memory.visits[edge]
    for seat in range(seats):
        memory.searched[seat] /= weight
