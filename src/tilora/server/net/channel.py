"""A pair of connected sockets between two processes: messages arrive whole and in order, with or without an open file.

A file travels as SCM_RIGHTS: the receiver gets its own copy, so that a connection can move from one process to another.
"""

import asyncio
import contextlib
import os
import socket
import sys
from collections import deque
from collections.abc import Callable

import msgspec

MAX_BYTES = 48 << 10
"""Largest message. Systems differ in what they take; this much fits into the default buffer of Linux."""
BUFFER = 1 << 20
CAN_PASS_FILES = hasattr(socket, "send_fds") and hasattr(socket, "AF_UNIX")
"""Whether this system can pass open files between processes. Windows can't."""

OnMessage = Callable[[bytes, int | None], None]


class Parcel(msgspec.Struct, frozen=True):
    """A message that waits because the receiver is slow, and the file that goes with it."""

    message: bytes
    file: int | None


def channel_ends() -> tuple[socket.socket, socket.socket]:
    """Return two connected sockets."""
    kind = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM  # macOS has no other with messages
    ends = socket.socketpair(socket.AF_UNIX, kind)
    for end in ends:
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            with contextlib.suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, option, BUFFER)
    return ends


class Channel:
    """One end of a channel, on an event loop. What cannot be sent at once is sent later; nothing waits."""

    def __init__(self, end: socket.socket, on_message: OnMessage) -> None:
        """`on_message` is called with each message, and with a file that then belongs to it, if one came along."""
        end.setblocking(False)
        self._end = end
        self._on_message = on_message
        self._waiting: deque[Parcel] = deque()
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(end, self.receive)

    def send(self, message: bytes, file: int | None = None) -> bool:
        """Send the message, and a copy of the file. Return False if that is impossible: the other end is gone."""
        if not self._waiting:
            try:
                return self._try_to_send(message, file)
            except (BlockingIOError, InterruptedError):
                self._loop.add_writer(self._end, self._send_waiting)
        self._waiting.append(Parcel(message, None if file is None else os.dup(file)))
        return True

    def receive(self) -> None:
        """Handle all messages that have arrived."""
        while True:
            try:
                message, files, _, _ = socket.recv_fds(self._end, MAX_BYTES + 1024, 1)
            except (BlockingIOError, InterruptedError):
                return
            except OSError:
                message, files = b"", []
            if not message:  # the other end is gone
                self._loop.remove_reader(self._end)
                return
            self._on_message(message, files[0] if files else None)

    def close(self) -> None:
        """Close this end. What waits is not sent any more."""
        self._loop.remove_reader(self._end)
        self._loop.remove_writer(self._end)
        for parcel in self._waiting:
            if parcel.file is not None:
                os.close(parcel.file)
        self._waiting.clear()
        self._end.close()

    def _try_to_send(self, message: bytes, file: int | None) -> bool:
        """Return False if it can never be sent. Raises BlockingIOError if it has to wait."""
        try:
            if file is None:
                self._end.send(message)
            else:
                socket.send_fds(self._end, [message], [file])
        except (BlockingIOError, InterruptedError):
            raise
        except OSError:
            return False
        return True

    def _send_waiting(self) -> None:
        with contextlib.suppress(BlockingIOError, InterruptedError):
            while self._waiting:
                parcel = self._waiting[0]
                self._try_to_send(parcel.message, parcel.file)
                self._waiting.popleft()
                if parcel.file is not None:
                    os.close(parcel.file)
            self._loop.remove_writer(self._end)
