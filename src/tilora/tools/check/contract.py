"""The contract of a game, before anything is compiled: each mistake in a sentence, with file and line."""

import ast
import importlib.metadata
import inspect
import itertools
import re
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from tilora.kernel import Game, Rules, UnknownGame, Words
from tilora.kernel.contract import marks
from tilora.kernel.contract.generated_positions import ranges_of
from tilora.kernel.contract.registry import GROUP, load_game
from tilora.kernel.contract.state import HEAD
from tilora.tools.check.mistakes import Mistake, mistake_of
from tilora.tools.check.random_games import engine, first_state
from tilora.tools.check.rule_lines import functions_of
from tilora.tools.pip_command import pip_command

OPTIONAL = ("check", "codes", "parts", "redact_action", "split_turn")
"""Functions that a game may leave out, and for which it gets none instead."""
ADVICE = {
    "parse_action": "With codes(variant) in rules.py, it can be left out",
    "redact": "Without hidden=True, it can be left out",
    "imagine": "Without hidden=True, it can be left out",
}
MEANINGS = {
    "STATE": "the type of its states, made by `layout`",
    "MOST_ACTIONS": "the most legal actions that any position has",
    "REASONS": "why a match ended, in words, the first of them empty",
}
FIRST_POSITIONS = 8
"""How many first positions are tried with each number of seats; there is one for each choice of options."""


def entry_point_of(name: str) -> EntryPoint:
    """Return the entry point of the game with that name. Raises UnknownGame."""
    key = "-".join(re.split(r"[\s_-]+", name.lower().strip()))
    points = {point.name: point for point in importlib.metadata.entry_points(group=GROUP)}
    if key not in points and name not in points:
        raise UnknownGame(
            f"There is no game {name[:40]!r}. Is its package installed (`{pip_command()}` in its folder), "
            f"and does its pyproject.toml name it under {GROUP}? Installed: {', '.join(sorted(points))}."
        )
    return points.get(name) or points[key]


def load(point: EntryPoint) -> tuple[Game | None, list[Mistake]]:
    """Return the game of the entry point, or what stops it from being loaded."""
    file = _file_of(point.module)
    try:
        return load_game(point), []
    except Exception as error:  # noqa: BLE001 - whatever the author's code raises
        found = mistake_of(error, file and file.parent)
        if found.file:
            return None, [found]
        if file is None:
            sentence = f"The entry point {point.name} names {point.value}, but there is no package {point.module}."
            return None, [Mistake(sentence)]
        words = str(error) if isinstance(error, TypeError) else f"{type(error).__name__}: {error}"
        sentence = f"The entry point {point.name} is {point.value}: {words}."
        return None, [Mistake(sentence, str(file), _line_of_fact(file, "name"))]


def mistakes_in(point: EntryPoint, game: Game) -> list[Mistake]:
    """Return what is wrong with a game as it is written, and with its first positions."""
    file = _file_of(point.module)
    modules: dict[str, ModuleType] = {}
    for name in ("rules", "words"):
        module, mistake = _imported(game, name, file)
        if mistake:
            return [mistake]
        modules[name] = module
    rules, words = modules["rules"], modules["words"]
    found = [*_missing(rules, Rules, ("STATE", "MOST_ACTIONS")), *_missing(words, Words, ("REASONS",))]
    found = found or [*_of_facts(game, file), *_of_rules(game, rules), *_of_words(words)]
    return found or _of_first_positions(game, rules)


def _file_of(module: str) -> Path | None:
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin).resolve() if spec and spec.origin else None


def _imported(game: Game, name: str, file: Path | None) -> tuple[Any, Mistake | None]:
    """Return one of the game's modules, or why there is none."""
    where = _file_of(f"{game.folder}.{name}")
    if where is None:
        sentence = f"folder is {game.folder!r}, but there is no {name}.py in such a package."
        return None, Mistake(sentence, str(file or ""), _line_of_fact(file, "folder"))
    try:
        return getattr(game, name), None
    except AttributeError as error:
        if name == "rules" and "STATE" in str(error):
            return None, _missing_name(name, where, "STATE")
        return None, mistake_of(error, where.parent)
    except Exception as error:  # noqa: BLE001 - whatever the author's code raises
        found = mistake_of(error, where.parent)
        return None, found if found.file else Mistake(found.sentence, str(where), 1)


def _missing_name(module: str, file: Path | str, name: str) -> Mistake:
    return Mistake(f"{module}.py has no {name}: {MEANINGS[name]}.", str(file), 1)


def _missing(module: ModuleType, contract: type, constants: tuple[str, ...]) -> list[Mistake]:
    """Return what the module does not define, or with other parameters than general code calls it with."""
    file = str(module.__file__)
    short = module.__name__.rpartition(".")[2]
    found = [_missing_name(short, file, name) for name in constants if not hasattr(module, name)]
    for name, promised in vars(contract).items():
        if name.startswith("_") or not inspect.isfunction(promised):
            continue
        written = getattr(module, name, None)
        takes = [each for each in inspect.signature(promised).parameters if each != "self"]
        if written is None:
            if name not in OPTIONAL:
                hint = f" {ADVICE[name]}." if name in ADVICE else ""
                found.append(Mistake(f"{short}.py has no function {name}({', '.join(takes)}).{hint}", file, 1))
        elif not inspect.isfunction(written):
            found.append(Mistake(f"{name} in {short}.py is not a function.", file, 1))
        elif len(inspect.signature(written).parameters) != len(takes):
            sentence = (
                f"{name} must take ({', '.join(takes)}), not ({', '.join(inspect.signature(written).parameters)})."
            )
            found.append(Mistake(sentence, file, written.__code__.co_firstlineno))
    return found


def _of_facts(game: Game, file: Path | None) -> list[Mistake]:
    """Return what is wrong with the facts in `Game`."""
    room = game.rules.STATE["rank"].shape[0] if "rank" in (game.rules.STATE.names or ()) else None
    said = []
    if not (isinstance(game.version, int) and game.version >= 1):
        said.append(("version", f"version must be a whole number from 1, not {game.version!r}."))
    if room is not None and max(game.seats) > room:
        said.append(
            ("seats", f"The game is for up to {max(game.seats)} seats, but STATE has room for {room}: see `layout`.")
        )
    if min(game.seats) < 1:
        said.append(("seats", "A game has at least one seat."))
    if game.sides and {len(game.sides)} != set(game.seats):
        said.append(("sides", "sides must name every seat, so that the game has just one number of seats."))
    if any(not re.fullmatch("#[0-9a-f]{6}", side.colour) for side in game.sides):
        said.append(("sides", "The colour of a side is written as #rrggbb, in lower case."))
    bad = [each.name for each in game.options if not each.choices or len(set(each.choices)) != len(each.choices)]
    said += [("options", f"The option {name} needs choices, each of them once.") for name in bad]
    return [Mistake(sentence, str(file or ""), _line_of_fact(file, fact)) for fact, sentence in said]


def _of_rules(game: Game, rules: ModuleType) -> list[Mistake]:
    """Return what is wrong with the values in `rules.py`, and which functions lack the mark."""
    file, found = str(rules.__file__), []
    names = getattr(rules.STATE, "names", None) or ()
    if names[: len(HEAD)] != HEAD:
        found.append(
            Mistake("STATE must be made by `layout`, which puts the common head first.", file, _line(file, "STATE"))
        )
    if not isinstance(rules.MOST_ACTIONS, int | np.integer) or rules.MOST_ACTIONS < 1:
        sentence = f"MOST_ACTIONS must be a whole number from 1, not {rules.MOST_ACTIONS!r}."
        found.append(Mistake(sentence, file, _line(file, "MOST_ACTIONS")))
    if not isinstance(rules.PAST, tuple):
        found.append(Mistake('PAST must be a tuple of names: ("quiet",) or ().', file, _line(file, "PAST")))
    else:
        for name in rules.PAST:
            if name not in names:
                sentence = f"PAST names {name!r}, which is not a field of STATE."
                found.append(Mistake(sentence, file, _line(file, "PAST")))
    for name, limits in ranges_of(rules).items():
        if name not in names or not _is_range(limits):
            sentence = (
                f"RANGES says {name!r}: {limits!r}, which is not a field of STATE with its least and greatest number."
            )
            found.append(Mistake(sentence, file, _line(file, "RANGES")))
    for function in functions_of(game):
        if function not in marks.marked:
            sentence = f"{function.__name__} is called by rules, but is not marked with @rule."
            found.append(Mistake(sentence, function.__code__.co_filename, function.__code__.co_firstlineno))
    return found


def _is_range(limits: object) -> bool:
    return isinstance(limits, tuple) and len(limits) == 2 and all(isinstance(limit, int) for limit in limits)


def _of_words(words: ModuleType) -> list[Mistake]:
    file = str(words.__file__)
    reasons = words.REASONS
    if not isinstance(reasons, tuple) or not all(isinstance(reason, str) for reason in reasons):
        return [Mistake("REASONS must be a tuple of texts.", file, _line(file, "REASONS"))]
    if len(reasons) < 2 or reasons[0]:
        sentence = "REASONS must begin with an empty text, for a match that has not ended, and have one reason more."
        return [Mistake(sentence, file, _line(file, "REASONS"))]
    return []


def _of_first_positions(game: Game, rules: ModuleType) -> list[Mistake]:
    """Return what goes wrong at the very start, with every number of seats and choice of options."""
    folder = Path(str(rules.__file__)).resolve().parent
    choices = len(list(itertools.product(*(option.choices for option in game.options))))
    for seats in game.seats:
        for seed in range(min(choices, FIRST_POSITIONS)):
            try:
                state = first_state(game, seats, seed, "interpreted")
                if state.over:
                    return [_about(rules, "start", f"The match is over before it begins, with {seats} seats.")]
                if not 0 <= state.turn < seats:
                    return [_about(rules, "start", f"`start` gives the turn to seat {state.turn}, which is not there.")]
                if not len(engine(game, "interpreted").legal(state)):
                    sentence = f"`legal` finds no action at the start, with {seats} seats: the seat to act needs one."
                    return [_about(rules, "legal", sentence)]
            except Exception as error:  # noqa: BLE001 - whatever the author's code raises
                return [mistake_of(error, folder, rules.MOST_ACTIONS)]
    return []


def _about(module: ModuleType, name: str, sentence: str) -> Mistake:
    code = getattr(module, name).__code__
    return Mistake(sentence, code.co_filename, code.co_firstlineno)


def _line(file: str, name: str) -> int:
    """Return the line of the file that gives the name its value."""
    for node in _tree(Path(file)).body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return node.lineno
    return 1


def _line_of_fact(file: Path | None, fact: str) -> int:
    """Return the line of a fact of the `Game` in the file."""
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Game":
            for keyword in node.keywords:
                if keyword.arg == fact:
                    return keyword.value.lineno
            return node.lineno
    return 1 if file else 0


def _tree(file: Path | None) -> ast.Module:
    try:
        return ast.parse(file.read_text(encoding="utf-8")) if file else ast.parse("")
    except (OSError, SyntaxError, UnicodeDecodeError):
        return ast.parse("")
