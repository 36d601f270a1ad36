"""The lines of a game's rules, and which of them interpreted games have reached."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from tilora.kernel import Game
from tilora.kernel.contract.dispatch import NAMES
from tilora.tools.check.mistakes import folder_of, source_line

Line = tuple[str, int]


def functions_of(game: Game) -> list[FunctionType]:
    """Return the functions in the game's folder that its rules call, directly or through others."""
    folder = folder_of(game)
    found: dict[CodeType, FunctionType] = {}
    waiting: list[Any] = [getattr(game.rules, name, None) for name in NAMES]
    while waiting:
        function = waiting.pop()
        if not isinstance(function, FunctionType) or function.__code__ in found:
            continue
        if Path(function.__code__.co_filename).resolve().is_relative_to(folder):
            found[function.__code__] = function
            names = {name for code in _codes(function.__code__) for name in code.co_names}
            known = [function.__globals__[name] for name in names if name in function.__globals__]
            modules = [each for each in known if isinstance(each, ModuleType)]
            waiting += known + [vars(module)[name] for module in modules for name in names if name in vars(module)]
    return sorted(
        found.values(), key=lambda function: (function.__code__.co_filename, function.__code__.co_firstlineno)
    )


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Return the code of a function, and of what is defined in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


class RuleLines:
    """Every line of a game's rules that can be reached, and those that have been."""

    def __init__(self, game: Game) -> None:
        codes = [code for function in functions_of(game) for code in _codes(function.__code__)]
        self._missing = {code: _lines_of(code) for code in codes}
        """The lines of each function that have not been reached yet."""
        self.all: set[Line] = {(code.co_filename, line) for code in codes for line in self._missing[code]}
        self.reached: set[Line] = set()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Note the lines that are reached here."""
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(before)

    def _called(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        """Follow a function as long as some of its lines have not been reached."""
        return self._stepped if self._missing.get(frame.f_code) else None

    def _stepped(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        if event == "line":
            missing = self._missing[frame.f_code]
            if frame.f_lineno in missing:
                missing.remove(frame.f_lineno)
                self.reached.add((frame.f_code.co_filename, frame.f_lineno))
        return self._stepped

    def leave_out(self, lines: set[Line]) -> None:
        """Forget these lines, unless they have been reached."""
        self.all -= lines - self.reached

    def unreached(self) -> list[tuple[str, int, int, str]]:
        """Return the lines that have not been reached, in ranges: file, first line, last line, and the first's text."""
        order = sorted(self.all)
        ranges: list[tuple[str, int, int]] = []
        for number, (file, line) in enumerate(order):
            if (file, line) in self.reached:
                continue
            if ranges and number and ranges[-1][0] == file and ranges[-1][2] == order[number - 1][1]:
                ranges[-1] = (file, ranges[-1][1], line)
            else:
                ranges.append((file, line, line))
        return [(file, first, last, source_line(file, first)) for file, first, last in ranges]


def _lines_of(code: CodeType) -> set[int]:
    """Return the lines of a function's body."""
    lines = {line for _, _, line in code.co_lines() if line is not None}
    return {line for line in lines if line > code.co_firstlineno} or lines
