"""What the tests of the store share."""

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Literal, ParamSpec

from tests.patience import factor
from tilora.store import Index, Store
from tilora.table.events import Time
from tilora.table.summary import PlaceSummary, Status, Summary

P = ParamSpec("P")


def awaited(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """The test in an event loop of its own, which leaves no connection open."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def run_and_close() -> None:
            try:
                await test(*args, **kwargs)
            finally:
                left = await _close_connections()
            assert left == [], "the test has left connections open"

        asyncio.run(run_and_close())

    return run


async def _close_connections() -> list[str]:
    """Close what is still open; return it. Otherwise some other test would fail, when the garbage is collected."""
    await _let_go()
    transports = list(getattr(asyncio.get_running_loop(), "_transports", {}).values())
    left = [repr(transport) for transport in transports if not transport.is_closing()]
    for transport in transports:
        transport.abort()  # also those that are closing, and never will be closed because nobody reads the rest
    await _let_go()
    return left


async def _let_go() -> None:
    for _ in range(3):  # connections are closed by one of the next turns of the loop
        await asyncio.sleep(0)


@asynccontextmanager
async def opened(url: str, *, patience: float = 5.0) -> AsyncIterator[Store]:
    """A store, closed at the end."""
    store = await Store.connect(url, patience=patience * factor())
    try:
        yield store
    finally:
        await store.close()


def event(number: int, by: str = "") -> bytes:
    """Some event."""
    return f'{{"number":{number},"by":"{by}"}}'.encode()


def place(
    seat: int,
    player: str | None,
    *,
    kind: Literal["person", "bot", "open"] = "person",
    score: int | None = None,
    value: int | None = None,
    rank: int | None = None,
    level: int | None = None,
    name: str | None = None,
    here: bool = False,
    counts: bool = False,
) -> PlaceSummary:
    """A seat."""
    return PlaceSummary(
        seat=seat,
        kind=kind,
        player=player,
        name=name or (player.title() if player else ""),
        level=level,
        score=score,
        rank=rank,
        value=value,
        here=here,
        counts=counts,
    )


def summary(
    *places: PlaceSummary,
    status: Status = "running",
    game: str = "toy",
    host: str = "ann",
    public: bool = True,
    opened_at: int = 1,
    ended_at: int | None = None,
) -> Summary:
    """A table in a few facts."""
    return Summary(
        game=game,
        seats=len(places),
        options={"size": "small"},
        status=status,
        time=Time(kind="bullet"),
        public=public,
        watchers=True,
        host=host,
        host_name=host.title(),
        open_seats=sum(place.kind == "open" for place in places),
        opened_at=opened_at,
        ended_at=ended_at,
        places=places,
        score_seats=None,
        earlier=None,
        rematch=None,
    )


def index(summary: Summary, *, moved_at: int = 1, due: int | None = None, node: str | None = None) -> Index:
    """What look-ups get."""
    return Index(summary=summary, summary_number=1, moved_at=moved_at, due=due, node=node)
