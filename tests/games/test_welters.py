"""Welters, paragraph by paragraph of section 6 of the rules."""

from collections import Counter

import numpy as np
import pytest

from tilora.families.welters import WELTERS, rules, words
from tilora.families.welters.positions import GRADE_NAMES
from tilora.kernel import (
    SPECTATOR,
    IllegalAction,
    Match,
    State,
    UnreadableAction,
    UnreadablePosition,
    chance_of,
)
from tilora.kernel.engine import engine_of

# A map to start from: all values are 5. Tests put other tiles where they want them.
#
#       a b c d e
#     1 W W W W W
#     2 W W W W W
#     3 W W W W W
#     4 S S S S S
#     5 S S S S S
#     6 S G G G G
#     7 G G G T T
PLAIN_MAP = "W" * 15 + "S" * 11 + "G" * 7 + "T" * 2
ALL_CARDS = [
    f"{colour}{value}"
    for colour in "ryb"
    for value, count in enumerate(rules.CARDS_OF_KIND[: rules.VALUES])
    for _ in range(count)
]
EIGHT = "r0 r0 r1 r1 y0 y0 y1 y1"
OTHER_EIGHT = "b0 b0 b1 b1 b2 b2 b3 b3"


def position(
    one: str = "-",
    two: str = "b9",
    turn: int = 1,
    chosen: str = "-",
    deck: int = 0,
    spent: str | None = None,
    every: str = "",
    also: dict[str, str] | None = None,
    **tiles: str,
) -> str:
    """The text of a position: hands and tiles as given, `deck` cards in the deck, all others spent.

    Tiles are named like c4="M5.5.5@1", or by their names in `also`; `every` is the owner of all others.
    """
    rest = Counter(ALL_CARDS) - Counter(f"{one} {two}".replace("-", "").split())
    heap = list(rest.elements())[deck:]
    texts = [f"{letter}5.5.5{every}" for letter in PLAIN_MAP]
    for name, text in (tiles | (also or {})).items():
        texts[tile_of(name)] = text
    rows = [" ".join(texts[row * 5 : row * 5 + 5]) for row in range(7)]
    return (
        f"turn {turn} | map {' / '.join(rows)} | hand 1 {one} | hand 2 {two} | chosen {chosen} | "
        f"spent {spent if spent is not None else ' '.join(heap) or '-'}"
    )


def tile_of(name: str) -> int:
    return (int(name[1]) - 1) * 5 + "abcde".index(name[0])


def owner(match: Match, name: str) -> int:
    """The seat that owns the tile, counted from 1; 0 for nobody."""
    return int(match.state.owner[tile_of(name)])


def legal(match: Match) -> list[str]:
    return [str(action) for action in match.legal()]


def after_rolling(text: str, action: str, *rolls: int) -> Match:
    """The match after the action, from a seed with which exactly these numbers are rolled."""
    for seed in range(3000):
        match = Match(WELTERS, position=text, seed=seed)
        match.play(action)
        if [int(roll) for roll in match.state.last_rolls if roll] == list(rolls):
            return match
    raise AssertionError(f"no seed rolls {rolls}")


def why(text: str, action: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        Match(WELTERS, position=text).play(action)
    return str(refused.value)


# Map


def test_the_map_is_drawn_from_45_tiles_with_values_from_0_to_10() -> None:
    grades: Counter[int] = Counter()
    values: Counter[int] = Counter()
    for seed in range(60):
        state = Match(WELTERS, seed=seed).state
        of_map = Counter(state.grade.tolist())
        assert sum(of_map.values()) == 35
        assert all(of_map[grade] <= count for grade, count in enumerate((16, 12, 8, 6, 3)))
        grades += of_map
        values += Counter(state.value.ravel().tolist())
        assert not state.owner.any()
    assert [round(grades[grade] / 60 * 45 / 35) for grade in range(5)] == [16, 12, 8, 6, 3]
    assert sorted(values) == list(range(11))
    assert max(values.values()) < 1.2 * min(values.values())


def test_the_map_is_open_to_everybody() -> None:
    match = Match(WELTERS, seed=1)
    for seat in (0, 1, None):
        view = match.view(seat)
        assert (view.state.grade == match.state.grade).all()
        assert (view.state.value == match.state.value).all()


@pytest.mark.parametrize(("tile", "score"), [("S5.10.10", 2), ("G5.5.9", 4), ("T5.5.6", 8), ("M5.9.5", 12)])
def test_each_grade_has_its_tolerance_and_its_score(tile: str, score: int) -> None:
    """With red 5, yellow 5 and blue 5, the highest roll that captures is tolerance less error: 11, 11, 11, 5."""
    text = position("r5 y5 b5", chosen="r5 y5 b5", c4=tile)
    highest = 5 if tile.startswith("M") else 11
    hit = after_rolling(text, "cast c4", highest)
    assert hit.scores == (score, 0)
    assert owner(hit, "c4") == 1
    missed = after_rolling(text, "cast c4", highest + 1)
    assert missed.scores == (0, 0)
    assert owner(missed, "c4") == 0


def test_water_tolerates_even_the_worst_cast() -> None:
    text = position("r0", chosen="r0", c4="W10.0.0@2")
    worst = after_rolling(text, "cast c4", 12, 12)
    assert worst.state.last_error == 30
    assert worst.scores == (1, 0)


# Cards


def test_there_are_105_cards() -> None:
    assert len(ALL_CARDS) == 105
    state = Match(WELTERS, seed=1).state
    total = state.deck + state.hand[0] + state.hand[1]
    for colour in range(3):
        assert total[colour * 11 : colour * 11 + 11].tolist() == [4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4]


def test_player_1_starts_with_five_cards_and_player_2_with_eight() -> None:
    match = Match(WELTERS, seed=2)
    assert match.turn == 0
    assert match.state.hand_size.tolist() == [5, 8]
    assert match.state.deck_size == 92


def test_player_1_draws_up_to_eight_after_the_first_turn() -> None:
    match = Match(WELTERS, seed=2)
    match.play(match.legal()[0])
    match.play("cast c4")
    assert match.turn == 1
    assert match.state.hand_size.tolist() == [8, 8]
    assert match.state.deck_size == 88
    match.play(match.legal()[0])
    match.play("cast c5")
    assert match.state.hand_size.tolist() == [8, 8]
    assert match.state.deck_size == 87


def test_hands_and_deck_are_hidden_but_not_how_many_cards_they_have() -> None:
    match = Match(WELTERS, seed=3)
    for seat, shown in ((0, [0]), (1, [1]), (None, [])):
        view = match.view(seat).state
        assert not view.deck.any()
        assert view.deck_size == 92
        assert view.hand_size.tolist() == [5, 8]
        for other in range(2):
            assert bool(view.hand[other].any()) == (other in shown)


def test_what_is_imagined_for_the_hidden_hand_is_neither_spent_nor_ones_own() -> None:
    text = position("r5 r5 y1", two="b9 b8", chosen="r5", turn=1)
    match = Match(WELTERS, position=text, seed=1)
    assert (match.view(0).imagine(1).hand == match.state.hand).all(), "with no deck, only one hand is possible"
    seen = set()
    start = Match(WELTERS, seed=1)
    for seed in range(20):
        imagined = start.view(0).imagine(seed)
        assert (imagined.hand[0] == start.state.hand[0]).all()
        assert (imagined.hand.sum(axis=0) + imagined.deck == rules.CARDS_OF_KIND).all()
        seen.add(imagined.hand[1].tobytes())
    assert len(seen) == 20
    imagined = start.view(None).imagine(1)
    assert imagined.hand.sum(axis=1).tolist() == [5, 8], "a spectator imagines both hands"


# A turn


def test_a_card_of_each_colour_can_be_chosen_in_any_order() -> None:
    text = position("r1 r2 y3 b4")
    one, other = Match(WELTERS, position=text), Match(WELTERS, position=text)
    one.play("red 1; yellow 3; blue 4")
    other.play("blue 4; red 1; yellow 3")
    assert one.state.tobytes() == other.state.tobytes()
    assert one.turn == 0
    assert all(action.startswith("cast") for action in legal(one))


def test_choosing_offers_the_cards_of_the_colours_left_and_all_tiles_that_are_not_ones_own() -> None:
    match = Match(WELTERS, position=position("r1 r2 r2 y3", a1="W0.0.0@1", b1="W0.0.0@2"))
    assert legal(match) == ["red 1", "red 2", "yellow 3"]
    match.play("red 2")
    assert legal(match)[0] == "yellow 3"
    targets = [action.removeprefix("cast ") for action in legal(match)[1:]]
    assert len(targets) == 34
    assert "a1" not in targets
    assert "b1" in targets


def test_a_cast_needs_a_card() -> None:
    assert why(position("r1"), "cast c4") == "Choose at least one card before you cast."


def test_at_most_one_card_of_each_colour() -> None:
    told = "You have chosen red 1 already; a cast has at most one card of each colour."
    assert why(position("r1 r2"), "red 1; red 2") == told
    assert why(position("r1 r1"), "red 1; red 1") == told


def test_a_card_must_be_in_the_hand() -> None:
    assert why(position("r1"), "red 2") == "You have no red 2 in your hand."
    assert why(position("r1", "b9"), "blue 9") == "You have no blue 9 in your hand."


def test_the_target_is_not_ones_own() -> None:
    assert why(position("r1", c4="S1.1.1@1"), "red 1; cast c4") == ("Tile c4 is your own; cast at one that is not.")


def test_choosing_can_be_undone_until_the_cast_and_is_seen_by_nobody_else() -> None:
    match = Match(WELTERS, position=position("r1 y3", "b8 b9"), seed=1)
    before = match.state.tobytes()
    unchosen = match.view(1).state.tobytes()
    match.play("red 1")
    match.play("yellow 3")
    assert match.view(1).state.tobytes() == unchosen
    assert match.view(0).state.chosen.tolist() == [2, 4, 0]
    match.undo(2)
    assert match.state.tobytes() == before


def test_even_a_view_made_during_the_choice_does_not_show_it() -> None:
    engine = engine_of(WELTERS.rules)
    match = Match(WELTERS, position=position("r1 y3", "b8 b9"))
    unchosen = match.state
    match.play("red 1")
    for seat in (1, SPECTATOR):
        assert engine.redact(match.state, seat).tobytes() == engine.redact(unchosen, seat).tobytes()


# The error


@pytest.mark.parametrize(
    ("chosen", "error"),
    [
        ("r5", 20),
        ("y5", 20),
        ("b5", 20),
        ("r5 y5", 10),
        ("r0", 25),
        ("r10", 25),
        ("r10 y0 b5", 10),
        ("r5 y5 b5", 0),
        ("r5 y5 b6", 1),
        ("r0 y10", 20),
    ],
)
def test_the_error_is_the_difference_in_each_colour_or_10_without_a_card(chosen: str, error: int) -> None:
    match = Match(WELTERS, position=position(chosen, chosen=chosen), seed=1)
    match.play("cast c4")
    assert match.state.last_error == error


def test_three_exact_cards_capture_without_a_roll() -> None:
    match = Match(WELTERS, position=position("r0 y10 b7", chosen="r0 y10 b7", c4="M0.10.7"), seed=1)
    match.play("cast c4")
    assert owner(match, "c4") == 1
    assert not match.state.last_rolls.any()
    assert match.scores == (12, 0)
    assert match.history[-1].words == (
        "Cast red 0, yellow 10 and blue 7 at c4 (metal): three exact cards, captured without a roll."
    )


@pytest.mark.parametrize("seed", range(5))
def test_three_exact_cards_capture_a_tile_of_the_opponent_without_a_roll(seed: int) -> None:
    text = position("r0 y10 b7", chosen="r0 y10 b7", c4="M0.10.7@2", c3="W1.1.1@1")
    match = Match(WELTERS, position=text, seed=seed)
    assert match.scores == (1, 12)
    match.play("cast c4")
    assert owner(match, "c4") == 1
    assert not match.state.last_rolls.any()
    assert match.scores == (13, 0), "the opponent has lost what the tile scored"


def test_two_exact_cards_are_not_enough() -> None:
    match = Match(WELTERS, position=position("r0 y10", chosen="r0 y10", c4="M0.10.0"), seed=1)
    match.play("cast c4")
    assert match.state.last_error == 10
    assert match.state.last_rolls[0] > 0
    assert owner(match, "c4") == 0


# The roll


def test_a_result_at_the_tolerance_captures_and_one_above_does_not() -> None:
    text = position("r5 y5 b5", chosen="r5 y5 b5", c4="T5.5.0")
    at = after_rolling(text, "cast c4", 7)
    assert owner(at, "c4") == 1
    assert at.history[-1].words == (
        "Cast red 5, yellow 5 and blue 5 at c4 (stone): error 5, roll 7, total 12 against 12: captured."
    )
    above = after_rolling(text, "cast c4", 8)
    assert owner(above, "c4") == 0
    assert above.history[-1].words == (
        "Cast red 5, yellow 5 and blue 5 at c4 (stone): error 5, roll 8, total 13 against 12: missed."
    )


def test_rolls_are_even_from_1_to_12() -> None:
    text = position("r5", chosen="r5", c4="S5.5.5@2")
    engine = engine_of(WELTERS.rules)
    before = Match(WELTERS, position=text).state
    rolls: Counter[int] = Counter()
    for seed in range(1200):
        after = engine.play(before, rules.CAST + tile_of("c4"), chance_of(seed, 1))
        rolls += Counter(after.last_rolls.tolist())
    assert sorted(rolls) == list(range(1, 13))
    assert all(130 < count < 270 for count in rolls.values())


def test_a_tile_of_the_opponent_takes_a_second_roll() -> None:
    text = position("r5 y5 b5", chosen="r5 y5 b5", c4="G5.5.1@2")
    hit = after_rolling(text, "cast c4", 1, 10)
    assert owner(hit, "c4") == 1
    assert hit.scores == (4, 0)
    missed = after_rolling(text, "cast c4", 2, 10)
    assert owner(missed, "c4") == 2
    assert missed.scores == (0, 4)
    assert missed.history[-1].words == (
        "Cast red 5, yellow 5 and blue 5 at c4 (grass): error 4, rolls 2 and 10, total 16 against 15: missed."
    )


def test_each_own_neighbour_takes_2_off() -> None:
    neighbours = {"c3": "W5.5.5@1", "c5": "S5.5.5@1", "b4": "S5.5.5@1", "d4": "S5.5.5@1"}
    for count in range(5):
        own = dict(list(neighbours.items())[:count])
        text = position("r5 y5 b5", chosen="r5 y5 b5", c4="M5.5.0", also=own)
        highest = 4 + 2 * count
        assert owner(after_rolling(text, "cast c4", min(12, highest)), "c4") == 1
        if highest < 12:
            assert owner(after_rolling(text, "cast c4", highest + 1), "c4") == 0
    told = after_rolling(text, "cast c4", 12).history[-1].words
    assert told.endswith("error 5, roll 12, neighbours -8, total 9 against 9: captured.")


def test_only_own_tiles_edge_to_edge_help() -> None:
    corners = dict.fromkeys(("b3", "d3"), "W5.5.5@1") | dict.fromkeys(("b5", "d5", "c6", "e4"), "S5.5.5@1")
    theirs = {"c3": "W5.5.5@2", "b4": "S5.5.5@2"}
    text = position("r5 y5 b5", chosen="r5 y5 b5", c4="M5.5.0", also=corners | theirs)
    missed = after_rolling(text, "cast c4", 5)
    assert missed.state.last_help == 0
    assert owner(missed, "c4") == 0


def test_the_map_does_not_wrap_around() -> None:
    """The tile after e3 in the text is a4, the one above a1 does not exist: they are not neighbours."""
    text = position("r5 y5 b5", chosen="r5 y5 b5", e3="M5.5.0", a4="S5.5.5@1", e7="G5.5.5@1", a3="W5.5.5@1")
    assert after_rolling(text, "cast e3", 5).state.last_help == 0
    for corner in ("a1", "e1", "a7", "e7"):
        text = position("r5 y5 b5", chosen="r5 y5 b5", every="@1", also={corner: "M5.5.0"})
        assert after_rolling(text, f"cast {corner}", 8).state.last_help == 4
    text = position("r5 y5 b5", chosen="r5 y5 b5", every="@1", e4="M5.5.0")
    assert after_rolling(text, "cast e4", 8).state.last_help == 6


def test_neighbours_of_seat_2_help_seat_2() -> None:
    text = position("r9", "b5 y5", turn=2, chosen="b5", c4="S5.5.5", c3="W5.5.5@2", b4="S5.5.5@1")
    assert after_rolling(text, "cast c4", 3).state.last_captured
    assert not after_rolling(text, "cast c4", 4).state.last_captured


# Odds


@pytest.mark.parametrize(
    ("tile", "cases"),
    [
        ("M5.5.5", 144),
        ("M5.5.5@2", 144),
        ("M5.5.4", 8 * 12),
        ("M5.5.0", 4 * 12),
        ("M5.10.10", 0),
        ("S5.5.4", 144),
        ("T5.5.4@2", 55),
        ("G5.5.4@2", 144 - 55),
        ("M5.5.4@2", 28),
        ("M5.5.0@2", 6),
        ("M5.10.10@2", 0),
        ("W0.0.0@2", 144),
    ],
)
def test_odds_count_the_rolls_that_capture(tile: str, cases: int) -> None:
    """Stone of the opponent with error 1 takes pairs up to 11: 1 + 2 + … + 10 of them."""
    state = Match(WELTERS, position=position("r5 y5 b5", chosen="r5 y5 b5", c4=tile)).state
    assert rules.odds(state, tile_of("c4")) == cases


def test_odds_know_the_neighbours() -> None:
    state = Match(WELTERS, position=position("r5 y5 b5", chosen="r5 y5 b5", c4="M5.5.0", c3="W5.5.5@1")).state
    assert rules.odds(state, tile_of("c4")) == 6 * 12


# The end of a turn


def test_captured_or_not_the_cards_are_spent_for_all_to_see() -> None:
    for tile in ("W5.5.5", "M5.10.10"):
        match = Match(WELTERS, position=position("r5 r5 y5 y6", c4=tile), seed=1)
        before = match.state
        match.play("red 5; yellow 6; cast c4")
        assert owner(match, "c4") == (tile[0] == "W")
        for seat in (0, 1, None):
            spent = match.view(seat).state.spent - before.spent
            assert spent.nonzero()[0].tolist() == [5, 17]
        assert match.state.hand[0].nonzero()[0].tolist() == [5, 16]
        assert not match.state.chosen.any()


def test_the_roll_is_shown_to_both_players_and_to_spectators() -> None:
    match = Match(WELTERS, position=position("r5 y5 b5 r6", c4="M5.5.0"), seed=4)
    match.play("red 5; yellow 5; blue 5; cast c4")
    roll = int(match.state.last_rolls[0])
    for seat in (0, 1, None):
        view = match.view(seat)
        assert view.state.last_rolls[0] == roll
        assert f"error 5, roll {roll}, total {5 + roll} against 9" in view.history[-1].words
        assert view.history[-1].words.startswith("Cast red 5, yellow 5 and blue 5 at c4 (metal)")
        assert view.history[0].words == "Chose red 5."
        assert f"roll {roll}" in str(view)


def test_the_hand_is_filled_up_to_eight_while_the_deck_lasts() -> None:
    match = Match(WELTERS, position=position(EIGHT, OTHER_EIGHT, deck=2), seed=1)
    assert match.state.deck_size == 2
    match.play("red 0; yellow 0; cast c4")
    assert match.state.hand_size.tolist() == [8, 8]
    assert match.state.deck_size == 0


def test_a_deck_that_runs_out_half_way_gives_what_it_has() -> None:
    match = Match(WELTERS, position=position(EIGHT, "b0 b0 r2 b1 b2 b2 y3 b3", turn=2, deck=1), seed=1)
    match.play("red 2; yellow 3; blue 0; cast c4")
    assert match.state.hand_size.tolist() == [8, 6]
    assert match.state.deck_size == 0
    match.play("red 0; cast c5")
    assert match.state.hand_size.tolist() == [7, 6]


def test_a_player_with_an_empty_hand_is_passed_over() -> None:
    match = Match(WELTERS, position=position("r1 r2 r3", "b9"), seed=1)
    match.play("red 1; cast c4")
    assert match.turn == 1
    match.play("blue 9; cast c4")
    assert match.turn == 0
    assert match.state.turns == 2
    match.play("red 2; cast c4")
    assert match.turn == 0
    assert match.history[-1].words.endswith("Seat 2 has no cards and is passed over.")
    assert not match.over
    match.play("red 3; cast c4")
    assert match.over


def test_the_last_cards_chosen_can_still_be_cast() -> None:
    match = Match(WELTERS, position=position("r1", "b9"), seed=1)
    match.play("red 1")
    assert len(legal(match)) == 35
    assert all(action.startswith("cast") for action in legal(match))


# Owning every tile


def test_one_who_owns_every_tile_discards_one_card_of_choice() -> None:
    match = Match(WELTERS, position=position("r1 r1 y2", "b9 b8", every="@1"), seed=1)
    assert legal(match) == ["discard red 1", "discard yellow 2"]
    assert match.legal()[0].words == "Discard red 1."
    match.play("discard red 1")
    assert match.turn == 1
    assert match.state.hand_size.tolist() == [2, 2]
    assert match.state.spent.sum() == 101
    assert match.history[-1].words == "Discarded red 1."
    assert "Seat 1: Discarded red 1." in str(match)
    assert legal(match) == ["blue 8", "blue 9"], "the other one casts as ever"


def test_a_discarded_card_is_replaced_while_the_deck_lasts() -> None:
    match = Match(WELTERS, position=position(EIGHT, OTHER_EIGHT, deck=5, every="@1"), seed=1)
    match.play("discard red 0")
    assert match.state.hand_size.tolist() == [8, 8]
    assert match.state.deck_size == 4


def test_a_discard_forgets_the_cast_before_it() -> None:
    text = position("r5 y5 b5 r1", "-", chosen="r5 y5 b5", every="@1", c4="M5.5.4")
    match = Match(WELTERS, position=text, seed=1)
    match.play("cast c4")
    assert match.state.last_help == 8
    match.play("discard red 1")
    state = match.state
    assert state.last_cards.tolist() == [2, 0, 0]
    assert (state.last_seat, state.last_target, state.last_error, state.last_help) == (1, 0, 0, 0)
    assert not state.last_rolls.any()
    assert not state.last_captured


def test_capturing_the_last_tile_leads_to_discarding_and_losing_one_back_to_casting() -> None:
    text = position("r5 y5 b5 r1 r2", "r5 y5 b5", chosen="r5 y5 b5", every="@1", c4="M5.5.5")
    match = Match(WELTERS, position=text, seed=1)
    match.play("cast c4")
    match.play("red 5; cast a1")
    assert owner(match, "a1") == 2, "on water even one card and two rolls are never above 54"
    assert legal(match) == ["red 1", "red 2"]


def test_one_who_owns_every_tile_is_told_to_discard() -> None:
    text = position("r1", every="@1")
    told = "You own every tile: discard one card instead of casting."
    assert why(text, "red 1") == told
    assert why(text, "cast c4") == told
    assert why(text, "discard red 2") == "You have no red 2 in your hand."


def test_nobody_else_discards() -> None:
    assert why(position("r1"), "discard red 1") == (
        "Only one who owns every tile discards; choose cards and cast them at a tile."
    )


# End


def test_the_match_ends_when_both_hands_are_empty() -> None:
    match = Match(WELTERS, position=position("r5", "-", a1="W1.1.1@1", a2="W1.1.1@2", c7="G1.1.1@2"), seed=1)
    match.play("red 5; cast b1")
    assert match.over
    assert legal(match) == []
    assert match.scores == (2, 5)
    assert match.outcome is not None
    assert match.outcome.ranks == (2, 1)
    assert match.outcome.winners == (1,)
    assert match.outcome.reason == "both hands are empty"
    assert match.history[-1].words.endswith("Both hands are empty: the match ends 2 to 5.")
    assert "It is over." in str(match)


def test_equal_scores_are_a_draw() -> None:
    match = Match(WELTERS, position=position("-", "r5", turn=2, a1="W1.1.1@1"), seed=1)
    match.play("red 5; cast b1")
    assert match.scores == (1, 1)
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 1)


def test_whole_matches_end_with_all_cards_spent() -> None:
    match = Match(WELTERS, seed=9)
    while not match.over:
        match.play(match.legal()[-1])
    assert match.state.spent.sum() == 105
    assert match.state.hand_size.sum() == 0


# Words


def test_a_cast_says_how_likely_it_is() -> None:
    text = position("r5 y5 b5", chosen="r5 b5", c4="T5.5.5", b2="T5.0.4", c5="W0.0.0", d4="M5.5.5", c7="G5.5.3")
    said = {str(action): action.words for action in Match(WELTERS, position=text).legal()}
    assert said["yellow 5"] == "Choose yellow 5."
    assert said["cast c4"] == "Cast red 5 and blue 5 at c4 (stone): captures with 17%."
    assert said["cast b2"] == "Cast red 5 and blue 5 at b2 (stone): captures with 8%."
    assert said["cast c5"] == "Cast red 5 and blue 5 at c5 (water): captures for certain."
    assert said["cast d4"] == "Cast red 5 and blue 5 at d4 (metal): can't capture."


def test_what_is_nearly_certain_is_not_called_certain() -> None:
    assert words.odds_words(143) == "captures with 99%"
    assert words.odds_words(1) == "captures with 1%"


def test_a_cast_of_cards_one_does_not_see_is_described_without_odds() -> None:
    match = Match(WELTERS, position=position("r5"))
    assert words.action_words(match.view(1).state, rules.CAST) == "Cast at a1 (water)."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "pass",
            "'pass' is not an action. Choose a card: 'red 5'; cast the chosen ones at a tile: 'cast c4'; "
            "or, owning every tile, discard one: 'discard red 5'.",
        ),
        (
            "green 5",
            "'green' is neither 'cast' nor 'discard' nor a colour. Colours: red, yellow, blue.",
        ),
        (
            "discard green 5",
            "'green' is neither 'cast' nor 'discard' nor a colour. Colours: red, yellow, blue.",
        ),
        ("red five", "'five' is not the value of a card. Values are 0 to 10."),
        ("red -1", "'-1' is not the value of a card. Values are 0 to 10."),
        ("cast 4c", "'4c' is not a tile. Tiles are named like c4."),
    ],
)
def test_unreadable_actions(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableAction) as refused:
        Match(WELTERS, seed=1).play(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("red 11", "There is no red 11; values are 0 to 10."),
        ("discard blue 99", "There is no blue 99; values are 0 to 10."),
        ("cast f1", "There is no tile f1; columns are a to e, rows 1 to 7."),
        ("cast a8", "There is no tile a8; columns are a to e, rows 1 to 7."),
        ("cast a0", "There is no tile a0; columns are a to e, rows 1 to 7."),
    ],
)
def test_readable_actions_that_do_not_exist(text: str, sentence: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        Match(WELTERS, seed=1).play(text)
    assert str(refused.value) == sentence


def test_every_number_has_a_reason_why_not() -> None:
    match = Match(WELTERS, position=position("r5", "-"), seed=1)
    for code in (-1, rules.ACTIONS, 9999):
        assert words.why_not(match.state, code) == "There is no such action."
    match.play("red 5; cast c4")
    assert words.why_not(match.state, 0) == "The match is over."


def test_every_action_has_a_text_that_reads_back() -> None:
    state = Match(WELTERS, seed=1).state
    texts = [words.action_text(state, code) for code in range(rules.ACTIONS)]
    assert texts[5] == "red 5"
    assert texts[rules.CAST + 17] == "cast c4"
    assert texts[rules.DISCARD + 32] == "discard blue 10"
    assert [words.parse_action(state, text) for text in texts] == list(range(rules.ACTIONS))


# Positions


def without_past(state: State) -> bytes:
    state = state.copy()
    state.turns = 0
    for field in rules.PAST:
        state[field] = np.zeros_like(state[field])
    return state.tobytes()


def test_every_position_of_a_match_reads_back() -> None:
    match = Match(WELTERS, seed=12)
    number = 0
    while True:
        again = Match(WELTERS, position=match.position)
        assert again.position == match.position
        assert without_past(again.state) == without_past(match.state)
        if match.over:
            break
        number += 7
        actions = match.legal()
        match.play(actions[number % len(actions)])


def test_a_position_reads_like_one() -> None:
    text = position("r5 y10", "b0", chosen="y10", a1="M0.10.3@2")
    match = Match(WELTERS, position=text.upper())
    assert match.position.startswith("turn 1 | map M0.10.3@2 W5.5.5 W5.5.5")
    assert "| hand 1 r5 y10 | hand 2 b0 | chosen y10 | spent r0 r0" in match.position


def test_a_view_of_a_position_has_question_marks_and_can_not_be_played() -> None:
    match = Match(WELTERS, position=position("r5 y10", "b0 b1 b2", chosen="y10"))
    assert "| hand 1 r5 y10 | hand 2 ? ? ? | chosen y10 |" in match.view(0).position
    assert "| hand 1 ? ? | hand 2 b0 b1 b2 | chosen ? |" in match.view(1).position
    assert "| hand 1 ? ? | hand 2 ? ? ? | chosen ? |" in match.view(None).position
    assert unreadable(match.view(1).position) == (
        "The position hides cards behind ?; only a whole position can be played."
    )


def unreadable(text: str) -> str:
    with pytest.raises(UnreadablePosition) as refused:
        Match(WELTERS, position=text)
    return str(refused.value)


FINE = position("r5", "b9")
START = position("r0 r1 r2 r3 r4", OTHER_EIGHT, spent="-")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A position has the parts turn, map, hand 1, hand 2, chosen, spent, with | in between."),
        (FINE.replace("hand 2", "hand 3"), "'hand 3 b9' stands where 'hand 2 …' should."),
        (FINE.replace("hand 1 r5", "hand 1"), "'hand 1' stands where 'hand 1 …' should."),
        (FINE.replace("turn 1", "turn 3"), "The turn is '3'; it is 1 or 2."),
        (FINE.replace(" / ", " ", 1), "The map has 7 rows with / in between, each of 5 tiles."),
        (FINE.replace("S5.5.5 ", "", 1), "The map has 7 rows with / in between, each of 5 tiles."),
        (
            position("r5", b2="X5.5.5"),
            "Tile b2 is 'x5.5.5'; a tile is a grade (W, S, G, T, M), three values from 0 to 10 and its owner "
            "if it has one, like S1.10.3 or S1.10.3@2.",
        ),
        (
            position("r5", a3="W5.11.5@1"),
            "Tile a3 is 'w5.11.5@1'; a tile is a grade (W, S, G, T, M), three values from 0 to 10 and its owner "
            "if it has one, like S1.10.3 or S1.10.3@2.",
        ),
        (
            position("r5", a3="W5.1.5@3"),
            "Tile a3 is 'w5.1.5@3'; a tile is a grade (W, S, G, T, M), three values from 0 to 10 and its owner "
            "if it has one, like S1.10.3 or S1.10.3@2.",
        ),
        (position("r5", d7="W5.5.5", e7="W5.5.5"), "The map has 17 tiles of water; there are only 16."),
        (
            position("r5", a1="M1.1.1", a2="M1.1.1", a3="M1.1.1", a4="M1.1.1"),
            "The map has 4 tiles of metal; there are only 3.",
        ),
        (position("r5 x3"), "'x3' is not a card; cards are r0 to r10, y0 to y10 and b0 to b10."),
        (position("r5 y11"), "'y11' is not a card; cards are r0 to r10, y0 to y10 and b0 to b10."),
        (
            position("r5 y1", chosen="green"),
            "'green' is not a card; cards are r0 to r10, y0 to y10 and b0 to b10.",
        ),
        (
            position(EIGHT + " r5"),
            "A hand has at most 8 cards, like r5 y10 b0, or - for none.",
        ),
        (
            position("r5", spent="r0 " * 105 + "r0"),
            "The heap of spent cards has at most 105 cards, like r5 y10 b0, or - for none.",
        ),
        (position("r5 r5 r5 r5"), "There are 4 cards r5; there are only 3 in all."),
        (position("r5", spent="r0 " * 104 + "r0"), "There are 105 cards r0; there are only 4 in all."),
        (position("r5 r6", chosen="r5 r6"), "At most one red card can be chosen."),
        (position("r5", "b9", chosen="b9"), "Card b9 is chosen, but not in hand 1, whose turn it is."),
        (
            START.replace("hand 1 r0", "hand 1 r0 r0"),
            "Before any card is spent it is turn 1, hand 1 has five cards and hand 2 has eight.",
        ),
        (
            START.replace("turn 1", "turn 2"),
            "Before any card is spent it is turn 1, hand 1 has five cards and hand 2 has eight.",
        ),
        (
            position(EIGHT, "b0 b1", deck=3),
            "Hands are filled up to eight while the deck lasts. It holds 3 cards, but the hands have 8 and 2.",
        ),
        (
            position(EIGHT, OTHER_EIGHT, spent="r9 r9", a1="W1.1.1@1", a2="W1.1.1@2", a3="W1.1.1@2"),
            "3 tiles have owners but only 2 cards are spent; each capture takes a card.",
        ),
        (position("-", "b9"), "Seat 1 has no cards, so it can't be its turn."),
        (position("r5", "-", turn=2), "Seat 2 has no cards, so it can't be its turn."),
        (
            position("r5", chosen="r5", every="@1"),
            "Seat 1 owns every tile, so it can't choose cards to cast.",
        ),
    ],
)
def test_positions_that_can_not_be(text: str, sentence: str) -> None:
    assert unreadable(text) == sentence


def test_the_positions_that_are_bent_above_are_fine_themselves() -> None:
    assert Match(WELTERS, position=FINE).position == FINE
    assert Match(WELTERS, position=START).position == START
    assert Match(WELTERS, position=START).state.deck_size == 92


def test_a_finished_position_is_over_and_ranked() -> None:
    match = Match(WELTERS, position=position("-", "-", turn=2, a1="W1.1.1@2"))
    assert match.over
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.view(0).position == match.position, "nothing is hidden any more"


# The board


def test_the_board_shows_everything_that_is_to_be_seen() -> None:
    match = Match(WELTERS, position=position("r5 y10", "b0 b1", chosen="y10", c4="T0.10.3@2"), seed=1)
    lines = match.view(0).__str__().splitlines()
    assert lines[0] == "Welters. Seat 1 to act."
    assert lines[1] == "W water, S sand, G grass, T stone, M metal; values red, yellow, blue; @ owner."
    assert lines[3] == "    a              b              c              d              e"
    assert lines[7] == "4   S  5  5  5     S  5  5  5     T  0 10  3 @2  S  5  5  5     S  5  5  5"
    assert lines[12:15] == ["seat 1:   0 points, hand r5 y10 <", "seat 2:   8 points, hand ? ?", "chosen: y10"]
    assert lines[16] == "deck: 0 cards, spent:"
    assert lines[17].startswith("red    0 0 0 0 1")
    assert "chosen" not in str(match.view(1))
    assert all(name in lines[1] for name in GRADE_NAMES)


def test_heaps_without_cards_are_dashes() -> None:
    assert "yellow -" in str(Match(WELTERS, seed=1))
