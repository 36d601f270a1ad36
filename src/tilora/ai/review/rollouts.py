"""Playing on to the end at first sight, and keeping the steps that changed scores, to see where points come from."""

import math
from typing import Any, NamedTuple

import numpy as np

from tilora.ai import advice
from tilora.ai.network import contract
from tilora.ai.network.evaluation import evaluate, place_of_mark, write_logits
from tilora.ai.network.jit import compile_function
from tilora.ai.network.memory import Memory, make_memory
from tilora.ai.network.shipped import shipped_network
from tilora.ai.network.weights import Weights, hidden_sizes
from tilora.ai.search import tree
from tilora.ai.search.think import compile_search
from tilora.kernel import Game, State, below, rule
from tilora.kernel.contract.dispatch import legal, play
from tilora.kernel.contract.state import cell, copied_cell

MOST_STEPS = 256
"""How many steps that change scores are kept of one rollout."""
LONGEST = 2000
"""Actions of a rollout: a safeguard far beyond any real match."""
SHARPNESS = 3.0
"""How much more decided than the network's policy a rollout is: players take the better of two actions more often."""


class ScoringStep(NamedTuple):
    """A step that changed scores."""

    before: State
    code: int
    after: State


class Kept(NamedTuple):
    """Room for the steps that changed scores."""

    before: Any
    codes: Any
    after: Any


@rule
def keep_step(before: Any, code: int, state: Any, count: int, kept: Kept) -> int:
    """Keep the step if it changed scores and there is room. Return how many steps are kept then."""
    changed = False
    for seat in range(state.seats):
        changed = changed or before.score[seat] != state.score[seat]
    if not changed or count == len(kept.codes):
        return count
    kept.before[count] = before
    kept.codes[count] = code
    kept.after[count] = state
    return count + 1


@rule
def likely_action(state: Any, chance: Any, weights: Weights, memory: Memory) -> int:
    """Return an action drawn from the policy of the network, made more decided."""
    evaluate(state, int(state.turn), weights, memory)
    out, likely = memory.out, memory.weights
    count = legal(state, out)
    top = write_logits(state, out, count, memory.scratch.hidden_2, weights, memory.scratch, likely)
    total = 0.0
    for i in range(count):
        likely[i] = math.exp(SHARPNESS * (likely[i] - top))
        total += likely[i]
    return int(out[place_of_mark(total * below(chance, 1 << 30) / (1 << 30), likely, count)])


def roll_out_by_network(states: Any, dice: Any, chance: Any, weights: Weights, memory: Memory, kept: Kept) -> int:
    """Play on in the only one of `states` as the network suggests. Return how many steps changed scores.

    `dice` decide between actions, so that two rollouts that play differently can still have the same chance.
    """
    state, count = states[0], 0
    for _ in range(LONGEST):
        if state.over:
            break
        action = likely_action(state, dice[0], weights, memory)
        memory.states[1] = state
        play(state, action, chance[0])
        count = keep_step(memory.states[1], action, state, count, kept)
    return count


def roll_out_by_advice(states: Any, dice: Any, chance: Any, memory: tree.Memory, kept: Kept) -> int:
    """Play on in the only one of `states` as the game's advice suggests. Return how many steps changed scores."""
    state, count = states[0], 0
    for _ in range(LONGEST):
        if state.over:
            break
        action = memory.out[tree.sample(state, legal(state, memory.out), dice[0], memory)]
        memory.states[1] = state
        play(state, action, chance[0])
        count = keep_step(memory.states[1], int(action), state, count, kept)
    return count


class Rollouts:
    """Plays on in positions of one game."""

    def __init__(self, game: Game) -> None:
        rules = game.rules
        self._kept = Kept(
            np.zeros(MOST_STEPS, rules.STATE), np.zeros(MOST_STEPS, np.int64), np.zeros(MOST_STEPS, rules.STATE)
        )
        weights = shipped_network(game)
        self._arguments: tuple[Any, ...]
        if weights is not None:
            self._roll_out = compile_function(game, roll_out_by_network)
            self._arguments = weights, make_memory(rules, contract.register(game), hidden_sizes(weights), 2)
        else:
            self._roll_out = compile_search(game, roll_out_by_advice)
            self._arguments = (tree.memory(rules, 1, advice.settings(game).turns),)

    def play_on(self, state: State, dice: np.record, chance: np.record) -> tuple[State, list[ScoringStep]]:
        """Return the end of a match that goes on from the position, and the steps on the way that changed scores."""
        states = copied_cell(state)
        count = self._roll_out(states, cell(dice), cell(chance), *self._arguments, self._kept)
        kept = self._kept
        steps = [
            ScoringStep(copied_cell(kept.before[i])[0], int(kept.codes[i]), copied_cell(kept.after[i])[0])
            for i in range(count)
        ]
        end: State = states[0]
        return end, steps
