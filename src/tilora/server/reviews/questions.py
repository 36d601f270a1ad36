"""Questions about a position that take a moment of thinking, and the process that answers them.

It is a process of its own: a review that is being made does not keep anybody waiting, and no bot waits for an answer.
"""

import os
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection
from typing import Protocol

import msgspec

from tilora.ai import worker_process
from tilora.ai.review.analysis import Analysis, analyse
from tilora.ai.review.decisions import seed_of
from tilora.ai.review.hint_reasons import reasons_of
from tilora.ai.review.review_report import Reason, ReviewedDecision
from tilora.ai.review.verdict import Judge
from tilora.kernel import Game, Record, TiloraError, View, replay

MOST_NICE = 10
"""Somebody waits for each answer: bots go first, whole reviews later."""


class Question(Protocol):
    """What can be asked. It is answered in the process."""

    def answer(self) -> msgspec.Struct:
        """Return the answer. Raises TiloraError."""


@dataclass(frozen=True)
class AskAnalysis:
    """What does a search expect after the last action of the record?"""

    record: Record
    effort: int

    def answer(self) -> Analysis:
        """Return what a search of that effort has found."""
        return analyse(replay(self.record), self.effort)


@dataclass(frozen=True)
class AskVerdict:
    """What would this action be worth after the last one of the record, to the seat that takes it?"""

    record: Record
    action: str

    def answer(self) -> ReviewedDecision:
        """Return what a review would say about it."""
        match = replay(self.record)
        view = match.view(match.turn, since=match.played)
        return judge_of(match.game).judge(view, match.play(self.action).code)


@dataclass(frozen=True)
class AskReason:
    """Why is one action better than another for the seat whose view it is?"""

    view: View
    better: str
    other: str

    def answer(self) -> Reason:
        """Return where the points of all seats come from after each."""
        view = self.view
        codes = {action.text: action.code for action in view.actions()}
        return reasons_of(view.game).compare(view, codes[self.better], codes[self.other], seed_of(view))


@cache
def judge_of(game: Game) -> Judge:
    """Return the judge of a game. It is compiled once."""
    return Judge(game)


@dataclass(frozen=True)
class Answered:
    """What the process sends back."""

    answer: msgspec.Struct | None
    failure: TiloraError | None = None
    """Why there is no answer, in words for people."""


def answer_questions(pipe: "Connection[Answered, Question]", nice: int) -> None:
    """Answer one question after the other, until nobody is at the other end."""
    worker_process.begin()
    if hasattr(os, "nice"):
        os.nice(min(MOST_NICE, nice))
    while True:
        try:
            question = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(Answered(question.answer()))
        except TiloraError as error:
            pipe.send(Answered(None, error))
