"""The numbers that Prometheus reads at `/metrics`.

The server counts with plain numbers, because it counts on every move. Prometheus' own types are only made on request.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from tilora.server.net.networks import is_listed

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds in seconds."""


class Histogram(msgspec.Struct):
    """How long something took, counted in BUCKETS."""

    counts: list[int] = msgspec.field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    sum: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one more duration."""
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.sum += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Return the upper bounds, and how many durations were not longer."""
        total, buckets = 0, []
        for limit, count in zip((*map(str, BUCKETS), "+Inf"), self.counts, strict=True):
            total += count
            buckets.append((limit, float(total)))
        return buckets


class Metrics(msgspec.Struct):
    """The counts of one node."""

    commands: int = 0
    refusals: dict[str, int] = {}
    """By code."""
    events: int = 0
    conflicts: int = 0
    looks: int = 0
    bot_pool_failures: int = 0
    broken_searches: set[str] = set()
    """Games whose search could not be compiled."""
    damaged_tables: set[str] = set()
    """Tables whose log can't be read."""
    tables: int = 0
    sockets: int = 0
    stall_seconds: float = 0.0
    commit_seconds: Histogram = msgspec.field(default_factory=Histogram)
    think_seconds: Histogram = msgspec.field(default_factory=Histogram)

    def count_refusal(self, code: str) -> None:
        """Count a command that was refused with this code."""
        self.refusals[code] = self.refusals.get(code, 0) + 1

    def encode(self) -> bytes:
        """Return the counts for another process; see `decode_metrics`."""
        return _encode(self)


_encode = msgspec.msgpack.Encoder().encode
decode_metrics = msgspec.msgpack.Decoder(Metrics).decode

_COUNTERS = {
    "commands": "Commands executed",
    "events": "Events stored",
    "conflicts": "Writes that lost against another node",
    "looks": "Looks made for subscribers",
    "bot_pool_failures": "Pools of processes for bots that broke",
}
_GAUGES = {
    "tables": "Tables in memory",
    "sockets": "Open sockets",
    "stall_seconds": "Recent delay of the event loop",
}
_HISTOGRAMS = {
    "commit_seconds": "Time from a decision until it is stored",
    "think_seconds": "Time until a bot's decision, including queueing",
}


class MetricFamilies(Collector):
    """Metrics as Prometheus' own types: of one node, or of several workers with their number as a label."""

    def __init__(self, metrics: Metrics | Mapping[int, Metrics]) -> None:
        self._labels: list[str] = []
        self._all: dict[tuple[str, ...], Metrics]
        if isinstance(metrics, Metrics):
            self._all = {(): metrics}
        else:
            self._labels = ["worker"]
            self._all = {(str(worker),): found for worker, found in sorted(metrics.items())}

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics."""
        for name, words in _COUNTERS.items():
            counter = CounterMetricFamily(f"tilora_{name}", words, labels=self._labels)
            for labels, metrics in self._all.items():
                counter.add_metric(labels, getattr(metrics, name))
            yield counter
        refusals = CounterMetricFamily("tilora_refusals", "Commands refused", labels=[*self._labels, "code"])
        broken = GaugeMetricFamily(
            "tilora_broken_search",
            "Games whose search could not be compiled: their bots play weakly",
            labels=[*self._labels, "game"],
        )
        for labels, metrics in self._all.items():
            for code, count in metrics.refusals.items():
                refusals.add_metric([*labels, code], count)
            for game in sorted(metrics.broken_searches):
                broken.add_metric([*labels, game], 1)
        damaged = GaugeMetricFamily("tilora_damaged_tables", "Tables that can't be read", labels=self._labels)
        for labels, metrics in self._all.items():
            damaged.add_metric(labels, len(metrics.damaged_tables))
        yield refusals
        yield broken
        yield damaged
        for name, words in _GAUGES.items():
            gauge = GaugeMetricFamily(f"tilora_{name}", words, labels=self._labels)
            for labels, metrics in self._all.items():
                gauge.add_metric(labels, getattr(metrics, name))
            yield gauge
        for name, words in _HISTOGRAMS.items():
            family = HistogramMetricFamily(f"tilora_{name}", words, labels=self._labels)
            for labels, metrics in self._all.items():
                histogram: Histogram = getattr(metrics, name)
                family.add_metric(labels, histogram.buckets(), histogram.sum)
            yield family


def prometheus_text(metrics: Metrics | Mapping[int, Metrics]) -> bytes:
    """Return the metrics in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(MetricFamilies(metrics))
    return generate_latest(registry)


def may_read_metrics(readers: str, client: str, host: str) -> bool:
    """Whether a client at that address, which asks for that host, may read the metrics.

    A page of another site whose name leads to this machine asks from here as well, but by its own name. So whoever
    reads the metrics asks by an address or a plain name of this machine.
    """
    return is_listed(client, readers) and (is_listed("any", readers) or _is_local_name(host))


def _is_local_name(host: str) -> bool:
    """Whether it is an address, or a name without dots, which no site on the internet has."""
    with suppress(ValueError):
        name = urlsplit(f"//{host}").hostname or ""
        if "." not in name and ":" not in name:
            return True
        return bool(ip_address(name))
    return False
