"""Welters by hand: every paragraph of its rules."""

from collections import Counter

import pytest

from tests.games.welters_positions import (
    ALL_CARDS,
    EIGHT,
    OTHER_EIGHT,
    after_rolling,
    legal,
    owner,
    position,
    tile_of,
    why,
)
from tilora.families.welters import WELTERS, rules
from tilora.kernel import (
    SPECTATOR,
    Match,
    chance_of,
)
from tilora.kernel.compiled.engine import engine_of

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
    told = "You have already chosen red 1. A cast takes at most one card of each colour."
    assert why(position("r1 r2"), "red 1; red 2") == told
    assert why(position("r1 r1"), "red 1; red 1") == told


def test_a_card_must_be_in_the_hand() -> None:
    assert why(position("r1"), "red 2") == "You have no red 2 in your hand."
    assert why(position("r1", "b9"), "blue 9") == "You have no blue 9 in your hand."


def test_the_target_is_not_ones_own() -> None:
    assert why(position("r1", c4="S1.1.1@1"), "red 1; cast c4") == (
        "You already own c4. Cast at a tile that is not yours."
    )


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
    assert match.history[-1].words.endswith("Seat 2 has no cards left and is passed over.")
    assert not match.over
    match.play("red 3; cast c4")
    assert match.over


def test_the_last_cards_chosen_can_still_be_cast() -> None:
    match = Match(WELTERS, position=position("r1", "b9"), seed=1)
    match.play("red 1")
    assert len(legal(match)) == 35
    assert all(action.startswith("cast") for action in legal(match))


# Owning every tile


def test_whoever_owns_every_tile_discards_a_card_of_their_choice() -> None:
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


def test_whoever_owns_every_tile_is_asked_to_discard() -> None:
    text = position("r1", every="@1")
    told = "You own every tile, so discard a card instead of casting."
    assert why(text, "red 1") == told
    assert why(text, "cast c4") == told
    assert why(text, "discard red 2") == "You have no red 2 in your hand."


def test_nobody_else_discards() -> None:
    assert why(position("r1"), "discard red 1") == (
        "You can only discard when you own every tile. Choose cards and cast them at a tile."
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
    assert match.history[-1].words.endswith("Both hands are empty: seat 2 wins, 5 to 2.")
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
