"""Table: a match with people around it. Whatever happens at one goes through here.

A table is the fold of its events: `handle` decides what events a command leads to and applies them, `apply` does the
same with events that were stored. Nothing here reads a clock, draws luck, or talks to anybody: time, secrets and
bots' answers come in as arguments.
"""

from collections.abc import Iterable

from tilora.kernel import Record, View
from tilora.table.commands import AnyCommand
from tilora.table.events import AnyEvent
from tilora.table.look import NOTHING, Look, RunningRecord, Since
from tilora.table.setup import Person, Setup
from tilora.table.summary import Summary
from tilora.table.wanted import Wanted


class Table:
    """One table. Made by `Table.open`, `Table.replay`, or `rematch` of an earlier one."""

    id: str
    number: int
    """Of the last event. The first has number 1."""

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
        raise NotImplementedError

    @classmethod
    def replay(cls, table_id: str, events: Iterable[AnyEvent]) -> "Table":
        """The table that these events made. Raises WrongVersion if its game has changed its rules since."""
        raise NotImplementedError

    def apply(self, event: AnyEvent) -> None:
        """The event has happened. For events that were stored; it never fails on those that a table made."""
        raise NotImplementedError

    def handle(self, command: AnyCommand, who: Person, now: int, *, lag: int = 0) -> list[AnyEvent]:
        """What was asked for has been done, and these are the events of it, already applied.

        Raises TableError, IllegalAction, UnreadableAction or BadSetup, and then nothing has changed. Nothing happens
        either, and the list is empty, if this person's request with this id was carried out before, or if all is
        already as it was asked for. `lag` is what the server measured: milliseconds that the request and the look
        before it spent on the way, and waiting here.
        """
        raise NotImplementedError

    @property
    def wanted(self) -> Wanted | None:
        """The decision that the table waits for, if a program is to make it."""
        raise NotImplementedError

    def wanted_view(self) -> View:
        """What that program may know: the view of the wanted seat, without its history."""
        raise NotImplementedError

    def answered(self, wanted: Wanted, action: str, now: int) -> list[AnyEvent]:
        """The program's action has been played; nothing has happened if it came too late for its position.

        Raises IllegalAction or UnreadableAction for what can't be played, and then nothing has changed.
        """
        raise NotImplementedError

    @property
    def due(self) -> int | None:
        """When something happens without anybody asking: time is up (call `tick`), or now, since a bot is wanted."""
        raise NotImplementedError

    def tick(self, now: int) -> list[AnyEvent]:
        """Whose time is up has lost the turn (bullet) or the seat (clock) to a bot."""
        raise NotImplementedError

    def resumed(self, since: int, now: int) -> list[AnyEvent]:
        """The server was away since `since`: that has cost nobody time."""
        raise NotImplementedError

    def renamed(self, player: str, name: str, now: int) -> list[AnyEvent]:
        """The person's seats bear the new name. Empty if they have none here, or that name already."""
        raise NotImplementedError

    @property
    def wants_rematch(self) -> bool:
        """Whether all persons would like to play again, and no table for that is known yet."""
        raise NotImplementedError

    def rematch(self, table_id: str, *, secret: str, now: int) -> tuple["Table", list[AnyEvent]]:
        """A new table for the same people, seats moved on by one, and the events that it begins with.

        Raises NotNow unless `wants_rematch`. This table learns of it by `rematched`.
        """
        raise NotImplementedError

    def rematched(self, table_id: str, now: int) -> list[AnyEvent]:
        """Everybody here sees at which table it goes on."""
        raise NotImplementedError

    def seats_of(self, player: str) -> list[int]:
        """The seats that belong to this identity."""
        raise NotImplementedError

    def may_watch(self, player: str) -> bool:
        """Whether they may look at the table at all: who sits here, and spectators where these are let in.

        While seats are open, everybody may who knows the link: how else could they join?
        """
        raise NotImplementedError

    def viewer(self, player: str, seat: int | None) -> int:
        """Through whose eyes they look: that seat's if it is theirs, else a spectator's (SPECTATOR) for None.

        Raises NotYourSeat or NotAllowed.
        """
        raise NotImplementedError

    def version(self, viewer: int) -> int:
        """Counts every change that this viewer can see."""
        raise NotImplementedError

    def moment(self, viewer: int) -> int:
        """Counts the changes of the position that this viewer can see."""
        raise NotImplementedError

    def look(self, viewer: int, now: int, *, wants: frozenset[str] = frozenset(), since: Since = NOTHING) -> Look:
        """What the viewer sees that has changed since. `wants`: legal, words, position, scene; see `PositionLook`."""
        raise NotImplementedError

    def hint_view(self, seat: int, who: Person) -> View:
        """What a hint may be thought out from: the seat's view without its history.

        Raises NotYourSeat, NotYourTurn or NotNow unless it is this person's decision.
        """
        raise NotImplementedError

    def record(self, viewer: int) -> Record | RunningRecord:
        """The whole record once the match has ended in any way; before that what the viewer may know of it.

        Raises NotNow before the start.
        """
        raise NotImplementedError

    def summary(self) -> Summary:
        """What a store finds the table by."""
        raise NotImplementedError

    @property
    def summarised(self) -> int:
        """The number of the event that last changed the summary: as long as it stays, there is nothing to store."""
        raise NotImplementedError

    @property
    def moved_at(self) -> int:
        """When the table last changed for all to see."""
        raise NotImplementedError
