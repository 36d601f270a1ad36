"""The bodies of responses about the server itself, as types: errors, its address, and its neighbours."""

import msgspec

__all__ = [
    "ErrorBody",
    "LinkBody",
    "NeighbourBody",
]


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True):
    """An error, whatever its status."""

    code: str
    """For programs. Its meaning never changes."""
    text: str
    """For people."""


class NeighbourBody(msgspec.Struct, frozen=True, kw_only=True):
    """Another server on the local network."""

    name: str
    address: str


class LinkBody(msgspec.Struct, frozen=True, kw_only=True):
    """The address of this server."""

    link: str
    """For others to open, without a slash at the end."""
