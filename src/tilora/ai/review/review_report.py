"""What a review says, as plain data that can be stored with a record and sent to a page.

Results are shares of opponents beaten, from 0 to 1, where equals count half. Lists by seat begin with seat 0.
"""

from typing import Literal

import msgspec

FORMAT = 2
Grade = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("best", "fine", "inaccuracy", "mistake", "blunder")


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat got its result: start, luck, own play and the play of others add up to the end."""

    start: float
    """What the seat could expect before chance and players had done anything."""
    luck: float
    own_play: float
    others_play: float
    end: float

    @property
    def without_luck(self) -> float:
        """What the seat would have got with average luck."""
        return self.end - self.luck


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """How many more points one source brings a seat after the better action than after the played one."""

    source: str
    seat: int
    points: float
    doubt: float
    """Half the width of its 95 % interval."""


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """Why one action is better than the played one: where the points of all seats come from if play goes on."""

    points: list[float]
    """By seat: how many more points it ends up with after the better action. The sources add up to this."""
    sources: list[Source]
    words: str
    """What matters, in a phrase with placeholders for seats; empty where nothing is beyond doubt."""
    rollouts: int
    certain: bool = False
    """Whether the better action wins or the played one loses, whatever others do. Then points do not matter."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """An action that the seat could take, and what it is worth, by what the seat could know."""

    action: str
    sentence: str
    """With placeholders for seats."""
    value: float
    """The seat's expected result."""
    points: float


class ExpectedStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step that the search expects."""

    seat: int
    action: str
    sentence: str
    """With placeholders for seats."""
    turn: int
    """0 for the turn in which the line begins, then 1 and so on."""


class ReviewedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """What the choice of a seat that had one was worth. It depends only on what the seat could know."""

    grade: Grade
    loss: float
    """How much better the best candidate's expected result is than that of the played action."""
    points_loss: float
    """The same in points, which can be negative: the best result is not always that with the most points."""
    doubt: float
    """How far off the loss may be. A loss smaller than its doubt is not a mistake."""
    candidates: list[Candidate]
    """The best first. The played action is always among them."""
    line: list[ExpectedStep]
    """Of a mistake: how the match is expected to go on, from the best candidate on."""
    instead: list[ExpectedStep] = []
    """Of a mistake: the same, from the played action on."""
    reason: Reason | None = None


class ReviewedStep(msgspec.Struct, frozen=True, kw_only=True):
    """One action of the match."""

    seat: int
    turn: int
    action: str
    sentence: str
    """With placeholders for seats."""
    play: list[float]
    """By seat: what the action changed about its expected result, apart from luck."""
    points_play: list[float]
    luck: list[float] | None = None
    """By seat: what the chance in it changed. None if nothing was left to chance."""
    points_luck: list[float] | None = None
    decision: ReviewedDecision | None = None
    """None where there was no choice, and in a quick review."""


class PlayedLike(msgspec.Struct, frozen=True, kw_only=True):
    """Which level loses as much on a decision as the seat did."""

    level: float
    """From 1 to 8, with a fraction between two levels."""
    lowest: float
    """The ends of its 80 % interval: one match says little."""
    highest: float


class SeatReview(msgspec.Struct, frozen=True, kw_only=True):
    """The sum of the match for one seat."""

    result: Account
    points: Account
    decisions: int
    """How often it had a choice."""
    loss: float
    """The mean loss on a decision, weighted by how certain each loss is."""
    grades: dict[str, int]
    played_like: PlayedLike | None = None


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a review found out about a match."""

    format: int = FORMAT
    game: str
    version: int
    """Of the game's rules."""
    network: str
    """The fingerprint of the network that valued positions; empty without one. With another one, review again."""
    settings: str
    """How much was computed; see `tilora.ai.review.settings`."""
    complete: bool
    """False for a quick review: curves and luck from first sight, without decisions."""
    seats: list[SeatReview]
    opening: list[float]
    """By seat: the luck of the first position."""
    points_opening: list[float]
    steps: list[ReviewedStep]
    curve: list[list[float]]
    """The expected result by seat before each action, and after the last."""
    points_curve: list[list[float]]
    forfeit: list[float] | None = None
    """By seat: what giving up changed. It counts as play of the seat that gave up first."""
    points_forfeit: list[float] | None = None

    @property
    def made_with(self) -> str:
        """The network and the settings: with others, a review of the same match would be different."""
        return f"{self.format} {self.network} {self.settings}"

    def to_json(self) -> bytes:
        """Return the review as JSON."""
        return msgspec.json.encode(self)

    @classmethod
    def from_json(cls, text: bytes | str) -> "Review":
        """Return the review that was written as this JSON. Raises msgspec.DecodeError."""
        return msgspec.json.decode(text, type=cls)
