"""Showing changes of a table: to its subscribers, to the rest of this node, and to other nodes."""

import asyncio
from collections.abc import Sequence

from tilora.server.logs import log_error
from tilora.server.messages import Reacted
from tilora.server.metrics import Metrics
from tilora.server.system_time import now
from tilora.server.tables.listeners import TableChanges
from tilora.server.tables.pubsub import Notice, PubSub
from tilora.server.tables.subscribers import Subscriber, Subscribers
from tilora.table.events import AnyEvent, Closed, Joined, PlaceSet, Started, WatchersSet
from tilora.table.table import Table

RIGHTS = frozenset({Joined, PlaceSet, Started, WatchersSet})
"""Events that change who may see what."""


class Broadcaster:
    """Sends what is new at a table to everybody who follows it."""

    def __init__(self, node: str, pubsub: PubSub, changes: TableChanges, metrics: Metrics) -> None:
        self.node = node
        self._pubsub = pubsub
        self._changes = changes
        self._metrics = metrics

    def show(self, subscribers: Subscribers, table: Table, events: Sequence[AnyEvent] | None, *, local: bool) -> None:
        """Send these stored events to everybody on this node; with None, whatever is new.

        They are stored already, so an error here must not look like a failure of the command that led to them.
        """
        try:
            if subscribers:
                self._send(subscribers, table, events)
        except Exception as error:  # noqa: BLE001 - see above
            log_error("a table could not be shown", error, table=table.id)
        self._changes.publish(table, local=local)

    def follow(self, table_id: str) -> None:
        """Get notices about this table from other nodes."""
        self._pubsub.follow(table_id)

    def unfollow(self, table_id: str) -> None:
        """Get no more notices about this table."""
        self._pubsub.unfollow(table_id)

    def publish_number(self, table: Table) -> None:
        """Tell other nodes which event of the table is the last."""
        self._pubsub.publish(Notice(self.node, table.id, table.number))

    def show_presence(self, subscribers: Subscribers, table: Table, newcomer: Subscriber | None = None) -> None:
        """Tell everybody, here and on other nodes, who is connected."""
        subscribers.send_presence(table, now(), newcomer)
        self.publish_presence(subscribers, table.id)

    def show_reaction(self, subscribers: Subscribers, table_id: str, reacted: Reacted) -> None:
        """Show a reaction to everybody, here and on other nodes."""
        subscribers.send_reaction(reacted)
        self._pubsub.publish(Notice(self.node, table_id, 0, reaction=reacted.reaction, seat=reacted.seat))

    def publish_presence(self, subscribers: Subscribers, table_id: str) -> None:
        """Tell other nodes who is connected here."""
        seats, watchers = subscribers.presence()
        self._pubsub.publish(Notice(self.node, table_id, 0, seats, watchers))

    def _send(self, subscribers: Subscribers, table: Table, events: Sequence[AnyEvent] | None) -> None:
        if events is None or any(type(event) in RIGHTS for event in events):
            subscribers.update_viewers(table, now())
        self._metrics.looks += subscribers.send_looks(table, now())
        if events is not None and isinstance(events[-1], Closed):
            # The host who closed the table gets the answer first.
            asyncio.get_running_loop().call_soon(subscribers.close_all, "closed")
        if subscribers.presence_changed:
            self.show_presence(subscribers, table)
