"""The commands `tilora serve`, `join`, `backup` and `restore`, and `tilora` alone, which opens the page."""

import inspect
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import webbrowser
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

from cyclopts import App, Parameter

from tilora.kernel import BadSetup
from tilora.server.settings import FIELDS, PREFIX, default_file, help_text, load_settings

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from tilora.store.backup import Rows


def add_to(app: App) -> None:
    """Add the commands to the command line."""
    app.command(serve)
    app.command(join)
    app.command(backup)
    app.command(restore)
    app.default(open_page)


def _with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give the command a flag for every setting, so that settings are defined only once."""
    own = [
        parameter
        for parameter in inspect.signature(command).parameters.values()
        if parameter.kind is not parameter.VAR_KEYWORD
    ]
    flags = []
    for field in FIELDS:
        default = "" if field.default in (None, "") else f" Default: {str(field.default).lower()}."
        words = f"{help_text(field)}{default} (${PREFIX}{field.name.upper()})"
        negative = f"--no-{field.name.replace('_', '-')}" if field.default is True else ()
        shown = Parameter(help=words, negative=negative, show_default=False)
        kind: Any = Annotated[_plain(field.type) | None, shown]
        flags.append(inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind))
    command.__signature__ = inspect.Signature([*own, *flags])  # type: ignore[attr-defined]
    return command


def _plain(kind: Any) -> Any:
    """Return the type of a setting without None and without its limits, which `load_settings` checks."""
    for part in (kind, *get_args(kind)):
        if get_origin(part) is Annotated:
            return _plain(get_args(part)[0])
        if get_origin(part) is Literal:
            return part
    simple = [part for part in (kind, *get_args(kind)) if part in (bool, int, float, str)]
    return simple[0] if simple else str


SettingsFile = Annotated[
    Path | None, Parameter(name="--settings", help=f"A TOML file with settings. Default: {default_file() or 'none'}.")
]
Database = Annotated[str | None, Parameter(help="Use this database instead of the one in the settings.")]


@_with_settings
def serve(
    *,
    settings_file: SettingsFile = None,
    **flags: Any,
) -> None:
    """Start a server that people and programs can play on over the network.

    A flag overrides the environment, and the environment overrides the settings file. In the file, names are written
    with underscores: tables_per_hour = 20.
    """
    chosen = load_settings(flags, file=settings_file)
    from tilora.server.run import run

    run(chosen)


def open_page(*words: Annotated[str, Parameter(show=False)]) -> None:
    """Without a command, open the page: of the server that is running on this machine, or of a new one."""
    if words:
        raise BadSetup(f"There is no command {words[0][:40]!r}. See `tilora --help`.")
    from tilora.server.db_lock import PROGRAM, DatabaseInUse, read_address, sqlite_file
    from tilora.server.run import run

    usual = load_settings({})
    chosen = usual if _is_free(usual.host, usual.port) else load_settings({"port": 0})
    try:
        run(chosen, _show)
    except DatabaseInUse:
        file = sqlite_file(chosen.database)
        address, folder = read_address(file) if file is not None else ("", "")
        if not address:
            raise
        print(f"Tilora is already running at {address}", flush=True)
        if folder and Path(folder) != PROGRAM:
            print(
                f"That is a different installation, in {folder}. Stop it to use this one, or choose another "
                "database, such as TILORA_DATABASE=sqlite:///mine.db.",
                flush=True,
            )
        if opening := _show(address):
            opening.join()


def _is_free(host: str, port: int) -> bool:
    from tilora.server.net.event_loop import bind_socket

    try:
        bind_socket(host, port).close()
    except (OSError, UnicodeError):
        return False
    return True


def _show(address: str) -> threading.Thread | None:
    """Open the page, on machines with a screen, in a thread of its own because browsers take their time."""
    if sys.platform not in ("win32", "darwin") and not os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}:
        return None
    opening = threading.Thread(target=webbrowser.open, args=(address,), daemon=True)
    opening.start()
    return opening


def join(
    code: Annotated[str, Parameter(help="The code of the table to open. By default, the home page opens.")] = "",
    *,
    server: Annotated[
        str, Parameter(help="Use this server, such as http://192.168.1.5:8420, instead of looking for one.")
    ] = "",
    seconds: Annotated[float, Parameter(help="How long to look for servers.")] = 3.0,
    browser: Annotated[bool, Parameter(help="Open the page in a browser.", negative="--no-browser")] = True,
) -> None:
    """Find servers on the local network, and open the table with a code, or the home page of the only server."""
    from tilora.server.net import announce

    if not 0 < seconds <= 60:
        raise BadSetup(f"--seconds must be above 0 and at most 60, not {seconds}.")
    found = [] if server else announce.find_servers(seconds, time.sleep)
    if not found and not server:
        raise BadSetup("No server found on the local network. Is `tilora serve` running there?")
    if code:
        opened = _find_table(code, [server] if server else [each.address for each in found])
        print(opened)
    else:
        for each in found:
            print(f"{each.address}  {each.name}")
        opened = server or (found[0].address if len(found) == 1 else "")
    if browser and opened:
        webbrowser.open(opened)


def _find_table(code: str, servers: list[str]) -> str:
    """Return the address of the table with the code on one of these servers. Raises BadSetup."""
    problem = "No server has a table with this code."
    for server in servers:
        base = server.rstrip("/")
        if not base.startswith(("http://", "https://")):
            raise BadSetup(f"--server must be an address such as http://192.168.1.5:8420, not {server[:60]!r}.")
        request = urllib.request.Request(f"{base}/api/join/{urllib.parse.quote(code, safe='')}")  # noqa: S310 - http only
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - http only
                return f"{base}/t/{json.load(answer)['table']}"
        except urllib.error.HTTPError as error:
            with suppress(ValueError, KeyError, TypeError):
                problem = json.load(error)["text"]
        except (OSError, ValueError, KeyError, TypeError):
            problem = f"{base} does not answer."
    raise BadSetup(problem)


def backup(
    file: Annotated[Path, Parameter(help="The file to write. It must not exist yet.")],
    *,
    database: Database = None,
    settings_file: SettingsFile = None,
) -> None:
    """Back up the whole database to one file. The server may keep running."""
    from tilora.store.backup import back_up

    _copy(lambda url: back_up(url, file), f"Saved everything to {file}.", database, settings_file)


def restore(
    file: Annotated[Path, Parameter(help="A file written by `tilora backup`.")],
    *,
    database: Database = None,
    settings_file: SettingsFile = None,
) -> None:
    """Fill an empty database, SQLite or PostgreSQL, from a backup of either. Stop the servers first."""
    from tilora.server.db_lock import lock_database, sqlite_file
    from tilora.store import backup as copying

    def fill(url: "URL") -> "Rows":
        locked_file = sqlite_file(url.render_as_string(hide_password=False))
        with lock_database(locked_file) if locked_file is not None else nullcontext():
            return copying.restore(file, url)

    _copy(fill, "Restored everything.", database, settings_file)


def _copy(copy: "Callable[[URL], Rows]", done: str, database: str | None, settings_file: Path | None) -> None:
    """Copy the database of the settings, and print how much that was. Raises BadSetup."""
    from tilora.store import StoreError, engines

    chosen = load_settings({"database": database}, file=settings_file)
    try:
        rows = copy(engines.parse_url(chosen.database or engines.default_url()))
    except StoreError as error:
        raise BadSetup(str(error)) from error
    print(f"{done} Players: {rows['players']}, tables: {rows['tables']}, events: {rows['events']}.")
