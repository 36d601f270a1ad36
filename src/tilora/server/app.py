"""The application: all parts of a node put together, and its addresses."""

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, Receive, Scope, Send

import tilora
from tilora.kernel import TiloraError
from tilora.server.auth import Accounts
from tilora.server.bots import scheduler as thinkers
from tilora.server.errors import BadMessage, code_of, status_of
from tilora.server.http.api_docs import DocsPage
from tilora.server.http.bodies import ErrorBody
from tilora.server.http.guard import Guard
from tilora.server.http.params import DEPENDENCIES, AppServices
from tilora.server.http.replays import Replays
from tilora.server.http.routes import HANDLERS
from tilora.server.logs import log_error
from tilora.server.metrics import Metrics
from tilora.server.net.lan import LanServers
from tilora.server.rate_limit import MAX_BODY_BYTES, ServerLimits
from tilora.server.services import Services
from tilora.server.settings import Settings
from tilora.server.socket import session
from tilora.server.system_time import now
from tilora.server.tables.pubsub import channels
from tilora.server.tables.service import Live
from tilora.server.tables.timers import Clockwork
from tilora.store import Store, StoreError
from tilora.table.errors import NotAllowed

AnyRequest = Request[Any, Any, Any]

CODES = {400: "bad-message", 404: "not-found", 405: "not-allowed-here", 413: "too-large", 415: "bad-message"}
"""For what the framework itself refuses."""


@asynccontextmanager
async def services(settings: Settings, *, alone: bool) -> AsyncIterator[Services]:
    """A node that lives meanwhile. With `alone`, no other node uses the store at the same time."""
    metrics = Metrics()
    notes = channels(settings.channels, settings.database)
    async with AsyncExitStack() as stack:
        begun = now()
        store = await Store.connect(settings.database)
        stack.push_async_callback(store.close)
        live = Live(store, notes, metrics, secrets.token_hex(8))
        if settings.cluster:
            executors = await stack.enter_async_context(thinkers.cluster(settings.cluster))
        else:
            executors = thinkers.processes(settings.workers)
        bots = thinkers.Bots(live, executors)
        stack.push_async_callback(bots.stop)
        clockwork = Clockwork(live, idle=settings.idle, alone_since=begun if alone else None)
        await notes.start(live.heard, live.cut)
        stack.push_async_callback(notes.stop)
        await clockwork.start()
        stack.push_async_callback(clockwork.stop)
        stack.push_async_callback(live.stop)
        yield Services(
            settings=settings,
            store=store,
            channels=notes,
            live=live,
            bots=bots,
            clockwork=clockwork,
            accounts=Accounts(store, link=settings.link, origins=settings.origins),
            limits=ServerLimits(settings),
            metrics=metrics,
            replays=Replays(),
            lan_servers=LanServers(),
        )


def application(parts: Services) -> ASGIApp:
    """What uvicorn serves."""
    app = Litestar(
        [*HANDLERS, health, ready, metrics, no_socket],
        dependencies=DEPENDENCIES | {"services": Provide(lambda: parts, sync_to_thread=False)},
        exception_handlers={
            TiloraError: _refused,
            StoreError: _store_down,
            HTTPException: _http,
            RecursionError: _too_deep,
            UnicodeDecodeError: _no_text,
            Exception: _failed,
        },
        openapi_config=OpenAPIConfig(
            title="Tilora",
            version=tilora.__version__,
            path="/api/docs",
            render_plugins=[DocsPage(path="/"), JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        request_max_body_size=MAX_BODY_BYTES,
        logging_config=None,
        debug=False,
    )

    async def by_kind(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await session.serve(parts, scope, receive, send)
        else:
            await app(scope, receive, send)

    return Guard(by_kind, parts.accounts, parts.limits)


@get("/health", summary="Whether the server lives", sync_to_thread=False)
def health() -> dict[str, str]:
    """It does, if this is answered."""
    return {"status": "alive"}


@get("/ready", summary="Whether the server can serve")
async def ready(services: AppServices) -> Response[dict[str, bool]]:
    """The store and the channels answer, and the server is not about to stop."""
    parts = {
        "store": await services.store.healthy(),
        "channels": services.channels.healthy(),
        "staying": not services.live.stopping,
    }
    return Response(parts, status_code=200 if all(parts.values()) else 503)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: AnyRequest, services: AppServices) -> Response[bytes]:
    """For Prometheus, and for nobody else: who sees them change can count what others try out."""
    readers = {one.strip() for one in services.settings.metrics.split(",")}
    if not readers & {"*", (request.scope.get("client") or ("?", 0))[0]}:
        raise NotAllowed("The metrics are for who runs this server: see the setting `metrics`.")
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")


@get("/api/tables/{table_id:str}/socket", include_in_schema=False, sync_to_thread=False)
def no_socket() -> None:
    """Asked for without a WebSocket."""
    raise BadMessage("The socket of a table is a WebSocket: see docs/protocol.md.")


def _refused(_: AnyRequest, error: Exception) -> Response[ErrorBody]:
    return Response(ErrorBody(code=code_of(error), text=str(error)), status_code=status_of(error))


def _store_down(_: AnyRequest, error: Exception) -> Response[ErrorBody]:
    log_error("the store failed", error)
    body = ErrorBody(code="try-again", text="The store does not answer. Please try again in a moment.")
    return Response(body, status_code=503)


def _http(_: AnyRequest, error: HTTPException) -> Response[ErrorBody]:
    extra = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(f"{one.get('key', '')}: {one.get('message', '')}" for one in extra if isinstance(one, dict))
    cause = error.__cause__
    if not details and isinstance(cause, msgspec.DecodeError):
        details = str(cause)
    detail = "There is nothing at this address." if error.status_code == 404 else error.detail
    text = f"{detail}{': ' if details else ''}{details}"
    code = CODES.get(error.status_code, "refused")
    return Response(ErrorBody(code=code, text=text[:500]), status_code=error.status_code, headers=error.headers)


def _too_deep(_: AnyRequest, error: RecursionError) -> Response[ErrorBody]:
    return Response(ErrorBody(code="bad-message", text="The body is nested too deeply."), status_code=400)


def _no_text(_: AnyRequest, error: UnicodeDecodeError) -> Response[ErrorBody]:
    return Response(ErrorBody(code="bad-message", text="The body is not text in UTF-8."), status_code=400)


def _failed(request: AnyRequest, error: Exception) -> Response[ErrorBody]:
    log_error("a request failed", error, path=request.scope["path"])
    return Response(ErrorBody(code="failed", text="Something went wrong here, not with you."), status_code=500)
