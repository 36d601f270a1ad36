"""The process that reviews matches. It gets records of finished matches over a pipe, and sends its progress."""

import os
from multiprocessing.connection import Connection

import msgspec

from tilora.ai import worker_process
from tilora.ai.review.reviewing import reviewing
from tilora.kernel import Record, TiloraError, replay


class WorkerReport(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a review."""

    share: float
    """From 0 to 1. With 1, this is the last report."""
    review: bytes | None = None
    """The review as JSON, if there is a new one: a quick one, or the whole."""
    failure: str = ""
    """Why there is none, in words for people. Then this is the last report."""


def work(pipe: "Connection[WorkerReport, Record]", nice: int) -> None:
    """Review one match after the other, until nobody is at the other end."""
    worker_process.begin()
    if hasattr(os, "nice"):
        os.nice(nice)
    while True:
        try:
            record = pipe.recv()
        except EOFError:
            return
        try:
            for progress in reviewing(replay(record), record.forfeits):
                found = progress.review.to_json() if progress.review else None
                pipe.send(WorkerReport(share=progress.share, review=found))
        except TiloraError as error:
            pipe.send(WorkerReport(share=1.0, failure=str(error)))
