"""Being found: the addresses of this machine, a code to photograph, and mDNS on the local network."""

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


def addresses(host: str, port: int, scheme: str = "http") -> list[str]:
    """Where a server that listens there can be reached, the best first."""
    if host not in ("0.0.0.0", "::", ""):  # noqa: S104 - compared, not bound
        return [_address(scheme, host, port)]
    return [_address(scheme, one, port) for one in (*lan_addresses(), "127.0.0.1")]


def local_address(host: str, port: int) -> str:
    """Where a server that listens there is reached from the same machine."""
    return _address("http", "127.0.0.1" if host in ("0.0.0.0", "::", "") else host, port)  # noqa: S104 - compared


def lan_addresses() -> list[str]:
    """The machine's own addresses in its networks, the one of the usual route first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing; the system only picks the route
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [one for one in dict.fromkeys(map(str, found)) if not ipaddress.ip_address(one).is_loopback]


def is_loopback(address: str) -> bool:
    """Whether that leads to this machine alone, wherever it is opened."""
    host = urlsplit(address).hostname or ""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def qr_code(text: str) -> str:
    """The text as a QR code for a terminal."""
    out = io.StringIO()
    segno.make(text, error="l").terminal(out, compact=True, border=2)
    return out.getvalue()


@asynccontextmanager
async def advertise(host: str, port: int, lan_servers: LanServers) -> AsyncIterator[None]:
    """The local network soon knows of the server meanwhile, and the server of its lan_servers there.

    Where there is no such network, nothing happens.
    """
    reachable = [one for one in lan_addresses() if host in ("0.0.0.0", "::", "", one)]  # noqa: S104 - compared, not bound
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
    # First it asks the network for a second whether the name is free: nobody has to wait for that.
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
    except Exception as error:  # noqa: BLE001 - who knows the address can play all the same
        log_error("the server could not be announced", error)


def find_servers(seconds: float, wait: Callable[[float], None]) -> list[LanServer]:
    """The servers on the local network that answer within that time."""
    found: dict[str, LanServer] = {}

    class Listener(ServiceListener):
        def add_service(self, network: Zeroconf, kind: str, name: str) -> None:
            info = network.get_service_info(kind, name, timeout=2000)
            if info and (one := server_from(info)):
                found[name] = one

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
    return sorted(found.values(), key=lambda one: one.name)


def _address(scheme: str, host: str, port: int) -> str:
    bracketed = f"[{host}]" if ":" in host else host
    return f"{scheme}://{bracketed}:{port}"
