"""Fast and plain states say what the record says."""

import pickle

import numpy as np
import pytest

from tests.conformance.play import TABLES
from tilora.kernel import Game, Match, blank, fast_state, layout, plain_of
from tilora.kernel.match.fast_state import PackedState

GAMES = {game.name: game for game, _ in TABLES}.values()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_plain_states_have_the_numbers_of_the_record(game: Game) -> None:
    match = Match(game, seed=1)
    match.play(match.legal()[-1])
    record, fast = match.state, fast_state(match.state)
    for plain in (fast.plain, pickle.loads(pickle.dumps(fast.plain))):  # noqa: S301 - our own
        for name in game.rules.STATE.names or ():
            assert np.array_equal(getattr(plain, name), record[name]), name
            assert np.array_equal(fast[name], record[name]), name


def test_arrays_of_all_numbers_and_shapes_are_tuples_and_large_ones_are_blocks_of_memory() -> None:
    kinds = [np.bool_, np.int8, np.uint16, np.int32, np.int64, np.float32]
    small = [(f"a{i}", kind, (2, 3, 4)[: i % 4]) if i % 4 else (f"a{i}", kind) for i, kind in enumerate(kinds)]
    state = blank(layout(2, [*small, ("large", np.int8, (2000,))]), seats=2)
    state.a1[:] = (5, -6)
    state.a3[1, 2] = (1, 2, 3, 4)
    state.a4 = -(2**40)
    state.large[3] = -7
    plain = plain_of(state)
    assert plain.a1 == (5, -6)
    assert plain.a3[1][2] == (1, 2, 3, 4)
    assert plain.a4 == -(2**40)
    assert plain.large[3] == -7
    for name, *_ in small:
        assert hash(getattr(plain, name)) is not None
        assert np.array_equal(getattr(plain, name), state[name]), name
    with pytest.raises(TypeError):
        plain.large[3] = 1


@pytest.mark.parametrize("name", ["cyberzul", "rows-and-cols"])
def test_a_packed_state_comes_back_as_it_was(name: str) -> None:
    state = Match(name, seed=1).state
    packed = PackedState(fast_state(state))
    assert packed.unpack().tobytes() == state.tobytes()
    assert packed.unpack() is not packed.unpack()


def test_a_large_packed_state_takes_a_fraction_of_its_memory() -> None:
    first = fast_state(Match("rows-and-cols", seed=1).state)
    assert len(PackedState(first)._bytes) < len(first.tobytes()) / 10
