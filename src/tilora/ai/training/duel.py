"""Matches between two networks with the same number of simulations for each decision, in compiled code.

Every start is played twice, with the networks' seats exchanged.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.ai.network.gumbel_search import compete
from tilora.ai.network.memory import Memory
from tilora.ai.network.weights import Weights
from tilora.ai.training.self_play import LONGEST
from tilora.kernel import below, rule
from tilora.kernel.contract.dispatch import play, redact, start
from tilora.kernel.contract.result import share_beaten

OPENING = 6
"""How many actions of a match are drawn from the policy, so that not all matches of a game without chance are equal."""
START, PLAYED, VIEW, STATES = 0, 1, 2, 3
"""What the states of `duel` are, and how many there are."""


def duel(
    pairs: int,
    simulations: int,
    fresh: npt.NDArray[Any],
    options: npt.NDArray[np.int64],
    chance: Any,
    new: Weights,
    old: Weights,
    memory: Memory,
    states: npt.NDArray[Any],
    out: npt.NDArray[np.float64],
) -> None:
    """Write into `out`, for every pair of matches, the mean share of opponents that the new network has beaten."""
    for pair in range(pairs):
        states[START] = fresh[below(chance, len(fresh))]
        start(states[START], options[below(chance, len(options))], chance)
        total = 0.0
        for side in range(2):
            states[PLAYED] = states[START]
            total += play_duel(side, simulations, chance, new, old, memory, states)
        out[pair] = total / states[START].seats


@rule
def play_duel(
    side: int, simulations: int, chance: Any, new: Weights, old: Weights, memory: Memory, states: npt.NDArray[Any]
) -> float:
    """Play one match, in which every second seat from `side` on is the new network's.

    Return the sum of the shares of opponents beaten by its seats. A match that is stopped counts half for each.
    """
    state = states[PLAYED]
    actions = 0
    while not state.over and actions < LONGEST:
        seat = int(state.turn)
        states[VIEW] = state
        redact(states[VIEW], seat)
        weights = new if seat % 2 == side else old
        edge = compete(states[VIEW], simulations, 1.0 if actions < OPENING else 0.0, chance, weights, memory)
        play(state, memory.action[edge], chance)
        actions += 1
    total = 0.0
    for seat in range(state.seats):
        if seat % 2 == side:
            total += share_beaten(state, seat) if state.over else 0.5
    return total
