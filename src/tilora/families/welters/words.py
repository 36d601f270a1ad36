"""The words of Welters: texts of actions and of positions, sentences, and the board in a terminal.

A position, with most of the map and of the spent cards left out:

    turn 1 | map W3.10.0 S1.2.3@1 … / … | hand 1 r5 y10 b0 … | hand 2 r1 … | chosen r5 b0 | spent r0 r0 y7 …

The map goes row by row from a1; a tile is its grade, its red, yellow and blue value, and its owner if it has one.
Chosen cards are still in the hand. The deck is every card that is in neither hand and not spent.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy.typing as npt

from tilora.families.welters import rules
from tilora.families.welters.rules import (
    CARDS,
    CAST,
    COLOURS,
    COLUMNS,
    DISCARD,
    HAND,
    KINDS,
    NOBODY,
    NONE,
    ROWS,
    VALUES,
)
from tilora.kernel import IllegalAction, State, UnreadableAction, UnreadablePosition, end_match, seat_name

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


REASONS = ("", "both hands are empty")
CERTAIN = rules.DIE * rules.DIE
"""The odds of a cast that captures whatever is rolled."""


def card_name(kind: int) -> str:
    return f"{COLOUR_NAMES[kind // VALUES]} {kind % VALUES}"


def cards_words(kinds: Sequence[int]) -> str:
    """Cards in a sentence: "red 5, yellow 3 and blue 0"."""
    names = [card_name(kind) for kind in kinds]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def tile_words(state: State, tile: int) -> str:
    return f"{tile_name(tile)} ({GRADE_NAMES[state.grade[tile]]})"


# Actions


def action_text(state: State, action: int) -> str:
    return _text(int(action))


@lru_cache(4_096)
def _text(action: int) -> str:
    """Remembered, because a server says the texts of all that is legal after every move."""
    if action < CAST:
        return card_name(action)
    if action < DISCARD:
        return f"cast {tile_name(action - CAST)}"
    return f"discard {card_name(action - DISCARD)}"


def parse_action(state: State, text: str) -> int:
    match text.split():
        case ["cast", tile]:
            return CAST + _tile(tile)
        case ["discard", colour, value]:
            return DISCARD + _card(colour, value)
        case [colour, value]:
            return _card(colour, value)
    raise UnreadableAction(
        f"{text[:60]!r} is not an action. Choose a card: 'red 5'; cast the chosen ones at a tile: 'cast c4'; "
        f"or, owning every tile, discard one: 'discard red 5'."
    )


def _tile(word: str) -> int:
    if not re.fullmatch("[a-z][0-9]{1,2}", word):
        raise UnreadableAction(f"{word[:20]!r} is not a tile. Tiles are named like c4.")
    row = int(word[1:])
    if word[0] not in COLUMN_LETTERS or not 1 <= row <= ROWS:
        raise IllegalAction(f"There is no tile {word}; columns are a to e, rows 1 to {ROWS}.")
    return (row - 1) * COLUMNS + COLUMN_LETTERS.index(word[0])


def _card(colour: str, value: str) -> int:
    if colour not in COLOUR_NAMES:
        raise UnreadableAction(
            f"{colour[:20]!r} is neither 'cast' nor 'discard' nor a colour. Colours: {', '.join(COLOUR_NAMES)}."
        )
    if not re.fullmatch("[0-9]{1,4}", value):
        raise UnreadableAction(f"{value[:20]!r} is not the value of a card. Values are 0 to {VALUES - 1}.")
    if int(value) >= VALUES:
        raise IllegalAction(f"There is no {colour} {int(value)}; values are 0 to {VALUES - 1}.")
    return rules.kind_of(COLOUR_NAMES.index(colour), int(value))


def why_not(state: State, action: int) -> str:
    if state.over:
        return "The match is over."
    if 0 <= action < CAST:
        return _why_not_choose(state, action)
    if CAST <= action < DISCARD:
        return _why_not_cast(state, action - CAST)
    if DISCARD <= action < rules.ACTIONS:
        return _why_not_discard(state, action - DISCARD)
    return "There is no such action."


def _why_not_choose(state: State, kind: int) -> str:
    colour = kind // VALUES
    if rules.owns_every_tile(state, int(state.turn)):
        return "You own every tile: discard one card instead of casting."
    if state.chosen[colour] != NONE:
        chosen = card_name(rules.kind_of(colour, int(state.chosen[colour]) - 1))
        return f"You have chosen {chosen} already; a cast has at most one card of each colour."
    return f"You have no {card_name(kind)} in your hand."


def _why_not_cast(state: State, tile: int) -> str:
    seat = int(state.turn)
    if rules.owns_every_tile(state, seat):
        return "You own every tile: discard one card instead of casting."
    if state.owner[tile] == 1 + seat:
        return f"Tile {tile_name(tile)} is your own; cast at one that is not."
    return "Choose at least one card before you cast."


def _why_not_discard(state: State, kind: int) -> str:
    if not rules.owns_every_tile(state, int(state.turn)):
        return "Only one who owns every tile discards; choose cards and cast them at a tile."
    return f"You have no {card_name(kind)} in your hand."


def action_words(state: State, action: int) -> str:
    if action < CAST:
        return f"Choose {card_name(action)}."
    if action >= DISCARD:
        return f"Discard {card_name(action - DISCARD)}."
    tile = action - CAST
    kinds = chosen_kinds(state.chosen)
    if not kinds:
        return f"Cast at {tile_words(state, tile)}."
    odds = rules.odds(state, tile)
    return f"Cast {cards_words(kinds)} at {tile_words(state, tile)}: {odds_words(odds)}."


def odds_words(odds: int) -> str:
    """How likely a cast captures; "100%" and "0%" are never said of what is only nearly so."""
    if odds == CERTAIN:
        return "captures for certain"
    if odds == 0:
        return "can't capture"
    return f"captures with {min(99, max(1, round(100 * odds / CERTAIN)))}%"


def step_words(before: State, action: int, after: State) -> str:
    if action < CAST:
        return f"Chose {card_name(action)}."
    said = last_words(after)
    if after.over:
        return f"{said} Both hands are empty: the match ends {after.score[0]} to {after.score[1]}."
    if after.turn == before.turn:
        return f"{said} {seat_name(1 - after.turn)} has no cards and is passed over."
    return said


def last_words(state: State) -> str:
    """The last cast, or the last card discarded: what it was, what was rolled, and what came of it."""
    cards = cards_words(chosen_kinds(state.last_cards))
    if state.last_target == NONE:
        return f"Discarded {cards}."
    tile = int(state.last_target) - 1
    cast = f"Cast {cards} at {tile_words(state, tile)}"
    if state.last_error == 0:
        return f"{cast}: three exact cards, captured without a roll."
    rolls = [int(roll) for roll in state.last_rolls if roll > 0]
    result = int(state.last_error) + sum(rolls) - int(state.last_help)
    rolled = f"rolls {rolls[0]} and {rolls[1]}" if len(rolls) == 2 else f"roll {rolls[0]}"
    helped = f", neighbours -{state.last_help}" if state.last_help else ""
    tolerance = rules.TOLERANCE[state.grade[tile]]
    outcome = "captured" if state.last_captured else "missed"
    return f"{cast}: error {state.last_error}, {rolled}{helped}, total {result} against {tolerance}: {outcome}."


# Positions


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


# The board in a terminal


def board(state: State) -> str:
    now = "It is over" if state.over else f"Seat {state.turn + 1} to act"
    legend = ", ".join(f"{letter} {name}" for letter, name in zip(GRADE_LETTERS, GRADE_NAMES, strict=True))
    lines = [
        f"Welters. {now}.",
        f"{legend}; values red, yellow, blue; @ owner.",
        "",
        "    " + "".join(letter.ljust(15) for letter in COLUMN_LETTERS).rstrip(),
    ]
    for row in range(ROWS):
        tiles = range(row * COLUMNS, (row + 1) * COLUMNS)
        lines.append(f"{row + 1}   " + "  ".join(_tile_cell(state, tile) for tile in tiles).rstrip())
    lines.append("")
    lines += [_seat_line(state, seat) for seat in range(rules.SEATS)]
    if not state.over and not hand_is_hidden(state, state.turn):
        lines.append(f"chosen: {cards_text(chosen_kinds(state.chosen))}")
    lines += ["", f"deck: {state.deck_size} cards, spent:"]
    lines += [_spent_line(state, colour) for colour in range(rules.COLOURS)]
    if state.last_seat != NOBODY:
        lines += ["", f"Seat {state.last_seat}: {last_words(state)}"]
    return "\n".join(lines)


def _tile_cell(state: State, tile: int) -> str:
    values = "".join(f"{value:3}" for value in state.value[tile])
    owner = "  " if state.owner[tile] == NOBODY else f"@{state.owner[tile]}"
    return f"{GRADE_LETTERS[state.grade[tile]]}{values} {owner}"


def _seat_line(state: State, seat: int) -> str:
    turn = " <" if seat == state.turn and not state.over else ""
    return f"seat {seat + 1}: {state.score[seat]:3} points, hand {hand_text(state, seat)}{turn}"


def _spent_line(state: State, colour: int) -> str:
    values = [str(value) for value in range(VALUES) for _ in range(state.spent[rules.kind_of(colour, value)])]
    return f"{COLOUR_NAMES[colour]:6} {' '.join(values) or EMPTY}"
