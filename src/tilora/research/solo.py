"""Gymnasium: the learner has one seat, and bots play the others.

    env = solo.env("welters", bots="3")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(action)

It can also be made by name: `gymnasium.make("tilora.research.solo:tilora/Solo-v0", game="welters")`.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.ai.players.bots import Bot, bot
from tilora.kernel import BadSetup, Game, IllegalAction
from tilora.kernel.checks import check_number
from tilora.research import require_module
from tilora.research.episodes import RENDER_MODES, Episodes, Observation, random_seed

gymnasium = require_module("gymnasium")

from gymnasium import Env  # noqa: E402

NAME = "tilora/Solo-v0"
RAISE, LOSE = "raise", "lose"


def env(game: Game | str, **settings: Any) -> "Solo":
    """Return the environment of a game, with the settings of `Solo` and of `tilora.research.aec.MatchEnv`."""
    return Solo(game, **settings)


class Solo(Env[Observation, int]):
    """A game in which the learner has one seat.

    `bots`: who plays the other seats: a level from "1" to "8", "random", "greedy" or a bot of your own; or a list with
    one for each of them. `seat`: where the learner sits; None for a random seat in each match. `illegal`: whether an
    illegal action raises IllegalAction ("raise") or loses the match ("lose").
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - as in Gymnasium

    def __init__(
        self,
        game: Game | str,
        *,
        bots: str | Bot | Sequence[str | Bot] = "3",
        seat: int | None = 0,
        illegal: str = RAISE,
        **settings: Any,
    ) -> None:
        self.episodes = Episodes(game, **settings)
        others = self.episodes.seats - 1
        self._bots = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * others
        if len(self._bots) != others:
            raise BadSetup(f"`bots` must be one bot, or a list of {others}: one for each other seat.")
        if illegal not in (RAISE, LOSE):
            raise BadSetup(f"`illegal` must be {RAISE!r} or {LOSE!r}, not {illegal!r}.")
        self._seat = None if seat is None else check_number(seat, "A seat", 0, others)
        self._illegal = illegal
        self.render_mode = self.episodes.render_mode
        self.observation_space = self.episodes.observation_space()
        self.action_space = self.episodes.action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new match, and play up to the learner's first turn."""
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(self.episodes.seats)) if self._seat is None else self._seat
        bots = [self._make_bot(name) for name in self._bots]
        bots.insert(self.seat, bots[0])  # never used: this is the learner's seat
        self._at_seat = bots
        self.episodes.begin(random_seed(self.np_random) if seed is None else seed)
        self._bots_play()
        while self.episodes.over:  # the bots ended it before the learner's first turn
            self.episodes.begin(random_seed(self.np_random))
            self._bots_play()
        self.episodes.rewards()
        return self._observe(), {}

    def _make_bot(self, name: str | Bot) -> Bot:
        return bot(name, seed=random_seed(self.np_random)) if isinstance(name, str) else name

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, and then the bots, up to the learner's next turn or the end of the match."""
        try:
            self.episodes.play(action)
        except IllegalAction:
            if self._illegal == RAISE or self.episodes.over:
                raise
            return self._observe(), -1.0, True, False, {"illegal": True}
        self._bots_play()
        return self._observe(), self.episodes.rewards()[self.seat], self.episodes.over, False, {}

    def _bots_play(self) -> None:
        while not self.episodes.over and self.episodes.turn != self.seat:
            view = self.episodes.match.view(self.episodes.turn)
            self.episodes.play_action(self._at_seat[view.seat].choose(view, view.texts(), math.inf))

    def _observe(self) -> Observation:
        return self.episodes.observation(self.seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return what is legal now, under the name that algorithms with action masks expect."""
        return self._observe()["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """Return what a spectator sees."""
        return self.episodes.render()


gymnasium.register(NAME, entry_point="tilora.research.solo:Solo")
