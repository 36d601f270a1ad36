"""What Prometheus reads at `/metrics`."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = all_of = CollectorRegistry()
        self.commands = Counter("tilora_commands", "Commands carried out", registry=all_of)
        self.refusals = Counter("tilora_refusals", "Commands refused", ["code"], registry=all_of)
        self.events = Counter("tilora_events", "Events stored", registry=all_of)
        self.conflicts = Counter("tilora_conflicts", "Events that another node was quicker with", registry=all_of)
        self.looks = Counter("tilora_looks", "Looks made for onlookers", registry=all_of)
        self.worker_deaths = Counter("tilora_worker_deaths", "Pools of bot workers that broke", registry=all_of)
        self.commit_seconds = Histogram(
            "tilora_commit_seconds", "From a decision to its safe storage", buckets=SECONDS, registry=all_of
        )
        self.think_seconds = Histogram(
            "tilora_think_seconds", "A bot's thinking, with its waiting", buckets=SECONDS, registry=all_of
        )
        self.tables = Gauge("tilora_tables", "Tables in memory", registry=all_of)
        self.sockets = Gauge("tilora_sockets", "Sockets open", registry=all_of)
        self.stall_seconds = Gauge("tilora_stall_seconds", "Recent delay of the server's loop", registry=all_of)

    def text(self) -> bytes:
        """All of them, as Prometheus reads it."""
        return generate_latest(self.registry)
