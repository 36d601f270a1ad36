"""The state of a table: the result of applying its events in order, and nothing else.

It counts for every viewer the changes which that viewer can see, so that nobody learns of somebody else's drafts.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from tilora.kernel import Action, Game, Match, Step, WrongVersion, game_named, match_seed
from tilora.scene import Beat
from tilora.table import log_lines
from tilora.table.clock import Clock
from tilora.table.events import (
    Aborted,
    AnyEvent,
    Closed,
    HandedOver,
    Joined,
    Muted,
    Opened,
    Place,
    PlaceSet,
    Played,
    Rematched,
    RematchWanted,
    Renamed,
    Resumed,
    Said,
    SearchFailed,
    StandInAsked,
    Started,
    TakenBack,
    TimeSet,
    Undone,
    WatchersSet,
)
from tilora.table.log_lines import LogLine
from tilora.table.look import Breakdown, StepLook, TableLook
from tilora.table.pending import PendingDecision
from tilora.table.setup import LEVEL, bot_name
from tilora.table.summary import Status

REPEATABLE = frozenset({Joined, PlaceSet, TimeSet, HandedOver, TakenBack, Muted, WatchersSet})
"""Events that a person could cause without end. All others end with the match, or have a limit of their own."""


class StepLine(NamedTuple):
    """A line of the log that describes a step of the match. Its words depend on the reader."""

    at: int
    seat: int
    name: str
    step: int


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
        self.muted: set[str] = set()
        self.causes: set[str] = set()
        """The commands that have been carried out."""
        self.change_counts: Counter[str] = Counter()
        """How many repeatable events each person has caused."""
        self.rename_counts: Counter[str] = Counter()
        self.search_failed = False
        """Whether the log has said that bots play without their search."""
        self.undo_counts = [0] * seats
        self.chat_count = 0
        """How many lines of chat there are."""
        self._names = {opened.host: opened.host_name}

        self.match: Match | None = None
        self.first_turn = 0
        """How many turns had been played when the match began."""
        self.played_by: list[Any] = []
        """Who played each action; see `Played.by`."""
        self.counts = opened.position is None
        self.drivers: list[int | None] = [None] * seats
        """By seat: the level of the bot that plays for the person there."""
        self.gave_up = [False] * seats
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
        self.moved_at = opened.at
        """When something last happened that everybody could see."""
        self.summary_number = 1
        self.facts_cache: TableLook | None = None
        """The facts as they were last shown; None once they have changed."""
        self.news_cache: tuple[Any, list[Step], list[StepLook], list[LogLine]] | None = None
        """The news as it was last shown: since when, the steps, and the looks of steps and lines."""
        self.beats_cache: tuple[tuple[int, int, int], list[list[Beat]]] | None = None
        """The beats as they were last shown: of which steps, and when."""
        self.breakdown_cache: list[Breakdown] | None = None
        """Where the points came from, once somebody has looked after the end."""
        self.log: list[LogLine | StepLine] = []
        self._write_line(opened.at, f"{opened.host_name} opened the table.")
        if self.time.kind != "none":
            self._write_line(opened.at, log_lines.describe_time(self.time))

    # What follows from the events

    @property
    def running_match(self) -> Match | None:
        """The match, while it is running."""
        return self.match if self.status == "running" else None

    @property
    def open_seats(self) -> list[int]:
        """The seats that nobody has taken yet."""
        return [seat for seat, place in enumerate(self.places) if place.kind == "open"]

    def seats_of(self, player: str) -> list[int]:
        """The seats that belong to this identity."""
        return [seat for seat, place in enumerate(self.places) if place.player == player]

    def person_decides(self, seat: int) -> bool:
        """Whether the seat's person decides when it is the seat's turn."""
        return self.places[seat].kind == "person" and self.drivers[seat] is None and not self.is_finishing(seat)

    def is_finishing(self, seat: int) -> bool:
        """Whether the AI is finishing a turn for the seat."""
        return self.stand_in is not None and self.stand_in.seat == seat

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
            return PendingDecision(seat, place.level, "bot", self.position_number)
        return None if level is None else PendingDecision(seat, level, "stand-in", self.position_number)

    # Events

    def apply(self, event: AnyEvent, action: Action | None = None) -> None:
        """Change the state by an event that has happened.

        A `Played` event that was decided a moment ago comes with its `action`, so that the text is not read twice;
        the match refuses an action of another position. A stored event has only its text.
        """
        self.number += 1
        if event.cause:
            self.causes.add(event.cause)
            if type(event) in REPEATABLE:
                self.change_counts[event.cause.partition("/")[0]] += 1
        if isinstance(event, Played):
            self._apply_played(event, action)
        else:
            _APPLY[type(event)](self, event)

    def _show_everybody(self, at: int, *, facts: bool = False, position: bool = False, summary: bool = False) -> None:
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

    def _show_seat(self, seat: int) -> None:
        """Note that only the seat can see a change of the position."""
        self.versions = list(self.versions)
        self.versions[seat] += 1
        self.moments[seat] += 1
        self.position_at[seat] = self.versions[seat]
        self.position_number += 1

    def _write_line(self, at: int, text: str, seat: int | None = None) -> None:
        self.log.append(LogLine(at=at, kind="table", seat=seat, text=text))

    def _apply_joined(self, event: Joined) -> None:
        place = Place(kind="person", player=event.player, name=event.name, nonce=event.nonce)
        self._names[event.player] = event.name
        self._apply_place_set(PlaceSet(at=event.at, seat=event.seat, place=place))

    def _apply_place_set(self, event: PlaceSet) -> None:
        self.places[event.seat] = event.place
        self._show_everybody(event.at, facts=True, summary=True)
        self._write_line(event.at, log_lines.describe_place(event.place, event.seat), event.seat)

    def _apply_time_set(self, event: TimeSet) -> None:
        self.time = event.time
        self._show_everybody(event.at, facts=True, summary=True)
        self._write_line(event.at, log_lines.describe_time(event.time))

    def _apply_started(self, event: Started) -> None:
        seed = match_seed(self.opened.secret, [place.nonce for place in self.places])
        position = self.opened.position
        # A position has its seats and options in it.
        seats = None if position else len(self.places)
        options = None if position else self.opened.options
        self.match = Match(self.game, seats=seats, seed=seed, options=options, position=position)
        self.first_turn = self.match.turns
        self.status = "running"
        self.clock = Clock(self.time, len(self.places))
        self.moments = [1] * len(self.moments)
        self._show_everybody(event.at, facts=True, position=True, summary=True)
        self._write_line(event.at, "The match has started.")
        self._begin_turn(self.match, event.at)

    def _begin_turn(self, match: Match, at: int) -> None:
        self.clock.begin_turn(match.turn)
        self._let_time_run(match, at)

    def _let_time_run(self, match: Match, at: int) -> None:
        if self.person_decides(match.turn):
            self.clock.start(match.turn, at)

    def _apply_played(self, event: Played, action: Action | None) -> None:
        match, seat = self._match, event.seat
        settled, turns = match.played - match.drafted, match.turns
        if action is None:
            match.play(event.action)
        elif action.text == event.action:
            match.play(action)
        else:
            raise AssertionError(f"the event plays {event.action!r}, but was handed {action.text!r}")
        self.played_by.append(event.by)
        if match.drafted:
            self._show_seat(seat)
            return
        self.position_number += 1
        self.moments = [moment + 1 for moment in self.moments]
        ended = match.over or match.turns != turns
        was_stand_in = "stand-in" in self.played_by[settled:]
        facts = match.over or (was_stand_in and self.counts) or (ended and self.stand_in is not None)
        self.counts = self.counts and not was_stand_in
        self._show_everybody(event.at, facts=facts, position=True, summary=match.over)
        self.log += [StepLine(event.at, seat, self.places[seat].name, step) for step in range(settled, match.played)]
        self.clock.stop(event.at, event.lag)
        if ended:
            self.stand_in = None
            self.clock.end_turn(seat)
        if match.over:
            self._finish(match, event.at)
        elif ended:
            self._begin_turn(match, event.at)
        else:
            self._let_time_run(match, event.at)

    def _finish(self, match: Match, at: int) -> None:
        self.status, self.ended_at = "finished", at
        if match.outcome is not None:
            self._write_line(at, log_lines.describe_outcome(match.outcome, [place.name for place in self.places]))

    def _apply_undone(self, event: Undone) -> None:
        match, seat = self._match, event.seat
        match.undo()
        self.undo_counts[seat] += 1
        self.played_by.pop()
        self._show_seat(seat)
        known = self.undone_at[seat]
        while known and known[-1][1] >= match.played:
            known.pop()
        known.append((self.versions[seat], match.played))

    def _apply_stand_in_asked(self, event: StandInAsked) -> None:
        self.stand_in = event
        self.clock.stop(event.at)
        self._show_everybody(event.at, facts=True, position=True)
        self._write_line(event.at, log_lines.describe_stand_in(event, self.places[event.seat].name), event.seat)

    def _apply_handed_over(self, event: HandedOver) -> None:
        self.drivers[event.seat] = event.level
        self.gave_up[event.seat] = event.reason != "asked"
        if self.clock.running == event.seat:
            self.clock.stop(event.at)
        self._show_everybody(event.at, facts=True, position=True, summary=self.gave_up[event.seat])
        name = self.places[event.seat].name
        self._write_line(event.at, log_lines.describe_hand_over(event, name, bot_name(event.level)), event.seat)

    def _apply_taken_back(self, event: TakenBack) -> None:
        self.drivers[event.seat] = None
        if self._match.turn == event.seat:
            self._let_time_run(self._match, event.at)
        self._show_everybody(event.at, facts=True, position=True)
        self._write_line(event.at, f"{self.places[event.seat].name} is back and plays on.", event.seat)

    def _apply_said(self, event: Said) -> None:
        self.chat_count += 1
        self._names[event.player] = event.name
        self._show_everybody(event.at)
        seat = next(iter(self.seats_of(event.player)), None)
        line = LogLine(at=event.at, kind="chat", seat=seat, player=event.player, name=event.name, text=event.text)
        self.log.append(line)

    def _apply_muted(self, event: Muted) -> None:
        (self.muted.add if event.muted else self.muted.discard)(event.player)
        self._show_everybody(event.at, facts=True)
        self._write_line(event.at, log_lines.describe_mute(self._names.get(event.player, "Somebody"), event.muted))

    def _apply_watchers_set(self, event: WatchersSet) -> None:
        self.watchers = event.watchers
        self._show_everybody(event.at, facts=True, summary=True)
        self._write_line(event.at, log_lines.describe_watchers(event.watchers))

    def _apply_renamed(self, event: Renamed) -> None:
        self.rename_counts[event.player] += 1
        before = self._names.get(event.player, "Somebody")
        self._names[event.player] = event.name
        if event.player == self.opened.host:
            self.host_name = event.name
        for seat in self.seats_of(event.player):
            place = self.places[seat]
            if not place.here:
                self.places[seat] = Place(kind="person", player=event.player, name=event.name, nonce=place.nonce)
        self._show_everybody(event.at, facts=True, summary=True)
        self._write_line(event.at, f"{before} is now called {event.name}.")

    def _apply_resumed(self, event: Resumed) -> None:
        self.clock.pause(max(event.since, self.moved_at), event.at)
        self._show_everybody(event.at)
        self._write_line(event.at, "The server was away for a while. No time was lost on the clock.")

    def _apply_search_failed(self, event: SearchFailed) -> None:
        self.search_failed = True
        self._show_everybody(event.at)
        self._write_line(event.at, log_lines.SEARCH_FAILED)

    def _apply_rematch_wanted(self, event: RematchWanted) -> None:
        self.wants_rematch[event.seat] = True
        self._show_everybody(event.at, facts=True)
        self._write_line(event.at, f"{self.places[event.seat].name} would like to play again.", event.seat)

    def _apply_rematched(self, event: Rematched) -> None:
        self.rematch = event.table
        self._show_everybody(event.at, facts=True, summary=True)
        self._write_line(event.at, "The rematch has started at a new table.")

    def _apply_aborted(self, event: Aborted) -> None:
        self.status, self.ended_at = "aborted", event.at
        self._end(event.at, f"{self._names.get(event.player, 'Somebody')} ended the match. It has no result.")

    def _apply_closed(self, event: Closed) -> None:
        self.closed = True
        if self.status in ("waiting", "running"):
            self.status, self.ended_at = "closed", event.at
        self._end(event.at, "The table is closed.")

    def _end(self, at: int, text: str) -> None:
        self.clock.stop(at)
        self._show_everybody(at, facts=True, position=self.match is not None, summary=True)
        self._write_line(at, text)

    @property
    def _match(self) -> Match:
        if self.match is None:
            raise AssertionError("nothing can be played before the match has started")
        return self.match


_APPLY: dict[type[AnyEvent], Callable[[TableState, Any], None]] = {
    Joined: TableState._apply_joined,
    PlaceSet: TableState._apply_place_set,
    TimeSet: TableState._apply_time_set,
    Started: TableState._apply_started,
    Undone: TableState._apply_undone,
    StandInAsked: TableState._apply_stand_in_asked,
    HandedOver: TableState._apply_handed_over,
    TakenBack: TableState._apply_taken_back,
    Said: TableState._apply_said,
    Muted: TableState._apply_muted,
    WatchersSet: TableState._apply_watchers_set,
    Renamed: TableState._apply_renamed,
    Resumed: TableState._apply_resumed,
    SearchFailed: TableState._apply_search_failed,
    RematchWanted: TableState._apply_rematch_wanted,
    Rematched: TableState._apply_rematched,
    Aborted: TableState._apply_aborted,
    Closed: TableState._apply_closed,
}
