"""PettingZoo's environments: its own tests over many games, and what observations tell."""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

from tests.conformance.play import NAMES, TABLES
from tilora.kernel import BadSetup, Game, IllegalAction, Match
from tilora.research import aec
from tilora.research.observations import ObservationEncoder

their_api_test: Any = api_test  # which have no types
their_seed_test: Any = seed_test

SEEDS = 2 * int(os.environ.get("TILORA_SOAK", "1"))

every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)


class OtherSeeds(aec.MatchEnv):
    """PettingZoo's tests only ever play the games of a few seeds. This one plays others."""

    def __init__(self, shift: int, game: Game, **settings: Any) -> None:
        super().__init__(game, **settings)
        self._shift = shift

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(None if seed is None else seed + self._shift, options)


@contextmanager
def without_its_opinions() -> Iterator[None]:
    """PettingZoo advises against observations that have a mask in them, and has them so in all its own board games."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")  # when the match is over
        yield


@every_table
def test_the_tests_of_pettingzoo_pass(game: Game, seats: int) -> None:
    for seed in range(SEEDS):
        with without_its_opinions():
            their_api_test(OtherSeeds(100 * seed, game, seats=seats))
            their_seed_test(lambda seed=seed: OtherSeeds(100 * seed, game, seats=seats), num_cycles=30)


@pytest.mark.parametrize("settings", [{"observation": "fields"}, {"actions": "choices"}, {"reward": "points"}], ids=str)
def test_the_tests_of_pettingzoo_pass_with_other_settings_too(settings: dict[str, Any]) -> None:
    with without_its_opinions():
        their_api_test(aec.env("welters", **settings))


@every_table
def test_an_agent_observes_its_view_and_nothing_else(game: Game, seats: int) -> None:
    env, match = aec.MatchEnv(game, seats=seats), Match(game, seats=seats, seed=5)
    env.reset(seed=5)
    encoder = ObservationEncoder(game.rules.STATE)
    for _ in range(12):
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            assert np.array_equal(seen["observation"], encoder.row(match.view(seat).state, seat))
            assert bool(seen["action_mask"].any()) == (seat == match.turn)
        number = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1])
        match.play(env.episodes.action(number))
        env.step(number)
        if match.over:
            break


def test_a_waiting_agent_does_not_see_a_draft() -> None:
    env = aec.MatchEnv("welters")
    env.reset(seed=3)
    acting, waiting = env.agents[env.episodes.match.turn], env.agents[1 - env.episodes.match.turn]
    before, own = env.observe(waiting)["observation"], env.observe(acting)["observation"]
    env.step(int(np.flatnonzero(env.observe(acting)["action_mask"])[0]))
    assert env.agent_selection == acting
    assert np.array_equal(env.observe(waiting)["observation"], before)
    assert not np.array_equal(env.observe(acting)["observation"], own)


def test_fixed_numbers_stand_for_the_same_action_in_every_position() -> None:
    env = aec.MatchEnv("cublino-pur")
    texts: dict[tuple[int, int], str] = {}
    for seed in range(3):
        env.reset(seed=seed)
        for _ in range(30):
            numbers = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            for number in numbers:
                text = str(env.episodes.action(int(number)))
                assert texts.setdefault((env.episodes.match.turn, int(number)), text) == text
            env.step(int(numbers[seed % len(numbers)]))
            if env.episodes.match.over:
                break


def test_choices_come_with_their_codes() -> None:
    env = aec.MatchEnv("rows-and-cols", seats=2)
    env.reset(seed=1)
    seen, legal = env.observe(env.agent_selection), env.episodes.match.legal()
    assert seen["choices"][seen["action_mask"] == 1].tolist() == [action.code for action in legal]
    assert (seen["choices"][seen["action_mask"] == 0] == -1).all()


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    env = aec.MatchEnv("cyberzul")
    env.reset(seed=7)
    before = env.episodes.match.position
    with pytest.raises(IllegalAction, match="one whose `action_mask` is 1"):
        env.step(0)
    with pytest.raises(BadSetup, match="from 0 to 299"):
        env.step(300)
    assert env.episodes.match.position == before


@pytest.mark.parametrize(("reward", "sums"), [("rank", (1.0, -1.0)), ("points", None)])
def test_rewards_add_up_to_the_result(reward: str, sums: tuple[float, float] | None) -> None:
    env = aec.MatchEnv("cyberzul", reward=reward)
    env.reset(seed=1)
    total = np.zeros(2)
    while not env.episodes.match.over:
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
        total += [env.rewards[agent] for agent in env.agents]
    assert sorted(total) == sorted(sums or env.episodes.match.scores)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"actions": "fixed"}, "too many actions for fixed numbers"),
        ({"actions": "text"}, "`actions` must be 'fixed' or 'choices'"),
        ({"observation": "truth"}, "`observation` must be one of 'row', 'fields', not 'truth'"),
        ({"reward": 1}, "`reward` must be one of 'rank', 'points', not 1"),
        ({"seats": 9}, "can't be played with 9 seats"),
    ],
    ids=str,
)
def test_bad_settings_are_refused_by_name(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        aec.MatchEnv("rows-and-cols", **settings)


def test_rendering_shows_what_a_spectator_sees() -> None:
    for mode, begins in (("ansi", "Welters"), ("svg", "<svg")):
        env = aec.MatchEnv("welters", render_mode=mode)
        env.reset(seed=1)
        picture = env.render()
        assert picture is not None
        assert picture.startswith(begins)
        view = Match("welters", seed=1).view()
        assert picture == (str(view) if mode == "ansi" else view._repr_svg_())
