"""What is shipped for hosts: the image, the Compose file with its proxy, and the service. No Docker is needed here:

the files are read, and the composition's topology runs for real without it: its own proxy configuration in front of
two nodes on one PostgreSQL.
"""

import asyncio
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]

from tests.patience import patience
from tests.proxy import ADVICE, found
from tests.server.client import Player, persons
from tests.server.process import START, ServerProcess
from tests.server.stubborn import PATIENCE, Load
from tests.store.support import awaited
from tilora.server.settings import FIELDS, PREFIX, Settings, load_settings

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
NOT_FOR_SERVE = {"TILORA_CACHE"}
"""What every command of ours looks at, not only `tilora serve`."""


def compose() -> dict[str, Any]:
    """The Compose file, with what a host would write to `.env`."""
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    given = {"SITE": "tilora.example", "POSTGRES_PASSWORD": "c0ffee"}
    read: dict[str, Any] = yaml.safe_load(re.sub(r"\$\{(\w+)(?::\?[^}]*)?\}", lambda match: given[match[1]], text))
    return read


def dockerfile() -> list[tuple[str, str]]:
    """The instructions and their arguments."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line[0], line[1]) for line in lines]


def of_image() -> dict[str, str]:
    """The environment that the image sets."""
    said = " ".join(rest for name, rest in dockerfile() if name == "ENV")
    return dict(one.split("=", 1) for one in said.split())


def of_service() -> dict[str, str]:
    """The environment that the service sets, with the folders that systemd would make."""
    text = (DEPLOY / "tilora.service").read_text(encoding="utf-8").replace("%S", "/var/lib").replace("%C", "/var/cache")
    return dict(re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE))


def of_node() -> dict[str, str]:
    """The environment of a node in the Compose file."""
    return of_image() | compose()["services"]["node1"]["environment"]


@pytest.mark.parametrize("environment", [of_image(), of_service(), of_node()], ids=["image", "service", "composition"])
def test_the_environment_holds_valid_settings(environment: dict[str, str]) -> None:
    ours = {name for name in environment if name.startswith(PREFIX)}
    assert ours - NOT_FOR_SERVE <= {PREFIX + field.name.upper() for field in FIELDS}
    chosen = load_settings({}, environment=environment)
    assert chosen.database != Settings().database
    assert chosen.grace == Settings().grace


def test_the_image_runs_without_root_has_a_health_check_and_stores_its_data_in_a_volume() -> None:
    starts = [number for number, (name, _) in enumerate(dockerfile()) if name == "FROM"]
    assert len(starts) == 2
    final = dockerfile()[starts[-1] :]
    last = dict(final)
    assert last["USER"] not in ("root", "0")
    assert not [rest for name, rest in final if name == "RUN" and re.search(r"\b(apt|pip|npm|node|gcc)", rest)]
    assert f"/{of_image()['TILORA_DATABASE'].removeprefix('sqlite:////')}".startswith(last["VOLUME"] + "/")
    assert of_image()["TILORA_CACHE"].startswith(last["VOLUME"] + "/")
    assert f":{Settings().port}/health" in last["HEALTHCHECK"]
    assert last["EXPOSE"] == str(Settings().port)


def test_what_the_image_copies_exists_and_is_sent_to_docker() -> None:
    copied = {
        source for name, rest in dockerfile() if name == "COPY" and "--from" not in rest for source in rest.split()[:-1]
    }
    allowed = re.findall(r"^!(.*)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert copied == set(allowed)
    assert all((ROOT / name).exists() for name in copied)


def test_the_service_has_a_home_folder_with_a_dynamic_user() -> None:
    text = (DEPLOY / "tilora.service").read_text(encoding="utf-8")
    folder = re.findall(r"^StateDirectory=(.*)$", text, re.MULTILINE)[0]
    assert of_service()["HOME"] == f"/var/lib/{folder}"


def test_the_compose_file_is_consistent() -> None:
    whole = compose()
    services, volumes = whole["services"], set(whole["volumes"])
    nodes = services["proxy"]["environment"]["NODES"].split()
    assert len(nodes) == 2
    assert all(
        services[name]["image"] == "tilora" and port == str(Settings().port)
        for name, port in (n.split(":") for n in nodes)
    )
    assert services["node1"]["environment"]["TILORA_DATABASE"] == "postgresql://tilora:c0ffee@database/tilora"
    for service in services.values():
        assert not service.get("ports") or service is services["proxy"]
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (ROOT / source).is_file() if source.startswith("./") else source in volumes
    grace = int(services["node1"]["stop_grace_period"].removesuffix("s"))
    assert grace > Settings().grace


def test_the_image_of_the_compose_file_is_built_once_and_never_pulled() -> None:
    ours = [service for service in compose()["services"].values() if service["image"] == "tilora"]
    assert [service["build"] for service in ours if "build" in service] == ["."]
    assert {service["pull_policy"] for service in ours} == {"never"}


def test_nodes_wait_for_a_database_that_answers_over_the_network() -> None:
    """While the official image initialises its folder, a temporary database answers on a local socket only."""
    services = compose()["services"]
    assert services["node1"]["depends_on"]["database"]["condition"] == "service_healthy"
    assert "--host=127.0.0.1" in services["database"]["healthcheck"]["test"].split()


def test_systemd_understands_the_service(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("There is no systemd-analyze here.")
    program = str(Path(sys.executable).parent / "tilora")
    unit = tmp_path / "tilora.service"
    text = (DEPLOY / "tilora.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/tilora/bin/tilora", program), encoding="utf-8")
    done = subprocess.run([verify, "verify", str(unit)], capture_output=True, text=True, timeout=patience(60))  # noqa: S603
    about = [line for line in (done.stdout + done.stderr).splitlines() if "tilora" in line]
    assert about == []
    assert int(re.findall(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)[0]) > Settings().grace


# The composition, running


class Proxy:
    """The shipped configuration, run by a real Caddy on a free port."""

    def __init__(self, folder: Path, nodes: list[ServerProcess]) -> None:
        program = found()
        if program is None:
            pytest.skip(ADVICE)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.base = f"http://127.0.0.1:{probe.getsockname()[1]}"
        there = {"SITE": self.base, "NODES": " ".join(node.base.removeprefix("http://") for node in nodes)}
        self._log = folder / "caddy.log"
        with self._log.open("w") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own configuration
                [program, "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"],
                env=os.environ | there | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
                stdout=log,
                stderr=log,
            )

    def __enter__(self) -> "Proxy":
        until = time.monotonic() + patience(START)
        while time.monotonic() < until and self._process.poll() is None:
            try:
                if httpx.get(f"{self.base}/ready", trust_env=False, timeout=patience(5)).status_code == 200:
                    return self
            except httpx.TransportError:
                pass
            time.sleep(0.05)
        raise AssertionError(self._log.read_text())

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(patience(START))


@pytest.fixture
def nodes(tmp_path: Path, postgres_url: str) -> Iterator[list[ServerProcess]]:
    """Two nodes on one PostgreSQL."""
    with ExitStack() as stack:
        folders = [tmp_path / "one", tmp_path / "two"]
        for folder in folders:
            folder.mkdir()
        yield [stack.enter_context(ServerProcess(folder, database=postgres_url)) for folder in folders]


def commands(node: ServerProcess) -> int:
    """The number of commands that the node has executed."""
    text = httpx.get(f"{node.base}/metrics", trust_env=False, timeout=patience(5)).text
    return int(float(re.findall(r"^tilora_commands_total (\S+)$", text, re.MULTILINE)[0]))


@awaited
async def test_players_behind_the_proxy_use_different_nodes_and_continue_when_one_dies(
    tmp_path: Path, nodes: list[ServerProcess], dice: random.Random
) -> None:
    async with AsyncExitStack() as stack:
        proxy = stack.enter_context(Proxy(tmp_path, nodes))
        players = [await stack.enter_async_context(await Player.new(proxy.base, name)) for name in ("Ann", "Bob")]
        async with asyncio.TaskGroup() as group:
            tables = [persons("cyberzul", "me", "open", "1"), persons("welters", "me", "open")]
            load = Load(group, [proxy.base], players, tables, dice)
            async with asyncio.timeout(patience(PATIENCE)):
                while not all([await asyncio.to_thread(commands, node) for node in nodes]):
                    await load.wait(5)
            for node in nodes:
                node.kill()
                await load.wait(20)
                await asyncio.to_thread(node.start)
                await load.wait(dice.randrange(5, 40))
            load.end()
        assert await load.check(nodes[0].database) > 0
        assert all('"level":"error"' not in node.log() for node in nodes)


@awaited
async def test_nodes_see_the_address_of_each_client_and_nobody_can_fake_one(
    tmp_path: Path, nodes: list[ServerProcess]
) -> None:
    """Only this machine may read the metrics, and clients behind the proxy are not this machine."""
    with Proxy(tmp_path, nodes) as proxy:
        elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(
            base_url=proxy.base, transport=elsewhere, trust_env=False, timeout=patience(5)
        ) as visitor:
            for pretended in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": "127.0.0.1, 127.0.0.1"}):
                assert (await visitor.get("/metrics", headers=pretended)).status_code == 403
            page = await visitor.get("/")
            assert page.headers["content-security-policy"]
            same = await visitor.post("/api/me", json={"name": "Ann"}, headers={"Origin": proxy.base})
            other = await visitor.post("/api/me", json={"name": "Ann"}, headers={"Origin": "https://evil.example"})
            assert (same.status_code, other.status_code) == (201, 403)
