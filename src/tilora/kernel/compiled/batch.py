"""Thousands of matches of one game, stepped at once in compiled code. States are records, so a batch is an array.

It is made for learning and for counting, without what people need: texts, histories, undo. Each match is the same, to
the byte, as the one that `tilora.match` plays with the same seed and the same actions.
"""

import os
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tilora.kernel.checks import check_number
from tilora.kernel.compiled.engine import MODE
from tilora.kernel.compiled.numba_loader import load_numba
from tilora.kernel.contract.chance import LAZY_CHANCE
from tilora.kernel.contract.dispatch import Actions, legal, play, redact, start
from tilora.kernel.contract.game import Game
from tilora.kernel.contract.keys import begin_event, learn_seed
from tilora.kernel.contract.marks import rule
from tilora.kernel.contract.registry import game_named
from tilora.kernel.contract.state import blank, cell
from tilora.kernel.contract.texts import fill_seats
from tilora.kernel.errors import BadSetup, IllegalAction

LARGEST_BATCH = 1 << 24
LARGEST_BATCH_SEED = (1 << 62) - 1

Records: TypeAlias = npt.NDArray[Any]
Numbers: TypeAlias = npt.NDArray[np.int64]


class Matches(NamedTuple):
    """What compiled code knows of the matches, by match."""

    states: Records
    fresh: Records
    """One state, as it is before `start`."""
    options: Numbers
    """The numbers of the options."""
    chances: Records
    seeds: Numbers
    played: Numbers
    legal: Actions
    counts: Numbers


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
        self.states: npt.NDArray[Any] = np.zeros(count, rules.STATE)
        """The whole truth: one record for each match. It must not be changed."""
        self.seeds: Numbers = np.arange(first, first + count)
        """By match: its seed."""
        self.played: Numbers = np.zeros(count, np.int64)
        """By match: how many actions have been played in it."""
        self.legal: Actions = np.zeros((count, rules.MOST_ACTIONS), np.int32)
        """By match: the codes of its legal actions in rising order. Only the first `counts` of them are valid."""
        self.counts: Numbers = np.zeros(count, np.int64)
        """By match: how many legal actions there are."""
        self.over = np.zeros(count, np.bool_)
        """By match: whether the last step ended the match, so that the next one began in its place."""
        self.scores = np.zeros((count, self.seats), np.int32)
        """By match and seat: the points in the last match that ended in its place."""
        self.ranks = np.zeros((count, self.seats), np.int8)
        """By match and seat: the ranks in that match; 0 before any has ended."""
        self.matches = Matches(
            self.states,
            cell(blank(rules.STATE, self.game.variant, self.seats)),
            self.game.option_numbers(self.options),
            np.zeros(count, LAZY_CHANCE),
            self.seeds,
            self.played,
            self.legal,
            self.counts,
        )
        """All of this for compiled code."""
        self._functions: dict[Callable[..., Any], Callable[..., Any]] = {}
        """What has been compiled so far, by what it was compiled from."""
        self._run(begin_all, self.matches)

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<Batch of {len(self):,} matches of {self.game.name}, {self.seats} seats>"

    @property
    def turns(self) -> npt.NDArray[np.int8]:
        """By match: the seat to act."""
        return self.states["turn"]

    def step(self, actions: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Play one action, given by its code, in every match, and return `over`.

        Raises IllegalAction if any of them is not legal, and then nothing has been played in any match.
        """
        codes = np.asarray(actions)
        if codes.shape != (len(self),) or not np.issubdtype(codes.dtype, np.integer):
            raise BadSetup(f"A step needs one whole number for each of the {len(self):,} matches.")
        codes = codes.astype(np.int64, copy=False)
        wrong = int(self._run(step_all, self.matches, codes, self.over, self.scores, self.ranks))
        if wrong >= 0:
            raise IllegalAction(f"Match {wrong} of the batch: {self._why_not(wrong, int(codes[wrong]))}")
        return self.over

    def chosen(self, choices: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """Return the codes of the legal actions at these places, one for each match, counted from 0."""
        return self.legal[np.arange(len(self)), np.asarray(choices, np.int64)]

    def at_random(self, dice: "np.random.Generator") -> npt.NDArray[np.int32]:
        """Return a legal action for each match, all of them equally likely."""
        codes = np.empty(len(self), np.int32)
        self._run(choose_all, self.matches, dice.random(len(self)), codes)
        return codes

    def masks(self) -> npt.NDArray[np.bool_]:
        """Return, by match and place in `game.codes`, whether the action is legal."""
        codes = self.game.codes
        if codes is None:
            raise BadSetup(
                f"{self.game.title} has too many actions for masks. Choose from `legal` with `chosen` instead."
            )
        masks = np.zeros((len(self), len(codes)), np.bool_)
        self._run(mark_legal, self.matches, codes, masks)
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

    def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call the function, compiled unless compiling is turned off."""
        if function not in self._functions:
            self._functions[function] = self._compiled(function)
        return self._functions[function](*arguments)

    def _compiled(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if os.environ.get(MODE) == "interpreted":
            return function
        load_numba()
        from tilora.kernel.compiled.numba_backend import compile_for

        return compile_for(self.game.rules, function)


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


def begin_all(matches: Matches) -> None:
    """Begin every match."""
    for i in range(len(matches.states)):
        begin_match(matches, i)
        list_legal(matches, i)


def step_all(
    matches: Matches,
    codes: Numbers,
    over: npt.NDArray[np.bool_],
    scores: npt.NDArray[np.int32],
    ranks: npt.NDArray[np.int8],
) -> int:
    """Play one action in every match. Where that ends the match, store its result and begin the next one.

    Return -1; or the first match whose action is not legal, and then nothing has been played.
    """
    for i in range(len(codes)):
        if not is_legal(matches, i, codes[i]):
            return i
    for i in range(len(codes)):
        state, chance = matches.states[i], matches.chances[i]
        matches.played[i] += 1
        begin_event(chance, matches.played[i])
        play(state, codes[i], chance)
        over[i] = state.over
        if state.over:
            for seat in range(scores.shape[1]):
                scores[i, seat] = state.score[seat]
                ranks[i, seat] = state.rank[seat]
            matches.seeds[i] += len(codes)
            begin_match(matches, i)
        list_legal(matches, i)
    return -1


def choose_all(matches: Matches, rolls: npt.NDArray[np.float64], codes: Actions) -> None:
    """Write a legal action of each match into `codes`, as the roll says, which is from 0 to below 1."""
    for i in range(len(codes)):
        codes[i] = matches.legal[i, int(rolls[i] * matches.counts[i])]


def mark_legal(matches: Matches, codes: Actions, masks: npt.NDArray[np.bool_]) -> None:
    """Set the masks where an action is legal."""
    for i in range(len(masks)):
        for k in range(matches.counts[i]):
            masks[i, place_of(matches.legal[i, k], codes)] = True


def redact_all(states: Records) -> None:
    """Turn every state into the view of the seat to act."""
    for i in range(len(states)):
        redact(states[i], states[i].turn)


@rule
def begin_match(matches: Matches, i: int) -> None:
    """Begin the match in place i, with its seed."""
    matches.states[i] = matches.fresh[0]
    matches.played[i] = 0
    learn_seed(matches.chances[i], matches.seeds[i])
    begin_event(matches.chances[i], 0)
    start(matches.states[i], matches.options, matches.chances[i])


@rule
def is_legal(matches: Matches, i: int, code: int) -> bool:
    """Return whether the action is legal in match i."""
    found = False
    for k in range(matches.counts[i]):  # without a way out of the loop, many are compared at once
        found |= matches.legal[i, k] == code
    return found


@rule
def list_legal(matches: Matches, i: int) -> None:
    """List the legal actions of match i in rising order."""
    out = matches.legal[i]
    count = legal(matches.states[i], out)
    matches.counts[i] = count
    falls = 0
    for k in range(1, count):  # as above
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
def place_of(code: int, codes: Actions) -> int:
    """Return the place of the code among the codes, which rise and contain it."""
    low, high = 0, len(codes)
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low
