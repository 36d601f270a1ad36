"""One WebSocket per view of a table: looks go out, commands come in, one after the other.

What a client sends is read, carried out and answered before the next message is read; so a client that sends faster
than it may is simply read more slowly. What a table has to tell never waits for anybody: see
`tilora.server.net.websocket_protocol`.
"""

import asyncio
import re
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

import msgspec
from litestar.types import Receive, Scope, Send

from tilora.kernel import TiloraError
from tilora.scene import why
from tilora.server.auth import User
from tilora.server.errors import BadMessage, Nobody, Restarting, TryAgain, Unknown, code_of, status_of
from tilora.server.logs import log_error
from tilora.server.messages import (
    PROTOCOL,
    Ack,
    Advised,
    AskHint,
    AskWhy,
    FromClient,
    Hint,
    Ping,
    Pong,
    Refusal,
    Sit,
    Why,
    read,
)
from tilora.server.net.websocket_protocol import EXTENSION, WebSocketProtocol
from tilora.server.rate_limit import client_network
from tilora.server.services import Services
from tilora.server.system_time import now
from tilora.server.tables.commands import carry_out
from tilora.server.tables.subscribers import Onlooker
from tilora.store import StoreError
from tilora.table.errors import Stale
from tilora.table.look import Since, parse_wants
from tilora.table.table import Table

MOST_PARAMETERS = 20
MOST_NONSENSE = 20
"""Messages in a row that can't be read before the socket is closed."""


class _Named(msgspec.Struct):
    """Whatever else is wrong with a message: its id, if it has one."""

    id: str | None = None


_read_id = msgspec.json.Decoder(_Named).decode


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What the address of a socket asks for."""

    seat: int | None = None
    auto: bool = True
    wants: frozenset[str] = frozenset()
    since: Since = Since()


def asked(query: str) -> Asked:
    """What the query of the address asks for. Raises BadMessage."""
    if query.count("&") > MOST_PARAMETERS:
        raise BadMessage(f"The address of a socket has at most {MOST_PARAMETERS} parameters.")
    given = {name: values[-1] for name, values in parse_qs(query, keep_blank_values=True).items()}
    unknown = given.keys() - {"seat", "wants", "version", "steps", "lines", "protocol"}
    if unknown:
        raise BadMessage(f"The address of a socket has no {sorted(unknown)[0][:40]!r}.")
    if given.get("protocol", str(PROTOCOL)) != str(PROTOCOL):
        raise BadMessage(f"This server speaks protocol {PROTOCOL}. Load the page again, or get the newest program.")
    seat = given.get("seat", "")
    return Asked(
        seat=None if seat in ("", "none") else _number("seat", seat),
        auto=seat == "",
        wants=parse_wants(given.get("wants", "")),
        since=Since(*(_number(name, given.get(name, "0")) for name in ("version", "steps", "lines"))),
    )


def _number(name: str, text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise BadMessage(f"The address of a socket: {name} is a number, not {text[:40]!r}.")
    return int(text)


async def serve(services: Services, scope: Scope, receive: Receive, send: Send) -> None:
    """The socket has been served until one side ended it."""
    await receive()  # "connect"
    headers = scope["headers"]
    address = client_network((scope.get("client") or ("?", 0))[0])
    try:
        table_id = _table(scope["path"])
        if services.live.stopping:
            raise Restarting("The server restarts. Please try again in a moment.")
        services.limits.requests.use(address)
        services.accounts.check_origin(headers)
        known = await services.accounts.authenticate(headers)
        wishes = asked(scope["query_string"].decode("latin-1"))
        one = Onlooker(
            _wire(scope),
            known.person if known else None,
            known.token if known else None,
            seat=wishes.seat,
            auto=wishes.auto,
            wants=wishes.wants,
            most_unsent=services.limits.unsent_bytes,
        )
        limits = services.limits
        with (
            limits.sockets_of_address.hold(address),
            limits.sockets_of_player.hold((known and known.player.id) or address),
        ):
            await services.live.read(table_id, one.viewer)  # refused now, it is a plain answer over HTTP
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await _Session(services, table_id, one, known, address).run(wishes.since, receive)
    except (TiloraError, StoreError) as error:
        await _refuse(error, send)


def _table(path: str) -> str:
    found = re.fullmatch("/api/tables/([^/]{1,64})/socket", path)
    if found is None:
        raise Unknown("There is no socket at this address.")
    return found[1]


def _wire(scope: Scope) -> WebSocketProtocol:
    extensions: dict[str, Any] = scope.get("extensions") or {}
    wire: WebSocketProtocol = extensions[EXTENSION]
    return wire


async def _refuse(error: Exception, send: Send) -> None:
    error = _without_store(error)
    body = msgspec.json.encode({"code": code_of(error), "text": str(error)})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    start: Any = {"type": "websocket.http.response.start", "status": status_of(error), "headers": headers}
    end: Any = {"type": "websocket.http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(end)


def _without_store(error: Exception) -> Exception:
    """The error as clients hear of it: where the database is and what it said is none of their business."""
    return TryAgain("The store does not answer. Please try again.") if isinstance(error, StoreError) else error


class _Session:
    """One socket from its first look to its end."""

    def __init__(self, services: Services, table_id: str, one: Onlooker, known: User | None, address: str) -> None:
        self._services = services
        self._table = table_id
        self._one = one
        self._known = known
        self._address = address
        self._nonsense = 0
        self._hints: set[asyncio.Task[None]] = set()

    async def run(self, since: Since, receive: Receive) -> None:
        live, one = self._services.live, self._one
        self._services.metrics.sockets += 1
        try:
            await live.attach(self._table, one, since)
            await self._listen(receive)
        except (TiloraError, StoreError) as error:
            self._say_no(None, error)
            one.bye("kept-out" if isinstance(error, TiloraError) else "restarting")
        finally:
            live.detach(self._table, one)
            for task in self._hints:
                task.cancel()
            self._services.metrics.sockets -= 1

    async def _listen(self, receive: Receive) -> None:
        loop = asyncio.get_running_loop()
        wire = self._one.line
        assert isinstance(wire, WebSocketProtocol)  # noqa: S101 - it came from _wire
        bucket = self._services.limits.messages(loop.time())
        while True:
            message: Any = await receive()
            if message["type"] != "websocket.receive":
                return
            came = loop.time()
            came_at = now() - int((came - wire.received_at) * 1000)
            wait = bucket.take(came)
            if wait:
                await asyncio.sleep(wait)
            text = message.get("text")
            try:
                request = read(text or "")
            except (msgspec.DecodeError, RecursionError) as error:
                self._not_understood(text, error)
                continue
            self._nonsense = 0
            try:
                await self._answer(
                    request, came_at, wire.round_trip + self._services.live.stall.before(wire.received_at)
                )
            except (TiloraError, StoreError) as error:
                self._say_no(request.id, error)
                if isinstance(error, Stale):
                    await self._services.live.show_all(self._table, self._one)
            except Exception as error:  # noqa: BLE001 - the others at the table play on
                log_error("a message could not be answered", error, table=self._table, kind=type(request).__name__)
                self._one.say(Refusal(id=request.id, code="failed", text="Something went wrong here, not with you."))

    async def _answer(self, request: FromClient, came_at: int, lag: int) -> None:
        one = self._one
        await self._look_up()
        if isinstance(request, Ping):
            one.say(Pong(id=request.id, now=now()))
        elif isinstance(request, Sit):
            done = await self._services.live.sit(self._table, one, request.seat)
            one.say(Ack(id=request.id, version=done.version, moment=done.moment))
        elif isinstance(request, AskWhy):
            self._services.limits.questions.use(one.player or self._address)
            one.say(await self._services.live.read(self._table, lambda table: self._why(table, request)))
        elif isinstance(request, AskHint):
            self._services.limits.hints.use(self._who().person.player)
            view = await self._services.live.read(self._table, lambda table: self._hint_view(table, request))
            task = asyncio.create_task(self._hint(request, *view))
            self._hints.add(task)
            task.add_done_callback(self._hints.discard)
        else:
            done = await carry_out(
                self._services, self._table, request, self._who().person, came_at=came_at, lag=lag, onlooker=one
            )
            one.say(Ack(id=request.id, version=done.version, moment=done.moment))

    def _why(self, table: Table, request: AskWhy) -> Why:
        view = table.view(table.viewer(self._one.player, request.seat))
        return Why(id=request.id, text=why(view, request.path))

    def _hint_view(self, table: Table, request: AskHint) -> tuple[Any, int]:
        return table.hint_view(request.seat, self._who().person), table.moment(request.seat)

    async def _hint(self, request: AskHint, view: Any, moment: int) -> None:
        try:
            advice = await self._services.bots.hint(view, request.level)
            best = [Advised(text=text, words=words, value=value) for text, words, value in advice.alternatives]
            self._one.say(
                Hint(
                    id=request.id,
                    seat=request.seat,
                    moment=moment,
                    action=advice.action,
                    line=advice.line,
                    values=advice.values,
                    alternatives=best,
                )
            )
        except Exception as error:  # noqa: BLE001 - nobody waits for the task
            log_error("a hint failed", error, table=self._table)
            self._one.say(Refusal(id=request.id, code="failed", text="No hint could be found this time."))

    async def _look_up(self) -> None:
        """Who asks is known as they are now. Raises Nobody if they have signed out, at whatever node."""
        if self._known is not None:
            self._known = await self._services.accounts.refresh(self._known)
            if self._known is None:
                self._one.bye("signed-out")
                raise Nobody("You have signed out.")

    def _who(self) -> User:
        if self._known is None:
            raise Nobody("Only who has a name here can do that: ask /api/me for one first, and connect again.")
        return self._known

    def _not_understood(self, text: str | None, error: Exception) -> None:
        name = None
        if text is None:
            error = BadMessage("Messages are text frames with one JSON object.")
        else:
            with suppress(msgspec.DecodeError, RecursionError):
                name = _read_id(text).id
        self._say_no(name and name[:64], BadMessage(f"That is no message of the protocol: {error}."))
        self._nonsense += 1
        if self._nonsense >= MOST_NONSENSE:
            self._one.bye("too-many")

    def _say_no(self, name: str | None, error: Exception) -> None:
        error = _without_store(error)
        self._one.say(Refusal(id=name, code=code_of(error), text=str(error)))
