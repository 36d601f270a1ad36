"""Scripted clients in a process of their own: at each table two play and one watches.

`python -m tilora.tools.bench.clients TASK` takes a task as JSON, and prints the figures as JSON.
"""

import asyncio
import itertools
import random
import sys
from collections import deque
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlencode

import msgspec

from tilora.server.net.event_loop import new_loop
from tilora.table.commands import Join, Play
from tilora.table.setup import PlaceSetup, Setup
from tilora.tools.bench.figures import BenchTask, Counts, Measured, SpanFigures, memory, processor, span_figures
from tilora.tools.bench.http_client import HttpClient
from tilora.tools.bench.message_parts import (
    AckPart,
    ErrorPart,
    LookPart,
    PositionPart,
    decode_message,
    rewritten,
)
from tilora.tools.bench.websocket_client import WebSocketClient, connect

PAIRS = 20
"""Pairs of players. They share the tables."""
AT_ONCE = 64
"""Number of tables that are set up at the same time."""


_encode = msgspec.json.Encoder().encode


class Seat:
    """One client at a table."""

    def __init__(self, table: "TableClient", socket: WebSocketClient, seat: int | None) -> None:
        self._table = table
        self.socket = socket
        self.seat = seat
        self._moment = 0
        self._is_new = True
        self.sent: deque[float] = deque()
        """When the moves were sent that are not acknowledged yet."""
        self.legal: list[str] = []
        """The actions of the last position, from whatever the client has asked for."""
        self._last_legal: list[str] = []
        """Those that changes of choices refer to."""

    def read(self, text: bytes | None) -> None:
        """Handle a message, or None for a lost connection."""
        if text is None:
            self._table.bench.fail(ConnectionError("The server closed a socket."))
            return
        message = decode_message(text)
        if type(message) is LookPart:
            self._look(message, self.socket.frame_size)
        elif type(message) is AckPart:
            self._table.bench.counts.acknowledged.append(perf_counter() - self.sent.popleft())
            self._table.acknowledged()
        elif type(message) is ErrorPart:
            self._table.bench.fail(AssertionError(message.text))

    def _look(self, look: LookPart, size: int) -> None:
        table = self._table
        counts = table.bench.counts
        if self._is_new:
            self._is_new = False
            table.bench.first_looks.append(size)
        else:
            counts.looks += 1
            counts.bytes[table.game] += size
        if self.seat is not None and self.seat != table.acting:
            counts.updated.append(perf_counter() - table.sent_at)
        self._moment = look.moment
        if look.position is None:
            return
        self._learn_actions(look.position)
        if look.position.over:
            table.over()
        elif self.legal:
            table.ready(self)

    def _learn_actions(self, position: PositionPart) -> None:
        if position.scene is not None:
            self.legal = [choice.action for choice in position.scene.choices]
        elif position.scene_change is None:
            self.legal = position.legal
        elif position.scene_change.choices is not None:
            self.legal = list(rewritten(self._last_legal, position.scene_change.choices))
        if position.scene is not None or 2 * len(self.legal) >= len(self._last_legal):
            self._last_legal = self.legal

    def play(self) -> None:
        """Send a random move."""
        table = self._table
        action = table.bench.dice.choice(self.legal)
        play = _encode(Play(id=str(table.bench.next_id()), seat=self.seat or 0, moment=self._moment, action=action))
        table.bench.under_way += 1
        table.acting = self.seat
        table.sent_at = perf_counter()
        self.sent.append(table.sent_at)
        self.socket.send(play)


class TableClient:
    """The three clients at one table. They play one match after the other."""

    def __init__(self, bench: "Bench", number: int) -> None:
        self.bench = bench
        self.acting: int | None = None
        self.sent_at = 0.0
        self.moves = 0
        self.game = bench.task.games[number % len(bench.task.games)]
        self._number = number
        self._seats: list[Seat] = []
        self._waiting: Seat | None = None
        self._ended = False
        self._id = ""

    async def open(self) -> None:
        """Open a table with a running match."""
        bench = self.bench
        self._id = await bench.open_table(self._number)

    async def connect(self) -> None:
        """Connect all three clients."""
        ann, bob = self.bench.people_of(self._number)
        task = self.bench.task
        for seat, token in ((0, ann), (1, bob), (None, None)):
            query = urlencode(task.spectator if seat is None else task.player | {"seat": str(seat)})
            socket = await connect(task.port, f"/api/tables/{self._id}/socket?{query}", token)
            client = Seat(self, socket, seat)
            self._seats.append(client)
            socket.listen(client.read)

    def ready(self, seat: Seat) -> None:
        """Let the seat play, now or later: it is its turn."""
        if self.bench.is_playing:
            seat.play()
        else:
            self._waiting = seat

    def play_on(self) -> None:
        """Let a seat that had to wait play."""
        seat, self._waiting = self._waiting, None
        if seat is not None:
            seat.play()

    def acknowledged(self) -> None:
        """Count a move that was acknowledged."""
        self.moves += 1
        self.bench.counts.moves[self.game] += 1
        self.bench.under_way -= 1
        if self._ended:
            self.over()

    def over(self) -> None:
        """Start another match as soon as the last move of this one is acknowledged."""
        self._ended = True
        if self._seats and not any(client.sent for client in self._seats):
            for client in self._seats:
                client.socket.close()
            self._seats = []
            self.bench.start(self._again())

    async def _again(self) -> None:
        self._ended = False
        self.bench.matches += 1
        await self.open()
        await self.connect()


class Bench:
    """All tables, and what is measured."""

    def __init__(self, task: BenchTask) -> None:
        self.task = task
        self.dice = random.Random(task.tables)  # noqa: S311 - no secret depends on it
        self.counts = Counts()
        self.first_looks: list[int] = []
        """The sizes of the first looks of all sockets."""
        self.matches = task.tables
        self.under_way = 0
        """Moves that are not acknowledged yet."""
        self._http = HttpClient(task.port, AT_ONCE)
        self._tokens: list[str] = []
        self._tables = [TableClient(self, number) for number in range(task.tables)]
        self._ids = itertools.count()
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_playing = False
        """Whether tables play as fast as they can at the moment."""

    def next_id(self) -> int:
        """Return an id that no other request has."""
        return next(self._ids)

    def people_of(self, number: int) -> tuple[str, str]:
        """Return the tokens of the two players at a table."""
        pair = 2 * (number % PAIRS)
        return self._tokens[pair], self._tokens[pair + 1]

    def fail(self, error: Exception) -> None:
        """Stop the measurement with an error."""
        if not self._failed.done():
            self._failed.set_exception(error)

    def start(self, work: Any) -> None:
        """Run a coroutine in the background. If it fails, so does the measurement."""

        async def run() -> None:
            try:
                await work
            except Exception as error:  # noqa: BLE001 - no error may be lost
                self.fail(error)

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def open_table(self, number: int) -> str:
        """Open a table with both players seated, and return its id."""
        ann, bob = self.people_of(number)
        places = [PlaceSetup(kind="me"), PlaceSetup(kind="open")]
        setup = Setup(game=self.task.games[number % len(self.task.games)], places=places)
        table: str = (await self._http.post("/api/tables", _encode(setup), ann))["id"]
        await self._http.post(f"/api/tables/{table}/commands", _encode(Join(id="join")), bob)
        return table

    async def run(self) -> Measured:
        """Measure everything."""
        measuring = asyncio.create_task(self._run())
        self._failed.add_done_callback(lambda _: measuring.cancel())
        try:
            return await measuring
        except asyncio.CancelledError:
            self._failed.result()
            raise

    async def _run(self) -> Measured:
        for number in range(2 * PAIRS):
            self._tokens.append((await self._http.post("/api/me", _encode({"name": f"P{number}"}), None))["token"])
        for number in range(len(self.task.games)):  # the first table of a game loads more than its own memory
            await self.open_table(number)
        before = memory(self.task.pid)
        await self._each(TableClient.open)
        idle = memory(self.task.pid)
        await self._each(TableClient.connect)
        connected = memory(self.task.pid)
        self.is_playing = True
        for table in self._tables:
            table.play_on()
        await asyncio.sleep(self.task.warm_up)
        full = await self._measure_span()
        later = memory(self.task.pid)
        moves, matches = sum(table.moves for table in self._tables), self.matches
        self.is_playing = False
        paced = await self._paced(self.task.paced * full.rate) if self.task.paced else None
        tables = self.task.tables
        return Measured(
            full=full,
            paced=paced,
            idle_bytes=(idle - before) / tables,
            open_bytes=(connected - before) / tables,
            later_bytes=(later - before) / tables,
            first_look_bytes=sum(self.first_looks) / len(self.first_looks),
            moves=moves,
            matches=matches,
        )

    async def _each(self, what: Callable[[TableClient], Any]) -> None:
        """Do something for every table, for some of them at the same time."""
        left = iter(self._tables)

        async def some() -> None:
            for table in left:
                await what(table)

        await asyncio.gather(*(some() for _ in range(AT_ONCE)))

    async def _measure_span(self) -> SpanFigures:
        self.counts, begin, used, own = Counts(), perf_counter(), processor(self.task.pid), process_time()
        await asyncio.sleep(self.task.seconds)
        taken, used, own = perf_counter() - begin, processor(self.task.pid) - used, process_time() - own
        return span_figures(self.counts, taken, used, own)

    async def _paced(self, rate: float) -> SpanFigures:
        """Measure with `rate` moves a second, at one table after the other."""
        while self.under_way:  # first let the pending moves finish
            await asyncio.sleep(0.05)
        pacing = asyncio.create_task(self._pace(rate))
        try:
            return await self._measure_span()
        finally:
            pacing.cancel()

    async def _pace(self, rate: float) -> None:
        begin = perf_counter()
        for played, table in enumerate(itertools.cycle(self._tables)):
            table.play_on()
            ahead = played / rate - (perf_counter() - begin)
            if ahead > 0:
                await asyncio.sleep(ahead)


async def measure_echo(task: BenchTask) -> Measured:
    """Measure an echo server: 500 sockets that send messages as long as a move, and wait for each answer."""
    counts = Counts()
    message = _encode(Play(id="123456", seat=1, moment=42, action="an action"))
    sockets = [await connect(task.port, "/") for _ in range(500)]

    def start(socket: WebSocketClient) -> None:
        sent_at = perf_counter()

        def read(text: bytes | None) -> None:
            nonlocal sent_at
            moment = perf_counter()
            counts.acknowledged.append(moment - sent_at)
            sent_at = moment
            socket.send(message)

        socket.listen(read)
        socket.send(message)

    for socket in sockets:
        start(socket)
    await asyncio.sleep(task.warm_up)
    counts.acknowledged = []
    begin, used, own = perf_counter(), processor(task.pid), process_time()
    await asyncio.sleep(task.seconds)
    full = span_figures(counts, perf_counter() - begin, processor(task.pid) - used, process_time() - own)
    for socket in sockets:
        socket.close()
    return Measured(full=full)


async def _main(task: BenchTask) -> Measured:
    return await (Bench(task).run() if task.tables else measure_echo(task))


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=new_loop) as runner:
        found = runner.run(_main(msgspec.json.decode(sys.argv[1], type=BenchTask)))
    sys.stdout.write(_encode(found).decode() + "\n")
