"""Gymnasium, thousands at once: a learner plays one seat in each of many matches, a policy the others.

    env = vector.env("cublino-contra", 4096, opponents="random")
    observations, infos = env.reset(seed=7)
    observations, rewards, ended, truncated, infos = env.step(actions)

Everything between two decisions of the learner happens in compiled code, so that one core makes up to a million steps a
second. Where a match ends, the next one begins in the same step.
"""

from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.ai.network import contract
from tilora.kernel import BadSetup, Batch, Game, IllegalAction
from tilora.kernel.checks import check_number
from tilora.research import require_module
from tilora.research.action_numbers import Numbering
from tilora.research.lanes import (
    Lanes,
    begin_lanes,
    find_illegal,
    play_learner,
    write_choices,
    write_features,
    write_masks,
    write_rows,
)
from tilora.research.observations import encoder_of
from tilora.research.opponents import compile_for_lanes, opponents_of

require_module("gymnasium")

from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

FEATURES, ROW = "features", "row"
MOST_SEEDS = 1 << 61

Observations = dict[str, npt.NDArray[Any]]
"""By lane: `observation`, `action_mask` and, with numbered choices, `choices`."""


def env(game: Game | str, size: int, **settings: Any) -> "LanesEnv":
    """Return `size` environments of a game, with the settings of `LanesEnv`."""
    return LanesEnv(game, size, **settings)


class LanesEnv(VectorEnv[Observations, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many matches of a game, in each of which the learner has one seat.

    The settings, by keyword: `seats`; `options` of the game; `opponents`: "random", "network" (the policy of the
    network that comes with the game), a level that does not search, or the file of a network; `seat`: where the learner
    sits, None for a random seat in each match; `observation`: "features", what the game's networks learn from, or
    "row", the record of the view; `actions`: "fixed" or "choices"; `copy`: without it, every step writes into the same
    arrays.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as in Gymnasium

    def __init__(
        self,
        game: Game | str,
        size: int,
        *,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        opponents: str | int = "random",
        seat: int | None = None,
        observation: str | None = None,
        actions: str | None = None,
        copy: bool = True,
    ) -> None:
        self._batch = Batch(game, size, seats=seats, options=options)
        self.game = self._batch.game
        self.num_envs = len(self._batch)
        self._seat = -1 if seat is None else check_number(seat, "A seat", 0, self._batch.seats - 1)
        self._numbering = Numbering(self.game, actions)
        self._copy = copy
        self._compiled: dict[Any, Any] = {}
        self._answer = opponents_of(self.game, opponents)
        self._prepare_observations(observation)
        self.single_action_space = spaces.Discrete(self._numbering.size)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.single_observation_space = spaces.Dict(self._space())
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._lanes: Lanes | None = None

    # Observations

    def _prepare_observations(self, kind: str | None) -> None:
        learned = find_spec(f"{self.game.folder}.network") is not None
        kind = kind or (FEATURES if learned else ROW)
        if kind not in (FEATURES, ROW):
            raise BadSetup(f"`observation` must be {FEATURES!r} or {ROW!r}, not {kind!r}.")
        if kind == FEATURES and not learned:
            raise BadSetup(f"{self.game.title} has no features: there is no {self.game.folder}.network. Use {ROW!r}.")
        self._encoder = None if kind == FEATURES else encoder_of(self.game)
        width = contract.register(self.game).features if self._encoder is None else self._encoder.size
        count, size = self.num_envs, self._numbering.size
        self._seen = np.zeros((count, width), np.float32)
        # Only one record: it stays in the processor's cache.
        self._views = np.zeros(1, self.game.rules.STATE)
        self._held = self._views.view(np.int8)
        self._masks = np.zeros((count, size), np.int8)
        self._choices = None if self._numbering.fixed else np.zeros((count, size), np.int32)
        codes = self.game.codes
        if codes is not None and self._numbering.fixed:
            self._codes = codes
            self._places = np.zeros(int(codes[-1]) + 1, np.int64)
            self._places[codes] = np.arange(len(codes))

    def _space(self) -> dict[str, Any]:
        size, width = self._numbering.size, self._seen.shape[1]
        low, high = (-np.inf, np.inf) if self._encoder is None else (self._encoder.low, self._encoder.high)
        parts: dict[str, Any] = {
            "observation": spaces.Box(low, high, (width,), np.float32),
            "action_mask": spaces.Box(0, 1, (size,), np.int8),
        }
        if not self._numbering.fixed:
            parts["choices"] = spaces.Box(-1, np.iinfo(np.int32).max, (size,), np.int32)
        return parts

    def _observe(self, lanes: Lanes) -> Observations:
        if self._encoder is None:
            self._run(write_features, lanes, self._seen)
        else:
            self._run(write_rows, lanes, self._views, self._held, self._encoder.runs, self._seen)
        if self._choices is None:
            self._run(write_masks, lanes, self._places, self._masks)
            found: Observations = {"observation": self._seen, "action_mask": self._masks}
        else:
            self._run(write_choices, lanes, self._masks, self._choices)
            found = {"observation": self._seen, "action_mask": self._masks, "choices": self._choices}
        return {name: array.copy() for name, array in found.items()} if self._copy else found

    # Steps

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin a match in every lane. With the same seed, and the same actions, all goes the same way."""
        super().reset(seed=seed)
        first = (
            int(self.np_random.integers(MOST_SEEDS)) if seed is None else check_number(seed, "A seed", 0, MOST_SEEDS)
        )
        batch, count = self._batch, self.num_envs
        batch.seeds[:] = np.arange(first, first + count)
        dice = np.random.default_rng(first)
        lanes = Lanes(
            matches=batch.matches,
            seats=np.zeros(count, np.int64),
            fixed_seat=self._seat,
            dice=dice.integers(1, 1 << 63, count, np.uint64),
            waiting=np.zeros(count, np.int64),
            rewards=np.zeros(count, np.float32),
            ended=np.zeros(count, np.bool_),
            result=np.zeros(count, np.int8),
        )
        self._lanes = lanes
        self._play_others(lanes, self._run(begin_lanes, lanes))
        return self._observe(lanes), {}

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play one action of the learner in every lane, and the others until it is to act again.

        `infos["rank"]` has the learner's rank where a match has ended, and 0 elsewhere. Raises IllegalAction if any
        action is not legal, and then nothing has been played in any lane.
        """
        lanes = self._lanes
        if lanes is None:
            raise BadSetup("Call `reset` before the first step.")
        codes = self._codes_of(np.asarray(actions))
        wrong = int(self._run(find_illegal, lanes, codes))
        if wrong >= 0:
            raise IllegalAction(f"Lane {wrong}: that action is not legal. Choose one whose `action_mask` is 1.")
        self._play_others(lanes, self._run(play_learner, lanes, codes))
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observe(lanes), lanes.rewards.copy(), lanes.ended.copy(), truncated, {"rank": lanes.result.copy()}

    def _codes_of(self, numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if numbers.shape != (self.num_envs,) or not np.issubdtype(numbers.dtype, np.integer):
            raise BadSetup(f"A step needs one whole number for each of the {self.num_envs:,} lanes.")
        if numbers.min() < 0 or numbers.max() >= self._numbering.size:
            raise IllegalAction(f"Actions are numbers from 0 to {self._numbering.size - 1:,}.")
        codes = self._codes[numbers] if self._choices is None else self._batch.chosen(numbers)
        return np.asarray(codes, np.int64)

    def _play_others(self, lanes: Lanes, waiting: int) -> None:
        if waiting:
            self._answer(lanes, waiting)

    def _run(self, function: Any, *arguments: Any) -> Any:
        if function not in self._compiled:
            self._compiled[function] = compile_for_lanes(self.game, function)
        return self._compiled[function](*arguments)
