"""What several commands share: parameters with their help, options of a game, and output as JSON."""

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tilora.kernel import BadSetup

GameName = Annotated[str, Parameter(help="The name of a game. See `tilora games`.")]
File = Annotated[Path, Parameter(help="The file of a record, as saved by the page or by `match.record().save(…)`.")]
Json = Annotated[bool, Parameter(name="--json", help="Print JSON for programs.", show_default=False)]
Seats = Annotated[int | None, Parameter(help="Number of seats. By default the game's usual number.")]
Options = Annotated[
    list[str] | None, Parameter(name="--option", help="An option of the game, as NAME=CHOICE. May be repeated.")
]
Seed = Annotated[int | None, Parameter(help="Makes all chance repeatable. By default it is random.")]


def parse_options(options: list[str] | None) -> dict[str, str]:
    """Return the options of a game by name. Raises BadSetup."""
    chosen = {}
    for text in options or []:
        name, equals, choice = text.partition("=")
        if not equals:
            raise BadSetup(f"--option must be NAME=CHOICE, not {text[:40]!r}. See `tilora games` for the options.")
        chosen[name] = choice
    return chosen


def print_json(answer: object) -> None:
    """Print an answer as JSON."""
    print(json.dumps(answer, indent=1, ensure_ascii=False))
