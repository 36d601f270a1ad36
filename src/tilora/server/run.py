"""Running a server, from start to graceful shutdown: in this process, or in several workers."""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any

import uvicorn

from tilora.ai import worker_process
from tilora.kernel import BadSetup
from tilora.server import logs
from tilora.server.app import application
from tilora.server.background import BackgroundTasks
from tilora.server.db_lock import lock_database, sqlite_file, write_address
from tilora.server.garbage import GarbageSchedule
from tilora.server.logs import log
from tilora.server.net import announce
from tilora.server.net.channel import CAN_PASS_FILES
from tilora.server.net.event_loop import bind_socket, new_loop
from tilora.server.net.http_protocol import HttpProtocol
from tilora.server.net.hub import Failed, encode
from tilora.server.net.placement import FIRST_WORKER, Placement
from tilora.server.net.siblings import Siblings
from tilora.server.net.websocket_protocol import PING_INTERVAL, PING_TIMEOUT, WebSocketProtocol
from tilora.server.rate_limit import MAX_MESSAGE_BYTES
from tilora.server.retention import describe
from tilora.server.services import Services, run_services
from tilora.server.settings import Settings
from tilora.server.supervisor import Supervisor, WorkerTask
from tilora.server.system_time import now
from tilora.store import StoreError

SWITCH_INTERVAL = 0.0005
"""Seconds between thread switches. The store's threads must not wait long for the event loop's."""
BACKLOG = 2048


class Server(uvicorn.Server):
    """Uvicorn's server, but before it stops it finishes pending work and tells the clients."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services
        self._background = BackgroundTasks()
        self._loop = asyncio.get_running_loop()
        self._stopping: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop gracefully at the first signal, and immediately at the second."""
        if sig == signal.SIGINT and self._services.siblings:
            return  # Ctrl-C reaches all processes, and the parent tells its workers to stop
        if self._services.tables.stopping:
            self.should_exit = self.force_exit = True
        self._services.tables.stop_accepting()
        self._loop.call_soon_threadsafe(self._stop)

    def serve_connection(self, connection: socket.socket, received: bytes) -> None:
        """Serve a connection that another worker has accepted, and from which it has received this."""
        self._background.start(self._serve_connection(connection, received))

    async def _serve_connection(self, connection: socket.socket, received: bytes) -> None:
        protocol: Any = self.config.http_protocol_class
        make = partial(
            protocol,
            config=self.config,
            server_state=self.server_state,
            app_state={},
            _loop=self._loop,
            received=received,
        )
        with suppress(OSError):  # the client is gone already
            await self._loop.connect_accepted_socket(make, connection)

    def _stop(self) -> None:
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._finish())

    async def _finish(self) -> None:
        try:
            async with asyncio.timeout(self._services.settings.grace):
                await self._services.tables.stop()
        except TimeoutError:
            log(30, "could not finish all pending work in time")
        self.should_exit = True


def run(settings: Settings, ready: Callable[[str], object] | None = None) -> None:
    """Run a server until it is stopped. Raises BadSetup if it cannot start.

    `ready` is called with the local address as soon as the server can be reached.
    """
    logs.set_up(settings.log, settings.log_level)
    if settings.workers > 1 and not CAN_PASS_FILES:
        raise BadSetup(
            "More than one --workers needs a system that can pass open files between processes, such as Linux."
        )
    with contextlib.ExitStack() as stack:
        lock = None
        try:
            file = sqlite_file(settings.database)
            if file is not None:
                lock = stack.enter_context(lock_database(file))
            listening = stack.enter_context(_listen(settings.host, settings.port))
            address = announce.local_address(settings.host, listening.getsockname()[1])
            if file is not None:
                write_address(file, address)

            def say_ready() -> None:
                _welcome(settings, listening.getsockname()[1])
                if ready:
                    ready(address)

            with asyncio.Runner(loop_factory=new_loop) as runner:
                if settings.workers > 1:
                    runner.run(_supervise(settings, listening, say_ready, lock=lock))
                else:
                    runner.run(_serve(settings, listening, say_ready, alone_since=now() if file else None))
        except StoreError as error:
            raise BadSetup(str(error)) from error


def run_worker(task: WorkerTask) -> None:
    """Run one worker of a server, in a process of its own."""
    worker_process.begin()
    placement = Placement(*task.placement)
    logs.set_up(task.settings.log, task.settings.log_level, worker=placement.number)

    async def serve() -> None:
        siblings = Siblings(placement, task.channel)
        await _serve(task.settings, task.listening, siblings.say_ready, alone_since=task.alone_since, siblings=siblings)

    try:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(serve())
    except (BadSetup, StoreError) as error:
        task.channel.send(encode(Failed(str(error))))
        sys.exit(1)


async def _supervise(
    settings: Settings, listening: socket.socket, ready: Callable[[], object], *, lock: int | None
) -> None:
    alone_since = None if lock is None else now()
    await Supervisor(settings, listening, run_worker, lock=lock, alone_since=alone_since).run(ready)
    log(20, "stopped")


async def _serve(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], object],
    *,
    alone_since: int | None,
    siblings: Siblings | None = None,
) -> None:
    sys.setswitchinterval(SWITCH_INTERVAL)
    port = listening.getsockname()[1]
    async with run_services(settings, alone_since=alone_since, siblings=siblings) as services:
        config = uvicorn.Config(
            application(services),
            http=partial(  # type: ignore[arg-type]
                HttpProtocol,
                gate=services.limits.connections,
                try_transfer=siblings.transfer if siblings else None,
            ),
            ws=WebSocketProtocol,
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_ping_interval=PING_INTERVAL,
            ws_ping_timeout=PING_TIMEOUT,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            backlog=BACKLOG,
            forwarded_allow_ips=settings.proxies,
            timeout_graceful_shutdown=max(1, int(settings.grace)),
        )
        server = Server(config, services)
        if siblings:
            siblings.accept(server.serve_connection)
        async with contextlib.AsyncExitStack() as stack:
            if settings.announce and (siblings is None or siblings.placement.number == FIRST_WORKER):
                await stack.enter_async_context(announce.advertise(settings.host, port, services.lan_servers))
            background = BackgroundTasks()
            stack.push_async_callback(background.stop)
            background.start(GarbageSchedule().run())
            # Listen before printing the address: early clients then wait in the backlog instead of being refused.
            listening.listen(BACKLOG)
            ready()
            await server.serve([listening])
    log(20, "stopped")


def _listen(host: str, port: int) -> socket.socket:
    try:
        listening = bind_socket(host, port)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadSetup(f"Cannot listen on {host}, port {port}: {reason}. Choose another --host or --port.") from None
    listening.setblocking(False)
    return listening


def _welcome(settings: Settings, port: int) -> None:
    """Print the addresses. Programs read the first line."""
    found = [settings.link] if settings.link else announce.addresses(settings.host, port)
    print(f"Tilora is running at {found[0]}", flush=True)
    for other in found[1:]:
        print(f"                 and {other}", flush=True)
    log(20, describe(settings))
    if sys.stdout.isatty():
        print(describe(settings))
        if not announce.is_loopback(found[0]):
            print(announce.qr_code(found[0]))
        print("Press Ctrl-C to stop.", flush=True)
