"""Compiles rules with Numba, and keeps the compiled code in the user's cache folder.

Importing this module loads Numba; nothing else in the kernel does. Numba's own cache does not notice a change in a
module that a function calls, so each game has a folder named after a hash of every source that could matter.
"""

import hashlib
import os
import platform
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import config, types
from numba.extending import overload, register_jitable
from numba.np.numpy_support import as_dtype

from tilora.kernel.compiled.linked_code import PartCompiler, WholeCompiler
from tilora.kernel.contract import chance, dispatch, keys, marks
from tilora.kernel.contract.chance import drawn_below
from tilora.kernel.contract.game import Rules

OPTIONS: Any = {
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
    "pipeline_class": PartCompiler,
}
"""For functions that only compiled functions call. Without wrappers for C and Python, compiling takes less time."""
OPTIONS_OF_WHOLE: Any = {**OPTIONS, "no_cpython_wrapper": False, "pipeline_class": WholeCompiler}
"""For functions that Python calls."""
SETTINGS: Any = config
UNUSED_FOR = 30 * 24 * 3600.0
"""Seconds after which code compiled from older sources is removed."""

_marked = 0
_lock = threading.RLock()


def compile_for(rules: Rules, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function`, which calls the general names or belongs to `rules`, compiled for states of `rules`."""
    with _lock:
        _register_marked()
        return _compiled(rules, function)


@cache
def _compiled(rules: Rules, function: Callable[..., Any]) -> Callable[..., Any]:
    folder = _cache_folder(rules, function)
    with _numba_cache_in(folder):
        compiled: Callable[..., Any] = numba.njit(function, cache=folder is not None, **OPTIONS_OF_WHOLE)
    return compiled


def _register_marked() -> None:
    """Let compiled code call every function that has been marked as a rule so far."""
    global _marked
    for function in marks.marked[_marked:]:
        register_jitable(**OPTIONS)(function)
    _marked = len(marks.marked)


@contextmanager
def _numba_cache_in(folder: Path | None) -> Iterator[None]:
    """Cache functions decorated in this context in that folder. Other users of Numba keep their own setting."""
    before = SETTINGS.CACHE_DIR
    SETTINGS.CACHE_DIR = str(folder or "")
    try:
        yield
    finally:
        SETTINGS.CACHE_DIR = before


def _cache_folder(rules: Rules, function: Callable[..., Any]) -> Path | None:
    """Return the folder for compiled code of these sources; None if it can't be cached."""
    name = rules.__name__.replace(".", "-")
    try:
        root = Path(os.environ.get("TILORA_CACHE") or platformdirs.user_cache_dir("tilora")) / "compiled"
    except RuntimeError:
        return None  # a user without a home
    source = Path(function.__code__.co_filename)
    if not source.is_file():
        return None  # typed into a prompt: a later version could not be told apart
    sources = _sources(rules, function)
    if not sources:
        return None
    folder = root / f"{name}-{_fingerprint(sources)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in root.glob(f"{name}-*"):
            if time.time() - other.stat().st_mtime > UNUSED_FOR:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _sources(rules: Rules, function: Callable[..., Any]) -> frozenset[Path]:
    """Return every file that could change the compiled code; none if they can't be found.

    Those are all files of the kernel and of the game's folder, and any others with rules that are called from there.
    """
    files = {file for folder in ("tilora.kernel", rules.__name__) for file in _folder_of(folder).rglob("*.py")}
    if not files:
        return frozenset()
    for called in _called_from([function, *(getattr(rules, name) for name in dispatch.NAMES)]):
        files.add(Path(called.__code__.co_filename))
    return frozenset(files) if all(file.is_file() for file in files) else frozenset()


def _called_from(functions: list[Callable[..., Any]]) -> list[Any]:
    """Return the functions, all rules that they call, all rules that those call, and so on."""
    marked = set(marks.marked)
    found: list[Any] = []
    waiting: list[Any] = list(functions)
    while waiting:
        called = waiting.pop()
        if called in found:
            continue
        found.append(called)
        scope = [called.__globals__.get(name) for name in called.__code__.co_names]
        modules = [module for module in scope if isinstance(module, ModuleType)]
        scope += [getattr(module, name, None) for module in modules for name in called.__code__.co_names]
        waiting += [thing for thing in scope if isinstance(thing, FunctionType) and thing in marked]
    return found


def _folder_of(module: str) -> Path:
    return Path(sys.modules[module].__file__ or ".").parent


@cache
def _fingerprint(files: frozenset[Path]) -> str:
    """Return a hash of the files and of the versions that compile them."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {platform.python_version()}".encode())
    for file in sorted(files):
        digest.update(str(file).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _chosen(state: types.Type, name: str) -> Callable[..., Any]:
    """Return the rule with that name of the game whose states are such records."""
    rule_of_game: Callable[..., Any] = getattr(dispatch.rules_of(as_dtype(state)), name)
    return rule_of_game


@overload(keys.word, jit_options=OPTIONS, strict=False)
def _word(number: Any) -> Callable[..., Any]:
    return lambda number: np.uint32(number)


@overload(chance.below, jit_options=OPTIONS, strict=False)
def _below(chance: Any, bound: Any) -> Callable[..., Any]:
    return lambda chance, bound: drawn_below(chance, bound)


@overload(keys.need_key, jit_options=OPTIONS, strict=False)
def _need_key(chance: Any) -> Callable[..., Any]:
    # Decided while compiling, so that rules for other chances do not contain a hash.
    if not keys.is_lazy(chance.fields):
        return lambda chance: None

    def need_key(chance: Any) -> None:
        if chance.keyless:
            keys.make_key(chance)

    return need_key


@overload(dispatch.start, jit_options=OPTIONS, strict=False)
def _start(state: Any, options: Any, chance: Any) -> Callable[..., Any]:
    chosen = _chosen(state, "start")
    return lambda state, options, chance: chosen(state, options, chance)


@overload(dispatch.legal, jit_options=OPTIONS, strict=False)
def _legal(state: Any, out: Any) -> Callable[..., Any]:
    chosen = _chosen(state, "legal")
    return lambda state, out: chosen(state, out)


@overload(dispatch.play, jit_options=OPTIONS, strict=False)
def _play(state: Any, action: Any, chance: Any) -> Callable[..., Any]:
    chosen = _chosen(state, "play")
    return lambda state, action, chance: chosen(state, action, chance)


@overload(dispatch.redact, jit_options=OPTIONS, strict=False)
def _redact(state: Any, seat: Any) -> Callable[..., Any]:
    chosen = _chosen(state, "redact")
    return lambda state, seat: chosen(state, seat)


@overload(dispatch.imagine, jit_options=OPTIONS, strict=False)
def _imagine(state: Any, seat: Any, chance: Any) -> Callable[..., Any]:
    chosen = _chosen(state, "imagine")
    return lambda state, seat, chance: chosen(state, seat, chance)
