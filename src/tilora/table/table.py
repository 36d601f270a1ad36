"""Table: a match with people around it. Everything that happens at a table goes through here.

`handle` decides which events a command leads to and applies them; `apply` applies events that were stored. Nothing
here reads a clock, draws random numbers or sends messages: time, secrets and the answers of bots are arguments.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from tilora.kernel import SPECTATOR, BadSetup, Match, Record, View, game_named
from tilora.table import project
from tilora.table.apply import apply_event
from tilora.table.clean_text import clean_name
from tilora.table.commands import AnyCommand, digest_of
from tilora.table.decide import decide
from tilora.table.errors import NoSuchTable, NotAllowed, NotNow, ReusedId
from tilora.table.events import (
    AnyEvent,
    Forfeited,
    Opened,
    Rematched,
    Renamed,
    Resumed,
    SearchFailed,
    StandInAsked,
)
from tilora.table.look import NOTHING, LinesLook, Look, RunningRecord, Since
from tilora.table.pending import PendingDecision
from tilora.table.permissions import Request, check_reaction, may_watch, require_own_seat, require_own_turn
from tilora.table.playing import Decision, answer_pending
from tilora.table.seating import begin
from tilora.table.setup import LEVEL, Person, Setup, check_time, make_places
from tilora.table.state import TableState
from tilora.table.summary import Summary

MOST_NAMES = 100
"""How often a person can change their name at one table."""


class Table:
    """One table. Made by `Table.open`, by `Table.replay`, or by `rematch` of an earlier table."""

    def __init__(self, table_id: str, opened: Opened) -> None:
        self.id = table_id
        self._state = TableState(opened)

    @property
    def number(self) -> int:
        """The number of the last event. The first has number 1."""
        return self._state.number

    @classmethod
    def open(
        cls,
        table_id: str,
        setup: Setup,
        host: Person,
        *,
        secret: str,
        now: int,
        code: str = "",
        challenge: str = "",
    ) -> tuple["Table", list[AnyEvent]]:
        """Return a new table, and its first events. `secret` is 32 random bytes in hex, made for this table.

        While the table waits, people can join by the `code`, which no other waiting table may have. At the table of a
        day's `challenge`, the secret is that of the day. If no seat is open, the match starts immediately.

        Raises UnknownGame, BadSetup, UnreadablePosition or BadText.
        """
        if len(secret) != 64:
            raise BadSetup("The secret of a table must be 32 bytes in hex.")
        game = game_named(setup.game)
        places = make_places(setup, host)
        # Tried out now, so that nothing can go wrong when the last seat is taken.
        options = setup.options if setup.position is None or setup.options else None
        match = Match(game, seats=len(places), seed=0, options=options, position=setup.position)
        if match.over:
            raise BadSetup("The match is already over in that position.")
        opened = Opened(
            at=now,
            game=game.name,
            version=game.version,
            options=match.options,
            position=match.given,
            places=places,
            time=check_time(setup.time),
            host=host.player,
            host_name=clean_name(host.name),
            public=setup.public,
            watchers=setup.watchers,
            secret=secret,
            code=code,
            challenge=challenge,
        )
        return cls._begin(table_id, opened)

    @classmethod
    def replay(cls, table_id: str, events: Iterable[AnyEvent]) -> "Table":
        """Return the table with these events. Raises WrongVersion if the rules of its game have changed since."""
        rest = iter(events)
        opened = next(rest, None)
        if not isinstance(opened, Opened):
            raise NoSuchTable(f"The log of table {table_id} does not begin with its opening event.")
        table = cls(table_id, opened)
        for event in rest:
            table.apply(event)
        return table

    def apply(self, event: AnyEvent) -> None:
        """Apply an event from the store. This never fails for events that a table made."""
        apply_event(self._state, event)

    def handle(
        self,
        command: AnyCommand,
        who: Person,
        now: int,
        *,
        lag: int = 0,
        waited: int = 0,
        away: Mapping[int, int] = MappingProxyType({}),
        at_once: bool = False,
    ) -> list[AnyEvent]:
        """Carry out a command, and return its events, which are already applied.

        Raises TableError, IllegalAction, UnreadableAction or BadSetup, and then nothing has changed. The list is empty
        if this very command was carried out before, or if there is nothing to change. The server measures the
        `lag`, the milliseconds that the command and the look before it spent on the way, and how long it then `waited`;
        and by seat, for how many milliseconds its person has been `away`. The time of a client that shows nothing
        starts `at_once`.
        """
        cause, digest = f"{who.player}/{command.id}", digest_of(command)
        known = self._state.causes.get(cause)
        if known is not None:
            if known not in ("", digest):  # tables of earlier versions have no digests
                raise ReusedId("You have used this id for another request. Please choose a new id for each request.")
            return []
        decision = decide(self._state, command, Request(who, self._time(now), lag, waited, away, at_once))
        if decision.events:
            decision.events[0] = msgspec.structs.replace(decision.events[0], cause=cause, digest=digest)
        return self._carry_out(decision)

    @property
    def host(self) -> str:
        """The identity that opened the table."""
        return self._state.opened.host

    @property
    def pending(self) -> PendingDecision | None:
        """The decision that the table waits for, if a program has to make it."""
        return self._state.pending

    def pending_view(self) -> View:
        """Return what that program may know: the view of the seat to decide, without its history."""
        if self.pending is None:
            raise NotNow("The table is not waiting for a program.")
        return self.view(self.pending.seat)

    def answer(self, pending: PendingDecision, action: str, now: int, *, search_failed: bool = False) -> list[AnyEvent]:
        """Play a program's action. An answer that comes too late for its position is dropped, and leads to no events.

        With `search_failed`, the program had no search, and the table's log says so once.

        Raises IllegalAction or UnreadableAction, and then nothing has changed.
        """
        match = self._state.running_match
        if match is None or pending != self.pending:
            return []
        decision = answer_pending(self._state, match, pending, action, self._time(now))
        if search_failed and not self._state.search_failed:
            return [*self._apply([SearchFailed(at=self._time(now))]), *self._carry_out(decision)]
        return self._carry_out(decision)

    @property
    def due(self) -> int | None:
        """When something happens by itself: when time is up (call `tick`), or immediately if a bot has to move."""
        if self.pending is not None:
            return self.moved_at
        return self._state.clock.deadline()

    def tick(self, now: int) -> list[AnyEvent]:
        """If somebody's time is up, let a bot finish their turn (bullet), or they have lost (clock)."""
        clock = self._state.clock
        seat, deadline, at = clock.running, clock.deadline(), self._time(now)
        if seat is None or deadline is None or at < deadline:
            return []
        if self._state.time.kind == "bullet":
            return self._apply([StandInAsked(at=at, seat=seat, reason="time")])
        return self._apply([Forfeited(at=at, seat=seat, level=LEVEL, reason="time")])

    def resume(self, since: int, now: int) -> list[AnyEvent]:
        """Take out the time since `since`, during which the server was away."""
        if self._state.clock.running is None or now <= max(since, self.moved_at):
            return []
        return self._apply([Resumed(at=now, since=since)])

    def rename(self, player: str, name: str, now: int) -> list[AnyEvent]:
        """Give the person's seats their new name. No events if they have no seat here, or that name already."""
        name, table = clean_name(name), self._state
        names = [place.name for place in table.places if place.player == player and not place.here]
        if player == table.opened.host:
            names.append(table.host_name)
        if table.closed or all(known == name for known in names) or table.rename_counts[player] >= MOST_NAMES:
            return []
        return self._apply([Renamed(at=self._time(now), player=player, name=name)])

    @property
    def rematch_agreed(self) -> bool:
        """Whether every person wants to play again, and there is no new table yet."""
        table = self._state
        persons = {place.player for place in table.places if place.kind == "person"}
        willing = {place.player for place, wish in zip(table.places, table.wants_rematch, strict=True) if wish}
        return bool(persons) and persons == willing and table.rematch is None and not table.closed

    def rematch(self, table_id: str, *, secret: str, now: int) -> tuple["Table", list[AnyEvent]]:
        """Return a new table for the same people, with the seats rotated by one, and its first events.

        Raises NotNow unless `rematch_agreed`. Call `announce_rematch` on this table afterwards.
        """
        if not self.rematch_agreed:
            raise NotNow("Not everybody has asked for a rematch.")
        table, before = self._state, self._state.opened
        places = [
            msgspec.structs.replace(place, commitment=commitment, nonce="")
            for place, commitment in zip(table.places, table.rematch_commitments, strict=True)
        ]
        wins = table.series
        opened = Opened(
            at=now,
            game=before.game,
            version=before.version,
            options=before.options,
            position=before.position,
            places=[*places[1:], places[0]],
            time=table.time,
            host=before.host,
            host_name=table.host_name,
            public=before.public,
            watchers=table.watchers,
            secret=secret,
            earlier=self.id,
            wins=[*wins[1:], *wins[:1]],
        )
        return self._begin(table_id, opened)

    @property
    def draw(self) -> str:
        """The commitment of the draw; empty before it begins."""
        return self._state.draw

    def announce_rematch(self, table_id: str, now: int) -> list[AnyEvent]:
        """Show everybody here at which table the rematch takes place."""
        if self._state.rematch is not None:
            return []
        return self._apply([Rematched(at=self._time(now), table=table_id)])

    def seats_of(self, player: str) -> list[int]:
        """Return the seats that belong to this identity."""
        return self._state.seats_of(player)

    def may_watch(self, player: str) -> bool:
        """Whether the player may look at the table: players who sit here may, and spectators if they are allowed.

        While seats are open, anybody with the link may: how else could they join?
        """
        return may_watch(self._state, player)

    def viewer(self, player: str, seat: int | None) -> int:
        """Return whose view the player gets: that of their seat, or a spectator's (SPECTATOR) for None.

        Raises NotYourSeat or NotAllowed.
        """
        if seat is not None:
            require_own_seat(self._state, seat, Person(player, ""))
            return seat
        if not self.may_watch(player):
            raise NotAllowed("The host does not allow spectators at this table.")
        return SPECTATOR

    def check_reaction(self, seat: int, who: Person) -> None:
        """Raise NotYourSeat, NotAllowed or NotNow unless this person may show a reaction beside the name of that seat.

        A reaction is not an event: it changes nothing, and is not stored.
        """
        check_reaction(self._state, seat, who)

    def version(self, viewer: int) -> int:
        """Return the number of changes that this viewer could see."""
        return self._state.versions[viewer]

    def moment(self, viewer: int) -> int:
        """Return the number of changes of the position that this viewer could see."""
        return self._state.moments[viewer]

    def look(self, viewer: int, now: int, *, wants: frozenset[str] = frozenset(), since: Since = NOTHING) -> Look:
        """Return what has changed for the viewer. For `wants`, see `WANTS` and `PositionLook`."""
        return project.build_look(self._state, viewer, now, wants, since)

    def lines(self, viewer: int, before: int) -> LinesLook:
        """Return the last lines of the log before that number."""
        return project.build_lines(self._state, viewer, before)

    def hint_view(self, seat: int, who: Person) -> View:
        """Return what a hint may be based on: the seat's view, without its history.

        Raises NotYourSeat, NotYourTurn or NotNow unless it is this person's decision.
        """
        require_own_turn(self._state, seat, who)
        if self._state.opened.challenge:
            raise NotNow("There are no hints in a challenge: everybody plays it alone.")
        return self.view(seat)

    def view(self, viewer: int) -> View:
        """Return what the viewer may know of the match now, without its history. Raises NotNow before the start."""
        match = self._state.match
        if match is None:
            raise NotNow("The match has not started yet.")
        return match.view(project.seat_of(viewer), since=match.played)

    def record(self, viewer: int, now: int = 0) -> Record | RunningRecord:
        """Return the whole record once the match has ended in any way; before that, what the viewer may know of it.

        That of a challenge is whole once its day is over, too. Raises NotNow before the start.
        """
        return project.build_record(self._state, viewer, now)

    def summary(self) -> Summary:
        """Return what a store finds the table by."""
        return project.build_summary(self._state)

    @property
    def summary_number(self) -> int:
        """The number of the last event that changed the summary or `gone_players`. Later events need no new summary."""
        return self._state.summary_number

    @property
    def gone_players(self) -> frozenset[str]:
        """Players who have nothing left to play here, because a bot plays all their seats to the end."""
        places, gave_up = self._state.places, self._state.gave_up
        persons = frozenset(place.player for place in places if place.player is not None)
        return persons - {place.player for place, gone in zip(places, gave_up, strict=True) if not gone}

    @property
    def moved_at(self) -> int:
        """When the table last changed for everybody to see."""
        return self._state.moved_at

    @classmethod
    def _begin(cls, table_id: str, opened: Opened) -> tuple["Table", list[AnyEvent]]:
        """Return the table, started if no seat is open, and its first events."""
        table, events = cls(table_id, opened), [opened]
        started = [] if table._state.open_seats else table._apply([begin(table._state, opened.at)])
        return table, [*events, *started]

    def _carry_out(self, decision: Decision) -> list[AnyEvent]:
        """Apply what was decided in the state as it is now, and return the events."""
        for event in decision.events:
            apply_event(self._state, event, decision.action)
        return decision.events

    def _apply(self, events: list[AnyEvent]) -> list[AnyEvent]:
        return self._carry_out(Decision(events))

    def _time(self, now: int) -> int:
        """Return now, but no earlier than the last public event, whatever the clocks of several servers say."""
        return max(now, self._state.moved_at)
