"""The state of a table: the result of applying its events in order, and nothing else.

It counts for every viewer the changes which that viewer can see, so that nobody learns of somebody else's drafts.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from tilora.kernel import (
    Game,
    Glance,
    Match,
    Outcome,
    Retraction,
    Step,
    WrongVersion,
    decision_seed,
    draw_commitment,
    game_named,
    nonce_commitment,
)
from tilora.scene import Beat
from tilora.table import log_lines
from tilora.table.clock import Clock
from tilora.table.events import (
    Opened,
    Place,
    StandInAsked,
)
from tilora.table.log_lines import LogLine
from tilora.table.look import StepLook, TableLook
from tilora.table.pending import PendingDecision
from tilora.table.points import PointSources
from tilora.table.setup import LEVEL
from tilora.table.summary import Status

LINE_SIZE = 100
"""About how many bytes a line of chat takes, apart from its words."""


def chat_size(name: str, text: str) -> int:
    """Return how many bytes a line of chat takes."""
    return LINE_SIZE + len(name.encode()) + len(text.encode())


class StepLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the log that describes a step of the match. Its words depend on the reader."""

    at: int
    seat: int
    name: str
    step: int


class TableNews(NamedTuple):
    """What happened at a table since a viewer last looked."""

    which: tuple[int, ...]
    """By what it is found again: the number of the last event, and since when it is."""
    known: Sequence[Step]
    """The steps that the lines and the new steps are about."""
    kept: int
    steps: list[StepLook]
    lines: list[LogLine]
    glance: Glance


class TableState:
    """The state of a table after the events so far, the first of which is `opened`."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.game: Game = game_named(opened.game)
        if self.game.version != opened.version:
            raise WrongVersion(
                f"This table was opened with version {opened.version} of {self.game.title}. Version "
                f"{self.game.version} is installed now, and would play the match differently."
            )
        seats = len(opened.places)
        self.number = 1
        self.places: list[Place] = list(opened.places)
        self.host_name = opened.host_name
        self.time = opened.time
        self.watchers = opened.watchers
        self.status: Status = "waiting"
        self.closed = False
        self.ended_at: int | None = None
        self.rematch: str | None = None
        self.wants_rematch = [False] * seats
        """By seat: whether its person wants to play again."""
        self.rematch_commitments = [""] * seats
        """By seat: the commitment to its nonce in the rematch."""
        self.draw_began: int | None = None
        """Since when the seats have been revealing their nonces; None before that and once the match has started."""
        self.muted: set[str] = set()
        self.causes: dict[str, str] = {}
        """The commands that have been carried out, and the digest of each."""
        self.change_counts: Counter[str] = Counter()
        """How many repeatable events each person has caused."""
        self.rename_counts: Counter[str] = Counter()
        self.search_failed = False
        """Whether the log has said that bots play without their search."""
        self.undo_counts = [0] * seats
        self.stranger_changes = 0
        """How many of those events came from others than the host, before the start."""
        self.chat_sizes: Counter[str] = Counter()
        """How many bytes of chat each person has written."""
        self.stranger_chat_size = 0
        """How many of them were written by people who had no seat and were not the host."""
        self.names = {opened.host: opened.host_name}

        self.match: Match | None = None
        self.head = ""
        """The head of the chain over the actions that are final; see `tilora.kernel.match.fairness`."""
        self.drafted: list[str] = []
        """The texts of the actions that are still a draft."""
        self.first_turn = 0
        """How many turns had been played when the match began."""
        self.played_by: list[Any] = []
        """Who played each action; see `Played.by`."""
        self.counts = opened.position is None
        self.drivers: list[int | None] = [None] * seats
        """By seat: the level of the bot that plays for the person there."""
        self.gave_up = [False] * seats
        """By seat: whether a bot plays here to the end."""
        self.forfeits: list[int] = []
        """The seats that have lost the match before its end, in this order."""
        self.retractions: list[Retraction] = []
        """What was taken back after it had become final, in this order."""
        self.stand_in: StandInAsked | None = None
        self.clock = Clock(self.time, seats)

        # One entry for each seat, and a last one for spectators, whose number is -1.
        self.versions = [1] * (seats + 1)
        self.moments = [0] * (seats + 1)
        self.facts_at = [1] * (seats + 1)
        """The version in which the facts about the table last changed."""
        self.position_at = [0] * (seats + 1)
        """The version in which the position, or what may be done in it, last changed."""
        self.undone_at: list[list[tuple[int, int]]] = [[] for _ in range(seats + 1)]
        """The versions in which a seat undid something, and how many steps were left then. Both rise along the list."""
        self.position_number = 0
        """How many actions were played or undone, drafts included."""
        self.turn_began = opened.at
        """When the turn began."""
        self.shown_until = opened.at
        """When pages have shown all that was played, as far as the clock waits for it."""
        self.moved_at = opened.at
        """When something last happened that everybody could see."""
        self.summary_number = 1
        self.facts_cache: TableLook | None = None
        """The facts as they were last shown; None once they have changed."""
        self.news_cache: TableNews | None = None
        """The news as it was last shown."""
        self.beats_cache: tuple[list[StepLook], list[list[Beat]], list[StepLook]] | None = None
        """The new steps as they were last shown, their beats, and both together."""
        self.sources = PointSources(seats)
        """Where the points came from, as far as somebody has looked."""
        self.log: list[LogLine | StepLine] = []
        self.write_line(opened.at, f"{opened.host_name} opened the table.")
        if opened.challenge:
            self.write_line(opened.at, log_lines.describe_challenge(opened.challenge))
        if self.time.kind != "none":
            self.write_line(opened.at, log_lines.describe_time(self.time))

    # What follows from the events

    @property
    def running_match(self) -> Match | None:
        """The match, while it is running."""
        return self.match if self.status == "running" else None

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by its rules or because somebody gave up; None before that."""
        match = self.match
        return None if match is None else Outcome.after(match.outcome, match.seats, self.forfeits)

    @property
    def series(self) -> list[int]:
        """By seat: the matches won in this series of rematches. A match that everybody has won counts for nobody.

        A new series begins when somebody else takes a seat.
        """

        def who(place: Place) -> tuple[str | None, str | None, int | None]:
            return place.player, place.name if place.here else None, place.level

        same = [*map(who, self.places)] == [*map(who, self.opened.places)]
        wins = self.opened.wins if self.opened.wins and same else [0] * len(self.places)
        outcome = self.outcome if self.status == "finished" else None
        if outcome is None or len(outcome.winners) == len(self.places):
            return wins
        return [won + (seat in outcome.winners) for seat, won in enumerate(wins)]

    @property
    def open_seats(self) -> list[int]:
        """The seats that nobody has taken yet."""
        return [seat for seat, place in enumerate(self.places) if place.kind == "open"]

    @property
    def code(self) -> str:
        """The code to join by; empty once nobody can join."""
        return self.opened.code if self.status == "waiting" and self.draw_began is None else ""

    @property
    def unrevealed_seats(self) -> list[int]:
        """The seats that have not revealed the nonce that they have committed to."""
        return [seat for seat, place in enumerate(self.places) if place.commitment and not place.nonce]

    def seats_of(self, player: str) -> list[int]:
        """The seats that belong to this identity."""
        return [seat for seat, place in enumerate(self.places) if place.player == player]

    def is_stranger(self, player: str) -> bool:
        """Whether this identity has no seat here and is not the host."""
        return player != self.opened.host and not self.seats_of(player)

    def person_decides(self, seat: int) -> bool:
        """Whether the seat's person decides when it is the seat's turn."""
        return self.places[seat].kind == "person" and self.drivers[seat] is None and not self.is_finishing(seat)

    def is_finishing(self, seat: int) -> bool:
        """Whether the AI is finishing a turn for the seat."""
        return self.stand_in is not None and self.stand_in.seat == seat

    @property
    def why_no_retraction(self) -> str:
        """Why nobody can take back a turn at this table, in a sentence; empty if its only person can."""
        persons = [seat for seat, place in enumerate(self.places) if place.kind == "person"]
        if self.game.hidden:
            return f"In {self.game.title}, what you have seen can't be unseen, so turns can't be taken back."
        if len(persons) > 1:
            return "Turns can be taken back only by somebody who plays alone against the AI."
        if self.time.kind != "none":
            return "With a clock, turns can't be taken back."
        if any(self.drivers[seat] is not None for seat in persons):
            return "The AI plays your seat. Take it back first."
        return ""

    def last_turn_of(self, seat: int) -> int | None:
        """Return how many actions had been played before the seat's last finished turn; None if there is none."""
        match = self.started_match
        steps = match.history[: match.played - match.drafted]
        last = max((step.turn for step in steps if step.seat == seat), default=None)
        return next((number for number, step in enumerate(steps) if step.turn == last), None)

    @property
    def pending(self) -> PendingDecision | None:
        """The decision that the table waits for, if a program has to make it."""
        match = self.running_match
        if match is None:
            return None
        seat = match.turn
        place, level = self.places[seat], self.drivers[seat]
        if self.stand_in is not None:
            at_once = self.stand_in.reason == "time"
            return PendingDecision(seat, None if at_once else LEVEL, "stand-in", self.position_number)
        if place.kind == "bot":
            return PendingDecision(seat, place.level, "bot", self.position_number, self._bot_seed(match))
        return None if level is None else PendingDecision(seat, level, "stand-in", self.position_number)

    def _bot_seed(self, match: Match) -> int | None:
        """Return the seed of a bot's next decision in a challenge: the same for everybody who has come as far."""
        return decision_seed(self.opened.secret, match.played) if self.opened.challenge else None

    @property
    def nonces(self) -> list[str]:
        """By seat: its nonce; for a seat that has not revealed it, its commitment."""
        return [place.nonce or place.commitment for place in self.places]

    @property
    def commitments(self) -> list[str]:
        """By seat: the commitment to its nonce. No list at all if no seat has made one."""
        if not any(place.commitment for place in self.places):
            return []
        # In an old log, a seat may have named its nonce openly.
        return [place.commitment or (nonce_commitment(place.nonce) if place.nonce else "") for place in self.places]

    @property
    def draw(self) -> str:
        """What the table shows from the draw on; it fixes everything that the luck depends on. Empty before that."""
        if self.draw_began is None and self.match is None:
            return ""
        opened = self.opened
        position = opened.position if self.match is None else self.match.given
        match = (opened.game, opened.version, opened.options, position)
        return draw_commitment(opened.secret, *match, self.commitments)

    # For `apply`, which alone changes the state

    def show_everybody(self, at: int, *, facts: bool = False, position: bool = False, summary: bool = False) -> None:
        """Note that everybody can see a change of these parts."""
        self.moved_at = at
        self.versions = [version + 1 for version in self.versions]
        if facts:
            self.facts_at = self.versions
            self.facts_cache = None
        if position:
            self.position_at = list(self.versions)
        if summary:
            self.summary_number = self.number

    def show_seat(self, seat: int) -> None:
        """Note that only the seat can see a change of the position."""
        self.versions = list(self.versions)
        self.versions[seat] += 1
        self.moments[seat] += 1
        self.position_at[seat] = self.versions[seat]
        self.position_number += 1

    def write_line(self, at: int, text: str, seat: int | None = None) -> None:
        """Add a line to the log, for everybody."""
        self.log.append(LogLine(at=at, kind="table", seat=seat, text=text))

    @property
    def started_match(self) -> Match:
        """The match, which must have started."""
        if self.match is None:
            raise AssertionError("nothing can be played before the match has started")
        return self.match
