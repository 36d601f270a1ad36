"""The user's account: becoming a guest, changing the name, signing in and out, and unfinished tables."""

import asyncio
import logging
from collections.abc import Callable

from litestar import Response, delete, get, patch, post
from litestar.params import JSONBody

from tilora.kernel import BadRecord, UnknownGame
from tilora.server.auth import User, cookie_for, cookie_header
from tilora.server.devices import describe_device
from tilora.server.errors import Unknown
from tilora.server.http.account_bodies import (
    Claim,
    Login,
    Me,
    MeWithToken,
    NewName,
    NewPassword,
    NewPlayer,
    SessionBody,
)
from tilora.server.http.params import AnyRequest, AppServices, CurrentUser, OptionalUser, SessionId, address_of
from tilora.server.http.player_progress import MOST_REVIEWS, player_progress
from tilora.server.http.player_stats import MOST_MATCHES, player_stats
from tilora.server.http.result_bodies import ProgressBody, StatsBody
from tilora.server.http.table_bodies import TableBody
from tilora.server.logs import log
from tilora.server.services import Services
from tilora.server.system_time import now
from tilora.store import Player, Session, login_of
from tilora.table.clean_text import clean_name
from tilora.table.errors import TableDamaged


@get("/api/me", summary="Get your account, for browsers")
async def get_me(request: AnyRequest, services: AppServices, optional_user: OptionalUser) -> Response[Me]:
    """A browser without a valid cookie becomes a new guest. The cookie lasts for a year from now."""
    name, token = cookie_for(request.scope["headers"], optional_user)
    if optional_user is None:
        services.limits.players.use(address_of(request))
        token, optional_user = await services.accounts.create_guest(device=device_of(request))
    cookie = cookie_header(token, secure=is_secure(request, services), name=name)
    return Response(_me(optional_user.player), headers={"Set-Cookie": cookie} if token else {})


@post("/api/me", summary="Create a guest account, for programs")
async def post_me(request: AnyRequest, services: AppServices, data: JSONBody[NewPlayer]) -> MeWithToken:
    """The answer holds the token for the header `Authorization: Bearer …`. It cannot be read again later."""
    services.limits.players.use(address_of(request))
    token, new_user = await services.accounts.create_guest(data.name, device_of(request))
    return _with_token(new_user.player, token)


@patch("/api/me", summary="Change your name")
async def patch_me(services: AppServices, user: CurrentUser, data: JSONBody[NewName]) -> Me:
    """The name changes at all your unfinished tables as well."""
    services.limits.lines.use(user.player.id)
    player = await services.accounts.rename(user, data.name)
    for row in await services.store.tables.running(player.id):
        try:
            await services.tables.change(row.id, lambda table: table.rename(player.id, player.name, now()))
        except (BadRecord, UnknownGame, TableDamaged) as error:  # that match cannot be continued here
            log(logging.INFO, "could not change a name at a table", table=row.id, error=type(error).__name__)
    return _me(player)


@post("/api/me/claim", summary="Claim your name with a password", status_code=200)
async def claim(request: AnyRequest, services: AppServices, user: CurrentUser, data: JSONBody[Claim]) -> Me:
    """Nobody else can claim the name from now on, and you can sign in with it on other devices."""
    services.limits.logins.use(address_of(request))
    return _me(await services.accounts.claim(user, data.password))


@post("/api/me/login", summary="Sign in with a claimed name", status_code=200)
async def login(
    request: AnyRequest, services: AppServices, optional_user: OptionalUser, data: JSONBody[Login]
) -> Response[Me | MeWithToken]:
    """The answer sets a cookie, or holds a token if the request asks for one."""
    services.limits.logins.use(address_of(request))
    services.limits.logins.use(("name", login_of(clean_name(data.name))))
    token, new_user = await services.accounts.login(data.name, data.password, device_of(request))
    if data.token:
        return Response(_with_token(new_user.player, token))
    name, _ = cookie_for(request.scope["headers"], optional_user)
    secure = is_secure(request, services)
    return Response(_me(new_user.player), headers={"Set-Cookie": cookie_header(token, secure=secure, name=name)})


@post("/api/me/logout", summary="Sign out", status_code=204)
async def logout(request: AnyRequest, services: AppServices, user: CurrentUser) -> Response[None]:
    """The token becomes invalid, and the cookie is deleted."""
    await services.accounts.logout(user.token)
    services.tables.disconnect("signed-out", user.token)
    name, _ = cookie_for(request.scope["headers"], user)
    deleted = cookie_header(None, secure=is_secure(request, services), name=name)
    return Response(None, status_code=204, headers={"Set-Cookie": deleted})


@post("/api/me/password", summary="Change your password", status_code=204)
async def change_password(
    request: AnyRequest, services: AppServices, user: CurrentUser, data: JSONBody[NewPassword]
) -> None:
    """All other devices are signed out."""
    services.limits.logins.use(address_of(request))
    services.limits.logins.use(("name", login_of(user.player.name)))
    await services.accounts.change_password(user, data.old, data.new)
    await _sign_out(services, user, lambda session: session.token != user.token)


@get("/api/me/sessions", summary="List the devices on which you are signed in")
async def sessions(services: AppServices, user: CurrentUser) -> list[SessionBody]:
    """The most recently used come first."""
    return [
        SessionBody(
            id=_session_id(session),
            device=session.device,
            created_at=session.created_at,
            seen_at=session.seen_at,
            current=session.token == user.token,
        )
        for session in await services.accounts.sessions(user)
    ]


@delete("/api/me/sessions", summary="Sign out all other devices")
async def end_other_sessions(services: AppServices, user: CurrentUser) -> None:
    """Their tokens become invalid. This device stays signed in."""
    await _sign_out(services, user, lambda session: session.token != user.token)


@delete("/api/me/sessions/{session_id:str}", summary="Sign out one device")
async def end_session(services: AppServices, user: CurrentUser, session_id: SessionId) -> None:
    """Its token becomes invalid."""
    if not await _sign_out(services, user, lambda session: _session_id(session) == session_id):
        raise Unknown("You are not signed in on that device.")


async def _sign_out(services: Services, user: User, which: Callable[[Session], bool]) -> bool:
    """Sign out these devices of the user. Return whether there were any."""
    found = [session.token for session in await services.accounts.sessions(user) if which(session)]
    for token in found:
        await services.accounts.logout(token)
        services.tables.disconnect("signed-out", token)
    return bool(found)


def _session_id(session: Session) -> str:
    """Return a name of the session for its player. It is not the token, which nobody can read."""
    return session.token[:16]


@get("/api/me/tables", summary="List your unfinished tables")
async def my_tables(services: AppServices, user: CurrentUser) -> list[TableBody]:
    """The most recently changed come first."""
    rows = await services.store.tables.running(user.player.id)
    return [TableBody(id=row.id, summary=row.summary, moved_at=row.moved_at) for row in rows]


@get("/api/me/stats", summary="Get your results at a glance")
async def my_stats(services: AppServices, user: CurrentUser) -> StatsBody:
    """Wins by game and by opponent, streaks, best scores, and how they have changed."""
    return player_stats(await services.store.outcomes.of_player(user.player.id, limit=MOST_MATCHES))


@get("/api/me/progress", summary="Get your progress, from the reviews of your matches")
async def my_progress(services: AppServices, user: CurrentUser) -> ProgressBody:
    """What decisions cost and what luck was worth, match by match, and which points mistakes gave away."""
    found = await services.store.reviews.of_player(user.player.id, limit=MOST_REVIEWS)
    return await asyncio.to_thread(player_progress, found)


HANDLERS = (
    get_me,
    post_me,
    patch_me,
    claim,
    login,
    logout,
    change_password,
    sessions,
    end_other_sessions,
    end_session,
    my_tables,
    my_stats,
    my_progress,
)


def is_secure(request: AnyRequest, services: Services) -> bool:
    """Whether browsers use https to reach this server."""
    link = services.settings.link
    return link.startswith("https:") if link else request.url.scheme == "https"


def device_of(request: AnyRequest) -> str:
    """Return what the device calls itself, in words."""
    return describe_device(request.headers.get("user-agent", ""))


def _me(player: Player) -> Me:
    return Me(player=player.id, name=player.name, claimed=player.claimed)


def _with_token(player: Player, token: str) -> MeWithToken:
    return MeWithToken(player=player.id, name=player.name, claimed=player.claimed, token=token)
