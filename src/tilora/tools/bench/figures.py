"""The figures of a benchmark: delays, bytes, memory and processor time of a server."""

from collections import Counter
from pathlib import Path

import msgspec


class BenchTask(msgspec.Struct, frozen=True, kw_only=True):
    """What the clients should measure."""

    port: int
    pid: int
    """Process id of the server, to read its memory and processor time."""
    tables: int
    """0 for an echo server."""
    seconds: float
    warm_up: float
    paced: float = 0.0
    """Measure delays again at this fraction of the highest rate; 0 for not at all."""
    games: list[str] = []
    """The games to play, in turn."""
    player: dict[str, str] = {}
    """What the players' sockets ask for, as parameters of their address."""
    spectator: dict[str, str] = {}
    """What the spectator's socket asks for."""


class Delays(msgspec.Struct, frozen=True, kw_only=True):
    """Median and 99th percentile, in milliseconds."""

    p50: float
    p99: float


class SpanFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a span of time."""

    rate: float
    """Moves or echoes a second."""
    cpu: float
    """Processor time of the server for each, in microseconds."""
    acknowledged: Delays
    """From sending a move to its acknowledgement."""
    updated: Delays | None = None
    """From sending a move to the opponent's update."""
    looks: float = 0.0
    """Looks received for each move."""
    bytes_by_game: dict[str, float] = {}
    """Bytes on the wire for a move and viewer, by game. First looks are not counted."""
    look_bytes: float = 0.0
    """The average size of a look on the wire, first looks not counted."""
    clients_busy: float = 0.0
    """The share of the time in which the clients' own process was busy. Near 1, it is they who limit the rate."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """All figures of one run."""

    full: SpanFigures
    """With every table playing as fast as it can."""
    paced: SpanFigures | None = None
    idle_bytes: float = 0.0
    """Memory for each running match that nobody is looking at."""
    open_bytes: float = 0.0
    """Memory for each match with two players and a spectator connected."""
    later_bytes: float = 0.0
    """The same at the end of the measurement."""
    first_look_bytes: float = 0.0
    """The average size of the first look that a socket gets."""
    moves: int = 0
    """Moves at all tables until then."""
    matches: int = 0


class Counts:
    """What is counted during a span of time."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.updated: list[float] = []
        self.looks = 0
        self.bytes: Counter[str] = Counter()
        """By game: the bytes of all looks but the first ones."""
        self.moves: Counter[str] = Counter()
        """By game."""


VIEWERS = 3
"""Two players and a spectator at each table."""


def span_figures(counts: Counts, seconds: float, used: float, clients_used: float = 0.0) -> SpanFigures:
    """Return the figures for the counts. The processor times of server and clients are in seconds."""
    moves = max(1, len(counts.acknowledged))
    return SpanFigures(
        rate=moves / seconds,
        cpu=1e6 * used / moves,
        acknowledged=delays(counts.acknowledged),
        updated=delays(counts.updated) if counts.updated else None,
        looks=counts.looks / moves,
        bytes_by_game={game: counts.bytes[game] / played / VIEWERS for game, played in sorted(counts.moves.items())},
        look_bytes=counts.bytes.total() / max(1, counts.looks),
        clients_busy=clients_used / seconds,
    )


def delays(seconds: list[float]) -> Delays:
    """Return the median and the 99th percentile."""
    found = sorted(seconds) or [0.0]
    return Delays(p50=1000 * found[len(found) // 2], p99=1000 * found[len(found) * 99 // 100])


def memory(pid: int) -> int:
    """Return the private memory of a process, in bytes."""
    fields = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").split()
    return 1024 * sum(int(fields[fields.index(f"Private_{kind}:") + 1]) for kind in ("Clean", "Dirty"))


def processor(pid: int) -> float:
    """Return the processor time that a process has used in all its threads, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
