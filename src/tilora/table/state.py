"""Standing: how things stand at a table. It is the fold of the table's events and nothing else.

It counts for each viewer what that one can see, so that looks and versions tell nobody of somebody else's drafts.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from tilora.kernel import Game, Match, Step, WrongVersion, game_named, match_seed
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
    StandInAsked,
    Started,
    TakenBack,
    TimeSet,
    Undone,
    WatchersSet,
)
from tilora.table.log_lines import Line
from tilora.table.look import Breakdown, StepLook, TableLook
from tilora.table.pending import Wanted
from tilora.table.setup import LEVEL, bot_name
from tilora.table.summary import Status

REPEATABLE = frozenset({Joined, PlaceSet, TimeSet, HandedOver, TakenBack, Muted, WatchersSet})
"""Events that somebody could cause without end; all others come to an end with the match, or have a limit."""


class Mark(NamedTuple):
    """A line of the log that tells of a step: its words depend on who reads it."""

    at: int
    seat: int
    name: str
    step: int


class Standing:
    """How things stand, after the events so far. The first one is `opened`."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.game: Game = game_named(opened.game)
        if self.game.version != opened.version:
            raise WrongVersion(
                f"The table was opened with version {opened.version} of {self.game.title}; "
                f"installed is version {self.game.version}, which would play the match differently."
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
        self.wishes = [False] * seats
        """Who wants to play again, by seat."""
        self.muted: set[str] = set()
        self.causes: set[str] = set()
        """The requests that have been carried out."""
        self.changed: Counter[str] = Counter()
        """How often each person has changed something around the match, which could go on for ever."""
        self.renamed: Counter[str] = Counter()
        self.undos = [0] * seats
        self.said = 0
        """Lines of chat."""
        self._names = {opened.host: opened.host_name}

        self.match: Match | None = None
        self.first_turn = 0
        """The number of turns that had ended when the match began."""
        self.by: list[Any] = []
        """Who played each action: see `Played.by`."""
        self.counts = opened.position is None
        self.drivers: list[int | None] = [None] * seats
        """The level of the bot that plays in a person's seat."""
        self.gave_up = [False] * seats
        self.stand_in: StandInAsked | None = None
        self.clock = Clock(self.time, seats)

        # One for each seat, and the last one for spectators, whose number is -1.
        self.versions = [1] * (seats + 1)
        self.moments = [0] * (seats + 1)
        self.facts_at = [1] * (seats + 1)
        """The versions in which the facts about the table last changed."""
        self.position_at = [0] * (seats + 1)
        """The versions in which the position, or what may be done in it, last changed."""
        self.undone: list[list[tuple[int, int]]] = [[] for _ in range(seats + 1)]
        """Versions in which a seat undid something, and how many steps were left. Both rise along the list."""
        self.changes = 0
        """Actions played and undone, drafts too."""
        self.reached = opened.at
        """When something last happened that everybody can see."""
        self.summarised = 1
        self.facts: TableLook | None = None
        """What was last told of the facts, as long as it is true."""
        self.news: tuple[Any, list[Step], list[StepLook], list[Line]] | None = None
        """What was last told of what happened: since when, the steps, and both as they are told."""
        self.breakdown: list[Breakdown] | None = None
        """Where the points came from, once somebody asked after the end."""
        self.log: list[Line | Mark] = []
        self._say(opened.at, f"{opened.host_name} has opened the table.")
        if self.time.kind != "none":
            self._say(opened.at, log_lines.time_kept(self.time))

    # What follows from it

    @property
    def running(self) -> Match | None:
        """The match, while it is going on."""
        return self.match if self.status == "running" else None

    @property
    def open_seats(self) -> list[int]:
        """The seats that nobody has taken yet."""
        return [seat for seat, place in enumerate(self.places) if place.kind == "open"]

    def seats_of(self, player: str) -> list[int]:
        """The seats that belong to this identity."""
        return [seat for seat, place in enumerate(self.places) if place.player == player]

    def decides(self, seat: int) -> bool:
        """Whether the seat's person decides, when it is the seat's turn."""
        return self.places[seat].kind == "person" and self.drivers[seat] is None and not self.finishing(seat)

    def finishing(self, seat: int) -> bool:
        """Whether the AI is finishing a turn for the seat."""
        return self.stand_in is not None and self.stand_in.seat == seat

    @property
    def wanted(self) -> Wanted | None:
        """The decision that a program is to make."""
        match = self.running
        if match is None:
            return None
        seat = match.turn
        place, level = self.places[seat], self.drivers[seat]
        if self.stand_in is not None:
            at_once = self.stand_in.reason == "time"
            return Wanted(seat, None if at_once else LEVEL, "stand-in", self.changes)
        if place.kind == "bot":
            return Wanted(seat, place.level, "bot", self.changes)
        return None if level is None else Wanted(seat, level, "stand-in", self.changes)

    # Events

    def apply(self, event: AnyEvent) -> None:
        """The event has happened."""
        self.number += 1
        if event.cause:
            self.causes.add(event.cause)
            if type(event) in REPEATABLE:
                self.changed[event.cause.partition("/")[0]] += 1
        _FOLDS[type(event)](self, event)

    def _all_see(self, at: int, *, facts: bool = False, position: bool = False, summary: bool = False) -> None:
        """Everybody sees a change, of these parts."""
        self.reached = at
        self.versions = [version + 1 for version in self.versions]
        if facts:
            self.facts_at = self.versions
            self.facts = None
        if position:
            self.position_at = list(self.versions)
        if summary:
            self.summarised = self.number

    def _one_sees(self, seat: int) -> None:
        """Only the seat sees a change, of the position."""
        self.versions = list(self.versions)
        self.versions[seat] += 1
        self.moments[seat] += 1
        self.position_at[seat] = self.versions[seat]
        self.changes += 1

    def _say(self, at: int, text: str, seat: int | None = None) -> None:
        self.log.append(Line(at=at, kind="table", seat=seat, text=text))

    def _joined(self, event: Joined) -> None:
        place = Place(kind="person", player=event.player, name=event.name, nonce=event.nonce)
        self._names[event.player] = event.name
        self._place_set(PlaceSet(at=event.at, seat=event.seat, place=place))

    def _place_set(self, event: PlaceSet) -> None:
        self.places[event.seat] = event.place
        self._all_see(event.at, facts=True, summary=True)
        self._say(event.at, log_lines.sat_down(event.place, event.seat), event.seat)

    def _time_set(self, event: TimeSet) -> None:
        self.time = event.time
        self._all_see(event.at, facts=True, summary=True)
        self._say(event.at, log_lines.time_kept(event.time))

    def _started(self, event: Started) -> None:
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
        self._all_see(event.at, facts=True, position=True, summary=True)
        self._say(event.at, "The match has begun.")
        self._begin_turn(self.match, event.at)

    def _begin_turn(self, match: Match, at: int) -> None:
        self.clock.begin_turn(match.turn)
        self._let_time_run(match, at)

    def _let_time_run(self, match: Match, at: int) -> None:
        if self.decides(match.turn):
            self.clock.start(match.turn, at)

    def _played(self, event: Played) -> None:
        match, seat = self._match, event.seat
        settled, turns = match.played - match.drafted, match.turns
        match.play(event.action)
        self.by.append(event.by)
        if match.drafted:
            self._one_sees(seat)
            return
        self.changes += 1
        self.moments = [moment + 1 for moment in self.moments]
        ended = match.over or match.turns != turns
        was_stand_in = "stand-in" in self.by[settled:]
        facts = match.over or (was_stand_in and self.counts) or (ended and self.stand_in is not None)
        self.counts = self.counts and not was_stand_in
        self._all_see(event.at, facts=facts, position=True, summary=match.over)
        self.log += [Mark(event.at, seat, self.places[seat].name, step) for step in range(settled, match.played)]
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
            self._say(at, log_lines.over(match.outcome, [place.name for place in self.places]))

    def _undone(self, event: Undone) -> None:
        match, seat = self._match, event.seat
        match.undo()
        self.undos[seat] += 1
        self.by.pop()
        self._one_sees(seat)
        known = self.undone[seat]
        while known and known[-1][1] >= match.played:
            known.pop()
        known.append((self.versions[seat], match.played))

    def _stand_in_asked(self, event: StandInAsked) -> None:
        self.stand_in = event
        self.clock.stop(event.at)
        self._all_see(event.at, facts=True, position=True)
        self._say(event.at, log_lines.stand_in(event, self.places[event.seat].name), event.seat)

    def _handed_over(self, event: HandedOver) -> None:
        self.drivers[event.seat] = event.level
        self.gave_up[event.seat] = event.reason != "asked"
        if self.clock.running == event.seat:
            self.clock.stop(event.at)
        self._all_see(event.at, facts=True, position=True, summary=self.gave_up[event.seat])
        name = self.places[event.seat].name
        self._say(event.at, log_lines.handed_over(event, name, bot_name(event.level)), event.seat)

    def _taken_back(self, event: TakenBack) -> None:
        self.drivers[event.seat] = None
        if self._match.turn == event.seat:
            self._let_time_run(self._match, event.at)
        self._all_see(event.at, facts=True, position=True)
        self._say(event.at, f"{self.places[event.seat].name} plays again.", event.seat)

    def _said(self, event: Said) -> None:
        self.said += 1
        self._names[event.player] = event.name
        self._all_see(event.at)
        seat = next(iter(self.seats_of(event.player)), None)
        line = Line(at=event.at, kind="chat", seat=seat, player=event.player, name=event.name, text=event.text)
        self.log.append(line)

    def _muted(self, event: Muted) -> None:
        (self.muted.add if event.muted else self.muted.discard)(event.player)
        self._all_see(event.at, facts=True)
        self._say(event.at, log_lines.muted(self._names.get(event.player, "Somebody"), event.muted))

    def _watchers_set(self, event: WatchersSet) -> None:
        self.watchers = event.watchers
        self._all_see(event.at, facts=True, summary=True)
        self._say(event.at, log_lines.watchers(event.watchers))

    def _renamed(self, event: Renamed) -> None:
        self.renamed[event.player] += 1
        before = self._names.get(event.player, "Somebody")
        self._names[event.player] = event.name
        if event.player == self.opened.host:
            self.host_name = event.name
        for seat in self.seats_of(event.player):
            place = self.places[seat]
            if not place.here:
                self.places[seat] = Place(kind="person", player=event.player, name=event.name, nonce=place.nonce)
        self._all_see(event.at, facts=True, summary=True)
        self._say(event.at, f"{before} is called {event.name} from now on.")

    def _resumed(self, event: Resumed) -> None:
        self.clock.pause(max(event.since, self.reached), event.at)
        self._all_see(event.at)
        self._say(event.at, "The server was away. That has cost nobody time.")

    def _rematch_wanted(self, event: RematchWanted) -> None:
        self.wishes[event.seat] = True
        self._all_see(event.at, facts=True)
        self._say(event.at, f"{self.places[event.seat].name} would like to play again.", event.seat)

    def _rematched(self, event: Rematched) -> None:
        self.rematch = event.table
        self._all_see(event.at, facts=True, summary=True)
        self._say(event.at, "The next match has begun, at a table of its own.")

    def _aborted(self, event: Aborted) -> None:
        self.status, self.ended_at = "aborted", event.at
        self._end(event.at, f"{self._names.get(event.player, 'Somebody')} has ended the match. It has no result.")

    def _closed(self, event: Closed) -> None:
        self.closed = True
        if self.status in ("waiting", "running"):
            self.status, self.ended_at = "closed", event.at
        self._end(event.at, "The table is closed.")

    def _end(self, at: int, text: str) -> None:
        self.clock.stop(at)
        self._all_see(at, facts=True, position=self.match is not None, summary=True)
        self._say(at, text)

    @property
    def _match(self) -> Match:
        if self.match is None:
            raise AssertionError("nothing is played before the match has begun")
        return self.match


_FOLDS: dict[type[AnyEvent], Callable[[Standing, Any], None]] = {
    Joined: Standing._joined,
    PlaceSet: Standing._place_set,
    TimeSet: Standing._time_set,
    Started: Standing._started,
    Played: Standing._played,
    Undone: Standing._undone,
    StandInAsked: Standing._stand_in_asked,
    HandedOver: Standing._handed_over,
    TakenBack: Standing._taken_back,
    Said: Standing._said,
    Muted: Standing._muted,
    WatchersSet: Standing._watchers_set,
    Renamed: Standing._renamed,
    Resumed: Standing._resumed,
    RematchWanted: Standing._rematch_wanted,
    Rematched: Standing._rematched,
    Aborted: Standing._aborted,
    Closed: Standing._closed,
}
