"""Episodes: one match after another, with actions as numbers and views as arrays. Shared by all environments."""

from typing import Any

import numpy as np

from tilora.kernel import Action, BadSetup, Game, IllegalAction, Match, game_named
from tilora.kernel.checks import check_number, short_repr
from tilora.kernel.compiled.batch import rank_rewards
from tilora.research.action_numbers import Numbering
from tilora.research.lane import LARGEST_LANE_SEED, Lane
from tilora.research.observations import encoder_of

ROW, FIELDS = "row", "fields"
RANK, POINTS = "rank", "points"
RENDER_MODES = ["ansi", "svg"]
NOTHING = np.empty(0, np.int32)

Observation = dict[str, Any]
"""What an agent gets: `observation`, `action_mask` and, with numbered choices, `choices`."""


class Episodes:
    """The matches of an environment, one after another."""

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
        self.encoder = encoder_of(self.game)
        self._fields = observation == FIELDS
        self._reward = reward
        self.render_mode = render_mode
        self._lane = Lane(self.game, self.seats, self._options)

    def begin(self, seed: int) -> None:
        """Begin the match of that seed."""
        self._lane.begin(check_number(seed, "A seed", 0, LARGEST_LANE_SEED))
        self._points = self._known_points()

    @property
    def match(self) -> Match:
        """The current match, with the whole truth. It takes a while to catch up with what was played."""
        return self._lane.match

    @property
    def turn(self) -> int:
        """The seat to act."""
        return self._lane.turn

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._lane.over

    def play(self, number: int) -> None:
        """Play the action with that number. Raises IllegalAction, and then nothing has changed."""
        self._lane.play(self._code(number))

    def action(self, number: int) -> Action:
        """Return the legal action with that number, with its text and words. Raises IllegalAction if there is none."""
        code = self._code(number)
        return next(action for action in self.match.legal() if action.code == code)

    def _code(self, number: int) -> int:
        legal = self._lane.legal
        index = self.numbering.index(check_number(number, "An action", 0, self.numbering.size - 1), legal)
        if index < 0:
            raise IllegalAction(
                f"{number} is not one of the {len(legal)} legal actions. Choose one whose `action_mask` is 1."
            )
        return int(legal[index])

    def play_action(self, action: Action | str) -> None:
        """Play an action, or the action with that text."""
        self._lane.play((action if isinstance(action, Action) else self.match.check(action)).code)

    def rewards(self) -> list[float]:
        """Return the rewards by seat since the last call."""
        if self._reward == POINTS:
            before, self._points = self._points, self._known_points()
            return [float(now - then) for now, then in zip(self._points, before, strict=True)]
        return rank_rewards(self._lane.ranks).tolist() if self.over else [0.0] * self.seats

    def _known_points(self) -> list[int]:
        """Return the points of each seat as far as it knows them. Others don't know the points of a draft."""
        if self._reward != POINTS:
            return []
        return [int(self._lane.known(seat)["score"][0, seat]) for seat in range(self.seats)]

    def observation(self, seat: int) -> Observation:
        """Return what the seat may know and do now. When it is not its turn, the mask is all zeros."""
        legal = self._lane.legal if seat == self.turn else NOTHING
        seen: Observation = {
            "observation": self.encoder.fields(self._lane.known(seat), seat) if self._fields else self._lane.row(seat),
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
