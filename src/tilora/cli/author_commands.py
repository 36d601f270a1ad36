"""The commands for authors of games: `tilora bench`, `check` and `new-game`."""

import math
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from tilora.cli.parameters import GameName, Json, print_json
from tilora.kernel import BadSetup


def add_to(app: App) -> None:
    """Add the commands to the command line."""
    app.command(bench)
    app.command(check)
    app.command(new_game)


def bench(
    *game: Annotated[str, Parameter(help="Measure only these games, and no server unless --part says so.")],
    part: Annotated[
        Literal["games", "tables", "environments"] | None,
        Parameter(help="Measure only this part: games, tables on a server, or environments for learning."),
    ] = None,
    tables: Annotated[
        tuple[int, ...],
        Parameter(
            help="Number of tables on the server. Several numbers are measured in turn. Default: 500.",
            consume_multiple=True,
            show_default=False,
        ),
    ] = (500,),
    database: Annotated[str | None, Parameter(help="Use postgresql://… instead of a new SQLite file.")] = None,
    seconds: Annotated[float, Parameter(help="Seconds per measurement; tables take twice as long.")] = 3.0,
    as_json: Json = False,
) -> None:
    """Measure how fast the games are on this machine, and how many moves a second a server handles."""
    from tilora.tools.bench import games as benchmark

    if not (math.isfinite(seconds) and 0 < seconds <= 600):
        raise BadSetup(f"--seconds must be above 0 and at most 600, not {seconds}.")
    if not all(1 <= count <= 10_000 for count in tables):
        raise BadSetup("--tables must be numbers from 1 to 10,000.")
    parts = [part] if part else ["games"] if game else ["games", "tables"]
    report = benchmark.measure(list(game), seconds, parts, tables=tables, database=database)
    if as_json:
        print_json(report)
    else:
        print(benchmark.as_text(report))


def check(
    game: GameName,
    *,
    seconds: Annotated[float, Parameter(help="How long to play, in seconds, not counting compilation.")] = 30.0,
    seed: Annotated[int, Parameter(help="The seed of the first random game.")] = 0,
    as_json: Json = False,
) -> None:
    """Check a game that you wrote: its contract, what it promises, and which lines of its rules random games reach.

    The exit code is 1 if anything is wrong.
    """
    from tilora.tools.check import check_game, progress, report

    if not (math.isfinite(seconds) and 0 < seconds <= 86_400):
        raise BadSetup(f"--seconds must be above 0 and at most 86,400, not {seconds}.")
    if not 0 <= seed <= 1 << 32:
        raise BadSetup(f"--seed must be from 0 to {1 << 32:,}, not {seed}.")
    with progress.shown(f"checking {game}") as on_progress:
        found = check_game.check_game(game, seconds=seconds, seed=seed, on_progress=on_progress)
    if as_json:
        print_json(report.as_data(found))
    else:
        print(report.as_text(found))
    if not found.good:
        sys.exit(1)


def new_game(
    name: Annotated[str, Parameter(help="The name of the new game: lower-case words joined by hyphens.")],
    *,
    folder: Annotated[Path | None, Parameter(help="The folder to write. By default tilora-NAME.")] = None,
) -> None:
    """Create a package for a new game: a small race that you can play at once and change into your own."""
    from tilora.tools.new_game.write_package import write_package
    from tilora.tools.pip_command import pip_command

    written = write_package(name, folder)
    print(f"{written} holds a small game. Play it, then make it your own:")
    print()
    print(f"  cd {written}", f"  {pip_command()}", f"  tilora play {name}", f"  tilora check {name}", sep="\n")
