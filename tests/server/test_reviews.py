"""Reviews on a server: made in a process of their own, one at a time, kept, and cancelled when nobody waits."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from tests.patience import patience
from tests.server.client import Player, Refused, persons
from tests.server.process import ServerProcess
from tests.store.support import awaited
from tilora.ai.review.review_report import Review
from tilora.ai.review.reviewing import reviewing
from tilora.ai.review.settings import ReviewSettings
from tilora.kernel import Match, Record, replay
from tilora.server.errors import TryAgain
from tilora.server.fair_queue import Asker
from tilora.server.http.replay_bodies import RecordAdded, ReviewBody
from tilora.server.reviews import review_jobs
from tilora.server.reviews.review_jobs import ReviewJobs
from tilora.server.reviews.worker import WorkerReport
from tilora.store import Store

SMALL = ReviewSettings(share=0.0005, candidates=1, outcomes=2, starts=2, reasons=0)


def finished_match() -> Match:
    match = Match("pebbles", seed=1)
    while not match.over:
        match.play(match.legal()[0])
    return match


class FakeWorker:
    """Reviews in threads, one report at a time, each only when the test lets it."""

    made: list["FakeWorker"]

    def __init__(self, _: int) -> None:
        FakeWorker.made.append(self)
        self.go_on = threading.Semaphore(0)
        self.ended = False
        self.dies = False
        self._reports: list[WorkerReport] = []

    def send(self, record: Record) -> None:
        found = list(reviewing(replay(record), record.forfeits, settings=SMALL))
        quick, whole = found[0], found[-1]
        assert quick.review is not None
        assert whole.review is not None
        whole_review = msgspec.structs.replace(whole.review, settings=str(ReviewSettings()))
        self._reports = [
            WorkerReport(share=0.0, review=quick.review.to_json()),
            WorkerReport(share=0.5),
            WorkerReport(share=1.0, review=whole_review.to_json()),
        ]

    def receive(self) -> WorkerReport:
        self.go_on.acquire()
        if self.ended or self.dies:
            raise EOFError
        return self._reports.pop(0)

    def end(self) -> None:
        self.ended = True
        self.go_on.release()


@pytest.fixture(autouse=True)
def _no_workers() -> None:
    FakeWorker.made = []


@asynccontextmanager
async def reviewed_by_fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ReviewJobs]:
    monkeypatch.setattr(review_jobs, "ReviewWorker", FakeWorker)
    store = await Store.connect(f"sqlite:///{tmp_path / 'store.db'}")
    found = ReviewJobs(store, nice=0)
    try:
        yield found
    finally:
        await found.stop()
        await store.close()


async def until(condition: object) -> None:
    """Wait until the condition is true."""
    assert callable(condition)
    async with asyncio.timeout(patience(20)):
        while not condition():
            await asyncio.sleep(0.005)


@awaited
async def test_a_review_is_quick_at_first_then_whole_and_then_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = finished_match().record()
    async with reviewed_by_fakes(tmp_path, monkeypatch) as reviews:
        job = reviews.ask("t", record, Asker("a", "ann"))
        assert job.waiting
        assert job.review is None
        await until(lambda: FakeWorker.made)
        worker = FakeWorker.made[0]
        worker.go_on.release()
        await until(lambda: job.review is not None)
        assert job.review is not None
        assert not job.review.complete
        worker.go_on.release(2)
        await until(lambda: not reviews.has_begun("t"))
        kept = await reviews.find("t", "pebbles")
        assert kept is not None
        assert kept.complete
        reviews.ask("u", record, Asker("a", "ann"))
        worker.go_on.release(3)
        await until(lambda: not reviews.has_begun("u"))
        assert FakeWorker.made == [worker]  # the process is used again


@awaited
async def test_nobody_sees_a_whole_review_before_it_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with reviewed_by_fakes(tmp_path, monkeypatch) as reviews:
        put, may_store = reviews._store.reviews.put, asyncio.Event()

        async def put_later(*what: str, now: int) -> None:
            await may_store.wait()
            await put(*what, now=now)

        monkeypatch.setattr(reviews._store.reviews, "put", put_later)
        job = reviews.ask("t", finished_match().record(), Asker("a", "ann"))
        await until(lambda: FakeWorker.made)
        FakeWorker.made[0].go_on.release(3)
        await until(lambda: reviews._worker is not None)
        assert job.share < 1
        assert job.review is not None
        assert not job.review.complete
        may_store.set()
        await until(lambda: job.share == 1)
        assert job.review == await reviews.find("t", "pebbles")


@awaited
async def test_a_review_that_was_stored_after_somebody_looked_for_it_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = finished_match().record()
    async with reviewed_by_fakes(tmp_path, monkeypatch) as reviews:
        reviews.ask("t", record, Asker("a", "ann"))
        await until(lambda: FakeWorker.made)
        FakeWorker.made[0].go_on.release(3)
        await until(lambda: not reviews.has_begun("t"))
        job = reviews.ask("t", record, Asker("b", "bob"))
        await until(lambda: job.share == 1)
        assert job.review is not None
        assert job.review.complete


@awaited
async def test_a_review_is_cancelled_when_all_who_asked_take_it_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = finished_match().record()
    async with reviewed_by_fakes(tmp_path, monkeypatch) as reviews:
        for player in ("ann", "bob"):
            reviews.ask("t", record, Asker("a", player))
        await until(lambda: FakeWorker.made)
        reviews.take_back("t", Asker("a", "ann"))
        reviews.take_back("t", Asker("a", "eve"))
        await asyncio.sleep(0.02)
        assert reviews.has_begun("t")
        reviews.take_back("t", Asker("a", "bob"))
        await until(lambda: not reviews.has_begun("t"))
        await until(lambda: FakeWorker.made[0].ended)
        assert await reviews.find("t", "pebbles") is None


@awaited
async def test_a_review_that_nobody_asks_about_is_cancelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "FORGOTTEN_AFTER", 0.05)
    async with reviewed_by_fakes(tmp_path, monkeypatch) as reviews:
        reviews.ask("t", finished_match().record(), Asker("a"))
        await until(lambda: FakeWorker.made)
        await until(lambda: not reviews.has_begun("t"))
        assert FakeWorker.made[0].ended


@awaited
async def test_if_the_process_dies_whoever_asks_is_told_and_can_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = finished_match().record()
    async with reviewed_by_fakes(tmp_path, monkeypatch) as reviews:
        job = reviews.ask("t", record, Asker("a", "ann"))
        await until(lambda: FakeWorker.made)
        FakeWorker.made[0].dies = True
        FakeWorker.made[0].go_on.release()
        await until(lambda: job.failure is not None)
        with pytest.raises(TryAgain):
            reviews.ask("t", record, Asker("a", "ann"))
        reviews.ask("t", record, Asker("a", "ann"))
        await until(lambda: len(FakeWorker.made) == 2)


@awaited
async def test_addresses_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = finished_match().record()
    async with reviewed_by_fakes(tmp_path, monkeypatch) as reviews:
        for name in ("t1", "t2", "t3"):
            reviews.ask(name, record, Asker("a", "eve"))
        await until(lambda: FakeWorker.made)
        reviews.ask("u", record, Asker("b", "ann"))
        await asyncio.sleep(0.02)
        FakeWorker.made[0].go_on.release(9)  # enough for three
        await until(lambda: not reviews.has_begun("u"))
        assert reviews.has_begun("t3")


@awaited
async def test_a_finished_match_is_reviewed_by_a_real_server(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        answer = await ann.http.post("/api/records", content=finished_match().record().to_json())
        added = msgspec.json.decode(answer.content, type=RecordAdded)
        path = f"/api/replay/{added.id}/review"
        shares = []
        async with asyncio.timeout(patience(120)):
            while True:
                found = await ann.get(path, ReviewBody)
                shares.append(found.share)
                if found.review is not None and found.review.complete:
                    break
                await asyncio.sleep(0.1)
        assert shares == sorted(shares)
        assert isinstance(found.review, Review)
        assert found.review.game == "pebbles"
        again = await ann.get(path, ReviewBody)
        assert again.review == found.review
        assert (await ann.http.delete(path)).status_code == 204


@awaited
async def test_nobody_gets_a_review_of_a_running_match(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("pebbles", "me", "1"))
        with pytest.raises(Refused, match="not-now"):
            await ann.get(f"/api/replay/{table}/review", ReviewBody)
        half = Match("pebbles", seed=1)
        half.play(half.legal()[0])
        answer = await ann.http.post("/api/records", content=half.record().to_json())
        path = f"/api/replay/{msgspec.json.decode(answer.content, type=RecordAdded).id}/review"
        with pytest.raises(Refused, match="bad-setup"):
            await _ask_until_refused(ann, path)


async def _ask_until_refused(player: Player, path: str) -> None:
    async with asyncio.timeout(patience(60)):
        while True:
            await player.get(path, ReviewBody)
            await asyncio.sleep(0.1)
