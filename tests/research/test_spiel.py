"""OpenSpiel: its own test, and what its players observe."""

import pyspiel
import pytest

from tilora.kernel import BadSetup, Game, Match, games
from tilora.research import spiel
from tilora.research.observations import ObservationEncoder


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_the_test_of_openspiel_passes(game: Game) -> None:
    pyspiel.random_sim_test(spiel.game(game, deals=5), num_sims=1, serialize=False, verbose=False)


def test_a_game_is_loaded_by_its_name() -> None:
    game = pyspiel.load_game("tilora_cyberzul(players=3,deals=7)")
    assert (game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()) == (3, 300, 7)


def test_the_deal_is_the_seed() -> None:
    state = spiel.game("welters").new_initial_state()
    assert state.is_chance_node()
    state.apply_action(7)
    match = Match("welters", seed=7)
    assert str(state) == match.position
    assert [state.action_to_string(action) for action in state.legal_actions()] == match.texts()


def test_players_observe_their_views_only() -> None:
    state = spiel.game("welters").new_initial_state()
    state.apply_action(7)
    match = Match("welters", seed=7)
    for player in (0, 1):
        assert state.observation_string(player) == match.view(player).position
        row = ObservationEncoder(match.game.rules.STATE).row(match.view(player).state, player)
        assert state.observation_tensor(player) == row.tolist()
    assert state.observation_string(0) != state.observation_string(1)


def test_clones_are_independent() -> None:
    state = spiel.game("cublino-contra").new_initial_state()
    state.apply_action(0)
    before = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert (str(state), str(clone) == before) == (before, False)


def test_the_number_of_players_must_fit() -> None:
    with pytest.raises(BadSetup, match="can't be played with 3 seats"):
        spiel.game("welters", players=3)
