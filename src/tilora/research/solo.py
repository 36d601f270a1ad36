"""Gymnasium: one seat is the learner's, and bots play the others.

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

from tilora.ai.players.players import Bot, bot
from tilora.kernel import BadSetup, Game, IllegalAction
from tilora.kernel.checks import whole
from tilora.research import needed
from tilora.research.episodes import RENDER_MODES, Observation, Playing, random_seed

gymnasium = needed("gymnasium")

from gymnasium import Env  # noqa: E402

NAME = "tilora/Solo-v0"
RAISE, LOSE = "raise", "lose"


def env(game: Game | str, **settings: Any) -> "Solo":
    """The environment of a game; `settings` are those of `Solo` and of `tilora.research.aec.Table`."""
    return Solo(game, **settings)


class Solo(Env[Observation, int]):
    """A game in which the learner has one seat.

    `bots`: who plays the others: a level from "1" to "8", "random", "greedy", a bot of one's own; or one for each of
    the other seats in turn. `seat`: where the learner sits; None for another seat by chance in each match. `illegal`:
    whether an illegal action is a mistake of the program ("raise") or loses the match ("lose").
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: Game | str,
        *,
        bots: str | Bot | Sequence[str | Bot] = "3",
        seat: int | None = 0,
        illegal: str = RAISE,
        **settings: Any,
    ) -> None:
        self.playing = Playing(game, **settings)
        others = self.playing.seats - 1
        self._bots = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * others
        if len(self._bots) != others:
            raise BadSetup(f"There are {others} other seats, so name one bot for all of them, or {others}.")
        if illegal not in (RAISE, LOSE):
            raise BadSetup(f"illegal can be {RAISE!r} or {LOSE!r}, not {illegal!r}.")
        self._seat = None if seat is None else whole(seat, "A seat", 0, others)
        self._illegal = illegal
        self.render_mode = self.playing.render_mode
        self.observation_space = self.playing.observation_space()
        self.action_space = self.playing.action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match has begun, and it is the learner's turn."""
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(self.playing.seats)) if self._seat is None else self._seat
        bots = [self._made(one) for one in self._bots]
        bots.insert(self.seat, bots[0])  # never asked: the seat is the learner's
        self._at_seat = bots
        self.playing.begin(random_seed(self.np_random) if seed is None else seed)
        self._bots_play()
        while self.playing.match.over:  # the bots were done before it was ever the learner's turn
            self.playing.begin(random_seed(self.np_random))
            self._bots_play()
        self.playing.rewards()
        return self._seen(), {}

    def _made(self, one: str | Bot) -> Bot:
        return bot(one, seed=random_seed(self.np_random)) if isinstance(one, str) else one

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner has acted, and the bots after it, until it is the learner's turn again or the match is over."""
        try:
            self.playing.play(action)
        except IllegalAction:
            if self._illegal == RAISE or self.playing.match.over:
                raise
            return self._seen(), -1.0, True, False, {"illegal": True}
        self._bots_play()
        return self._seen(), self.playing.rewards()[self.seat], self.playing.match.over, False, {}

    def _bots_play(self) -> None:
        match = self.playing.match
        while not match.over and match.turn != self.seat:
            view = match.view(match.turn)
            self.playing.play_action(self._at_seat[match.turn].choose(view, view.texts(), math.inf))

    def _seen(self) -> Observation:
        return self.playing.observation(self.seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What is legal now, by the name that algorithms for masked actions ask for."""
        return self._seen()["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """What a spectator sees."""
        return self.playing.render()


gymnasium.register(NAME, entry_point="tilora.research.solo:Solo")
