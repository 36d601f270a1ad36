"""Settings: one struct. A flag goes before the environment, the environment before the file.

The same names everywhere: `--tables-per-hour`, `TILORA_TABLES_PER_HOUR`, `tables_per_hour = …` in the file.
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
PLACE = r"(\*|[0-9a-fA-F.:]+(/[0-9]+)?)"


def _listed(pattern: str) -> str:
    """What matches texts with any number of those, separated by commas."""
    return rf"^\s*({pattern}\s*(,\s*{pattern}\s*)*)?$"


SITES = {"words": "a list of addresses such as https://tilora.example, without a path"}
PLACES = {"words": "a list of addresses such as 127.0.0.1 or 10.0.0.0/8, or *"}


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything about a server that can be set."""

    host: Annotated[str, Help(description="The address to listen at; 127.0.0.1 for this machine alone.")] = "0.0.0.0"  # noqa: S104 - friends on the same network are meant to come in
    port: Annotated[int, Help(ge=0, le=65535, description="The port to listen at; 0 picks a free one.")] = 8420
    database: Annotated[
        str | None, Help(description="sqlite:///PATH or postgresql://…; without it a file in the data folder.")
    ] = None
    channels: Annotated[
        str | None,
        Help(
            description="How nodes tell each other of changes: memory:, postgresql://… or redis://…; "
            "without it the database's own way."
        ),
    ] = None
    cluster: Annotated[str | None, Help(description="The address of a Dask scheduler that bots think on.")] = None
    workers: (
        Annotated[int, Help(ge=1, le=256, description="Processes that bots think in; without it one per core but one.")]
        | None
    ) = None
    link: (
        Annotated[
            str,
            Help(
                pattern=rf"^({SITE})?$",
                description="The address that people use, such as https://tilora.example.",
                extra={"words": "an address such as https://tilora.example, without a path"},
            ),
        ]
        | None
    ) = None
    origins: Annotated[
        str,
        Help(
            pattern=_listed(SITE),
            description="More addresses of pages that may use this server, separated by commas.",
            extra=SITES,
        ),
    ] = ""
    proxies: Annotated[
        str,
        Help(
            pattern=_listed(PLACE),
            description="Addresses of proxies whose X-Forwarded-For is believed, separated by commas; * for all.",
            extra=PLACES,
        ),
    ] = "127.0.0.1"
    announce: Annotated[bool, Help(description="Announce the server on the local network.")] = True
    metrics: Annotated[
        str,
        Help(
            pattern=_listed(PLACE),
            description="Addresses that may read /metrics, separated by commas; * for everybody.",
            extra=PLACES,
        ),
    ] = "127.0.0.1,::1"
    log: Annotated[
        Literal["auto", "text", "json", "none"],
        Help(description="Logs for people, for programs, or none; auto: for people on a terminal, else for programs."),
    ] = "auto"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Help(description="The least important thing that is logged.")
    ] = "info"
    idle: Annotated[
        float, Help(gt=0, description="Seconds after which a table that nobody looks at leaves the memory.")
    ] = 60.0
    grace: Annotated[
        float, Help(ge=0, le=600, description="Seconds that a stopping server gives to what is still in flight.")
    ] = 10.0
    messages_per_second: Annotated[
        float, Help(gt=0, description="Messages a second from one socket; more are read later.")
    ] = 30.0
    sockets_per_player: Annotated[int, Help(ge=1, description="Sockets that one player may have open.")] = 40
    sockets_per_address: Annotated[int, Help(ge=1, description="Sockets that one network address may have open.")] = 400
    requests_per_second: Annotated[
        float, Help(gt=0, description="Requests a second from one network address, over ten seconds.")
    ] = 50.0
    players_per_hour: Annotated[int, Help(ge=1, description="New guests an hour from one network address.")] = 600
    tables_per_hour: Annotated[int, Help(ge=1, description="Tables that one player may open in an hour.")] = 120
    running_tables: Annotated[int, Help(ge=1, description="Unfinished tables that one player may have.")] = 200
    hints_per_minute: Annotated[int, Help(ge=1, description="Hints that one player may ask for in a minute.")] = 20
    lines_per_minute: Annotated[int, Help(ge=1, description="Chat lines and new names of one player a minute.")] = 40
    logins_per_minute: Annotated[
        int, Help(ge=1, description="Passwords that may be tried in a minute from one address or for one name.")
    ] = 10
    unsent_bytes: Annotated[
        int, Help(ge=1024, description="Bytes that may wait for a slow socket before it is closed.")
    ] = 1 << 20


FIELDS: tuple[msgspec.structs.FieldInfo, ...] = msgspec.structs.fields(Settings)


def help_text(field: msgspec.structs.FieldInfo) -> str:
    """What the setting is for, in a sentence."""
    for kind in (field.type, *getattr(field.type, "__args__", ())):
        for meta in getattr(kind, "__metadata__", ()):
            if isinstance(meta, msgspec.Meta) and meta.description:
                return meta.description
    raise TypeError(f"The setting {field.name} has no description.")


def default_file() -> Path | None:
    """Where the settings are looked for when no file is named; None for a user without a home."""
    try:
        return Path(platformdirs.user_config_dir("tilora")) / FILE
    except RuntimeError:
        return None


def load_settings(
    flags: Mapping[str, Any], *, file: Path | None = None, environment: Mapping[str, str] = os.environ
) -> Settings:
    """The settings that hold. A flag that was not given is None. Raises BadSetup, with the name of what is wrong."""
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
    """Raises BadSetup for what can only be a setting that was mistyped. Other things may be called TILORA_… too."""
    known = [field.name for field in FIELDS]
    for name in environment:
        meant = name.removeprefix(PREFIX).lower()
        if (
            name.startswith(PREFIX)
            and meant not in known
            and (close := difflib.get_close_matches(meant, known, 1, 0.8))
        ):
            raise BadSetup(f"There is no setting {name}. Did you mean {PREFIX}{close[0].upper()}?")


def _from_file(file: Path | None) -> dict[str, Any]:
    path = file or default_file()
    if path is None or (file is None and not path.is_file()):
        return {}
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeError) as error:
        raise BadSetup(f"{path} is not TOML: {error}.") from None
    known = {field.name for field in FIELDS}
    for name in read:
        if name not in known:
            raise BadSetup(f"{path}: there is no setting {name!r}. Settings are: {', '.join(sorted(known))}.")
    return {name: _checked(name, value, f"{name} in {path}", strict=True) for name, value in read.items()}


def _checked(name: str, value: Any, where: str, *, strict: bool) -> Any:
    kind = next(field.type for field in FIELDS if field.name == name)
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError:
        raise BadSetup(f"{where} can't be {str(value)[:60]!r}. It is {_words(kind)}.") from None


def _words(kind: Any) -> str:
    """What a setting of that type can be."""
    return _words_of(msgspec.inspect.type_info(kind))


def _words_of(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(extra={"words": words}):
            return str(words)
        case inspect.Metadata(type=inner) | inspect.UnionType(types=(inner, inspect.NoneType())):
            return _words_of(inner)
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} {'on' if most is None else f'to {most}'}"
        case inspect.FloatType(gt=None, ge=least, le=most):
            return f"a number from {least:g} {'on' if most is None else f'to {most:g}'}"
        case inspect.FloatType(gt=limit):
            return f"a number above {limit:g}"
        case inspect.BoolType():
            return "true or false"
    return "a text"
