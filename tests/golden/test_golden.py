"""Every game has golden games, and they still play out as they are written down."""

import pytest

from tests.golden.writing import FOLDER, golden_text
from tilora.kernel import Game, games

GOLDEN = [(game, seats) for game in games() for seats in sorted({min(game.seats), max(game.seats)})]


@pytest.mark.parametrize(("game", "seats"), GOLDEN, ids=[f"{game.name}-{seats}" for game, seats in GOLDEN])
def test_the_golden_game_is_still_the_same(game: Game, seats: int) -> None:
    file = FOLDER / f"{game.name}-{seats}.txt"
    assert file.exists(), f"{game.name} has no golden game for {seats} seats: run `make golden`"
    assert golden_text(game, seats) == file.read_text(encoding="utf-8")
