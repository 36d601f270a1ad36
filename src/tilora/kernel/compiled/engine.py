"""How a match calls its rules: interpreted at first, compiled as soon as that is ready.

Nobody waits for a compiler. A match starts with the rules as plain Python; once a process has spent a noticeable time
in them, a thread compiles them (or loads them from the cache), and calls go there from then on. Both give the same
states, bit by bit, so it does not matter when the change happens.

The environment variable TILORA_RULES overrides this: `interpreted` never compiles, `compiled` compiles at the start.
"""

import atexit
import logging  # before we register what happens at a fork: Numba logs, and logging locks itself then
import os
import threading
from collections.abc import Callable
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel.compiled.author_errors import explain, place_of
from tilora.kernel.compiled.interpreted import interpreted
from tilora.kernel.compiled.numba_loader import load_numba
from tilora.kernel.contract import marks
from tilora.kernel.contract.chance import chance_of
from tilora.kernel.contract.dispatch import IN_CELLS
from tilora.kernel.contract.game import Rules
from tilora.kernel.contract.state import Cell, State, blank, cell, cell_to_read, copied_cell
from tilora.kernel.errors import BadSetup, FieldOverflow

MODE = "TILORA_RULES"
MODES = ("auto", "interpreted", "compiled")
PATIENCE = 0.3
"""Seconds spent in interpreted rules after which compiling begins. Short programs never load Numba."""

_leaving = threading.Event()
_lock = threading.Lock()
_compiling: list[threading.Thread] = []


class Engine:
    """The rules of one game, called in the fastest way available."""

    def __init__(self, rules: Rules, mode: str) -> None:
        self.rules = rules
        self._functions: dict[str, Callable[..., Any]] = {}
        """The compiled rules, which take arrays of one record."""
        self._patience = PATIENCE if mode == "auto" else float("inf")
        self.compiled = False
        self.failure: Exception | None = None
        """Why the rules could not be compiled in the background; None if that has not failed."""
        if mode == "compiled":
            self.compile()

    def new(self, variant: int, seats: int, options: npt.NDArray[np.int64], chance: np.record) -> State:
        """Return the first position of a match."""
        state = cell(blank(self.rules.STATE, variant, seats))
        self._call("start", state, options, chance=cell(chance))
        first: State = state[0]
        return first

    def legal(self, state: State) -> npt.NDArray[np.int32]:
        """Return the legal actions in rising order."""
        out = np.empty(self.rules.MOST_ACTIONS, np.int32)
        found = out[: self._call("legal", cell_to_read(state), out)]
        found.sort()
        return found

    def play(self, state: State, action: int, chance: np.record) -> State:
        """Return the position after a legal action. The given state is not changed."""
        copy = copied_cell(state)
        self._call("play", copy, action, chance=cell(chance))
        after: State = copy[0]
        return after

    def redact(self, state: State, seat: int) -> State:
        """Return the position with everything blanked that the seat may not know."""
        copy = copied_cell(state)
        self._call("redact", copy, seat)
        view: State = copy[0]
        return view

    def imagine(self, view: State, seat: int, chance: np.record) -> State:
        """Return a whole position that fits the view of that seat."""
        copy = copied_cell(view)
        self._call("imagine", copy, seat, chance=cell(chance))
        state: State = copy[0]
        return state

    def compile(self) -> None:
        """Compile the rules. Takes seconds the first time, and a moment from the cache. Raises BadSetup."""
        load_numba()
        from tilora.kernel.compiled.numba_backend import compile_for

        functions = {name: compile_for(self.rules, function) for name, function in IN_CELLS.items()}
        chance = cell(chance_of(0, 0))
        state = cell(blank(self.rules.STATE))
        examples: dict[str, tuple[Any, ...]] = {
            "start": (state, np.zeros(0, np.int64), chance),
            "legal": (state, np.empty(0, np.int32)),
            "play": (state, 0, chance),
            "redact": (state, 0),
            "imagine": (state, 0, chance),
        }
        for name in IN_CELLS:
            if _leaving.is_set():
                return
            rule = getattr(self.rules, name)
            if rule not in marks.marked:
                where = f"{rule.__code__.co_filename}, line {rule.__code__.co_firstlineno}"
                raise BadSetup(f"{self.rules.__name__}.{name} can't be compiled. {where}: Mark it with @rule.")
            try:
                compile_signature(functions[name], examples[name])
            except Exception as error:
                raise BadSetup(f"{self.rules.__name__}.{name} can't be compiled. {explain(error)}") from error
        self._functions = functions
        self.compiled = True

    def _call(self, name: str, state: Cell, *arguments: Any, chance: Cell | None = None) -> Any:
        if self.compiled:
            return self._functions[name](state, *arguments, *(() if chance is None else (chance,)))
        begin = perf_counter()
        try:
            rule = getattr(self.rules, name)
            result = rule(interpreted(state), *arguments, *(() if chance is None else (chance[0],)))
        except OverflowError as error:
            raise FieldOverflow(f"{place_of(error)}{error}. Give the field of STATE a larger type.") from error
        self._patience -= perf_counter() - begin
        if self._patience < 0:
            self._compile_in_background()
        return result

    def _compile_in_background(self) -> None:
        with _lock:
            if self._patience == float("inf"):
                return
            self._patience = float("inf")
            thread = threading.Thread(target=self._try_to_compile, name=f"compile {self.rules.__name__}", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                return  # Python is shutting down: nobody needs compiled rules any more
            _compiling.append(thread)

    def _try_to_compile(self) -> None:
        try:
            self.compile()
        except Exception as error:  # noqa: BLE001 - matches go on interpreted; callers who need speed read `failure`
            self.failure = error
            logging.getLogger("tilora").warning("%s Matches continue with interpreted rules.", error)


def compile_signature(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Compile the function for arguments of these types, without calling it."""
    import numba

    dispatcher: Any = function
    typeof: Any = numba.typeof
    dispatcher.compile(tuple(typeof(argument) for argument in arguments))


def engine_of(rules: Rules) -> Engine:
    """Return the engine that all matches of these rules share."""
    mode = os.environ.get(MODE, "auto")
    if mode not in MODES:
        raise BadSetup(f"{MODE} can't be {mode!r}. Choose from: {', '.join(MODES)}.")
    return _engine(rules, mode)


@cache
def _engine(rules: Rules, mode: str) -> Engine:
    return Engine(rules, mode)


def _wait_for_compilers() -> None:
    """Wait for compiling threads: Python must neither exit nor fork while LLVM is at work."""
    while _compiling:
        _compiling.pop().join()


def _leave() -> None:
    """Stop compiling threads after the function they are working on."""
    _leaving.set()
    _wait_for_compilers()


atexit.register(_leave)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_wait_for_compilers)
