"""The legal actions of a position, worked out once and only from what the seat to act may know."""

import re
from functools import cached_property
from typing import Any

from tilora.kernel.checks import check_text
from tilora.kernel.compiled.engine import Engine
from tilora.kernel.contract.game import Game
from tilora.kernel.contract.state import State
from tilora.kernel.contract.texts import fill_seats
from tilora.kernel.errors import IllegalAction, UnreadableAction
from tilora.kernel.match.fast_state import record_of

LONGEST_TEXT = 20_000
"""No action, turn or position is written in more characters than this."""


class Action:
    """Something a seat may do now.

    It knows the position as that seat may know it, and no more.
    """

    __slots__ = ("_view", "code", "game", "seat")

    def __init__(self, game: Game, view: State, code: int, seat: int) -> None:
        self.game = game
        self._view = view
        self.code = code
        """The number of the action in the rules."""
        self.seat = seat

    @property
    def text(self) -> str:
        """The text of the action, as in records: "3 blue 2". The same as `str(action)`."""
        return self.game.words.action_text(self._view, self.code)

    @property
    def words(self) -> str:
        """What the action does, in a sentence: "Take 2 blue tiles from mine 3 to line 2."."""
        return fill_seats(self.sentence)

    @property
    def sentence(self) -> str:
        """The same sentence with placeholders for seats; see `tilora.kernel.fill_seats`."""
        return self.game.words.action_words(self._view, self.code)

    @property
    def parts(self) -> Any:
        """What the action is made of, by the game's own names: `action.parts.colour`. None if the game has none."""
        parts = getattr(self.game.words, "parts", None)
        return None if parts is None else parts(self._view, self.code)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Action {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and (self.code, self.seat, self.text) == (other.code, other.seat, other.text)

    def __hash__(self) -> int:
        return hash((self.code, self.seat))


class LegalActions:
    """What may be done in a position, given as a fast state of what the seat to act may know."""

    def __init__(self, game: Game, engine: Engine, view: State) -> None:
        self._game = game
        self._view = view
        self._seat = int(view.turn)
        self.codes: list[int] = engine.legal(record_of(view)).tolist()

    @cached_property
    def texts(self) -> dict[str, int]:
        """The code of each legal action by its text, in the order of the codes."""
        text, view = self._game.words.action_text, self._view
        return {text(view, code): code for code in self.codes}

    def all(self) -> list[Action]:
        """Return all legal actions."""
        return [Action(self._game, self._view, code, self._seat) for code in self.codes]

    def with_code(self, code: int) -> Action:
        """Return the action with that code. Raises IllegalAction, naming the rule that forbids it."""
        if code not in self.codes:
            reason = self._game.words.why_not(self._view, code) if self.codes else "The match is over."
            raise IllegalAction(fill_seats(reason))
        return Action(self._game, self._view, code, self._seat)

    def accept(self, action: Action) -> Action:
        """Return the same action of this position. Raises IllegalAction if it is not legal, or not the same, here."""
        if action.game != self._game or action.seat != self._seat:
            raise IllegalAction(f"{action.text!r} is an action of another game, seat or position.")
        here = self.with_code(action.code)
        # An action of another position can have the code of a legal one here, and mean something else.
        if action._view is not self._view and action.text != here.text:
            raise IllegalAction(f"{action.text!r} is an action of another position.")
        return here

    def parse(self, text: str) -> Action:
        """Return the action with that text. Raises UnreadableAction or IllegalAction."""
        if "texts" in self.__dict__ and text in self.texts:
            return Action(self._game, self._view, self.texts[text], self._seat)
        plain = check_text(text, LONGEST_TEXT, UnreadableAction, "An action").lower()
        if not self.codes:
            raise IllegalAction("The match is over.")
        try:
            code = self._game.words.parse_action(self._view, plain)
        except UnreadableAction as error:
            raise UnreadableAction(_as_typed(str(error), text)) from None
        return self.with_code(code)


def _as_typed(error: str, text: str) -> str:
    """Return the error with what it quotes first as it was typed: games read lower case, and some without spaces."""
    quoted = re.search("'([^']+)'", error)
    if not quoted or not quoted[1].strip():
        return error
    spaced = r"\s*".join(re.escape(sign) for sign in quoted[1] if sign != " ")
    typed = re.search(spaced, text, re.IGNORECASE)
    words = " ".join(typed[0].split()) if typed else quoted[1]
    return f"{error[: quoted.start(1)]}{words}{error[quoted.end(1) :]}"
