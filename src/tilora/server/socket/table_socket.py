"""One WebSocket per view of a table: looks go out, commands come in, one after the other.

Each message is read, executed and answered before the next is read, so a client that sends faster than it may is simply
read more slowly. What a table has to show never waits for anybody: see `tilora.server.net.websocket_protocol`.
"""

import asyncio
import re
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

import msgspec
from litestar.types import Receive, Scope, Send

from tilora.ai.review.review_report import Reason
from tilora.kernel import IllegalAction, TiloraError, View
from tilora.scene import explain, preview, why
from tilora.server.auth import User
from tilora.server.errors import BadMessage, NotSignedIn, Restarting, TryAgain, Unknown, code_of, status_of
from tilora.server.fair_queue import Asker
from tilora.server.logs import log_error
from tilora.server.messages import (
    PROTOCOL,
    Ack,
    Advised,
    AskHint,
    AskHintWhy,
    AskPreview,
    AskWhy,
    FromClient,
    Hint,
    HintWhy,
    Ping,
    Pong,
    Previewed,
    React,
    Refusal,
    Sit,
    Why,
    read,
)
from tilora.server.net.websocket_protocol import EXTENSION, WebSocketProtocol
from tilora.server.rate_limit import client_network
from tilora.server.reviews.questions import AskReason
from tilora.server.services import Services
from tilora.server.system_time import now
from tilora.server.tables.service import Revision
from tilora.server.tables.subscribers import Subscriber
from tilora.store import StoreError
from tilora.table.errors import Stale
from tilora.table.look import Since, parse_wants
from tilora.table.table import Table

MAX_PARAMETERS = 20
MAX_INVALID = 20
"""Invalid messages in a row before the socket is closed."""


class _WithId(msgspec.Struct):
    """The id of a message, if it has one, whatever else is wrong with it."""

    id: str | None = None


_read_id = msgspec.json.Decoder(_WithId).decode


class SocketQuery(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters in the address of a socket."""

    seat: int | None = None
    auto_seat: bool = True
    """No seat was named: the first of the player's own."""
    wants: frozenset[str] = frozenset()
    since: Since = Since()


def parse_query(query: str) -> SocketQuery:
    """Return the parameters. Raises BadMessage or BadWants."""
    if query.count("&") > MAX_PARAMETERS:
        raise BadMessage(f"The address of a socket takes at most {MAX_PARAMETERS} parameters.")
    given = {name: values[-1] for name, values in parse_qs(query, keep_blank_values=True).items()}
    unknown = given.keys() - {"seat", "wants", "version", "steps", "lines", "protocol"}
    if unknown:
        raise BadMessage(f"Unknown parameter {min(unknown)[:40]!r} in the address of the socket.")
    if given.get("protocol", str(PROTOCOL)) != str(PROTOCOL):
        raise BadMessage(f"This server speaks protocol {PROTOCOL}. Reload the page, or update your program.")
    seat = given.get("seat", "")
    return SocketQuery(
        seat=None if seat in ("", "none") else _number("seat", seat),
        auto_seat=seat == "",
        wants=parse_wants(given.get("wants", "")),
        since=Since(*(_number(name, given.get(name, "0")) for name in ("version", "steps", "lines"))),
    )


def _number(name: str, text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise BadMessage(f"The parameter `{name}` has to be a number, not {text[:40]!r}.")
    return int(text)


async def serve(services: Services, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a socket until one side closes it."""
    await receive()  # "connect"
    headers = scope["headers"]
    address = client_network((scope.get("client") or ("?", 0))[0])
    limits = services.limits
    try:
        table_id = _table_id(scope["path"])
        if services.tables.stopping:
            raise Restarting("The server is restarting. Please try again in a moment.")
        limits.requests.use(address)
        services.accounts.check_origin(headers)
        user = await services.accounts.authenticate(headers)
        query = parse_query(scope["query_string"].decode("latin-1"))
        subscriber = Subscriber(
            _connection(scope),
            user.person if user else None,
            user.token if user else None,
            seat=query.seat,
            auto_seat=query.auto_seat,
            wants=query.wants,
            max_unsent=limits.unsent_bytes,
        )
        with (
            limits.sockets_of_address.hold(address),
            limits.sockets_of_player.hold((user and user.player.id) or address),
        ):
            await services.tables.read(table_id, subscriber.viewer)  # refused now, it is a plain answer over HTTP
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await _TableSocket(services, table_id, subscriber, user, address).run(query.since, receive)
    except (TiloraError, StoreError) as error:
        await _reject(error, send)


def _table_id(path: str) -> str:
    found = re.fullmatch("/api/tables/([^/]{1,64})/socket", path)
    if found is None:
        raise Unknown("There is no socket at this address.")
    return found[1]


def _connection(scope: Scope) -> WebSocketProtocol:
    extensions: dict[str, Any] = scope.get("extensions") or {}
    connection: WebSocketProtocol = extensions[EXTENSION]()
    return connection


async def _reject(error: Exception, send: Send) -> None:
    """Answer over HTTP instead of opening the socket."""
    error = _public(error)
    body = msgspec.json.encode({"code": code_of(error), "text": str(error)})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    start: Any = {"type": "websocket.http.response.start", "status": status_of(error), "headers": headers}
    end: Any = {"type": "websocket.http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(end)


def _public(error: Exception) -> Exception:
    """Return the error as clients may see it: without where the database is and what it said."""
    return TryAgain("The database does not answer. Please try again.") if isinstance(error, StoreError) else error


class _TableSocket:
    """One socket from its first look to its end."""

    def __init__(
        self, services: Services, table_id: str, subscriber: Subscriber, user: User | None, address: str
    ) -> None:
        self._services = services
        self._table_id = table_id
        self._subscriber = subscriber
        self._user = user
        self._address = address
        self._invalid = 0
        """Invalid messages in a row."""
        self._hints: set[asyncio.Task[None]] = set()

    async def run(self, since: Since, receive: Receive) -> None:
        tables, subscriber = self._services.tables, self._subscriber
        self._services.metrics.sockets += 1
        try:
            await tables.subscribe(self._table_id, subscriber, since)
            await self._listen(receive)
        except (TiloraError, StoreError) as error:
            self._refuse(None, error)
            subscriber.close("kept-out" if isinstance(error, TiloraError) else "restarting")
        finally:
            tables.unsubscribe(self._table_id, subscriber)
            for task in self._hints:
                task.cancel()
            self._services.metrics.sockets -= 1

    async def _listen(self, receive: Receive) -> None:
        """Answer messages until either side closes the connection."""
        loop = asyncio.get_running_loop()
        connection = self._subscriber.connection
        assert isinstance(connection, WebSocketProtocol)  # noqa: S101 - it came from _connection
        limits = self._services.limits
        buckets = limits.messages(loop.time()), limits.messages_of_address(self._address, loop.time())
        while True:
            message: Any = await receive()
            if message["type"] != "websocket.receive":
                return
            received = loop.time()
            received_at = now() - int((received - connection.received_at) * 1000)
            wait = max(bucket.take(received) for bucket in buckets)
            if wait:
                await asyncio.sleep(wait)
            if self._subscriber.close_reason is not None:
                return
            text = message.get("text")
            try:
                request = read(text or "")
            except (msgspec.DecodeError, RecursionError) as error:
                self._refuse_invalid(text, error)
                continue
            self._invalid = 0
            lag, delay = connection.round_trip, self._services.stall.delay_of(connection.received_at)
            try:
                await self._answer(request, received_at, lag, delay)
            except (TiloraError, StoreError) as error:
                self._refuse(request.id, error)
                if isinstance(error, Stale):
                    await self._services.tables.resend(self._table_id, self._subscriber)
            except Exception as error:  # noqa: BLE001 - the others at the table play on
                log_error("a message could not be answered", error, table=self._table_id, kind=type(request).__name__)
                self._subscriber.send(
                    Refusal(
                        id=request.id, code="failed", text="Something went wrong on the server. It was not your fault."
                    )
                )

    async def _answer(self, request: FromClient, received_at: int, lag: int, delay: int) -> None:
        subscriber, tables = self._subscriber, self._services.tables
        await self._refresh_user()
        if isinstance(request, Ping):
            subscriber.send(Pong(id=request.id, now=now()))
        elif isinstance(request, Sit):
            self._acknowledge(request.id, await tables.change_seat(self._table_id, subscriber, request.seat))
        elif isinstance(request, React):
            person = self._known_user().person
            self._services.limits.lines.use(person.player)
            self._acknowledge(request.id, await tables.react(self._table_id, request, person, subscriber))
        elif isinstance(request, AskWhy):
            self._services.limits.questions.use(subscriber.player or self._address)
            subscriber.send(await tables.read(self._table_id, lambda table: self._why(table, request)))
        elif isinstance(request, AskPreview):
            self._services.limits.previews.use(subscriber.player or self._address)
            subscriber.send(await tables.read(self._table_id, lambda table: self._preview(table, request)))
        elif isinstance(request, AskHint):
            self._services.limits.hints.use(self._known_user().person.player)
            view, moment = await tables.read(self._table_id, lambda table: self._hint_view(table, request.seat))
            self._think(self._hint(request, view, moment))
        elif isinstance(request, AskHintWhy):
            self._services.limits.questions.use(self._known_user().person.player)
            view, moment = await tables.read(self._table_id, lambda table: self._hint_view(table, request.seat))
            for text in (request.action, request.instead):
                if text not in view.texts():
                    raise IllegalAction(f"{text[:60]!r} is not an action that your seat could take now.")
            self._think(self._hint_why(request, view, moment))
        else:
            revision = await self._services.commands.execute(
                self._table_id,
                request,
                self._known_user().person,
                received_at=received_at,
                lag=lag,
                delay=delay,
                subscriber=subscriber,
            )
            self._acknowledge(request.id, revision)

    def _acknowledge(self, request_id: str, revision: Revision) -> None:
        self._subscriber.send(Ack(id=request_id, version=revision.version, moment=revision.moment))

    def _why(self, table: Table, request: AskWhy) -> Why:
        view = table.view(table.viewer(self._subscriber.player, request.seat))
        explanation = explain(view, request.path)
        if explanation is not None:
            return Why(id=request.id, text="", explanation=explanation)
        return Why(id=request.id, text=why(view, request.path))

    def _preview(self, table: Table, request: AskPreview) -> Previewed:
        view = table.view(table.viewer(self._subscriber.player, request.seat))
        return Previewed(id=request.id, preview=preview(view, request.action))

    def _think(self, work: Coroutine[Any, Any, None]) -> None:
        """Let it go on while other requests are answered, as long as the socket is open."""
        task = asyncio.create_task(work)
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    def _hint_view(self, table: Table, seat: int) -> tuple[View, int]:
        return table.hint_view(seat, self._known_user().person), table.moment(seat)

    async def _hint_why(self, request: AskHintWhy, view: View, moment: int) -> None:
        question = AskReason(view, request.action, request.instead)
        asker = Asker(self._address, self._known_user().person.player)
        try:
            found = await self._services.questions.ask(question, Reason, asker)
            self._subscriber.send(HintWhy(id=request.id, moment=moment, text=found.words))
        except Exception as error:  # noqa: BLE001 - nobody awaits the task
            log_error("the reason of a hint failed", error, table=self._table_id)
            self._subscriber.send(
                Refusal(id=request.id, code="failed", text="The server could not find a reason this time.")
            )

    async def _hint(self, request: AskHint, view: View, moment: int) -> None:
        try:
            found = await self._services.bots.hint(view, request.level)
            best = [Advised(text=text, words=words, value=value) for text, words, value in found.alternatives]
            self._subscriber.send(
                Hint(
                    id=request.id,
                    seat=request.seat,
                    moment=moment,
                    action=found.action,
                    line=found.line,
                    values=found.values,
                    alternatives=best,
                )
            )
        except Exception as error:  # noqa: BLE001 - nobody awaits the task
            log_error("a hint failed", error, table=self._table_id)
            self._subscriber.send(
                Refusal(id=request.id, code="failed", text="The server could not find a hint this time.")
            )

    async def _refresh_user(self) -> None:
        """Look up who is asking. Raises NotSignedIn if they have signed out, on whichever node."""
        if self._user is not None:
            self._user = await self._services.accounts.refresh(self._user)
            if self._user is None:
                self._subscriber.close("signed-out")
                raise NotSignedIn("You have signed out.")

    def _known_user(self) -> User:
        if self._user is None:
            raise NotSignedIn("You need an account for that: get one from /api/me, then connect again.")
        return self._user

    def _refuse_invalid(self, text: str | None, error: Exception) -> None:
        request_id = None
        if text is None:
            error = BadMessage("Messages are text frames with one JSON object.")
        else:
            with suppress(msgspec.DecodeError, RecursionError):
                request_id = _read_id(text).id
        self._refuse(request_id and request_id[:64], BadMessage(f"This is not a message of the protocol: {error}."))
        self._invalid += 1
        if self._invalid >= MAX_INVALID:
            self._subscriber.close("too-many")

    def _refuse(self, request_id: str | None, error: Exception) -> None:
        error = _public(error)
        self._subscriber.send(Refusal(id=request_id, code=code_of(error), text=str(error)))
