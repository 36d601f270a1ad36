"""The contract of a game: a few facts, and one folder with its rules and its words.

The entry point group `tilora.games` names `Game` objects. They are light: the folder's modules are only imported when a
match needs them, so listing games costs nothing. `Rules` and `Words` say what those modules define; the conformance
tests hold every installed game to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from tilora.kernel.checks import check_number, short_repr
from tilora.kernel.contract import dispatch
from tilora.kernel.contract.defaults import complete_rules, complete_words
from tilora.kernel.contract.dispatch import Actions
from tilora.kernel.contract.state import Layout, State
from tilora.kernel.errors import BadSetup


class Rules(Protocol):
    """What `rules.py` defines. All functions but `codes` are marked as rules and run compiled and interpreted alike.

    Rules never import `random`: luck comes from `chance`. A game without secrets leaves out `redact` and `imagine`.
    """

    __name__: str

    def __hash__(self) -> int: ...

    STATE: Layout
    """The type of this game's records, made by `layout`."""
    MOST_ACTIONS: int
    """No position has more legal actions than this."""
    PAST: tuple[str, ...]
    """Fields about the past, such as a count of quiet moves, which the text of a position leaves out. Optional."""
    RANGES: Mapping[str, tuple[int, int]]
    """The least and the greatest number that a field may hold, by its name. Optional.

    `tilora check` checks every state against it, and so does the generated text of a position."""

    def start(self, state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
        """Turn a blank state, in which `variant` and `seats` are set, into the first position.

        `options` holds the number of the chosen choice for each option of the game.
        """

    def legal(self, state: State, out: Actions) -> int:
        """Write the legal actions of the seat to act into `out`, each once, and return how many there are.

        Depends only on what that seat may know. There are none exactly when the match is over.
        """

    def play(self, state: State, action: int, chance: np.record) -> None:
        """Carry out a legal action, including passing over seats that can't act, and ending the match."""

    def redact(self, state: State, seat: int) -> None:
        """Blank everything that `seat` (or SPECTATOR) may not know, the same way whatever it was.

        Only called for games that declare `hidden=True`. In others it does nothing.
        """

    def imagine(self, state: State, seat: int, chance: np.record) -> None:
        """Fill the blanks of a view of `seat` with one possibility; redacting it again gives the same view."""

    def codes(self, variant: int) -> Actions:
        """Return the code of every action that any position of this variant can have, in rising order.

        Optional: left out by games with too many actions for a list. An ordinary function, not a rule.
        """


class Words(Protocol):
    """What `words.py` defines: everything about the game that people read and write.

    Functions get states and views alike, and must not depend on what a view has blanked. Only `REASONS` and
    `action_text` are always needed; `tilora.kernel.contract.defaults` says what a game gets for the others.

    A sentence names a seat by its placeholder, `seat_name(seat)`: the page fills in the player's name, Python fills in
    "seat 1". Boards, texts of positions and errors say "seat 1" themselves, counting from 1.
    """

    REASONS: tuple[str, ...]
    """Why a match ended, in words; the first is for a match that has not."""

    def action_text(self, state: State, action: int) -> str:
        """Return the one text of an action: lower case, single spaces, no semicolon."""

    def parse_action(self, state: State, text: str) -> int:
        """Return the action with that text, legal or not. The text comes in lower case with single spaces.

        Raises UnreadableAction; or IllegalAction where the text makes sense but no action stands for it. Left out by
        games whose rules define `codes`: then it is the action whose text it is.
        """

    def split_turn(self, text: str) -> list[str]:
        """Return the texts of the actions that a text names without semicolons: "red 5 blue 3" as ["red 5", "blue 3"].

        Called for a text that `parse_action` can't read; with fewer than two, it stays unreadable. Optional.
        """

    def why_not(self, state: State, action: int) -> str:
        """Return the rule that forbids an action which is not legal, in a sentence a player understands."""

    def action_words(self, state: State, action: int) -> str:
        """Return what an action would do, in a sentence that starts with a verb: "Take 2 blue tiles from mine 3 …"."""

    def step_words(self, before: State, action: int, after: State) -> str:
        """Return what an action did, chance included, in a sentence for the log: "Took 2 blue tiles from mine 3 …".

        The states are as the reader may know them. Left out where `action_words` says it as well: "Stone on c4."
        """

    def redact_action(self, state: State, action: int) -> tuple[str, str] | None:
        """Return what others may know of a secret action: its text and its sentence. None if it is not secret.

        Optional: left out by games without secret actions.
        """

    def parts(self, state: State, action: int) -> tuple[Any, ...]:
        """Return what an action is made of, as a NamedTuple: `source`, `colour`, `line`. It is `Action.parts`.

        Optional.
        """

    def position_text(self, state: State) -> str:
        """Return the whole position in one line. Of a view: with `?` for what is blanked.

        Left out with `parse_position`: the layout gives both, and what is blanked in a view reads as zeros.
        """

    def parse_position(self, text: str, state: State) -> None:
        """Turn a blank state, in which the variant is set, into the position of that text, seats and all.

        The text comes with single spaces. Raises UnreadablePosition for what can't be read, or can't be reached.
        """

    def check(self, state: State) -> None:
        """Raise UnreadablePosition, by `require`, for a state that can't be reached.

        Called for positions read from generated texts; `tilora check` calls it for every state. Optional.
        """

    def board(self, state: State) -> str:
        """Return the position as a person sees it in a terminal, in several lines of plain text.

        Left out by games with a `board.py`.
        """


def redacted_action(words: Words, state: State, action: int) -> tuple[str, str] | None:
    """Return what others may know of a secret action: its text and its sentence. None if it is not secret."""
    redact_action = getattr(words, "redact_action", None)
    return None if redact_action is None else redact_action(state, action)


@dataclass(frozen=True)
class Option:
    """A choice that people make before a match starts. The first choice is the usual one."""

    name: str
    choices: tuple[str, ...]
    words: str


@dataclass(frozen=True)
class Side:
    """What a game calls one of its seats, and the colour of that seat's pieces."""

    name: str
    """Such as "White"."""
    colour: str
    """As #rrggbb, for the sign of the seat on the page."""


@dataclass(frozen=True)
class Game:
    """A set of rules that can be played: its facts, and where its folder is."""

    name: str
    """As written in code, addresses and records: lower case, words joined by hyphens."""
    title: str
    """As people read it."""
    summary: str
    """What it is, in one line."""
    version: int
    """Raised whenever the same record would play out differently."""
    seats: tuple[int, ...]
    """The numbers of seats it can be played with; the first is the usual one."""
    folder: str
    """The package that holds `rules`, `words` and, if they are there, `scene`, `art.svg` and guides.

    Games of a family share it."""
    hidden: bool = False
    """Whether seats hold something that others may not see. If not, views are never redacted."""
    variant: int = 0
    """Which of the family's games this is."""
    options: tuple[Option, ...] = ()
    unit: str = "points"
    """What a seat's score is counted in."""
    draws_beginner: bool = False
    """Whether chance decides which seat goes first. If not, it is the first seat."""
    sides: tuple[Side, ...] = ()
    """One for each seat, in games that have names for their seats, such as White and Black."""
    learning: int = 3
    """How much there is to learn, from 1 (little) to 5 (a lot). Newcomers are sent to the game with the least."""
    challenge: bool = True
    """Whether it can be a daily challenge: its points differ with how well one plays, and every day with its luck."""
    score_times_seats: bool = False
    """Whether matches with any number of seats share one high-score list, ranked by points times seats."""

    @cached_property
    def rules(self) -> Rules:
        """The game's rules, which `dispatch` finds from then on."""
        module = import_module(f"{self.folder}.rules")
        complete_rules(module, hidden=self.hidden)
        dispatch.register(module)
        return cast(Rules, module)

    @cached_property
    def codes(self) -> Actions | None:
        """The codes of all actions that any position can have, in rising order, for learners who need a fixed list.

        None for a game whose rules do not define `codes`: it may have too many.
        """
        codes = getattr(self.rules, "codes", None)
        return None if codes is None else codes(self.variant)

    @cached_property
    def words(self) -> Words:
        """The game's words."""
        module = import_module(f"{self.folder}.words")
        complete_words(module, cast(ModuleType, self.rules), self.board)
        return cast(Words, module)

    @cached_property
    def scene(self) -> ModuleType | None:
        """The game's `scene` module, which says what its views look like; None for a game without one.

        `tilora.scene.contract` says what it defines.
        """
        name = f"{self.folder}.scene"
        return import_module(name) if find_spec(name) else None

    @cached_property
    def board(self) -> ModuleType | None:
        """The game's `board` module, which says what lies where, for a board without art; None for a game without one.

        `tilora.scene.boards` says what it defines.
        """
        name = f"{self.folder}.board"
        return import_module(name) if find_spec(name) else None

    def checked_seats(self, seats: int | None) -> int:
        """Return the number of seats if the game can be played with it; the usual number for None."""
        if seats is None:
            return self.seats[0]
        number = check_number(seats, "The number of seats", 1, 1_000)
        if number not in self.seats:
            may, word = ", ".join(map(str, self.seats)), "seat" if number == 1 else "seats"
            raise BadSetup(f"{self.title} can't be played with {number} {word}. Choose from: {may}.")
        return number

    def checked_options(self, options: dict[str, str]) -> dict[str, str]:
        """Return all options of the game with their choices, the usual choice where none was given."""
        for name in options:
            if name not in {option.name for option in self.options}:
                known = ", ".join(option.name for option in self.options) or "none"
                raise BadSetup(f"{self.title} has no option {short_repr(name)}. Its options: {known}.")
        chosen = {}
        for option in self.options:
            choice = options.get(option.name, option.choices[0])
            if choice not in option.choices:
                may = ", ".join(option.choices)
                raise BadSetup(f"{self.title}: {option.name} can't be {short_repr(choice)}. Choices: {may}.")
            chosen[option.name] = choice
        return chosen

    def option_numbers(self, chosen: dict[str, str]) -> npt.NDArray[np.int64]:
        """Return the number of the chosen choice for each option, as `Rules.start` takes them."""
        numbers = [option.choices.index(chosen[option.name]) for option in self.options]
        return np.array(numbers, np.int64)
