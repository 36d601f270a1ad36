"""Side lines of finished matches: what could have been played, what it is worth, and what a search expects."""

import asyncio
import random

import msgspec
import pytest
from msgspec import UNSET

from tests.patience import patience
from tests.server.client import Player, Refused, persons
from tests.server.process import ServerProcess
from tests.store.support import awaited
from tilora.ai.review.analysis import EFFORTS, Analysis
from tilora.ai.review.review_report import ReviewedDecision
from tilora.kernel import IllegalAction, Match, Record, games, replay
from tilora.scene import preview
from tilora.server.errors import BadMessage, TryAgain
from tilora.server.fair_queue import Asker
from tilora.server.http.replay_bodies import LineBody, PathWhy, RecordAdded, ReviewBody
from tilora.server.http.replays import Replays, SideLine
from tilora.server.reviews import question_queue
from tilora.server.reviews.question_queue import QuestionQueue
from tilora.server.reviews.questions import Answered, Question


def finished_match(game: str = "pebbles", seed: int = 1) -> Match:
    match, dice = Match(game, seed=seed), random.Random(seed)
    while not match.over:
        match.play(dice.choice(match.legal()))
    return match


async def shown(record: Record, step: int, *played: str, seat: int | None = None) -> LineBody:
    return await Replays().line(SideLine(record, [], step, played), Asker("a"), seat)


@pytest.mark.parametrize("game", [game.name for game in games()])
@awaited
async def test_any_position_can_be_played_on_from_by_the_seat_to_act(game: str) -> None:
    match = finished_match(game)
    record, step = match.record(), match.played // 2
    for seat in (None, replay(msgspec.structs.replace(record, actions=record.actions[:step])).turn):
        body = await shown(record, step, seat=seat)
        before = SideLine(record, [], step, ()).follow()
        assert body.position.scene is not UNSET
        assert {choice.action for choice in body.position.scene.choices} == set(before.texts())
        action = before.texts()[-1]
        ghosts = await Replays().preview(SideLine(record, [], step, ()), action, Asker("a"), seat)
        assert seat is None or ghosts == preview(before.view(seat), action)
        after = await shown(record, step, action, seat=seat)
        assert [each.text for each in after.steps] == [action]
        before.play(action)
        assert after.position.turn == before.turn


@pytest.mark.parametrize("game", [game.name for game in games() if game.hidden])
@awaited
async def test_who_tries_again_sees_what_the_seat_could_know_and_no_more(game: str) -> None:
    match = finished_match(game)
    record, step = match.record(), match.played // 2
    at = SideLine(record, [], step, ()).follow()
    own, other, everything = [
        await shown(record, step, seat=seat) for seat in (at.turn, (at.turn + 1) % at.seats, None)
    ]
    assert own.position.text == at.view(at.turn).position
    assert own.position.text != everything.position.text
    assert other.position.scene is not UNSET
    assert list(other.position.scene.choices) == []


@awaited
async def test_a_line_that_cannot_be_played_is_refused() -> None:
    record = finished_match().record()
    with pytest.raises(BadMessage, match="There is no step"):
        await shown(record, len(record.actions) + 1)
    with pytest.raises(BadMessage, match="There is no seat"):
        await shown(record, 0, seat=7)
    last = len(record.actions)
    with pytest.raises(IllegalAction):
        await shown(record, last, record.actions[0])


@awaited
async def test_a_real_server_judges_tries_as_its_review_does_and_searches_side_lines(server: ServerProcess) -> None:
    record = finished_match().record()
    async with await Player.new(server.base, "Ann") as ann, asyncio.timeout(patience(240)):
        answer = await ann.http.post("/api/records", content=record.to_json())
        base = f"/api/replay/{msgspec.json.decode(answer.content, type=RecordAdded).id}"
        while (found := await ann.get(f"{base}/review", ReviewBody)).review is None or not found.review.complete:
            await asyncio.sleep(0.1)
        at, step = next((at, step) for at, step in enumerate(found.review.steps) if step.decision)
        verdict = await ann.get(f"{base}/line/verdict", ReviewedDecision, step=at, action=step.action)
        assert step.decision is not None
        assert msgspec.structs.replace(verdict, reason=None) == msgspec.structs.replace(step.decision, reason=None)
        path = f"{base}/line/analysis"
        first, last = [await ann.get(path, Analysis, step=at, effort=effort) for effort in (0, len(EFFORTS) - 1)]
        legal = SideLine(record, [], at, ()).follow().texts()
        assert {found.action for found in first.best} <= set(legal)
        assert last.effort == last.efforts - 1
        assert len(last.values) == record.seats
        with pytest.raises(Refused, match="bad-setup"):
            await ann.get(path, Analysis, step=at, effort=9)
        with pytest.raises(Refused, match="bad-setup"):
            await ann.get(path, Analysis, step=len(record.actions))
        answer = await ann.http.get(f"{base}/line/why?step={at}&path=nothing")
        assert msgspec.json.decode(answer.content, type=PathWhy).text


@awaited
async def test_nobody_analyses_a_running_match(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("pebbles", "me", "1"))
        for about in ("line", "line/analysis", "line/verdict", "line/why"):
            with pytest.raises(Refused, match="not-now"):
                await ann.get(f"/api/replay/{table}/{about}", LineBody, step=0, action="x")


class Echo(msgspec.Struct, frozen=True):
    """A question that is its own answer."""

    text: str

    def answer(self) -> "Echo":
        return self


class FakeProcess:
    """Answers with the question, but only when the test lets it."""

    def __init__(self, *_: object) -> None:
        self.waiting: asyncio.Queue[Question] = asyncio.Queue()
        self.loop = asyncio.get_running_loop()
        self.go_on = asyncio.Semaphore(0)
        self.dies = False
        processes.append(self)

    def send(self, question: Question) -> None:
        asyncio.run_coroutine_threadsafe(self.waiting.put(question), self.loop).result()

    def receive(self) -> Answered:
        asyncio.run_coroutine_threadsafe(self.go_on.acquire(), self.loop).result()
        if self.dies:
            raise EOFError
        return Answered(asyncio.run_coroutine_threadsafe(self.waiting.get(), self.loop).result().answer())

    def end(self) -> None:
        """Nothing is left to end."""


processes: list[FakeProcess] = []


@awaited
async def test_who_leaves_does_not_take_the_answer_of_the_next_one_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_queue, "PipedProcess", FakeProcess)
    processes.clear()
    queue = QuestionQueue(nice=0)
    leaving = asyncio.create_task(queue.ask(Echo("first"), Echo, Asker("a", "ann")))
    await asyncio.sleep(0.02)
    leaving.cancel()
    staying = asyncio.create_task(queue.ask(Echo("second"), Echo, Asker("b", "bob")))
    await asyncio.sleep(0.02)
    processes[0].go_on.release()
    processes[0].go_on.release()
    async with asyncio.timeout(patience(20)):
        assert await staying == Echo("second")


@awaited
async def test_if_the_process_for_questions_dies_the_next_question_starts_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(question_queue, "PipedProcess", FakeProcess)
    processes.clear()
    queue = QuestionQueue(nice=0)
    asked = asyncio.create_task(queue.ask(Echo("lost"), Echo, Asker("a", "ann")))
    await asyncio.sleep(0.02)
    processes[0].dies = True
    processes[0].go_on.release()
    async with asyncio.timeout(patience(20)):
        with pytest.raises(TryAgain):
            await asked
        again = asyncio.create_task(queue.ask(Echo("found"), Echo, Asker("a", "ann")))
        await asyncio.sleep(0.02)
        processes[1].go_on.release()
        assert await again == Echo("found")
