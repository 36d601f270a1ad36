"""Lists of addresses and networks, as they are in settings: `127.0.0.1, 10.0.0.0/8`, or `*` for all."""

from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address, ip_network


@lru_cache(4096)
def is_listed(address: str, networks: str) -> bool:
    """Whether the address is in one of the networks."""
    for network in networks.replace(" ", "").split(","):
        if network == "*":
            return True
        with suppress(ValueError):
            if ip_address(address) in ip_network(network, strict=False):
                return True
    return False
