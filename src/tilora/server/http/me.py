"""Who asks, over HTTP: getting an identity, a name, a password, and one's own unfinished tables."""

import logging

from litestar import Response, get, patch, post
from litestar.params import JSONBody

from tilora.kernel import BadRecord, UnknownGame
from tilora.server.auth import cookie_for, cookie_header
from tilora.server.http.bodies import Claim, Login, Me, MeWithToken, NewName, NewPlayer, TableBody
from tilora.server.http.params import AnyRequest, AppServices, CurrentUser, OptionalUser, address_of
from tilora.server.logs import log
from tilora.server.services import Services
from tilora.server.system_time import now
from tilora.store import Player, login_of
from tilora.table.clean_text import clean_name


@get("/api/me", summary="Who am I? A browser without an identity gets one")
async def get_me(request: AnyRequest, services: AppServices, maybe: OptionalUser) -> Response[Me]:
    """Who asks; a new guest if nobody was known. The cookie lasts a year from now."""
    name, token = cookie_for(request.scope["headers"], maybe)
    if maybe is None:
        services.limits.players.use(address_of(request))
        token, maybe = await services.accounts.create_guest()
    secure = is_secure(request, services)
    return Response(
        _me(maybe.player), headers={"Set-Cookie": cookie_header(token, secure=secure, name=name)} if token else {}
    )


@post("/api/me", summary="Become a new guest, as a program")
async def post_me(request: AnyRequest, services: AppServices, data: JSONBody[NewPlayer]) -> MeWithToken:
    """A new guest with a token for the header `Authorization: Bearer …`. It is told this once."""
    services.limits.players.use(address_of(request))
    token, known = await services.accounts.create_guest(data.name)
    return _with_token(known.player, token)


@patch("/api/me", summary="Go by another name")
async def patch_me(services: AppServices, who: CurrentUser, data: JSONBody[NewName]) -> Me:
    """The new name, at all tables too where one plays on."""
    services.limits.lines.use(who.player.id)
    player = await services.accounts.rename(who, data.name)
    for row in await services.store.tables.running(player.id):
        try:
            await services.tables.change(row.id, lambda table: table.rename(player.id, player.name, now()))
        except (BadRecord, UnknownGame) as error:  # nobody can go on there with the games that are installed now
            log(logging.INFO, "a table could not learn of a name", table=row.id, error=type(error).__name__)
    return _me(player)


@post("/api/me/claim", summary="Keep the name, by a password", status_code=200)
async def claim(request: AnyRequest, services: AppServices, who: CurrentUser, data: JSONBody[Claim]) -> Me:
    """The name is one's own from now on, and can be used on other devices."""
    services.limits.logins.use(address_of(request))
    return _me(await services.accounts.claim(who, data.password))


@post("/api/me/login", summary="Play on from another device", status_code=200)
async def login(
    request: AnyRequest, services: AppServices, maybe: OptionalUser, data: JSONBody[Login]
) -> Response[Me | MeWithToken]:
    """One is who claimed the name. The browser gets a cookie; a program that asks for it, a token."""
    services.limits.logins.use(address_of(request))
    services.limits.logins.use(("name", login_of(clean_name(data.name))))
    token, known = await services.accounts.login(data.name, data.password)
    if data.token:
        return Response(_with_token(known.player, token))
    name, _ = cookie_for(request.scope["headers"], maybe)
    secure = is_secure(request, services)
    return Response(_me(known.player), headers={"Set-Cookie": cookie_header(token, secure=secure, name=name)})


@post("/api/me/logout", summary="Be nobody on this device", status_code=204)
async def logout(request: AnyRequest, services: AppServices, who: CurrentUser) -> Response[None]:
    """The token means nobody any more."""
    await services.accounts.logout(who)
    services.tables.disconnect("signed-out", who.token)
    name, _ = cookie_for(request.scope["headers"], who)
    gone = cookie_header(None, secure=is_secure(request, services), name=name)
    return Response(None, status_code=204, headers={"Set-Cookie": gone})


@get("/api/me/tables", summary="One's own tables that are not over yet")
async def my_tables(services: AppServices, who: CurrentUser) -> list[TableBody]:
    """Where one can play on, the last moved first."""
    rows = await services.store.tables.running(who.player.id)
    return [TableBody(id=row.id, summary=row.summary, moved_at=row.moved_at) for row in rows]


HANDLERS = (get_me, post_me, patch_me, claim, login, logout, my_tables)


def is_secure(request: AnyRequest, services: Services) -> bool:
    """Whether browsers reach this server by https."""
    link = services.settings.link
    return link.startswith("https:") if link else request.url.scheme == "https"


def _me(player: Player) -> Me:
    return Me(player=player.id, name=player.name, claimed=player.claimed)


def _with_token(player: Player, token: str) -> MeWithToken:
    return MeWithToken(player=player.id, name=player.name, claimed=player.claimed, token=token)
