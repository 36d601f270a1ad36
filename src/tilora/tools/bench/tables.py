"""Measures a real server in one process with scripted clients in another, on the other core.

The clients first ask for exactly what the page asks for, then for what a bot needs. The same run measures an echo
server on the same stack that sends messages as large, so that figures can be compared between machines.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tilora.kernel import BadSetup
from tilora.tools.bench.compile_rules import compile_rules
from tilora.tools.bench.figures import VIEWERS, BenchTask, Measured, SpanFigures

WARM_UP = 3.0
NO_LIMITS = (
    "messages-per-second",
    "requests-per-second",
    "sockets-per-player",
    "sockets-per-address",
    "connections-per-address",
    "tables-per-hour",
    "running-tables",
    "players-per-hour",
)
PACED_LOAD = 0.4
"""The fraction of the highest rate at which delays are measured."""


class ClientKind(NamedTuple):
    """What clients ask for, as parameters of their socket's address."""

    name: str
    about: str
    player: dict[str, str]
    spectator: dict[str, str]


PAGE_ASKS = {"wants": "changes", "protocol": "1"}
"""As in `client/src/table/connection.ts`; a test compares them."""
KINDS = (
    ClientKind("pages", "Pages: players and spectators get scenes and beats, as in a browser", PAGE_ASKS, PAGE_ASKS),
    ClientKind("bots", "Bots: players get legal actions only, and spectators neither", {"wants": "legal"}, {}),
)


def measure(games: list[str], tables: Sequence[int], seconds: float, *, database: str | None) -> dict[str, Any]:
    """Return the figures for each kind of client and number of tables, each on a new server.

    The tables play these games in turn.
    """
    if not Path("/proc/self/smaps_rollup").exists():
        raise BadSetup("Tables can be measured on Linux only, because memory and processor time are read from /proc.")
    for game in games:  # into the cache: on a busy machine compiling takes longer than a request may
        compile_rules(game)
    clients = [_measure_kind(kind, games, tables, seconds, database) for kind in KINDS]
    stored_in = "PostgreSQL" if database and database.startswith("postgres") else "SQLite"
    return {"database": stored_in, "games": games, "clients": clients}


def _measure_kind(
    kind: ClientKind, games: list[str], tables: Sequence[int], seconds: float, database: str | None
) -> dict[str, Any]:
    """Return the figures with clients of this kind, and those of an echo server that sends messages as large."""
    measured: list[Measured] = []
    for count in tables:
        with run_server(database) as (port, pid):
            task = BenchTask(
                port=port,
                pid=pid,
                tables=count,
                seconds=seconds,
                warm_up=WARM_UP,
                paced=PACED_LOAD,
                games=games,
                player=kind.player,
                spectator=kind.spectator,
            )
            measured.append(run_clients(task))
    size = round(sum(found.full.look_bytes for found in measured) / len(measured))
    with run_echo(size) as (port, pid):
        echo = run_clients(BenchTask(port=port, pid=pid, tables=0, seconds=seconds, warm_up=1.0))
    return {
        "kind": kind.name,
        "about": kind.about,
        "asks": {"player": kind.player, "spectator": kind.spectator},
        "tables": [_row(count, found, echo) for count, found in zip(tables, measured, strict=True)],
        "echo": {**_as_data(echo.full), "message_bytes": size},
    }


def as_text(report: dict[str, Any]) -> str:
    """Return the report as one table for each kind of client."""
    lines = [
        f"Tables with two players and a spectator connected, every move stored in {report['database']}; "
        f"games: {', '.join(report['games'])}.",
        f"Delays are measured at {PACED_LOAD:.0%} of the highest load. Bytes are on the wire, for a move and viewer.",
    ]
    for kind in report["clients"]:
        lines += ["", *_kind_text(kind)]
    return "\n".join(lines)


def _kind_text(kind: dict[str, Any]) -> Iterator[str]:
    yield f"{kind['about']} (wants={kind['asks']['player']['wants']})."
    yield ""
    yield (
        f"{'tables':>7}{'moves/s':>9}{'of echo':>9}{'CPU/move':>10}{'bytes':>8}{'ack p50':>10}{'p99':>8}"
        f"{'seen p50':>10}{'p99':>8}{'idle':>9}{'open':>9}{'at end':>9}"
    )
    for row in kind["tables"]:
        slow = row["paced"]
        yield (
            f"{row['tables']:>7,}{row['moves_per_second']:>9,.0f}{'1/' + format(1 / row['of_echo'], '.1f'):>9}"
            f"{row['cpu_microseconds']:>7,.0f} µs{row['bytes_per_move_and_viewer']:>8,.0f}"
            f"{slow['acknowledged']['p50']:>7,.1f} ms{slow['acknowledged']['p99']:>8,.1f}"
            f"{slow['updated']['p50']:>7,.1f} ms{slow['updated']['p99']:>8,.1f}"
            + "".join(f"{row[name] / 1024:>6,.0f} KB" for name in ("idle_bytes", "open_bytes", "later_bytes"))
        )
    echo = kind["echo"]
    yield ""
    yield (
        f"An echo server on the same stack, with 500 sockets and answers of {echo['message_bytes']:,} bytes: "
        f"{echo['per_second']:,.0f} messages/s, {echo['cpu_microseconds']:.0f} µs of processor time each."
    )
    for row in kind["tables"]:
        full = row["full"]
        sizes = ", ".join(f"{game} {size:,.0f}" for game, size in full["bytes_by_game"].items())
        yield (
            f"With {row['tables']:,} tables: bytes by game: {sizes}; a first look has {row['first_look_bytes']:,.0f}. "
            f"At the highest load, p50 and p99 of ack are {full['acknowledged']['p50']:,.0f} and "
            f"{full['acknowledged']['p99']:,.0f} ms, and the clients' process is {full['clients_busy']:.0%} busy."
        )


@contextmanager
def run_server(database: str | None, *, workers: int = 1) -> Iterator[tuple[int, int]]:
    """Run a server without limits inside this context. Gives its port and process id."""
    with ExitStack() as stack:
        if database is None:
            # Not in the temporary folder, which may be in memory: commits should reach a disk.
            folder = stack.enter_context(tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".tilora-bench-"))
            database = f"sqlite:///{folder}/bench.db"
        flags = [f"--{name}=1000000" for name in NO_LIMITS]
        command = [
            "-m",
            "tilora",
            "serve",
            "--host=127.0.0.1",
            "--port=0",
            "--no-announce",
            "--log=none",
            "--bot-processes=1",
            f"--workers={workers}",
        ]
        first, pid = stack.enter_context(_process([*command, f"--database={database}", *flags]))
        yield int(first.rpartition(":")[2]), pid


@contextmanager
def run_echo(size: int) -> Iterator[tuple[int, int]]:
    """Run an echo server with answers of that many bytes inside this context. Gives its port and process id."""
    with _process(["-m", "tilora.tools.bench.echo", str(size)]) as (first, pid):
        yield int(first), pid


@contextmanager
def _process(command: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Run a process inside this context. Gives the first line that it prints, and its id."""
    # With compiled rules from the start, the time and memory of the compiler are not part of the measurement.
    environment = os.environ | {"TILORA_RULES": "compiled"}
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True, env=environment) as process:  # noqa: S603
        try:
            first = process.stdout.readline() if process.stdout else ""
            if not first:
                raise BadSetup("The server did not start.")
            yield first, process.pid
        finally:
            process.terminate()


def run_clients(task: BenchTask) -> Measured:
    """Run the clients in a process of their own, and return what they measured."""
    command = [sys.executable, "-m", "tilora.tools.bench.clients", msgspec.json.encode(task).decode()]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)  # noqa: S603 - our own command
    return msgspec.json.decode(done.stdout, type=Measured)


def _row(tables: int, found: Measured, echo: Measured) -> dict[str, Any]:
    return {
        "tables": tables,
        "moves_per_second": found.full.rate,
        "of_echo": found.full.rate / echo.full.rate,
        "cpu_microseconds": found.full.cpu,
        "cpu_of_echo": echo.full.cpu / max(found.full.cpu, 1e-9),
        "looks_per_move": found.full.looks,
        "bytes_per_move_and_viewer": found.full.look_bytes * found.full.looks / VIEWERS,
        "first_look_bytes": found.first_look_bytes,
        "full": _as_data(found.full),
        "paced": _as_data(found.paced or found.full),
        "idle_bytes": found.idle_bytes,
        "open_bytes": found.open_bytes,
        "later_bytes": found.later_bytes,
        "moves_until_then": found.moves,
        "matches": found.matches,
    }


def _as_data(found: SpanFigures) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(found)
    return {
        "per_second": data["rate"],
        "cpu_microseconds": data["cpu"],
        "acknowledged": data["acknowledged"],
        "updated": data["updated"] or data["acknowledged"],
        "bytes_by_game": data["bytes_by_game"],
        "look_bytes": data["look_bytes"],
        "clients_busy": data["clients_busy"],
    }
