"""What the workers of one server say to each other, and the hub in their parent process that passes it on.

The hub knows which workers have a table in memory. It tells a worker when another one has the table too, and only then
does the worker send news of it: a move at a table that is in one worker concerns nobody else. Messages are neither lost
nor reordered. A worker that does not read its messages is killed by the supervisor, and its successor begins with
nothing.
"""

import os
from collections.abc import Callable

import msgspec

from tilora.server.net.channel import Channel


class Ready(msgspec.Struct, frozen=True, tag=True):
    """To the hub: this worker serves."""


class Failed(msgspec.Struct, frozen=True, tag=True):
    """To the hub: this worker cannot start."""

    text: str


class Follow(msgspec.Struct, frozen=True, tag=True):
    """To the hub: this worker has the table in memory from now on."""

    table: str


class Unfollow(msgspec.Struct, frozen=True, tag=True):
    """To the hub: this worker does not have the table in memory any more."""

    table: str


class Shared(msgspec.Struct, frozen=True, tag=True):
    """To a worker: another one has got the table, too, and wants to know how far you are."""

    table: str


class Alone(msgspec.Struct, frozen=True, tag=True):
    """To a worker: no other one has the table any more."""

    table: str


class News(msgspec.Struct, frozen=True, tag=True):
    """From one worker to all others that have the table."""

    table: str
    body: bytes


class Transfer(msgspec.Struct, frozen=True, tag=True):
    """From one worker to another, with a connection: serve it. A worker that gets its own connection back serves it."""

    worker: int
    received: bytes
    """What was already read from the connection."""


class Report(msgspec.Struct, frozen=True, tag=True):
    """From one worker to all others, every second: its metrics. It also shows the supervisor that the worker runs."""

    worker: int
    body: bytes


Message = Ready | Failed | Follow | Unfollow | Shared | Alone | News | Transfer | Report

encode = msgspec.msgpack.Encoder().encode
decode: Callable[[bytes], Message] = msgspec.msgpack.Decoder(Message).decode


class Hub:
    """Passes on what workers say to each other."""

    def __init__(self) -> None:
        self._channels: dict[int, Channel] = {}
        self._followers: dict[str, tuple[int, ...]] = {}
        """By table: the workers that have it in memory."""

    def add(self, worker: int, channel: Channel) -> None:
        """Pass on messages to this worker from now on."""
        self._channels[worker] = channel

    def remove(self, worker: int) -> None:
        """The worker is gone, with all that it had in memory."""
        if self._channels.pop(worker, None) is not None:
            for table in [table for table, followers in self._followers.items() if worker in followers]:
                self._unfollow(worker, table)

    def handle(self, worker: int, message: Message, file: int | None) -> None:
        """Handle a message of a worker, and the file that came with it."""
        match message:
            case Follow(table):
                self._follow(worker, table)
            case Unfollow(table):
                self._unfollow(worker, table)
                self._send(worker, Alone(table))
            case News(table):
                for other in self._followers.get(table, ()):
                    if other != worker:
                        self._send(other, message)
            case Report():
                for other in self._channels:
                    if other != worker:
                        self._send(other, message)
            case Transfer(target) if file is not None:
                self._send(target if target in self._channels else worker, message, file)
            case _:
                pass
        if file is not None:
            os.close(file)

    def _follow(self, worker: int, table: str) -> None:
        before = self._followers.get(table, ())
        if worker not in before:
            self._followers[table] = (*before, worker)
        if before:
            for follower in self._followers[table]:
                self._send(follower, Shared(table))

    def _unfollow(self, worker: int, table: str) -> None:
        left = tuple(other for other in self._followers.get(table, ()) if other != worker)
        if left:
            self._followers[table] = left
        else:
            self._followers.pop(table, None)
        if len(left) == 1:
            self._send(left[0], Alone(table))

    def _send(self, worker: int, message: Message, file: int | None = None) -> None:
        channel = self._channels.get(worker)
        if channel is not None:
            channel.send(encode(message), file)
