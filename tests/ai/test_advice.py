"""Advice keeps its contract: nothing misspelt, nothing of another form; and what makes no sense is refused."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import get_type_hints

import pytest

from tilora.ai import advice
from tilora.ai.advice import Advice, AdviceSettings
from tilora.kernel import BadSetup, Game, game_named, games

FUNCTIONS = {
    name: member
    for name, member in vars(Advice).items()
    if isinstance(member, FunctionType) and not name.startswith("_")
}
CONTRACT = {*FUNCTIONS, *(name for name in get_type_hints(Advice) if not name.startswith("_"))}
MODULES = {game.folder: module for game in games() if (module := advice.register(game))}

every_advice = pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)


def unknown_names(source: str) -> set[str]:
    """Public names that a module defines, which are neither in the contract nor used by what is."""
    module = ast.parse(source)
    used = {node.id for node in ast.walk(module) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return {name for name in _defined(module) if not name.startswith("_")} - used - CONTRACT


def _defined(module: ast.Module) -> Iterator[str]:
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def form(function: FunctionType) -> tuple[list[str], dict[str, object]]:
    """The parameters and types of a function, apart from `self`."""
    return [name for name in inspect.signature(function).parameters if name != "self"], get_type_hints(function)


def test_the_contract_names_all_that_the_search_looks_for() -> None:
    assert {"prefer", "weigh", "estimate", "key", "SEARCH", "TURNS", "SIMULATIONS", "LEVELS"} == CONTRACT
    assert {name.lower() for name in CONTRACT - FUNCTIONS.keys()} == set(AdviceSettings.__dataclass_fields__)


def test_the_defaults_keep_the_contract() -> None:
    for name, function in FUNCTIONS.items():
        assert form(getattr(advice, name)) == form(getattr(advice, f"default_{name}")) == form(function)


@every_advice
def test_every_public_name_is_in_the_contract_or_a_helper(module: ModuleType) -> None:
    assert unknown_names(Path(str(module.__file__)).read_text(encoding="utf-8")) == set()


@every_advice
def test_functions_have_the_form_of_the_contract(module: ModuleType) -> None:
    for name, function in FUNCTIONS.items():
        if hasattr(module, name):
            assert form(getattr(module, name)) == form(function), name


@pytest.mark.parametrize("line", ["SIMULATION = 5", "TURN: int = 1", "def preferred(state, action): return 1.0"])
def test_a_misspelt_name_is_found(line: str) -> None:
    source = f"{line}\ndef prefer(state, action): return helped(state)\ndef helped(state): return 1.0"
    assert len(unknown_names(source)) == 1


@pytest.mark.parametrize(
    ("constants", "words"),
    [
        ({"SEARCH": "alphabeta"}, "SEARCH must be 'tree' or 'alpha-beta', not 'alphabeta'"),
        ({"SEARCH": "alpha-beta"}, "alpha-beta needs a function `key`"),
        ({"LEVELS": ((0.0, 0.0), (1.0, 0.0))}, "LEVELS must have 8 entries, not 2"),
    ],
)
def test_constants_that_make_no_sense_are_refused(
    constants: dict[str, object], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("advice")
    vars(module).update(constants)
    monkeypatch.setattr(advice, "register", lambda _: module)
    with pytest.raises(BadSetup, match=words):
        advice.settings(_another("pebbles"))


def test_without_advice_the_usual_settings_hold() -> None:
    assert advice.settings(game_named("pebbles")) == AdviceSettings()


def _another(name: str) -> Game:
    """A game whose settings nobody has asked for yet."""
    return replace(game_named(name), name="another")
