"""A process that works for the server, one thing after the other, at the other end of a pipe."""

import multiprocessing as mp
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

Sent = TypeVar("Sent")
Received = TypeVar("Received")


class PipedProcess(Generic[Sent, Received]):
    """A process of ours, and the pipe to it. `nice` is its niceness."""

    def __init__(self, target: "Callable[[Connection[Received, Sent], int], None]", nice: int) -> None:
        context = mp.get_context("spawn")  # not forked: this process has threads, and locks that they hold
        self._pipe: Connection[Sent, Received]
        self._pipe, other = context.Pipe()
        self._process: BaseProcess = context.Process(target=target, args=(other, nice), daemon=True)
        self._process.start()
        other.close()

    def send(self, what: Sent) -> None:
        """Give it something to do."""
        self._pipe.send(what)

    def receive(self) -> Received:
        """Wait for what it says next. Raises EOFError if the process has ended."""
        return self._pipe.recv()

    def end(self) -> None:
        """End the process; a thread that waits for it gets EOFError."""
        self._process.kill()
