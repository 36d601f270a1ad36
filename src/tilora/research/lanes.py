"""Matches side by side in compiled code, in each of which a learner has one seat and a policy plays the others.

All of a step happens here, without Python: the learner's actions, those of the others until the learner is to act
again, and new matches where one has ended.
"""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tilora.ai.advice import weigh
from tilora.ai.network.contract import features
from tilora.ai.network.evaluation import place_of_mark, set_hidden, write_logits
from tilora.ai.network.weights import Scratch, Weights
from tilora.kernel import Actions, rule
from tilora.kernel.compiled.batch import Matches, Numbers, begin_match, is_legal, list_legal
from tilora.kernel.contract.dispatch import play, redact
from tilora.kernel.contract.keys import begin_event
from tilora.research.observations import Runs, write_row

Floats = npt.NDArray[np.float32]
Values = npt.NDArray[np.float64]


class Lanes(NamedTuple):
    """What compiled code knows of the lanes. In each of them, one match follows another."""

    matches: Matches
    seats: Numbers
    """By lane: the learner's seat."""
    fixed_seat: int
    """The learner's seat in every match; -1 for a random one in each."""
    dice: npt.NDArray[np.uint64]
    """By lane: the state of its generator, which draws seats and what the others do."""
    waiting: Numbers
    """The lanes in which somebody else is to act: the first of them, as many as `step` says."""
    rewards: Floats
    """By lane: the learner's reward for the match that has just ended; 0 if none has."""
    ended: npt.NDArray[np.bool_]
    """By lane: whether the learner's last action, or an answer to it, has ended the match."""
    result: npt.NDArray[np.int8]
    """By lane: the learner's rank in the match that has just ended; 0 if none has."""


@rule
def roll(dice: npt.NDArray[np.uint64], lane: int) -> float:
    """Draw a number from 0 to below 1 (xorshift64*). Nothing secret depends on it."""
    x = dice[lane]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    dice[lane] = x
    return float((x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(11)) / (1 << 53)


@rule
def begin_lane(lanes: Lanes, lane: int) -> None:
    """Begin the next match in the lane."""
    begin_match(lanes.matches, lane)
    list_legal(lanes.matches, lane)
    seats = int(lanes.matches.states[lane].seats)
    lanes.seats[lane] = lanes.fixed_seat if lanes.fixed_seat >= 0 else int(roll(lanes.dice, lane) * seats)


@rule
def note_waiting(lanes: Lanes, lane: int, count: int) -> int:
    """Add the lane to those that wait, if somebody else is to act. Return how many wait now."""
    if lanes.matches.states[lane].turn == lanes.seats[lane]:
        return count
    lanes.waiting[count] = lane
    return count + 1


@rule
def play_in(lanes: Lanes, lane: int, code: int) -> None:
    """Play an action. If that ends the match, store its result and begin the next one."""
    matches = lanes.matches
    state, chance = matches.states[lane], matches.chances[lane]
    matches.played[lane] += 1
    begin_event(chance, matches.played[lane])
    play(state, code, chance)
    if not state.over:
        list_legal(matches, lane)
        return
    # If the others end a match before the learner's first turn in it, nothing is rewarded.
    if not lanes.ended[lane]:
        lanes.ended[lane] = True
        own, seats, balance = state.rank[lanes.seats[lane]], int(state.seats), 0
        lanes.result[lane] = own
        for seat in range(seats):
            balance += (state.rank[seat] > own) - (state.rank[seat] < own)
        lanes.rewards[lane] = balance / (seats - 1)
    matches.seeds[lane] += len(matches.seeds)
    begin_lane(lanes, lane)


def begin_lanes(lanes: Lanes) -> int:
    """Begin the first match of every lane. Return in how many somebody else is to act."""
    count = 0
    for lane in range(len(lanes.seats)):
        begin_lane(lanes, lane)
        count = note_waiting(lanes, lane, count)
    return count


def find_illegal(lanes: Lanes, codes: Actions) -> int:
    """Return the first lane in which the code is not legal; -1 if all are."""
    for lane in range(len(codes)):
        if not is_legal(lanes.matches, lane, codes[lane]):
            return lane
    return -1


def play_learner(lanes: Lanes, codes: Actions) -> int:
    """Play one action, which is legal, in every lane. Return in how many somebody else is to act now."""
    count = 0
    for lane in range(len(codes)):
        lanes.ended[lane], lanes.rewards[lane], lanes.result[lane] = False, 0.0, 0
        play_in(lanes, lane, codes[lane])
        count = note_waiting(lanes, lane, count)
    return count


def play_at_random(lanes: Lanes, count: int) -> None:
    """Play in the first `count` lanes that wait, until the learner is to act: every legal action is equally likely."""
    for k in range(count):
        lane = lanes.waiting[k]
        while lanes.matches.states[lane].turn != lanes.seats[lane]:
            chosen = int(roll(lanes.dice, lane) * lanes.matches.counts[lane])
            play_in(lanes, lane, lanes.matches.legal[lane, chosen])


def play_by_network(
    lanes: Lanes, count: int, weights: Weights, scratch: Scratch, likely: Values, temperature: float
) -> None:
    """Play in the first `count` lanes that wait, until the learner is to act: by the network's policy."""
    for k in range(count):
        lane = lanes.waiting[k]
        while lanes.matches.states[lane].turn != lanes.seats[lane]:
            chosen = 0
            if lanes.matches.counts[lane] > 1:
                chosen = choose_by_policy(lanes, lane, weights, scratch, likely, temperature)
            play_in(lanes, lane, lanes.matches.legal[lane, chosen])


def play_by_advice(lanes: Lanes, count: int, weights: npt.NDArray[np.float64], evenness: float) -> None:
    """Play in the first `count` lanes that wait, until the learner is to act: what the game's advice prefers.

    The evenness is from 0, for the preferences as they are, to 1, for random play.
    """
    for k in range(count):
        lane = lanes.waiting[k]
        while lanes.matches.states[lane].turn != lanes.seats[lane]:
            legal, options = lanes.matches.legal[lane], lanes.matches.counts[lane]
            weights[:options] = 0.0
            weigh(lanes.matches.states[lane], legal, options, weights)
            for i in range(options):
                weights[i] **= 1.0 - evenness
            play_in(lanes, lane, legal[draw_by_weight(lanes, lane, weights, options)])


@rule
def draw_by_weight(lanes: Lanes, lane: int, weights: npt.NDArray[np.float64], count: int) -> int:
    """Draw one of the first `count` places, each as likely as its weight says; evenly if all weights are 0."""
    total = 0.0
    for i in range(count):
        total += weights[i]
    if total <= 0.0:
        return int(roll(lanes.dice, lane) * count)
    return place_of_mark(total * roll(lanes.dice, lane), weights, count)


@rule
def choose_by_policy(
    lanes: Lanes, lane: int, weights: Weights, scratch: Scratch, likely: Values, temperature: float
) -> int:
    """Return which of the legal actions the seat to act takes, by the network's policy at that temperature."""
    state, legal, count = lanes.matches.states[lane], lanes.matches.legal[lane], lanes.matches.counts[lane]
    set_hidden(state, int(state.turn), weights, scratch)
    top = write_logits(state, legal, count, scratch.hidden_2, weights, scratch, likely)
    for i in range(count):
        likely[i] = math.exp((likely[i] - top) / temperature)
    return draw_by_weight(lanes, lane, likely, count)


def write_features(lanes: Lanes, out: Floats) -> None:
    """Write what the learner sees in every lane, by the game's features."""
    for lane in range(len(out)):
        out[lane, :] = 0.0
        features(lanes.matches.states[lane], lanes.seats[lane], out[lane])


def write_rows(lanes: Lanes, views: npt.NDArray[Any], held: npt.NDArray[np.int8], runs: Runs, out: Floats) -> None:
    """Write what the learner may know in every lane, field by field, by way of one view, whose bytes are `held`."""
    for lane in range(len(out)):
        views[0] = lanes.matches.states[lane]
        redact(views[0], lanes.seats[lane])
        write_row(held, lanes.seats[lane], runs, out[lane])


def write_masks(lanes: Lanes, places: Numbers, masks: npt.NDArray[np.int8]) -> None:
    """Set the masks to 1 where the action with that number is legal, and to 0 elsewhere."""
    for lane in range(len(masks)):
        masks[lane, :] = 0
        for k in range(lanes.matches.counts[lane]):
            masks[lane, places[lanes.matches.legal[lane, k]]] = 1


def write_choices(lanes: Lanes, masks: npt.NDArray[np.int8], choices: npt.NDArray[np.int32]) -> None:
    """Write the codes of the legal actions in rising order, and the mask of the numbers that they have."""
    for lane in range(len(masks)):
        count = lanes.matches.counts[lane]
        masks[lane, :count] = 1
        masks[lane, count:] = 0
        choices[lane, :count] = lanes.matches.legal[lane, :count]
        choices[lane, count:] = -1
