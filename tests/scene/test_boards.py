"""Boards without art: what a game says in a few lines, and what it gets for it."""

import random
from types import SimpleNamespace

import pytest

from tests.plugin import example
from tilora.kernel import Game, Match, seat_name
from tilora.scene import Area, Scene, art_of, beats_of, picture_of, preview, scene_of, why
from tilora.scene.boards import Board, Card, Cell, Dice, Die, Grid, Hand, Rim, Token, hexes, piles, squares, track
from tilora.scene.boards.description import paths_of
from tilora.scene.boards.layout import areas_of
from tilora.scene.boards.text import board_text
from tilora.tools.check.scene_promises import choices_are_the_legal_actions, everything_has_its_place


@pytest.fixture(scope="module")
def hex_game() -> Game:
    return example("hex")


@pytest.fixture(scope="module")
def lanterns() -> Game:
    return example("lanterns")


def small(hex_game: Game) -> Match:
    return Match(hex_game, seed=1, options={"size": "5"})


def only_area(*parts: Grid | Dice | Hand) -> Area:
    (area,) = areas_of(Board(parts))
    return area


def piece_ids(scene: Scene) -> set[str]:
    return {piece.id for area in scene.areas for piece in area.pieces}


# What can be clicked


def test_an_action_is_played_by_clicking_the_cell_that_its_text_names(hex_game: Game) -> None:
    scene = scene_of(small(hex_game).view(0))
    assert {choice.action: choice.path for choice in scene.choices}["c4"] == ("c4",)
    assert not scene.buttons
    assert [task.words for task in scene.tasks] == ["Place a stone: connect your two sides."]


def test_an_action_that_names_nothing_on_the_board_gets_a_button(hex_game: Game) -> None:
    match = small(hex_game)
    match.play("c3")
    scene = scene_of(match.view(1))
    assert [(button.label, button.about) for button in scene.buttons] == [("Swap", "Take over the first stone.")]
    assert next(choice.path for choice in scene.choices if choice.action == "swap") == (scene.buttons[0].id,)


def test_only_the_seat_to_act_can_click(hex_game: Game) -> None:
    match = small(hex_game)
    for seat in (None, 1):
        scene = scene_of(match.view(seat))
        assert not scene.choices
        assert not scene.buttons


@pytest.mark.parametrize("path", [["c3"], ["stone-c3"]])
def test_a_click_that_leads_nowhere_is_answered_in_the_words_of_the_game(hex_game: Game, path: list[str]) -> None:
    match = small(hex_game)
    match.play("c3")
    assert why(match.view(1), path) == "There is a stone already."


@pytest.mark.parametrize("name", ["hex", "lanterns"])
def test_every_scene_of_a_random_match_offers_what_is_legal_and_has_its_drawings(name: str) -> None:
    game = example(name)
    match, dice = Match(game, seed=3), random.Random(3)
    drawn = art_of(game).symbols
    while not match.over:
        for seat in (None, match.turn):
            view = match.view(seat)
            scene = scene_of(view)
            choices_are_the_legal_actions(view, scene)
            everything_has_its_place(scene)
            for area in scene.areas:
                assert {piece.symbol for piece in area.pieces} <= set(drawn)
                assert {spot.symbol for spot in area.spots if spot.symbol} <= set(drawn)
        match.play(dice.choice(match.legal()))
    ending = scene_of(match.view()).ending
    assert ending is not None
    assert match.outcome is not None
    assert tuple(won.seat for won in ending.won) == match.outcome.winners
    assert {name for won in ending.won for name in won.ids} <= piece_ids(scene_of(match.view()))


# What happened, and what would happen


def test_a_step_lights_what_it_has_changed(hex_game: Game) -> None:
    match = small(hex_game)
    match.play("b2")
    (beat,) = beats_of(match.game, *match.passage(1, 0), 1)
    assert (beat.words, beat.ids) == ("Stone on b2.", ("stone-b2",))


def test_points_follow_what_was_done(lanterns: Game) -> None:
    match = Match(lanterns, position="seats 2 | turn 1 | score 0 0 | way 50 | walked 7 | dice 34. | lantern 0 0")
    match.play("light")
    beats = beats_of(match.game, *match.passage(0, 0), 0)
    assert [(beat.words, beat.points) for beat in beats] == [
        ("Lit a lantern 7 steps further on.", 0),
        ("{seat:0} gains 7.", 7),
    ]
    assert "lantern-0" in beats[0].ids


def test_a_preview_shows_the_piece_as_it_would_lie(hex_game: Game) -> None:
    shown = preview(small(hex_game).view(0), "c3")
    assert shown is not None
    assert [(ghost.area, ghost.piece.id) for ghost in shown.ghosts] == [("board", "stone-c3")]
    assert not shown.gone


def test_a_preview_promises_points_but_nothing_that_chance_decides(lanterns: Game) -> None:
    match = Match(lanterns, position="seats 2 | turn 1 | score 0 0 | way 50 | walked 7 | dice 34. | lantern 0 0")
    assert preview(match.view(0), "roll 2") is None
    shown = preview(match.view(0), "light")
    assert shown is not None
    assert shown.points == ("+7",)


# How it looks


def test_pictures_of_boards_have_the_colours_of_the_theme(hex_game: Game) -> None:
    match = small(hex_game)
    match.play("b2")
    light, dark = picture_of(match.view()), picture_of(match.view(), theme="dark")
    assert "--seat-0:#2c56a8" in light
    assert "--seat-0:#6b97e8" in dark
    assert "rim-hex-1" in light


def test_cells_are_named_by_letters_and_numbers() -> None:
    assert [cell.id for cell in squares(2, 2)] == ["a1", "b1", "a2", "b2"]
    assert [cell.id for cell in squares(2, 2, up=True)] == ["a2", "b2", "a1", "b1"]
    assert [(cell.id, cell.x) for cell in hexes(2, 2)] == [("a1", 0), ("b1", 1), ("a2", 0.5), ("b2", 1.5)]
    assert [cell.id for cell in squares(1, 28)][-3:] == ["z1", "aa1", "ab1"]
    assert [text.text for text in only_area(Grid(squares(2, 3))).texts] == ["a", "b", "c", "1", "2"]


def test_a_track_winds_upwards() -> None:
    places = {cell.id: (cell.x, cell.y) for cell in track(12, across=5)}
    assert places["1"] == (0, 2)
    assert places["5"] == (4, 2)
    assert places["6"] == (4, 1)
    assert places["11"] == (0, 0)


def test_things_on_one_cell_lie_beside_each_other() -> None:
    area = only_area(Grid((Cell("home", 0, 0),), {"home": tuple(Token(f"t{n}", n) for n in range(3))}))
    assert len({(piece.x, piece.y) for piece in area.pieces}) == 3
    (spot,) = area.spots
    for piece in area.pieces:
        assert spot.x <= piece.x
        assert piece.x + piece.w <= spot.x + spot.w
    assert spot.label == "home: {seat:0}, {seat:1}, {seat:2}"


def test_a_token_shows_its_seat_or_its_colour_and_a_letter_stands_on_a_light_ground() -> None:
    on = {"a1": Token("x", 1), "b1": Token("y", colour="red"), "c1": Token("z", 0, sign="K")}
    pieces = {piece.id: piece for piece in only_area(Grid(squares(1, 3), on)).pieces}
    assert (pieces["x"].symbol, pieces["x"].label) == ("seat-1", seat_name(1))
    assert (pieces["y"].symbol, pieces["y"].label) == ("red", "red")
    assert (pieces["z"].symbol, pieces["z"].texts[0].text) == ("plate-seat-0", "K")


def test_piles_say_how_much_is_in_them() -> None:
    area = only_area(piles({"left": tuple(Token(f"t{n}") for n in range(4)), "right": ()}))
    assert [spot.label for spot in area.spots] == ["pile left, 4 in it", "pile right, 0 in it"]
    assert [text.text for text in area.spots[0].texts] == ["4"]
    assert {spot.shape for spot in area.spots} == {"bowl"}


def test_a_hand_keeps_its_size_and_shows_only_the_back_of_what_is_hidden() -> None:
    one = only_area(Hand(0, (Card("a", "7", "red"),), room=5))
    two = only_area(Hand(0, (Card("a", "7", "red"), Card("b", "9", hidden=True)), room=5))
    assert (one.w, one.h, one.role, one.seat) == (two.w, two.h, "hand", 0)
    seen, back = two.pieces
    assert (seen.symbol, seen.label, seen.texts[0].text) == ("card-red", "red card 7", "7")
    assert (back.symbol, back.label, back.texts) == ("card-back", "a hidden card", ())


def test_everybody_sees_only_the_backs_of_what_others_hold() -> None:
    match, dice = Match(example("docks"), seats=3, seed=1), random.Random(1)
    while not match.over:
        for viewer in (None, 0, 1, 2):
            view = match.view(viewer)
            scene = scene_of(view)
            choices_are_the_legal_actions(view, scene)
            everything_has_its_place(scene)
            held = {area.seat: area.pieces for area in scene.areas if area.role == "hand"}
            for seat, pieces in held.items():
                assert len(pieces) == match.state.hand_size[seat]
                assert {piece.symbol == "card-back" for piece in pieces} <= {seat != viewer}
        match.play(dice.choice(match.legal()))


def test_equal_cards_share_a_name_and_each_of_them_can_be_clicked() -> None:
    hands = (Hand(0, (Card("x", "7", name="7"), Card("y", "7", name="7"))), Hand(1, (Card("z", "7", name="7"),)))
    board = Board((Grid(squares(1, 2)), *hands), clicks={"pass": ("x",)})
    assert paths_of(board, "7 b1", 0) == [("x", "b1"), ("y", "b1")]
    assert paths_of(board, "7 b1", 1) == [("z", "b1")], "nobody plays with the cards of another hand"
    assert paths_of(board, "7 7", 0) == [("x", "y"), ("y", "x")]
    assert paths_of(board, "7", 0) == [("x",), ("y",)]
    assert paths_of(board, "8 b1", 0) == []
    assert paths_of(board, "pass", 0) == [("x",)]


def test_a_die_that_is_thrown_again_shows_other_sides_even_if_the_number_stays() -> None:
    faces = set()
    for throws in range(4):
        (die,) = only_area(Dice((Die("die", 5, throws=throws),))).pieces
        assert die.faces is not None
        assert die.faces.top == 5
        assert {die.faces.front, die.faces.right}.isdisjoint({5, 2})
        faces.add((die.faces.front, die.faces.right))
    assert len(faces) == 4


def test_the_side_of_a_seat_lies_outside_of_its_cells() -> None:
    cells = squares(3, 3)
    plain = only_area(Grid(cells))
    rimmed = only_area(Grid(cells, rims=(Rim(0, ["a1", "b1", "c1"]),)))
    rims = [spot for spot in rimmed.spots if spot.symbol == "rim-square-0"]
    cell = {spot.id: spot for spot in rimmed.spots}["a1"]
    assert len(rims) == 3
    assert all(rim.y < cell.y for rim in rims)
    assert not any(rim.label for rim in rims)
    assert rimmed.w > plain.w


# In a terminal


def test_a_terminal_shows_the_same_board(hex_game: Game) -> None:
    match = small(hex_game)
    for action in ("c3", "swap", "a1", "b1"):
        match.play(action)
    assert str(match).split("\n") == [
        "Seat 1 to act.",
        "",
        "  a b c d e",
        "1 1 2 . . .",
        " 2 . . . . .",
        "  3 . . 2 . .",
        "   4 . . . . .",
        "    5 . . . . .",
    ]


def test_dice_hands_and_points_are_told_in_lines() -> None:
    parts = (Dice((Die("d", 4), Die("e", 2))), Hand(1, (Card("a", "7", "red"), Card("b", hidden=True))))
    module = SimpleNamespace(board=lambda state: Board(parts))
    match = Match("pebbles", position="6 of each | turn 1 | banked 1 | 0w 0b / 6w 1b | 0w 0b / 0w 5b")
    match.play("end")
    said = board_text(module, match.state)  # type: ignore[arg-type]
    assert said == "It is over.\nseat 1: 6\nseat 2: 6\nDice: 4 2\nHand of seat 2: r7 ?"
