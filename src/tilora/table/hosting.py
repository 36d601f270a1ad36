"""What commands lead to around the match: chat, who may do what, closing, and playing again. Nothing changes here."""

from tilora.table.clean_text import clean_chat, clean_name
from tilora.table.commands import (
    Close,
    Mute,
    Rematch,
    Say,
    SetWatchers,
)
from tilora.table.errors import NotAllowed, NotNow
from tilora.table.events import (
    AnyEvent,
    Closed,
    Muted,
    RematchWanted,
    Said,
    WatchersSet,
)
from tilora.table.permissions import Request, may_watch, require_host, require_own_seat
from tilora.table.state import TableState, chat_size

CHAT_OF_PLAYER = 256 << 10
"""Bytes of chat by the host, and by each person with a seat: they are kept as long as the match."""
CHAT_OF_STRANGERS = 128 << 10
"""Bytes of chat by everybody else together."""
CHAT_OF_STRANGER = 16 << 10
"""Bytes of chat by one of them."""


def say(table: TableState, command: Say, request: Request) -> list[AnyEvent]:
    who = request.who
    if not may_watch(table, who.player):
        raise NotAllowed("The host does not allow spectators at this table.")
    if who.player in table.muted:
        raise NotAllowed("The host has muted you.")
    text, name = clean_chat(command.text), clean_name(who.name)
    _check_chat_limit(table, who.player, chat_size(name, text))
    return [Said(at=request.at, player=who.player, name=name, text=text)]


def _check_chat_limit(table: TableState, player: str, size: int) -> None:
    """Raise NotNow before the chat grows without end. What strangers write never counts against players."""
    total = table.chat_sizes[player] + size
    if not table.is_stranger(player):
        if total > CHAT_OF_PLAYER:
            raise NotNow("You have reached the limit for chat messages at this table.")
    elif total > CHAT_OF_STRANGER or table.stranger_chat_size + size > CHAT_OF_STRANGERS:
        raise NotNow("Spectators have reached the limit for chat messages at this table. Players can still chat.")


def mute(table: TableState, command: Mute, request: Request) -> list[AnyEvent]:
    require_host(table, request.who)
    if command.player == table.opened.host:
        raise NotAllowed("The host can't be muted.")
    if (command.player in table.muted) == command.muted:
        return []
    return [Muted(at=request.at, player=command.player, muted=command.muted)]


def set_watchers(table: TableState, command: SetWatchers, request: Request) -> list[AnyEvent]:
    require_host(table, request.who)
    if table.opened.challenge:
        raise NotAllowed("Nobody can watch a challenge, because others still want to play it.")
    if command.watchers == table.watchers:
        return []
    return [WatchersSet(at=request.at, watchers=command.watchers)]


def close(table: TableState, command: Close, request: Request) -> list[AnyEvent]:
    require_host(table, request.who)
    playing = [
        place.name
        for seat, place in enumerate(table.places)
        if place.kind == "person" and place.player != request.who.player and not table.gave_up[seat]
    ]
    if table.status == "running" and playing:
        raise NotNow(f"{playing[0]} is still playing. You can hand your seat over to a bot, or give up.")
    return [Closed(at=request.at, player=request.who.player)]


def rematch(table: TableState, command: Rematch, request: Request) -> list[AnyEvent]:
    require_own_seat(table, command.seat, request.who)
    if table.status not in ("finished", "aborted"):
        raise NotNow("You can ask for a rematch when this match has ended.")
    if table.rematch or table.wants_rematch[command.seat]:
        return []
    return [RematchWanted(at=request.at, seat=command.seat, commitment=command.commitment)]
