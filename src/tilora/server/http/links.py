"""Addresses to share: the link of this server, QR codes, and other servers on the local network."""

import asyncio
import io
from typing import Annotated

import segno
from litestar import Response, get
from litestar.params import Parameter

from tilora.server.http.games import CACHE_AN_HOUR
from tilora.server.http.params import AnyRequest, AppServices
from tilora.server.http.server_bodies import LinkBody, NeighbourBody
from tilora.server.net import announce
from tilora.server.services import Services


@get("/api/neighbours", summary="List other servers on the local network", sync_to_thread=False)
def list_lan_servers(request: AnyRequest, services: AppServices) -> list[NeighbourBody]:
    """Only clients on the same network get a list; for others it is empty."""
    client = request.scope.get("client")
    servers = services.lan_servers.visible_from(str(client[0]) if client else "")
    return [NeighbourBody(name=server.name, address=server.address) for server in servers]


@get("/api/link", summary="Get the address of this server")
async def get_link(request: AnyRequest, services: AppServices) -> LinkBody:
    """The address to give to others. Links and QR codes start with it."""
    return LinkBody(link=await link_of(request, services))


@get("/api/qr", summary="Get a QR code for a text", sync_to_thread=True)
def get_qr(
    text: Annotated[str, Parameter(min_length=1, max_length=200, description="The text to encode.")],
) -> Response[bytes]:
    """An SVG image."""
    drawn = io.BytesIO()
    segno.make(text, error="l").save(drawn, kind="svg", scale=4, border=2, xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers=CACHE_AN_HOUR)


HANDLERS = (list_lan_servers, get_link, get_qr)


async def link_of(request: AnyRequest, services: Services, path: str = "") -> str:
    """Return the full address of a page, for others to open.

    If the request came to a loopback address, which is of no use to others, this is the address on the local network.
    """
    settings = services.settings
    base = settings.link or f"{request.url.scheme}://{request.url.netloc}"
    if not settings.link and settings.announce and announce.is_loopback(base):
        port = request.url.port or 80
        base = (await asyncio.to_thread(announce.addresses, settings.host, port))[0]
    return base.rstrip("/") + path
