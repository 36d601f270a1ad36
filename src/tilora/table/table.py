"""Table: a match with people around it. Whatever happens at one goes through here.

A table is the fold of its events: `handle` decides what events a command leads to and applies them, `apply` does the
same with events that were stored. Nothing here reads a clock, draws luck, or talks to anybody: time, secrets and
bots' answers come in as arguments.
"""

from collections.abc import Iterable

from tilora.kernel import SPECTATOR, BadSetup, Match, Record, View, game_named
from tilora.table import project
from tilora.table.clean_text import clean_name
from tilora.table.commands import AnyCommand
from tilora.table.decide import (
    Decision,
    Request,
    answer_pending,
    decide,
    may_watch,
    require_own_seat,
    require_own_turn,
)
from tilora.table.errors import NoSuchTable, NotAllowed, NotNow
from tilora.table.events import (
    AnyEvent,
    HandedOver,
    Opened,
    Rematched,
    Renamed,
    Resumed,
    StandInAsked,
    Started,
)
from tilora.table.look import NOTHING, Look, RunningRecord, Since
from tilora.table.pending import PendingDecision
from tilora.table.setup import LEVEL, Person, Setup, check_time, make_places
from tilora.table.state import TableState
from tilora.table.summary import Summary

MOST_NAMES = 100
"""So often a person's new name is taken note of at one table."""


class Table:
    """One table. Made by `Table.open`, `Table.replay`, or `rematch` of an earlier one."""

    def __init__(self, table_id: str, opened: Opened) -> None:
        self.id = table_id
        self._state = TableState(opened)

    @property
    def number(self) -> int:
        """Of the last event. The first has number 1."""
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
    ) -> tuple["Table", list[AnyEvent]]:
        """A new table, and the events that it begins with. `secret` is 32 random bytes in hex, made for this table.

        A table without an open seat has started. Raises UnknownGame, BadSetup, UnreadablePosition or BadText.
        """
        if len(secret) != 64:
            raise BadSetup("The secret of a table is 32 bytes in hex.")
        game = game_named(setup.game)
        places = make_places(setup, host)
        # Tried out here, so that nothing can be wrong with it when the last seat is taken.
        options = setup.options if setup.position is None or setup.options else None
        match = Match(game, seats=len(places), seed=0, options=options, position=setup.position)
        if match.over:
            raise BadSetup("In that position the match is over already.")
        opened = Opened(
            at=now,
            game=game.name,
            version=game.version,
            options=match.options,
            position=setup.position,
            places=places,
            time=check_time(setup.time),
            host=host.player,
            host_name=clean_name(host.name),
            public=setup.public,
            watchers=setup.watchers,
            secret=secret,
        )
        return cls._begin(table_id, opened)

    @classmethod
    def replay(cls, table_id: str, events: Iterable[AnyEvent]) -> "Table":
        """The table that these events made. Raises WrongVersion if its game has changed its rules since."""
        rest = iter(events)
        opened = next(rest, None)
        if not isinstance(opened, Opened):
            raise NoSuchTable(f"The log of table {table_id} does not begin with its opening.")
        table = cls(table_id, opened)
        for event in rest:
            table.apply(event)
        return table

    def apply(self, event: AnyEvent) -> None:
        """The event has happened. For events that were stored; it never fails on those that a table made."""
        self._state.apply(event)

    def handle(self, command: AnyCommand, who: Person, now: int, *, lag: int = 0) -> list[AnyEvent]:
        """What was asked for has been done, and these are the events of it, already applied.

        Raises TableError, IllegalAction, UnreadableAction or BadSetup, and then nothing has changed. Nothing happens
        either, and the list is empty, if this person's request with this id was carried out before, or if all is
        already as it was asked for. `lag` is what the server measured: milliseconds that the request and the look
        before it spent on the way, and waiting here.
        """
        cause = f"{who.player}/{command.id}"
        if cause in self._state.causes:
            return []
        return self._carry_out(decide(self._state, command, Request(who, self._time(now), lag, cause)))

    @property
    def host(self) -> str:
        """The identity that opened the table."""
        return self._state.opened.host

    @property
    def pending(self) -> PendingDecision | None:
        """The decision that the table waits for, if a program is to make it."""
        return self._state.pending

    def pending_view(self) -> View:
        """What that program may know: the view of the wanted seat, without its history."""
        if self.pending is None:
            raise NotNow("No program is to decide anything now.")
        return self.view(self.pending.seat)

    def answer(self, pending: PendingDecision, action: str, now: int) -> list[AnyEvent]:
        """The program's action has been played; nothing has happened if it came too late for its position.

        Raises IllegalAction or UnreadableAction for what can't be played, and then nothing has changed.
        """
        match = self._state.running_match
        if match is None or pending != self.pending:
            return []
        return self._carry_out(answer_pending(match, pending, action, self._time(now)))

    @property
    def due(self) -> int | None:
        """When something happens without anybody asking: time is up (call `tick`), or now, because a bot is to move."""
        if self.pending is not None:
            return self.moved_at
        return self._state.clock.deadline()

    def tick(self, now: int) -> list[AnyEvent]:
        """Whose time is up has lost the turn (bullet) or the seat (clock) to a bot."""
        clock = self._state.clock
        seat, deadline, at = clock.running, clock.deadline(), self._time(now)
        if seat is None or deadline is None or at < deadline:
            return []
        if self._state.time.kind == "bullet":
            return self._apply([StandInAsked(at=at, seat=seat, reason="time")])
        return self._apply([HandedOver(at=at, seat=seat, level=LEVEL, reason="time")])

    def resume(self, since: int, now: int) -> list[AnyEvent]:
        """The server was away since `since`: that has cost nobody time."""
        if self._state.clock.running is None or now <= max(since, self.moved_at):
            return []
        return self._apply([Resumed(at=now, since=since)])

    def rename(self, player: str, name: str, now: int) -> list[AnyEvent]:
        """The person's seats bear the new name. Empty if they have none here, or that name already."""
        name, table = clean_name(name), self._state
        names = [place.name for place in table.places if place.player == player and not place.here]
        if player == table.opened.host:
            names.append(table.host_name)
        if table.closed or all(known == name for known in names) or table.rename_counts[player] >= MOST_NAMES:
            return []
        return self._apply([Renamed(at=self._time(now), player=player, name=name)])

    @property
    def rematch_agreed(self) -> bool:
        """Whether all persons would like to play again, and no table for that is known yet."""
        table = self._state
        persons = {place.player for place in table.places if place.kind == "person"}
        willing = {place.player for place, wish in zip(table.places, table.wants_rematch, strict=True) if wish}
        return bool(persons) and persons == willing and table.rematch is None and not table.closed

    def rematch(self, table_id: str, *, secret: str, now: int) -> tuple["Table", list[AnyEvent]]:
        """A new table for the same people, seats moved on by one, and the events that it begins with.

        Raises NotNow unless `rematch_agreed`. This table learns of it by `announce_rematch`.
        """
        if not self.rematch_agreed:
            raise NotNow("Not everybody wants to play again.")
        table, before = self._state, self._state.opened
        opened = Opened(
            at=now,
            game=before.game,
            version=before.version,
            options=before.options,
            position=before.position,
            places=[*table.places[1:], table.places[0]],
            time=table.time,
            host=before.host,
            host_name=table.host_name,
            public=before.public,
            watchers=table.watchers,
            secret=secret,
            earlier=self.id,
        )
        return self._begin(table_id, opened)

    def announce_rematch(self, table_id: str, now: int) -> list[AnyEvent]:
        """Everybody here sees at which table it goes on."""
        if self._state.rematch is not None:
            return []
        return self._apply([Rematched(at=self._time(now), table=table_id)])

    def seats_of(self, player: str) -> list[int]:
        """The seats that belong to this identity."""
        return self._state.seats_of(player)

    def may_watch(self, player: str) -> bool:
        """Whether they may look at the table at all: who sits here, and spectators where these are let in.

        While seats are open, everybody may who knows the link: how else could they join?
        """
        return may_watch(self._state, player)

    def viewer(self, player: str, seat: int | None) -> int:
        """Through whose eyes they look: that seat's if it is theirs, else a spectator's (SPECTATOR) for None.

        Raises NotYourSeat or NotAllowed.
        """
        if seat is not None:
            require_own_seat(self._state, seat, Person(player, ""))
            return seat
        if not self.may_watch(player):
            raise NotAllowed("Spectators are kept out of this table.")
        return SPECTATOR

    def version(self, viewer: int) -> int:
        """Counts every change that this viewer can see."""
        return self._state.versions[viewer]

    def moment(self, viewer: int) -> int:
        """Counts the changes of the position that this viewer can see."""
        return self._state.moments[viewer]

    def look(self, viewer: int, now: int, *, wants: frozenset[str] = frozenset(), since: Since = NOTHING) -> Look:
        """What the viewer sees that has changed since. `wants`: legal, words, position, scene; see `PositionLook`."""
        return project.build_look(self._state, viewer, now, wants, since)

    def hint_view(self, seat: int, who: Person) -> View:
        """What a hint may be thought out from: the seat's view without its history.

        Raises NotYourSeat, NotYourTurn or NotNow unless it is this person's decision.
        """
        require_own_turn(self._state, seat, who)
        return self.view(seat)

    def view(self, viewer: int) -> View:
        """What the viewer may know of the match now, without its history. Raises NotNow before the start."""
        match = self._state.match
        if match is None:
            raise NotNow("The match has not begun yet.")
        return match.view(project.seat_of(viewer), since=match.played)

    def record(self, viewer: int) -> Record | RunningRecord:
        """The whole record once the match has ended in any way; before that what the viewer may know of it.

        Raises NotNow before the start.
        """
        return project.build_record(self._state, viewer)

    def summary(self) -> Summary:
        """What a store finds the table by."""
        return project.build_summary(self._state)

    @property
    def summary_number(self) -> int:
        """The number of the event that last changed the summary, or who has left: else there is nothing to store."""
        return self._state.summary_number

    @property
    def gone_players(self) -> frozenset[str]:
        """Whom a bot plays for to the end, in all their seats: they have nothing to go on with here."""
        places, gave_up = self._state.places, self._state.gave_up
        persons = frozenset(place.player for place in places if place.player is not None)
        return persons - {place.player for place, gone in zip(places, gave_up, strict=True) if not gone}

    @property
    def moved_at(self) -> int:
        """When the table last changed for all to see."""
        return self._state.moved_at

    @classmethod
    def _begin(cls, table_id: str, opened: Opened) -> tuple["Table", list[AnyEvent]]:
        """The table that begins so, started if no seat is open."""
        table, events = cls(table_id, opened), [opened]
        started = [] if table._state.open_seats else table._apply([Started(at=opened.at)])
        return table, [*events, *started]

    def _carry_out(self, decision: Decision) -> list[AnyEvent]:
        """Apply what was decided in the state as it is now, and return the events."""
        for event in decision.events:
            self._state.apply(event, decision.action)
        return decision.events

    def _apply(self, events: list[AnyEvent]) -> list[AnyEvent]:
        return self._carry_out(Decision(events))

    def _time(self, now: int) -> int:
        """Now; but no event comes before one that everybody has seen, whatever the clocks of several servers say."""
        return max(now, self._state.moved_at)
