"""Games are found as entry points, and a broken one does not hurt the others."""

import dataclasses
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from tilora.families.drafting import CYBERZUL
from tilora.kernel import Option
from tilora.kernel.contract import registry

RESERVED = Option("seed", ("a", "b"), "An option that nobody could name.")


def test_a_broken_package_is_warned_of_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("cyberzul", "tilora.families.drafting:CYBERZUL", registry.GROUP),
        EntryPoint("lost", "no_such_package:GAME", registry.GROUP),
        EntryPoint("misnamed", "tilora.families.drafting:ZELLIJ", registry.GROUP),
        EntryPoint("cyberzul", "tilora.families.drafting:ZELLIJ", registry.GROUP),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    with pytest.warns(UserWarning, match="can't be loaded") as warned:
        found = registry.games.__wrapped__()
    assert [game.name for game in found] == ["cyberzul"]
    assert "The game lost can't be loaded from no_such_package:GAME" in str(warned[0].message)
    assert "not 'misnamed'" in str(warned[1].message)
    assert "another package already has a game with that name" in str(warned[2].message)


@pytest.mark.parametrize(
    ("change", "words"),
    [({"name": "My_Game"}, "lower-case words"), ({"seats": ()}, "no seats"), ({"options": (RESERVED,)}, "an option")],
)
def test_a_game_that_could_not_be_opened_is_not_listed(
    change: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = dataclasses.replace(CYBERZUL, **change)
    monkeypatch.setattr(EntryPoint, "load", lambda point: game)
    point = EntryPoint(game.name, "anywhere:GAME", registry.GROUP)
    with pytest.raises(TypeError, match=words):
        registry.load_game(point)
