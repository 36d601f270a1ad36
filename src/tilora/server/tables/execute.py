"""Executing commands, the same for sockets and for HTTP: rate limits, then the table, then the metrics."""

from tilora.server.errors import code_of
from tilora.server.metrics import Metrics
from tilora.server.rate_limit import ServerLimits
from tilora.server.system_time import now
from tilora.server.tables.service import Revision, TableService
from tilora.server.tables.subscribers import Subscriber
from tilora.table.commands import AnyCommand, ClaimWin, Say
from tilora.table.events import AnyEvent
from tilora.table.setup import Person
from tilora.table.table import Table


class CommandExecutor:
    """Executes what people ask for at tables."""

    def __init__(self, tables: TableService, limits: ServerLimits, metrics: Metrics) -> None:
        self._tables = tables
        self._limits = limits
        self._metrics = metrics

    async def execute(
        self,
        table_id: str,
        command: AnyCommand,
        person: Person,
        *,
        received_at: int,
        lag: int,
        delay: int = 0,
        subscriber: Subscriber | None = None,
    ) -> Revision:
        """Store and show what the command leads to. Raises whatever the table or the server refuses it with.

        `lag` is the round trip of the connection in milliseconds, and `delay` what the server was late to read the
        command; it measured both.
        """
        try:
            if type(command) is Say:
                self._limits.lines.use(person.player)

            def decide(table: Table) -> list[AnyEvent]:
                moment = now()
                waited = delay + moment - received_at
                away = self._tables.away(table_id) if type(command) is ClaimWin else {}
                # Whoever gets no scenes has nothing to show.
                at_once = subscriber is None or "scene" not in subscriber.wants
                return table.handle(command, person, moment, lag=lag, waited=waited, away=away, at_once=at_once)

            revision = await self._tables.change(table_id, decide, subscriber)
        except ValueError as error:
            self._metrics.count_refusal(code_of(error))
            raise
        self._metrics.commands += 1
        return revision
