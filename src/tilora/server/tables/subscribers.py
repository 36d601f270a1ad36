"""The sockets that follow a table, and what each of them has been sent.

Subscribers that see the same form a group. After every change each group gets one look, made and encoded once. A group
always has what its last look contained, so a look only holds what is new; of a scene, for those who want changes, only
what differs from the scene before.
"""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec
from msgspec import UNSET

from tilora.kernel import SPECTATOR
from tilora.scene import ShownScene, scene_change
from tilora.server.messages import CLOSINGS, Bye, CloseReason, Presence, Reacted, ToClient, encode
from tilora.server.net.websocket_protocol import TextFrame, text_frame
from tilora.table.look import NOTHING, Look, Since
from tilora.table.setup import Person
from tilora.table.table import Table

CROWD = 50
"""Subscribers of a table above which spectators are told later, and so many at a time, who is connected."""
GATHER_SECONDS = 0.25
"""Seconds until the first of them are told, and then until the next: others must not wait while all are."""


class Connection(Protocol):
    """What a subscriber needs of its WebSocket."""

    @property
    def unsent_bytes(self) -> int:
        """Bytes that wait because the client does not read."""

    def queue_frame(self, frame: TextFrame) -> None:
        """Send the frame without waiting."""

    def close_with(self, frame: bytes, code: int) -> None:
        """Send a last frame and close."""


class Subscriber:
    """One socket at one table."""

    __slots__ = ("auto_seat", "close_reason", "connection", "group", "max_unsent", "person", "seat", "token", "wants")

    def __init__(
        self,
        connection: Connection,
        person: Person | None,
        token: str | None,
        *,
        seat: int | None,
        auto_seat: bool,
        wants: frozenset[str],
        max_unsent: int,
    ) -> None:
        self.connection = connection
        self.person = person
        self.token = token
        """The hash of the token that the client connected with."""
        self.seat = seat
        """The seat to look through; None for a spectator."""
        self.auto_seat = auto_seat
        """The client named no seat: it gets the first of its own seats, as soon as there is one."""
        self.wants = wants
        self.max_unsent = max_unsent
        self.group: Group | None = None
        """Set by `Subscribers`; None before the first look and after the last."""
        self.close_reason: CloseReason | None = None
        """Why the server has closed this socket; None while it is open."""

    @property
    def player(self) -> str:
        """The identity behind the socket; empty if there is none."""
        return self.person.player if self.person else ""

    def viewer(self, table: Table) -> int:
        """Return the viewer whose looks it gets now. Raises NotYourSeat or NotAllowed."""
        if self.auto_seat and self.player and (own := table.seats_of(self.player)):
            return own[0]
        return table.viewer(self.player, self.seat)

    def choose_seat(self, seat: int | None) -> None:
        """Look through that seat from now on, or as a spectator."""
        self.seat, self.auto_seat = seat, False

    def lose_seat(self) -> None:
        """Look as a spectator, until the player has a seat again."""
        self.seat, self.auto_seat = None, True

    def send(self, message: ToClient | Look) -> None:
        """Send the message to this socket alone."""
        self.send_frame(text_frame(encode(message)))

    def send_frame(self, frame: TextFrame) -> None:
        """Send the frame. A client that leaves too much unread is disconnected: it must not cost the others memory."""
        if self.connection.unsent_bytes > self.max_unsent:
            self.close("too-slow")
        else:
            self.connection.queue_frame(frame)

    def close(self, reason: CloseReason) -> None:
        """Close the socket, and tell it why."""
        if self.close_reason is None:
            self.close_reason = reason
            closing = CLOSINGS[reason]
            self.connection.close_with(text_frame(encode(Bye(reason=reason, text=closing.text))), closing.code)


class Group:
    """Subscribers with the same viewer and the same wants: they get the same looks."""

    __slots__ = ("members", "shown", "since", "viewer", "wants")

    def __init__(self, viewer: int, wants: frozenset[str]) -> None:
        self.viewer = viewer
        self.wants = wants
        self.since = NOTHING
        self.shown: ShownScene | None = None
        """The scene that all members have; None if that is not known. Only kept for those who want changes."""
        self.members: set[Subscriber] = set()

    def update(self, table: Table, now: int) -> bool:
        """Send the members what is new to them. Return whether anything was."""
        if table.version(self.viewer) == self.since.version:
            return False
        look = table.look(self.viewer, now, wants=self.wants, since=self.since)
        self.since = since_after(look)
        frame = text_frame(encode(self._with_change(look) if "changes" in self.wants else look))
        for member in self.members:
            member.send_frame(frame)
        return True

    def admit(self, subscriber: Subscriber, table: Table, now: int, since: Since) -> None:
        """Add a member, and send it what it does not have."""
        self.update(table, now)  # from now on, all members have the same
        look = table.look(self.viewer, now, wants=self.wants, since=since)
        self.since = since_after(look)
        position = look.position
        # Whoever comes back with a scene may have got it from an older server: the next one goes out whole.
        scene = UNSET if position is UNSET else position.scene
        shown = ShownScene.whole(scene) if scene is not UNSET and "changes" in self.wants else None
        # Others may know more choices than are in this scene; then the next one goes out whole as well.
        alike = shown is None or not self.members or (self.shown is not None and self.shown.choices == shown.choices)
        self.shown = shown if alike else None
        self.members.add(subscriber)
        subscriber.group = self
        subscriber.send(look)

    def _with_change(self, look: Look) -> Look:
        """Return the look with what is new in the scene instead of the scene, if that is enough."""
        position = look.position
        if position is UNSET or position.scene is UNSET:
            return look
        scene, shown = position.scene, self.shown
        change = None if shown is None else scene_change(shown, scene)
        self.shown = ShownScene.whole(scene) if shown is None or change is None else shown.then(scene)
        if change is None:
            return look
        changed = msgspec.structs.replace(position, scene=UNSET, scene_change=change)
        return msgspec.structs.replace(look, position=changed)


class Subscribers:
    """All subscribers of one table on this node, and how many there are on others."""

    __slots__ = ("_away_since", "_groups", "_last_presence", "_remote", "_telling", "_untold", "presence_changed")

    def __init__(self) -> None:
        self.presence_changed = False
        """Whether somebody came, went or changed seats since presence was last sent, here or on another node."""
        self._groups: dict[tuple[int, frozenset[str]], Group] = {}
        self._last_presence: tuple[list[bool], int] | None = None
        self._away_since: dict[int, int] = {}
        """By seat: when its person was first seen to be away."""
        self._remote: dict[str, tuple[list[int], int]] = {}
        """By other nodes: the seats connected there, and the number of watchers."""
        self._telling = False
        """Whether a crowd is being told who is connected."""
        self._untold = False
        """Whether there is news that it will be told next."""

    def __iter__(self) -> Iterator[Subscriber]:
        return iter([member for group in self._groups.values() for member in group.members])

    def __bool__(self) -> bool:
        return bool(self._groups)

    def add(self, subscriber: Subscriber, table: Table, now: int, since: Since) -> None:
        """Send the subscriber what it does not have, and every change from now on."""
        self._join_group(subscriber, subscriber.viewer(table), table, now, since)

    def remove(self, subscriber: Subscriber) -> None:
        """Send the subscriber nothing more."""
        group, subscriber.group = subscriber.group, None
        if group:
            group.members.discard(subscriber)
            self.presence_changed = True
            if not group.members:
                del self._groups[group.viewer, group.wants]

    def send_looks(self, table: Table, now: int) -> int:
        """Send every group what it can see of the changes. Return how many looks that took."""
        return sum(group.update(table, now) for group in self._groups.values())

    def update_viewers(self, table: Table, now: int) -> None:
        """Regroup everybody after seats or rights have changed. Those who may no longer watch are disconnected."""
        self.presence_changed = True
        for subscriber in self:
            self.update_viewer(subscriber, table, now)

    def update_viewer(self, subscriber: Subscriber, table: Table, now: int) -> None:
        """Regroup the subscriber, or disconnect it if it may no longer watch."""
        if subscriber.group is None:
            return
        try:
            viewer = subscriber.viewer(table)
        except ValueError:
            viewer = SPECTATOR
            if not table.may_watch(subscriber.player):
                self.remove(subscriber)
                subscriber.close("kept-out")
                return
            subscriber.lose_seat()
        if viewer != subscriber.group.viewer:
            self.remove(subscriber)
            self._join_group(subscriber, viewer, table, now, NOTHING)

    def close_all(self, reason: CloseReason) -> None:
        """Disconnect everybody."""
        for subscriber in self:
            self.remove(subscriber)
            subscriber.close(reason)

    def presence(self) -> tuple[list[int], int]:
        """Return the seats connected on this node, and the number of watchers."""
        seats = {group.viewer for group in self._groups.values() if group.viewer != SPECTATOR}
        watchers = sum(len(group.members) for group in self._groups.values() if group.viewer == SPECTATOR)
        return sorted(seats), watchers

    def set_remote_presence(self, node: str, seats: list[int], watchers: int) -> bool:
        """Store who is connected on another node. Return whether that node is new here."""
        is_new = node not in self._remote
        self._remote[node] = (seats, watchers)
        self.presence_changed = True
        return is_new

    def drop_node(self, node: str) -> list[int]:
        """Forget who was connected on another node. Return the seats that were."""
        self.presence_changed = True
        return self._remote.pop(node, ([], 0))[0]

    def away(self, now: int) -> dict[int, int]:
        """Return for how many milliseconds people have been away, by their seats."""
        return {seat: max(0, now - since) for seat, since in self._away_since.items()}

    def send_presence(self, table: Table, now: int, newcomer: Subscriber | None = None) -> None:
        """Send everybody a list of who is connected on all nodes; if nothing has changed, only the newcomer.

        In a crowd, other spectators get it later: whoever comes or goes must not cost as many messages as there are.
        """
        self.presence_changed = False
        together, watchers = self._presence_everywhere()
        # Somebody who plays several seats on one device is present in all of them.
        owners = [place.player for place in table.summary().places]
        persons = {owners[seat] for seat in together if seat < len(owners)}
        seats = [owner is not None and owner in persons for owner in owners]
        absent = [seat for seat, owner in enumerate(owners) if owner is not None and not seats[seat]]
        self._away_since = {seat: self._away_since.get(seat, now) for seat in absent}
        last, self._last_presence = self._last_presence, (seats, watchers)
        if self._last_presence == last:
            self._send_presence_to((newcomer,) if newcomer else (), now)
        elif sum(len(group.members) for group in self._groups.values()) <= CROWD:
            self._send_presence_to(self, now)
        else:
            at_once = self._players() if last is None or seats != last[0] else set()
            self._send_presence_to(at_once | ({newcomer} if newcomer else set()), now)
            self._untold = True
            if not self._telling:
                self._tell_crowd([], now)

    def _tell_crowd(self, waiting: list[Subscriber], now: int) -> None:
        """Tell some of those who wait who is connected; when all know, begin again if there is news."""
        some, rest = waiting[:CROWD], waiting[CROWD:]
        self._send_presence_to((one for one in some if one.group), now)
        if not rest and self._untold:
            self._untold, rest = False, list(self)
        self._telling = bool(rest)
        if rest:
            later = now + int(1000 * GATHER_SECONDS)
            asyncio.get_running_loop().call_later(GATHER_SECONDS, self._tell_crowd, rest, later)

    def _players(self) -> set[Subscriber]:
        """Return those who look through a seat."""
        return {one for group in self._groups.values() if group.viewer != SPECTATOR for one in group.members}

    def _presence_everywhere(self) -> tuple[set[int], int]:
        """Return the seats connected on any node, and the number of watchers."""
        connected, watchers = self.presence()
        together = set(connected)
        for others, count in self._remote.values():
            together.update(others)
            watchers += count
        return together, watchers

    def _send_presence_to(self, receivers: Iterable[Subscriber], now: int) -> None:
        assert self._last_presence is not None  # noqa: S101 - set by `send_presence`
        seats, watchers = self._last_presence
        away = self.away(now)
        message = Presence(seats=seats, watchers=watchers, away=[away.get(seat) for seat in range(len(seats))])
        frame = text_frame(encode(message))
        for subscriber in receivers:
            subscriber.send_frame(frame)

    def send_reaction(self, reacted: Reacted) -> None:
        """Show everybody a reaction."""
        frame = text_frame(encode(reacted))
        for subscriber in self:
            subscriber.send_frame(frame)

    def _join_group(self, subscriber: Subscriber, viewer: int, table: Table, now: int, since: Since) -> None:
        key = viewer, subscriber.wants
        group = self._groups.get(key) or Group(viewer, subscriber.wants)
        group.admit(subscriber, table, now, since)
        self._groups[key] = group
        self.presence_changed = True


def since_after(look: Look) -> Since:
    """Return what a client has that has received this look."""
    return Since(look.version, look.kept + len(look.steps), look.lines_total)
