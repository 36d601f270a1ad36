"""What every game gets from the scene package: a scene, reasons, beats, pictures in a notebook."""

import pytest

from tilora.kernel import SPECTATOR, BadSetup, Match, seat_name
from tilora.scene import beats_of, scene_of, why


@pytest.fixture
def pebbles() -> Match:
    """A match of the toy game, which has no scene of its own."""
    return Match("pebbles", seats=2, seed=4)


def test_a_game_without_a_scene_shows_its_board_in_letters(pebbles: Match) -> None:
    (area,) = scene_of(pebbles.view()).areas
    (panel,) = area.spots
    assert [text.text for text in panel.texts] == str(pebbles.view()).split("\n")
    assert {text.role for text in panel.texts} == {"mono"}
    assert panel.label == str(pebbles.view())


def test_a_game_without_a_scene_has_a_button_for_each_action(pebbles: Match) -> None:
    scene = scene_of(pebbles.view(pebbles.turn))
    assert [choice.action for choice in scene.choices] == [str(action) for action in pebbles.legal()]
    assert [choice.path for choice in scene.choices] == [(button.id,) for button in scene.buttons]
    assert "Draw a pebble." in [button.about for button in scene.buttons]


def test_a_seat_that_is_not_to_act_has_nothing_to_click(pebbles: Match) -> None:
    for seat in (None, 1 - pebbles.turn):
        scene = scene_of(pebbles.view(seat))
        assert not scene.choices
        assert not scene.buttons


def test_others_read_a_secret_action_in_the_words_meant_for_them(pebbles: Match) -> None:
    actor = pebbles.turn
    colour = next(str(action) for action in pebbles.legal() if str(action) in ("white", "black"))
    pebbles.play(colour)
    pebbles.play("end")
    shown = {seat: beats_of(pebbles.game, *pebbles.passage(seat, 0), seat)[0].words for seat in (actor, 1 - actor)}
    assert shown == {actor: f"Banked a {colour} pebble.", 1 - actor: "Banked a pebble."}
    before, code, after = pebbles.passage(None, 0)
    assert beats_of(pebbles.game, before, code, after, SPECTATOR)[0].words == "Banked a pebble."


def test_points_of_a_game_without_a_scene_are_shown_seat_by_seat() -> None:
    match = Match("pebbles", position="6 of each | turn 1 | banked 1 | 0w 0b / 6w 1b | 0w 0b / 0w 5b")
    match.play("end")
    beats = beats_of(match.game, *match.passage(0, 0), 0)
    assert [(beat.words, beat.seat, beat.points) for beat in beats[1:]] == [
        ("{seat:0} gains 6.", 0, 6),
        ("{seat:1} gains 6.", 1, 6),
    ]


def test_a_click_out_of_turn_is_answered_with_whose_turn_it_is(pebbles: Match) -> None:
    waiting = 1 - pebbles.turn
    assert why(pebbles.view(waiting), ["board"]) == f"It is not your turn. {seat_name(pebbles.turn)} is to move."
    assert why(pebbles.view(), ["board"]).startswith("You are watching")
    assert why(pebbles.view(pebbles.turn), ["board"]) == "There is nothing to do here now."
    over = Match("pebbles", position="6 of each | turn 1 | banked 0 | 0w 0b / 6w 1b | 0w 0b / 0w 5b")
    assert why(over.view(0), ["board"]) == "The match is over."


def test_notebooks_show_matches_and_views() -> None:
    match = Match("cyberzul", seed=7)
    assert match._repr_svg_().startswith("<svg")
    assert match._repr_svg_() == match.view()._repr_svg_()


def test_there_is_no_passage_of_what_a_viewer_has_not_seen(pebbles: Match) -> None:
    with pytest.raises(BadSetup, match="no step"):
        pebbles.passage(0, 0)
    pebbles.play(next(str(action) for action in pebbles.legal() if str(action) in ("white", "black")))
    drafting = pebbles.turn
    assert pebbles.passage(drafting, 0)[2].tobytes() == pebbles.view(drafting).state.tobytes()
    with pytest.raises(BadSetup):
        pebbles.passage(1 - drafting, 0)
