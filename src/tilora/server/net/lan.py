"""The other servers on the local network, as far as this one has heard of them."""

import asyncio
import ipaddress
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

SERVICE = "_tilora._tcp.local."
MAX_SERVERS = 20
"""LanServers that are remembered at once: anybody on the network can announce any number."""
RESOLVE_TIMEOUT = 3_000
"""Milliseconds in which a neighbour has to say where it is."""


@dataclass(frozen=True)
class LanServer:
    """A server on the local network."""

    name: str
    address: str


def server_from(info: ServiceInfo) -> LanServer | None:
    """The server that a service's description speaks of, if it can be reached."""
    known = sorted(info.parsed_addresses(), key=lambda address: ":" in address)
    if not known or not info.port:
        return None
    host = f"[{known[0]}]" if ":" in known[0] else known[0]
    return LanServer(info.name.removesuffix("." + SERVICE), f"http://{host}:{info.port}")


class LanServers:
    """Servers come and go; who asks gets those that are there, at once."""

    def __init__(self) -> None:
        self._found: dict[str, LanServer] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}

    def visible_from(self, address: str) -> list[LanServer]:
        """The servers there are, for who asks from that address: only those nearby can reach them."""
        return sorted(self._found.values(), key=lambda one: one.name) if _near(address) else []

    def add(self, name: str, found: LanServer | None) -> None:
        """A server has said where it is."""
        if found and (name in self._found or len(self._found) < MAX_SERVERS):
            self._found[name] = found

    def remove(self, name: str) -> None:
        """A server is not there any more."""
        self._found.pop(name, None)
        if asking := self._asking.pop(name, None):
            asking.cancel()

    @asynccontextmanager
    async def watch(self, network: AsyncZeroconf, own: Callable[[], str]) -> AsyncIterator[None]:
        """Meanwhile, who comes and goes on the network is noticed; a server is no neighbour of its own."""

        def changed(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
            if state_change is ServiceStateChange.Removed:
                self.remove(name)
            elif name != own() and name not in self._asking and len(self._asking) < MAX_SERVERS:
                self._asking[name] = asyncio.create_task(self._ask(zeroconf, name))

        browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[changed])
        try:
            yield
        finally:
            await browser.async_cancel()
            for name in [*self._asking, *self._found]:
                self.remove(name)

    async def _ask(self, zeroconf: Zeroconf, name: str) -> None:
        try:
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(zeroconf, RESOLVE_TIMEOUT):
                self.add(name, server_from(info))
        finally:
            self._asking.pop(name, None)


def _near(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return (getattr(found, "ipv4_mapped", None) or found).is_private
