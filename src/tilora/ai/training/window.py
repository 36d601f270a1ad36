"""The window: the latest samples of self-play, in arrays on the learner's device that are filled round and round."""

from collections import deque
from typing import Any, NamedTuple

from tilora.ai.network.contract import Shape
from tilora.ai.training.backend import Backend
from tilora.ai.training.self_play import ENTRIES_PER_SAMPLE

RECENT_SHARE = 0.5
"""While the window is not full, the share of all samples so far to learn from: the first ones were played badly."""
SMALLEST = 40_000
"""The number of samples that are kept in any case."""


class Chunk(NamedTuple):
    """Samples to learn from; see `self_play.Samples`. The entries of a sample are contiguous."""

    x: Any
    seats: Any
    result: Any
    search: Any
    points: Any
    first: Any
    count: Any
    rows: Any
    share: Any


BY_ENTRY = ("rows", "share")
"""The fields of a chunk by entry. All others are by sample."""


class _Block(NamedTuple):
    """Where a chunk is."""

    begin: int
    end: int
    first_entry: int
    end_entry: int


class Window:
    """Holds at most `size` samples. A chunk is contiguous: one that does not fit before the end goes to the start."""

    def __init__(self, backend: Backend, shape: Shape, size: int) -> None:
        self._backend = backend
        self._size, self._entries = size, size * ENTRIES_PER_SAMPLE
        by_seat = (size, shape.seats)
        self.chunk = Chunk(
            backend.zeros(size, shape.features, dtype="float16"),
            backend.zeros(size, dtype="int64"),
            backend.zeros(*by_seat, dtype="float16"),
            backend.zeros(*by_seat, dtype="float16"),
            backend.zeros(*by_seat, dtype="float16"),
            backend.zeros(size, dtype="int64"),
            backend.zeros(size, dtype="int64"),
            backend.zeros(self._entries, shape.action_width, dtype="int16"),
            backend.zeros(self._entries, dtype="float16"),
        )
        self._blocks: deque[_Block] = deque()
        self._seen = 0

    def __len__(self) -> int:
        """Return the number of samples to learn from."""
        return sum(block.end - block.begin for block in self._blocks)

    def add(self, chunk: Chunk) -> None:
        """Add a chunk, and drop the oldest ones to make room for it."""
        samples, entries = len(chunk.x), len(chunk.share)
        if samples > self._size or entries > self._entries:
            raise ValueError(f"A chunk of {samples} samples and {entries} entries is larger than the window.")
        last = self._blocks[-1] if self._blocks else _Block(0, 0, 0, 0)
        begin = last.end if last.end + samples <= self._size else 0
        first = last.end_entry if last.end_entry + entries <= self._entries else 0
        block = _Block(begin, begin + samples, first, first + entries)
        while any(_overlap(old, block) for old in self._blocks):
            self._blocks.popleft()
        self._blocks.append(block)
        self._seen += samples
        while len(self._blocks) > 1 and len(self) > max(SMALLEST, RECENT_SHARE * self._seen):
            self._blocks.popleft()
        moved = chunk._replace(first=chunk.first + first)
        for name, target, source in zip(Chunk._fields, self.chunk, moved, strict=True):
            place = slice(first, first + entries) if name in BY_ENTRY else slice(begin, begin + samples)
            target[place] = self._backend.store(source)

    def draw(self, size: int) -> Any:
        """Return the places of random samples."""
        before, after = self._spans()
        length = before[1] - before[0]
        place = self._backend.random_integers(length + after[1] - after[0], size)
        return place + before[0] + (place >= length) * (after[0] - length - before[0])

    def _spans(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return from where to where there are samples: from the oldest on, and again from the start."""
        begin = self._blocks[0].begin
        older = [block.end for block in self._blocks if block.begin >= begin]
        newer = [block.end for block in self._blocks if block.begin < begin]
        return (begin, max(older)), (0, max(newer, default=0))


def _overlap(one: _Block, other: _Block) -> bool:
    by_sample = one.begin < other.end and other.begin < one.end
    by_entry = one.first_entry < other.end_entry and other.first_entry < one.end_entry
    return by_sample or by_entry
