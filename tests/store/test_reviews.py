"""Reviews are kept with the match they are about, and go with it."""

from tests.store.support import awaited, event, index, opened, place, summary
from tilora.store import Store


@awaited
async def test_a_review_is_found_again_until_it_would_be_made_with_something_else(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.reviews.put("t", "old network", "{}", now=1)
        assert await store.reviews.get("t", "old network") == "{}"
        assert await store.reviews.get("t", "new network") is None
        assert await store.reviews.get("u", "old network") is None
        await store.reviews.put("t", "new network", "[]", now=2)
        assert await store.reviews.get("t", "new network") == "[]"
        assert await store.reviews.get("t", "old network") is None


@awaited
async def test_a_review_goes_with_its_record(database_url: str) -> None:
    async with opened(database_url) as store:
        row = await store.records.add("ann", game="toy", seats=2, title="", body="{}", now=5)
        await store.reviews.put(row.id, "network", "{}", now=6)
        await store.records.remove(row.id, "bob")
        assert await store.reviews.get(row.id, "network") == "{}"
        await store.records.remove(row.id, "ann")
        assert await store.reviews.get(row.id, "network") is None


@awaited
async def test_a_review_goes_with_its_table(database_url: str) -> None:
    async with opened(database_url) as store:
        over = summary(place(0, "ann"), status="finished", ended_at=1)
        await store.append("t", 0, [event(1)], index(over))
        await store.reviews.put("t", "network", "{}", now=6)
        assert await store.retention.delete_table("t", before=1 << 60)
        assert await store.reviews.get("t", "network") is None


@awaited
async def test_a_review_goes_with_the_records_of_a_forgotten_guest(database_url: str) -> None:
    async with opened(database_url) as store:
        guest = await store.players.create("hash", "Ann", 1)
        row = await store.records.add(guest.id, game="toy", seats=2, title="", body="{}", now=5)
        await store.reviews.put(row.id, "network", "{}", now=6)
        await _forget_guests(store)
        assert await store.records.get(row.id) is None
        assert await store.reviews.get(row.id, "network") is None


async def _forget_guests(store: Store) -> None:
    while await store.retention.delete_tokens(before=1 << 60):
        pass
