"""The numbers that Prometheus reads at `/metrics`.

The server counts with plain numbers, because it counts on every move. Prometheus' own types are only made on request.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds in seconds."""


class Histogram:
    """How long something took, counted in BUCKETS."""

    __slots__ = ("_counts", "_sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one more duration."""
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def family(self, name: str, description: str) -> Metric:
        """Return the histogram as a Prometheus metric."""
        total, buckets = 0, []
        for limit, count in zip((*map(str, BUCKETS), "+Inf"), self._counts, strict=True):
            total += count
            buckets.append((limit, total))
        return HistogramMetricFamily(name, description, buckets=buckets, sum_value=self._sum)


class Metrics(Collector):
    """The counts of one server."""

    def __init__(self) -> None:
        self.commands = 0
        self.refusals: Counter[str] = Counter()
        self.events = 0
        self.conflicts = 0
        self.looks = 0
        self.worker_deaths = 0
        self.broken_searches: set[str] = set()
        """Games whose search could not be compiled."""
        self.tables = 0
        self.sockets = 0
        self.stall_seconds = 0.0
        self.commit_seconds = Histogram()
        self.think_seconds = Histogram()
        self.registry = CollectorRegistry()
        self.registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics as Prometheus' own types."""
        yield CounterMetricFamily("tilora_commands", "Commands executed", self.commands)
        refusals = CounterMetricFamily("tilora_refusals", "Commands refused", labels=["code"])
        for code, count in self.refusals.items():
            refusals.add_metric([code], count)
        yield refusals
        yield CounterMetricFamily("tilora_events", "Events stored", self.events)
        yield CounterMetricFamily("tilora_conflicts", "Writes that lost against another node", self.conflicts)
        yield CounterMetricFamily("tilora_looks", "Looks made for subscribers", self.looks)
        yield CounterMetricFamily("tilora_worker_deaths", "Bot worker pools that broke", self.worker_deaths)
        broken = GaugeMetricFamily(
            "tilora_broken_search", "Games whose search could not be compiled: their bots play weakly", labels=["game"]
        )
        for game in sorted(self.broken_searches):
            broken.add_metric([game], 1)
        yield broken
        yield GaugeMetricFamily("tilora_tables", "Tables in memory", self.tables)
        yield GaugeMetricFamily("tilora_sockets", "Open sockets", self.sockets)
        yield GaugeMetricFamily("tilora_stall_seconds", "Recent delay of the event loop", self.stall_seconds)
        yield self.commit_seconds.family("tilora_commit_seconds", "Time from a decision until it is stored")
        yield self.think_seconds.family("tilora_think_seconds", "Time until a bot's decision, including queueing")

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self.registry)
