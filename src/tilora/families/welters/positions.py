"""Positions of Welters as text, both ways, and the names of tiles and cards that they share with the words.

An example, with most of the map and of the spent cards left out:

    turn 1 | map W3.10.0 S1.2.3@1 … / … | hand 1 r5 y10 b0 … | hand 2 r1 … | chosen r5 b0 | spent r0 r0 y7 …

The map goes row by row from a1; a tile is its grade, its red, yellow and blue value, and its owner if it has one.
Chosen cards are still in the hand. The deck is every card that is in neither hand and not spent.
"""

import re
from collections.abc import Iterable
from typing import Any

import numpy.typing as npt

from tilora.families.welters import rules
from tilora.families.welters.rules import CARDS, COLOURS, COLUMNS, HAND, KINDS, NOBODY, NONE, ROWS, VALUES
from tilora.kernel import State, UnreadablePosition, end_match

GRADE_NAMES = ("water", "sand", "grass", "stone", "metal")
GRADE_LETTERS = "WSGTM"
COLOUR_NAMES = ("red", "yellow", "blue")
COLOUR_LETTERS = "ryb"
COLUMN_LETTERS = "abcde"
EMPTY = "-"
HIDDEN = "?"
KEYS = ("turn", "map", "hand 1", "hand 2", "chosen", "spent")


def tile_name(tile: int) -> str:
    return f"{COLUMN_LETTERS[tile % COLUMNS]}{tile // COLUMNS + 1}"


def chosen_kinds(chosen: npt.NDArray[Any]) -> list[int]:
    """The kinds of the cards in a list of 1 + value, or NONE, by colour."""
    return [rules.kind_of(colour, int(chosen[colour]) - 1) for colour in range(COLOURS) if chosen[colour] != NONE]


def hand_is_hidden(state: State, seat: int) -> bool:
    """Whether this is a view that does not show the hand of the seat."""
    return bool(state.hand[seat].sum() != state.hand_size[seat])


# Writing


def position_text(state: State) -> str:
    rows = [
        " ".join(_tile_text(state, tile) for tile in range(row * COLUMNS, (row + 1) * COLUMNS)) for row in range(ROWS)
    ]
    values = (
        str(state.turn + 1),
        " / ".join(rows),
        hand_text(state, 0),
        hand_text(state, 1),
        HIDDEN if hand_is_hidden(state, state.turn) else cards_text(chosen_kinds(state.chosen)),
        counts_text(state.spent),
    )
    return " | ".join(f"{key} {value}" for key, value in zip(KEYS, values, strict=True))


def hand_text(state: State, seat: int) -> str:
    if hand_is_hidden(state, seat):
        return " ".join(HIDDEN * int(state.hand_size[seat]))
    return counts_text(state.hand[seat])


def counts_text(counts: npt.NDArray[Any]) -> str:
    return cards_text(kind for kind in range(KINDS) for _ in range(counts[kind]))


def cards_text(kinds: Iterable[int]) -> str:
    return " ".join(f"{COLOUR_LETTERS[kind // VALUES]}{kind % VALUES}" for kind in kinds) or EMPTY


def _tile_text(state: State, tile: int) -> str:
    values = ".".join(str(value) for value in state.value[tile])
    owner = "" if state.owner[tile] == NOBODY else f"@{state.owner[tile]}"
    return f"{GRADE_LETTERS[state.grade[tile]]}{values}{owner}"


# Reading


def parse_position(text: str, state: State) -> None:
    if HIDDEN in text:
        raise UnreadablePosition("The position hides cards behind ?; only a whole position can be played.")
    parts = [part.strip() for part in text.lower().split("|")]
    if len(parts) != len(KEYS):
        raise UnreadablePosition(f"A position has the parts {', '.join(KEYS)}, with | in between.")
    values = {}
    for key, part in zip(KEYS, parts, strict=True):
        if not part.startswith(f"{key} "):
            raise UnreadablePosition(f"{part[:40]!r} stands where '{key} …' should.")
        values[key] = part.removeprefix(f"{key} ")
    if values["turn"] not in ("1", "2"):
        raise UnreadablePosition(f"The turn is {values['turn'][:20]!r}; it is 1 or 2.")
    state.seats = rules.SEATS
    state.turn = int(values["turn"]) - 1
    _read_map(values["map"], state)
    for seat in range(rules.SEATS):
        state.hand_size[seat] = _read_cards(values[f"hand {seat + 1}"], "A hand", HAND, state.hand[seat])
    spent = _read_cards(values["spent"], "The heap of spent cards", CARDS, state.spent)
    _read_chosen(values["chosen"], state)
    _set_deck(state, spent)
    _refuse_what_cannot_be(state, spent)
    if not state.hand_size.any():
        end_match(state, rules.HANDS_EMPTY, state.score)


def _read_map(text: str, state: State) -> None:
    """The tiles are set, and the scores, which follow from them."""
    tiles = text.replace(" / ", " ").split()
    shape = [len(row.split()) for row in text.split(" / ")]
    if shape != [COLUMNS] * ROWS:
        raise UnreadablePosition(f"The map has {ROWS} rows with / in between, each of {COLUMNS} tiles.")
    for tile, word in enumerate(tiles):
        found = re.fullmatch(r"([wsgtm])([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{1,2})(@[12])?", word)
        if not found or any(int(value) >= VALUES for value in found.group(2, 3, 4)):
            raise UnreadablePosition(
                f"Tile {tile_name(tile)} is {word[:20]!r}; a tile is a grade ({', '.join(GRADE_LETTERS)}), "
                f"three values from 0 to 10 and its owner if it has one, like S1.10.3 or S1.10.3@2."
            )
        grade = GRADE_LETTERS.lower().index(found[1])
        state.grade[tile] = grade
        state.value[tile] = [int(value) for value in found.group(2, 3, 4)]
        if found[5]:
            seat = int(found[5][1]) - 1
            state.owner[tile] = 1 + seat
            state.score[seat] += rules.SCORE[grade]
    for grade, most in enumerate(rules.TILES_OF_GRADE):
        count = int((state.grade == grade).sum())
        if count > most:
            raise UnreadablePosition(f"The map has {count} tiles of {GRADE_NAMES[grade]}; there are only {most}.")


def _read_cards(text: str, what: str, most: int, counts: npt.NDArray[Any]) -> int:
    """The cards are counted by their kinds; how many they are is returned."""
    words = [] if text == EMPTY else text.split()
    if len(words) > most:
        raise UnreadablePosition(f"{what} has at most {most} cards, like r5 y10 b0, or - for none.")
    for word in words:
        counts[_kind(word)] += 1
    return len(words)


def _kind(word: str) -> int:
    found = re.fullmatch(f"([{COLOUR_LETTERS}])([0-9]{{1,2}})", word)
    if not found or int(found[2]) >= VALUES:
        raise UnreadablePosition(f"{word[:20]!r} is not a card; cards are r0 to r10, y0 to y10 and b0 to b10.")
    return rules.kind_of(COLOUR_LETTERS.index(found[1]), int(found[2]))


def _read_chosen(text: str, state: State) -> None:
    for word in [] if text == EMPTY else text.split():
        kind = _kind(word)
        colour = kind // VALUES
        if state.chosen[colour] != NONE:
            raise UnreadablePosition(f"At most one {COLOUR_NAMES[colour]} card can be chosen.")
        if state.hand[state.turn, kind] == 0:
            raise UnreadablePosition(f"Card {word} is chosen, but not in hand {state.turn + 1}, whose turn it is.")
        state.chosen[colour] = 1 + kind % VALUES


def _set_deck(state: State, spent: int) -> None:
    """The deck holds what is in neither hand and not spent."""
    for kind in range(KINDS):
        seen = int(state.spent[kind]) + int(state.hand[:, kind].sum())
        if seen > rules.CARDS_OF_KIND[kind]:
            raise UnreadablePosition(
                f"There are {seen} cards {cards_text([kind])}; there are only {rules.CARDS_OF_KIND[kind]} in all."
            )
        state.deck[kind] = rules.CARDS_OF_KIND[kind] - seen
    state.deck_size = CARDS - spent - int(state.hand_size.sum())


def _refuse_what_cannot_be(state: State, spent: int) -> None:
    sizes = (int(state.hand_size[0]), int(state.hand_size[1]))
    captured = int((state.owner != NOBODY).sum())
    if spent == 0 and (*sizes, int(state.turn)) != (*rules.FIRST_HANDS, 0):
        raise UnreadablePosition("Before any card is spent it is turn 1, hand 1 has five cards and hand 2 has eight.")
    if spent > 0 and state.deck_size > 0 and sizes != (HAND, HAND):
        raise UnreadablePosition(
            f"Hands are filled up to eight while the deck lasts. It holds {state.deck_size} cards, "
            f"but the hands have {sizes[0]} and {sizes[1]}."
        )
    if captured > spent:
        raise UnreadablePosition(
            f"{captured} tiles have owners but only {spent} cards are spent; each capture takes a card."
        )
    if sizes[state.turn] == 0 and any(sizes):
        raise UnreadablePosition(f"Seat {state.turn + 1} has no cards, so it can't be its turn.")
    if rules.any_chosen(state) and rules.owns_every_tile(state, state.turn):
        raise UnreadablePosition(f"Seat {state.turn + 1} owns every tile, so it can't choose cards to cast.")
