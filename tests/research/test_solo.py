"""Gymnasium's environments: its own checks, and who plays on which seat."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tilora.kernel import BadSetup, Game, IllegalAction, View, games
from tilora.research import solo


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_the_checks_of_gymnasium_pass(game: Game) -> None:
    made = gymnasium.make(
        "tilora.research.solo:tilora/Solo-v0", game=game.name, bots="random", illegal="lose", disable_env_checker=True
    )
    check_env(made.unwrapped)


def played_through(env: solo.Solo, seed: int) -> tuple[list[int], float]:
    """A match in which the learner always takes the last legal action."""
    seen, _ = env.reset(seed=seed)
    numbers, over, reward = [], False, 0.0
    while not over:
        assert env.episodes.match.turn == env.seat
        assert env.observation_space.contains(seen)
        numbers.append(int(np.flatnonzero(seen["action_mask"])[-1]))
        seen, reward, over, _, _ = env.step(numbers[-1])
    return numbers, reward


@pytest.mark.parametrize("bots", ["random", "greedy", "1"])
def test_the_same_seed_is_the_same_match(bots: str) -> None:
    once, again = (played_through(solo.env("cyberzul", bots=bots), seed=4) for _ in range(2))
    assert once == again
    assert once[1] in (-1.0, 0.0, 1.0)


def test_every_other_seat_has_its_own_bot() -> None:
    asked: list[tuple[int, int]] = []

    class Asked:
        def __init__(self, number: int) -> None:
            self.number = number

        def choose(self, view: View, legal: list[str], clock: float) -> str:
            asked.append((self.number, view.seat))
            return legal[0]

    played_through(solo.env("cyberzul", seats=3, seat=1, bots=[Asked(0), Asked(1)]), seed=2)
    assert set(asked) == {(0, 0), (1, 2)}


def test_the_learner_can_sit_anywhere() -> None:
    env = solo.env("cyberzul", seats=4, seat=None, bots="random")
    assert len({env.reset(seed=seed)[0]["observation"][0] for seed in range(20)}) == 4


def test_an_illegal_action_raises_or_loses_as_set() -> None:
    env = solo.env("cyberzul", bots="random")
    seen, _ = env.reset(seed=7)
    illegal = int(np.argmin(seen["action_mask"]))
    with pytest.raises(IllegalAction):
        env.step(illegal)
    env = solo.env("cyberzul", bots="random", illegal="lose")
    env.reset(seed=7)
    assert env.step(illegal)[1:] == (-1.0, True, False, {"illegal": True})


def test_masks_have_the_name_that_algorithms_expect() -> None:
    env = solo.env("welters", bots="random")
    seen, _ = env.reset(seed=1)
    assert env.action_masks().tolist() == (seen["action_mask"] == 1).tolist()


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"bots": ["1", "2", "3"]}, "a list of 1: one for each other seat"),
        ({"illegal": "win"}, "`illegal` must be 'raise' or 'lose'"),
        ({"seat": 2}, "A seat must be a whole number from 0 to 1"),
    ],
    ids=str,
)
def test_bad_settings_are_refused_by_name(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        solo.env("welters", **settings)
