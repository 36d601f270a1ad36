"""Tilora: tile, brick, dice and card games as a fast, friendly library.

This is the public face: it may import every layer, and imports each only when it is needed. So `import tilora` takes a
hundredth of a second, and NumPy is loaded with the first match.

>>> import tilora
>>> m = tilora.match("cyberzul", seats=3, seed=7)
>>> m.turn, m.over, m.scores
(1, False, (0, 0, 0))
"""

from typing import TYPE_CHECKING

from tilora import hooks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType
    from typing import Any

    from tilora.ai.puzzles.puzzle import Puzzle
    from tilora.ai.review.review_report import Review
    from tilora.kernel import (
        Action,
        BadRecord,
        BadSetup,
        Batch,
        Evidence,
        FieldOverflow,
        Game,
        IllegalAction,
        Match,
        Option,
        Outcome,
        Record,
        State,
        Step,
        TiloraError,
        UnknownGame,
        UnreadableAction,
        UnreadablePosition,
        View,
        WrongVersion,
        fill_seats,
        games,
        replay,
        verify,
    )

__version__ = "0.1.0"

__all__ = [
    "Action",
    "BadRecord",
    "BadSetup",
    "Batch",
    "Evidence",
    "FieldOverflow",
    "Game",
    "IllegalAction",
    "Match",
    "Option",
    "Outcome",
    "Record",
    "Step",
    "TiloraError",
    "UnknownGame",
    "UnreadableAction",
    "UnreadablePosition",
    "View",
    "WrongVersion",
    "fill_seats",
    "games",
    "load",
    "match",
    "puzzles",
    "replay",
    "review",
    "verify",
]


def match(
    game: str,
    *,
    seats: int | None = None,
    seed: int | None = None,
    options: dict[str, str] | None = None,
    position: str | None = None,
) -> "Match":
    """Return a new match of a game, from the beginning or from a position.

    Without `seats` it has the game's usual number; without `seed` nobody can foresee it. Options of the game are
    given by name, such as `options={"bowl": "large"}`. Raises UnknownGame, BadSetup or UnreadablePosition.
    """
    from tilora.kernel import Match

    return Match(game, seats=seats, seed=seed, options=options, position=position)


def load(path: "str | Path") -> "Match":
    """Return the match of a record that was saved in a file. Raises BadRecord, or OSError if it can't be read."""
    from tilora.kernel import Record, replay

    return replay(Record.load(path))


def review(match: "Match | Record", *, on_progress: "Callable[[float], None] | None" = None) -> "Review":
    """Return the review of a match that is over: what luck and play were worth, and what each decision cost.

    Takes up to a minute; `on_progress` is called with the progress, from 0 to 1. Raises BadSetup if the match is not
    over, or BadRecord.
    """
    from tilora.ai.review.reviewing import review
    from tilora.kernel import Record, replay

    if isinstance(match, Record):
        return review(replay(match), match.forfeits, on_progress=on_progress)
    return review(match, on_progress=on_progress)


def puzzles(game: str) -> "list[Puzzle]":
    """Return the puzzles that come with a game: positions in which one action is clearly the best.

    There are none if nobody has made any. Raises UnknownGame, or BadPuzzles if they are not for its rules.
    """
    from tilora.ai.puzzles.puzzle import shipped_puzzles
    from tilora.kernel import game_named

    return list(shipped_puzzles(game_named(game)))


if not TYPE_CHECKING:  # type checkers know the names from above

    def __getattr__(name: str) -> "Any":
        """Return what the kernel has by that name, and import it if nobody has done so yet."""
        if name not in __all__:
            raise AttributeError(f"module 'tilora' has no attribute {name!r}")
        from tilora import kernel

        found = globals()[name] = getattr(kernel, name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


def _svg_of(view: "View") -> str:
    from tilora.scene import picture_of

    return picture_of(view)


def _text_of_board(board: "ModuleType", state: "State") -> str:
    from tilora.scene.boards.text import board_text

    return board_text(board, state)


hooks.svg_of = _svg_of
hooks.text_of_board = _text_of_board
