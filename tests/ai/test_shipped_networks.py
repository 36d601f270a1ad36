"""Networks that come with games: small, with their origin, and read once."""

import shutil
import time
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from tests.patience import patience
from tilora.ai.network import checkpoint, contract
from tilora.ai.network.checkpoint import Checkpoint
from tilora.ai.network.shipped import shipped_checkpoint, shipped_network
from tilora.ai.network.weights import new_weights
from tilora.kernel import BadSetup, Game, game_named, games

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
    assert time.perf_counter() - begin < patience(1.0)
    assert shipped_network(game) is first


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The toy game in a package of another name, to which networks can be added."""
    toy = game_named("pebbles")
    shutil.copytree(str(files(toy.folder)), tmp_path / "learned_pebbles", ignore=shutil.ignore_patterns("__pycache__"))
    # Two games can't have the same record type, and the toy game may be in use already.
    rules = tmp_path / "learned_pebbles" / "rules.py"
    rules.write_text(rules.read_text().replace('("of_colour", np.int8)', '("unused", np.int8), ("of_colour", np.int8)'))
    monkeypatch.syspath_prepend(str(tmp_path))
    shipped_checkpoint.cache_clear()
    return replace(toy, folder="learned_pebbles")


def test_a_game_from_elsewhere_can_bring_its_network(plugin: Game, tmp_path: Path) -> None:
    assert shipped_network(plugin) is None
    weights = new_weights(contract.register(plugin), (16, 8), 1)
    file = tmp_path / "learned_pebbles" / "networks" / "pebbles.npz"
    checkpoint.save(file, Checkpoint("pebbles", weights), small=True)
    shipped_checkpoint.cache_clear()
    network = shipped_network(plugin)
    assert network is not None
    assert np.allclose(network.w1, weights.w1, atol=1e-3)
    # Once the game describes its positions differently, the network is of no use.
    checkpoint.save(file, Checkpoint("pebbles", network._replace(w1=network.w1[1:])), small=True)
    shipped_checkpoint.cache_clear()
    with pytest.raises(BadSetup, match="different features from those the game has now"):
        shipped_network(plugin)
