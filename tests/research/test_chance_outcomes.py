"""Chance as explicit outcomes: all of them, each with its probability."""

from collections import Counter

import pytest

import tilora
from tilora.kernel import Match, chance_of
from tilora.kernel.compiled.engine import engine_of
from tilora.research.chance_outcomes import TooManyOutcomes, outcomes


def test_where_nothing_is_random_there_is_one_outcome() -> None:
    match = tilora.match("cublino-contra", seed=1)
    action = match.legal()[0]
    (only,) = outcomes(match, action)
    match.play(action)
    assert only.probability == 1.0
    assert only.state.tobytes() == match.state.tobytes()


@pytest.fixture
def drawing() -> tuple[Match, str]:
    """A match of the toy game, and the action that chance answers."""
    return tilora.match("pebbles", seed=4), "draw"


def test_probabilities_add_up_and_agree_with_what_chance_does(drawing: tuple[Match, str]) -> None:
    match, action = drawing
    found = outcomes(match, action)
    assert len(found) > 1
    assert sum(outcome.probability for outcome in found) == pytest.approx(1.0)
    assert len({outcome.state.tobytes() for outcome in found}) == len(found)
    engine, code, state = engine_of(match.game.rules), match.check(action).code, match.state
    engine.compile()
    tries = 20_000
    seen = Counter(engine.play(state, code, chance_of(seed, 1)).tobytes() for seed in range(tries))
    assert set(seen) <= {outcome.state.tobytes() for outcome in found}
    for outcome in found:
        spread = (tries * outcome.probability * (1 - outcome.probability)) ** 0.5
        assert abs(seen[outcome.state.tobytes()] - tries * outcome.probability) < 6 * spread + 1


def test_nothing_is_played(drawing: tuple[Match, str]) -> None:
    match, action = drawing
    before = match.state.tobytes()
    outcomes(match, action)
    assert match.state.tobytes() == before


def test_what_can_not_be_listed_is_said_to_be_too_much() -> None:
    match = tilora.match("cyberzul", seed=1)
    while True:  # until the action that ends the round, after which the mines are filled again
        try:
            outcomes(match, match.legal()[0])
        except TooManyOutcomes as error:
            assert "more than 2,000 ways" in str(error)
            return
        match.play(match.legal()[0])
