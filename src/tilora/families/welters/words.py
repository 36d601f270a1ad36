"""The words of Welters: texts of actions, sentences, and the board in a terminal.

The texts of positions are in `positions`.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from tilora.families.welters import rules
from tilora.families.welters.positions import (
    COLOUR_NAMES,
    COLUMN_LETTERS,
    EMPTY,
    GRADE_LETTERS,
    GRADE_NAMES,
    cards_text,
    chosen_kinds,
    hand_is_hidden,
    hand_text,
    parse_position,
    position_text,
    tile_name,
)
from tilora.families.welters.rules import CAST, COLUMNS, DISCARD, NOBODY, NONE, ROWS, VALUES
from tilora.kernel import IllegalAction, State, UnreadableAction, seat_name

__all__ = [
    "REASONS",
    "action_text",
    "action_words",
    "board",
    "parse_action",
    "parse_position",
    "position_text",
    "step_words",
    "why_not",
]

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
