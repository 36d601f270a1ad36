"""Playing: one match after the other, with actions as numbers and views as arrays. What all environments share."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tilora.kernel import Action, BadSetup, Game, IllegalAction, Match, game_named
from tilora.kernel.checks import shown, whole
from tilora.kernel.compiled.batch import standing
from tilora.research.action_numbers import Numbering
from tilora.research.observations import Observing

ROW, FIELDS = "row", "fields"
RANK, POINTS = "rank", "points"
RENDER_MODES = ["ansi", "svg"]

Observation = dict[str, Any]
"""What an agent gets: `observation`, `action_mask`, and `choices` where actions are numbered so."""


class Playing:
    """A game as an environment plays it. The match itself is `match`, and holds the truth."""

    match: Match

    def __init__(
        self,
        game: Game | str,
        *,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        actions: str | None = None,
        observation: str = ROW,
        reward: str = RANK,
        render_mode: str | None = None,
    ) -> None:
        _one_of("observation", observation, (ROW, FIELDS))
        _one_of("reward", reward, (RANK, POINTS))
        _one_of("render_mode", render_mode, (None, *RENDER_MODES))
        self.game: Game = game if isinstance(game, Game) else game_named(game)
        self.seats = self.game.checked_seats(seats)
        self._options = self.game.checked_options(options or {})
        self.numbering = Numbering(self.game, actions)
        self.observing = Observing(self.game.rules.STATE)
        self._observe: Callable[..., Any] = self.observing.row if observation == ROW else self.observing.fields
        self._fields = observation == FIELDS
        self._reward = reward
        self.render_mode = render_mode

    def begin(self, seed: int) -> None:
        """The match of that seed begins."""
        self.match = Match(self.game, seats=self.seats, seed=seed, options=self._options)
        self._ready()
        self._points = self._known_points()

    def _ready(self) -> None:
        self._legal: list[Action] = self.match.legal()
        self._codes = [action.code for action in self._legal]

    def play(self, number: int) -> None:
        """The action of that number has been played. Raises IllegalAction, and then nothing has."""
        self.play_action(self.action(number))

    def action(self, number: int) -> Action:
        """The legal action of that number. Raises IllegalAction if it is not one."""
        place = self.numbering.place(whole(number, "An action", 0, self.numbering.size - 1), self._codes)
        if place < 0:
            raise IllegalAction(
                f"{number} is none of the {len(self._legal)} legal actions: take one where `action_mask` is 1."
            )
        return self._legal[place]

    def play_action(self, action: Action | str) -> None:
        """The action, or that of the text, has been played."""
        self.match.play(action)
        self._ready()

    def rewards(self) -> list[float]:
        """By seat: what has come in since this was last asked."""
        if self._reward == POINTS:
            before, self._points = self._points, self._known_points()
            return [float(now - then) for now, then in zip(self._points, before, strict=True)]
        outcome = self.match.outcome
        return [float(share) for share in standing(outcome.ranks)] if outcome else [0.0] * self.seats

    def _known_points(self) -> list[int]:
        """By seat: its points as far as it knows. Those of a draft are not known to the others."""
        if self._reward != POINTS:
            return []
        return [int(self.match.known(seat)["score"][seat]) for seat in range(self.seats)]

    def observation(self, seat: int) -> Observation:
        """What the seat may know now, and may do; when it is not its turn, the mask is all zeros."""
        legal = self._codes if seat == self.match.turn else []
        seen: Observation = {
            "observation": self._observe(self.match.known(seat), seat),
            "action_mask": self.numbering.mask(legal),
        }
        if not self.numbering.fixed:
            seen["choices"] = self.numbering.listed(legal)
        return seen

    def observation_space(self) -> Any:
        """The space of observations, as Gymnasium has them."""
        from gymnasium import spaces

        observing, size = self.observing, self.numbering.size
        parts: dict[str, Any] = {"action_mask": spaces.Box(0, 1, (size,), np.int8)}
        if self._fields:
            limits = {name: np.iinfo(kind) for name, kind in observing.types.items()}
            parts["observation"] = spaces.Dict(
                {
                    name: spaces.Box(limits[name].min, limits[name].max, shape, kind.type)
                    for (name, shape), kind in zip(observing.shapes.items(), observing.types.values(), strict=True)
                }
            )
        else:
            parts["observation"] = spaces.Box(observing.low, observing.high, dtype=np.float32)
        if not self.numbering.fixed:
            parts["choices"] = spaces.Box(-1, np.iinfo(np.int32).max, (size,), np.int32)
        return spaces.Dict(parts)

    def action_space(self) -> Any:
        """The space of actions, as Gymnasium has them."""
        from gymnasium import spaces

        return spaces.Discrete(self.numbering.size)

    def render(self) -> str | None:
        """What a spectator sees: the board as text, or the picture as SVG."""
        if self.render_mode is None:
            return None
        view = self.match.view()
        return str(view) if self.render_mode == "ansi" else view._repr_svg_()


def random_seed(dice: np.random.Generator) -> int:
    """A seed for the next match."""
    return int(dice.integers(1 << 62))


def _one_of(name: str, value: object, may: tuple[object, ...]) -> None:
    if value not in may:
        raise BadSetup(f"{name} can be {', '.join(map(repr, may))}, not {shown(value)}.")
