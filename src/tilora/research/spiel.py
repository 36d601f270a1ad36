"""OpenSpiel: our games as OpenSpiel games, for its algorithms and its tests.

    game = spiel.game("cyberzul", players=3)
    state = game.new_initial_state()
    state.apply_action(7)                   # chance acts first: it chooses the deal
    state.legal_actions()

All chance of a match follows from its seed. So there is a single chance node, at the root, where one of `deals` seeds
is drawn evenly; later chance is merely information that nobody has. A clone of a state holds it too, so a search that
plays on from clones sees the future.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tilora.kernel import Actions, Game, Match, game_named, games
from tilora.kernel.checks import check_number
from tilora.kernel.compiled.batch import rank_rewards
from tilora.research import require_module
from tilora.research.action_numbers import Numbering
from tilora.research.episodes import NOTHING
from tilora.research.lane import Lane
from tilora.research.observations import encoder_of

require_module("pyspiel")

import pyspiel  # noqa: E402

DEALS = 1000
LONGEST = 100_000
"""OpenSpiel needs an upper limit for the length of a match. No match comes near this one."""


def name_of(game: Game) -> str:
    """Return the game's name in OpenSpiel, for `pyspiel.load_game`."""
    return f"tilora_{game.name.replace('-', '_')}"


def game(name: Game | str, *, players: int | None = None, deals: int = DEALS) -> Any:
    """Return the game as an OpenSpiel game, with this number of players and of deals."""
    of = name if isinstance(name, Game) else game_named(name)
    return pyspiel.load_game(name_of(of), {"players": of.checked_seats(players), "deals": deals})


@dataclass(frozen=True)
class Facts:
    """What all states of a game share."""

    of: Game
    seats: int
    deals: int
    numbering: Numbering

    def __deepcopy__(self, memo: dict[int, Any]) -> "Facts":
        return self  # cloning a state copies all that it holds, but these never change


class SpielState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A match as a state of OpenSpiel. `lane` is None until chance has chosen the deal."""

    def __init__(self, game: Any, facts: Facts) -> None:
        super().__init__(game)
        self.facts = facts
        self.lane: Lane | None = None

    @property
    def match(self) -> Match | None:
        """The match with texts, words and a record; None until chance has chosen the deal."""
        return self.lane.match if self.lane else None

    def current_player(self) -> int:
        if self.lane is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.lane.over else self.lane.turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1.0 / self.facts.deals) for seed in range(self.facts.deals)]

    def _legal_codes(self) -> Actions:
        return self.lane.legal if self.lane else NOTHING

    def _legal_actions(self, player: int) -> list[int]:
        numbers: list[int] = self.facts.numbering.numbers(self._legal_codes()).tolist()
        return numbers

    def _apply_action(self, action: int) -> None:
        if self.lane is None:
            self.lane = Lane(self.facts.of, self.facts.seats, {})
            self.lane.begin(action)
        else:
            legal = self.lane.legal
            self.lane.play(int(legal[self.facts.numbering.index(action, legal)]))

    def _action_to_string(self, player: int, action: int) -> str:
        if self.lane is None or player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        index = self.facts.numbering.index(action, self.lane.legal)
        return str(self.lane.match.legal()[index]) if index >= 0 else f"action {action}"

    def is_terminal(self) -> bool:
        return self.lane is not None and self.lane.over

    def returns(self) -> list[float]:
        if self.lane is None or not self.lane.over:
            return [0.0] * self.facts.seats
        shares: list[float] = rank_rewards(self.lane.ranks).tolist()
        return shares

    def __str__(self) -> str:
        return str(self.lane.match.position) if self.lane else "before the deal"


class Observer:
    """A player's observation: the record of its view, in one row."""

    def __init__(self, of: Game, params: Any) -> None:
        if params:
            raise ValueError(f"Observations of {of.title} take no parameters.")
        self._words = of.words
        encoder = encoder_of(of)
        self.tensor = np.zeros(encoder.size, np.float32)
        self.dict = {name: self.tensor[place] for name, place in encoder.places().items()}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill `tensor` and `dict` with what the player may know of the state."""
        self.tensor.fill(0)
        if state.lane:
            self.tensor[:] = state.lane.row(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the position as the player may know it, in one line."""
        return self._words.position_text(state.lane.known(player)[0]) if state.lane else "before the deal"


def _class_of(of: Game) -> type:
    """Make and register the class that OpenSpiel needs for each game."""
    kind = pyspiel.GameType(
        short_name=name_of(of),
        long_name=of.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(of.seats),
        min_num_players=min(of.seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": of.seats[0], "deals": DEALS},
    )

    class SpielGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
        """A game of Tilora in OpenSpiel."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = params or {}
            deals = check_number(given.get("deals", DEALS), "The number of deals", 1, 1_000_000)
            self.facts = Facts(of, of.checked_seats(given.get("players")), deals, Numbering(of))
            info = pyspiel.GameInfo(
                num_distinct_actions=self.facts.numbering.size,
                max_chance_outcomes=deals,
                num_players=self.facts.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, given)

        def new_initial_state(self) -> SpielState:
            return SpielState(self, self.facts)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(of, params)

    pyspiel.register_game(kind, SpielGame)
    return SpielGame


CLASSES = {of.name: _class_of(of) for of in games()}
"""The OpenSpiel class of every installed game, by name."""
