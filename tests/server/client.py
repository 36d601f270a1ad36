"""The reference client: everything that a program can do on a server, with the types of the protocol.

A `Player` is an identity over HTTP, a `Sight` one WebSocket with all that has been seen through it. There is no task
in the background: messages are read while an answer or a change is waited for.
"""

import asyncio
import itertools
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Self, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.patience import patience
from tilora.kernel import nonce_commitment
from tilora.server.http.account_bodies import MeWithToken
from tilora.server.http.table_bodies import CommandDone, OpenedTable
from tilora.server.messages import (
    Ack,
    AskHint,
    AskHintWhy,
    Bye,
    FromServer,
    Hint,
    HintWhy,
    Pong,
    Presence,
    React,
    Refusal,
    Sit,
)
from tilora.table.commands import AnyCommand, Join, Play, Reveal, Undo
from tilora.table.log_lines import LogLine
from tilora.table.look import ClockLook, Look, PositionLook, StepLook, TableLook
from tilora.table.setup import PlaceSetup, Setup

PATIENCE = 20.0
"""Seconds after which a test gives up waiting for something that should have come at once."""

T = TypeVar("T")
_decode = msgspec.json.Decoder(FromServer).decode
_ids = itertools.count()


def new_id() -> str:
    """A name for a request that no other request has."""
    return f"r{next(_ids)}"


class Refused(Exception):
    """The server has said no."""

    def __init__(self, code: str, text: str, status: int = 0) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text
        self.status = status


class Ended(Exception):
    """The socket is closed; `bye` says why, if the server did."""

    def __init__(self, bye: Bye | None) -> None:
        super().__init__(bye.reason if bye else "without a word")
        self.bye = bye


class Player:
    """Somebody with a token."""

    def __init__(self, base: str, me: MeWithToken) -> None:
        self.base = base
        self.me = me
        self.http = httpx.AsyncClient(
            base_url=base, headers={"Authorization": f"Bearer {me.token}"}, timeout=patience(PATIENCE), trust_env=False
        )

    @classmethod
    async def new(cls, base: str, name: str) -> Self:
        """A new guest."""
        async with httpx.AsyncClient(base_url=base, timeout=patience(PATIENCE), trust_env=False) as http:
            answer = await http.post("/api/me", json={"name": name})
        return cls(base, read(answer, MeWithToken))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def open(self, setup: Setup) -> str:
        """A new table; its id."""
        answer = await self.http.post("/api/tables", content=msgspec.json.encode(setup))
        return read(answer, OpenedTable).id

    async def get(self, path: str, kind: type[T], **query: str | int) -> T:
        """What is at that path."""
        return read(await self.http.get(path, params=query), kind)

    async def post(self, table: str, command: AnyCommand, wants: str = "") -> Look:
        """The command has been carried out, without a socket."""
        path = f"/api/tables/{table}/commands"
        answer = await self.http.post(path, content=msgspec.json.encode(command), params={"wants": wants})
        return read(answer, CommandDone).look

    @asynccontextmanager
    async def at(
        self, table: str, seat: int | str | None = None, wants: str = "legal", since: "Sight | None" = None
    ) -> AsyncIterator["Sight"]:
        """A socket at the table that has had its first look."""
        async with sight(self.base, table, self.me.token, seat=seat, wants=wants, since=since) as seen:
            yield seen


@asynccontextmanager
async def sight(
    base: str,
    table: str,
    token: str | None = None,
    *,
    seat: int | str | None = None,
    wants: str = "legal",
    since: "Sight | None" = None,
    headers: dict[str, str] | None = None,
    wire: socket.socket | None = None,
    saw: Callable[[Look], None] = lambda _: None,
) -> AsyncIterator["Sight"]:
    """A socket at the table that has had its first look. With `since`, it only gets what that one has not seen.

    `wire` is a connection that stands already, where it has to be a special one. `saw` is called with every look.
    """
    query = f"?protocol=1&wants={wants}"
    if seat is not None:
        query += f"&seat={seat}"
    if since is not None:
        query += f"&version={since.version}&steps={len(since.steps)}&lines={since.first_line + len(since.lines)}"
    sent = dict(headers or {})
    if token is not None:
        sent["Authorization"] = f"Bearer {token}"
    address = base.replace("http", "ws", 1) + f"/api/tables/{table}/socket{query}"
    try:
        connection = await connect(
            address,
            additional_headers=sent,
            compression=None,
            max_size=None,
            proxy=None,
            sock=wire,
            open_timeout=patience(PATIENCE),
            ping_timeout=patience(PATIENCE),
        )
    except InvalidStatus as error:
        raise refusal(error.response.status_code, bytes(error.response.body or b"{}")) from None
    async with connection:
        seen = Sight(connection, saw)
        if since is not None:
            seen.inherit(since)
        await seen.until(lambda: seen.looks > 0)
        yield seen


class Sight:
    """What one has seen through a socket so far."""

    def __init__(self, connection: ClientConnection, saw: Callable[[Look], None] = lambda _: None) -> None:
        self.connection = connection
        self._saw = saw
        self.seat: int | None = None
        self.version = 0
        self.moment = 0
        self.table: TableLook | None = None
        self.position: PositionLook | None = None
        self.steps: list[StepLook] = []
        self.lines: list[LogLine] = []
        self.first_line = 0
        self.clock: ClockLook | None = None
        self.presence: Presence | None = None
        self.bye: Bye | None = None
        self.looks = 0
        self.last: Look | None = None
        self.nonce = f"nonce-of-{new_id():0>8}"
        """What a seat that is taken through this socket adds to the seed."""

    def inherit(self, other: "Sight") -> None:
        """What the other has seen counts as seen."""
        self.table, self.position, self.clock = other.table, other.position, other.clock
        self.steps, self.lines, self.first_line = list(other.steps), list(other.lines), other.first_line
        self.version, self.moment = other.version, other.moment

    @property
    def legal(self) -> list[str]:
        """What may be done now."""
        found = self.position.legal if self.position else []
        return found if isinstance(found, list) else []

    @property
    def present(self) -> tuple[list[bool], int]:
        """Whether each seat's person is connected, and how many watch."""
        return ([], 0) if self.presence is None else (self.presence.seats, self.presence.watchers)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.position is not None and self.position.over

    @property
    def status(self) -> str:
        """How it stands with the table."""
        return self.table.status if self.table else ""

    async def do(self, command: AnyCommand | Sit | React) -> Ack:
        """The command has been carried out, and what it changed has been seen. Raises Refused."""
        await self.send(command)
        return await self.answer(command.id, Ack)

    async def send(self, message: object) -> None:
        """The message is on its way. Raises Ended."""
        try:
            await self.connection.send(msgspec.json.encode(message).decode())
        except ConnectionClosed:
            raise Ended(self.bye) from None

    async def answer(self, name: str | None, kind: type[T]) -> T:
        """The answer to the request of that name. Raises Refused."""
        while True:
            message = await self.receive()
            if isinstance(message, Refusal) and message.id == name:
                raise Refused(message.code, message.text)
            if isinstance(message, kind) and getattr(message, "id", None) == name:
                return message

    async def play(self, action: str, seat: int | None = None) -> Ack:
        """The action has been played, in the position that has been seen last."""
        return await self.do(Play(id=new_id(), seat=self._seat(seat), moment=self.moment, action=action))

    async def undo(self) -> Ack:
        """The last action has been taken back."""
        return await self.do(Undo(id=new_id(), seat=self._seat(None), moment=self.moment))

    async def join(self, seat: int | None = None) -> Ack:
        """A seat is taken, and looked through. Its nonce is revealed as soon as all seats are taken."""
        return await self.do(Join(id=new_id(), seat=seat, commitment=nonce_commitment(self.nonce)))

    async def sit(self, seat: int | None) -> Ack:
        """That seat is looked through."""
        return await self.do(Sit(id=new_id(), seat=seat))

    async def hint(self) -> Hint:
        """What had best be done."""
        asked = AskHint(id=new_id(), seat=self._seat(None), level=2)
        await self.send(asked)
        return await self.answer(asked.id, Hint)

    async def hint_why(self, action: str, instead: str) -> HintWhy:
        """Why one action is better than another."""
        asked = AskHintWhy(id=new_id(), seat=self._seat(None), action=action, instead=instead)
        await self.send(asked)
        return await self.answer(asked.id, HintWhy)

    async def receive(self) -> FromServer:
        """The next message, taken note of. Raises Ended."""
        try:
            async with asyncio.timeout(patience(PATIENCE)):
                message = _decode(await self.connection.recv())
        except ConnectionClosed:
            raise Ended(self.bye) from None
        self._note(message)
        if isinstance(message, Look) and self.table is not None and self.table.drawing:
            for seat, place in enumerate(self.table.seats):
                if place.commitment == nonce_commitment(self.nonce) and not place.revealed:
                    await self.send(Reveal(id=f"reveal-{self.nonce}", seat=seat, nonce=self.nonce))
        return message

    async def until(self, seen: Callable[[], bool]) -> None:
        """Wait until enough has been received for this to be true."""
        while not seen():
            await self.receive()

    async def ended(self) -> Bye | None:
        """The server has closed the socket, and this is why."""
        try:
            while True:
                await self.receive()
        except Ended as end:
            return end.bye

    def _note(self, message: FromServer) -> None:
        if isinstance(message, Look):
            self._look(message)
        elif isinstance(message, Presence):
            self.presence = message
        elif isinstance(message, Bye):
            self.bye = message

    def _look(self, look: Look) -> None:
        self._saw(look)
        if isinstance(look.table, TableLook):
            self.table = look.table
        if isinstance(look.position, PositionLook):
            self.position = look.position
        first = look.lines_total - len(look.lines)
        if first != self.first_line + len(self.lines):
            self.first_line, self.lines = first, []
        assert look.kept <= len(self.steps)
        self.steps = [*self.steps[: look.kept], *look.steps]
        self.lines = [*self.lines, *look.lines]
        self.seat, self.version, self.moment, self.clock = look.seat, look.version, look.moment, look.clock
        self.last = look
        self.looks += 1

    def _seat(self, seat: int | None) -> int:
        chosen = self.seat if seat is None else seat
        assert chosen is not None, "a spectator can't play"
        return chosen


async def play_out(*sights: Sight, dice: random.Random, steps: int = 1_000_000) -> None:
    """Play the match to its end, or until all have seen this many steps.

    Those who look through seats play what chance will have, others watch.
    """
    await asyncio.gather(*(_play_out(one, dice, steps) for one in sights))


async def _play_out(one: Sight, dice: random.Random, steps: int) -> None:
    while not one.over and len(one.steps) < steps:
        if one.legal:
            await one.play(dice.choice(one.legal))
        else:
            await one.receive()


def read(answer: httpx.Response, kind: type[T]) -> T:
    """The body of a good answer. Raises Refused."""
    if answer.status_code >= 400:
        raise refusal(answer.status_code, answer.content)
    return msgspec.json.decode(answer.content, type=kind)


def refusal(status: int, body: bytes) -> Refused:
    """What a body with an error says."""
    if status in (502, 503, 504) and not body.startswith(b'{"'):
        return Refused("try-again", "The proxy has found no server.", status)
    said: dict[str, Any] = msgspec.json.decode(body)
    return Refused(said["code"], said["text"], status)


def persons(game: str, *kinds: str, **more: Any) -> Setup:
    """A table with such seats: me, here, open, or a bot by its level."""
    places = [
        PlaceSetup(kind="bot", level=int(kind)) if kind.isdigit() else PlaceSetup(kind=kind)  # type: ignore[arg-type]
        for kind in kinds
    ]
    return Setup(game=game, places=places, **more)


__all__ = ["Ended", "Player", "Pong", "Refused", "Sight", "new_id", "persons", "play_out", "read", "refusal", "sight"]
