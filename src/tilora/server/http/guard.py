"""The outermost layer of the application: rate limits, origin checks, a time limit, and security headers."""

import asyncio
import logging
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from tilora.server.auth import Accounts, Headers
from tilora.server.errors import BadMessage, ServerError, TooManyConnections, code_of
from tilora.server.logs import log, log_error
from tilora.server.net.http_protocol import CONNECTION
from tilora.server.rate_limit import ServerLimits, client_network

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
NO_STORE = [(b"cache-control", b"no-store")]
"""For responses that may be private. Public ones set their own cache time."""
HTTPS_ONLY = [(b"strict-transport-security", b"max-age=31536000")]
"""Tells browsers to come by https only for a year, so that nobody on the way can send them elsewhere first."""
SAFE = {"GET", "HEAD", "OPTIONS"}
MAX_HOST_LENGTH = 255
REQUEST_TIMEOUT = 30.0
"""Seconds after which a request is given up, also that of a slow sender."""


class Guard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, accounts: Accounts, limits: ServerLimits, *, https: bool) -> None:
        """`https` says that browsers reach this server by https, whatever a request looks like here."""
        self._app = app
        self._https = https
        self._accounts = accounts
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a socket."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        began, status = perf_counter(), 0

        async def send_with_headers(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.get("headers", [])
                private = scope["path"].startswith("/api/") and all(name != b"cache-control" for name, _ in headers)
                https = HTTPS_ONLY if self._https or scope["scheme"] == "https" else ()
                message["headers"] = [*headers, *HEADERS, *https, *(NO_STORE if private else ())]
            await send(message)

        try:
            self._check(scope)
            async with asyncio.timeout(REQUEST_TIMEOUT):
                await self._app(scope, receive, send_with_headers)
        except ServerError as error:
            close = isinstance(error, TooManyConnections)
            await _send_error(send_with_headers, error.status, code_of(error), str(error), close=close)
        except TimeoutError:
            if not status:
                await _send_error(
                    send_with_headers, 408, "too-slow", f"The request took longer than {REQUEST_TIMEOUT:.0f} seconds."
                )
        except Exception as error:  # noqa: BLE001 - otherwise there would be no answer
            log_error("a request failed", error, path=scope["path"])
            if not status:
                await _send_error(
                    send_with_headers, 500, "failed", "Something went wrong on the server. It was not your fault."
                )
        milliseconds = round(1000 * (perf_counter() - began), 1)
        log(logging.DEBUG, "request", method=scope["method"], path=scope["path"], status=status, ms=milliseconds)

    def _check(self, scope: Any) -> None:
        address = (scope.get("client") or ("?", 0))[0]
        self._limits.requests.use(client_network(address))
        connection = scope.get("extensions", {}).get(CONNECTION)
        if connection is not None and not self._limits.connections.use(connection(), address):
            raise TooManyConnections("Too many connections from this address.")
        _check_host(scope["headers"])
        if scope["method"] not in SAFE:
            self._accounts.check_origin(scope["headers"])


def _check_host(headers: Headers) -> None:
    """Raise BadMessage if the Host header is not valid: links are made from it."""
    host = next((value for name, value in headers if name == b"host"), b"").decode("latin-1")
    try:
        port = urlsplit(f"//{host}").port
    except ValueError:
        port = -1
    if port == -1 or len(host) > MAX_HOST_LENGTH:
        raise BadMessage("The Host header is not a valid host name.")


async def _send_error(send: Send, status: int, code: str, text: str, *, close: bool = False) -> None:
    body = msgspec.json.encode({"code": code, "text": text})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if close:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
