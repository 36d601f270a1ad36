"""The search with a network: it proves wins, sees draws, settles what is certain, and shares equal positions."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.ai.positions import view_after
from tests.games.cublino_positions import FAR_AWAY, b, contra, w
from tests.games.drafting_positions import position as drafting_position
from tests.games.drafting_positions import seat
from tilora.ai.network import contract, evaluation
from tilora.ai.network.jit import compile_function
from tilora.ai.network.memory import EDGES, NODES, make_memory
from tilora.ai.network.network_search import NetworkSearch, search_in
from tilora.ai.network.settled import DEALT
from tilora.ai.network.shipped import shipped_network
from tilora.ai.network.weights import new_weights
from tilora.ai.players import levels
from tilora.ai.search.think import Budget, think
from tilora.families.drafting import network as drafting_network
from tilora.kernel import Match, chance_of, game_named
from tilora.kernel.contract.state import copied_cell
from tilora.kernel.match.view import View

PROVEN: list[tuple[Callable[[], Match], str]] = [
    (lambda: contra(w(6, 4, "d6"), *FAR_AWAY), "d6d7"),
    (lambda: contra(b(6, 4, "d2"), *FAR_AWAY, turn="c"), "d2d1"),
    (lambda: contra(w(6, 4, "d5"), w(1, 2, "a2"), b(1, 2, "g6")), "d5d6"),
]


@pytest.mark.parametrize(("place", "move"), PROVEN)
def test_a_win_is_proven_and_ends_the_search(place: Callable[[], Match], move: str) -> None:
    match = place()
    answer = think(match.view(match.turn), Budget(20_000))
    assert answer.learned
    assert answer.proven
    assert answer.action == move
    assert answer.values[match.turn] == answer.alternatives[0].value == 1.0
    assert answer.simulations < 20_000


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7, 8])
def test_every_level_that_searches_takes_a_win_in_one(number: int) -> None:
    for place, move in PROVEN[:2]:
        match = place()
        level = levels.level(number)
        chosen = {levels.choose(match.view(match.turn), level, seed=seed, wait=True) for seed in range(5)}
        assert chosen == {move}


def test_a_proven_loss_is_known_as_one() -> None:
    match = contra(w(1, 2, "a2"), b(6, 4, "d2"), b(1, 2, "f2"))
    answer = think(match.view(0), Budget(20_000))
    assert answer.proven
    assert answer.values[0] == 0.0


def test_the_third_occurrence_is_a_draw() -> None:
    """Black has lost the race, but for the position that occurs for the third time."""
    match = contra(w(6, 4, "a5"), b(6, 4, "g6"))
    for move in ("a5b5", "g6f6", "b5a5", "f6g6", "a5b5", "g6f6", "b5a5"):
        match.play(move)
    answer = think(match.view(1), Budget(20_000))
    assert answer.action == "f6g6"
    assert answer.values == pytest.approx((0.3, 0.3), abs=0.01)


def last_of_a_round() -> Match:
    return Match("cyberzul", position=drafting_position(seat(floor="*"), seat(), middle="B", marker="1"))


def test_there_is_something_to_compare_with() -> None:
    """The policy of Cyberzul is nearly certain of many first moves; a hint says what else there is all the same."""
    for seed in range(12):
        match = Match("cyberzul", seed=seed)
        answer = think(match.view(match.turn), Budget(100))
        assert len(answer.alternatives) >= 2
        assert all(alternative.visits > 0 for alternative in answer.alternatives)


def test_a_search_plays_on_in_the_next_round() -> None:
    match = last_of_a_round()
    view = match.view(match.turn)
    answer = think(view, Budget(2_000))
    assert answer.simulations == 2_000
    assert len(answer.line) == 1  # what comes after depends on chance
    tree = searched(view, 2_000, seed=1)
    count = len(view.texts())
    assert (tree.memory.child[:count][tree.memory.visits[:count] > 0] == DEALT).all()
    assert tree.memory.used[NODES] > 1_000


def test_what_is_dealt_is_sampled_once_for_a_search() -> None:
    """The first simulation through an action values the mean of all deals, so it adds no node."""
    view = last_of_a_round().view(0)
    first, again, other = (searched(view, 1, seed) for seed in (1, 1, 2))
    assert len(first.memory.deals) == drafting_network.DEALS
    assert first.memory.used[NODES] == 1
    assert first.edges() == again.edges()
    assert first.edges()[0].value != other.edges()[0].value
    longer = searched(view, 500, seed=1)
    assert longer.memory.deals.tobytes() == first.memory.deals.tobytes() != other.memory.deals.tobytes()


def test_playing_on_is_the_same_compiled_and_interpreted() -> None:
    view = last_of_a_round().view(0)
    shape = contract.register(view.game)
    weights = new_weights(shape, (8, 8), 1)
    memories = [make_memory(view.game.rules, shape, (8, 8), 40) for _ in range(2)]
    for function, memory in zip((search_in, compile_function(view.game, search_in)), memories, strict=True):
        function(copied_cell(view.state), 24, copied_cell(chance_of(1, 0)), weights, memory)
    here, there = memories
    count = int(here.count[0])
    assert here.used.tolist() == there.used.tolist()
    assert here.used[NODES] > 8
    assert here.visits[:count].tolist() == there.visits[:count].tolist()
    np.testing.assert_allclose(here.value[:count], there.value[:count], rtol=1e-4)


def test_without_sampled_deals_the_last_action_of_a_round_is_searched_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Training searches like that."""
    monkeypatch.delattr(drafting_network, "DEALS")
    view = last_of_a_round().view(0)
    tree = searched(view, 1_000, seed=1)
    assert tree.settled
    assert tree.simulations <= len(view.texts())
    assert not tree.proven  # the match goes on


def searched(view: View, simulations: int, seed: int) -> NetworkSearch:
    network = shipped_network(view.game)
    assert network
    tree = NetworkSearch(view.game, network, simulations)
    tree.begin(view, seed)
    tree.run(simulations)
    return tree


def test_paths_to_the_same_position_share_a_node() -> None:
    view = view_after(game_named("cyberzul"), 2, 4)
    memory = searched(view, 5_000, seed=1).memory
    children = memory.child[: memory.used[EDGES]]
    nodes = children[(children >= 0) & (children != DEALT)]
    assert len(nodes) > len(np.unique(nodes)) > 100


@pytest.mark.parametrize("name", ["cyberzul", "pebbles", "cublino-contra"])
def test_a_full_tree_goes_on_counting(name: str) -> None:
    view = view_after(game_named(name), 2, 4)
    network = shipped_network(view.game) or new_weights(contract.register(view.game), (8, 8), 1)
    tree = NetworkSearch(view.game, network, 20)
    tree.begin(view, seed=1)
    tree.run(2_000)
    assert tree.simulations == 2_000
    assert tree.memory.used[NODES] <= 22
    edges = tree.edges()
    assert sum(edge.visits for edge in edges) == 2_000
    assert sum(edge.policy for edge in edges) == pytest.approx(1.0, abs=1e-4)
    assert all(0.0 <= edge.value <= 1.0 for edge in edges)


def test_a_level_without_its_network_is_the_level_of_a_game_that_has_none() -> None:
    view = view_after(game_named("zellij"), 2, 4)
    level = levels.level(3)
    assert level.of(view.game).learned
    plain = level.without_network().of(view.game)
    assert (plain.learned, plain.share, plain.looseness) == (False, level.share, level.looseness)
    assert not levels.search(view, level.without_network(), seed=1).learned
    assert levels.search(view, level, seed=1).learned


def test_weak_levels_play_the_policy_at_a_temperature() -> None:
    view = view_after(game_named("zellij"), 2, 4)
    policy = levels.preferences(view)
    assert sum(policy.values()) == pytest.approx(1.0)
    best = max(policy, key=policy.__getitem__)

    def times_best(number: int) -> int:
        return sum(levels.choose(view, levels.level(number), seed=seed) == best for seed in range(200))

    assert times_best(1) < times_best(2) < 200
    assert levels.at_once(view, seed=1) == best


# Draws, and the replies of others


def test_a_draw_counts_what_the_game_says() -> None:
    for name, counts in (("cublino-pur", 0.3), ("cyberzul", 0.5)):
        game = game_named(name)
        memory = make_memory(game.rules, contract.register(game), (8, 8), 2)
        state = Match(game, seed=1).state
        state.over, state.rank[:2] = True, 1
        evaluation.set_outcome(state, memory)
        assert memory.values[:2].tolist() == pytest.approx([counts, counts])
        state.rank[1] = 2
        evaluation.set_outcome(state, memory)
        assert memory.values[0] > 0.9 > 0.1 > memory.values[1]


def test_where_hands_are_hidden_a_search_plays_on_until_its_seat_is_to_act() -> None:
    game = game_named("rows-and-cols")
    match = Match(game, seats=3, seed=2)
    memory = make_memory(game.rules, contract.register(game), (8, 8), 2)
    state, chance = copied_cell(match.state)[0], copied_cell(chance_of(1, 0))[0]
    seat = int(state.turn)
    state.turn = (seat + 1) % 3
    before = int(state.turns)
    evaluation.play_replies(state, seat, chance, memory)
    assert state.turn == seat
    assert state.turns == before + 2
