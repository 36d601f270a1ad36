"""Samples that take long: computed one by one in several processes until the time is up, and kept in a file.

Files of several runs can be read together, so that the work can be spread over several machines or evenings.
"""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import msgspec

from tilora.ai import worker_process
from tilora.kernel import TiloraError

AHEAD = 8
"""Samples that wait for each worker, so that none idles while a long one is next in order."""

Key = TypeVar("Key")
Sample = TypeVar("Sample")


class BadSamples(TiloraError):
    """Files of samples can't be read, or are not about the same."""


class SampleSet(msgspec.Struct, frozen=True, kw_only=True):
    """What was computed, by the key of each sample, such as its seed."""

    what: str
    game: str
    made_with: str
    """Whatever else would change a sample: networks and settings."""
    found: dict[str, Any] = {}

    def save(self, file: Path) -> None:
        """Write the samples to the file, one a line."""
        head = msgspec.json.encode(msgspec.structs.replace(self, found={})).decode().removesuffix("{}}")
        lines = ",\n".join(f'"{key}":{msgspec.json.encode(each).decode()}' for key, each in self.found.items())
        file.write_text(f"{head}{{\n{lines}\n}}}}\n", encoding="utf-8")

    def joined(self, other: "SampleSet") -> "SampleSet":
        """Return the samples of both. Raises BadSamples if they are not about the same."""
        facts = [(each.what, each.game, each.made_with) for each in (self, other)]
        if facts[0] != facts[1]:
            raise BadSamples(f"These samples do not belong together: {facts[0]} and {facts[1]}.")
        return msgspec.structs.replace(self, found=self.found | other.found)


def read_samples(files: Iterable[Path]) -> list[SampleSet]:
    """Return the samples in the files, those about the same joined. Raises BadSamples."""
    known: dict[tuple[str, str], SampleSet] = {}
    for file in files:
        try:
            each = msgspec.json.decode(file.read_bytes(), type=SampleSet)
        except (msgspec.DecodeError, OSError) as error:
            raise BadSamples(f"{file} has no samples: {error}.") from None
        key = each.what, each.game
        known[key] = known[key].joined(each) if key in known else each
    return list(known.values())


def collect(
    work: Callable[[Key], Sample], keys: Iterable[Key], *, workers: int, seconds: float
) -> Iterator[tuple[Key, Sample]]:
    """Yield each key with the result of its work, in order, until the time is up. Workers end with it.

    Afterwards, what is finished already still counts. The work runs in processes of its own: it has to be a function of
    a module, with picklable arguments.
    """
    deadline, todo = monotonic() + seconds, iter(keys)
    pool = ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=worker_process.begin
    )
    waiting: deque[tuple[Key, Future[Sample]]] = deque()
    try:
        while monotonic() < deadline:
            while len(waiting) < AHEAD * workers and (more := next(([key] for key in todo), None)):
                waiting.append((more[0], pool.submit(work, more[0])))
            if not waiting:
                return
            key, future = waiting[0]
            try:
                found = future.result(max(0.0, deadline - monotonic()))
            except TimeoutError:
                break
            waiting.popleft()
            yield key, found
        for key, future in waiting:
            if future.done():
                yield key, future.result()
    finally:
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
