"""Connecting to a Dask cluster, for arenas and servers that need more cores than one machine has."""

from typing import Any

from tilora.kernel import BadSetup

PATIENCE = 10.0
"""Seconds to wait for the scheduler."""


def client_of(address: str) -> Any:
    """Return a client of the Dask scheduler at that address. Raises BadSetup."""
    try:
        from distributed import Client
    except ImportError:
        raise BadSetup("A cluster needs Dask: pip install 'tilora[cluster]'.") from None
    connect: Any = Client
    try:
        return connect(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise BadSetup(f"No Dask scheduler answers at {address}: {error}.") from None
