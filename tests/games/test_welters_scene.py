"""What Welters looks like, where to click, and how a turn is shown. What holds for all games is in conformance."""

import random
import re
from importlib import resources

import pytest

from tests.games.scenes import area, ids, last_beats, paths, piece, seen
from tests.games.welters_positions import EIGHT, OTHER_EIGHT, position, tile_of
from tilora.families.welters import WELTERS, rules
from tilora.kernel import Match, fill_seats
from tilora.scene import explain, why


def match(text: str) -> Match:
    return Match(WELTERS, position=text, seed=1)


# The map


def test_a_tile_shows_its_grade_its_three_values_in_a_triangle_its_score_and_its_owner() -> None:
    tile = piece(seen(match(position("r1", c4="M9.0.10@2"))), "tile-c4")
    assert (tile.symbol, tile.owner) == ("metal", 1)
    red, yellow, blue, score, letter = tile.texts
    assert [text.text for text in (red, yellow, blue, score, letter)] == ["9", "0", "10", "12", "M"]
    assert red.y < score.y < yellow.y == blue.y
    assert yellow.x < red.x == score.x < blue.x
    assert letter.role == "faint", "letters can be switched on"
    assert tile.label == "c4, metal: red 9, yellow 0, blue 10; owned by {seat:1}"
    assert tile.about == "Metal scores 12 and tolerates a result of up to 9."


def test_the_map_has_seven_rows_of_five_tiles_from_the_top() -> None:
    tiles = [piece for piece in area(seen(match(position("r1"))), "map").pieces if piece.kind == "tile"]
    assert len(tiles) == 35
    assert [tile.id for tile in sorted(tiles, key=lambda tile: (tile.y, tile.x))] == [tile.id for tile in tiles]
    assert (tiles[0].id, tiles[4].id, tiles[-1].id) == ("tile-a1", "tile-e1", "tile-e7")


def test_cards_and_tiles_show_a_colour_in_the_same_corner() -> None:
    scene = seen(match(position("r1 y2 b3")))
    assert [card.symbol for card in area(scene, "hand-0").pieces] == ["card-red", "card-yellow", "card-blue"]


# Hands, deck and what is spent


def test_players_see_their_own_cards_and_the_backs_of_the_others() -> None:
    scene = seen(match(position("r10 r10 b0", "y1 y2")), 0)
    assert ids(scene, "hand-0") == ["hand-0-r10-1", "hand-0-r10-2", "hand-0-b0-1"]
    assert ids(scene, "hand-1") == ["hand-1-back-1", "hand-1-back-2"]


def test_a_chosen_card_is_marked_for_its_owner_alone() -> None:
    m = match(position("r10 r10 b0", "y1 y2"))
    m.play("red 10")
    assert [card.look for card in area(seen(m), "hand-0").pieces] == ["", "marked", ""]
    assert piece(seen(m), "hand-0-r10-2").y < piece(seen(m), "hand-0-r10-1").y
    assert {card.look for card in area(seen(m, 1), "hand-0").pieces} == {"back"}


def test_the_deck_shows_how_many_cards_are_left() -> None:
    scene = seen(match(position(EIGHT, OTHER_EIGHT, deck=12)))
    assert piece(scene, "deck").label == "the deck, 12 cards"
    empty = piece(seen(match(position("r1"))), "deck")
    assert (empty.look, empty.label) == ("faded", "the deck, which is empty")


def test_cards_of_the_last_cast_lie_beside_the_map_and_all_spent_ones_are_listed() -> None:
    m = match(position(EIGHT, OTHER_EIGHT, spent="r2 y3 y3"))
    m.play("red 1; cast a1")
    scene = seen(m)
    assert [card for card in ids(scene, "map") if card.startswith("cast")] == ["cast-r"]
    assert piece(scene, "tile-a1").look == "marked"
    (heap,) = area(scene, "map").spots
    assert heap.about == "Spent so far: red 1 2; yellow 3 3; blue none."


def test_an_empty_hand_says_so() -> None:
    m = match(position("r1", "b9"))
    m.play("red 1; cast a1")
    assert area(seen(m, 0), "hand-0").texts[0].text == "No cards left"


# Where to click


def test_a_click_chooses_a_card_and_any_of_several_equal_cards_will_do() -> None:
    scene = seen(match(position("r10 r10 b0")))
    assert paths(scene, "red 10") == [("hand-0-r10-1",), ("hand-0-r10-2",)]
    assert all(choice.odds is None for choice in scene.choices), "no target before a card is chosen"


def test_every_target_shows_the_odds_of_the_chosen_cards() -> None:
    m = match(position("r5 y5 b5", a1="W5.5.5@1", a2="S5.5.5", c4="M5.9.9@2", d7="T5.5.5"))
    m.play("red 5; yellow 5")
    odds = {choice.path: choice.odds for choice in seen(m).choices if choice.odds is not None}
    assert ("tile-a1", "cast") not in odds, "the seat owns it"
    assert odds["tile-a2", "cast"] == 1
    assert odds["tile-c4", "cast"] == 0
    assert odds["tile-d7", "cast"] == pytest.approx(2 / 12, abs=1e-4)
    m.play("blue 5")
    (cast,) = (choice for choice in seen(m).choices if choice.action == "cast d7")
    assert (cast.odds, cast.gain) == (1, "+8"), "a certain capture also shows what it earns"


def test_a_second_click_takes_a_card_back_and_another_of_its_colour_replaces_it() -> None:
    m = match(position("r5 r5 r6 y1"))
    assert seen(m).takebacks == ()
    m.play("red 5")
    assert [(each.id, each.undoes, each.action) for each in seen(m).takebacks] == [
        ("hand-0-r5-1", "red 5", ""),
        ("hand-0-r5-2", "red 5", ""),
        ("hand-0-r6-1", "red 5", "red 6"),
    ]
    assert seen(m, 1).takebacks == ()


def added_up(m: Match, tile: str) -> dict[str, str]:
    found = explain(m.view(0), (f"tile-{tile}",))
    assert found
    return {fill_seats(term.label): term.value for term in found.terms} | {"": found.text}


def test_a_cast_is_added_up_before_it_is_made() -> None:
    m = match(position("r5 y5 b5", a1="W5.5.5@1", a2="G4.5.9@2", c4="M5.9.9", d7="T5.5.5"))
    assert added_up(m, "d7") == {
        "roll": "+ 1–12",
        "stone tolerates": "≤ 12",
        "": "Choose cards that come close to its values.",
    }
    m.play("red 5; yellow 5")
    assert added_up(m, "a2") == {
        "red 5 against 4": "1",
        "yellow 5 against 5": "0",
        "no blue card": "10",
        "roll": "+ 1–12",
        "Seat 2 owns it: second roll": "+ 1–12",
        "1 own neighbour": "− 2",
        "grass tolerates": "≤ 15",
        "": "You need two rolls that add up to at most 6: 10% chance to capture.",
    }
    assert added_up(m, "c4")[""] == "No roll can capture it."
    assert added_up(m, "d7")[""] == "You need a roll of at most 2: 17% chance to capture."
    m.play("blue 5")
    assert added_up(m, "d7")[""] == "Three exact cards capture it without a roll."
    assert explain(m.view(0), ("tile-a1",)) is None, "the seat owns it"


@pytest.mark.parametrize("seed", range(2))
def test_odds_are_those_of_the_rules(seed: int) -> None:
    m, pick = Match(WELTERS, seed=seed), random.Random(seed)
    for _ in range(40):
        for choice in seen(m).choices:
            if choice.odds is not None:
                tile = tile_of(choice.action.removeprefix("cast "))
                assert choice.odds == pytest.approx(rules.odds(m.state, tile) / 144, abs=1e-4)
        m.play(pick.choice(m.legal()))


def test_a_player_who_owns_every_tile_discards_by_a_click() -> None:
    m = match(position("r1 b2", "b9", every="@1"))
    assert paths(seen(m), "discard red 1") == [("hand-0-r1-1", "discard")]
    m.play("discard red 1")
    assert [beat.words for beat in last_beats(m, 1)] == ["Discarded red 1."]


@pytest.mark.parametrize(
    ("chosen", "path", "reason"),
    [
        ("-", "tile-c4", "Choose at least one card before you cast."),
        ("r5", "tile-a1", "You already own a1. Cast at a tile that is not yours."),
        ("r5", "hand-0-r5-1", "You have already chosen red 5."),
        ("r5", "hand-0-r6-1", "You have already chosen red 5. A cast takes at most one card of each colour."),
        ("-", "hand-1-back-1", "That card is not in your hand."),
        ("-", "deck", "You draw up to 8 cards from the deck when your turn ends."),
        ("-", "spent", "Spent cards are out of play. Choose cards from your hand, then a tile."),
        ("-", "tile-z9", "There is nothing to do here now."),
    ],
)
def test_a_click_that_leads_nowhere_is_explained(chosen: str, path: str, reason: str) -> None:
    m = match(position("r5 r6", a1="W5.5.5@1", chosen=chosen))
    assert why(m.view(0), (path,)) == reason


# How a turn is shown


def test_cards_fly_from_the_hand_to_the_side_of_the_map() -> None:
    m = match(position("r5 r5 y5 b5", "b9"))
    m.play("red 5; blue 5; cast a1")
    own, others = last_beats(m, 0)[0], last_beats(m, 1)[0]
    assert own.words == "Cast red 5 and blue 5 at a1 (water)."
    assert own.ids == ("cast-r", "cast-b", "tile-a1")
    assert [(move.id, move.becomes) for move in own.moves] == [("hand-0-r5-2", "cast-r"), ("hand-0-b5-1", "cast-b")]
    assert [(move.id, move.becomes) for move in others.moves] == [
        ("hand-0-back-4", "cast-r"),
        ("hand-0-back-3", "cast-b"),
    ]


def test_the_cards_of_the_cast_before_make_room() -> None:
    m = match(position("r5 r6", "r9"))
    m.play("red 5; cast a1")
    m.play("red 9; cast b1")
    assert [(move.id, move.becomes) for move in last_beats(m, 0)[0].moves] == [
        ("cast-r", "old-cast-r"),
        ("hand-1-back-1", "cast-r"),
    ]


def test_error_roll_and_outcome_are_shown_one_after_the_other() -> None:
    m = match(position("r5 y6 b5", "b9", c4="W5.5.5@2", c3="W5.5.5@1"))
    m.play("red 5; yellow 6; cast c4")
    rolls = tuple(int(roll) for roll in m.state.last_rolls)
    thrown, error, roll, captured, lost = last_beats(m, 1)
    assert error.words == "Error 0 + 1 + 10 = 11."
    total = 11 + sum(rolls) - 2
    assert roll.roll == rolls
    assert roll.words == (
        f"Rolled {rolls[0]} and {rolls[1]}, minus 2 for neighbouring tiles: "
        f"11 + {rolls[0]} + {rolls[1]} - 2 = {total}. Water tolerates 54."
    )
    assert (captured.words, captured.seat, captured.points) == ("Captured c4 for 1 point.", 0, 1)
    assert (lost.words, lost.seat, lost.points) == ("{seat:1} loses c4 and 1 point.", 1, -1)
    assert captured.source == lost.source == "water tiles"
    assert {beat.ids for beat in (error, roll, captured, lost)} == {("tile-c4",)}
    assert thrown.points == 0


def test_three_exact_cards_need_no_roll() -> None:
    m = match(position("r5 y5 b5", "b9"))
    m.play("red 5; yellow 5; blue 5; cast d7")
    told = last_beats(m, None)
    assert [beat.words for beat in told[1:]] == [
        "Error 0 + 0 + 0 = 0: three exact cards need no roll.",
        "Captured d7 for 8 points.",
    ]
    assert not any(beat.roll for beat in told)


def test_a_miss_is_shown_too() -> None:
    m = match(position("r5 y5", "b9", d7="M0.0.0"))
    m.play("red 5; cast d7")
    assert last_beats(m, 0)[-1].words == "Missed: d7 stays as it is."


def test_new_cards_are_shown_but_only_their_owner_sees_which() -> None:
    m = match(position(EIGHT, OTHER_EIGHT, deck=12))
    m.play("red 0; yellow 0; cast a1")
    own, others = last_beats(m, 0)[-1], last_beats(m, 1)[-1]
    assert own.words == others.words == "Drew 2 cards."
    assert others.ids == ("deck", "hand-0-back-7", "hand-0-back-8")
    shown = set(ids(seen(m, 0), "hand-0"))
    assert len(own.ids) == 3
    assert set(own.ids[1:]) <= shown


def test_a_player_without_cards_is_passed_over_and_the_end_is_shown() -> None:
    m = match(position("r5", "b8 b9"))
    m.play("red 5; cast a1")
    m.play("blue 8; cast b1")
    assert last_beats(m, 0)[-1].words == "{seat:0} has no cards left and is passed over."
    m.play("blue 9; cast c1")
    assert last_beats(m, 0)[-1].words == "The match is over: both hands are empty."


# The guide


def test_the_examples_of_the_guide_end_as_it_says() -> None:
    guide = (resources.files(WELTERS.folder) / "guide.md").read_text("utf-8")
    plays = dict(re.findall(r'^!\[(.*)\]\(scene: seed=5 .*play="(.*)"\)$', guide, re.MULTILINE))
    first, last = (Match(WELTERS, seed=5) for _ in range(2))
    captured = "The roll was 4, the result 6, and stone tolerates 12: captured. The cards lie beside the map."
    for action in plays[captured].split("; "):
        first.play(action)
    assert "error 2, roll 4, total 6 against 12: captured" in first.history[-1].words
    for action in plays["22 points for seat 1 with the round sign, 39 for seat 2 with the triangle."].split("; "):
        last.play(action)
    assert last.scores == (22, 39)
