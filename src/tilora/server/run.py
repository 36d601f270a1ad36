"""Running a server, from start to graceful shutdown."""

import asyncio
import contextlib
import gc
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn

from tilora.kernel import BadSetup
from tilora.server import logs
from tilora.server.app import application
from tilora.server.db_lock import lock_database, sqlite_file, write_address
from tilora.server.logs import log
from tilora.server.net import announce
from tilora.server.net.event_loop import bind_socket, new_loop
from tilora.server.net.http_protocol import HttpProtocol
from tilora.server.net.websocket_protocol import PING_INTERVAL, PING_TIMEOUT, WebSocketProtocol
from tilora.server.rate_limit import MAX_MESSAGE_BYTES
from tilora.server.services import Services, run_services
from tilora.server.settings import Settings
from tilora.store import StoreError

SWITCH_INTERVAL = 0.0005
"""Seconds between thread switches. The store's threads must not wait long for the event loop's."""
BACKLOG = 2048
GC_THRESHOLDS = (20_000, 10, 5)
"""There are few reference cycles here, but many long-lived objects. With Python's default thresholds, the garbage
collector took a tenth of the processor, and paused the server for 0.2 s at 500 tables."""


class Server(uvicorn.Server):
    """Uvicorn's server, but before it stops it finishes pending work and tells the clients."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services
        self._loop = asyncio.get_running_loop()
        self._stopping: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop gracefully at the first signal, and immediately at the second."""
        if self._services.tables.stopping:
            self.should_exit = self.force_exit = True
        self._services.tables.stop_accepting()
        self._loop.call_soon_threadsafe(self._stop)

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
    sys.setswitchinterval(SWITCH_INTERVAL)
    with contextlib.ExitStack() as stack:
        try:
            file = sqlite_file(settings.database)
            if file is not None:
                stack.enter_context(lock_database(file))
            listening = stack.enter_context(_listen(settings.host, settings.port))
            address = announce.local_address(settings.host, listening.getsockname()[1])
            if file is not None:
                write_address(file, address)
            with asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(_serve(settings, listening, lambda: ready and ready(address), alone=file is not None))
        except StoreError as error:
            raise BadSetup(str(error)) from error


async def _serve(settings: Settings, listening: socket.socket, ready: Callable[[], object], *, alone: bool) -> None:
    port = listening.getsockname()[1]
    async with run_services(settings, alone=alone) as services:
        config = uvicorn.Config(
            application(services),
            http=HttpProtocol,
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
        async with contextlib.AsyncExitStack() as stack:
            if settings.announce:
                await stack.enter_async_context(announce.advertise(settings.host, port, services.lan_servers))
            # What is loaded by now stays loaded, so the garbage collector need not look at it again.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*GC_THRESHOLDS)
            # Listen before printing the address: early clients then wait in the backlog instead of being refused.
            listening.listen(BACKLOG)
            _welcome(settings, port)
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
    if sys.stdout.isatty():
        if not announce.is_loopback(found[0]):
            print(announce.qr_code(found[0]))
        print("Press Ctrl-C to stop.", flush=True)
