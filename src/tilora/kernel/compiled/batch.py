"""Thousands of matches of one game, stepped at once in compiled code. States are records, so a batch is an array.

It is made for learning and for counting, without what people need: texts, histories, undo. Each match is the same, to
the byte, as the one that `tilora.match` plays with the same seed and the same actions.
"""

import os
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tilora.kernel.checks import check_number
from tilora.kernel.compiled.engine import MODE
from tilora.kernel.compiled.keys import KEYS, begin_event, learn_seed
from tilora.kernel.compiled.numba_loader import load_numba
from tilora.kernel.contract.chance import CHANCE
from tilora.kernel.contract.dispatch import Actions, legal, play, redact, start
from tilora.kernel.contract.game import Game
from tilora.kernel.contract.marks import rule
from tilora.kernel.contract.registry import game_named
from tilora.kernel.contract.state import State, blank
from tilora.kernel.contract.texts import fill_seats
from tilora.kernel.errors import BadSetup, IllegalAction

LARGEST_BATCH = 1 << 24
LARGEST_BATCH_SEED = (1 << 62) - 1

SMALL = 4096
"""Bytes. Copying a state up to this size takes less time than making a key."""

LANE = np.dtype((np.record, [("seed", np.int64), ("played", np.int64), ("legal", np.int64), ("over", np.bool_)]))
"""Of each match: its seed, the number of actions played and of legal actions, and whether the last step ended it."""

Records: TypeAlias = npt.NDArray[Any]
Matches: TypeAlias = tuple[Records, Records, npt.NDArray[np.int64], Records, Records, Records]
"""The states; the state before `start`; the numbers of the options; a chance; the keys and the lane of each match."""


class Batch:
    """Many matches side by side. When one is over, the next one begins in its place.

    >>> batch = Batch("welters", 1000, seed=7)
    >>> batch.step(batch.legal[:, 0]).any()
    np.False_
    """

    def __init__(
        self,
        game: Game | str,
        size: int,
        *,
        seats: int | None = None,
        seed: int = 0,
        options: dict[str, str] | None = None,
    ) -> None:
        """Match i has the seed `seed + i`; the next one in its place has `seed + i + size`, and so on."""
        self.game: Game = game if isinstance(game, Game) else game_named(game)
        self.seats = self.game.checked_seats(seats)
        self.options = self.game.checked_options(options or {})
        rules = self.game.rules
        count = check_number(size, "The number of matches", 1, LARGEST_BATCH)
        first = check_number(seed, "The seed of a batch", 0, LARGEST_BATCH_SEED)
        self._fresh = np.zeros(1, rules.STATE)
        self._fresh[0] = blank(rules.STATE, self.game.variant, self.seats)
        self._numbers = self.game.option_numbers(self.options)
        self._chance, self._keys = np.zeros(1, CHANCE), np.zeros(count, KEYS)
        self._before = np.zeros(1, rules.STATE)
        self._lanes = np.zeros(count, LANE)
        self._lanes["seed"] = np.arange(first, first + count)
        self.states: npt.NDArray[Any] = np.zeros(count, rules.STATE)
        """The whole truth: one record for each match. It must not be changed."""
        self.legal: Actions = np.zeros((count, rules.MOST_ACTIONS), np.int32)
        """By match: the codes of its legal actions in rising order. Only the first `counts` of them are valid."""
        self.scores = np.zeros((count, self.seats), np.int32)
        """By match and seat: the points in the last match that ended in its place."""
        self.ranks = np.zeros((count, self.seats), np.int8)
        """By match and seat: the ranks in that match; 0 before any has ended."""
        self._run(begin_all, self._matches(), self.legal)

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<Batch of {len(self):,} matches of {self.game.name}, {self.seats} seats>"

    @property
    def seeds(self) -> npt.NDArray[np.int64]:
        """By match: its seed."""
        return self._lanes["seed"]

    @property
    def played(self) -> npt.NDArray[np.int64]:
        """By match: how many actions have been played in it."""
        return self._lanes["played"]

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """By match: how many legal actions there are."""
        return self._lanes["legal"]

    @property
    def turns(self) -> npt.NDArray[np.int8]:
        """By match: the seat to act."""
        return self.states["turn"]

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """By match: whether the last step ended the match, so that the next one began in its place."""
        return self._lanes["over"]

    def step(self, actions: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Play one action, given by its code, in every match, and return `over`.

        Raises IllegalAction if any of them is not legal, and then nothing has been played in any match.
        """
        codes = np.asarray(actions)
        if codes.shape != (len(self),) or not np.issubdtype(codes.dtype, np.integer):
            raise BadSetup(f"A step needs one whole number for each of the {len(self):,} matches.")
        codes = codes.astype(np.int64, copy=False)
        wrong = int(self._run(step_all, self._matches(), self.legal, codes, self._before, self.scores, self.ranks))
        if wrong >= 0:
            raise IllegalAction(f"Match {wrong} of the batch: {self._why_not(wrong, int(codes[wrong]))}")
        return self.over

    def chosen(self, choices: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """Return the codes of the legal actions at these places, one for each match, counted from 0."""
        return self.legal[np.arange(len(self)), np.asarray(choices, np.int64)]

    def at_random(self, dice: np.random.Generator) -> npt.NDArray[np.int32]:
        """Return a legal action for each match, all of them equally likely."""
        return self.chosen((dice.random(len(self)) * self.counts).astype(np.int64))

    def masks(self) -> npt.NDArray[np.bool_]:
        """Return, by match and place in `game.codes`, whether the action is legal."""
        codes = self.game.codes
        if codes is None:
            raise BadSetup(
                f"{self.game.title} has too many actions for masks. Choose from `legal` with `chosen` instead."
            )
        masks = np.zeros((len(self), len(codes)), np.bool_)
        self._run(mark_legal, self._lanes, self.legal, codes, masks)
        return masks

    def views(self) -> npt.NDArray[Any]:
        """Return a copy of each match's record, with everything blanked that the seat to act may not know."""
        views = self.states.copy()
        self._run(redact_all, views)
        return views

    def rewards(self) -> npt.NDArray[np.float32]:
        """Return the rewards by match and seat: from 1 to -1 where the last step ended the match, else 0."""
        return np.where(self.over[:, None], rank_rewards(self.ranks), np.float32(0.0))

    def _why_not(self, match: int, code: int) -> str:
        codes = self.game.codes
        if codes is None or code not in codes:
            return f"{code} is not one of its {self.counts[match]} legal actions."
        return fill_seats(self.game.words.why_not(self.views()[match], code))

    def _matches(self) -> Matches:
        return self.states, self._fresh, self._numbers, self._chance, self._keys, self._lanes

    def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call the function, compiled unless compiling is turned off."""
        if os.environ.get(MODE) == "interpreted":
            return function(*arguments)
        load_numba()
        from tilora.kernel.compiled.numba_backend import compile_for

        return compile_for(self.game.rules, function)(*arguments)


def rank_rewards(ranks: npt.ArrayLike) -> npt.NDArray[np.float32]:
    """Return the reward for each rank, by seat along the last axis: the share of others beaten minus the share who won.

    That is 1 for a sole winner, -1 for a sole loser and 0 for a draw. Rewards add up to 0.

    >>> rank_rewards([1, 2, 2])
    array([ 1. , -0.5, -0.5], dtype=float32)
    """
    places = np.asarray(ranks, np.int64)
    better = np.sign(places[..., None, :] - places[..., :, None]).sum(-1)
    return (better / (places.shape[-1] - 1)).astype(np.float32)


# Compiled: plain loops over all matches


def begin_all(matches: Matches, legals: Actions) -> None:
    """Begin every match."""
    lanes = matches[5]
    for i in range(len(lanes)):
        begin_match(matches, i)
        list_legal(matches[0][i], lanes[i], legals[i])


@rule
def first_illegal(lanes: Records, legals: Actions, codes: npt.NDArray[np.int64]) -> int:
    """Return the first match whose action is not legal; -1 if there is none."""
    for i in range(len(lanes)):
        if place_of(codes[i], legals[i], lanes[i].legal) < 0:
            return i
    return -1


def step_all(
    matches: Matches,
    legals: Actions,
    codes: npt.NDArray[np.int64],
    before: Records,
    scores: npt.NDArray[np.int32],
    ranks: npt.NDArray[np.int8],
) -> int:
    """Play one action in every match. Where that ends the match, store its result and begin the next one.

    Return -1; or the first match whose action is not legal, and then nothing has been played.
    """
    states, lanes = matches[0], matches[5]
    wrong = first_illegal(lanes, legals, codes)
    if wrong >= 0:
        return wrong
    for i in range(len(lanes)):
        state, lane = states[i], lanes[i]
        play_event(matches, i, codes[i], before)
        lane.over = state.over
        if state.over:
            for seat in range(scores.shape[1]):
                scores[i, seat] = state.score[seat]
                ranks[i, seat] = state.rank[seat]
            lane.seed += len(lanes)
            begin_match(matches, i)
        list_legal(state, lane, legals[i])
    return -1


def mark_legal(lanes: Records, legals: Actions, codes: Actions, masks: npt.NDArray[np.bool_]) -> None:
    """Set the masks where an action is legal."""
    for i in range(len(lanes)):
        for k in range(lanes[i].legal):
            masks[i, place_of(legals[i, k], codes, len(codes))] = True


def redact_all(states: Records) -> None:
    """Turn every state into the view of the seat to act."""
    for i in range(len(states)):
        redact(states[i], states[i].turn)


@rule
def begin_match(matches: Matches, i: int) -> None:
    """Begin the match in place i, with its seed."""
    states, fresh, options, chances, keys, lanes = matches
    states[i] = fresh[0]
    learn_seed(keys[i], lanes[i].seed)
    begin_event(chances[0], keys[i], 0)
    start(states[i], options, chances[0])
    lanes[i].played = 0


@rule
def play_event(matches: Matches, i: int, code: int, before: Records) -> None:
    """Play the action in match i, with the chance of its event."""
    states, _, _, chances, keys, lanes = matches
    chance = chances[0]
    lanes[i].played += 1
    if states.itemsize > SMALL:
        begin_event(chance, keys[i], lanes[i].played)
        play(states[i], code, chance)
        return
    # Most actions draw nothing, and making a key takes longer than playing them. So the action is played with whatever
    # key is there; if it drew a number, it is undone and played with the right key.
    before[0] = states[i]
    chance.blocks = 0
    chance.left = 0
    chance.draws = 0
    play(states[i], code, chance)
    if chance.draws > 0:
        states[i] = before[0]
        begin_event(chance, keys[i], lanes[i].played)
        play(states[i], code, chance)


@rule
def list_legal(state: State, lane: np.record, out: Actions) -> None:
    """Write the legal actions into `out` in rising order, and their number into `lane`."""
    count = legal(state, out)
    lane.legal = count
    falls = 0
    for k in range(1, count):  # without a way out of the loop, many places are compared at once
        falls += out[k] < out[k - 1]
    if falls > 0:
        sort_nearly_sorted(out, count)


@rule
def sort_nearly_sorted(codes: Actions, count: int) -> None:
    """Sort the first `count` codes by insertion: rules list actions in order but for a few."""
    for k in range(1, count):
        code, at = codes[k], k
        while at > 0 and codes[at - 1] > code:
            codes[at] = codes[at - 1]
            at -= 1
        codes[at] = code


@rule
def place_of(code: int, codes: Actions, count: int) -> int:
    """Return the place of the code among the first `count` codes, which rise; -1 if it is not there."""
    low, high = 0, int(count)
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low if low < count and codes[low] == code else -1
