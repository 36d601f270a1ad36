"""What Prometheus reads at `/metrics`.

The server counts with plain numbers, since it counts on every move; Prometheus' own types are only made when asked.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Durations:
    """How long something took, in steps of SECONDS."""

    __slots__ = ("_counts", "_sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Once more, so long."""
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def family(self, name: str, words: str) -> Metric:
        """As Prometheus knows it."""
        total, buckets = 0, []
        for limit, count in zip((*map(str, SECONDS), "+Inf"), self._counts, strict=True):
            total += count
            buckets.append((limit, total))
        return HistogramMetricFamily(name, words, buckets=buckets, sum_value=self._sum)


class Metrics(Collector):
    """The counts of one server."""

    def __init__(self) -> None:
        self.commands = 0
        self.refusals: Counter[str] = Counter()
        self.events = 0
        self.conflicts = 0
        self.looks = 0
        self.worker_deaths = 0
        self.sockets = 0
        self.stall_seconds = 0.0
        self.tables: Callable[[], int] = lambda: 0
        self.commit_seconds = Durations()
        self.think_seconds = Durations()
        self.registry = CollectorRegistry()
        self.registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """All of them, as Prometheus knows them."""
        yield CounterMetricFamily("tilora_commands", "Commands carried out", self.commands)
        refusals = CounterMetricFamily("tilora_refusals", "Commands refused", labels=["code"])
        for code, count in self.refusals.items():
            refusals.add_metric([code], count)
        yield refusals
        yield CounterMetricFamily("tilora_events", "Events stored", self.events)
        yield CounterMetricFamily("tilora_conflicts", "Times that another node was quicker", self.conflicts)
        yield CounterMetricFamily("tilora_looks", "Looks made for onlookers", self.looks)
        yield CounterMetricFamily("tilora_worker_deaths", "Pools of bot workers that broke", self.worker_deaths)
        yield GaugeMetricFamily("tilora_tables", "Tables in memory", self.tables())
        yield GaugeMetricFamily("tilora_sockets", "Sockets open", self.sockets)
        yield GaugeMetricFamily("tilora_stall_seconds", "Recent delay of the server's loop", self.stall_seconds)
        yield self.commit_seconds.family("tilora_commit_seconds", "From a decision to its safe storage")
        yield self.think_seconds.family("tilora_think_seconds", "A bot's thinking, with its waiting")

    def text(self) -> bytes:
        """All of them, as Prometheus reads it."""
        return generate_latest(self.registry)
