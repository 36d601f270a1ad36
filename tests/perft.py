"""Counting the action sequences from a position: a fingerprint of the rules that a small mistake changes."""

from typing import Any

import numpy as np

from tilora.kernel import Match, chance_of
from tilora.kernel.compiled.numba_backend import compile_for
from tilora.kernel.contract.chance import CHANCE
from tilora.kernel.contract.dispatch import legal, play


def count(match: Match, depth: int) -> int:
    """Sequences of `depth` actions from here; shorter where the match ends. Chance falls the same way each time."""
    rules = match.game.rules
    states = np.zeros(depth + 1, rules.STATE)
    states[0] = match.state
    outs = np.zeros((depth + 1, rules.MOST_ACTIONS), np.int32)
    chances = np.zeros(2, CHANCE)
    chances[0] = chance_of(match.seed, 0)
    walked: int = compile_for(rules, _walk)(states, outs, chances, np.zeros((2, depth + 1), np.int64), depth)
    return walked


def _walk(states: Any, outs: Any, chances: Any, place: Any, depth: int) -> int:
    """Depth first with its own stack: `place` holds, by depth, how many actions there are and which is next."""
    leaves = 0
    at = 0
    place[0, 0] = legal(states[0], outs[0])
    place[1, 0] = 0
    while at >= 0:
        if place[1, at] == place[0, at]:
            at -= 1
            continue
        action = outs[at, place[1, at]]
        place[1, at] += 1
        states[at + 1] = states[at]
        chances[1] = chances[0]
        play(states[at + 1], action, chances[1])
        if at + 1 == depth or states[at + 1].over:
            leaves += 1
            continue
        at += 1
        place[0, at] = legal(states[at], outs[at])
        place[1, at] = 0
    return leaves
