"""Other servers on the local network, and the address of this one."""

from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from litestar.datastructures import URL
from zeroconf import ServiceInfo

from tests.patience import patience
from tests.server.process import ServerProcess
from tests.store.support import awaited
from tilora.server.http.links import link_of
from tilora.server.net import announce
from tilora.server.net.lan import MAX_SERVERS, SERVICE, LanServer, LanServers, server_from
from tilora.server.settings import Settings

KITCHEN = LanServer("kitchen-8420", "http://192.168.1.7:8420")


def info(*addresses: str, port: int = 8420) -> ServiceInfo:
    """The mDNS description of a server in the kitchen."""
    return ServiceInfo(SERVICE, f"kitchen-8420.{SERVICE}", port=port, parsed_addresses=list(addresses))


def test_only_clients_nearby_see_the_servers_on_the_local_network() -> None:
    lan_servers = LanServers()
    lan_servers.add("kitchen", KITCHEN)
    for near in ("127.0.0.1", "192.168.1.30", "fe80::1%eth0", "::ffff:10.0.0.4", "::1"):
        assert lan_servers.visible_from(near) == [KITCHEN]
    for far in ("8.8.8.8", "2a00:1450::1", "", "somewhere"):
        assert lan_servers.visible_from(far) == []


def test_servers_come_and_go_and_nobody_can_flood_the_list() -> None:
    lan_servers = LanServers()
    lan_servers.add("kitchen", None)
    assert lan_servers.visible_from("127.0.0.1") == []
    for number in range(2 * MAX_SERVERS):
        lan_servers.add(str(number), LanServer(f"{number:03}", f"http://10.0.0.{number}:1"))
    assert len(lan_servers.visible_from("127.0.0.1")) == MAX_SERVERS
    lan_servers.remove("0")
    lan_servers.remove("nobody")
    lan_servers.add("kitchen", KITCHEN)
    assert lan_servers.visible_from("127.0.0.1")[-1] == KITCHEN


def test_the_address_of_a_server_works_in_every_browser() -> None:
    assert server_from(info("fe80::2", "192.168.1.7")) == KITCHEN
    assert server_from(info("fd00::2")) == LanServer("kitchen-8420", "http://[fd00::2]:8420")
    assert server_from(info()) is None
    assert server_from(info("192.168.1.7", port=0)) is None


def test_a_server_that_is_not_announced_lists_no_others(server: ServerProcess) -> None:
    answer = httpx.get(f"{server.base}/api/neighbours", trust_env=False, timeout=patience(20))
    assert (answer.status_code, answer.json()) == (200, [])


@pytest.mark.parametrize(
    ("came", "flags", "told"),
    [
        ("http://127.0.0.1:8420/", {}, "http://192.168.1.7:8420/t/x"),
        ("http://localhost:8420/", {}, "http://192.168.1.7:8420/t/x"),
        ("http://127.0.0.1:8420/", {"announce": False}, "http://127.0.0.1:8420/t/x"),
        ("http://127.0.0.1:8420/", {"host": "127.0.0.1"}, "http://127.0.0.1:8420/t/x"),
        ("http://kitchen.local:8420/", {}, "http://kitchen.local:8420/t/x"),
        ("http://127.0.0.1:8420/", {"link": "https://tilora.example"}, "https://tilora.example/t/x"),
    ],
)
@awaited
async def test_links_for_others_work_for_others(
    came: str, flags: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announce, "lan_addresses", lambda: ["192.168.1.7"])
    services: Any = SimpleNamespace(settings=Settings(**flags))
    request: Any = SimpleNamespace(url=URL(came))
    assert await link_of(request, services, "/t/x") == told


def test_the_page_can_get_the_link(server: ServerProcess) -> None:
    answer = httpx.get(f"{server.base}/api/link", trust_env=False, timeout=patience(20))
    assert (answer.status_code, answer.json()) == (200, {"link": server.base})
