"""Networks that come with games: small, with their origin, and read once."""

import time
from importlib.resources import files

import numpy as np
import pytest

from tilora.ai.network import contract
from tilora.ai.network.shipped import shipped_checkpoint, shipped_network
from tilora.kernel import Game, games

LARGEST = 300_000
"""Bytes of a network file."""
SHIPPED = [game for game in games() if game.folder.startswith("tilora.")]


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_every_game_of_ours_has_a_small_network_that_says_how_it_was_made(game: Game) -> None:
    network = shipped_checkpoint(game)
    assert network is not None
    assert network.game == game.name
    assert len((files(game.folder) / "networks" / f"{game.name}.npz").read_bytes()) <= LARGEST
    assert network.history["matches"] > 10_000
    for session in network.history["sessions"]:
        assert {"date", "learner", "minutes", "settings"} <= session.keys()
        assert session["settings"]["seed"] > 0
    assert all(np.isfinite(array).all() for array in network.weights)
    assert network.learner is None


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_a_network_is_read_once(game: Game) -> None:
    contract.register(game)
    shipped_checkpoint.cache_clear()
    begin = time.perf_counter()
    first = shipped_network(game)
    assert time.perf_counter() - begin < 1.0
    assert shipped_network(game) is first
