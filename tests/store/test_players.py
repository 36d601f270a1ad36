"""Who plays here."""

import pytest

from tests.store.support import awaited, opened
from tilora.store import NameTaken


@awaited
async def test_a_guest_is_known_by_the_token(database_url: str) -> None:
    async with opened(database_url) as store:
        ann = await store.players.create("hash", "Ann", 5)
        assert (ann.name, ann.created_at, ann.claimed) == ("Ann", 5, False)
        assert await store.players.by_token("hash") == ann
        assert await store.players.get(ann.id) == ann
        assert await store.players.by_token("other") is None
        assert await store.players.get("other") is None


@awaited
async def test_guests_may_share_a_name_and_change_it(database_url: str) -> None:
    async with opened(database_url) as store:
        ann = await store.players.create("1", "Ann", 5)
        twin = await store.players.create("2", "Ann", 5)
        assert ann.id != twin.id
        await store.players.rename(ann.id, "Zoë")
        renamed = await store.players.get(ann.id)
        assert renamed is not None
        assert renamed.name == "Zoë"
        assert await store.players.get(twin.id) == twin


@awaited
async def test_a_claimed_name_is_found_whatever_its_case_and_belongs_to_one_player(database_url: str) -> None:
    async with opened(database_url) as store:
        zoe, thief = await store.players.create("1", "Zoë", 5), await store.players.create("2", "zoë", 6)
        assert await store.players.by_name("Zoë") is None
        await store.players.claim(zoe.id, "argon")
        found = await store.players.by_name("ZOE\u0308")
        assert found is not None
        assert (found.id, found.password_hash, found.claimed) == (zoe.id, "argon", True)

        with pytest.raises(NameTaken, match="'zoë'"):
            await store.players.claim(thief.id, "other")
        assert await store.players.get(thief.id) == thief
        with pytest.raises(NameTaken):
            await store.players.rename(thief.id, "ZOË")
        with pytest.raises(NameTaken):
            await store.players.create("3", "ZOË", 7)
        await store.players.claim(zoe.id, "changed")
        found = await store.players.by_name("zoë")
        assert found is not None
        assert (found.id, found.password_hash) == (zoe.id, "changed")


@awaited
async def test_a_claimed_player_can_not_take_a_claimed_name_and_keeps_the_old_one(database_url: str) -> None:
    async with opened(database_url) as store:
        ann, bob = [await store.players.create(name, name, 5) for name in ("Ann", "Bob")]
        await store.players.claim(ann.id, "x")
        await store.players.claim(bob.id, "y")
        with pytest.raises(NameTaken):
            await store.players.rename(bob.id, "ANN")
        kept = await store.players.by_name("Bob")
        assert kept is not None
        assert kept.name == "Bob"
        await store.players.rename(ann.id, "Anna")
        await store.players.rename(bob.id, "Ann")
        found = await store.players.by_name("ann")
        assert found is not None
        assert found.id == bob.id


@awaited
async def test_tokens_come_and_go(database_url: str) -> None:
    async with opened(database_url) as store:
        ann = await store.players.create("1", "Ann", 5)
        for token in ("2", "3", "4"):
            await store.players.add_token(ann.id, token, 6)
        await store.players.add_token(ann.id, "4", 7)
        assert await store.players.by_token("3") == ann
        await store.players.remove_token("3")
        assert await store.players.by_token("3") is None
        assert [await store.players.by_token(token) for token in "124"] == [ann, ann, ann]
