"""What is measured, and how it is read: delays, memory and processor time of a server."""

from pathlib import Path

import msgspec


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be measured."""

    port: int
    pid: int
    """Of the server, whose memory and processor time are read."""
    tables: int
    """0: it is an echo."""
    seconds: float
    warm_up: float
    paced: float = 0.0
    """The part of the highest rate at which delays are measured once more. 0: they are not."""
    games: list[str] = []
    """What is played, in turn."""


class Delays(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds that half of them and 99 % of them stayed below."""

    p50: float
    p99: float


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """What happened in a span of time."""

    rate: float
    """Moves, or echoes, a second."""
    cpu: float
    """Microseconds of the server's processor time for each."""
    acknowledged: Delays
    """From sending to the answer."""
    updated: Delays | None = None
    """From sending to the opponent's look."""
    looks: float = 0.0
    """That were received for each move."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """What the clients found."""

    full: Window
    """Every table as fast as it can."""
    paced: Window | None = None
    idle_bytes: float = 0.0
    """For each running match in memory that nobody looks at."""
    open_bytes: float = 0.0
    """For each with two players and a spectator connected, in all."""
    later_bytes: float = 0.0
    """The same at the end of the measurement."""
    moves: int = 0
    """Of all tables, until then."""
    matches: int = 0


class Counts:
    """What is counted while a window is open."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.updated: list[float] = []
        self.looks = 0


def window(counts: Counts, seconds: float, used: float) -> Window:
    """The counts in figures."""
    moves = max(1, len(counts.acknowledged))
    return Window(
        rate=moves / seconds,
        cpu=1e6 * used / moves,
        acknowledged=delays(counts.acknowledged),
        updated=delays(counts.updated) if counts.updated else None,
        looks=counts.looks / moves,
    )


def delays(seconds: list[float]) -> Delays:
    """What half of them and 99 % of them stayed below."""
    found = sorted(seconds) or [0.0]
    return Delays(p50=1000 * found[len(found) // 2], p99=1000 * found[len(found) * 99 // 100])


def memory(pid: int) -> int:
    """Bytes of the process that are its own."""
    fields = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").split()
    return 1024 * sum(int(fields[fields.index(f"Private_{kind}:") + 1]) for kind in ("Clean", "Dirty"))


def processor(pid: int) -> float:
    """Seconds of processor time that the process, all its threads, has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
