"""The parent process of a server with several workers: it starts them, replaces those that die, and stops them all.

It serves nothing itself. The workers accept connections on the socket that they share, and reach each other through
the hub that runs here.
"""

import asyncio
import logging
import multiprocessing as mp
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import reduction
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from tilora.kernel import BadSetup
from tilora.server.logs import log, log_error
from tilora.server.net.channel import Channel, channel_ends
from tilora.server.net.hub import Failed, Hub, Ready, decode
from tilora.server.settings import Settings

FIRST_WAIT, LONGEST_WAIT = 0.1, 10.0
"""Seconds before a worker that died is replaced; longer each time, until one has run for a while."""
SETTLED = 30.0
"""Seconds that a worker has to run before its death counts as the first one again."""
HUNG = 15
"""Seconds without a report after which a worker is killed."""
LAST_PATIENCE = 5.0
"""Seconds that workers get beyond the setting `grace`, before they are killed."""


class InheritedFile:
    """An open file that a new process gets a copy of, and keeps open until it ends."""

    def __init__(self, file: int) -> None:
        self._file = file

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy the file into the process that is being started."""
        return _inherit, (reduction.DupFd(self._file),)


def _inherit(copy: Any) -> InheritedFile:
    return InheritedFile(copy.detach())


class WorkerTask(msgspec.Struct, frozen=True, kw_only=True):
    """All that a worker needs to start."""

    settings: Settings
    placement: tuple[int, int]
    """Its number, and how many there are."""
    listening: socket.socket
    channel: socket.socket
    lock: InheritedFile | None
    """The lock on the database file, which is held as long as anybody uses the file."""
    alone_since: int | None
    """When the server started, if nobody but its workers uses the database."""


RunWorker = Callable[[WorkerTask], None]


class _Worker:
    """One worker: its process, and those that replace it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: BaseProcess | None = None
        self.channel: Channel | None = None
        self.is_ready = False
        self.started_at = 0.0
        self.silent = 0
        """Seconds since its last message, counted while this process was awake."""
        self.wait = FIRST_WAIT
        self.failure = ""


class Supervisor:
    """Keeps the workers of one server running."""

    def __init__(
        self,
        settings: Settings,
        listening: socket.socket,
        run_worker: RunWorker,
        *,
        lock: int | None,
        alone_since: int | None,
    ) -> None:
        """Every worker runs `run_worker` in a process of its own. `lock` is the open file that locks the database."""
        self._settings = settings
        self._listening = listening
        self._run_worker = run_worker
        self._lock = None if lock is None else InheritedFile(lock)
        self._alone_since = alone_since
        self._hub = Hub()
        self._workers = [_Worker(number) for number in range(settings.workers)]
        self._has_started = False
        self._stopping = False
        self._failure = ""
        """Why the server cannot start."""
        self._has_changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    async def run(self, ready: Callable[[], object]) -> None:
        """Run the workers until a signal comes. `ready` is called as soon as all serve. Raises BadSetup."""
        for number in (signal.SIGINT, signal.SIGTERM):
            self._loop.add_signal_handler(number, self._stop)
        try:
            for worker in self._workers:
                self._start(worker)
            await self._until(
                lambda: self._stopping or self._failure or all(worker.is_ready for worker in self._workers)
            )
            if self._failure:
                raise BadSetup(self._failure)
            if not self._stopping:
                self._has_started = True
                ready()
                await self._watch()
        finally:
            await self._end()

    def _start(self, worker: _Worker) -> None:
        ours, theirs = channel_ends()
        worker.is_ready, worker.failure = False, ""
        worker.started_at, worker.silent = self._loop.time(), 0
        worker.channel = Channel(ours, lambda data, file: self._receive(worker, data, file))
        task = WorkerTask(
            settings=self._settings,
            placement=(worker.number, len(self._workers)),
            listening=self._listening,
            channel=theirs,
            lock=self._lock,
            alone_since=self._alone_since,
        )
        # Not a fork: a new worker must not depend on what happened here before.
        worker.process = mp.get_context("spawn").Process(target=self._run_worker, args=(task,), name="tilora-worker")
        with theirs:
            worker.process.start()
        self._loop.add_reader(worker.process.sentinel, self._handle_death, worker)

    def _receive(self, worker: _Worker, data: bytes, file: int | None) -> None:
        message = decode(data)
        worker.silent = 0
        if isinstance(message, Ready):
            worker.is_ready = True
            if worker.channel and worker.process:
                self._hub.add(worker.number, worker.channel)
                log(logging.INFO, "a worker is ready", worker=worker.number, pid=worker.process.pid)
            self._has_changed.set()
        elif isinstance(message, Failed):
            worker.failure = message.text
        else:
            self._hub.handle(worker.number, message, file)

    def _handle_death(self, worker: _Worker) -> None:
        process, channel = worker.process, worker.channel
        if process is None or channel is None:
            return
        self._loop.remove_reader(process.sentinel)
        channel.receive()  # its last messages
        channel.close()
        process.join()
        self._hub.remove(worker.number)
        worker.is_ready = False
        worker.process = worker.channel = None
        self._has_changed.set()
        if self._stopping:
            return
        if not self._has_started:
            self._failure = worker.failure or "A worker of the server ended before all were ready. The log says more."
            return
        if self._loop.time() - worker.started_at > SETTLED:
            worker.wait = FIRST_WAIT
        words = {"failure": worker.failure} if worker.failure else {}
        log(logging.ERROR, "a worker has died", worker=worker.number, code=process.exitcode, **words)
        self._loop.call_later(worker.wait, self._replace, worker)
        worker.wait = min(2 * worker.wait, LONGEST_WAIT)

    def _replace(self, worker: _Worker) -> None:
        if self._stopping or worker.process is not None:
            return
        try:
            self._start(worker)
        except OSError as error:
            log_error("a worker could not be started", error, worker=worker.number)
            self._loop.call_later(LONGEST_WAIT, self._replace, worker)

    async def _watch(self) -> None:
        """Until the server is to stop, kill workers that hang. They are then replaced."""
        while not self._stopping:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._until(lambda: self._stopping), 1.0)
            for worker in self._workers:
                worker.silent += 1
                if worker.process and worker.is_ready and worker.silent > HUNG:
                    log(logging.ERROR, "a worker hangs and is killed", worker=worker.number)
                    worker.process.kill()

    def _stop(self) -> None:
        """Stop all workers gracefully; the second time, immediately."""
        self._stopping = True
        self._has_changed.set()
        for worker in self._workers:
            if worker.process:
                worker.process.terminate()

    async def _end(self) -> None:
        """Wait until all workers have ended. Those that take too long are killed."""
        if not self._stopping:
            self._stop()
        try:
            async with asyncio.timeout(2 * self._settings.grace + LAST_PATIENCE):
                await self._until(lambda: not any(worker.process for worker in self._workers))
        except TimeoutError:
            log(logging.WARNING, "workers did not stop in time and are killed")
            for worker in self._workers:
                if worker.process:
                    worker.process.kill()
            await self._until(lambda: not any(worker.process for worker in self._workers))

    async def _until(self, condition: Callable[[], object]) -> None:
        """Wait until the condition holds."""
        while not condition():
            self._has_changed.clear()
            await self._has_changed.wait()
