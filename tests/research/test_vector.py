"""Thousands of matches at once against a policy, as a Gymnasium VectorEnv."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests import SOAK
from tests.conformance.play import TABLES
from tilora.kernel import BadSetup, Game, IllegalAction, Match, game_named
from tilora.research import vector
from tilora.research.observations import ObservationEncoder
from tilora.research.vector import LanesEnv, Observations

GAMES: list[Game] = sorted({table[0] for table in TABLES if SOAK > 1 or table[0].codes is not None}, key=str)
"""In `make test` without RowsAndCols, whose random opponents take ten seconds to compile."""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def at_random(seen: Observations, dice: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return a legal number for every lane."""
    return np.argmax(dice.random(seen["action_mask"].shape) * seen["action_mask"], axis=1)


def run(env: LanesEnv, steps: int, seed: int = 3) -> list[Any]:
    """Return all that a learner who plays at random gets to see."""
    dice, seen = np.random.default_rng(seed), env.reset(seed=seed)[0]
    told: list[Any] = [seen]
    for _ in range(steps):
        seen, rewards, ended, truncated, infos = env.step(at_random(seen, dice))
        told.append((seen, rewards, ended, truncated, infos))
    return told


@every_game
def test_each_lane_is_the_match_that_the_learner_and_its_opponents_play(game: Game) -> None:
    env = vector.env(game, 3, observation="row", opponents="random")
    seen, _ = env.reset(seed=5)
    dice, encoder = np.random.default_rng(1), ObservationEncoder(game.rules.STATE)
    lanes = env._lanes
    assert lanes is not None
    for _ in range(8):
        seen, _, ended, _, _ = env.step(at_random(seen, dice))
        for lane in range(3):
            seat = int(lanes.seats[lane])
            state = lanes.matches.states[lane]
            assert state.turn == seat, "the learner is to act"
            assert seen["observation"][lane, 0] == seat
            assert ended[lane] or not state.over
            assert seen["observation"].shape[1] == encoder.size


def test_a_learner_without_opponents_to_wait_for_plays_the_same_match_as_everybody_else() -> None:
    # In Contra nothing is random but the opponents: what they did follows from the states.
    env = vector.env("cublino-contra", 1, seat=0, observation="row")
    seen, _ = env.reset(seed=9)
    match, codes = Match(game_named("cublino-contra"), seed=9), game_named("cublino-contra").codes
    assert codes is not None
    dice = np.random.default_rng(2)
    for _ in range(20):
        number = int(at_random(seen, dice)[0])
        match.play(next(action for action in match.legal() if action.code == codes[number]))
        seen, _, ended, _, _ = env.step(np.array([number]))
        assert env._lanes is not None
        if ended[0]:
            break
        wanted = env._lanes.matches.states[0].tobytes()
        answer = next(a for a in match.legal() if after(match, a).state.tobytes() == wanted)
        match.play(answer)


def after(match: Match, action: Any) -> Match:
    """Return the match after one more action."""
    later = match.copy()
    later.play(action)
    return later


def test_the_same_seed_gives_the_same_matches_and_arrays_may_be_reused() -> None:
    first = run(vector.env("cyberzul", 16, seats=3), 60)
    again = run(vector.env("cyberzul", 16, seats=3), 60)
    other = run(vector.env("cyberzul", 16, seats=3), 60, seed=4)
    assert str(first) == str(again) != str(other)
    shared = vector.env("cyberzul", 16, seats=3, copy=False)
    seen = shared.reset(seed=3)[0]
    later = shared.step(at_random(seen, np.random.default_rng(0)))[0]
    assert later["observation"] is seen["observation"]
    assert np.shares_memory(np.from_dlpack(seen["observation"]), seen["observation"]), "no copy for other libraries"


def test_where_a_match_ends_the_next_one_begins_and_the_learner_is_told_its_rank() -> None:
    told = run(vector.env("cublino-contra", 32, opponents="1"), 150)[1:]
    ended = np.array([step[2] for step in told])
    rewards = np.array([step[1] for step in told])
    ranks = np.array([step[4]["rank"] for step in told])
    assert ended.sum() > 32
    assert ((ranks > 0) == ended).all()
    assert (rewards[~ended] == 0).all()
    assert set(zip(ranks[ended].tolist(), rewards[ended].tolist(), strict=True)) <= {(1, 1.0), (2, -1.0), (1, 0.0)}
    assert rewards[ended].mean() < -0.5, "random play loses against level 1"


@pytest.mark.parametrize("opponents", ["random", "network", "1"])
def test_whoever_the_opponents_are_the_learner_always_has_something_to_do(opponents: str) -> None:
    env = vector.env("welters", 64, opponents=opponents)
    told = run(env, 60)
    assert all(step[0]["action_mask"].any(axis=1).all() for step in told[1:])


def test_features_say_nothing_about_hidden_hands() -> None:
    env = vector.env("welters", 8, seat=0)
    env.reset(seed=1)
    lanes = env._lanes
    assert lanes is not None
    before = env._observe(lanes)
    lanes.matches.states["hand"][:, 1] = lanes.matches.states["hand"][:, 1, ::-1]
    assert np.array_equal(env._observe(lanes)["observation"], before["observation"])


def test_games_without_fixed_numbers_offer_choices() -> None:
    env = vector.env("rows-and-cols", 4)
    seen, _ = env.reset(seed=2)
    assert ((seen["choices"] >= 0) == seen["action_mask"].astype(bool)).all()
    assert env.observation_space.contains(env.step(at_random(seen, np.random.default_rng(0)))[0])


def test_an_illegal_number_changes_nothing_in_any_lane() -> None:
    env = vector.env("cublino-contra", 4)
    seen, _ = env.reset(seed=2)
    numbers = at_random(seen, np.random.default_rng(0))
    wrong = numbers.copy()
    wrong[2] = int(np.argmin(seen["action_mask"][2]))
    for bad in (wrong, wrong * 0 + 10_000, -numbers - 1):
        with pytest.raises(IllegalAction):
            env.step(bad)
    with pytest.raises(BadSetup, match="one whole number for each of the 4"):
        env.step(numbers[:3])
    assert env._lanes is not None
    assert (env._lanes.matches.played <= 1).all()
    env.step(numbers)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"opponents": "8"}, "Level 8 searches in Cyberzul"),
        ({"opponents": "nobody"}, "`opponents` must be 'random'"),
        ({"observation": "picture"}, "`observation` must be"),
        ({"seat": 7}, "A seat must be"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        vector.env("cyberzul", 2, **settings)


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(BadSetup, match="reset"):
        vector.env("cyberzul", 2).step(np.zeros(2, np.int64))
