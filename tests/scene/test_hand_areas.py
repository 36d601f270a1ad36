"""Hands in scenes: what lies in them, by which ids, and what of it others see."""

import msgspec

from tilora.scene import Piece, Text
from tilora.scene.edge_labels import labels_across, labels_down
from tilora.scene.hand_areas import BACK, Face, Hands, Spacing, choices_of, held

HANDS = Hands(
    kind="card",
    signs="ab",
    fronts=(Face("card-a", "an ace"), Face("card-b", "a bishop")),
    back=Face("card-back", "a card of {seat}"),
    aside="chosen",
    empty=Text(x=0.5, y=0.5, text="No cards"),
    room=4,
    margin=0.25,
    open=Spacing(pitch=1.5, h=1.25, lift=0.5),
    hidden=Spacing(pitch=0.5, w=0.5, h=0.5),
)


def places(pieces: tuple[Piece, ...]) -> list[tuple[str, float, float, str]]:
    return [(piece.id, piece.x, piece.y, piece.look) for piece in pieces]


def test_things_lie_side_by_side_and_those_put_aside_lie_higher() -> None:
    area = HANDS.area(1, (1, 2), 3, (1,))
    assert (area.id, area.seat, area.label, area.pitch) == ("hand-1", 1, "Hand of {seat:1}", 1.5)
    assert (area.w, area.h) == (2 * 0.25 + 3 * 1.5 + 1, 2 * 0.25 + 1.25 + 0.5)
    assert places(area.pieces) == [
        ("hand-1-a-1", 0.25, 0.75, ""),
        ("hand-1-b-1", 1.75, 0.75, ""),
        ("hand-1-b-2", 3.25, 0.25, "marked"),
    ]
    assert [piece.label for piece in area.pieces] == ["an ace", "a bishop", "a bishop, chosen"]


def test_of_a_hidden_hand_one_sees_backs_and_nothing_else() -> None:
    area = HANDS.area(0, (0, 0), 2)
    assert places(area.pieces) == [("hand-0-back-1", 0.25, 0.25, "back"), ("hand-0-back-2", 0.75, 0.25, "back")]
    assert {(piece.symbol, piece.label, piece.w) for piece in area.pieces} == {("card-back", "a card of {seat:0}", 0.5)}


def test_an_empty_hand_says_so() -> None:
    assert HANDS.area(0, (0, 0), 0).texts == (HANDS.empty,)
    assert not HANDS.area(0, (0, 1), 1).texts


def test_a_thing_of_an_ordinary_size_does_not_send_it() -> None:
    (piece,) = HANDS.area(0, (1, 0), 1).pieces
    sent = msgspec.to_builtins(piece)
    assert "w" not in sent
    assert sent["h"] == 1.25


def test_what_was_gained_has_the_numbers_on_top() -> None:
    assert HANDS.gained(0, held((1, 1), 2), held((1, 3), 4)) == ["hand-0-b-2", "hand-0-b-3"]
    assert HANDS.gained(0, held((0, 0), 2), held((0, 0), 3)) == ["hand-0-back-3"]
    assert HANDS.gained(0, held((0, 0), 0), {BACK: 1}) == ["hand-0-back-1"]
    (beat,) = HANDS.drawn(0, held((1, 1), 2), held((1, 3), 4), "deck")
    assert (beat.words, beat.ids) == ("Drew 2 cards.", ("deck", "hand-0-b-2", "hand-0-b-3"))
    assert HANDS.drawn(0, held((1, 1), 2), held((1, 1), 2), "deck") == []


def test_ids_lead_back_to_kinds_and_each_of_equal_things_can_be_clicked() -> None:
    assert HANDS.kinds(1, (1, 2)) == {"hand-1-a-1": 0, "hand-1-b-1": 1, "hand-1-b-2": 1}
    choices = choices_of(HANDS.ids(1, 1, 2), "play b", "Play a bishop.", before=("swap",), after=("cell-3",))
    assert [choice.path for choice in choices] == [("swap", f"hand-1-b-{i}", "cell-3") for i in (1, 2)]
    assert {choice.action for choice in choices} == {"play b"}


def test_a_thing_can_lie_elsewhere_on_the_table() -> None:
    front, back = HANDS.thing("top", 1, 5, 6, "", "the top card"), HANDS.thing("deck", BACK, 0, 0, "back", "the deck")
    assert (front.symbol, front.x, front.h, front.label) == ("card-b", 5, 1.25, "the top card")
    assert (back.symbol, back.w) == ("card-back", 0.5)


def test_labels_stand_along_the_edges_of_a_board() -> None:
    across = labels_across(range(-1, 1), 0.5, 1, 3, 0.25)
    assert [(text.text, text.x, text.y) for text in across] == [("−1", 0.5, 3), ("0", 1.5, 3)]
    down = labels_down("ab", 0.25, 2, -1, 0.25, "end")
    assert [(text.text, text.x, text.y, text.align) for text in down] == [("a", 0.25, 2, "end"), ("b", 0.25, 1, "end")]
