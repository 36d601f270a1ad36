"""A match as a Python programmer meets it."""

from pathlib import Path

import pytest

import tilora
from tilora import BadSetup, IllegalAction, UnknownGame, UnreadableAction, UnreadablePosition


def test_the_library_reads_as_promised(tmp_path: Path) -> None:
    m = tilora.match("cyberzul", seats=3, seed=7)
    assert (m.over, m.scores, m.outcome) == (False, (0, 0, 0), None)
    assert m.turn in range(3)
    texts = [str(action) for action in m.legal()]
    assert texts[0] == "1 orange floor"
    assert m.legal()[0].words == "Take 1 orange tile from mine 1 to the floor line."
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


@pytest.mark.parametrize("seats", [0, 1, 5, -2, True, 10**9])
def test_a_number_of_seats_that_the_game_has_not_is_refused(seats: int) -> None:
    with pytest.raises(BadSetup, match="It can with: 2, 3, 4"):
        tilora.match("cyberzul", seats=seats)


@pytest.mark.parametrize("seed", [-1, 1 << 256, True, 1.5, "7"])
def test_a_seed_is_a_whole_number(seed: int) -> None:
    with pytest.raises(BadSetup, match="A seed is a whole number"):
        tilora.match("cyberzul", seed=seed)


def test_options_are_checked_and_change_the_match() -> None:
    small, large = tilora.match("pebbles", seed=1), tilora.match("pebbles", seed=1, bowl="large")
    assert (small.state.bowl_size, large.state.bowl_size) == (8, 20)
    assert small.options == {"bowl": "small"}
    with pytest.raises(BadSetup, match="Choices: small, large"):
        tilora.match("pebbles", bowl="huge")
    with pytest.raises(BadSetup, match=r"no option .size.\. Its options: bowl"):
        tilora.match("pebbles", size="huge")
    with pytest.raises(BadSetup, match="Its options: none"):
        tilora.match("cyberzul", bowl="small")


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
    with pytest.raises(IllegalAction, match="There are no"):
        m.play(action)


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


@pytest.mark.parametrize("actions", [0, -1, 3, 10**9])
def test_undo_takes_back_only_what_was_played(actions: int) -> None:
    m = tilora.match("cyberzul", seed=1)
    m.play(m.legal()[0])
    m.play(m.legal()[0])
    with pytest.raises(IllegalAction, match="Can't take back"):
        m.undo(actions)
    assert len(m.history) == 2


def test_there_are_only_views_of_seats_that_are_there() -> None:
    with pytest.raises(BadSetup, match="seats are 0 to 1"):
        tilora.match("cyberzul", seats=2).view(2)


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
    assert view.legal() == [str(action) for action in m.legal()]
    assert m.view(1).legal() == []
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
    with pytest.raises(BadSetup, match="one of 3 seats"):
        tilora.match("cyberzul", seats=2, position=position)
    with pytest.raises(UnreadablePosition, match="no positions with 3 seats"):
        tilora.match("zellij", position=position)
    with pytest.raises(UnreadablePosition, match="one line of text"):
        tilora.match("zellij", position=7)  # type: ignore[arg-type]
