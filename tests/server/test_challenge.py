"""The day's challenge over HTTP: one try for each player, the same for all, and nothing to see before the day ends."""

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Player, read
from tests.server.process import ServerProcess
from tests.server.world import Given, Someone, world
from tests.store.support import awaited, opened
from tilora.kernel import Evidence, Record, commitment, games, verify
from tilora.server.challenges import game_of
from tilora.server.http.table_bodies import ChallengeBody, StartedChallenge, TableBody
from tilora.store import ChallengeRow
from tilora.table.challenge import day_before, day_of
from tilora.table.commands import HandOver

DAY = 24 * 3600.0
"""Seconds."""


async def challenge(who: Someone) -> dict[str, Any]:
    """The challenge, as they see it."""
    found: dict[str, Any] = (await who.get("/api/challenge")).json()
    return found


async def begin(who: Someone) -> str:
    """Their attempt has begun, or has been found."""
    return str((await who.post("/api/challenge", {})).json()["id"])


async def play_to_the_end(who: Someone, table: str, last: bool = False) -> None:
    """The match is over: of the legal actions, they always took the first, or the last."""
    for number in range(2_000):
        look = (await who.get(f"/api/tables/{table}", wants="legal")).json()
        if look["position"]["over"]:
            return
        if legal := look["position"]["legal"]:
            action = legal[-1 if last else 0]
            command = {"kind": "play", "id": f"p{number}", "seat": 0, "moment": look["moment"], "action": action}
            await who.post(f"/api/tables/{table}/commands", command)
        await asyncio.sleep(0)
    raise AssertionError("The match does not end.")


@awaited
async def test_everybody_has_one_try_and_the_best_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = Given(monkeypatch)
    monkeypatch.setattr("tilora.server.challenges.game_of", lambda _: next(g for g in games() if g.name == "pebbles"))
    async with world(tmp_path) as here:
        ann, bob, stranger = [await here.someone(name) for name in ("Ann", "Robert", None)]
        new = await challenge(ann)
        assert (new["table"], new["results"], new["tries"], new["yesterday"]) == (None, [], 0, None)
        assert (await challenge(stranger))["commitment"] == new["commitment"]

        # Whoever asks twice, even at once, gets the same table.
        first, *others = await asyncio.gather(*(begin(ann) for _ in range(3)))
        assert set(others) == {first}
        second = await begin(bob)
        assert second != first
        await play_to_the_end(ann, first)
        await play_to_the_end(bob, second, last=True)
        seen = await challenge(bob)
        assert seen["tries"] == 2
        assert seen["over"] is True
        assert seen["table"] == second
        scores = [result["score"] for result in seen["results"]]
        assert scores == sorted(scores, reverse=True)
        assert {result["name"] for result in seen["results"]} == {"Ann", "Robert"}
        assert [result["name"] for result in seen["results"] if result["you"]] == ["Robert"]
        assert all(result["guest"] for result in seen["results"])
        assert await begin(ann) == first

        # Nobody can look at it while the day lasts, and the player sees neither seed nor secret.
        assert (await bob.get(f"/api/tables/{first}")).status_code == 403
        assert (await bob.get(f"/api/tables/{first}/record")).status_code == 403
        assert "seed" not in (await ann.get(f"/api/tables/{first}/record")).json()
        assert (await ann.get(f"/api/replay/{first}")).json()["code"] == "not-now"
        assert (await ann.get(f"/api/tables/{first}")).json()["table"]["secret"] is None

        given.seconds += DAY
        later = await challenge(ann)
        assert later["table"] is None
        assert later["commitment"] != new["commitment"]
        assert later["yesterday"]["day"] == new["day"]
        assert [result["score"] for result in later["yesterday"]["results"]] == scores
        assert commitment(later["yesterday"]["secret"]) == new["commitment"]
        record = read(await ann.http.get(f"/api/tables/{first}/record"), Record)
        assert verify(record, Evidence(commitments=(new["commitment"],))).match.over
        assert record.fair is not None
        assert record.fair.secret == later["yesterday"]["secret"]
        assert (await ann.get(f"/api/replay/{first}")).status_code == 200


@awaited
async def test_a_match_that_ends_after_midnight_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = Given(monkeypatch)
    monkeypatch.setattr("tilora.server.challenges.game_of", lambda _: next(g for g in games() if g.name == "pebbles"))
    async with world(tmp_path) as here:
        ann = await here.someone("Ann")
        table = await begin(ann)
        given.seconds += DAY
        await play_to_the_end(ann, table)
        seen = await challenge(ann)
        assert seen["yesterday"]["results"] == []
        assert seen["results"] == []


@awaited
async def test_all_nodes_have_the_same_challenge_and_an_attempt_survives_a_kill(
    tmp_path: Path, database_url: str
) -> None:
    async with opened(database_url) as one, opened(database_url) as two:
        made = [
            ChallengeRow(day="2026-11-17", game="pebbles", level=4, secret=letter * 64) for letter in ("a", "b", "c")
        ]
        stores = (one, two, one)
        fixed = await asyncio.gather(*(store.challenges.fix(row) for store, row in zip(stores, made, strict=True)))
        assert len({row.secret for row in fixed}) == 1
        assert await two.challenges.get("2026-11-17") == fixed[0]
        assert await one.challenges.get("2026-11-16") is None
        begun = await asyncio.gather(
            *(store.challenges.begin_attempt("2026-11-17", "ann", f"t{number}") for number, store in enumerate(stores))
        )
        assert len(set(begun)) == 1
        assert await two.challenges.attempt("2026-11-17", "ann") == begun[0]
        assert await two.challenges.attempt("2026-11-18", "ann") is None
        assert await one.challenges.count("2026-11-17") == 1
    with ServerProcess(tmp_path, database=database_url) as server:
        async with await Player.new(server.base, "Ann") as ann:
            today = await ann.get("/api/challenge", ChallengeBody)
            # The server was killed after it had noted the attempt, and before it had opened the table.
            async with opened(database_url) as store:
                await store.challenges.begin_attempt(today.day, ann.me.player, "noted-before")
            started = read(await ann.http.post("/api/challenge"), StartedChallenge)
            assert started.id == "noted-before"
            (row,) = await ann.get("/api/me/tables", list[TableBody])
            assert row.id == started.id
            await ann.post(started.id, HandOver(id="h", seat=0, level=1))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            again = await ann.get("/api/challenge", ChallengeBody)
            assert (again.commitment, again.table) == (today.commitment, started.id)


def test_the_games_take_turns_and_those_that_do_not_suit_are_left_out() -> None:
    day, seen = day_of(0), []
    for _ in range(20):
        day = day_before(day)
        seen.append(game_of(day))
    suited = {game.name for game in games() if game.challenge}
    assert {game.name for game in seen} == suited
    assert seen[0] == seen[len(suited)]
    assert all(one != other for one, other in itertools.pairwise(seen))
