"""Self-play: whole matches in compiled code, as samples for the learner.

Positions seen by the seat to act come with the policy that the search improved, if it was a large search. Positions at
a border of the tree (after chance, or when the turn has gone to a seat with other secrets) come without a policy, seen
by the seat whose view the search evaluates there.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tilora.ai.network.contract import Shape, action_features, features, forget
from tilora.ai.network.evaluation import NOBODY, set_outcome, viewer_at_border
from tilora.ai.network.gumbel_search import compete
from tilora.ai.network.memory import DONE, Memory
from tilora.ai.network.weights import Weights
from tilora.kernel import Game, State, below, blank, rule
from tilora.kernel.contract.dispatch import play, redact, start

LONGEST = 400
"""The longest match, in actions. A longer one is stopped and scored as it stands."""
ENTRIES_PER_SAMPLE = 24

SMALL, LARGE, LARGE_PER_MILLE, NOISY_ACTIONS = 0, 1, 2, 3
"""Indices in `plan`: simulations of a small and of a large search, how many of 1000 searches are large, and after how
many actions of a match the best action is played instead of a drawn one.
"""


class Samples(NamedTuple):
    """The samples. Numbers by seat start with the viewer and follow in turn order."""

    x: Any
    viewer: Any
    seats: Any
    result: Any
    search: Any
    points: Any
    first: Any
    """By sample: its first entry, and their number: one for each action if there is a policy, else none."""
    count: Any
    rows: Any
    """By entry: the features of the action."""
    share: Any
    """By entry: the probability of the action in the improved policy."""
    tally: Any
    """Samples, entries, simulations, matches, actions, points of all seats, and seats, summed over the matches."""


SAMPLES, ENTRIES, SIMULATIONS, MATCHES, ACTIONS, POINTS, SEATS = range(7)
TALLY = 7
"""How many numbers the tally has."""


def make_samples(shape: Shape, size: int) -> Samples:
    """Allocate room for this many samples."""
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
        np.zeros(TALLY, np.int64),
    )


def starting_states(game: Game) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
    """Return blank states to start from, half of them with the usual number of seats, and all choices of options."""
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
    """Play up to this many matches, as long as there is room for their samples."""
    samples.tally[:] = 0
    for _ in range(matches):
        if samples.tally[SAMPLES] + 2 * LONGEST > len(samples.viewer):
            return
        memory.states[1] = fresh[below(chance, len(fresh))]
        start(memory.states[1], options[below(chance, len(options))], chance)
        play_match(plan, chance, weights, memory, samples)


@rule
def play_match(plan: Any, chance: Any, weights: Weights, memory: Memory, samples: Samples) -> None:
    """Play one match to its end, and add its samples."""
    state = memory.states[1]
    begin = int(samples.tally[SAMPLES])
    actions, waiting = 0, 0  # how many of the last samples wait for the value that the next search finds
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
                each = (samples.viewer[sample] + k) % state.seats
                samples.search[sample, k] = memory.searched[each]
        draws = chance.draws
        play(state, memory.action[edge], chance)
        actions += 1
        waiting = add_border(state, seat, chance.draws != draws, memory, samples)
    finish(state, begin, waiting, memory, samples)
    samples.tally[MATCHES] += 1
    samples.tally[ACTIONS] += actions


@rule
def add(state: State, viewer: int, samples: Samples) -> None:
    """Add a sample. Its result is filled in when the match ends."""
    sample = int(samples.tally[SAMPLES])
    samples.tally[SAMPLES] += 1
    x = samples.x[sample]
    x[:] = 0.0
    features(state, viewer, x)
    seats = int(state.seats)
    samples.viewer[sample] = viewer
    samples.seats[sample] = seats
    samples.count[sample] = 0
    samples.first[sample] = samples.tally[ENTRIES]
    for k in range(seats):
        samples.points[sample, k] = state.score[(viewer + k) % seats]


@rule
def add_policy(memory: Memory, samples: Samples, view: State) -> None:
    """Give the last sample the policy that the search improved, if there is room."""
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
def add_border(state: State, seat: int, chance_drew: bool, memory: Memory, samples: Samples) -> int:
    """Add a sample if the search would evaluate this position as a border. Return how many were added."""
    if state.over:
        return 0
    memory.states[2] = state
    after = memory.states[2]
    was_forgotten = chance_drew and forget(after)
    viewer = viewer_at_border(after, seat, chance_drew, memory)
    if viewer == NOBODY or (viewer == after.turn and not was_forgotten):
        return 0
    add(after, viewer, samples)
    return 1


@rule
def finish(state: State, begin: int, waiting: int, memory: Memory, samples: Samples) -> None:
    """Fill in the results of all samples of the match."""
    set_outcome(state, memory)
    seats = int(state.seats)
    end = int(samples.tally[SAMPLES])
    for sample in range(begin, end):
        for k in range(seats):
            each = (samples.viewer[sample] + k) % seats
            samples.result[sample, k] = memory.values[each]
            samples.points[sample, k] = state.score[each] - samples.points[sample, k]
            if sample >= end - waiting:
                samples.search[sample, k] = memory.values[each]
    for each in range(seats):
        samples.tally[POINTS] += state.score[each]
    samples.tally[SEATS] += seats
