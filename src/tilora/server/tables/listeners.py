"""The news that a table has changed, for the parts of a node that act on it: timers, bots, rematches."""

from typing import Protocol

from tilora.table.table import Table


class TableListener(Protocol):
    """Whatever has to know of changes. It is called under the table's lock and must not wait."""

    def __call__(self, table: Table, *, local: bool) -> None:
        """Handle a change; `local` says whether it happened on this node."""


class TableChanges:
    """Hands every change of a table of this node to all listeners."""

    def __init__(self) -> None:
        self._listeners: list[TableListener] = []

    def subscribe(self, listener: TableListener) -> None:
        """Call the listener after every change from now on."""
        self._listeners.append(listener)

    def publish(self, table: Table, *, local: bool) -> None:
        """Call all listeners."""
        for listener in self._listeners:
            listener(table, local=local)
