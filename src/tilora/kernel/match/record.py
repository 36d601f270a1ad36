"""Record: what replays a match exactly, as a small JSON file that a person can read.

Reading one trusts nothing: the size, the shape and every action are checked, and nothing in it is ever executed.
"""

import re
from pathlib import Path

import msgspec

from tilora.kernel.checks import shown
from tilora.kernel.errors import BadRecord
from tilora.kernel.match.fairness import Fair

FORMAT = 1
LARGEST = 4 << 20
"""Bytes. The longest possible match is far below it."""
MOST_ACTIONS = 100_000


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Game, version, seats, options, seed and actions: with them a match plays out the same for ever."""

    tilora: int = FORMAT
    """The format of this file."""
    game: str
    version: int
    seats: int
    options: dict[str, str] = {}
    seed: str
    """A decimal number, as text: programs in other languages cut long numbers off."""
    position: str | None = None
    """Where the match began, if not at the beginning."""
    actions: list[str]
    scores: list[int] | None = None
    """What the match came to; only to check a replay against."""
    ranks: list[int] | None = None
    fair: Fair | None = None
    """Where the seed came from, for a match at a table; only to check it."""

    def to_json(self) -> str:
        """The record as it is written to a file: one action a line."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode() + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> "Record":
        """The record that was written so. Raises BadRecord."""
        if not isinstance(text, str | bytes) or len(text) > LARGEST:
            raise BadRecord(f"A record is a text of at most {LARGEST} bytes.")
        try:
            record = msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadRecord(f"This is not a record of a match: {error}.") from None
        record.check()
        return record

    def check(self) -> None:
        """Raises BadRecord for what no record of ours can be, before anybody tries to replay it."""
        if self.tilora != FORMAT:
            raise BadRecord(f"The record has format {shown(self.tilora)}; this Tilora reads format {FORMAT}.")
        if len(self.actions) > MOST_ACTIONS:
            raise BadRecord(f"A record has at most {MOST_ACTIONS} actions; this has {len(self.actions)}.")
        if not re.fullmatch("[0-9]{1,80}", str(self.seed)):
            raise BadRecord("The seed of a record is a decimal number.")
        for number, action in enumerate(self.actions, 1):
            if not isinstance(action, str) or ";" in action:
                raise BadRecord(f"Action {number} of the record is {shown(action)}, which is not one action.")

    def save(self, path: str | Path) -> None:
        """The record is in the file."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> "Record":
        """The record in the file. Raises BadRecord, or OSError where there is no such file."""
        path = Path(path)
        with path.open("rb") as file:
            return cls.from_json(file.read(LARGEST + 1))
