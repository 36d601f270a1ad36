"""A whole node in this process, whose time, names and secrets are given, so that two can be compared byte by byte.

Everything goes through the application that uvicorn would serve: the guard, the routes, the sockets. Only the wire
itself is replaced, by one that remembers each frame, and the workers, by one that remembers what they were asked.
"""

import asyncio
import hashlib
import itertools
import pickle
import random
import secrets
from collections.abc import AsyncIterator
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from argon2 import PasswordHasher

from tests.patience import patience
from tilora.ai.review.review_report import Reason
from tilora.server import auth, system_time
from tilora.server.app import application
from tilora.server.bots import scheduler, tasks
from tilora.server.net.websocket_protocol import EXTENSION, WebSocketProtocol
from tilora.server.reviews import question_queue
from tilora.server.reviews.questions import Answered, Question
from tilora.server.services import Services, run_services
from tilora.server.settings import Settings
from tilora.server.tables import cache

FREE: dict[str, Any] = {
    "messages_per_second": 1e6,
    "requests_per_second": 1e6,
    "players_per_hour": 10**6,
    "tables_per_hour": 10**6,
    "hints_per_minute": 10**6,
    "lines_per_minute": 10**6,
}


PATIENCE = 20.0
"""Seconds after which a test gives up."""


class Given:
    """Time, names and secrets of the worlds of one test: nothing in them comes from outside."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 1_000_000.0
        self._dice = random.Random(0)
        monkeypatch.setattr(system_time, "_offset", 0.0)
        monkeypatch.setattr(system_time, "time", SimpleNamespace(monotonic=lambda: self.seconds))
        for name in ("delay_of", "check", "stored"):  # this machine's delays
            monkeypatch.setattr(system_time.StallDetector, name, lambda *_: 0)
        monkeypatch.setattr(cache, "SLOW", 1e9)
        monkeypatch.setattr(question_queue, "PipedProcess", Thinker)
        monkeypatch.setattr(secrets, "token_hex", lambda size=32: self._dice.randbytes(size).hex())
        monkeypatch.setattr(secrets, "token_urlsafe", lambda size=32: self._dice.randbytes(size).hex())
        monkeypatch.setattr(secrets, "choice", lambda things: self._dice.choice(things))
        monkeypatch.setattr(secrets, "randbelow", lambda end: self._dice.randrange(end))
        monkeypatch.setattr(secrets, "randbits", lambda bits: 7)

    def begin(self, seed: int = 0) -> None:
        """The next world has the same names and secrets as the last one that began with this seed."""
        self._dice.seed(seed)


class Worker(Executor):
    """Thinks nothing: says the first thing that the view allows, and remembers all that it was given."""

    def __init__(self) -> None:
        self.told: list[bytes] = []

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Done at once."""
        self.told.append(pickle.dumps((work.__name__, args)))
        future: Future[Any] = Future()
        if work is tasks.hint:
            action = args[0].texts()[0]
            future.set_result(
                tasks.HintResult(action=action, line=[action], values=[0.5], alternatives=[(action, action, 0.5)])
            )
        elif work in (tasks.move, tasks.move_exactly):
            future.set_result(tasks.BotMove(action=args[0].texts()[0]))
        else:
            future.set_result(None)
        return future


class Thinker:
    """Thinks nothing: its reason for anything is a hash of what it was told, which shows whether that was too much."""

    def __init__(self, *_: object) -> None:
        self._told = b""

    def send(self, question: Question) -> None:
        """Remembered."""
        self._told = pickle.dumps(question)

    def receive(self) -> Answered:
        """Answered at once."""
        words = hashlib.sha256(self._told).hexdigest()
        return Answered(Reason(points=[], sources=[], words=words, rollouts=0))

    def end(self) -> None:
        """Nothing is left to end."""


class JustNow(float):
    """A time since which none has gone by."""

    def __rsub__(self, other: float) -> float:
        """None, whatever the clock of this machine says."""
        return 0.0


class Ear(WebSocketProtocol):
    """A wire that only remembers, and what its client sends."""

    def __init__(self) -> None:
        self.received_at = JustNow()
        self.heard: list[bytes] = []
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._round_trips = (0.0,)

    @property
    def unsent_bytes(self) -> int:
        """Everything is read at once."""
        return 0

    def queue_frame(self, frame: bytes) -> None:
        """Remembered."""
        self.heard.append(frame)

    def close_with(self, frame: bytes, code: int) -> None:
        """Remembered, and closed."""
        self.heard.append(frame + str(code).encode())
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": code})


class Socket:
    """One socket, from the client's side."""

    def __init__(self, ear: Ear, task: "asyncio.Task[None]", answered: list[bytes]) -> None:
        self.ear = ear
        self.answered = answered
        """What was said over HTTP before there was a socket."""
        self._task = task

    @property
    def open(self) -> bool:
        """Whether it goes on."""
        return not self._task.done()

    async def ask(self, message: dict[str, Any]) -> bytes:
        """The message has been answered, and this is the answer; if the socket has ended, nothing."""
        start = len(self.ear.heard)
        self.ear.inbox.put_nowait({"type": "websocket.receive", "text": msgspec.json.encode(message).decode()})
        mark = f'"id":"{message["id"]}"'.encode()
        async with asyncio.timeout(patience(PATIENCE)):
            while self.open:
                for frame in self.ear.heard[start:]:
                    if mark in frame:
                        return frame
                await asyncio.sleep(0)
        return b""

    async def close(self) -> None:
        """The client has gone."""
        self.ear.inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


class Someone:
    """A person in a world, with all bytes that they ever received."""

    def __init__(self, world: "World", token: str | None, address: str) -> None:
        self.world = world
        self.received: list[bytes] = []
        self.sockets: list[Socket] = []
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        transport = httpx.ASGITransport(world.app, raise_app_exceptions=False, client=(address, 1))
        self.http = httpx.AsyncClient(transport=transport, base_url="http://tilora", headers=self._headers)

    async def get(self, path: str, **query: Any) -> httpx.Response:
        """What is there."""
        return self._kept(await self.http.get(path, params=query))

    async def post(self, path: str, body: Any, **query: Any) -> httpx.Response:
        """What came of it."""
        return self._kept(await self.http.post(path, content=msgspec.json.encode(body), params=query))

    def _kept(self, answer: httpx.Response) -> httpx.Response:
        told = [f"{answer.status_code}".encode(), *(name + b": " + value for name, value in answer.headers.raw)]
        self.received.append(b"\n".join([*told, answer.content]))
        return answer

    async def connect(self, table: str, query: str = "") -> Socket:
        """A socket that has had its first look, or was refused."""
        ear, answered = Ear(), []

        async def receive() -> Any:
            return await ear.inbox.get()

        async def send(message: Any) -> None:
            if message["type"] != "websocket.accept":
                answered.append(repr(message).encode())

        scope: Any = {
            "type": "websocket",
            "path": f"/api/tables/{table}/socket",
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in self._headers.items()],
            "client": ("10.0.0.1", 1),
            "extensions": {EXTENSION: lambda: ear},
        }
        ear.inbox.put_nowait({"type": "websocket.connect"})
        socket = Socket(ear, asyncio.create_task(self.world.app(scope, receive, send)), answered)
        async with asyncio.timeout(patience(PATIENCE)):
            while socket.open and not any(b'"presence"' in frame for frame in ear.heard):
                await asyncio.sleep(0)
        self.sockets.append(socket)
        return socket

    @property
    def everything(self) -> list[bytes]:
        """All bytes, in the order of each connection."""
        told = itertools.chain.from_iterable([*one.answered, *one.ear.heard] for one in self.sockets)
        return [*self.received, *told]


class World:
    """A node, and who is in it."""

    def __init__(self, parts: Services, worker: Worker) -> None:
        self.parts = parts
        self.worker = worker
        self.app: Any = application(parts)

    async def someone(self, name: str | None) -> Someone:
        """A new guest of that name; without one, somebody whom the server does not know."""
        address = f"10.0.0.{len(name or '') + 1}"
        if name is None:
            return Someone(self, None, address)
        async with Someone(self, None, address).http as http:
            token = (await http.post("/api/me", json={"name": name})).json()["token"]
        return Someone(self, token, address)

    async def forget(self) -> None:
        """Nothing is in memory any more: whatever comes next is read from the log."""
        for cached in self.parts.tables._cache:
            async with cached.lock:
                cached.drop()


@asynccontextmanager
async def world(folder: Path, **more: Any) -> AsyncIterator[World]:
    """A node without neighbours, bots or limits."""
    folder.mkdir(parents=True, exist_ok=True)
    bots = Worker()
    settings = Settings(database=f"sqlite:///{folder / 'tilora.db'}", **FREE | more)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scheduler, "process_pools", lambda *_, **__: lambda: bots)
        patch.setattr(auth, "PasswordHasher", partial(PasswordHasher, time_cost=1, memory_cost=64))
        async with run_services(settings, alone_since=system_time.now()) as parts:
            yield World(parts, bots)
