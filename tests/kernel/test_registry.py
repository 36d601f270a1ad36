"""Games are found as entry points, and a broken one does not hurt the others."""

from importlib.metadata import EntryPoint

import pytest

from tilora.kernel import registry


def test_a_broken_package_is_warned_of_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("cyberzul", "tilora.families.drafting:CYBERZUL", registry.GROUP),
        EntryPoint("lost", "no_such_package:GAME", registry.GROUP),
        EntryPoint("misnamed", "tilora.families.drafting:ZELLIJ", registry.GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    with pytest.warns(UserWarning, match="can't be loaded") as warned:
        found = registry.games.__wrapped__()
    assert [game.name for game in found] == ["cyberzul"]
    assert "The game lost can't be loaded from no_such_package:GAME" in str(warned[0].message)
    assert "not a Game with the name 'misnamed'" in str(warned[1].message)
