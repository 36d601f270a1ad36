"""Scenes of Cublino: what one sees of the dice, where one clicks for a move, and how a move is shown."""

import msgspec
import pytest

from tests.games.scenes import piece
from tilora.families.cublino import PUR
from tilora.kernel import Match
from tilora.scene import Beat, Choice, Faces, Scene, beats_of, scene_of, why
from tilora.scene.guide import Picture, guide_of

JUMPS = "PWg1La2Ld2Le2Ga3Gc3Sd3rc5fe5cf5ed6ie6va7vg7"
"""The board of the page about Pur, where `d2c2c4c6` tips once and jumps twice."""
BATTLE = "CSc1if3Gc4Qd4Be4cb5ae5eb6qd6ig6vd7"
"""The board of the page about Contra, where `d4d5` has an equal battle and wins one."""
MANY_PATHS = "PWd2Wc3We3We1Wc1Wf2Wb2ve5vc5vf4vf6vb4vd6vd4"
"""The most moves that a search by climbing found: 344."""
LARGEST_SCENE = 60_000


def choice(match: Match, action: str) -> Choice:
    choices = scene_of(match.view(match.turn)).choices
    return next(choice for choice in choices if choice.action == action)


def told(match: Match, action: str, seat: int = 0) -> list[Beat]:
    """The beats of an action, which has then been played."""
    before, after = match.state, Match(match.game, position=match.position)
    code = next(legal.code for legal in match.legal() if str(legal) == action)
    match.play(action)
    after.play(action)
    return beats_of(match.game, before, code, after.state, seat)


# What one sees


@pytest.mark.parametrize(("seat", "own", "other"), [(0, "die-a1", "die-a7"), (1, "die-g7", "die-g1")])
def test_everybody_sees_their_own_dice_nearest_with_6_on_top_3_in_front_and_2_on_the_right(
    seat: int, own: str, other: str
) -> None:
    scene = scene_of(Match("cublino-pur").view(seat))
    mine, theirs = piece(scene, own), piece(scene, other)
    assert mine.faces == Faces(top=6, front=3, right=2)
    assert theirs.faces == Faces(top=6, front=4, right=5)
    assert mine.y > theirs.y
    assert mine.x == theirs.x == 0.4


def test_spectators_sit_with_white() -> None:
    match = Match("cublino-contra")
    assert scene_of(match.view()).areas == scene_of(match.view(0)).areas


def test_the_far_ranks_wear_the_sign_of_those_who_want_to_get_there() -> None:
    spots = {spot.id: spot for spot in scene_of(Match("cublino-pur").view(1)).areas[0].spots}
    assert {spots[f"{file}7"].symbol for file in "abcdefg"} == {"goal-0"}
    assert {spots[f"{file}1"].symbol for file in "abcdefg"} == {"goal-1"}
    assert spots["d4"].symbol == ""


def test_the_die_that_moved_last_is_marked_unless_it_is_lost() -> None:
    match = Match("cublino-contra", position=BATTLE)
    match.play("d4d5")
    marked = [die.id for die in scene_of(match.view(1)).areas[0].pieces if die.look == "marked"]
    assert marked == ["die-d5"]
    lost = Match("cublino-contra", position="C" + "Ad3" + "xd5" + "Wa1" + "va7")
    lost.play("d3d4")
    assert not any(die.look for die in scene_of(lost.view(1)).areas[0].pieces)


@pytest.mark.parametrize(("seat", "said"), [(0, "left 2, to the right 5"), (1, "left 5, to the right 2")])
def test_a_die_says_what_its_tips_would_show_with_left_and_right_as_the_viewer_sees_it(seat: int, said: str) -> None:
    about = piece(scene_of(Match("cublino-pur").view(seat)), "die-d1").about
    assert about == f"Tipped forwards it shows 3, to the {said}."


# Where one clicks


def test_a_path_is_the_die_and_every_square_it_comes_to_so_that_one_may_stop_anywhere() -> None:
    match = Match("cublino-pur", position=JUMPS)
    assert choice(match, "d2c2c4c6").path == ("die-d2", "c2", "c4", "c6")
    assert choice(match, "d2c2c4").path == ("die-d2", "c2", "c4")
    assert choice(match, "e2c2c4c6").path == ("die-e2", "c2", "c4", "c6")


def test_a_move_across_shows_the_face_that_it_will_count() -> None:
    match = Match("cublino-pur", position="PWd6Wb7We5Wa1Wb1Wc1Wd1ve6va2vb2vc2vd2vf2vg2")
    assert choice(match, "d6d7").gain == "+3"
    assert choice(match, "e5e7").gain == "+6"
    assert choice(match, "b7a7").gain == "−4"
    assert choice(match, "d6c6").gain == ""


def test_a_move_of_contra_says_how_its_battles_will_end() -> None:
    match = Match("cublino-contra", position=BATTLE)
    assert choice(match, "d4d5").gain == "takes 1"
    assert choice(match, "d4d5").words == (
        "Tip the die on d4 to d5, showing 6. Battle with d6, 6 against 6: both dice stay. "
        "Battle with e5, 7 against 6: Black loses the die on e5."
    )
    assert choice(match, "c1c2").gain == ""
    assert choice(Match("cublino-contra", position="CAd3xd5Wa1va7"), "d3d4").gain == "is lost"
    assert choice(Match("cublino-contra", position="CWd6Wa1va7"), "d6d7").gain == "wins"


def test_even_the_position_with_the_most_paths_makes_a_small_scene() -> None:
    match = Match("cublino-pur", position=MANY_PATHS)
    scene = scene_of(match.view(0))
    assert len(scene.choices) == len({choice.path for choice in scene.choices}) == 344
    assert len(msgspec.json.encode(scene)) <= LARGEST_SCENE


# Why not


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (["d4"], "Choose one of your dice first. You play White."),
        (["die-c5"], "That die is Black's. You play White."),
        (["die-d2", "d1"], "Dice never go backwards: White's go towards rank 7."),
        (["die-d2", "die-e2"], "There is already a die on e2."),
        (["die-d2", "c2", "c3"], "Only the first step of a move can be a tip. From c2 the die can only jump."),
        (["die-g1", "g3"], "A jump goes over exactly one die, but there is none on g2."),
        (["nonsense"], "There is nothing to do here now."),
        ([], "There is nothing to do here now."),
    ],
)
def test_a_click_that_leads_nowhere_says_why(path: list[str], reason: str) -> None:
    assert why(Match("cublino-pur", position=JUMPS).view(0), path) == reason


def test_a_die_that_is_shut_in_says_so() -> None:
    match = Match("cublino-contra", position="CWa1Wb1Wa2ve7")
    assert why(match.view(0), ["die-a1"]) == "The die on a1 can't move: there is no free square beside or ahead of it."


# How a move is shown


def test_a_path_is_shown_step_by_step_and_the_die_is_named_after_its_squares() -> None:
    match = Match("cublino-pur", position=JUMPS)
    beats = told(match, "d2c2c4c6")
    assert [beat.words for beat in beats] == [
        "White tips d2 to c2: 2 on top.",
        "White jumps over c3 to c4.",
        "White jumps over c5 to c6.",
    ]
    moves = [move for beat in beats for move in beat.moves]
    assert [(move.id, move.becomes) for move in moves] == [
        ("die-d2", "die-c2"),
        ("die-c2", "die-c4"),
        ("die-c4", "die-c6"),
    ]
    assert [beat.ids for beat in beats] == [("die-c2",), ("die-c4",), ("die-c6",)]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_die_tips_to_the_faces_and_goes_to_the_place_that_the_next_scene_shows(seat: int) -> None:
    match = Match("cublino-pur", position=JUMPS)
    moves = [move for beat in told(match, "d2c2c4c6", seat) for move in beat.moves]
    die = piece(scene_of(match.view(seat)), "die-c6")
    assert [move.faces for move in moves] == [die.faces, None, None]
    assert (moves[-1].area, moves[-1].x, moves[-1].y) == ("board", die.x, die.y)


def test_a_die_that_comes_across_is_shown_with_its_points() -> None:
    match = Match("cublino-pur", position="PWd6Wb7We5Wa1Wb1Wc1Wd1ve6va2vb2vc2vd2vf2vg2")
    last = told(match, "d6d7")[-1]
    assert (last.words, last.seat, last.points) == ("The die is across and counts 3.", 0, 3)
    match.play("d2e2")
    last = told(match, "b7a7")[-1]
    assert (last.words, last.seat, last.points) == ("The die now counts 2, not 6.", 0, -4)


def test_battles_show_both_sums_before_anything_is_removed() -> None:
    beats = told(Match("cublino-contra", position=BATTLE), "d4d5")
    assert [beat.words for beat in beats] == [
        "White tips d4 to d5: 6 on top.",
        "White attacks d6 with 6 against 5 + 1 = 6: both dice stay.",
        "White attacks e5 with 6 + 1 = 7 against 1 + 5 = 6: the die on e5 is beaten.",
        "Black loses the die on e5.",
    ]
    assert beats[2].ids == ("die-d5", "die-e4", "die-e5", "die-d6")
    assert (beats[3].seat, beats[3].points, beats[3].moves[0].id) == (1, -1, "die-e5")


def test_an_attacker_that_is_beaten_twice_leaves_once() -> None:
    match = Match("cublino-contra", position="CAd3xd5xc4Wa1va7")
    beats = told(match, "d3d4")
    assert [beat.words for beat in beats if beat.points] == ["White loses the die on d4."]
    assert match.scores == (1, 3)


def test_the_end_is_shown_last() -> None:
    beats = told(Match("cublino-contra", position="CWd6Wa1va7"), "d6d7")
    assert beats[-1].words == "White wins: a die has reached the far rank."
    assert beats[-1].ids == ("die-d7",)


def test_a_turn_that_is_passed_over_is_shown() -> None:
    # Black's only die stands between White's and the edge, and what is before it is taken.
    beats = told(Match("cublino-contra", position="CWa5Wb6We1wa6"), "e1e2")
    assert beats[-1].words == "Black can't move, so it is White's turn again."


# The guide


@pytest.mark.parametrize(("title", "sums"), [("Scoring", (13, 10)), ("The end", (27, 15))])
def test_the_sums_that_the_guide_tells_are_those_of_its_pictures(title: str, sums: tuple[int, int]) -> None:
    guide = guide_of(PUR)
    parts = [part for section in guide.sections if section.title == title for part in section.parts] if guide else []
    [picture] = [part for part in parts if isinstance(part, Picture)]
    assert tuple(points_across(picture.scene, seat) for seat in (0, 1)) == sums
    assert all(str(points) in picture.caption for points in sums)


def points_across(scene: Scene, seat: int) -> int:
    """The sum of the top faces of the seat's dice that lie on the signs of their far rank."""
    [board] = scene.areas
    goals = {(spot.x, spot.y) for spot in board.spots if spot.symbol == f"goal-{seat}"}
    dice = [die for die in board.pieces if die.symbol == f"die-{seat}" and (die.x, die.y) in goals]
    return sum(die.faces.top for die in dice if die.faces)
