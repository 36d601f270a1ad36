"""Recall: a thought goes on where the last one ended, if what happened since was foreseen; else it begins anew."""

import pytest

from tests.ai.positions import match_after, timeless
from tilora.ai.players.players import LevelBot
from tilora.ai.search.reuse import Recall
from tilora.ai.search.think import Answer, Budget, think
from tilora.kernel import Match, game_named

SIMULATIONS = 800
FEWEST = SIMULATIONS // 8


def thought(match: Match, recall: Recall | None, seed: int = 1) -> Answer:
    return timeless(think(match.view(match.turn), Budget(SIMULATIONS), seed=seed, recall=recall))


@pytest.mark.parametrize("name", ["cyberzul", "welters", "pebbles", "cublino-contra"])
def test_an_empty_recall_changes_nothing(name: str) -> None:
    match = match_after(game_named(name), 2, 5)
    assert thought(match, Recall()) == thought(match, None)


@pytest.mark.parametrize("name", ["welters", "rows-and-cols"])
def test_within_a_turn_simulations_are_saved(name: str) -> None:
    match = Match(name, seed=4)
    recall = Recall()
    first = thought(match, recall)
    match.play(first.action)
    second = thought(match, recall)
    best = first.alternatives[0]
    assert second.simulations == max(FEWEST, SIMULATIONS - best.visits) < SIMULATIONS
    assert sum(one.visits for one in second.alternatives) >= SIMULATIONS - len(second.alternatives)


def test_where_all_is_open_the_tree_serves_from_turn_to_turn() -> None:
    match = match_after(game_named("cyberzul"), 2, 6, seed=1)
    recall = Recall()
    match.play(thought(match, recall).action)
    match.play(thought(match, None).action)
    assert thought(match, recall).simulations < SIMULATIONS


def test_another_action_than_the_best_is_followed_too() -> None:
    match = Match("welters", seed=4)
    recall = Recall()
    other = thought(match, recall).alternatives[1]
    match.play(other.text)
    assert thought(match, recall).simulations == max(FEWEST, SIMULATIONS - other.visits)


def test_a_second_thought_about_the_same_view_goes_deeper() -> None:
    match = Match("welters", seed=4)
    recall = Recall()
    once, twice = thought(match, recall), thought(match, recall, seed=2)
    assert sum(one.visits for one in twice.alternatives) > sum(one.visits for one in once.alternatives)


def test_after_chance_or_hidden_actions_nothing_is_recalled() -> None:
    match = Match("welters", seed=4)
    recall, seat = Recall(), match.turn
    while match.turn == seat:
        match.play(thought(match, recall).action)
    while match.turn != seat:
        match.play(thought(match, None).action)
    assert thought(match, recall) == thought(match, None)


def test_what_was_thought_about_another_match_or_seat_is_not_recalled() -> None:
    recall = Recall()
    thought(Match("cyberzul", seed=1), recall)
    for other in (Match("cyberzul", seed=2), Match("zellij", seed=1), Match("cublino-pur")):
        assert thought(other, recall) == thought(other, None)


def test_after_an_undo_nothing_is_recalled_that_did_not_happen() -> None:
    match = Match("welters", seed=4)
    match.play(match.legal()[0])
    recall = Recall()
    thought(match, recall)
    match.undo()
    assert thought(match, recall) == thought(match, None)


@pytest.mark.parametrize("name", ["welters", "cyberzul", "cublino-contra"])
def test_a_player_that_recalls_plays_the_same_for_a_seed(name: str) -> None:
    def actions() -> list[str]:
        match = Match(name, seed=2)
        players = [LevelBot(4, seed) for seed in range(2)]
        while match.played < 24:
            view = match.view(match.turn)
            match.play(players[match.turn].choose(view, view.texts(), float("inf")))
        return match.record().actions

    assert actions() == actions()
