"""The types that the store takes and returns."""

from typing import Generic, Literal, TypeVar

import msgspec

from tilora.table.summary import Summary

T = TypeVar("T")


class Index(msgspec.Struct, frozen=True, kw_only=True):
    """What look-ups find of a table. `worth_writing` says when to write it."""

    summary: Summary
    summary_number: int
    """The number of the last event that changed the summary or `gone_players`."""
    moved_at: int
    """When the last event happened."""
    due: int | None = None
    """When a node has to look after the table by itself, because time runs out or a bot has to move."""
    node: str | None = None
    """The node that looks after the table while it is alive."""
    gone_players: frozenset[str] = frozenset()
    """Players for whom the table is over, although others play on."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list. `moved_at` may be a minute old, and `due` may be too early; see `worth_writing`."""

    id: str
    summary: Summary
    moved_at: int
    due: int | None
    node: str | None


class Opponent(msgspec.Struct, frozen=True, array_like=True):
    """Somebody a player has played against."""

    name: str
    level: int | None
    """Of a bot; None for a person."""
    beaten: bool
    """Whether the player finished ahead of them."""


class PastMatch(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a match for one player."""

    table: str
    game: str
    seats: int
    score: int
    result: Literal["won", "lost", "drew"]
    against: tuple[Opponent, ...]
    at: int


class PlayerReview(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a match that counted for a player."""

    id: str
    """Of the table."""
    game: str
    seat: int
    """Where the player sat."""
    at: int
    """When the match ended."""
    body: str


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the high scores."""

    table: str
    public: bool
    """Whether everybody may know which table it was."""
    seat: int
    player: str | None
    name: str
    seats: int
    score: int
    high: int
    against: tuple[Opponent, ...]
    """The others at the table; nobody for matches from before this was stored."""
    at: int


class ChallengeRow(msgspec.Struct, frozen=True, kw_only=True):
    """The challenge of a day."""

    day: str
    game: str
    level: int
    """Of the bots that everybody plays against."""
    secret: str
    """What all luck comes from: 32 bytes in hex."""


class ChallengeResult(msgspec.Struct, frozen=True, kw_only=True):
    """A player's result in a challenge."""

    player: str
    name: str
    score: int
    at: int
    guest: bool
    """Whether the player has not claimed the name. Anybody can have many guest accounts."""


class PuzzleRating(msgspec.Struct, frozen=True, kw_only=True):
    """How strong a player is at the puzzles of a game, or how hard a puzzle is."""

    rating: float
    deviation: float
    """How uncertain that is: a standard deviation."""


class PuzzleAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a player's first try at a puzzle."""

    puzzle: str
    solved: bool
    at: int


class MistakeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A mistake of a player, which has become a puzzle."""

    puzzle: str
    game: str
    table: str
    """Of the match."""
    body: str
    stage: int
    """How often in a row it was solved by the first try."""
    due_at: int | None
    """When it comes back; None if it never does."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player: a guest, or somebody who has claimed their name with a password."""

    id: str
    name: str
    password_hash: str | None
    created_at: int

    @property
    def claimed(self) -> bool:
        """Whether the player can sign in with a password."""
        return self.password_hash is not None


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A device on which a player is signed in."""

    token: str
    """The hash of its token."""
    created_at: int
    seen_at: int
    """When it was last used, to the day."""
    device: str
    """What it called itself when it signed in."""


class RecordRow(msgspec.Struct, frozen=True, kw_only=True):
    """An imported record, without its text."""

    id: str
    player: str
    """Who imported it."""
    game: str
    seats: int
    title: str
    at: int


class Page(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """A part of a list, newest first."""

    rows: list[T]
    next: str | None
    """Pass it as `before` to get the next part. None at the end of the list."""
