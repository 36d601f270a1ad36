"""Batches: every match in one is the match of its seed, to the byte, and nothing else about it is new."""

import os

import numpy as np
import pytest

from tests.conformance.play import NAMES, TABLES
from tilora.kernel import BadSetup, Batch, Game, IllegalAction, Match, State, chance_of, game_named
from tilora.kernel.contract.chance import LAZY_CHANCE, next_block
from tilora.kernel.contract.keys import begin_event, learn_seed

STEPS = 120 * int(os.environ.get("TILORA_SOAK", "1"))

every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)


def played_on(match: Match, code: int) -> State:
    match.play(next(action for action in match.legal() if action.code == code))
    return match.state


@every_table
def test_a_batch_plays_the_matches_of_its_seeds(game: Game, seats: int) -> None:
    batch = Batch(game, 3, seats=seats, seed=11)
    matches = [Match(game, seats=seats, seed=11 + i) for i in range(3)]
    dice = np.random.default_rng(seats)
    for _ in range(STEPS):
        legal = [[action.code for action in match.legal()] for match in matches]
        assert [row[:count].tolist() for row, count in zip(batch.legal, batch.counts, strict=True)] == legal
        codes = batch.at_random(dice)
        batch.step(codes)
        for i, match in enumerate(matches):
            state = played_on(match, int(codes[i]))
            assert batch.over[i] == match.over
            if match.over:
                assert match.outcome
                assert tuple(batch.ranks[i].tolist()) == match.outcome.ranks
                assert tuple(batch.scores[i].tolist()) == match.scores
                matches[i] = match = Match(game, seats=seats, seed=match.seed + 3)
                state = match.state
            assert batch.seeds[i] == match.seed
            assert batch.played[i] == match.played
            assert batch.states[i].tobytes() == state.tobytes()


@every_table
def test_views_of_a_batch_are_those_of_the_seats_to_act(game: Game, seats: int) -> None:
    batch = Batch(game, 4, seats=seats)
    for seed, view in enumerate(batch.views()):
        match = Match(game, seats=seats, seed=seed)
        assert view.tobytes() == match.view(match.turn).state.tobytes()


@every_table
def test_masks_mark_what_is_legal_and_no_action_is_missing_among_the_codes(game: Game, seats: int) -> None:
    batch = Batch(game, 16, seats=seats)
    if game.codes is None:
        with pytest.raises(BadSetup, match="too many actions for masks"):
            batch.masks()
        return
    dice = np.random.default_rng(1)
    for _ in range(STEPS):
        for mask, row, count in zip(batch.masks(), batch.legal, batch.counts, strict=True):
            assert game.codes[mask].tolist() == row[:count].tolist()
        batch.step(batch.at_random(dice))


def test_interpreted_and_compiled_batches_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(batch: Batch) -> bytes:
        dice = np.random.default_rng(0)
        for _ in range(6):
            batch.step(batch.at_random(dice))
        return batch.states.tobytes() + batch.masks().tobytes() + batch.views().tobytes()

    compiled = ends(Batch("welters", 2, seed=3))
    monkeypatch.setenv("TILORA_RULES", "interpreted")
    assert ends(Batch("welters", 2, seed=3)) == compiled


@pytest.mark.parametrize("seed", [0, 7, (1 << 62) + 12_345])
def test_keys_are_those_of_chance(seed: int) -> None:
    chance = np.zeros(1, LAZY_CHANCE)[0]
    learn_seed(chance, seed)
    for event in (0, 1, 1 << 40):
        begin_event(chance, event)
        next_block(chance)
        assert chance.key.tolist() == chance_of(seed, event).key.tolist()


def test_an_illegal_action_is_refused_with_its_reason_and_nothing_is_played() -> None:
    batch = Batch("cyberzul", 3, seed=7)
    before = batch.states.tobytes()
    codes = batch.legal[:, 0].copy()
    codes[1] = 0
    with pytest.raises(IllegalAction, match=r"Match 1 of the batch: There are no blue tiles in the Stack\."):
        batch.step(codes)
    codes[1] = 30_000
    with pytest.raises(IllegalAction, match="30000 is not one of its"):
        batch.step(codes)
    assert batch.states.tobytes() == before
    assert not batch.played.any()


@pytest.mark.parametrize("actions", [[1, 2], [0.5, 0.5, 0.5], 3, [[1, 2, 3]]])
def test_a_step_wants_one_number_a_match(actions: object) -> None:
    with pytest.raises(BadSetup, match="one whole number for each of the 3 matches"):
        Batch("welters", 3).step(actions)  # type: ignore[arg-type]


def test_rewards_are_for_those_who_have_just_finished_and_add_up_to_nothing() -> None:
    batch = Batch("cyberzul", 8, seats=4)
    dice = np.random.default_rng(0)
    while not batch.step(batch.at_random(dice)).any():
        assert not batch.rewards().any()
    rewards = batch.rewards()
    assert rewards[batch.over].any(axis=1).all()
    assert not rewards[~batch.over].any()
    assert np.allclose(rewards.sum(axis=1), 0.0, atol=1e-6)


def test_the_numbers_of_actions_that_learners_see() -> None:
    """Documented sizes of action spaces: a change would break what others have trained."""
    sizes = {name: game_named(name).codes for name in ("cublino-contra", "cublino-pur", "cyberzul", "welters")}
    assert {name: len(codes) for name, codes in sizes.items() if codes is not None} == {
        "cublino-contra": 147,
        "cublino-pur": 12_219,
        "cyberzul": 300,
        "welters": 101,
    }
