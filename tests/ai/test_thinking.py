"""Thinking: the same question gets the same answer, nothing hidden is known, and it ends when it is told to."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter, sleep

import numpy as np
import pytest

from tests.ai.positions import EVERY_TABLE, HIDING, match_after, other_truth, timeless, view_after
from tests.conformance.play import NAMES
from tests.patience import patience
from tilora.ai import advice
from tilora.ai.network import contract
from tilora.ai.network.shipped import playing_network
from tilora.ai.players import hints, levels
from tilora.ai.search import think as thinking
from tilora.ai.search import tree
from tilora.ai.search.think import Answer, Budget, Control, think
from tilora.kernel import Actions, BadSetup, Game, Match, View, game_named
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.contract.result import Values

every_table = pytest.mark.parametrize(("game", "seats"), EVERY_TABLE, ids=NAMES)
hiding_table = pytest.mark.parametrize(
    ("game", "seats"), HIDING, ids=[f"{game.name}-{seats}" for game, seats in HIDING]
)
ADVICE, PARTS = thinking.ADVICE, thinking.PARTS
SEARCHES = (
    ("cublino-contra", ADVICE),  # alpha-beta
    ("cyberzul", ADVICE),  # a tree with advice
    ("cyberzul", PARTS),  # a tree with a network
    ("welters", PARTS),  # the same with secrets
    ("pebbles", PARTS),  # neither network nor advice
)
every_search = pytest.mark.parametrize(("name", "use"), SEARCHES, ids=[f"{name}-{len(use)}" for name, use in SEARCHES])
LEARNED = {game.name for game, _ in EVERY_TABLE if playing_network(game)}
FOR_EVER = 10**9


def first_view(name: str) -> View:
    return view_after(game_named(name), 2, 4)


# The same question gets the same answer


def test_of_a_match_the_seat_to_act_is_meant() -> None:
    match = match_after(game_named("pebbles"), 2, 4)
    answers = [think(asked, Budget(100), seed=5) for asked in (match, match.view(match.turn))]
    assert timeless(answers[0]) == timeless(answers[1])


@every_table
def test_the_answer_depends_on_view_seed_and_budget_alone(
    game: Game, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "TREE_SIZE", 100)
    view = view_after(game, seats, 7)
    before = view.state.tobytes()
    answers = [timeless(think(view, Budget(400), seed=5, cores=cores)) for cores in (1, 2, 4, 1)]
    assert answers == [answers[0]] * 4
    assert view.state.tobytes() == before


@every_table
def test_an_answer_is_complete_and_sound(game: Game, seats: int) -> None:
    view = view_after(game, seats, 7)
    answer = think(view, Budget(1500), seed=1)
    legal = view.texts()
    assert answer.action == answer.alternatives[0].action == answer.line[0]
    assert all(one.action == one.text for one in answer.alternatives)
    assert {one.text for one in answer.alternatives} <= set(legal)
    assert len({one.text for one in answer.alternatives}) == len(answer.alternatives)
    assert len(answer.values) == len(answer.scores) == seats
    # Ranks share the points out evenly; only the margin, which counts for little, does not add up.
    assert sum(answer.values) == pytest.approx(seats / 2, abs=0.1 * seats)
    assert all(0 <= value <= 1 for value in (*answer.values, *(one.value for one in answer.alternatives)))
    assert answer.speed > 100


def test_the_line_can_be_played() -> None:
    match = match_after(game_named("rows-and-cols"), 2, 6)
    answer = think(match.view(match.turn), Budget(2000))
    for text in answer.line:
        match.play(text)


@pytest.mark.parametrize("name", ["cublino-pur", "cublino-contra"])
def test_without_chance_the_line_goes_on_with_what_the_others_will_do(name: str) -> None:
    match = match_after(game_named(name), 2, 6)
    answer = think(match.view(match.turn), Budget(30_000))
    assert len(answer.line) >= 3
    for text in answer.line:
        match.play(text)


@every_table
def test_another_seed_looks_elsewhere_and_a_larger_budget_looks_longer(game: Game, seats: int) -> None:
    view = view_after(game, seats, 7)
    for use in (PARTS, ADVICE) if game.name in LEARNED else (PARTS,):
        short, long = (think(view, Budget(budget), seed=1, use=use) for budget in (300, 3000))
        assert short.simulations < long.simulations <= 3010
        assert sum(one.visits for one in short.alternatives) < sum(one.visits for one in long.alternatives)
        if short.exact:
            continue
        assert short.simulations == 300
        looks_elsewhere = timeless(short) != timeless(think(view, Budget(300), seed=2, use=use))
        # A network needs no chance where all is open, unless it goes on with samples of what chance does.
        assert looks_elsewhere == (not short.learned or game.hidden or contract.register(game).deals > 0)


# It does not cheat


@hiding_table
def test_two_truths_with_the_same_view_get_the_same_answer_from_every_level(game: Game, seats: int) -> None:
    assert levels.prepare(game, wait=None)  # until then a level answers with less
    for actions, seed in ((0, 1), (9, 2), (14, 3)):
        match = match_after(game, seats, actions, seed)
        truths = [other_truth(match, imagined) for imagined in range(3)]
        assert len({truth.state.tobytes() for truth in truths}) > 1
        views = [truth.view(truth.turn) for truth in truths]
        assert len({view.state.tobytes() for view in views}) == 1
        for level in levels.LEVELS[: 8 if seats == 2 else 4]:
            assert len({levels.choose(view, level, seed=7) for view in views}) == 1
        assert len({levels.at_once(view, seed=7) for view in views}) == 1


@hiding_table
def test_two_truths_with_the_same_view_get_the_same_hint_to_the_letter(game: Game, seats: int) -> None:
    match = match_after(game, seats, 9, 4)
    truths = [other_truth(match, imagined) for imagined in range(3)]
    assert len({truth.state.tobytes() for truth in truths}) > 1
    answers = [hints.hint(truth, 5) for truth in truths]
    assert len({timeless(answer) for answer in answers}) == 1
    texts = {hints.as_text(truth, timeless(answer)) for truth, answer in zip(truths, answers, strict=True)}
    assert len(texts) == 1


# It ends when it is told to


class RunningSearch:
    """A search without an end, in a thread."""

    def __init__(self, view: View, budget: Budget, cores: int, use: Sequence[str]) -> None:
        self.control = Control()
        self.answer: Answer | None = None
        self._thread = threading.Thread(target=self._run, args=(view, budget, cores, use))
        self._thread.start()

    def _run(self, view: View, budget: Budget, cores: int, use: Sequence[str]) -> None:
        self.answer = think(view, budget, cores=cores, control=self.control, use=use)

    def stopped(self) -> float:
        """How long it takes to stop."""
        begin = perf_counter()
        self.control.stop()
        self._thread.join()
        return perf_counter() - begin


@every_search
@pytest.mark.parametrize("cores", [1, 2])
def test_a_search_can_be_watched_and_stopped_at_once(name: str, use: Sequence[str], cores: int) -> None:
    view = first_view(name)
    think(view, Budget(10), use=use)
    running = RunningSearch(view, Budget(FOR_EVER), cores, use)
    seen: list[int] = []
    while len(seen) < 3:
        if not seen or running.control.simulations > seen[-1]:
            seen.append(running.control.simulations)
        sleep(0.02)
    assert running.stopped() < patience(20)
    assert running.answer
    assert running.answer.action in view.texts()
    assert running.answer.simulations >= seen[-1] > seen[0]
    if not running.answer.learned:  # priors keep a network from looking at everything
        assert len(running.answer.alternatives) > len(view.texts()) / 2


@every_search
def test_a_search_that_was_stopped_before_it_began_answers_what_looks_right(name: str, use: Sequence[str]) -> None:
    view = first_view(name)
    control = Control()
    control.stop()
    answer = think(view, Budget(1000), control=control, use=use)
    weights = levels.preferences(view, learned="network" in use)
    if answer.exact:  # one ply is looked at in any case
        assert answer.simulations <= len(weights) + 1
        assert len(weights) == len(answer.alternatives)
        assert answer.values[view.seat] == max(one.value for one in answer.alternatives)
    else:
        assert answer.simulations == 0
        assert weights[answer.action] == max(weights.values())


@every_search
def test_the_budget_in_seconds_is_kept(name: str, use: Sequence[str]) -> None:
    view = first_view(name)
    think(view, Budget(10), use=use)
    begin = perf_counter()
    answer = think(view, Budget(FOR_EVER, 0.2), use=use)
    assert 0.15 < perf_counter() - begin < patience(20)
    assert answer.simulations > 20
    assert think(view, Budget(50, 100.0), use=use).simulations <= 50


# Rare cases


def test_memory_stays_small_whatever_the_budget() -> None:
    rules = game_named("cyberzul").rules
    room = tree.memory(rules, FOR_EVER, 1)
    assert sum(part.nbytes for part in room) < 100 << 20


def test_a_full_tree_goes_on_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "LARGEST", 50)
    view = first_view("cyberzul")
    answer = think(view, Budget(3000), use=ADVICE)
    assert answer.simulations == 3000
    assert max(one.visits for one in answer.alternatives) > 50


def test_a_forced_action_is_the_answer_with_its_true_worth() -> None:
    match = Match("pebbles", position="6 of each | turn 1 | banked 1 | 0w 0b / 6w 5b | 0w 1b / 0w 0b")
    assert [str(action) for action in match.legal()] == ["end"]
    answer = think(match.view(0), Budget(100))
    assert answer.action == "end"
    assert answer.line == ("end",)
    (only,) = answer.alternatives
    assert only.visits == answer.simulations == 100
    assert only.value == answer.values[0] > 0.9
    assert answer.scores == (12, 0)


def test_a_search_needs_its_own_turn_in_a_running_match_and_a_budget() -> None:
    match = Match("pebbles", seed=1)
    for view in (match.view(1 - match.turn), match.view()):
        with pytest.raises(BadSetup, match="not this seat's turn"):
            think(view, Budget(10))
    with pytest.raises(BadSetup, match="at least 1 simulation"):
        think(match.view(match.turn), Budget(0))
    while not match.over:
        match.play(match.legal()[0])
    with pytest.raises(BadSetup, match="not this seat's turn"):
        think(match.view(0), Budget(10))


def test_a_match_is_enough_to_think_about() -> None:
    match = Match("pebbles", seed=1)
    answer = think(match)
    assert timeless(answer) == timeless(think(match.view(match.turn), Budget(2000)))
    assert {one.action for one in answer.alternatives} == set(match.texts())


def test_a_position_in_the_middle_of_a_turn_is_thought_about_too() -> None:
    match = Match("welters", seed=3)
    for _ in range(2):
        match.play(match.legal()[0])
    assert match.state.chosen.any()
    answer = think(match.view(match.turn), Budget(300))
    match.play(answer.action)


def test_searches_at_the_same_time_do_not_disturb_each_other() -> None:
    def answer(name: str, use: Sequence[str]) -> Answer:
        return timeless(think(view_after(game_named(name), 2, 6), Budget(2000), seed=3, use=use))

    alone = [answer(*search) for search in SEARCHES] * 2
    together: list[Answer | None] = [None] * len(alone)

    def one(place: int) -> None:
        together[place] = answer(*SEARCHES[place % len(SEARCHES)])

    threads = [threading.Thread(target=one, args=(place,)) for place in range(len(alone))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


# Advice


@every_table
def test_advice_says_the_same_interpreted_and_compiled(game: Game, seats: int) -> None:
    from tilora.ai import advice_overloads  # noqa: F401 - lets compiled code call advice
    from tilora.kernel.compiled.numba_backend import compile_for

    advice.register(game)
    weigh = compile_for(game.rules, weigh_all)
    estimate = compile_for(game.rules, estimate_of)
    for actions in (0, 5, 12, 25, 40):
        match = match_after(game, seats, actions, actions)
        view = match.view(match.turn)
        legal = engine_of(game.rules).legal(view.state)
        weights = np.zeros((2, len(legal)))
        weigh(view.state, legal, len(legal), weights[0])
        advice.weigh(view.state, legal, len(legal), weights[1])
        assert weights[0].tobytes() == weights[1].tobytes()
        assert (weights >= 0).all()
        for depth in (0, 1, 9, 30):
            compiled, interpreted = np.zeros((2, 8)), np.zeros((2, 8))
            settled = estimate(match.state, depth, compiled[0], compiled[1])
            assert settled == advice.estimate(match.state, depth, interpreted[0], interpreted[1])
            assert compiled.tobytes() == interpreted.tobytes()
            assert not settled or all(0 <= value <= 1 for value in compiled[0, :seats])


def weigh_all(state: np.record, actions: Actions, count: int, weights: Values) -> None:
    advice.weigh(state, actions, count, weights)


def estimate_of(state: np.record, depth: int, values: Values, scores: Values) -> bool:
    return advice.estimate(state, depth, values, scores)


@pytest.mark.parametrize(
    ("name", "part"),
    [(name, part) for name in ("welters", "cyberzul", "cublino-contra") for part in ("prefer", "estimate")]
    + [("cublino-contra", "search")],
)
def test_a_part_of_advice_can_be_left_out(name: str, part: str) -> None:
    view = first_view(name)
    with_all = timeless(think(view, Budget(600), seed=1, use=ADVICE))
    without = timeless(think(view, Budget(600), seed=1, use=[other for other in ADVICE if other != part]))
    assert with_all != without
    assert without.action in view.texts()


def test_a_game_without_advice_is_searched_all_the_same() -> None:
    game = game_named("pebbles")
    assert advice.register(game) is None
    view = first_view("pebbles")
    assert levels.preferences(view) == dict.fromkeys(view.texts(), 1.0)
    assert replace(think(view, Budget(50)), seconds=0).simulations == 50


def test_a_match_is_thought_about_as_the_seat_to_act_sees_it() -> None:
    match = match_after(game_named("pebbles"), 2, 4)
    assert timeless(think(match, Budget(50), seed=1)) == timeless(think(match.view(match.turn), Budget(50), seed=1))
