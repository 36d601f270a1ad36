"""What is said of Cyberzul and Zellij: texts of actions and positions, sentences, and the board in a terminal."""

import pytest

import tilora
from tests.games.drafting_positions import ALMOST, GAMES, NOTHING, at, board, position, scored, seat
from tilora.families.drafting import CYBERZUL, rules
from tilora.kernel import Action

# Reading actions


@pytest.mark.parametrize("text", ["1 blue 2", " 1  blue 2 ", "1 BLUE 2", "1\tBlue\n2", "01 blue 002"])
def test_spaces_and_case_do_not_matter_in_an_action(text: str) -> None:
    match = at("cyberzul", mines=["BBBB", "O"])
    assert str(match.play(text)) == "1 blue 2"
    assert board(match, 1) == seat(lines={2: "BB"}, floor="BB")


def test_the_middle_and_the_floor_can_be_written_in_capitals() -> None:
    match = at("cyberzul", middle="B", mines=["O"])
    assert str(match.play("MIDDLE Blue FLOOR")) == "middle blue floor"


NOUNS = [
    ("cyberzul", "mine 1 blue line 2", "1 blue 2"),
    ("cyberzul", "Cyber Mine 1 blue pattern line 2", "1 blue 2"),
    ("cyberzul", "from mine 1 blue tiles to the floor line", "1 blue floor"),
    ("cyberzul", "stack white floor", "middle white floor"),
    ("cyberzul", "the Stack white 5", "middle white 5"),
    ("zellij", "factory 1 blue track 2", "1 blue 2"),
    ("zellij", "discard yard white penalty line", "yard white penalty"),
    ("zellij", "yard white penalty", "yard white penalty"),
]


@pytest.mark.parametrize(("game", "typed", "text"), NOUNS)
def test_actions_may_be_typed_with_the_nouns_of_the_game(game: str, typed: str, text: str) -> None:
    match = at(game, mines=["BBBB", "O"], middle="W")
    assert str(match.play(typed)) == text


CYBERZUL_EXAMPLES = "Say where from, which colour, where to: 'mine 3 blue line 2', 'stack red floor'."
ZELLIJ_EXAMPLES = "Say where from, which colour, where to: 'factory 3 blue track 2', 'discard yard red penalty'."
COLOURS = "Colours: blue, orange, red, black, white."
UNREADABLE = [
    ("cyberzul", "", f"'' is not an action. {CYBERZUL_EXAMPLES}"),
    ("cyberzul", "1 blue", f"'1 blue' is not an action. {CYBERZUL_EXAMPLES}"),
    ("cyberzul", "1 blue or 2", f"'1 blue or 2' is not an action. {CYBERZUL_EXAMPLES}"),
    ("cyberzul", "x" * 99, f"'{'x' * 60}' is not an action. {CYBERZUL_EXAMPLES}"),
    ("zellij", "1 blue", f"'1 blue' is not an action. {ZELLIJ_EXAMPLES}"),
    ("cyberzul", "yard blue 1", "'yard' is neither the Stack nor the number of a Cyber Mine."),
    ("cyberzul", "-1 blue 1", "'-1' is neither the Stack nor the number of a Cyber Mine."),
    ("cyberzul", "12345 blue 1", "'12345' is neither the Stack nor the number of a Cyber Mine."),
    ("zellij", "middle blue 1", "'middle' is neither the discard yard nor the number of a factory."),
    ("cyberzul", "1 blue x", "'x' is neither the floor line nor the number of a line."),
    ("cyberzul", "1 blue middle", "'middle' is neither the floor line nor the number of a line."),
    ("zellij", "1 blue floor", "'floor' is neither the penalty line nor the number of a track."),
    ("cyberzul", "1 green 2", f"'green' is not a colour. {COLOURS}"),
    ("cyberzul", "Mine 1 Green line 2", f"'Green' is not a colour. {COLOURS}"),
    ("cyberzul", "line 1 blue mine 2", f"'line 1 blue mine 2' is not an action. {CYBERZUL_EXAMPLES}"),
    ("cyberzul", "factory 1 blue 2", f"'factory 1 blue 2' is not an action. {CYBERZUL_EXAMPLES}"),
    ("zellij", "One Blue 2", "'One' is neither the discard yard nor the number of a factory."),
    ("cyberzul", f"1 {'g' * 30} 2", f"'{'g' * 20}' is not a colour. {COLOURS}"),
]


@pytest.mark.parametrize(("game", "text", "sentence"), UNREADABLE)
def test_what_can_not_be_read_is_refused_with_a_sentence(game: str, text: str, sentence: str) -> None:
    match = at(game, seat(lines={2: "O"}), mines=["BBBB"])
    before = match.state
    with pytest.raises(tilora.UnreadableAction) as error:
        match.play(text)
    assert str(error.value) == sentence
    assert (match.state, match.history) == (before, ())


ILLEGAL = [
    ("cyberzul", "0 blue 1", "There is no Cyber Mine 0; they are numbered from 1 to 5."),
    ("cyberzul", "6 blue 1", "There is no Cyber Mine 6; they are numbered from 1 to 5."),
    ("zellij", "9999 blue 1", "There is no factory 9999; they are numbered from 1 to 5."),
    ("cyberzul", "1 blue 0", "There is no line 0; they are numbered from 1 to 5."),
    ("zellij", "1 blue 6", "There is no track 6; they are numbered from 1 to 5."),
    ("cyberzul", "1 red 1", "There are no red tiles in Cyber Mine 1."),
    ("zellij", "2 blue penalty", "There are no blue tiles in factory 2."),
    ("cyberzul", "middle orange 1", "There are no orange tiles in the Stack."),
    ("zellij", "yard orange 1", "There are no orange tiles in the discard yard."),
    ("cyberzul", "1 blue 1", "Line 1 is full."),
    ("zellij", "1 blue 1", "Track 1 is full."),
    ("cyberzul", "1 blue 2", "Line 2 already holds orange tiles."),
    ("zellij", "1 blue 2", "Track 2 already holds orange tiles."),
    ("cyberzul", "1 blue 3", "Row 3 of the wall already has its blue tile."),
    ("zellij", "1 blue 3", "Row 3 of the wall already has its blue tile."),
    ("cyberzul", "1 blue 5; 2 orange 1", "The turn ends with '1 blue 5'; '2 orange 1' comes after it."),
]


@pytest.mark.parametrize(("game", "text", "sentence"), ILLEGAL)
def test_what_the_rules_forbid_is_refused_with_the_reason(game: str, text: str, sentence: str) -> None:
    """rules: A move, and "clicking where the tiles can't go tells the player why"."""
    match = at(game, seat(lines={1: "B", 2: "O"}, wall={3: "..B.."}), mines=["BBBB", "O"], middle="W")
    before = match.state
    with pytest.raises(tilora.IllegalAction) as error:
        match.play(text)
    assert str(error.value) == sentence
    assert (match.state, match.history) == (before, ())


def test_an_action_of_a_larger_table_is_refused() -> None:
    match = at("cyberzul", mines=["BBBB"])
    for mine, code in ((9, rules.action_of(9, 0, 0)), (-1, -1)):
        with pytest.raises(tilora.IllegalAction, match=rf"^There is no Cyber Mine {mine}\.$"):
            match.play(Action(CYBERZUL, match.state, code, match.turn))


# Sentences about actions

MOVES = [
    ("cyberzul", "1 blue 3", "2 blue tiles from Cyber Mine 1 to line 3."),
    ("cyberzul", "1 orange 1", "1 orange tile from Cyber Mine 1 to line 1."),
    ("cyberzul", "1 blue 1", "2 blue tiles from Cyber Mine 1 to line 1; 1 falls to the floor line."),
    ("cyberzul", "2 red 2", "4 red tiles from Cyber Mine 2 to line 2; 3 fall to the floor line."),
    ("cyberzul", "2 red floor", "4 red tiles from Cyber Mine 2 to the floor line."),
    ("cyberzul", "middle white 4", "3 white tiles and the start marker from the Stack to line 4."),
    ("zellij", "1 blue 1", "2 blue tiles from factory 1 to track 1; 1 falls to the penalty line."),
    ("zellij", "yard black penalty", "1 black tile and the start marker from the discard yard to the penalty line."),
]


@pytest.mark.parametrize(("game", "text", "words"), MOVES)
def test_actions_are_described_in_sentences_before_and_after(game: str, text: str, words: str) -> None:
    match = at(game, seat(lines={2: "R"}), mines=["BBOK", "RRRR"], middle="WWWK")
    assert [action.words for action in match.legal() if str(action) == text] == [f"Take {words}"]
    match.play(text)
    assert match.history == (tilora.Step(0, 0, text, f"Took {words}"),)


def test_the_marker_is_not_mentioned_once_it_has_been_taken() -> None:
    match = at("cyberzul", seat(), seat(floor="*"), marker="2", middle="WWK")
    match.play("middle white 2")
    assert match.history[0].words == "Took 2 white tiles from the Stack to line 2."


def test_the_last_action_of_a_round_tells_what_the_round_brought() -> None:
    seats = [seat(lines={1: "B"}), seat(), seat(score=5, floor="OO")]
    assert scored("cyberzul", *seats, round_number=4).history[0].words == (
        "Took 1 black tile from Cyber Mine 1 to the floor line. Round 4 ends: seat 1 +1, seat 2 +0, seat 3 -4."
    )
    assert scored("zellij", seat(**ALMOST)).history[0].words == (
        "Took 1 black tile from factory 1 to the penalty line. Round 1 ends: seat 1 +7, seat 2 +0."
    )


# Reading positions


@pytest.mark.parametrize(("game", "seats"), [("cyberzul", 2), ("cyberzul", 3), ("cyberzul", 4), ("zellij", 2)])
def test_a_position_is_read_as_it_is_written(game: str, seats: int) -> None:
    boards = [
        seat(score=12, lines={2: "OO", 5: "KKKK"}, wall={1: "B.R..", 4: "RKWB."}, floor="R*B"),
        *[seat(score=number) for number in range(1, seats)],
    ]
    text = position(
        *boards,
        round_number=11,
        first=2,
        turn=1,
        marker="1",
        middle="BBW",
        mines=["BOKK", "-", "RRWW"],
        discard="RRRB",
    )
    assert tilora.match(game, position=text).position == text
    assert tilora.match(game, position=text.lower().replace(" ", "  ")).position == text


GOOD = position(
    seat(score=3, lines={2: "O"}, wall={1: "B....", 2: "W...."}, floor="*R"),
    seat(score=4),
    round_number=2,
    first=2,
    marker="1",
    middle="BBR",
    mines=["BBOK", "RRWW"],
)
BAD_POSITIONS = [
    (GOOD, "", "A position has the parts {parts}, then one part for each of 2 to 4 seats, separated by |."),
    (
        f" | {seat(score=4)}",
        "",
        "A position has the parts {parts}, then one part for each of 2 to 4 seats, separated by |.",
    ),
    (f" | {seat(score=4)}", f" | {NOTHING}" * 4, "A position has the parts {parts}, then one part for each of 2 to 4"),
    ("round 2", "turn 2", "Expected 'round …' but found 'turn 2'."),
    ("discard", "rubbish", "Expected 'discard …' but found 'rubbish B0 O0 R0 K0 W0'."),
    ("round 2", "round 0", "The round must be a number from 1 to 20, not '0'."),
    ("round 2", "round 21", "The round must be a number from 1 to 20, not '21'."),
    ("round 2", "round", "Expected 'round …' but found 'round'."),
    ("first 2", "first 3", "The first seat must be a number from 1 to 2, not '3'."),
    ("turn 1", "turn 0", "The seat to act must be a number from 1 to 2, not '0'."),
    ("turn 1", "turn -1", "The seat to act must be a number from 1 to 2, not '-1'."),
    ("marker 1", "marker bag", "The marker's seat must be a number from 1 to 2, not 'BAG'."),
    ("middle BBR", "middle", "Expected 'middle …' but found 'middle'."),
    ("middle BBR", "middle BBG", "Write at most 100 tiles like BBOK, or - for none, instead of 'BBG'."),
    ("RRWW", "RRWWW", "Write at most 4 tiles like BBOK, or - for none, instead of 'RRWWW'."),
    (" - - -", " - -", "With 2 seats there are 5 mines, not 4."),
    (" - - -", " - - - -", "With 2 seats there are 5 mines, not 6."),
    ("bag B15", "bag 15", "Count tiles like B20 O19 R18 K0 W7, instead of '15 O18 R16 K19 W17'."),
    ("bag B15", "bag B21", "Count tiles like B20 O19 R18 K0 W7, instead of 'B21 O18 R16 K19 W17'."),
    ("discard B0", "discard", "Count tiles like B20 O19 R18 K0 W7, instead of 'O0 R0 K0 W0'."),
    (
        "4 -/-/-/-/- ",
        "4 -/-/-/- ",
        "Expected a score, five lines, five wall rows and a floor line, but found '4 -/-/-/-",
    ),
    (
        "B..../W..../",
        "B..../W",
        "Expected a score, five lines, five wall rows and a floor line, but found '3 -/O/-/-/-",
    ),
    (
        "| 4 ",
        "| ",
        "Expected a score, five lines, five wall rows and a floor line, but found '-/-/-/-/- ",
    ),
    ("| 4 ", "| x ", "The score of a seat must be a number from 0 to 999, not 'X'."),
    ("| 4 ", "| 1000 ", "The score of a seat must be a number from 0 to 999, not '1000'."),
    ("B..../W", "O..../W", "Row 1 of a wall is BORKW when complete; it can't be 'O....'."),
    ("B..../W....", "B..../W...", "Row 2 of a wall is WBORK when complete; it can't be 'W...'."),
    ("-/O/-", "-/OR/-", "Line 2 of a seat can't hold 'OR'."),
    ("-/O/-", "-/OOO/-", "Line 2 of a seat can't hold 'OOO'."),
    ("-/O/-", "-/?/-", "The position hides something behind '?'."),
    ("-/O/-", "-//-", "Line 2 of a seat can't hold ''."),
    ("-/O/-", "-/W/-", "Line 2 holds W, but its wall row already has that colour."),
    ("*R", "*RRRRRRR", "A floor line can't hold '*RRRRRRR'."),
    ("*R", "*G", "A floor line can't hold '*G'."),
    ("*R", "R", "The marker lies on the floor line of the seat that holds it, and nowhere else."),
    ("*R", "**R", "The marker lies on the floor line of the seat that holds it, and nowhere else."),
    ("marker 1", "marker 2", "The marker lies on the floor line of the seat that holds it, and nowhere else."),
    ("marker 1", "marker middle", "The marker lies on the floor line of the seat that holds it, and nowhere else."),
    ("bag B15", "bag B14", "There are 19 blue tiles; there should be 20."),
    ("*R", "*RW", "There are 21 white tiles; there should be 20."),
    ("middle BBR", f"middle {'B' * 100}", "There are 118 blue tiles; there should be 20."),
]


@pytest.mark.parametrize(("old", "new", "sentence"), BAD_POSITIONS)
def test_a_text_that_is_not_a_position_is_refused_with_a_sentence(old: str, new: str, sentence: str) -> None:
    assert tilora.match("cyberzul", position=GOOD).position == GOOD
    text = GOOD.replace(old, new)
    assert text != GOOD
    with pytest.raises(tilora.UnreadablePosition) as error:
        tilora.match("cyberzul", position=text)
    sentence = sentence.replace("{parts}", "round, first, turn, marker, middle, mines, bag, discard")
    assert str(error.value).startswith(sentence)
    assert str(error.value).endswith(".")


def test_more_tiles_than_there_are_is_refused_however_many() -> None:
    text = position(seat(), seat(), seat(), seat()).replace("middle -", f"middle {'B' * 100}")
    text = text.replace("- - - - - - - - -", " ".join(["BBBB"] * 9))
    with pytest.raises(tilora.UnreadablePosition, match=r"^There are 156 blue tiles; there should be 20\.$"):
        tilora.match("cyberzul", position=text)


def test_zellij_has_no_positions_of_three_seats() -> None:
    text = position(seat(), seat(), seat(), mines=["B"])
    with pytest.raises(tilora.UnreadablePosition, match=r"^Zellij can't be played with 3 seats\.$"):
        tilora.match("zellij", position=text)


COMPLETE = seat(wall={1: "BORKW"})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            position(COMPLETE, mines=["B"]),
            "A row of a wall is complete, so no tiles can be on offer any more.",
        ),
        (
            position(COMPLETE, seat(floor="B")),
            "Nothing is on offer, so floor lines must be empty and no line can be full.",
        ),
        (
            position(COMPLETE, seat(lines={2: "BB"})),
            "Nothing is on offer, so floor lines must be empty and no line can be full.",
        ),
        (
            position(COMPLETE, marker="1"),
            "The marker lies on the floor line of the seat that holds it, and nowhere else.",
        ),
        (
            position(round_number=19),
            "Nothing is on offer, but the match is not over: no row of a wall is complete.",
        ),
        (
            position(round_number=19, bag=""),
            "Nothing is on offer, but the match is not over: no row of a wall is complete.",
        ),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_position_between_rounds_is_refused(game: str, text: str, sentence: str) -> None:
    """rules: End of the round, End of the game. A round is scored and the next dealt in one go."""
    with pytest.raises(tilora.UnreadablePosition) as error:
        tilora.match(game, position=text)
    assert str(error.value) == sentence


# The board in a terminal


def test_the_board_of_cyberzul_shows_everything_in_a_terminal() -> None:
    match = at(
        "cyberzul",
        seat(score=12, lines={2: "OO", 5: "KKK"}, wall={1: "B.R..", 4: "RK..."}),
        seat(score=7, lines={3: "B"}, floor="RRW"),
        round_number=3,
        turn=2,
        middle="BBR",
        mines=["BBOK", "-", "RRWW"],
    )
    assert str(match) == "\n".join(
        [
            "Cyberzul, round 3. Seat 2 to act.",
            "",
            "Cyber Mines  1 BBOK   2 -      3 RRWW   4 -      5 -",
            "Stack  *BBR",
            "",
            "seat 1: 12           seat 2: 7 <",
            "    . | B o R k w        . | b o r k w",
            "   OO | w b o r k       .. | w b o r k",
            "  ... | k w b o r      ..B | k w b o r",
            " .... | R K w b o     .... | r k w b o",
            "..KKK | o r k w b    ..... | o r k w b",
            "floor -              floor RRW",
        ]
    )


def test_the_board_of_zellij_has_its_own_words() -> None:
    match = at("zellij", seat(floor="*BBBBBB"), marker="1", mines=["BBOK"])
    lines = str(match).splitlines()
    assert lines[0] == "Zellij, round 1. Seat 1 to act."
    assert lines[2] == "factories  1 BBOK   2 -      3 -      4 -      5 -"
    assert lines[3] == "discard yard  -"
    assert lines[-1] == "penalty *BBBBBB      penalty -"


def test_the_board_shows_the_marker_alone_in_the_middle() -> None:
    assert str(at("cyberzul", mines=["BBOK"])).splitlines()[3] == "Stack  *"


def test_the_board_says_when_it_is_over() -> None:
    lines = str(scored("cyberzul", seat(**ALMOST))).splitlines()
    assert lines[0] == "Cyberzul, round 1. It is over."
    assert lines[3] == "Stack  -"
    assert lines[5] == "seat 1: 7            seat 2: 0"
    assert lines[8] == "  ... | K W B O R      ... | k w b o r"


@pytest.mark.parametrize("game", GAMES)
def test_play_leads_from_the_highest_score_to_positions_that_can_be_read(game: str) -> None:
    match = at(game, seat(score=999, lines={2: "O"}), seat(), mines=["O"])
    match.play(match.legal()[1])
    assert match.scores[0] > 999
    assert tilora.match(game, position=match.position).position == match.position
