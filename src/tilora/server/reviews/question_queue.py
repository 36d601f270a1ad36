"""Who waits for which answer. One question is answered at a time; addresses take turns, and so do their players."""

import asyncio
from typing import Any, TypeVar

from tilora.server.errors import TryAgain
from tilora.server.fair_queue import Asker, FairQueue
from tilora.server.logs import log_error
from tilora.server.reviews.process import PipedProcess
from tilora.server.reviews.questions import Answered, Question, answer_questions

A = TypeVar("A")


class QuestionQueue:
    """The questions of one node, and the process that answers them. It starts with the first question."""

    def __init__(self, *, nice: int) -> None:
        self._nice = nice
        self._queue = FairQueue()
        self._tasks: set[asyncio.Task[Answered]] = set()
        self._process: PipedProcess[Question, Answered] | None = None

    async def ask(self, question: Question, kind: type[A], asker: Asker) -> A:
        """Return the answer, which is of that kind. Raises what it raises; TryAgain if the process has died."""
        # Whoever leaves meanwhile still holds the turn until the answer is there: otherwise the next one would get it.
        task = asyncio.create_task(self._answer_in_turn(question, asker))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        answered = await asyncio.shield(task)
        if answered.failure is not None:
            raise answered.failure
        answer: Any = answered.answer
        if not isinstance(answer, kind):
            raise TypeError(f"A {type(question).__name__} was answered with a {type(answer).__name__}.")
        return answer

    async def _answer_in_turn(self, question: Question, asker: Asker) -> Answered:
        async with self._queue.turn(asker):
            return await self._answer(question)

    async def _answer(self, question: Question) -> Answered:
        process = self._process = self._process or PipedProcess(answer_questions, self._nice)
        try:
            await asyncio.to_thread(process.send, question)
            return await asyncio.to_thread(process.receive)
        except (EOFError, OSError) as error:
            self._process = None
            process.end()
            log_error("the process for questions has died", error)
            raise TryAgain("The server could not answer this time. Please try again.") from error

    async def stop(self) -> None:
        """End the process, and answer nothing more."""
        for task in self._tasks:
            task.cancel()
        if self._process is not None:
            self._process.end()
