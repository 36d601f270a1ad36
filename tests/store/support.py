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
    """The test in an event loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


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
) -> PlaceSummary:
    """A seat."""
    name = player.title() if player else ""
    return PlaceSummary(seat=seat, kind=kind, player=player, name=name, level=None, score=score, rank=None, value=value)


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
    """What look-ups are told."""
    return Index(summary=summary, summary_number=1, moved_at=moved_at, due=due, node=node)
