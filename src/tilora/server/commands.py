"""The commands `tilora serve` and `tilora join`, and `tilora` alone, which opens the page."""

import inspect
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

from cyclopts import App, Parameter

from tilora.kernel import BadSetup
from tilora.server.settings import FIELDS, PREFIX, help_of, settings, usual_file


def add_to(app: App) -> None:
    """The command line knows the commands."""
    app.command(serve)
    app.command(join)
    app.default(open_page)


def _with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """The command has a flag for every setting, so that settings are written down once."""
    own = [one for one in inspect.signature(command).parameters.values() if one.kind is not one.VAR_KEYWORD]
    flags = []
    for field in FIELDS:
        usual = "" if field.default in (None, "") else f" Usually {str(field.default).lower()}."
        words = f"{help_of(field)}{usual} (${PREFIX}{field.name.upper()})"
        negative = f"--no-{field.name.replace('_', '-')}" if field.default is True else ()
        said = Parameter(help=words, negative=negative, show_default=False)
        kind: Any = Annotated.__class_getitem__((_plain(field.type) | None, said))  # type: ignore[attr-defined]
        flags.append(inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind))
    command.__signature__ = inspect.Signature([*own, *flags])  # type: ignore[attr-defined]
    return command


def _plain(kind: Any) -> Any:
    """The type of a setting, without None and without its limits: these are checked when all are put together."""
    for one in (kind, *get_args(kind)):
        if get_origin(one) is Annotated:
            return _plain(get_args(one)[0])
    named = [one for one in (kind, *get_args(kind)) if one in (bool, int, float, str)]
    return named[0] if named else str


@_with_settings
def serve(
    *,
    settings_file: Annotated[
        Path | None, Parameter(name="--settings", help=f"A TOML file with settings. Usually {usual_file()}.")
    ] = None,
    **flags: Any,
) -> None:
    """Let people and programs play over the network.

    A flag goes before the environment, the environment before the file with settings. In the file, names are written
    with underscores: tables_per_hour = 20.
    """
    chosen = settings(flags, file=settings_file)
    from tilora.server.running import run

    run(chosen)


def open_page(*words: Annotated[str, Parameter(show=False)]) -> None:
    """Without a command: start a server on this machine and open its page, or the page of the one that is running."""
    if words:
        raise BadSetup(f"There is no command {words[0][:40]!r}. `tilora --help` lists them.")
    from tilora.server.holding import AlreadyServed, said_address, sqlite_file
    from tilora.server.running import run

    usual = settings({})
    chosen = usual if _is_free(usual.host, usual.port) else settings({"port": 0})
    try:
        run(chosen, _show)
    except AlreadyServed:
        file = sqlite_file(chosen.database)
        address = said_address(file) if file is not None else ""
        if not address:
            raise
        print(f"Tilora serves at {address} already.", flush=True)
        if opening := _show(address):
            opening.join()


def _is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
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
    from tilora.server import announce

    if not 0 < seconds <= 60:
        raise BadSetup(f"--seconds is a time from above 0 to 60 seconds, not {seconds}.")
    found = announce.search(seconds, time.sleep)
    if not found:
        raise BadSetup("No server was found on the local network. Is `tilora serve` running there?")
    for one in found:
        print(f"{one.address}  {one.name}")
    if browser and len(found) == 1:
        webbrowser.open(found[0].address)
