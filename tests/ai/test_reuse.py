"""Reuse: a search goes on where the last one ended, if what happened since was foreseen; else it starts afresh.

That is so for searches without a network.
"""

import pytest

from tests.ai.positions import match_after, timeless
from tilora.ai.players.bots import bot
from tilora.ai.search.reuse import LastSearch
from tilora.ai.search.think import ADVICE, Answer, Budget, think
from tilora.kernel import Match, game_named

SIMULATIONS = 800
FEWEST = SIMULATIONS // 8


def search(match: Match, last: LastSearch | None, seed: int = 1) -> Answer:
    return timeless(think(match.view(match.turn), Budget(SIMULATIONS), seed=seed, last=last, use=ADVICE))


@pytest.mark.parametrize("name", ["cyberzul", "welters", "pebbles", "cublino-contra"])
def test_without_a_last_search_nothing_changes(name: str) -> None:
    match = match_after(game_named(name), 2, 5)
    assert search(match, LastSearch()) == search(match, None)


@pytest.mark.parametrize("name", ["welters", "rows-and-cols"])
def test_within_a_turn_simulations_are_saved(name: str) -> None:
    match = Match(name, seed=4)
    last = LastSearch()
    first = search(match, last)
    match.play(first.action)
    second = search(match, last)
    best = first.alternatives[0]
    assert second.simulations == max(FEWEST, SIMULATIONS - best.visits) < SIMULATIONS
    assert sum(one.visits for one in second.alternatives) >= SIMULATIONS - len(second.alternatives)


def test_where_all_is_open_the_tree_serves_from_turn_to_turn() -> None:
    match = match_after(game_named("cyberzul"), 2, 6, seed=1)
    last = LastSearch()
    match.play(search(match, last).action)
    match.play(search(match, None).action)
    assert search(match, last).simulations < SIMULATIONS


def test_another_action_than_the_best_is_followed_too() -> None:
    match = Match("welters", seed=4)
    last = LastSearch()
    other = search(match, last).alternatives[1]
    match.play(other.text)
    assert search(match, last).simulations == max(FEWEST, SIMULATIONS - other.visits)


def test_a_second_search_of_the_same_view_goes_deeper() -> None:
    match = Match("welters", seed=4)
    last = LastSearch()
    once, twice = search(match, last), search(match, last, seed=2)
    assert sum(one.visits for one in twice.alternatives) > sum(one.visits for one in once.alternatives)


def test_after_chance_or_hidden_actions_nothing_is_reused() -> None:
    match = Match("welters", seed=4)
    last, seat = LastSearch(), match.turn
    while match.turn == seat:
        match.play(search(match, last).action)
    while match.turn != seat:
        match.play(search(match, None).action)
    assert search(match, last) == search(match, None)


def test_a_search_in_another_match_is_not_reused() -> None:
    last = LastSearch()
    search(Match("cyberzul", seed=1), last)
    for other in (Match("cyberzul", seed=2), Match("zellij", seed=1), Match("cublino-pur")):
        assert search(other, last) == search(other, None)


def test_after_an_undo_nothing_is_reused_that_did_not_happen() -> None:
    match = Match("welters", seed=4)
    match.play(match.legal()[0])
    last = LastSearch()
    search(match, last)
    match.undo()
    assert search(match, last) == search(match, None)


@pytest.mark.parametrize("name", ["welters", "cyberzul", "cublino-contra"])
def test_a_player_that_reuses_searches_plays_the_same_for_a_seed(name: str) -> None:
    def actions() -> list[str]:
        match = Match(name, seed=2)
        players = [bot("200sims-network", seed) for seed in range(2)]
        while match.played < 24:
            view = match.view(match.turn)
            match.play(players[match.turn].choose(view, view.texts(), float("inf")))
        return match.record().actions

    assert actions() == actions()
