"""A match as a Python programmer meets it."""

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilora
from tilora import Action, BadSetup, IllegalAction, UnknownGame, UnreadableAction, UnreadablePosition
from tilora.kernel import SPECTATOR, fast_state


def test_the_library_reads_as_promised(tmp_path: Path) -> None:
    m = tilora.match("cyberzul", seats=3, seed=7)
    assert (m.over, m.scores, m.outcome) == (False, (0, 0, 0), None)
    assert m.turn in range(3)
    texts = [str(action) for action in m.legal()]
    assert texts[0] == "1 orange floor"
    assert m.legal()[0].words == "Take 1 orange tile from Cyber Mine 1 to the floor line."
    m.play("3 blue 2")
    assert m.history[-1].text == "3 blue 2"
    assert m.view(seat=0).position == m.position
    m.undo()
    assert not m.history
    m.play(texts[3])
    m.record().save(tmp_path / "game.json")
    assert tilora.load(tmp_path / "game.json").position == m.position
    assert tilora.match("cyberzul", position=m.position).position == m.position
    assert "seat 1: 0" in str(m)


def test_games_are_listed_with_their_facts() -> None:
    facts = {game.name: game for game in tilora.games()}
    assert {"cyberzul", "zellij", "rows-and-cols", "cublino-pur", "cublino-contra", "welters"} <= set(facts)
    assert facts["cyberzul"].seats == (2, 3, 4)
    assert facts["pebbles"].options[0].choices == ("small", "large")
    assert all(game.version >= 1 for game in facts.values())


def test_the_name_of_a_game_is_read_kindly() -> None:
    assert tilora.match("Rows and Cols", seed=1).game.name == "rows-and-cols"
    assert tilora.match("cublino_pur").game.name == "cublino-pur"


def test_an_unknown_game_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownGame, match="Did you mean cyberzul"):
        tilora.match("cyberzull")


@pytest.mark.parametrize("seats", [1, 5, 1000])
def test_a_number_of_seats_that_the_game_does_not_have_is_refused(seats: int) -> None:
    with pytest.raises(BadSetup, match="Choose from: 2, 3, 4"):
        tilora.match("cyberzul", seats=seats)


def test_an_impossible_number_of_seats_is_refused() -> None:
    no_numbers: list[Any] = [0, -2, True, 2.0, "2", 10**9, 10**5000, np.array([2.0]), np.array([2, 3])]
    for seats in no_numbers:
        with pytest.raises(BadSetup, match="The number of seats must be a whole number from 1 to 1,000, not"):
            tilora.match("cyberzul", seats=seats)


def test_numbers_of_numpy_are_numbers() -> None:
    numbers: Any = np.arange(6)
    m = tilora.match("pebbles", seats=numbers[3], seed=numbers[3])
    assert type(m.view(numbers[1]).seat) is int
    assert m.view(0).imagine(numbers[5]).seats == 3
    m.play("draw")
    m.undo(numbers[1])
    assert m.played == 0


def test_a_seed_is_a_whole_number() -> None:
    no_seeds: list[Any] = [-1, 1 << 256, True, 1.5, "7", 10**5000]
    for seed in no_seeds:
        with pytest.raises(BadSetup, match="A seed must be a whole number"):
            tilora.match("cyberzul", seed=seed)
        with pytest.raises(BadSetup, match="A seed must be a whole number"):
            tilora.match("cyberzul").view(0).imagine(seed)


def test_options_are_checked_and_change_the_match() -> None:
    small, large = tilora.match("pebbles", seed=1), tilora.match("pebbles", seed=1, options={"bowl": "large"})
    assert (small.state.bowl_size, large.state.bowl_size) == (8, 20)
    assert small.options == {"bowl": "small"}
    with pytest.raises(BadSetup, match="Choices: small, large"):
        tilora.match("pebbles", options={"bowl": "huge"})
    with pytest.raises(BadSetup, match=r"no option .size.\. Its options: bowl"):
        tilora.match("pebbles", options={"size": "huge"})
    with pytest.raises(BadSetup, match="Its options: none"):
        tilora.match("cyberzul", options={"bowl": "small"})


def test_without_a_seed_no_two_matches_are_alike() -> None:
    assert tilora.match("cyberzul").seed != tilora.match("cyberzul").seed


def test_the_same_seed_gives_the_same_match() -> None:
    assert tilora.match("welters", seed=5).position == tilora.match("welters", seed=5).position
    assert tilora.match("welters", seed=5).position != tilora.match("welters", seed=6).position


def test_unreadable_and_illegal_are_different_and_change_nothing() -> None:
    m = tilora.match("cyberzul", seed=1)
    before = m.state.tobytes()
    with pytest.raises(UnreadableAction):
        m.play("gibberish")
    with pytest.raises(IllegalAction):
        m.play("middle blue 2")
    with pytest.raises(UnreadableAction):
        m.play("")
    with pytest.raises(UnreadableAction):
        m.play(7)  # type: ignore[arg-type]
    with pytest.raises(UnreadableAction):
        m.play("1 blue 1" * 10_000)
    assert m.state.tobytes() == before
    assert not m.history


def test_case_and_spaces_do_not_matter() -> None:
    m = tilora.match("cyberzul", seed=1)
    text = str(m.legal()[0])
    m.play("  " + text.upper().replace(" ", "   ") + "\n")
    assert m.history[0].text == text


def test_an_action_of_another_position_is_refused() -> None:
    m = tilora.match("cyberzul", seed=1)
    action = m.legal()[0]
    m.play(action)
    with pytest.raises(IllegalAction, match="an action of another game, seat or position"):
        m.play(action)


def test_an_action_can_be_played_where_it_means_the_same() -> None:
    m, twin = tilora.match("cyberzul", seed=1), tilora.match("cyberzul", seed=1)
    action = twin.legal()[3]
    assert m.play(action).text == action.text
    with pytest.raises(IllegalAction, match="an action of another game"):
        tilora.match("zellij", seed=1).play(action)


def test_an_action_that_means_something_else_here_is_refused() -> None:
    """Its code is legal in both positions, but stands for other squares."""
    m, other = tilora.match("cublino-contra", seed=1), tilora.match("cublino-contra", seed=1)
    other.play(other.legal()[0])
    stranger = next(action for action in m.legal() if action.text == "b1b2")
    forged = Action(m.game, fast_state(other.state), stranger.code, m.turn)
    assert forged.text != stranger.text
    with pytest.raises(IllegalAction, match="another position"):
        m.play(forged)
    assert m.played == 0


def test_an_action_has_a_text_a_sentence_and_parts() -> None:
    m = tilora.match("cyberzul", seed=7)
    action = m.check("2 red 3")
    assert action.text == str(action) == "2 red 3"
    assert action.words == action.sentence == "Take 2 red tiles from Cyber Mine 2 to line 3."
    assert (action.parts.source, action.parts.colour, action.parts.line, action.parts.tiles) == (2, 2, 3, 2)
    assert tilora.match("pebbles", seed=1).legal()[0].parts is None


def test_a_whole_turn_is_played_at_once_or_not_at_all() -> None:
    m = tilora.match("pebbles", position="6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | 1w 1b / 0w 0b")
    with pytest.raises(IllegalAction, match="You hold no white pebble"):
        m.play("white; white; end")
    assert not m.history
    m.play("white; black; end")
    assert m.turn == 1
    assert " ".join(step.text for step in m.history) == "white black end"


def test_a_turn_does_not_go_on_after_its_end() -> None:
    m = tilora.match("pebbles", position="6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | 1w 1b / 0w 0b")
    with pytest.raises(IllegalAction, match="The turn ends with 'end'; 'draw' comes after it"):
        m.play("white; end; draw")
    assert not m.history


def test_a_finished_match_takes_no_more_actions() -> None:
    m = tilora.match("pebbles", seed=1)
    while not m.over:
        m.play(m.legal()[-1])
    assert m.outcome
    assert m.outcome.reason == "all pebbles are banked"
    assert m.legal() == []
    with pytest.raises(IllegalAction, match="The match is over"):
        m.play("draw")


@pytest.mark.parametrize("actions", [0, -1, 3, 10**9, "1", 1.0, None, True])
def test_undo_takes_back_only_what_was_played(actions: Any) -> None:
    m = tilora.match("cyberzul", seed=1)
    m.play(m.legal()[0])
    m.play(m.legal()[0])
    with pytest.raises((IllegalAction, BadSetup), match="take back"):
        m.undo(actions)
    assert len(m.history) == 2


def test_there_are_only_views_of_seats_that_are_there() -> None:
    for seat in (2, -2, -1.0, True, 0.0, "0"):
        with pytest.raises(BadSetup, match="A seat must be a whole number from 0 to 1"):
            tilora.match("cyberzul", seats=2).view(seat)  # type: ignore[arg-type]


def test_a_draft_is_hidden_from_the_others_until_the_turn_ends() -> None:
    m = tilora.match("pebbles", position="6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | 1w 1b / 0w 0b")
    before = m.view(1).position
    m.play("white")
    assert m.view(1).position == before
    assert m.view(1).history == ()
    assert m.view(0).history[0].text == "white"
    m.play("end")
    assert [step.text for step in m.view(1).history] == ["bank ?", "end"]
    assert [step.text for step in m.view(None).history] == ["bank ?", "end"]
    assert [step.text for step in m.view(0).history] == ["white", "end"]


def test_a_view_holds_no_secret() -> None:
    m = tilora.match("pebbles", seed=3)
    view = m.view(0)
    assert not view.state.bowl.any()
    assert not view.state.hand[1].any()
    assert "2?" in view.position
    assert view.actions() == m.legal()
    assert view.texts() == m.texts()
    assert m.view(1).actions() == []
    assert m.view(None).seat == -1
    assert view.imagine(1).hand[1].sum() == 2
    with pytest.raises(UnreadablePosition):
        tilora.match("pebbles", position=view.position)


def test_actions_are_compared_by_what_they_do() -> None:
    m = tilora.match("cyberzul", seed=1)
    assert m.legal() == m.legal()
    assert len(set(m.legal())) == len(m.legal())
    assert m.legal()[0] != m.legal()[1]
    assert repr(m.legal()[0]) == f"<Action {m.legal()[0]}>"
    assert repr(m) == f"<Match cyberzul, 2 seats, 0 actions, seat {m.turn} to act>"


def test_a_position_of_the_wrong_number_of_seats_is_refused() -> None:
    position = tilora.match("cyberzul", seats=3, seed=1).position
    with pytest.raises(BadSetup, match="has 3 seats, not 2"):
        tilora.match("cyberzul", seats=2, position=position)
    with pytest.raises(UnreadablePosition, match="can't be played with 3 seats"):
        tilora.match("zellij", position=position)
    with pytest.raises(UnreadablePosition, match="must be a text"):
        tilora.match("zellij", position=7)  # type: ignore[arg-type]


def test_letters_that_only_look_like_ours_are_refused() -> None:
    """Python finds K (the Kelvin sign) and k the same when it ignores case; we don't."""
    m = tilora.match("cyberzul", seed=1)
    with pytest.raises(UnreadableAction, match="plain letters"):
        m.play("1 blac\u212a 2")
    position = tilora.match("rows-and-cols", seed=1).position
    with pytest.raises(UnreadablePosition, match="plain letters"):
        tilora.match("rows-and-cols", position=position.replace("s", "\u017f"))


def test_a_position_has_its_options_in_it() -> None:
    position = tilora.match("pebbles", seed=1, options={"bowl": "large"}).position
    assert tilora.match("pebbles", position=position).record().options == {}
    with pytest.raises(BadSetup, match="takes no options"):
        tilora.match("pebbles", position=position, options={"bowl": "large"})


def test_a_view_belongs_to_whoever_got_it() -> None:
    """Whatever a bot does to its view, the match does not notice."""
    m = tilora.match("pebbles", seed=1)
    view = m.view(0)
    view.state.score[0] = 999
    view.state.over = True
    assert m.view(0).scores == (0, 0)
    assert not m.view(0).over
    m.record().options["bowl"] = "broken"
    assert m.options == {"bowl": "small"}


def test_an_action_of_another_seat_is_refused() -> None:
    m = tilora.match("pebbles", seed=1)
    action = next(action for action in m.legal() if str(action) == "draw")
    m.play("draw")
    with pytest.raises(IllegalAction, match="an action of another game, seat or position"):
        m.play(action)
    with pytest.raises(IllegalAction, match="an action of another game, seat or position"):
        tilora.match("cyberzul").play(action)


def test_an_action_knows_no_secret() -> None:
    m = tilora.match("pebbles", seed=1)
    assert not m.legal()[0]._view.hand[1].any()
    assert not m.play("draw")._view.hand[1].any()


def test_a_semicolon_at_the_end_and_spaces_around_commas_do_no_harm() -> None:
    m = tilora.match("pebbles", seed=1)
    m.play("draw;")
    assert m.turn == 1
    m = tilora.match("cublino-pur")
    m.play("e1 e2")
    assert tilora.match("cublino-pur", position=m.position.replace("v", " v")).position == m.position
    rows = tilora.match("rows-and-cols", seed=1)
    text = str(rows.legal()[0])
    rows.play(text.replace(",", " , "))
    assert rows.history[0].text == text


def test_a_match_can_be_copied_and_pickled() -> None:
    m = tilora.match("pebbles", seed=1, options={"bowl": "large"})
    m.play("draw")
    for twin in (copy.copy(m), copy.deepcopy(m), pickle.loads(pickle.dumps(m))):  # noqa: S301 - our own
        assert twin.state.tobytes() == m.state.tobytes()
        twin.play("draw")
        assert (m.played, twin.played) == (1, 2)
        assert twin.options == m.options
    view = pickle.loads(pickle.dumps(m.view(1)))  # noqa: S301 - our own
    assert view.position == m.view(1).position
    assert view.history == m.view(1).history
    assert view.game is m.game
    action = pickle.loads(pickle.dumps(m.legal()[0]))  # noqa: S301 - our own
    assert action == m.legal()[0]


def test_what_is_drafted_can_be_counted() -> None:
    m = tilora.match("pebbles", position="6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | 1w 1b / 0w 0b")
    assert m.drafted == 0
    m.play("white")
    assert m.drafted == 1
    m.play("end")
    assert m.drafted == 0


def test_checking_an_action_plays_nothing() -> None:
    m = tilora.match("cyberzul", seed=7)
    assert m.check(" 2  RED 3 ").words == "Take 2 red tiles from Cyber Mine 2 to line 3."
    assert str(m.check(m.texts()[0])) == str(m.legal()[0])
    with pytest.raises(IllegalAction, match="no blue tiles in the Stack"):
        m.check("middle blue 2")
    with pytest.raises(UnreadableAction):
        m.check("gibberish")
    assert m.played == 0


def test_a_view_can_begin_its_history_later() -> None:
    m = tilora.match("pebbles", seed=1)
    for _ in range(4):
        m.play("draw")
    assert m.view(0, since=3).history == m.view(0).history[3:]
    assert m.view(since=4).history == ()
    assert m.turns == 4


def test_everybody_sees_a_set_up_position_as_they_may_know_it() -> None:
    text = "6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | 0w 2b / 1w 0b"
    m = tilora.match("pebbles", position=text)
    m.play("draw")
    assert m.began(0) == "6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | 2? / 1?"
    assert m.began() == "6 of each | turn 1 | banked 0 | 2? / 0w 0b | 2? / 1?"
    assert tilora.match("pebbles").began(0) is None


def test_a_passage_is_the_same_however_long_ago_it_was() -> None:
    m = tilora.match("pebbles", seed=4)
    seen = []
    for _ in range(8):
        m.play("draw")
        seen.append([part.tobytes() if hasattr(part, "tobytes") else part for part in m.passage(1, m.played - 1)])
    again = [m.passage(1, number) for number in range(8)]
    assert [[part.tobytes() if hasattr(part, "tobytes") else part for part in one] for one in again] == seen


def test_undoing_drafts_leaves_no_trace_in_any_view() -> None:
    m, twin = tilora.match("pebbles", seed=2), tilora.match("pebbles", seed=2)
    for both in (m, twin):
        both.play("draw")
        both.play("draw")
    seat, text = m.turn, m.texts()[0]
    for _ in range(3):
        m.play(text)
        assert [step.text for step in m.view(seat).history] == [*(step.text for step in twin.view(seat).history), text]
        m.undo()
        for viewer in (0, 1, None):
            assert m.view(viewer).history == twin.view(viewer).history
            assert m.view(viewer).state.tobytes() == twin.view(viewer).state.tobytes()
    m.play(text)
    m.play("end")
    twin.play(f"{text}; end")
    assert m.history == twin.history
    assert m.view().history == twin.view().history


def test_a_copy_is_the_same_match_until_one_of_them_goes_on() -> None:
    match = tilora.match("pebbles", seed=5)
    match.play(match.legal()[0])
    twin = match.copy()
    assert twin == match
    assert twin is not match
    twin.play(twin.legal()[0])
    assert twin != match
    match.play(match.legal()[0])
    assert twin == match
    assert match != tilora.match("pebbles", seed=6)
    assert match != "a match"
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)


def test_a_match_is_the_same_however_it_got_there() -> None:
    match = tilora.match("pebbles", seats=3, seed=5, options={"bowl": "large"})
    match.play(match.legal()[0])
    match.undo()
    assert match == tilora.match("pebbles", seats=3, seed=5, options={"bowl": "large"})
    assert match == tilora.replay(match.record())
    assert match != tilora.match("pebbles", seats=3, seed=5)
    assert match != tilora.match("pebbles", position=match.position, seed=5)


def test_a_spectator_is_nobody_or_the_seat_before_the_first() -> None:
    match = tilora.match("pebbles", seed=5)
    assert match.view(SPECTATOR).state.tobytes() == match.view().state.tobytes()
    assert match.view(SPECTATOR).seat == SPECTATOR
    with pytest.raises(BadSetup):
        match.view(-2)
