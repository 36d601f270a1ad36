"""The words of Welters: names, texts of actions and positions, sentences, and the board in a terminal."""

import re
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tilora.families.welters import rules
from tilora.families.welters.rules import CAST, COLUMNS, DISCARD, KINDS, NOBODY, NONE, ROWS, TILES, VALUES, kind_of
from tilora.kernel import IllegalAction, PlainState, State, UnreadableAction, end_match, plain_of, seat_name, toolkit
from tilora.kernel.toolkit import HIDDEN, is_hidden, read_number, read_word, require
from tilora.kernel.toolkit import NONE as DASH

REASONS = ("", "both hands are empty")

# Names of things

GRADE_NAMES = ("water", "sand", "grass", "stone", "metal")
GRADE_LETTERS = "WSGTM"
COLOUR_NAMES = ("red", "yellow", "blue")
COLOUR_LETTERS = "ryb"
COLUMN_LETTERS = "abcde"
MAP_ROWS = tuple(range(first, first + COLUMNS) for first in range(0, TILES, COLUMNS))
TILE_NAMES = tuple(f"{letter}{row + 1}" for row in range(ROWS) for letter in COLUMN_LETTERS)
CARD_NAMES = tuple(f"{name} {value}" for name in COLOUR_NAMES for value in range(VALUES))
SHORT_NAMES = tuple(f"{letter}{value}" for letter in COLOUR_LETTERS for value in range(VALUES))
"""Cards by their kinds, as positions and ids name them."""

Counts: TypeAlias = npt.NDArray[Any] | tuple[int, ...]


def tile_words(tile: int, grade: int) -> str:
    return f"{TILE_NAMES[tile]} ({GRADE_NAMES[grade]})"


def chosen_kinds(chosen: Counts) -> list[int]:
    """Return the kinds of the cards in `chosen` or `last_cards`."""
    return [kind_of(colour, card - 1) for colour, card in enumerate(chosen) if card != NONE]


def counted_values(counts: Counts, colour: int) -> str:
    """Return the values of the cards of a colour in a heap: "0 0 7", or nothing."""
    first = kind_of(colour, 0)
    return "".join(f" {value}" * count for value, count in enumerate(counts[first : first + VALUES])).lstrip()


# Actions


class Choose(NamedTuple):
    """Choose a card, given by its kind, for this turn's cast."""

    card: int


class Cast(NamedTuple):
    """Cast the chosen cards at a tile."""

    tile: int


class Discard(NamedTuple):
    """Spend a card without a cast."""

    card: int


TEXTS = (
    *CARD_NAMES,
    *(f"cast {name}" for name in TILE_NAMES),
    *(f"discard {name}" for name in CARD_NAMES),
)


def parts(state: State, action: int) -> Choose | Cast | Discard:
    action = int(action)
    if action < CAST:
        return Choose(action)
    return Cast(action - CAST) if action < DISCARD else Discard(action - DISCARD)


def action_text(state: State, action: int) -> str:
    return TEXTS[action]


def parse_action(state: State, text: str) -> int:
    match text.split():
        case ["cast", tile]:
            return CAST + _read_tile(tile)
        case ["discard", colour, value]:
            return DISCARD + _read_card(colour, value)
        case [colour, value]:
            return _read_card(colour, value)
    raise UnreadableAction(
        f"{text[:60]!r} is not an action. Choose a card with 'red 5', cast the chosen cards at a tile with 'cast c4', "
        f"or, if you own every tile, discard a card with 'discard red 5'."
    )


def split_turn(text: str) -> list[str]:
    """Return the actions of "red 10 yellow 4 blue 3", or of "red 10 yellow 4 cast c4"; nothing for other texts."""
    cards, cast = rf"(?:(?:{'|'.join(COLOUR_NAMES)}) [0-9]{{1,2}}(?: |$))", r"cast \S+"
    if not re.fullmatch(f"{cards}+(?:{cast})?", text):
        return []
    return [part.strip() for part in re.findall(f"{cards}|{cast}", text)]


def _read_tile(word: str) -> int:
    if not re.fullmatch("[a-z][0-9]{1,2}", word):
        raise UnreadableAction(f"{word[:20]!r} is not a tile. Tiles have names like c4.")
    if word not in TILE_NAMES:
        raise IllegalAction(f"There is no tile {word}. Columns are a to e, rows 1 to {ROWS}.")
    return TILE_NAMES.index(word)


def _read_card(name: str, value: str) -> int:
    colour = read_word(name, COLOUR_NAMES, "colour")
    if not re.fullmatch("[0-9]{1,4}", value):
        raise UnreadableAction(f"{value[:20]!r} is not the value of a card. Values are 0 to {VALUES - 1}.")
    if int(value) >= VALUES:
        raise IllegalAction(f"There is no {name} {int(value)}. Values are 0 to {VALUES - 1}.")
    return kind_of(colour, int(value))


# Sentences


def why_not(state: State, action: int) -> str:
    if state.over:
        return "The match is over."
    if not 0 <= action < rules.ACTIONS:
        return "There is no such action."
    owns_all = rules.owns_every_tile(state, int(state.turn))
    match parts(state, action):
        case Discard() if not owns_all:
            return "You can only discard when you own every tile. Choose cards and cast them at a tile."
        case Choose() | Cast() if owns_all:
            return "You own every tile, so discard a card instead of casting."
        case Cast(tile) if state.owner[tile] == 1 + state.turn:
            return f"You already own {TILE_NAMES[tile]}. Cast at a tile that is not yours."
        case Cast():
            return "Choose at least one card before you cast."
        case Choose(card) if state.chosen[card // VALUES] != NONE:
            chosen = kind_of(card // VALUES, int(state.chosen[card // VALUES]) - 1)
            return f"You have already chosen {CARD_NAMES[chosen]}. A cast takes at most one card of each colour."
        case Choose(card) | Discard(card):
            return f"You have no {CARD_NAMES[card]} in your hand."


def action_words(state: State, action: int) -> str:
    match parts(state, action):
        case Cast(tile):
            return cast_words(tile, state.grade[tile], rules.odds(state, tile) if state.chosen.any() else None)
        case _:
            return card_words(action)


def card_words(action: int) -> str:
    """Return what choosing or discarding a card does, in a sentence."""
    return f"Choose {TEXTS[action]}." if action < CAST else f"{TEXTS[action].capitalize()}."


def cast_words(tile: int, grade: int, odds: int | None) -> str:
    """Return what a cast does, in a sentence, with its odds unless the view does not show the cards."""
    return f"Cast at {tile_words(tile, grade)}{'' if odds is None else f': {odds_words(odds)}'}."


def odds_words(odds: int) -> str:
    """Say how likely a capture is. Only what is certain is called so, and only what is impossible is called that."""
    if odds == rules.PAIRS:
        return "certain to capture"
    if odds == 0:
        return "can't capture"
    return f"{min(99, max(1, round(100 * odds / rules.PAIRS)))}% chance to capture"


def step_words(before: State, action: int, after: State) -> str:
    if action < CAST:
        return f"Chose {CARD_NAMES[action]}."
    if after.over:
        return f"{last_words(after)} Both hands are empty: {_result_words(after)}."
    return " ".join([last_words(after), *passed_over(before, after)])


def _result_words(state: State) -> str:
    """Say who has won and by what score, the higher one first."""
    high, low = max(state.score), min(state.score)
    if high == low:
        return f"a draw, {high} to {low}"
    return f"{seat_name(int(state.score[1] == high))} wins, {high} to {low}"


def last_words(state: State) -> str:
    """Say what the last cast or discard was, what was rolled, and what came of it."""
    past = plain_of(state)
    result = rules.result_of(past.last_error, past.last_rolls, past.last_help)
    thrown = thrown_words(past)
    if past.last_target == NONE:
        return f"{thrown}."
    if past.last_error == 0:
        return f"{thrown}: three exact cards, captured without a roll."
    rolls = [str(roll) for roll in past.last_rolls if roll]
    rolled = f"{'roll' if len(rolls) == 1 else 'rolls'} {' and '.join(rolls)}"
    helped = f", neighbours -{past.last_help}" if past.last_help else ""
    against = f"total {result} against {rules.TOLERANCE[past.grade[past.last_target - 1]]}"
    outcome = "captured" if past.last_captured else "missed"
    return f"{thrown}: error {past.last_error}, {rolled}{helped}, {against}: {outcome}."


def thrown_words(past: PlainState) -> str:
    """Say which cards were cast where, or discarded."""
    cards = toolkit.listing([CARD_NAMES[kind] for kind in chosen_kinds(past.last_cards)])
    tile = past.last_target - 1
    return f"Cast {cards} at {tile_words(tile, past.grade[tile])}" if tile >= 0 else f"Discarded {cards}"


def passed_over(before: State, after: State) -> list[str]:
    """Return a sentence if the same seat is to act again."""
    if after.over or after.turn != before.turn:
        return []
    return [f"{seat_name(1 - after.turn)} has no cards left and is passed over."]


# Positions, here with most of the map and of the spent cards left out:
#
#     turn 1 | map W3.10.0 S1.2.3@1 … / … | hand 1 r5 y10 b0 … | hand 2 r1 … | chosen r5 b0 | spent r0 r0 y7 …
#
# The map goes row by row from a1. A tile is its grade, its red, yellow and blue value, and its owner if it has one.
# Chosen cards are still in the hand. The deck is every card that is in neither hand and not spent.

KEYS = ("turn", "map", "hand 1", "hand 2", "chosen", "spent")


def position_text(state: State) -> str:
    tiles = " / ".join(" ".join(_tile_text(state, tile) for tile in row) for row in MAP_ROWS)
    hands = [_hand_text(state, seat) for seat in range(rules.SEATS)]
    spent = toolkit.heap_text(state.spent, SHORT_NAMES, between=" ")
    values = (state.turn + 1, tiles, *hands, _chosen_text(state), spent)
    return toolkit.join_position(dict(zip(KEYS, values, strict=True)))


def _tile_text(state: State, tile: int) -> str:
    values = ".".join(str(value) for value in state.value[tile])
    owner = "" if state.owner[tile] == NOBODY else f"@{state.owner[tile]}"
    return f"{GRADE_LETTERS[state.grade[tile]]}{values}{owner}"


def _hand_text(state: State, seat: int) -> str:
    return toolkit.heap_text(state.hand[seat], SHORT_NAMES, state.hand_size[seat], " ", HIDDEN)


def _chosen_text(state: State) -> str:
    if is_hidden(state.hand[state.turn], state.hand_size[state.turn]):
        return HIDDEN
    return " ".join(SHORT_NAMES[kind] for kind in chosen_kinds(state.chosen)) or DASH


def parse_position(text: str, state: State) -> None:
    values, _ = toolkit.split_position(text.lower(), KEYS)
    state.seats = rules.SEATS
    state.turn = read_number(values["turn"], "The turn", 1, rules.SEATS) - 1
    _read_map(values["map"], state)
    for seat in range(rules.SEATS):
        state.hand[seat] = _read_cards(values[f"hand {seat + 1}"], "A hand", rules.HAND)
        state.hand_size[seat] = state.hand[seat].sum()
    state.spent[:] = _read_cards(values["spent"], "The heap of spent cards", rules.CARDS)
    _read_chosen(values["chosen"], state)
    _set_deck(state)
    _check_history(state)
    if not state.hand_size.any():
        end_match(state, rules.HANDS_EMPTY, state.score)


def _read_map(text: str, state: State) -> None:
    """The tiles are set, and the scores, which follow from them."""
    shape = [len(row.split()) for row in text.split(" / ")]
    require(shape == [COLUMNS] * ROWS, f"The map has {ROWS} rows of {COLUMNS} tiles, separated by /.")
    for tile, word in enumerate(text.replace(" / ", " ").split()):
        found = re.fullmatch(r"([wsgtm])([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{1,2})(@[12])?", word)
        values = [int(value) for value in found.group(2, 3, 4)] if found else [VALUES]
        require(
            found and max(values) < VALUES,
            f"{word[:20]!r} can't be tile {TILE_NAMES[tile]}. A tile is a grade ({', '.join(GRADE_LETTERS)}), three "
            f"values from 0 to {VALUES - 1} and its owner if it has one: S1.10.3 or S1.10.3@2.",
        )
        state.grade[tile] = GRADE_LETTERS.lower().index(word[0])
        state.value[tile] = values
        if "@" in word:
            rules.capture(state, int(word[-1]) - 1, tile)
    for grade, most in enumerate(rules.TILES_OF_GRADE):
        count = int((state.grade == grade).sum())
        require(count <= most, f"The map has {count} {GRADE_NAMES[grade]} tiles, but there are only {most}.")


def _read_cards(text: str, what: str, most: int) -> npt.NDArray[Any]:
    """Return how many cards there are of each kind."""
    kinds = _read_kinds(text)
    require(len(kinds) <= most, f"{what} has at most {most} cards.")
    return np.bincount(np.array(kinds, int), minlength=KINDS)


def _read_kinds(text: str) -> list[int]:
    cards = [] if text == DASH else text.split()
    for card in cards:
        require(card in SHORT_NAMES, f"{card[:20]!r} is not a card. Cards are r0 to r10, y0 to y10 and b0 to b10.")
    return [SHORT_NAMES.index(card) for card in cards]


def _read_chosen(text: str, state: State) -> None:
    turn = int(state.turn)
    for kind in _read_kinds(text):
        colour = kind // VALUES
        require(state.chosen[colour] == NONE, f"Only one {COLOUR_NAMES[colour]} card can be chosen.")
        require(state.hand[turn, kind], f"Card {SHORT_NAMES[kind]} is chosen, but it is not in hand {turn + 1}.")
        rules.choose(state, kind)


def _set_deck(state: State) -> None:
    """The deck holds the cards that are in neither hand and not spent."""
    seen = state.spent + state.hand.sum(axis=0)
    for card, count, most in zip(SHORT_NAMES, seen, rules.CARDS_OF_KIND, strict=True):
        require(count <= most, f"There are only {most} cards {card}, but the position has {count}.")
    state.deck[:] = rules.CARDS_OF_KIND - seen
    state.deck_size = rules.CARDS - seen.sum()


def _check_history(state: State) -> None:
    """Refuse a position that no match can lead to."""
    turn, sizes = int(state.turn), tuple(state.hand_size.tolist())
    owned, spent = int((state.owner != NOBODY).sum()), int(state.spent.sum())
    first, second = rules.FIRST_HANDS
    require(
        spent or (turn, *sizes) == (0, first, second),
        f"Before any card is spent, it is turn 1, hand 1 has {first} cards and hand 2 has {second}.",
    )
    require(
        not spent or not state.deck_size or sizes == (rules.HAND, rules.HAND),
        f"Hands have {rules.HAND} cards while the deck lasts. It still has {state.deck_size}, "
        f"but the hands have {sizes[0]} and {sizes[1]}.",
    )
    require(owned <= spent, f"Owned tiles: {owned}. Spent cards: {spent}. Each capture takes at least one card.")
    require(sizes[turn] or not any(sizes), f"It can't be the turn of seat {turn + 1}, which has no cards.")
    require(
        not (state.chosen.any() and rules.owns_every_tile(state, turn)),
        f"Seat {turn + 1} owns every tile, so it can't choose cards to cast.",
    )


# The board in a terminal


def board(state: State) -> str:
    legend = ", ".join(f"{letter} {name}" for letter, name in zip(GRADE_LETTERS, GRADE_NAMES, strict=True))
    lines = [
        f"Welters. {toolkit.to_act(state)}.",
        f"{legend}; values red, yellow, blue; @ owner.",
        "",
        "    " + "".join(letter.ljust(15) for letter in COLUMN_LETTERS).rstrip(),
    ]
    for row, tiles in enumerate(MAP_ROWS):
        lines.append(f"{row + 1}   " + "  ".join(_tile_cell(state, tile) for tile in tiles).rstrip())
    lines.append("")
    for seat in range(rules.SEATS):
        hand = f"hand {_hand_text(state, seat)}{toolkit.pointer(state, seat)}"
        lines.append(f"seat {seat + 1}: {state.score[seat]:3} points, {hand}")
    if not state.over and _chosen_text(state) != HIDDEN:
        lines.append(f"chosen: {_chosen_text(state)}")
    lines += ["", f"deck: {state.deck_size} cards, spent:"]
    lines += [f"{name:6} {counted_values(state.spent, colour) or DASH}" for colour, name in enumerate(COLOUR_NAMES)]
    if state.last_seat != NOBODY:
        lines += ["", f"Seat {state.last_seat}: {last_words(state)}"]
    return "\n".join(lines)


def _tile_cell(state: State, tile: int) -> str:
    values = "".join(f"{value:3}" for value in state.value[tile])
    owner = "  " if state.owner[tile] == NOBODY else f"@{state.owner[tile]}"
    return f"{GRADE_LETTERS[state.grade[tile]]}{values} {owner}"
