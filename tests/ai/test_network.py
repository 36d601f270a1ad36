"""Learned players: what a network sees is no secret, and compiled and interpreted code agree on it."""

from typing import Any

import numpy as np
import pytest

from tests.compiled import begin_in
from tests.conformance.play import NAMES, TABLES
from tilora.ai.network import contract
from tilora.ai.network.jit import compile_function
from tilora.ai.network.memory import NODES, make_memory
from tilora.ai.network.weights import new_weights
from tilora.kernel import Game, State, chance_of, game_named
from tilora.kernel.contract.state import cell, copied_cell
from tilora.tools.check.random_games import engine, random_game

STEPS = 40


def some_states(game: Game, seats: int, most: int = STEPS) -> list[State]:
    """States of random games, spread evenly."""
    states = [moment.before for seed in range(2) for moment in random_game(game, seats, seed)]
    return states[:: max(1, len(states) // most)]


def seen(game: Game, state: State, seat: int) -> Any:
    shape = contract.register(game)
    out = np.zeros(shape.features, np.float32)
    contract.features(state, seat, out)
    return out


def rows_of(game: Game, state: State, legal: Any) -> Any:
    shape = contract.register(game)
    out = np.full((len(legal), shape.action_width), -1, np.int16)
    contract.action_features(state, legal, len(legal), out)
    return out


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)
def test_features_tell_no_secret(game: Game, seats: int) -> None:
    rules = engine(game)
    for number, state in enumerate(some_states(game, seats)):
        for seat in range(seats):
            known = seen(game, state, seat)
            view = rules.redact(state, seat)
            assert np.array_equal(known, seen(game, view, seat))
            assert np.array_equal(known, seen(game, rules.imagine(view, seat, chance_of(number, 0)), seat))
            assert np.isfinite(known).all()
            assert abs(known).max() < 20.0
        legal = rules.legal(state)
        rows = rows_of(game, state, legal)
        assert np.array_equal(rows, rows_of(game, rules.redact(state, int(state.turn)), legal))
        assert rows.max() < contract.register(game).action_features
        assert (rows.max(axis=1) >= 0).all()


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)
def test_the_network_says_the_same_compiled_and_interpreted(game: Game, seats: int) -> None:
    shape, hidden = contract.register(game), (16, 8)
    weights = new_weights(shape, hidden, 5)
    here, there = (make_memory(game.rules, shape, hidden, 2) for _ in range(2))
    begin = compile_function(game, begin_in)
    for state in some_states(game, seats, 2):
        view = cell(engine(game).redact(state, int(state.turn)))
        for memory, function in ((here, begin_in), (there, begin)):
            memory.used[NODES] = 0
            function(view, copied_cell(chance_of(1, 0)), weights, memory)
        count = int(here.count[0])
        assert count == there.count[0]
        assert np.array_equal(here.action[:count], there.action[:count])
        np.testing.assert_allclose(here.logit[:count], there.logit[:count], rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(here.prior[:count], there.prior[:count], rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(here.values[:seats], there.values[:seats], rtol=1e-4)


def test_black_sees_in_cublino_what_white_would() -> None:
    for name in ("cublino-pur", "cublino-contra"):
        game = game_named(name)
        states = some_states(game, 2)
        start = states[0]
        mirrored = copied_cell(start)[0]
        mirrored.turn = 1
        assert np.array_equal(seen(game, start, 0), seen(game, mirrored, 1))
