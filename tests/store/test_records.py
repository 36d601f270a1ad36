"""Records brought from elsewhere."""

from tests.store.support import awaited, opened


@awaited
async def test_a_record_comes_back_as_it_was_imported(database_url: str) -> None:
    async with opened(database_url) as store:
        row = await store.records.add("ann", game="toy", seats=2, title="Ann – Bob", body='{\n "a": "ü"}', now=5)
        assert await store.records.get(row.id) == (row, '{\n "a": "ü"}')
        assert (row.player, row.game, row.seats, row.title, row.at) == ("ann", "toy", 2, "Ann – Bob", 5)
        assert await store.records.get("other") is None


@awaited
async def test_a_player_finds_their_records_the_latest_first(database_url: str) -> None:
    async with opened(database_url) as store:
        added = [
            await store.records.add("ann", game="toy", seats=2, title=str(number), body="{}", now=number)
            for number in range(5)
        ]
        await store.records.add("bob", game="toy", seats=2, title="his", body="{}", now=9)
        first = await store.records.list("ann", limit=3)
        second = await store.records.list("ann", limit=3, before=first.next)
        assert first.rows + second.rows == added[::-1]
        assert second.next is None


@awaited
async def test_only_the_player_who_imported_a_record_can_remove_it(database_url: str) -> None:
    async with opened(database_url) as store:
        row = await store.records.add("ann", game="toy", seats=2, title="", body="{}", now=5)
        assert not await store.records.remove(row.id, "bob")
        assert await store.records.get(row.id) is not None
        assert await store.records.remove(row.id, "ann")
        assert await store.records.get(row.id) is None
        assert not await store.records.remove(row.id, "ann")
