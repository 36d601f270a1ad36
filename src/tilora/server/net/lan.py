"""The other servers on the local network that this one has discovered."""

import asyncio
import ipaddress
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

SERVICE = "_tilora._tcp.local."
MAX_SERVERS = 20
"""Servers remembered at once, because anybody on the network can announce any number of them."""
RESOLVE_TIMEOUT = 3_000
"""Milliseconds within which a server has to send its address."""


@dataclass(frozen=True)
class LanServer:
    """A server on the local network."""

    name: str
    address: str


def server_from(info: ServiceInfo) -> LanServer | None:
    """Return the server that an mDNS service describes, or None if it cannot be reached."""
    hosts = sorted(info.parsed_addresses(), key=lambda address: ":" in address)
    if not hosts or not info.port:
        return None
    host = f"[{hosts[0]}]" if ":" in hosts[0] else hosts[0]
    return LanServer(info.name.removesuffix("." + SERVICE), f"http://{host}:{info.port}")


class LanServers:
    """A list of servers, kept up to date in the background."""

    def __init__(self) -> None:
        self._servers: dict[str, LanServer] = {}
        self._resolving: dict[str, asyncio.Task[None]] = {}

    def visible_from(self, address: str) -> list[LanServer]:
        """Return the servers that a client at that address can reach: all of them, or none if it is far away."""
        return sorted(self._servers.values(), key=lambda server: server.name) if _is_near(address) else []

    def add(self, name: str, server: LanServer | None) -> None:
        """Add a server, or update its address."""
        if server and (name in self._servers or len(self._servers) < MAX_SERVERS):
            self._servers[name] = server

    def remove(self, name: str) -> None:
        """Remove a server that has left."""
        self._servers.pop(name, None)
        if resolving := self._resolving.pop(name, None):
            resolving.cancel()

    @asynccontextmanager
    async def watch(self, network: AsyncZeroconf, own_name: Callable[[], str]) -> AsyncIterator[None]:
        """Keep the list up to date inside this context. It never holds the server itself."""

        def changed(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
            if state_change is ServiceStateChange.Removed:
                self.remove(name)
            elif name != own_name() and name not in self._resolving and len(self._resolving) < MAX_SERVERS:
                self._resolving[name] = asyncio.create_task(self._resolve(zeroconf, name))

        browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[changed])
        try:
            yield
        finally:
            await browser.async_cancel()
            for name in [*self._resolving, *self._servers]:
                self.remove(name)

    async def _resolve(self, zeroconf: Zeroconf, name: str) -> None:
        try:
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(zeroconf, RESOLVE_TIMEOUT):
                self.add(name, server_from(info))
        finally:
            self._resolving.pop(name, None)


def _is_near(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return (getattr(parsed, "ipv4_mapped", None) or parsed).is_private
