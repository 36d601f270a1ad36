"""Addresses to share: this server's link, a QR code, and other servers on the local network."""

import asyncio
import io
from typing import Annotated

import segno
from litestar import Response, get
from litestar.params import Parameter

from tilora.server.http.bodies import LinkBody, NeighbourBody
from tilora.server.http.games import LASTING
from tilora.server.http.params import AnyRequest, AppServices
from tilora.server.net import announce
from tilora.server.services import Services


@get("/api/neighbours", summary="Other servers on the local network", sync_to_thread=False)
def neighbours(request: AnyRequest, services: AppServices) -> list[NeighbourBody]:
    """Those that this server has heard of, for who asks from the same network."""
    client = request.scope.get("client")
    known = services.lan_servers.visible_from(str(client[0]) if client else "")
    return [NeighbourBody(name=one.name, address=one.address) for one in known]


@get("/api/link", summary="Where others reach this server")
async def link(request: AnyRequest, services: AppServices) -> LinkBody:
    """What links and codes for others begin with."""
    return LinkBody(link=await link_of(request, services))


@get("/api/qr", summary="A text as a code to photograph", sync_to_thread=True)
def get_qr(text: Annotated[str, Parameter(min_length=1, max_length=200)]) -> Response[bytes]:
    """An SVG."""
    drawn = io.BytesIO()
    segno.make(text, error="l").save(drawn, kind="svg", scale=4, border=2, xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers=LASTING)


HANDLERS = (neighbours, link, get_qr)


async def link_of(request: AnyRequest, services: Services, path: str = "") -> str:
    """The whole address of one of our pages, for others, as far as it can be known.

    Who came by an address of this machine alone is told the one that the local network has been told.
    """
    settings = services.settings
    base = settings.link or f"{request.url.scheme}://{request.url.netloc}"
    if not settings.link and settings.announce and announce.is_loopback(base):
        port = request.url.port or 80
        base = (await asyncio.to_thread(announce.addresses, settings.host, port))[0]
    return base.rstrip("/") + path
