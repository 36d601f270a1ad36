"""The commands `tilora serve`, `join`, `backup` and `restore`, and `tilora` alone, which opens the page."""

import inspect
import os
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

from cyclopts import App, Parameter

from tilora.kernel import BadSetup
from tilora.server.settings import FIELDS, PREFIX, default_file, help_text, load_settings

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from tilora.store.backup import Rows


def add_to(app: App) -> None:
    """The command line knows the commands."""
    app.command(serve)
    app.command(join)
    app.command(backup)
    app.command(restore)
    app.default(open_page)


def _with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """The command has a flag for every setting, so that settings are written down once."""
    own = [one for one in inspect.signature(command).parameters.values() if one.kind is not one.VAR_KEYWORD]
    flags = []
    for field in FIELDS:
        usual = "" if field.default in (None, "") else f" Usually {str(field.default).lower()}."
        words = f"{help_text(field)}{usual} (${PREFIX}{field.name.upper()})"
        negative = f"--no-{field.name.replace('_', '-')}" if field.default is True else ()
        said = Parameter(help=words, negative=negative, show_default=False)
        kind: Any = Annotated[_plain(field.type) | None, said]
        flags.append(inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind))
    command.__signature__ = inspect.Signature([*own, *flags])  # type: ignore[attr-defined]
    return command


def _plain(kind: Any) -> Any:
    """The type of a setting, without None and without its limits: these are checked when all are put together."""
    for one in (kind, *get_args(kind)):
        if get_origin(one) is Annotated:
            return _plain(get_args(one)[0])
        if get_origin(one) is Literal:
            return one
    named = [one for one in (kind, *get_args(kind)) if one in (bool, int, float, str)]
    return named[0] if named else str


SettingsFile = Annotated[
    Path | None, Parameter(name="--settings", help=f"A TOML file with settings. Usually {default_file() or 'none'}.")
]
Database = Annotated[str | None, Parameter(help="Another database than the one that `tilora serve` would use.")]


@_with_settings
def serve(
    *,
    settings_file: SettingsFile = None,
    **flags: Any,
) -> None:
    """Let people and programs play over the network.

    A flag goes before the environment, the environment before the file with settings. In the file, names are written
    with underscores: tables_per_hour = 20.
    """
    chosen = load_settings(flags, file=settings_file)
    from tilora.server.run import run

    run(chosen)


def open_page(*words: Annotated[str, Parameter(show=False)]) -> None:
    """Without a command: start a server on this machine and open its page, or the page of the one that is running."""
    if words:
        raise BadSetup(f"There is no command {words[0][:40]!r}. `tilora --help` lists them.")
    from tilora.server.db_lock import DatabaseInUse, read_address, sqlite_file
    from tilora.server.run import run

    usual = load_settings({})
    chosen = usual if _is_free(usual.host, usual.port) else load_settings({"port": 0})
    try:
        run(chosen, _show)
    except DatabaseInUse:
        file = sqlite_file(chosen.database)
        address = read_address(file) if file is not None else ""
        if not address:
            raise
        print(f"Tilora serves at {address} already.", flush=True)
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
    """The page is being opened, on machines that have a screen; beside the server, because browsers take their time."""
    if sys.platform not in ("win32", "darwin") and not os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}:
        return None
    opening = threading.Thread(target=webbrowser.open, args=(address,), daemon=True)
    opening.start()
    return opening


def join(
    *,
    seconds: Annotated[float, Parameter(help="How long to look for servers.")] = 3.0,
    browser: Annotated[bool, Parameter(help="Open the page, if there is just one.", negative="--no-browser")] = True,
) -> None:
    """Find servers on the local network, and open the page of the one that is there."""
    from tilora.server.net import announce

    if not 0 < seconds <= 60:
        raise BadSetup(f"--seconds is a time from above 0 to 60 seconds, not {seconds}.")
    found = announce.find_servers(seconds, time.sleep)
    if not found:
        raise BadSetup("No server was found on the local network. Is `tilora serve` running there?")
    for one in found:
        print(f"{one.address}  {one.name}")
    if browser and len(found) == 1:
        webbrowser.open(found[0].address)


def backup(
    file: Annotated[Path, Parameter(help="A file that does not exist yet.")],
    *,
    database: Database = None,
    settings_file: SettingsFile = None,
) -> None:
    """Write everything that the server keeps into one file, while it goes on running."""
    from tilora.store.backup import back_up

    _copy(lambda url: back_up(url, file), f"{file} holds", database, settings_file)


def restore(
    file: Annotated[Path, Parameter(help="What `tilora backup` has written.")],
    *,
    database: Database = None,
    settings_file: SettingsFile = None,
) -> None:
    """Fill an empty database from a backup, of the same kind or the other one. Servers have to be stopped."""
    from tilora.server.db_lock import lock_database, sqlite_file
    from tilora.store import backup as copying

    def fill(url: "URL") -> "Rows":
        held_file = sqlite_file(url.render_as_string(hide_password=False))
        with lock_database(held_file) if held_file is not None else nullcontext():
            return copying.restore(file, url)

    _copy(fill, "The database holds", database, settings_file)


def _copy(copy: "Callable[[URL], Rows]", begin: str, database: str | None, settings_file: Path | None) -> None:
    """The database of the settings has been copied, and it is said what that was. Raises BadSetup."""
    from tilora.store import StoreError, engines

    chosen = load_settings({"database": database}, file=settings_file)
    try:
        rows = copy(engines.parse_url(chosen.database or engines.default_url()))
    except StoreError as error:
        raise BadSetup(str(error)) from error
    print(f"{begin} everything. Players: {rows['players']}, tables: {rows['tables']}, events: {rows['events']}.")
