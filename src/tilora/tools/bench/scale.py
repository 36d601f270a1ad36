"""Simulates loads that one machine can't play: `python -m tilora.tools.bench.scale PART [--game GAME] …`.

- `start`: how long a server takes to start on a database with ten tables, and with 100,000.
- `writes`: how many moves a second a database stores when 100,000 tables are played at.
- `fan-out`: one table with many spectators, who ask for what the page asks for: when the first and the last see a move.

docs/scale.md says what follows from the figures.
"""

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
import urllib.request
from functools import partial
from pathlib import Path
from time import perf_counter
from urllib.parse import urlencode

import msgspec

from tilora.kernel import games
from tilora.server.net.event_loop import new_loop
from tilora.store.models import Index
from tilora.store.store import Store
from tilora.table.commands import Join, Play
from tilora.table.events import Played, encode_event
from tilora.table.setup import Person, PlaceSetup, Setup
from tilora.table.table import Table
from tilora.tools.bench.compile_rules import compile_rules
from tilora.tools.bench.figures import delays, memory, processor
from tilora.tools.bench.http_client import HttpClient
from tilora.tools.bench.message_parts import LookPart, decode_message
from tilora.tools.bench.tables import KINDS, run_server
from tilora.tools.bench.websocket_client import WebSocketClient, connect

AT_ONCE = 500
"""Tables that wait for the database at the same time."""
PATTERNS = 100
"""Different tables among those that fill a database: making one takes longer than storing it."""
MOVES = 40
"""Moves that spectators see."""

_encode = msgspec.json.Encoder().encode


def new_table(game: str, number: int) -> tuple[list[bytes], Index]:
    """Return a running table of two people as the store gets it: its events and its index."""
    at = 1_700_000_000_000 + number
    setup = Setup(game=game, places=[PlaceSetup(kind="me"), PlaceSetup(kind="open")])
    host = Person(f"ann-{number}", "Ann")
    table, events = Table.open("0", setup, host, secret=secrets.token_hex(32), now=at)
    events += table.handle(Join(id="join"), Person(f"bob-{number}", "Bob"), at)
    index = Index(summary=table.summary(), summary_number=table.summary_number, moved_at=at)
    return list(map(encode_event, events)), index


async def fill(store: Store, game: str, tables: int) -> list[tuple[str, int]]:
    """Store that many running tables. Return their ids, and the number of the last event of each."""
    stored: list[tuple[str, int]] = []
    patterns = [new_table(game, number) for number in range(min(tables, PATTERNS))]
    numbers = iter(range(tables))

    async def some() -> None:
        for number in numbers:
            table_id, (events, index) = secrets.token_hex(8), patterns[number % len(patterns)]
            await store.append(table_id, 0, events, index)
            stored.append((table_id, len(events)))

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    return stored


async def _fill_new(url: str, game: str, tables: int) -> None:
    store = await Store.connect(url)
    try:
        await fill(store, game, tables)
    finally:
        await store.close()


def measure_start(game: str, tables: int) -> float:
    """Return the seconds until a new server answers /health, with that many running tables in its database."""
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".tilora-bench-") as folder:
        url = f"sqlite:///{folder}/bench.db"
        asyncio.run(_fill_new(url, game, tables))
        begin = perf_counter()
        with run_server(url) as (port, _), urllib.request.urlopen(f"http://127.0.0.1:{port}/health"):
            return perf_counter() - begin


async def measure_writes(url: str, game: str, tables: int, seconds: float) -> str:
    """Store moves at random ones of that many tables for some seconds, and return the figures as text."""
    store = await Store.connect(url)
    body = encode_event(Played(at=1_700_000_000_000, cause="0123456789abcdef/0123456789", seat=1, action="3 blue 2"))
    try:
        begin = perf_counter()
        stored = await fill(store, game, tables)
        filled = perf_counter() - begin
        random.Random(1).shuffle(stored)  # noqa: S311 - no secret depends on it
        until = perf_counter() + seconds
        waits: list[float] = []

        async def play(share: list[tuple[str, int]]) -> None:
            played = 0
            while perf_counter() < until:
                table_id, number = share[played % len(share)]
                begin = perf_counter()
                await store.append(table_id, number + played // len(share), [body])
                waits.append(perf_counter() - begin)
                played += 1

        begin = perf_counter()
        await asyncio.gather(*(play(stored[first::AT_ONCE]) for first in range(min(AT_ONCE, tables))))
        rate = len(waits) / (perf_counter() - begin)
    finally:
        await store.close()
    found = delays(waits)
    return (
        f"{tables:>9,} tables, opened at {tables / filled:,.0f} a second: {rate:,.0f} moves/s stored, "
        f"p50 {found.p50:.1f} ms, p99 {found.p99:.1f} ms"
    )


class Audience:
    """One table with two players, who ask for legal actions, and spectators, who ask for what the page asks for."""

    def __init__(self, port: int, pid: int, game: str) -> None:
        self._port, self._pid, self._game = port, pid, game
        self._seen: list[float] = []
        self._bytes = 0
        self._waiting: tuple[int, LookPart] | None = None
        """The seat to act, and the look that it has."""

    async def measure(self, spectators: int) -> str:
        """Play some moves, each when everybody has seen the last one. Return the figures as text."""
        http = HttpClient(self._port, 4)
        ann, bob = [(await http.post("/api/me", _encode({"name": name}), None))["token"] for name in ("Ann", "Bob")]
        setup = Setup(game=self._game, places=[PlaceSetup(kind="me"), PlaceSetup(kind="open")])
        address = f"/api/tables/{(await http.post('/api/tables', _encode(setup), ann))['id']}"
        await http.post(f"{address}/commands", _encode(Join(id="join")), bob)
        pages, bots = KINDS
        players: list[WebSocketClient] = []
        for seat, token in enumerate((ann, bob)):
            query = urlencode(bots.player | {"seat": str(seat)})
            players.append(await connect(self._port, f"{address}/socket?{query}", token))
            players[seat].listen(partial(self._player_sees, seat))
        before = memory(self._pid)
        for _ in range(spectators):
            watching = await connect(self._port, f"{address}/socket?{urlencode(pages.spectator)}")
            watching.listen(self._spectator_sees)
        await asyncio.sleep(1.0)
        each = (memory(self._pid) - before) / spectators
        firsts: list[float] = []
        lasts: list[float] = []
        used, self._bytes = processor(self._pid), 0
        for move in range(MOVES):
            while self._waiting is None:
                await asyncio.sleep(0.001)
            (seat, look), self._waiting = self._waiting, None
            assert look.position  # noqa: S101 - `_player_sees` waits for one
            play = Play(id=f"m{move}", seat=seat, moment=look.moment, action=look.position.legal[0])
            self._seen, begin = [], perf_counter()
            players[seat].send(_encode(play))
            while len(self._seen) < spectators:
                await asyncio.sleep(0.001)
            firsts.append(self._seen[0] - begin)
            lasts.append(self._seen[-1] - begin)
        used = (processor(self._pid) - used) / MOVES
        return (
            f"{spectators:>6,} spectators: the first sees a move after {delays(firsts).p50:.1f} ms, the last after "
            f"{delays(lasts).p50:.1f} ms (medians; slowest {1000 * max(lasts):.1f} ms); {1000 * used:.1f} ms of "
            f"processor time a move; for each of them {self._bytes / MOVES / spectators:,.0f} bytes a move and "
            f"{each / 1024:.0f} KB of memory"
        )

    def _player_sees(self, seat: int, text: bytes | None) -> None:
        message = decode_message(text or b"")
        if isinstance(message, LookPart) and message.position and message.position.legal:
            self._waiting = seat, message

    def _spectator_sees(self, text: bytes | None) -> None:
        if text is not None and text.startswith(b'{"kind":"look"'):
            self._seen.append(perf_counter())
            self._bytes += len(text)


def main() -> None:
    """Run one part, and print its figures."""
    parser = argparse.ArgumentParser(prog="python -m tilora.tools.bench.scale")
    parser.add_argument("part", choices=["start", "writes", "fan-out"])
    parser.add_argument("--game", default=games()[0].name, help="default: the first of `tilora games`")
    parser.add_argument("--database", help="for writes: postgresql://… instead of a new SQLite file")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100_000])
    parser.add_argument("--spectators", type=int, nargs="+", default=[10, 1_000, 5_000])
    parser.add_argument("--seconds", type=float, default=5.0)
    arguments = parser.parse_args()
    if arguments.part == "start":
        for tables in arguments.tables:
            seconds = measure_start(arguments.game, tables)
            _print(f"{tables:>9,} tables: {seconds:.2f} s until the server answers /health")
    elif arguments.part == "writes":
        for tables in arguments.tables:
            with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".tilora-bench-") as folder:
                url = arguments.database or f"sqlite:///{folder}/bench.db"
                _print(asyncio.run(measure_writes(url, arguments.game, tables, arguments.seconds)))
    else:
        compile_rules(arguments.game)  # into the cache: on a busy machine compiling takes longer than a request may
        for spectators in arguments.spectators:
            with run_server(None) as (port, pid), asyncio.Runner(loop_factory=new_loop) as runner:
                _print(runner.run(Audience(port, pid, arguments.game).measure(spectators)))


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
