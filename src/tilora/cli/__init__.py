"""The command line: games, moves, records, benchmarks, playing in the terminal, and the server.

It may import everything, and nothing imports it. It knows no game by name. Every error is one line on stderr, with exit
code 2.
"""

import io
import sys

from cyclopts import App, Parameter

import tilora
from tilora.cli import ai_commands, author_commands, match_commands
from tilora.cli.errors import errors_in_one_line
from tilora.server import cli as server_cli

app = App(
    name="tilora",
    help="A table for tile, brick, dice and card games. Without a command, open it in the browser.",
    version=tilora.__version__,
    default_parameter=Parameter(negative=()),
)

for commands in (match_commands, ai_commands, author_commands, server_cli):
    commands.add_to(app)


def main() -> None:
    """Run the command line. Every error is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with errors_in_one_line():
        app(exit_on_error=False, print_error=False)
