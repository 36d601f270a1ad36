"""Episodes: one match after another, with actions as numbers and views as arrays. Shared by all environments."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tilora.kernel import Action, BadSetup, Game, IllegalAction, Match, game_named
from tilora.kernel.checks import check_number, short_repr
from tilora.kernel.compiled.batch import rank_rewards
from tilora.research.action_numbers import Numbering
from tilora.research.observations import ObservationEncoder

ROW, FIELDS = "row", "fields"
RANK, POINTS = "rank", "points"
RENDER_MODES = ["ansi", "svg"]

Observation = dict[str, Any]
"""What an agent gets: `observation`, `action_mask` and, with numbered choices, `choices`."""


class Episodes:
    """The matches of an environment. `match` is the current one, and holds the whole truth."""

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
        _check_choice("observation", observation, (ROW, FIELDS))
        _check_choice("reward", reward, (RANK, POINTS))
        _check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        self.game: Game = game if isinstance(game, Game) else game_named(game)
        self.seats = self.game.checked_seats(seats)
        self._options = self.game.checked_options(options or {})
        self.numbering = Numbering(self.game, actions)
        self.encoder = ObservationEncoder(self.game.rules.STATE)
        self._observe: Callable[..., Any] = self.encoder.row if observation == ROW else self.encoder.fields
        self._fields = observation == FIELDS
        self._reward = reward
        self.render_mode = render_mode

    def begin(self, seed: int) -> None:
        """Begin the match of that seed."""
        self.match = Match(self.game, seats=self.seats, seed=seed, options=self._options)
        self._ready()
        self._points = self._known_points()

    def _ready(self) -> None:
        self._legal: list[Action] = self.match.legal()
        self._codes = [action.code for action in self._legal]

    def play(self, number: int) -> None:
        """Play the action with that number. Raises IllegalAction, and then nothing has changed."""
        self.play_action(self.action(number))

    def action(self, number: int) -> Action:
        """Return the legal action with that number. Raises IllegalAction if there is none."""
        index = self.numbering.index(check_number(number, "An action", 0, self.numbering.size - 1), self._codes)
        if index < 0:
            raise IllegalAction(
                f"{number} is not one of the {len(self._legal)} legal actions. Choose one whose `action_mask` is 1."
            )
        return self._legal[index]

    def play_action(self, action: Action | str) -> None:
        """Play an action, or the action with that text."""
        self.match.play(action)
        self._ready()

    def rewards(self) -> list[float]:
        """Return the rewards by seat since the last call."""
        if self._reward == POINTS:
            before, self._points = self._points, self._known_points()
            return [float(now - then) for now, then in zip(self._points, before, strict=True)]
        outcome = self.match.outcome
        return [float(share) for share in rank_rewards(outcome.ranks)] if outcome else [0.0] * self.seats

    def _known_points(self) -> list[int]:
        """Return the points of each seat as far as it knows them. Others don't know the points of a draft."""
        if self._reward != POINTS:
            return []
        return [int(self.match.known(seat)["score"][seat]) for seat in range(self.seats)]

    def observation(self, seat: int) -> Observation:
        """Return what the seat may know and do now. When it is not its turn, the mask is all zeros."""
        legal = self._codes if seat == self.match.turn else []
        seen: Observation = {
            "observation": self._observe(self.match.known(seat), seat),
            "action_mask": self.numbering.mask(legal),
        }
        if not self.numbering.fixed:
            seen["choices"] = self.numbering.codes(legal)
        return seen

    def observation_space(self) -> Any:
        """Return the space of observations, as a Gymnasium space."""
        from gymnasium import spaces

        encoder, size = self.encoder, self.numbering.size
        parts: dict[str, Any] = {"action_mask": spaces.Box(0, 1, (size,), np.int8)}
        if self._fields:
            limits = {name: np.iinfo(kind) for name, kind in encoder.types.items()}
            parts["observation"] = spaces.Dict(
                {
                    name: spaces.Box(limits[name].min, limits[name].max, shape, kind.type)
                    for (name, shape), kind in zip(encoder.shapes.items(), encoder.types.values(), strict=True)
                }
            )
        else:
            parts["observation"] = spaces.Box(encoder.low, encoder.high, dtype=np.float32)
        if not self.numbering.fixed:
            parts["choices"] = spaces.Box(-1, np.iinfo(np.int32).max, (size,), np.int32)
        return spaces.Dict(parts)

    def action_space(self) -> Any:
        """Return the space of actions, as a Gymnasium space."""
        from gymnasium import spaces

        return spaces.Discrete(self.numbering.size)

    def render(self) -> str | None:
        """Return what a spectator sees: the board as text, or the picture as SVG."""
        if self.render_mode is None:
            return None
        view = self.match.view()
        return str(view) if self.render_mode == "ansi" else view._repr_svg_()


def random_seed(dice: np.random.Generator) -> int:
    """Draw a seed for the next match."""
    return int(dice.integers(1 << 62))


def _check_choice(name: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        raise BadSetup(f"`{name}` must be one of {', '.join(map(repr, choices))}, not {short_repr(value)}.")
