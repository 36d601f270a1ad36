"""What replays a match exactly, as a small JSON file that a person can read.

A file is never trusted: its size, its shape and every action are checked, and nothing in it is ever executed.
"""

import re
from pathlib import Path

import msgspec

from tilora.kernel.checks import short_repr
from tilora.kernel.errors import BadRecord
from tilora.kernel.match.fairness import Fair

FORMAT = 1
LARGEST = 4 << 20
"""Bytes. The longest possible match is far below it."""
MOST_ACTIONS = 100_000
LONGEST_NAME = 60


class Retraction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Actions that were played and taken back, by a person who played against bots only."""

    keep: int
    """How many actions of the match stayed."""
    actions: list[str]
    """Those after them, which were taken back."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Game, version, seats, options, seed and actions: everything needed to play the same match again."""

    tilora: int = FORMAT
    """The version of the file format."""
    game: str
    version: int
    seats: int
    options: dict[str, str] = {}
    seed: str
    """A decimal number, as text: many JSON readers lose the digits of large numbers."""
    position: str | None = None
    """Where the match began, if not at the beginning."""
    actions: list[str]
    scores: list[int] | None = None
    """The result, only to check a replay against."""
    ranks: list[int] | None = None
    forfeits: list[int] = []
    """Seats that gave up, in this order. They rank behind all others."""
    retractions: list[Retraction] = []
    """What was taken back, in the order in which that happened. `actions` holds what was played in the end."""
    names: list[str] | None = None
    """Who sat in each seat, for a match at a table; nothing proves it."""
    fair: Fair | None = None
    """How the seed was made, for a match at a table; only to check it."""

    def to_json(self) -> str:
        """Return the record as JSON, one action a line."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode() + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> "Record":
        """Return the record that was written as this JSON. Raises BadRecord."""
        if not isinstance(text, str | bytes) or len(text) > LARGEST:
            raise BadRecord(f"A record must be text of at most {LARGEST} bytes.")
        try:
            record = msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadRecord(f"This is not a record of a match: {error}.") from None
        record.check()
        return record

    def check(self) -> None:
        """Raise BadRecord if this can't be a record, before anybody tries to replay it."""
        if self.tilora != FORMAT:
            raise BadRecord(f"The record has format {short_repr(self.tilora)}; this Tilora reads format {FORMAT}.")
        if len(self.actions) > MOST_ACTIONS:
            raise BadRecord(f"A record has at most {MOST_ACTIONS} actions; this one has {len(self.actions)}.")
        if not re.fullmatch("[0-9]{1,80}", str(self.seed)):
            raise BadRecord("The seed of a record must be a decimal number.")
        if len(set(self.forfeits)) < len(self.forfeits) or not all(0 <= seat < self.seats for seat in self.forfeits):
            raise BadRecord("The seats that gave up must be different seats of the match.")
        if self.names is not None and len(self.names) != self.seats:
            raise BadRecord(f"The record has {len(self.names)} names for {self.seats} seats.")
        for name in self.names or []:
            if len(name) > LONGEST_NAME:
                raise BadRecord(f"{short_repr(name)} can't be a name: names have at most {LONGEST_NAME} characters.")
        _check_actions(self.actions)
        if len(self.actions) + sum(len(taken.actions) for taken in self.retractions) > MOST_ACTIONS:
            raise BadRecord(f"A record has at most {MOST_ACTIONS} actions, with those that were taken back.")
        self.lines()

    def lines(self) -> list[list[str]]:
        """Return all actions as they stood before each retraction, and in the end. Raises BadRecord if none can have.

        After a retraction, the next line begins with what it kept.
        """
        lines = [self.actions]
        for taken in reversed(self.retractions):
            if not taken.actions or not 0 <= taken.keep <= len(lines[-1]):
                raise BadRecord(f"The record says that {taken.keep} actions stayed, which is impossible.")
            _check_actions(taken.actions)
            lines.append([*lines[-1][: taken.keep], *taken.actions])
        return lines[::-1]

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> "Record":
        """Read a record from a file. Raises BadRecord, or OSError if the file can't be read."""
        path = Path(path)
        with path.open("rb") as file:
            return cls.from_json(file.read(LARGEST + 1))


def _check_actions(actions: list[str]) -> None:
    for number, action in enumerate(actions, 1):
        if not isinstance(action, str) or ";" in action:
            raise BadRecord(f"Action {number} of the record is {short_repr(action)}, which is not a single action.")
