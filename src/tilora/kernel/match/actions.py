"""Choices: what the seat to act may do in one position, worked out once and only from what that seat may know."""

from functools import cached_property

from tilora.kernel.checks import plain
from tilora.kernel.compiled.engine import Engine
from tilora.kernel.contract.game import Game
from tilora.kernel.contract.state import State
from tilora.kernel.errors import IllegalAction, UnreadableAction
from tilora.kernel.match.fast_state import read

LONGEST_TEXT = 20_000
"""No action, turn or position is written in more characters than this."""


class Action:
    """Something a seat may do now: `str(action)` is its text, `action.words` a sentence.

    It knows the position as that seat may know it, and no more.
    """

    __slots__ = ("_view", "code", "game", "seat")

    def __init__(self, game: Game, view: State, code: int, seat: int) -> None:
        self.game = game
        self._view = view
        self.code = code
        """The number by which the rules know the action."""
        self.seat = seat

    def __str__(self) -> str:
        return self.game.words.action_text(self._view, self.code)

    def __repr__(self) -> str:
        return f"<Action {self}>"

    @property
    def words(self) -> str:
        """What the action does, in a sentence."""
        return self.game.words.action_words(self._view, self.code)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and (self.code, self.seat, str(self)) == (
            other.code,
            other.seat,
            str(other),
        )

    def __hash__(self) -> int:
        return hash((self.code, self.seat))


class Choices:
    """What may be done in a position, given as the view of the seat to act, to be read."""

    def __init__(self, game: Game, engine: Engine, view: State) -> None:
        self._game = game
        self._view = view
        self._seat = int(view.turn)
        self.codes: list[int] = engine.legal(read(view)).tolist()

    @cached_property
    def texts(self) -> dict[str, int]:
        """The text of each, in rising order of the codes."""
        text, view = self._game.words.action_text, self._view
        return {text(view, code): code for code in self.codes}

    def actions(self) -> list[Action]:
        """All of them."""
        return [Action(self._game, self._view, code, self._seat) for code in self.codes]

    def action(self, code: int) -> Action:
        """The action of that number. Raises IllegalAction with the rule that forbids it."""
        if code not in self.codes:
            raise IllegalAction(self._game.words.why_not(self._view, code) if self.codes else "The match is over.")
        return Action(self._game, self._view, code, self._seat)

    def read(self, text: str) -> Action:
        """The action of that text. Raises UnreadableAction or IllegalAction."""
        if "texts" in self.__dict__ and text in self.texts:
            return Action(self._game, self._view, self.texts[text], self._seat)
        text = plain(text, LONGEST_TEXT, UnreadableAction, "An action")
        if not self.codes:
            raise IllegalAction("The match is over.")
        return self.action(self._game.words.parse_action(self._view, text.lower()))
