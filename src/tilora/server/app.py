"""The application that uvicorn serves: its addresses, and how errors are answered."""

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
from tilora.server.errors import BadMessage, code_of, status_of
from tilora.server.http.api_docs import DocsPage
from tilora.server.http.guard import Guard
from tilora.server.http.params import DEPENDENCIES, AppServices
from tilora.server.http.replays import Replays
from tilora.server.http.routes import HANDLERS
from tilora.server.http.server_bodies import ErrorBody
from tilora.server.logs import log_error
from tilora.server.metrics import Metrics, decode_metrics, may_read_metrics, prometheus_text
from tilora.server.rate_limit import MAX_BODY_BYTES
from tilora.server.services import Services
from tilora.server.socket import table_socket
from tilora.store import StoreError
from tilora.table.errors import NotAllowed

AnyRequest = Request[Any, Any, Any]

CODES = {400: "bad-message", 404: "not-found", 405: "not-allowed-here", 413: "too-large", 415: "bad-message"}
"""Codes of the errors that the framework itself answers with."""


def application(services: Services) -> ASGIApp:
    """Return the application for uvicorn."""
    replays = Replays()
    app = Litestar(
        [*HANDLERS, health, ready, metrics, no_socket],
        dependencies=DEPENDENCIES
        | {
            "services": Provide(lambda: services, sync_to_thread=False),
            "replays": Provide(lambda: replays, sync_to_thread=False),
        },
        exception_handlers={
            TiloraError: _answer_refusal,
            StoreError: _answer_store_error,
            HTTPException: _answer_http_error,
            RecursionError: _answer_too_deep,
            UnicodeDecodeError: _answer_not_text,
            Exception: _answer_failure,
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
            await table_socket.serve(services, scope, receive, send)
        else:
            await app(scope, receive, send)

    https = (services.settings.link or "").startswith("https:")
    return Guard(by_kind, services.accounts, services.limits, https=https)


@get("/health", summary="Whether the server is alive", sync_to_thread=False)
def health() -> dict[str, str]:
    """Any answer means that it is alive."""
    return {"status": "alive"}


@get("/ready", summary="Whether the server is ready")
async def ready(services: AppServices) -> Response[dict[str, bool]]:
    """200 if the store takes what is written, the channels answer and the server is not about to stop, else 503.

    Two things do not count: `search` is false if the search of a game could not be compiled and its bots play weakly,
    `intact` if something in the store is damaged.
    """
    needed = {
        "store": await services.readiness.store_works(),
        "channels": services.pubsub.healthy(),
        "staying": not services.tables.stopping,
    }
    status = 200 if all(needed.values()) else 503
    also = {"search": not services.metrics.broken_searches, "intact": services.readiness.intact}
    return Response(needed | also, status_code=status)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: AnyRequest, services: AppServices) -> Response[bytes]:
    """Only for Prometheus: anybody who saw the numbers change could count what others try out."""
    client = (request.scope.get("client") or ("?", 0))[0]
    if not may_read_metrics(services.settings.metrics, client, request.headers.get("host", "")):
        raise NotAllowed("You are not allowed to read the metrics. The setting `metrics` says who is.")
    found: Metrics | dict[int, Metrics] = services.metrics
    if siblings := services.siblings:
        found = {worker: decode_metrics(report) for worker, report in siblings.reports().items()}
        found[siblings.placement.number] = services.metrics
    return Response(prometheus_text(found), media_type="text/plain; version=0.0.4")


@get("/api/tables/{table_id:str}/socket", include_in_schema=False, sync_to_thread=False)
def no_socket() -> None:
    """Refuse plain HTTP."""
    raise BadMessage("This is the address of a WebSocket. See docs/protocol.md.")


def _answer_refusal(_: AnyRequest, error: Exception) -> Response[ErrorBody]:
    return Response(ErrorBody(code=code_of(error), text=str(error)), status_code=status_of(error))


def _answer_store_error(_: AnyRequest, error: Exception) -> Response[ErrorBody]:
    log_error("the store failed", error)
    body = ErrorBody(code="try-again", text="The database does not answer. Please try again in a moment.")
    return Response(body, status_code=503)


def _answer_http_error(_: AnyRequest, error: HTTPException) -> Response[ErrorBody]:
    extra = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(f"{item.get('key', '')}: {item.get('message', '')}" for item in extra if isinstance(item, dict))
    cause = error.__cause__
    if not details and isinstance(cause, msgspec.DecodeError):
        details = str(cause)
    detail = "There is nothing at this address." if error.status_code == 404 else error.detail
    text = f"{detail}{': ' if details else ''}{details}"
    code = CODES.get(error.status_code, "refused")
    return Response(ErrorBody(code=code, text=text[:500]), status_code=error.status_code, headers=error.headers)


def _answer_too_deep(_: AnyRequest, error: RecursionError) -> Response[ErrorBody]:
    return Response(ErrorBody(code="bad-message", text="The body is nested too deeply."), status_code=400)


def _answer_not_text(_: AnyRequest, error: UnicodeDecodeError) -> Response[ErrorBody]:
    return Response(ErrorBody(code="bad-message", text="The body is not valid UTF-8."), status_code=400)


def _answer_failure(request: AnyRequest, error: Exception) -> Response[ErrorBody]:
    log_error("a request failed", error, path=request.scope["path"])
    body = ErrorBody(code="failed", text="Something went wrong on the server. It was not your fault.")
    return Response(body, status_code=500)
