"""Running a server from its start to its graceful end."""

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

SWITCH = 0.0005
"""Seconds after which a thread that waits may have its turn: the store's threads must not wait long for the loop's."""
BACKLOG = 2048
COLLECT = (20_000, 10, 5)
"""When the collector of cycles looks at young, older and all objects. There are few cycles here, but many objects that
stay: with Python's usual numbers it took a tenth of the processor, and stood in the way for 0.2 s at 500 tables."""


class Server(uvicorn.Server):
    """Uvicorn, but told to stop it first finishes what is in flight and says goodbye."""

    def __init__(self, config: uvicorn.Config, parts: Services) -> None:
        super().__init__(config)
        self._parts = parts
        self._loop = asyncio.get_running_loop()
        self._ending: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Told to stop. Told a second time: stop at once."""
        if self._parts.tables.stopping:
            self.should_exit = self.force_exit = True
        self._parts.tables.stop_accepting()
        self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        if self._ending is None:
            self._ending = asyncio.create_task(self._say_goodbye())

    async def _say_goodbye(self) -> None:
        try:
            async with asyncio.timeout(self._parts.settings.grace):
                await self._parts.tables.stop()
        except TimeoutError:
            log(30, "not everything in flight could be finished in time")
        self.should_exit = True


def run(settings: Settings, ready: Callable[[str], object] | None = None) -> None:
    """The server has run until it was told to stop. Raises BadSetup if it can't begin.

    `ready` is called with its address on this machine as soon as it can be reached.
    """
    logs.set_up(settings.log, settings.log_level)
    sys.setswitchinterval(SWITCH)
    with contextlib.ExitStack() as stack:
        try:
            file = sqlite_file(settings.database)
            if file is not None:
                stack.enter_context(lock_database(file))
            listening = stack.enter_context(_listen(settings.host, settings.port))
            here = announce.local_address(settings.host, listening.getsockname()[1])
            if file is not None:
                write_address(file, here)
            with asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(_serve(settings, listening, lambda: ready and ready(here), alone=file is not None))
        except StoreError as error:
            raise BadSetup(str(error)) from error


async def _serve(settings: Settings, listening: socket.socket, ready: Callable[[], object], *, alone: bool) -> None:
    port = listening.getsockname()[1]
    async with run_services(settings, alone=alone) as parts:
        config = uvicorn.Config(
            application(parts),
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
        server = Server(config, parts)
        async with contextlib.AsyncExitStack() as stack:
            if settings.announce:
                await stack.enter_async_context(announce.advertise(settings.host, port, parts.lan_servers))
            # What has been loaded stays; the collector need not look through it again and again.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*COLLECT)
            # Before anybody is told the address: who comes now waits a moment in the backlog, and is not refused.
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
        raise BadSetup(f"Can't listen at {host}, port {port}: {reason}. Name another --host or --port.") from None
    listening.setblocking(False)
    return listening


def _welcome(settings: Settings, port: int) -> None:
    """People are told where to go; programs read the first line."""
    found = [settings.link] if settings.link else announce.addresses(settings.host, port)
    print(f"Tilora serves at {found[0]}", flush=True)
    for other in found[1:]:
        print(f"             and {other}", flush=True)
    if sys.stdout.isatty():
        if not announce.is_loopback(found[0]):
            print(announce.qr_code(found[0]))
        print("Stop with Ctrl-C.", flush=True)
