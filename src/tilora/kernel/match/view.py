"""What one seat, or a spectator, may know of a match. Bots and browsers only ever get views.

A view is made from redacted states and nothing else, so it holds no secret, not even in memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import msgspec

from tilora import hooks
from tilora.kernel.checks import check_number
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.contract.chance import LARGEST_SEED, chance_of
from tilora.kernel.contract.game import Game, Words, redacted_action
from tilora.kernel.contract.state import State, copy_state
from tilora.kernel.contract.texts import fill_seats, seat_name
from tilora.kernel.match.actions import Action, LegalActions
from tilora.kernel.match.fast_state import PlainState, fast_state, plain_of, record_of


class Step(msgspec.Struct, frozen=True, gc=False):
    """An action that has been played, as somebody may know it."""

    seat: int
    turn: int
    """The number of the turn that it belongs to, from 0."""
    text: str
    sentence: str
    """What happened, in a sentence with placeholders for seats; see `tilora.kernel.fill_seats`."""

    @property
    def words(self) -> str:
        """What happened, in a sentence."""
        return fill_seats(self.sentence)

    @classmethod
    def between(cls, words: Words, before: State, code: int, after: State, *, secret: bool) -> Self:
        """Return the step between two positions as somebody may know them; with `secret`, another seat's step."""
        actor, turn = int(before.turn), int(before.turns)
        redacted = redacted_action(words, before, code) if secret else None
        if redacted:
            return cls(actor, turn, *redacted)
        return cls(actor, turn, words.action_text(before, code), words.step_words(before, code, after))


@dataclass(frozen=True)
class Outcome:
    """How a match ended."""

    ranks: tuple[int, ...]
    """By seat: 1 is best, equals share the better rank."""
    winners: tuple[int, ...]
    """The seats of rank 1; several of them share the win."""
    reason: str
    """Why it ended, in words."""

    @classmethod
    def of(cls, words: Words, state: State) -> "Outcome | None":
        """Return how a match at this position ended; None while it runs."""
        if not state.over:
            return None
        ranks = tuple(state.rank[: state.seats].tolist())
        return cls.ranked(ranks, words.REASONS[state.reason])

    @classmethod
    def ranked(cls, ranks: Sequence[int], reason: str) -> "Outcome":
        """Return the outcome with these ranks."""
        return cls(tuple(ranks), tuple(seat for seat, rank in enumerate(ranks) if rank == 1), reason)

    @classmethod
    def after(cls, outcome: "Outcome | None", seats: int, forfeits: Sequence[int]) -> "Outcome | None":
        """Return how a match ended in which seats gave up, in this order; None while it runs.

        With two seats, that is the end, and the other has won. With more, the match goes on; whoever gave up ranks
        behind all others, and whoever gave up first is last.
        """
        if not forfeits:
            return outcome
        if seats == 2:
            return cls.ranked(
                [2 if seat == forfeits[0] else 1 for seat in range(2)], f"{seat_name(forfeits[0])} gave up"
            )
        if outcome is None:
            return None
        order = [
            (len(forfeits) - forfeits.index(seat) if seat in forfeits else 0, outcome.ranks[seat])
            for seat in range(seats)
        ]
        return cls.ranked([1 + sum(other < place for other in order) for place in order], outcome.reason)


class Glance(NamedTuple):
    """Whose turn it is, the scores, and how the match ended."""

    turn: int
    scores: list[int]
    outcome: Outcome | None

    @classmethod
    def of(cls, words: Words, state: State) -> Self:
        """Return the glance at a position, given as a fast state."""
        return cls(int(state.turn), state.score.tolist()[: state.seats], Outcome.of(words, state))


@dataclass(frozen=True, eq=False, repr=False)
class View:
    """The position and the past as a seat may know them."""

    game: Game
    seat: int
    """Whose view it is; -1 for a spectator."""
    state: State
    """The position, with everything blanked that the seat may not know."""
    history: tuple[Step, ...]

    @classmethod
    def of(cls, game: Game, seat: int, fast: State, history: tuple[Step, ...], legal: LegalActions | None) -> Self:
        """Return a view of a fast state. Its record is copied only when somebody reads `state`, and few do."""
        view = cls.__new__(cls)
        values = view.__dict__
        values["game"], values["seat"], values["history"], values["_fast"] = game, seat, history, fast
        values["plain"] = plain_of(fast)  # converted once for all who see the same
        if legal is not None:
            values["_legal"] = legal
        return view

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Copy the record of a view made by `of`, which has no `state` before."""
            if name != "state" or "_fast" not in self.__dict__:
                raise AttributeError(name)
            self.__dict__["state"] = state = copy_state(record_of(self.__dict__["_fast"]))
            return state

    @cached_property
    def plain(self) -> PlainState:
        """The same position as plain numbers and tuples: `view.plain.wall[seat][row]`. Much faster to read."""
        return plain_of(self.state)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.plain.seats

    @property
    def turn(self) -> int:
        """The seat to act."""
        return self.plain.turn

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.plain.over

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        return self.plain.score[: self.plain.seats]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it runs."""
        return Outcome.of(self.game.words, self.state) if self.over else None

    @property
    def position(self) -> str:
        """The position in one line, with `?` for what is hidden."""
        return self.game.words.position_text(self.state)

    def actions(self) -> list[Action]:
        """Return what the seat may do now; nothing when it is not its turn. The same as `Match.legal()`."""
        return self._legal.all() if self.turn == self.seat else []

    def codes(self) -> list[int]:
        """Return the codes of what the seat may do now, in rising order. Much faster than `actions`."""
        return list(self._legal.codes) if self.turn == self.seat else []

    @cached_property
    def _legal(self) -> LegalActions:
        return LegalActions(self.game, engine_of(self.game.rules), fast_state(self.state))

    def texts(self) -> list[str]:
        """Return the texts of what the seat may do now; nothing when it is not its turn."""
        return [action.text for action in self.actions()]

    def imagine(self, seed: int) -> State:
        """Return a whole position that fits the view. Another seed gives another one."""
        chance = chance_of(check_number(seed, "A seed", 0, LARGEST_SEED), 0)
        return engine_of(self.game.rules).imagine(self.state, self.seat, chance)

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self.game, "seat": self.seat, "state": self.state, "history": self.history}

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return hooks.svg_of(self)

    def __str__(self) -> str:
        return self.game.words.board(self.state)

    def __repr__(self) -> str:
        return f"<View of {self.game.name} by {'a spectator' if self.seat < 0 else f'seat {self.seat}'}>"
