"""The state of a table: the result of applying its events in order, and nothing else.

It counts for every viewer the changes which that viewer can see, so that nobody learns of somebody else's drafts.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from tilora.kernel import (
    Action,
    Game,
    Match,
    Outcome,
    Retraction,
    Step,
    WrongVersion,
    decision_seed,
    draw_commitment,
    first_head,
    game_named,
    match_seed,
    next_head,
    nonce_commitment,
    retracted_head,
)
from tilora.table import log_lines
from tilora.table.clock import Clock
from tilora.table.events import (
    Aborted,
    AnyEvent,
    Closed,
    DrawBegun,
    Forfeited,
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
    Retracted,
    Revealed,
    Said,
    SearchFailed,
    StandInAsked,
    Started,
    TakenBack,
    TimeBegun,
    TimeSet,
    Undone,
    WatchersSet,
)
from tilora.table.log_lines import LogLine
from tilora.table.look import StepLook, TableLook
from tilora.table.pending import PendingDecision
from tilora.table.points import PointSources
from tilora.table.setup import LEVEL, bot_name
from tilora.table.showing import longest_wait
from tilora.table.summary import Status

REPEATABLE = frozenset({Joined, PlaceSet, TimeSet, HandedOver, TakenBack, Muted, WatchersSet})
"""Events that a person could cause without end. All others end with the match, or have a limit of their own."""


LINE_SIZE = 100
"""About how many bytes a line of chat takes, apart from its words."""


def chat_size(name: str, text: str) -> int:
    """Return how many bytes a line of chat takes."""
    return LINE_SIZE + len(name.encode()) + len(text.encode())


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
        self._names = {opened.host: opened.host_name}

        self.match: Match | None = None
        self.head = ""
        """The head of the chain over the actions that are final; see `tilora.kernel.match.fairness`."""
        self._drafted: list[str] = []
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
        self.news_cache: tuple[Any, list[Step], list[StepLook], list[LogLine]] | None = None
        """The news as it was last shown: since when, the steps, and the looks of steps and lines."""
        self.beats_cache: tuple[tuple[int, int, int], list[StepLook]] | None = None
        """The steps with their beats as they were last shown: when, and which. Only if nothing is hidden."""
        self.sources = PointSources(seats)
        """Where the points came from, as far as somebody has looked."""
        self.log: list[LogLine | StepLine] = []
        self._write_line(opened.at, f"{opened.host_name} opened the table.")
        if opened.challenge:
            self._write_line(opened.at, log_lines.describe_challenge(opened.challenge))
        if self.time.kind != "none":
            self._write_line(opened.at, log_lines.describe_time(self.time))

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
        """By seat: the matches won in this series of rematches. A match that all have won counts for none.

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
        """The code to join by; empty once nobody can join any more."""
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
        match = self._match
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
        """By seat: its nonce; of a seat that has not revealed it, its commitment."""
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

    # Events

    def apply(self, event: AnyEvent, action: Action | None = None) -> None:
        """Change the state by an event that has happened.

        A `Played` event that was decided a moment ago comes with its `action`, so that the text is not read twice;
        the match refuses an action of another position. A stored event has only its text.
        """
        self.number += 1
        if event.cause:
            self.causes[event.cause] = event.digest
            if type(event) in REPEATABLE:
                self._count_change(event.cause.partition("/")[0])
        if isinstance(event, Played):
            self._apply_played(event, action)
        else:
            _APPLY[type(event)](self, event)

    def _count_change(self, player: str) -> None:
        self.change_counts[player] += 1
        if self.status == "waiting" and player != self.opened.host:
            self.stranger_changes += 1

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
        place = Place(
            kind="person", player=event.player, name=event.name, commitment=event.commitment, nonce=event.nonce
        )
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

    def _apply_draw_begun(self, event: DrawBegun) -> None:
        self.draw_began = event.at
        self._show_everybody(event.at, facts=True, summary=True)

    def _apply_revealed(self, event: Revealed) -> None:
        self.places[event.seat] = msgspec.structs.replace(self.places[event.seat], nonce=event.nonce)
        self._show_everybody(event.at, facts=True)

    def _apply_started(self, event: Started) -> None:
        self.draw_began = None
        secret, position, nonces = self.opened.secret, self.opened.position, self.nonces
        seed = match_seed(secret, nonces)
        # A position has its seats and options in it.
        seats = None if position else len(self.places)
        options = None if position else self.opened.options
        self.match = Match(self.game, seats=seats, seed=seed, options=options, position=position)
        self.head = first_head(secret, self.draw, nonces)
        self.first_turn = self.match.turns
        self.status = "running"
        self.clock = Clock(self.time, len(self.places))
        self.moments = [1] * len(self.moments)
        self._show_everybody(event.at, facts=True, position=True, summary=True)
        self._write_line(event.at, self._start_words(self.match))
        self._begin_turn(self.match, event.at)

    def _start_words(self, match: Match) -> str:
        name = self.places[match.turn].name
        return log_lines.describe_start(name, drawn=self.game.draws_beginner, set_up=bool(self.opened.position))

    def _begin_turn(self, match: Match, at: int) -> None:
        self.turn_began = at
        self.clock.begin_turn(match.turn)
        self._let_time_run(match, at, max(0, self.shown_until - at))

    def _let_time_run(self, match: Match, at: int, showing: int = 0) -> None:
        if self.person_decides(match.turn):
            self.clock.start(match.turn, at, showing)

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
        self._drafted.append(event.action)
        if match.drafted:
            self._show_seat(seat)
            return
        self._extend_chain()
        self.position_number += 1
        self.moments = [moment + 1 for moment in self.moments]
        ended = match.over or match.turns != turns
        was_stand_in = "stand-in" in self.played_by[settled:]
        facts = match.over or (was_stand_in and self.counts) or (ended and self.stand_in is not None)
        self.counts = self.counts and not was_stand_in
        self._show_everybody(event.at, facts=facts, position=True, summary=match.over)
        self.log += [StepLine(event.at, seat, self.places[seat].name, step) for step in range(settled, match.played)]
        self.clock.stop(event.at, event.lag, event.waited, at_once=event.at_once)
        self.shown_until = min(max(self.shown_until, event.at) + event.showing, event.at + longest_wait(self.time))
        if ended:
            self.stand_in = None
            self.clock.end_turn(seat)
        if match.over:
            self._finish(event.at)
        elif ended:
            self._begin_turn(match, event.at)
        else:
            self._let_time_run(match, event.at)

    def _extend_chain(self) -> None:
        """Add the draft, which is final now."""
        for action in self._drafted:
            self.head = next_head(self.opened.secret, self.head, action)
        self._drafted.clear()

    def _finish(self, at: int) -> None:
        self.status, self.ended_at = "finished", at
        if self.outcome is not None:
            self._write_line(at, log_lines.describe_outcome(self.outcome, [place.name for place in self.places]))

    def _apply_time_begun(self, event: TimeBegun) -> None:
        self.clock.stop_waiting(event.at)
        self._show_everybody(event.at)

    def _apply_undone(self, event: Undone) -> None:
        match, seat = self._match, event.seat
        match.undo()
        if self.sources.steps > match.played:
            self.sources = PointSources(match.seats)
        self.undo_counts[seat] += 1
        self.played_by.pop()
        self._drafted.pop()
        self._show_seat(seat)
        known = self.undone_at[seat]
        while known and known[-1][1] >= match.played:
            known.pop()
        known.append((self.versions[seat], match.played))

    def _apply_retracted(self, event: Retracted) -> None:
        match, keep = self._match, event.keep
        final = match.played - match.drafted
        taken = [step.text for step in match.history[keep:final]]
        self.retractions.append(Retraction(keep=keep, actions=taken))
        self.undo_counts[event.seat] += match.played - keep
        self._fix_lines(match, keep)
        match.undo(match.played - keep)
        del self.played_by[keep:]
        self._drafted.clear()
        self.head = retracted_head(self.opened.secret, self.head, keep)
        self.sources = PointSources(match.seats)
        self.counts = False
        self.stand_in = None
        self.position_number += 1
        self.moments = [moment + 1 for moment in self.moments]
        self._show_everybody(event.at, facts=True, position=True)
        for version, known in zip(self.versions, self.undone_at, strict=True):
            while known and known[-1][1] >= keep:
                known.pop()
            known.append((version, keep))
        self._write_line(event.at, f"{self.places[event.seat].name} took back a turn.", event.seat)
        self._begin_turn(match, event.at)

    def _fix_lines(self, match: Match, keep: int) -> None:
        """Let the lines about steps that are taken back stay in the log as they are. They describe no step any more."""
        steps = match.history
        for number, line in enumerate(self.log):
            if isinstance(line, StepLine) and line.step >= keep:
                text = steps[line.step].sentence
                self.log[number] = LogLine(at=line.at, kind="step", seat=line.seat, name=line.name, text=text)

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

    def _apply_forfeited(self, event: Forfeited) -> None:
        seat = event.seat
        self.forfeits.append(seat)
        self.gave_up[seat] = True
        if self.clock.running == seat:
            self.clock.stop(event.at)
        goes_on = self.outcome is None
        bot = bot_name(event.level) if goes_on else None
        self._write_line(event.at, log_lines.describe_forfeit(event, self.places[seat].name, bot), seat)
        if goes_on:
            self.drivers[seat] = event.level
            self._show_everybody(event.at, facts=True, position=True, summary=True)
            return
        self._extend_chain()
        self.clock.stop(event.at)
        self._show_everybody(event.at, facts=True, position=True, summary=True)
        self._finish(event.at)

    def _apply_taken_back(self, event: TakenBack) -> None:
        self.drivers[event.seat] = None
        if self._match.turn == event.seat:
            self._let_time_run(self._match, event.at)
        self._show_everybody(event.at, facts=True, position=True)
        self._write_line(event.at, f"{self.places[event.seat].name} is back and plays on.", event.seat)

    def _apply_said(self, event: Said) -> None:
        size = chat_size(event.name, event.text)
        self.chat_sizes[event.player] += size
        if self.is_stranger(event.player):
            self.stranger_chat_size += size
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
                self.places[seat] = msgspec.structs.replace(place, name=event.name)
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
        self.rematch_commitments[event.seat] = event.commitment
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
        self._extend_chain()
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
    DrawBegun: TableState._apply_draw_begun,
    Revealed: TableState._apply_revealed,
    Started: TableState._apply_started,
    TimeBegun: TableState._apply_time_begun,
    Undone: TableState._apply_undone,
    Retracted: TableState._apply_retracted,
    StandInAsked: TableState._apply_stand_in_asked,
    HandedOver: TableState._apply_handed_over,
    Forfeited: TableState._apply_forfeited,
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
