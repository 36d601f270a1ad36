"""The bodies of requests and responses about accounts, as types."""

from typing import Annotated

import msgspec

__all__ = [
    "Claim",
    "Login",
    "Me",
    "MeWithToken",
    "NewName",
    "NewPassword",
    "NewPlayer",
    "SessionBody",
]

Name = Annotated[str, msgspec.Meta(max_length=200)]
Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Your account."""

    player: str
    name: str
    claimed: bool
    """Whether you can sign in with a password on other devices."""


class MeWithToken(msgspec.Struct, frozen=True, kw_only=True):
    """Your account with its token, which is never shown again."""

    player: str
    name: str
    claimed: bool
    token: str


class NewPlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a guest account."""

    name: Name | None = None


class NewName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to change your name."""

    name: Name


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A password for your name."""

    password: Password


class Login(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claimed name and its password."""

    name: Name
    password: Annotated[str, msgspec.Meta(max_length=200)]
    token: bool = False
    """Whether to answer with a token, for programs, instead of a cookie."""


class NewPassword(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to change your password."""

    old: Annotated[str, msgspec.Meta(max_length=200)]
    new: Password


class SessionBody(msgspec.Struct, frozen=True, kw_only=True):
    """A device on which you are signed in."""

    id: str
    device: str
    """What it called itself, such as "Firefox, Linux"."""
    created_at: int
    seen_at: int
    """When it was last used, to the day."""
    current: bool
    """Whether this request came from it."""
