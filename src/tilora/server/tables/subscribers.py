"""Those who look at a table over a socket, and what each of them has been shown.

All who look through the same eyes and want the same things stand in one group. After every change each group gets one
look, made and encoded once. A group always has what its last look showed, so a look only tells what is new.
"""

from collections.abc import Iterator
from typing import Literal, Protocol

from tilora.kernel import SPECTATOR
from tilora.server.messages import Bye, Presence, ToClient, encode
from tilora.server.net.websocket_protocol import text_frame
from tilora.table.look import NOTHING, Look, Since
from tilora.table.setup import Person
from tilora.table.table import Table

Reason = Literal["restarting", "closed", "too-slow", "kept-out", "too-many", "signed-out"]

WORDS: dict[Reason, str] = {
    "restarting": "The server restarts. Connect again in a moment; nothing is lost.",
    "closed": "The host has closed the table.",
    "too-slow": "The connection could not keep up. Connect again to go on.",
    "kept-out": "This table is not open to spectators.",
    "too-many": "Too many messages that make no sense.",
    "signed-out": "You have signed out.",
}
CODES: dict[Reason, int] = {
    "restarting": 1012,
    "closed": 1000,
    "too-slow": 1013,
    "kept-out": 1008,
    "too-many": 1008,
    "signed-out": 1000,
}
"""Of the WebSocket's close frame."""


class Line(Protocol):
    """What an onlooker needs of the wire."""

    @property
    def unsent_bytes(self) -> int:
        """Bytes that wait because the other side does not read."""

    def queue_frame(self, frame: bytes) -> None:
        """The frame is on its way."""

    def close_with(self, frame: bytes, code: int) -> None:
        """The last frame is on its way, and a close."""


class Onlooker:
    """One socket at one table."""

    __slots__ = ("asked", "auto", "gone", "group", "line", "most_unsent", "token", "wants", "who")

    def __init__(
        self,
        line: Line,
        who: Person | None,
        token: str | None,
        *,
        seat: int | None,
        auto: bool,
        wants: frozenset[str],
        most_unsent: int,
    ) -> None:
        self.line = line
        self.who = who
        self.token = token
        """The hash of the token it came with."""
        self.asked = seat
        """The seat to look through; None for a spectator."""
        self.auto = auto
        """No seat was named: it is the first of one's own seats, as soon as there is one."""
        self.wants = wants
        self.most_unsent = most_unsent
        self.group: Group | None = None
        self.gone: Reason | None = None

    @property
    def player(self) -> str:
        """Who looks; empty for somebody without an identity."""
        return self.who.player if self.who else ""

    def viewer(self, table: Table) -> int:
        """Through whose eyes it looks at the table now. Raises NotYourSeat or NotAllowed."""
        if self.auto and self.player and (own := table.seats_of(self.player)):
            return own[0]
        return table.viewer(self.player, self.asked)

    def say(self, message: ToClient | Look) -> None:
        """The message is on its way to this socket alone."""
        self.post(text_frame(encode(message)))

    def post(self, frame: bytes) -> None:
        """The frame is on its way. Who leaves too much unread is sent away: it must not cost the others memory."""
        if self.line.unsent_bytes > self.most_unsent:
            self.bye("too-slow")
        else:
            self.line.queue_frame(frame)

    def bye(self, reason: Reason) -> None:
        """The socket is told why, and closed."""
        if self.gone is None:
            self.gone = reason
            self.line.close_with(text_frame(encode(Bye(reason=reason, text=WORDS[reason]))), CODES[reason])


class Group:
    """Onlookers with the same eyes and the same wants."""

    __slots__ = ("members", "since", "viewer", "wants")

    def __init__(self, viewer: int, wants: frozenset[str]) -> None:
        self.viewer = viewer
        self.wants = wants
        self.since = NOTHING
        self.members: set[Onlooker] = set()


class Onlookers:
    """All of one table, on this node."""

    __slots__ = ("_groups", "_shown", "elsewhere", "moved")

    def __init__(self) -> None:
        self.moved = False
        """Whether somebody came or went, or sits elsewhere, since presence was shown."""
        self._groups: dict[tuple[int, frozenset[str]], Group] = {}
        self._shown: tuple[list[bool], int] | None = None
        self.elsewhere: dict[str, tuple[list[int], int]] = {}
        """By other nodes: the seats that are connected there, and how many watch."""

    def __iter__(self) -> Iterator[Onlooker]:
        return iter([one for group in self._groups.values() for one in group.members])

    def __bool__(self) -> bool:
        return bool(self._groups)

    def add(self, one: Onlooker, table: Table, now: int, since: Since) -> None:
        """It has been shown what it did not have, and is told of every change from now on."""
        self._place(one, one.viewer(table), table, now, since)

    def remove(self, one: Onlooker) -> None:
        """It is told nothing more."""
        group, one.group = one.group, None
        if group:
            group.members.discard(one)
            self.moved = True
            if not group.members:
                del self._groups[group.viewer, group.wants]

    def tell(self, table: Table, now: int) -> int:
        """Every group has been shown what it can see of the changes. How many looks that took."""
        looks = 0
        for group in self._groups.values():
            if table.version(group.viewer) == group.since.version:
                continue
            look = table.look(group.viewer, now, wants=group.wants, since=group.since)
            group.since = since_of(look)
            frame = text_frame(encode(look))
            looks += 1
            for one in group.members:
                one.post(frame)
        return looks

    def seat_anew(self, table: Table, now: int) -> None:
        """Seats or rights have changed: whoever may see more or less than before does, or has to go."""
        self.moved = True
        for one in self:
            if one.group is None:
                continue
            try:
                viewer = one.viewer(table)
            except ValueError:
                viewer = SPECTATOR
                if not table.may_watch(one.player):
                    self.remove(one)
                    one.bye("kept-out")
                    continue
                one.asked, one.auto = None, True
            if viewer != one.group.viewer:
                self.remove(one)
                self._place(one, viewer, table, now, NOTHING)

    def say_bye(self, reason: Reason) -> None:
        """All are sent away."""
        for one in self:
            self.remove(one)
            one.bye(reason)

    def present(self) -> tuple[list[int], int]:
        """The seats that are connected on this node, and how many others watch."""
        seats = {group.viewer for group in self._groups.values() if group.viewer != SPECTATOR}
        watchers = sum(len(group.members) for group in self._groups.values() if group.viewer == SPECTATOR)
        return sorted(seats), watchers

    def show_presence(self, table: Table, newcomer: Onlooker | None = None) -> None:
        """Everybody knows who is connected, on all nodes; nobody is told again what they know."""
        self.moved = False
        connected, watchers = self.present()
        together = set(connected)
        for others, count in self.elsewhere.values():
            together.update(others)
            watchers += count
        # Who plays several seats on one device is present in all of them.
        owners = [place.player for place in table.summary().places]
        persons = {owners[seat] for seat in together if seat < len(owners)}
        seats = [owner is not None and owner in persons for owner in owners]
        news = (seats, watchers) != self._shown
        self._shown = (seats, watchers)
        if news or newcomer:
            frame = text_frame(encode(Presence(seats=seats, watchers=watchers)))
            for one in self if news or newcomer is None else (newcomer,):
                one.post(frame)

    def _place(self, one: Onlooker, viewer: int, table: Table, now: int, since: Since) -> None:
        key = viewer, one.wants
        group = self._groups.get(key)
        look = table.look(viewer, now, wants=one.wants, since=since)
        if group is None:
            group = self._groups[key] = Group(viewer, one.wants)
            group.since = since_of(look)
        group.members.add(one)
        self.moved = True
        one.group = group
        one.say(look)


def since_of(look: Look) -> Since:
    """What somebody has who has seen this look."""
    return Since(look.version, look.kept + len(look.steps), look.lines_total)
