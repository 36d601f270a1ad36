"""The settings of a server. A flag overrides the environment, and the environment overrides the settings file.

A setting has the same name everywhere: `--tables-per-hour`, `TILORA_TABLES_PER_HOUR`, `tables_per_hour = …`.
"""

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs
from msgspec import inspect

from tilora.kernel import BadSetup

PREFIX = "TILORA_"
FILE = "tilora.toml"

Help = msgspec.Meta

SITE = r"https?://[^\s/,]+/?"
NETWORK = r"(\*|[0-9a-fA-F.:]+(/[0-9]+)?)"


def _list_of(pattern: str) -> str:
    """Return a pattern for a comma-separated list of these."""
    return rf"^\s*({pattern}\s*(,\s*{pattern}\s*)*)?$"


SITES = {"words": "a list of addresses such as https://tilora.example, without a path"}
NETWORKS = {"words": "a list of addresses such as 127.0.0.1 or 10.0.0.0/8, or *"}


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of a server."""

    host: Annotated[
        str, Help(description="The address to listen on; with 127.0.0.1, only this machine can connect.")
    ] = "0.0.0.0"  # noqa: S104 - friends on the same network are meant to connect
    port: Annotated[int, Help(ge=0, le=65535, description="The port to listen on; 0 picks a free one.")] = 8420
    database: Annotated[
        str | None, Help(description="sqlite:///PATH or postgresql://…. By default a file in your data folder.")
    ] = None
    channels: Annotated[
        str | None,
        Help(
            description="How nodes notify each other of changes: memory:, postgresql://… or redis://…. "
            "By default through the database."
        ),
    ] = None
    cluster: Annotated[str | None, Help(description="The address of a Dask scheduler to run bots on.")] = None
    workers: Annotated[
        int,
        Help(
            ge=1,
            le=64,
            description="Number of server processes. With more than one, they share the tables between them.",
        ),
    ] = 1
    bot_processes: (
        Annotated[
            int,
            Help(
                ge=1,
                le=256,
                description="Number of processes in which bots think, at least one per worker. "
                "By default one fewer than there are cores.",
            ),
        ]
        | None
    ) = None
    link: (
        Annotated[
            str,
            Help(
                pattern=rf"^({SITE})?$",
                description="The public address of this server, such as https://tilora.example.",
                extra={"words": "an address such as https://tilora.example, without a path"},
            ),
        ]
        | None
    ) = None
    origins: Annotated[
        str,
        Help(
            pattern=_list_of(SITE),
            description="Addresses of other sites whose pages may use this server, separated by commas.",
            extra=SITES,
        ),
    ] = ""
    proxies: Annotated[
        str,
        Help(
            pattern=_list_of(NETWORK),
            description="Addresses of proxies to trust for X-Forwarded-For, separated by commas; * for all.",
            extra=NETWORKS,
        ),
    ] = "127.0.0.1"
    announce: Annotated[bool, Help(description="Announce the server on the local network.")] = True
    metrics: Annotated[
        str,
        Help(
            pattern=_list_of(NETWORK),
            description="Addresses that may read /metrics, separated by commas; * for all.",
            extra=NETWORKS,
        ),
    ] = "127.0.0.1,::1"
    log: Annotated[
        Literal["auto", "text", "json", "none"],
        Help(description="Format of the log; auto is text on a terminal, otherwise json."),
    ] = "auto"
    log_level: Annotated[Literal["debug", "info", "warning", "error"], Help(description="Lowest level to log.")] = (
        "info"
    )
    idle: Annotated[
        float, Help(gt=0, description="Seconds after which a table with no viewers is dropped from memory.")
    ] = 60.0
    grace: Annotated[float, Help(ge=0, le=600, description="Seconds to finish pending work when the server stops.")] = (
        10.0
    )
    messages_per_second: Annotated[
        float, Help(gt=0, description="Messages a second per socket; faster senders are slowed down.")
    ] = 30.0
    sockets_per_player: Annotated[int, Help(ge=1, description="Open sockets per player.")] = 40
    sockets_per_address: Annotated[int, Help(ge=1, description="Open sockets per network address.")] = 400
    connections_per_address: Annotated[
        int, Help(ge=1, description="Open connections per network address, apart from sockets.")
    ] = 300
    requests_per_second: Annotated[
        float, Help(gt=0, description="Requests a second per network address, averaged over ten seconds.")
    ] = 50.0
    players_per_hour: Annotated[int, Help(ge=1, description="New guests an hour per network address.")] = 600
    tables_per_hour: Annotated[int, Help(ge=1, description="Tables that a player may open in an hour.")] = 120
    running_tables: Annotated[int, Help(ge=1, description="Unfinished tables per player.")] = 200
    hints_per_minute: Annotated[int, Help(ge=1, description="Hints that a player may ask for in a minute.")] = 20
    review_nice: Annotated[
        int,
        Help(
            ge=0,
            le=19,
            description="The niceness of reviews, as in nice(1): the higher, the more they yield to other processes.",
        ),
    ] = 15
    lines_per_minute: Annotated[
        int, Help(ge=1, description="Chat messages, reactions and name changes a minute per player.")
    ] = 40
    logins_per_minute: Annotated[
        int, Help(ge=1, description="Sign-in attempts a minute per network address and per name.")
    ] = 10
    guesses_per_minute: Annotated[
        int, Help(ge=1, description="Wrong table codes a minute per network address and per player.")
    ] = 10
    keep_private_days: Annotated[
        float, Help(ge=0, description="Days after which a finished private match is deleted; 0 for never.")
    ] = 365.0
    keep_unfinished_days: Annotated[
        float,
        Help(ge=0, description="Days without a move after which an unfinished table is deleted; 0 for never."),
    ] = 180.0
    keep_guests_days: Annotated[
        float,
        Help(
            ge=0,
            description="Days after which an unused device is signed out, and a guest without a device is deleted; "
            "0 for never.",
        ),
    ] = 400.0
    unsent_bytes: Annotated[
        int, Help(ge=1024, description="Bytes that may be queued for a slow socket before it is closed.")
    ] = 1 << 20


FIELDS: tuple[msgspec.structs.FieldInfo, ...] = msgspec.structs.fields(Settings)


def help_text(field: msgspec.structs.FieldInfo) -> str:
    """Return the description of a setting."""
    for kind in (field.type, *getattr(field.type, "__args__", ())):
        for meta in getattr(kind, "__metadata__", ()):
            if isinstance(meta, msgspec.Meta) and meta.description:
                return meta.description
    raise TypeError(f"The setting {field.name} has no description.")


def default_file() -> Path | None:
    """Return the path of the default settings file, or None for a user without a home folder."""
    try:
        return Path(platformdirs.user_config_dir("tilora")) / FILE
    except RuntimeError:
        return None


def load_settings(
    flags: Mapping[str, Any], *, file: Path | None = None, environment: Mapping[str, str] = os.environ
) -> Settings:
    """Return the settings from flags, environment and file. A flag that was not given is None. Raises BadSetup."""
    chosen = _from_file(file)
    _check_spelling(environment)
    for field in FIELDS:
        value = environment.get(PREFIX + field.name.upper())
        if value is not None:
            chosen[field.name] = _checked(field.name, value, PREFIX + field.name.upper(), strict=False)
        if flags.get(field.name) is not None:
            flag = "--" + field.name.replace("_", "-")
            chosen[field.name] = _checked(field.name, flags[field.name], flag, strict=True)
    return Settings(**chosen)


def _check_spelling(environment: Mapping[str, str]) -> None:
    """Raise BadSetup if a variable looks like a misspelled setting. Other names that begin with TILORA_ are fine."""
    known = [field.name for field in FIELDS]
    for name in environment:
        meant = name.removeprefix(PREFIX).lower()
        if (
            name.startswith(PREFIX)
            and meant not in known
            and (close := difflib.get_close_matches(meant, known, 1, 0.8))
        ):
            raise BadSetup(f"Unknown setting {name}. Did you mean {PREFIX}{close[0].upper()}?")


def _from_file(file: Path | None) -> dict[str, Any]:
    path = file or default_file()
    if path is None or (file is None and not path.is_file()):
        return {}
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeError) as error:
        raise BadSetup(f"{path} is not valid TOML: {error}.") from None
    known = {field.name for field in FIELDS}
    for name in read:
        if name not in known:
            raise BadSetup(f"{path}: unknown setting {name!r}. Choose from: {', '.join(sorted(known))}.")
    return {name: _checked(name, value, f"{name} in {path}", strict=True) for name, value in read.items()}


def _checked(name: str, value: Any, where: str, *, strict: bool) -> Any:
    kind = next(field.type for field in FIELDS if field.name == name)
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError:
        raise BadSetup(f"{where} must be {_words(kind)}, not {str(value)[:60]!r}.") from None


def _words(kind: Any) -> str:
    """Describe the values of a setting."""
    return _words_of(msgspec.inspect.type_info(kind))


def _words_of(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(extra={"words": words}):
            return str(words)
        case inspect.Metadata(type=inner) | inspect.UnionType(types=(inner, inspect.NoneType())):
            return _words_of(inner)
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.IntType(ge=low, le=high):
            return f"a whole number, {low} or more" if high is None else f"a whole number from {low} to {high}"
        case inspect.FloatType(gt=None, ge=low, le=high):
            return f"a number, {low:g} or more" if high is None else f"a number from {low:g} to {high:g}"
        case inspect.FloatType(gt=limit):
            return f"a number above {limit:g}"
        case inspect.BoolType():
            return "true or false"
    return "text"
