"""Compiling the search of a game, in the background and once for each process.

Nobody has to wait for it. If it fails, the reason is kept, and raised wherever a real search is needed.
"""

import atexit
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tilora.ai.network.shipped import playing_network
from tilora.ai.search import think
from tilora.kernel import Game, Match, TiloraError
from tilora.kernel.compiled.numba_loader import load_numba

LONGEST_CAUSE = 300
"""Characters of the compiler's message that are shown."""

_lock = threading.Lock()
_one_at_a_time = threading.Lock()
"""Two compilations side by side are no faster, and the first game would be ready later."""
_leaving = threading.Event()


class SearchUnavailable(TiloraError):
    """The search of a game could not be compiled, so no level of it can play at its strength."""


class _Leaving(BaseException):
    """The process is ending. Not an `Exception`, so that the compiler does not take it for one of its own."""


class _Compilation(threading.Thread):
    """Compiles the search of one game, and keeps the outcome."""

    def __init__(self, game: Game, parts: Sequence[str]) -> None:
        super().__init__(name=f"compile the search of {game.name}", daemon=True)
        self.ready = False
        self.error: Exception | None = None
        self._game, self._parts = game, parts

    def run(self) -> None:
        """Search a little, which compiles everything that a search needs."""
        try:
            with _one_at_a_time, _stopping_when_leaving():
                match = Match(self._game, seed=0)
                think.think(match.view(match.turn), think.Budget(2), use=self._parts)
            self.ready = True
        except _Leaving:
            pass
        except Exception as error:  # noqa: BLE001 - kept for `failure`
            self.error = error


_compilations: dict[tuple[str, bool], _Compilation] = {}
"""By the name of a game, and whether with its network."""


def prepare(game: Game, *, wait: float | None = 0.0, network: bool = True) -> bool:
    """Return whether the compiled search of the game is ready. If nobody has compiled it yet, start to.

    Without `network`, it is the search that a game without a network has. Waits for it, but no longer than `wait`
    seconds. None waits as long as it takes, and raises SearchUnavailable if compiling fails: the answer is True then,
    or there is none.
    """
    with _lock:
        key = game.name, network and playing_network(game) is not None
        compilation = _compilations.get(key)
        if compilation is None:
            compilation = _compilations[key] = _Compilation(game, think.PARTS if network else think.ADVICE)
            compilation.start()
    compilation.join(wait)
    if wait is None and not compilation.ready:
        raise SearchUnavailable(
            f"The search for {game.title} could not be compiled: {_last_cause(compilation.error)}"
        ) from compilation.error
    return compilation.ready


def failure(game: Game) -> Exception | None:
    """Return why the search of the game could not be compiled; None if compiling has not failed."""
    compilations = [_compilations.get((game.name, network)) for network in (True, False)]
    return next((compilation.error for compilation in compilations if compilation and compilation.error), None)


def _last_cause(error: BaseException | None) -> str:
    """Return the text of the original error, in one line."""
    if error is None:
        return "the program is ending."
    while error.__cause__:
        error = error.__cause__
    text = " ".join(str(error).split())[:LONGEST_CAUSE]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


@contextmanager
def _stopping_when_leaving() -> Iterator[None]:
    """Check before each pass of the compiler whether the process is ending, and stop there.

    LLVM crashes when it is cut off, so leaving has to wait; but only for one pass, and not for hundreds.
    """
    load_numba()
    from numba.core import event

    compiling = threading.current_thread()

    class Check(event.Listener):
        def on_start(self, event: event.Event) -> None:
            if _leaving.is_set() and threading.current_thread() is compiling:
                raise _Leaving

        def on_end(self, event: event.Event) -> None:
            pass

    with event.install_listener("numba:run_pass", Check()):
        if _leaving.is_set():
            raise _Leaving
        yield


@atexit.register
def _leave() -> None:
    """End every compilation after its current pass: within a few seconds, even on a slow machine."""
    _leaving.set()
    for compilation in list(_compilations.values()):
        compilation.join()
