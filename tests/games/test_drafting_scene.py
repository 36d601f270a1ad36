"""The scenes of Cyberzul and Zellij: how tiles travel, how a round's points are shown, and how clicks are answered."""

from xml.etree import ElementTree

import pytest

from tilora.kernel import Match, game_named
from tilora.scene import Beat, art_of, beats_of, scene_of, why

ALMOST_OVER = (
    "round 3 | first 2 | turn 2 | marker 1 | middle KK | mines - - - - - | bag B9 O10 R11 K5 W12 "
    "| discard B6 O6 R6 K3 W1 | 14 B/WW/KKK/-/WW ...KW/...RK/....R/R..B./..... *B "
    "| 6 B/OO/-/KKK/- ...KW/WB.../K..O./...../O.... -"
)


def beats_after(match: Match, action: str) -> list[Beat]:
    match.play(action)
    return beats_of(match.game, *match.passage(None, match.played - 1), -1)


def test_tiles_travel_from_a_mine_to_their_line_and_the_others_to_the_middle() -> None:
    match = Match("cyberzul", seats=2, seed=7)
    (beat,) = beats_after(match, "2 red 3")
    assert beat.words == "{seat:1} takes 2 red tiles from Cyber Mine 2 to line 3."
    assert {move.id: move.becomes for move in beat.moves} == {
        "mine-2-red-0": "line-1-3-tile-0",
        "mine-2-red-1": "line-1-3-tile-1",
        "mine-2-blue-0": "middle-blue-0",
        "mine-2-white-0": "middle-white-0",
    }
    pieces = {piece.id for area in scene_of(match.view()).areas for piece in area.pieces}
    assert {move.becomes for move in beat.moves} <= pieces, "they go to their places in the next scene"
    assert not any(move.area for move in beat.moves), "so nobody has to say where that is"


def test_the_marker_goes_first_and_then_what_does_not_fit() -> None:
    match = Match("cyberzul", seats=2, seed=7)
    match.play("2 red 3")
    match.play("5 black 1")
    beats = beats_after(match, "middle white 1")
    assert [beat.words for beat in beats] == [
        "{seat:1} takes 2 white tiles and the start marker from the Stack to line 1.",
        "The first to take from the Stack gets the start marker and begins the next round.",
        "1 tile does not fit on line 1 and falls to the floor line.",
    ]
    assert beats[1].moves[0].id == "marker"
    assert beats[2].moves[0].becomes == "floor-1-tile-1"


def test_the_end_of_a_round_is_shown_point_by_point() -> None:
    """The example on the page of the game."""
    beats = beats_after(Match("cyberzul", position=ALMOST_OVER), "middle black 5")
    assert [(beat.seat, beat.points, beat.source) for beat in beats if beat.points] == [
        (0, 1, "tiles on the wall"),
        (0, 2, "tiles on the wall"),
        (0, 4, "tiles on the wall"),
        (0, -2, "floor line"),
        (1, 3, "tiles on the wall"),
        (1, 3, "tiles on the wall"),
    ]
    assert beats[3].words == (
        "Line 3 of {seat:0} is full. Its black tile goes to the wall, in a run of 4 down: 4 points."
    )
    assert set(beats[3].ids) == {"wall-0-0-0", "wall-0-1-0", "wall-0-2-0", "wall-0-3-0"}
    assert beats[-1].words == "Round 4: the Cyber Mines are filled again. {seat:0} begins."


def last_turn(middle: str, bag: str, score: int, floor: str) -> Match:
    """Seat 1 takes the last tiles of a round, and nobody has anything else."""
    empty = "-/-/-/-/- ...../...../...../...../....."
    common = f"round 2 | first 1 | turn 1 | marker middle | middle {middle} | mines - - - - - | bag {bag}"
    return Match("cyberzul", position=f"{common} | discard B0 O0 R0 K0 W0 | {score} {empty} {floor} | 0 {empty} -")


def test_a_tile_can_go_to_a_line_and_on_to_the_wall_in_one_step() -> None:
    beats = beats_after(last_turn("OO", "B20 O18 R20 K20 W20", 0, "-"), "middle orange 2")
    trip = [(move.id, move.becomes, move.area) for beat in beats for move in beat.moves]
    assert trip == [
        ("middle-orange-0", "line-0-2-tile-0", "board-0"),
        ("middle-orange-1", "line-0-2-tile-1", "board-0"),
        ("marker", "", "board-0"),
        ("line-0-2-tile-0", "wall-0-1-2", ""),
        ("line-0-2-tile-1", "gone-line-0-2-tile-1", ""),
    ]


def test_a_floor_line_that_costs_more_than_there_is_says_so() -> None:
    beats = beats_after(last_turn("K", "B20 O20 R20 K17 W20", 1, "KK"), "middle black 5")
    (cost,) = [beat for beat in beats if beat.points]
    assert cost.words == "The floor line of {seat:0} costs 4 points, but a score never falls below 0."
    assert (cost.seat, cost.points) == (0, -1)


def test_zellij_tells_bonuses_at_once_and_cyberzul_when_it_is_over() -> None:
    position = (
        "round 5 | first 1 | turn 2 | marker middle | middle K | mines - - - - - | bag B15 O19 R19 K18 W19 "
        "| discard B0 O0 R0 K0 W0 | 10 B/-/-/-/- .ORKW/...../...../...../..... - "
        "| 5 -/-/-/-/- B..../.B.../..B../...B./..... -"
    )
    told = {}
    for name, action in (("zellij", "yard black 2"), ("cyberzul", "middle black 2")):
        beats = beats_after(Match(name, position=position), action)
        told[name] = [(beat.points, beat.source) for beat in beats if beat.seat == 0]
        over = next(number for number, beat in enumerate(beats) if beat.words.startswith("The match is over"))
        bonus = next(number for number, beat in enumerate(beats) if beat.source == "complete rows")
        assert (bonus < over) == (name == "zellij")
    assert told["zellij"] == told["cyberzul"] == [(5, "tiles on the wall"), (2, "complete rows")]


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        (["take-2-red", "line-1-1"], "Line 1 is full."),
        (["take-2-red", "place-1-1-0"], "Line 1 is full."),
        (["line-1-3"], "First choose tiles from a Cyber Mine or from the Stack."),
        (["take-2-red", "line-0-3"], "That is the board of {seat:0}. Your tiles go to your own board."),
        (["take-2-red", "cell-1-0-0"], "Tiles go to the wall by themselves: from full lines, when the round ends."),
        (["marker"], "The start marker comes with the first tiles that are taken from the Stack."),
        (["mine-3"], "Cyber Mine 3 is empty."),
        (["mine-2"], "Choose a colour: you take all tiles of that colour that lie together."),
        (["take-2-red", "mine-2"], "Now choose one of your lines, or the floor line."),
        (["take-99-red", "line-1-3"], "There is no Cyber Mine 99."),
        (["mine-99"], "Choose a colour: you take all tiles of that colour that lie together."),
        (["nonsense"], "There is nothing to do here now."),
    ],
)
def test_a_click_that_leads_nowhere_gets_its_reason(path: list[str], answer: str) -> None:
    match = Match("cyberzul", seats=2, seed=7)
    match.play("3 black 1")
    match.play("5 black 2")
    assert why(match.view(1), path) == answer


def test_a_choice_says_what_the_floor_line_will_cost() -> None:
    scene = scene_of(Match("cyberzul", seats=2, seed=7).view(1))
    gains = {choice.action: choice.gain for choice in scene.choices}
    assert gains["2 red 3"] == ""
    assert gains["2 red 1"] == "−1"
    assert gains["2 red floor"] == "−2"


def test_tiles_are_named_as_a_sentence_about_them_would() -> None:
    scene = scene_of(Match("cyberzul", seats=2, seed=7).view(1))
    labels = {spot.id: spot.label for area in scene.areas for spot in area.spots}
    assert labels["take-2-red"] == "2 red tiles in Cyber Mine 2"
    assert labels["take-2-blue"] == "blue tile in Cyber Mine 2"
    assert "Now choose a line for the {picked}." in {task.words for task in scene.tasks}


def test_zellij_looks_like_a_mosaic_of_stars_and_crosses_and_not_like_cyberzul() -> None:
    cyberzul, zellij = (art_of(game_named(name)).symbols for name in ("cyberzul", "zellij"))
    assert {"factory", "yard", "wall"} <= set(zellij) - set(cyberzul)
    for name in ("tile-blue", "tile-orange", "tile-red", "tile-black", "tile-white"):
        one, other = (ElementTree.tostring(art[name]) for art in (cyberzul, zellij))
        assert one != other
    scene = scene_of(Match("zellij", seed=1).view(1))
    used = {spot.symbol for area in scene.areas for spot in area.spots}
    assert {"factory", "yard", "wall"} <= used


def test_zellij_speaks_of_factories_and_tracks() -> None:
    view = Match("zellij", seed=1).view(1)
    labels = {spot.label for area in scene_of(view).areas for spot in area.spots}
    assert "track 2 of {seat:0}: empty, 2 to fill" in labels
    assert why(view, ["line-1-3"]) == "First choose tiles from a factory or from the discard yard."
