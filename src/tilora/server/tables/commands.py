"""Carrying out a command, the same for sockets and for requests: limits, then the table, then the measures."""

from tilora.server.errors import code_of
from tilora.server.services import Services
from tilora.server.system_time import now
from tilora.server.tables.cache import Done
from tilora.server.tables.subscribers import Onlooker
from tilora.table.commands import AnyCommand, Say
from tilora.table.events import AnyEvent
from tilora.table.setup import Person
from tilora.table.table import Table


async def carry_out(
    services: Services,
    table_id: str,
    command: AnyCommand,
    who: Person,
    *,
    came_at: int,
    lag: int,
    onlooker: Onlooker | None = None,
) -> Done:
    """What was asked for is stored and shown. Raises what the table or the server refuses it with.

    It came in at `came_at`, over a connection whose round trip the server measured as `lag` milliseconds.
    """
    try:
        if type(command) is Say:
            services.limits.lines.use(who.player)

        def decide(table: Table) -> list[AnyEvent]:
            moment = now()
            return table.handle(command, who, moment, lag=lag + moment - came_at)

        done = await services.live.change(table_id, decide, onlooker)
    except ValueError as error:
        services.metrics.refusals[code_of(error)] += 1
        raise
    services.metrics.commands += 1
    return done
