"""Being found: the addresses of this machine, a QR code, and mDNS on the local network."""

import asyncio
import io
import ipaddress
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

import segno
from zeroconf import ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf
from zeroconf.asyncio import AsyncZeroconf

from tilora.server.logs import log_error
from tilora.server.net.lan import SERVICE, LanServer, LanServers, server_from

ANY_ADDRESS = ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound


def addresses(host: str, port: int, scheme: str = "http") -> list[str]:
    """Return the URLs of a server that listens there, the most useful first."""
    if host not in ANY_ADDRESS:
        return [_url(scheme, host, port)]
    return [_url(scheme, address, port) for address in (*lan_addresses(), "127.0.0.1")]


def local_address(host: str, port: int) -> str:
    """Return the URL of a server that listens there, for use on the same machine."""
    return _url("http", "127.0.0.1" if host in ANY_ADDRESS else host, port)


def lan_addresses() -> list[str]:
    """Return this machine's addresses in its networks, that of the default route first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing; the system only picks the route
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(map(str, found)) if not ipaddress.ip_address(address).is_loopback]


def is_loopback(url: str) -> bool:
    """Whether the URL always leads to the machine it is opened on."""
    host = urlsplit(url).hostname or ""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def qr_code(text: str) -> str:
    """Return the text as a QR code for a terminal."""
    out = io.StringIO()
    segno.make(text, error="l").terminal(out, compact=True, border=2)
    return out.getvalue()


@asynccontextmanager
async def advertise(host: str, port: int, lan_servers: LanServers) -> AsyncIterator[None]:
    """Announce the server on the local network, and look for others there, inside this context.

    Without a local network, nothing happens.
    """
    reachable = [address for address in lan_addresses() if host in (*ANY_ADDRESS, address)]
    if not reachable:
        yield
        return
    name = socket.gethostname().split(".")[0]
    info = ServiceInfo(
        SERVICE,
        f"{name}-{port}.{SERVICE}",
        port=port,
        server=f"{name}.local.",
        parsed_addresses=reachable,
        properties={"path": "/"},
    )
    try:
        network = AsyncZeroconf(interfaces=reachable)
    except OSError:
        yield
        return
    # Registering takes a second, to find out whether the name is free. Nobody has to wait for that.
    registering = asyncio.create_task(_register(network, info))
    try:
        async with lan_servers.watch(network, lambda: info.name):
            yield
    finally:
        registering.cancel()
        await asyncio.wait([registering])
        await network.async_unregister_all_services()
        await network.async_close()


async def _register(network: AsyncZeroconf, info: ServiceInfo) -> None:
    try:
        await network.async_register_service(info, allow_name_change=True)
    except Exception as error:  # noqa: BLE001 - people who know the address can still play
        log_error("could not announce the server on the local network", error)


def find_servers(seconds: float, wait: Callable[[float], None]) -> list[LanServer]:
    """Return the servers on the local network that answer within that time."""
    found: dict[str, LanServer] = {}

    class Listener(ServiceListener):
        def add_service(self, network: Zeroconf, kind: str, name: str) -> None:
            info = network.get_service_info(kind, name, timeout=2000)
            if info and (server := server_from(info)):
                found[name] = server

        def update_service(self, network: Zeroconf, kind: str, name: str) -> None:
            self.add_service(network, kind, name)

        def remove_service(self, network: Zeroconf, kind: str, name: str) -> None:
            found.pop(name, None)

    try:
        network = Zeroconf()
    except OSError:
        return []
    with network:
        ServiceBrowser(network, SERVICE, Listener())
        wait(seconds)
    return sorted(found.values(), key=lambda server: server.name)


def _url(scheme: str, host: str, port: int) -> str:
    bracketed = f"[{host}]" if ":" in host else host
    return f"{scheme}://{bracketed}:{port}"
