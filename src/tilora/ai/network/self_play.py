"""Self-play: whole matches in compiled code, and what a learner can learn from them.

Positions from the eyes of the seat to act come with the policy that the search improved, if it was a large one.
Positions at a border of the tree (after chance, or when the turn has gone to somebody with other secrets) come from the
eyes that value them there, without a policy.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tilora.ai.network.contract import Shape, action_features, features, forget
from tilora.ai.network.gumbel_search import compete
from tilora.ai.network.search import DONE, NOBODY, Memory, eyes_at_border
from tilora.ai.network.weights import Weights
from tilora.kernel import Game, State, below, blank, rule
from tilora.kernel.contract.dispatch import play, redact, start
from tilora.kernel.contract.result import result

LONGEST = 400
"""Actions of a match at most. A longer one is broken off, and counts as it stands."""
ENTRIES_PER_SAMPLE = 24

SMALL, LARGE, LARGE_PER_MILLE, NOISY_ACTIONS = 0, 1, 2, 3
"""Places in `plan`: simulations of a small and of a large search, how many of 1000 searches are large, and after how
many actions of a match the choice is the best and not one drawn by how good it seems."""


class Samples(NamedTuple):
    """What was seen. By sample, and by seat from the one that looks on where there are several numbers."""

    x: Any
    eyes: Any
    seats: Any
    result: Any
    search: Any
    points: Any
    first: Any
    """By sample: its first entry, and how many: one for each action if there is a policy, else none."""
    count: Any
    rows: Any
    """By entry: the features of the action."""
    share: Any
    """By entry: how much the improved policy gives to the action."""
    tally: Any
    """Samples, entries, simulations, matches, actions, points of all seats, and seats, summed up over the matches."""


SAMPLES, ENTRIES, SIMULATIONS, MATCHES, ACTIONS, POINTS, SEATS = range(7)


def samples(shape: Shape, size: int) -> Samples:
    """Room for so many samples."""
    entries = size * ENTRIES_PER_SAMPLE + shape.most_actions
    f32 = np.float32
    return Samples(
        np.zeros((size, shape.features), f32),
        np.zeros(size, np.int8),
        np.zeros(size, np.int8),
        np.zeros((size, shape.seats), f32),
        np.zeros((size, shape.seats), f32),
        np.zeros((size, shape.seats), f32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros((entries, shape.action_width), np.int16),
        np.zeros(entries, f32),
        np.zeros(7, np.int64),
    )


def tables(game: Game) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
    """Blank states to start matches from, half of them with the usual number of seats, and choices of options."""
    usual, *others = game.seats
    seats = [usual] * max(1, len(others)) + others
    fresh = np.zeros(len(seats), game.rules.STATE)
    for place, number in enumerate(seats):
        fresh[place] = blank(game.rules.STATE, game.variant, number)
    choices: list[tuple[int, ...]] = [()]
    for option in game.options:
        choices = [(*before, choice) for before in choices for choice in range(len(option.choices))]
    return fresh, np.array(choices, np.int64).reshape(len(choices), len(game.options))


def self_play(
    matches: int,
    plan: npt.NDArray[np.int64],
    fresh: npt.NDArray[Any],
    options: npt.NDArray[np.int64],
    chance: Any,
    weights: Weights,
    memory: Memory,
    samples: Samples,
) -> None:
    """Up to so many matches are played, as far as there is room for their samples."""
    samples.tally[:] = 0
    for _ in range(matches):
        if samples.tally[SAMPLES] + 2 * LONGEST > len(samples.eyes):
            return
        memory.states[1] = fresh[below(chance, len(fresh))]
        start(memory.states[1], options[below(chance, len(options))], chance)
        play_match(plan, chance, weights, memory, samples)


@rule
def play_match(plan: Any, chance: Any, weights: Weights, memory: Memory, samples: Samples) -> None:
    """One match is played to its end, and its samples know how it ended."""
    state = memory.states[1]
    begin = int(samples.tally[SAMPLES])
    actions, waiting = 0, 0  # so many of the last samples wait for what the next search finds
    while not state.over and actions < LONGEST:
        seat = int(state.turn)
        memory.states[2] = state
        view = memory.states[2]
        redact(view, seat)
        large = below(chance, 1000) < plan[LARGE_PER_MILLE]
        simulations = int(plan[LARGE] if large else plan[SMALL])
        noise = 1.0 if actions < plan[NOISY_ACTIONS] or large else 0.0
        edge = compete(view, simulations, noise, chance, weights, memory)
        samples.tally[SIMULATIONS] += memory.used[DONE] - 1
        add(view, seat, samples)
        if large and memory.count[0] > 1:
            add_policy(memory, samples, view)
        for sample in range(samples.tally[SAMPLES] - 1 - waiting, samples.tally[SAMPLES]):
            for k in range(state.seats):
                each = (samples.eyes[sample] + k) % state.seats
                samples.search[sample, k] = memory.searched[each]
        draws = chance.draws
        play(state, memory.action[edge], chance)
        actions += 1
        waiting = add_border(state, seat, chance.draws != draws, memory, samples)
    finish(state, begin, waiting, memory, samples)
    samples.tally[MATCHES] += 1
    samples.tally[ACTIONS] += actions


@rule
def add(state: State, eyes: int, samples: Samples) -> None:
    """There is one sample more; how the match ends is still open."""
    sample = int(samples.tally[SAMPLES])
    samples.tally[SAMPLES] += 1
    x = samples.x[sample]
    x[:] = 0.0
    features(state, eyes, x)
    seats = int(state.seats)
    samples.eyes[sample] = eyes
    samples.seats[sample] = seats
    samples.count[sample] = 0
    samples.first[sample] = samples.tally[ENTRIES]
    for k in range(seats):
        samples.points[sample, k] = state.score[(eyes + k) % seats]


@rule
def add_policy(memory: Memory, samples: Samples, view: State) -> None:
    """The last sample has the policy that the search has improved, if there is room."""
    count, first = int(memory.count[0]), int(samples.tally[ENTRIES])
    if first + count > len(samples.share):
        return
    rows = samples.rows[first : first + count]
    rows[:] = -1
    for i in range(count):
        memory.out[i] = memory.action[i]
        samples.share[first + i] = memory.target[i]
    action_features(view, memory.out, count, rows)
    samples.count[samples.tally[SAMPLES] - 1] = count
    samples.tally[ENTRIES] += count


@rule
def add_border(state: State, seat: int, chanced: bool, memory: Memory, samples: Samples) -> int:
    """How many samples more there are: one if the network is asked about such a position from such eyes."""
    if state.over:
        return 0
    memory.states[2] = state
    after = memory.states[2]
    forgotten = chanced and forget(after)
    eyes = eyes_at_border(after, seat, chanced, memory)
    if eyes == NOBODY or (eyes == after.turn and not forgotten):
        return 0
    add(after, eyes, samples)
    return 1


@rule
def finish(state: State, begin: int, waiting: int, memory: Memory, samples: Samples) -> None:
    """The samples of the match know how it ended."""
    result(state, memory.values, memory.scores)
    seats = int(state.seats)
    end = int(samples.tally[SAMPLES])
    for sample in range(begin, end):
        for k in range(seats):
            each = (samples.eyes[sample] + k) % seats
            samples.result[sample, k] = memory.values[each]
            samples.points[sample, k] = state.score[each] - samples.points[sample, k]
            if sample >= end - waiting:
                samples.search[sample, k] = memory.values[each]
    for each in range(seats):
        samples.tally[POINTS] += state.score[each]
    samples.tally[SEATS] += seats
