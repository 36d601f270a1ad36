"""Mistakes of a game's author: what is wrong, in a sentence, with the file and the line."""

import re
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

from tilora.kernel import Game, TiloraError

PLACED = re.compile(
    r"(?P<before>.*can't be compiled\. )?(?P<file>\S[^\n]*?\.py), line (?P<line>\d+): (?P<cause>.*)", re.DOTALL
)
"""How the errors of the kernel name a place: "/…/rules.py, line 12: the cause."."""


class BrokenPromise(AssertionError):
    """A game does not do what the contract of games promises."""


class TimeIsUp(Exception):
    """There is no time left to carry a check to its end. Nothing is wrong."""


def in_time(until: float) -> None:
    """Raise TimeIsUp after that time, by the monotonic clock."""
    if time.monotonic() > until:
        raise TimeIsUp


def expect(condition: object, sentence: str) -> None:
    """Raise BrokenPromise with that sentence where the condition does not hold."""
    if not condition:
        raise BrokenPromise(sentence)


def begins_well(sentence: str) -> bool:
    """Return whether a sentence begins with a capital letter or a number."""
    return sentence[:1].isupper() or sentence[:1].isdigit()


@dataclass(frozen=True)
class Mistake:
    """What is wrong, and where. The line is 0 if only the file is known, and the file empty if not even that is."""

    sentence: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return where + self.sentence


def mistake_of(error: BaseException, folder: Path | None, most_actions: int | None = None) -> Mistake:
    """Return what an error says about the code in that folder, with the last line there that had a part in it."""
    file, line = _place_of(error, folder)
    if isinstance(error, BrokenPromise):
        return Mistake(str(error), file, line)
    if isinstance(error, AssertionError):
        return Mistake(f"What the author says is always true is not: {str(error) or _source(file, line)}", file, line)
    if isinstance(error, TiloraError):
        found = PLACED.fullmatch(str(error))
        if found:
            return Mistake((found["before"] or "") + found["cause"], found["file"], int(found["line"]))
        return Mistake(str(error), file, line)
    in_legal = any(
        frame.name == "legal" for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file
    )
    if isinstance(error, IndexError) and in_legal and str(error).endswith(f"axis 0 with size {most_actions}"):
        return Mistake(f"`legal` finds more actions than MOST_ACTIONS, which is {most_actions}: raise it.", file, line)
    if isinstance(error, SyntaxError):
        return Mistake(f"The file can't be read as Python: {error.msg}.", file, line)
    if isinstance(error, IndexError):
        return Mistake(f"{error}. Is a field of STATE too small?", file, line)
    return Mistake(f"{type(error).__name__}: {error or _source(file, line)}.", file, line)


def _place_of(error: BaseException, folder: Path | None) -> tuple[str, int]:
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 0
    frames = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    ours = [place for place in frames if folder is not None and Path(place[0]).is_relative_to(folder)]
    return ours[-1] if ours else ("", 0)


def _source(file: str, line: int) -> str:
    return source_line(file, line) or "nothing more is known"


def source_line(file: str, line: int) -> str:
    """Return that line of a file without the spaces around it; nothing if it can't be read."""
    try:
        return Path(file).read_text(encoding="utf-8").splitlines()[line - 1].strip()
    except (OSError, IndexError, UnicodeDecodeError):
        return ""


def folder_of(game: Game) -> Path:
    """Return the folder that holds the game's rules."""
    return Path(str(vars(game.rules)["__file__"])).resolve().parent
