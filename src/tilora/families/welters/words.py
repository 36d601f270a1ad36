"""The words of Welters: names, texts of actions and positions, sentences, and the board in a terminal."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy.typing as npt

from tilora.families.welters import rules
from tilora.families.welters.rules import CAST, COLUMNS, DISCARD, KINDS, NOBODY, NONE, ROWS, TILES, VALUES, kind_of
from tilora.kernel import IllegalAction, State, UnreadableAction, UnreadablePosition, end_match, seat_name
from tilora.kernel.toolkit import (
    HIDDEN,
    is_hidden,
    join_position,
    listing,
    pointer,
    read_number,
    read_word,
    require,
    split_position,
    to_act,
)
from tilora.kernel.toolkit import NONE as DASH

REASONS = ("", "both hands are empty")

# Names of things

GRADE_NAMES = ("water", "sand", "grass", "stone", "metal")
GRADE_LETTERS = "WSGTM"
COLOUR_NAMES = ("red", "yellow", "blue")
COLOUR_LETTERS = "ryb"
COLUMN_LETTERS = "abcde"

Counts: TypeAlias = npt.NDArray[Any] | tuple[int, ...]


def tile_name(tile: int) -> str:
    return f"{COLUMN_LETTERS[tile % COLUMNS]}{tile // COLUMNS + 1}"


def tile_words(tile: int, grade: int) -> str:
    return f"{tile_name(tile)} ({GRADE_NAMES[grade]})"


def card_name(kind: int) -> str:
    return f"{COLOUR_NAMES[kind // VALUES]} {kind % VALUES}"


def cards_words(kinds: Iterable[int]) -> str:
    """Return the cards in a sentence: "red 5, yellow 3 and blue 0"."""
    return listing([card_name(kind) for kind in kinds])


def cards_text(kinds: Iterable[int]) -> str:
    """Return the cards in the letters of a position: "r5 y3 b0"."""
    return " ".join(f"{COLOUR_LETTERS[kind // VALUES]}{kind % VALUES}" for kind in kinds) or DASH


def chosen_kinds(chosen: Counts) -> list[int]:
    """Return the kinds of the cards in `chosen` or `last_cards`."""
    return [kind_of(colour, int(card) - 1) for colour, card in enumerate(chosen) if card != NONE]


def counted_kinds(counts: Counts) -> list[int]:
    """Return the kinds of the cards in a heap or a hand, each as often as it is there."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def counted_values(counts: Counts, colour: int) -> str:
    """Return the values of the cards of a colour in a heap: "0 0 7", or nothing."""
    first = kind_of(colour, 0)
    return " ".join(map(str, counted_kinds(counts[first : first + VALUES])))


# Actions


class Choose(NamedTuple):
    """Choose a card for this turn's cast."""

    card: int
    """Its kind, as in `state.hand[seat, card]`."""


class Cast(NamedTuple):
    """Cast the chosen cards at a tile."""

    tile: int


class Discard(NamedTuple):
    """Spend a card without a cast."""

    card: int


TEXTS = (
    *(card_name(kind) for kind in range(KINDS)),
    *(f"cast {tile_name(tile)}" for tile in range(TILES)),
    *(f"discard {card_name(kind)}" for kind in range(KINDS)),
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


def _read_tile(word: str) -> int:
    if not re.fullmatch("[a-z][0-9]{1,2}", word):
        raise UnreadableAction(f"{word[:20]!r} is not a tile. Tiles have names like c4.")
    row = int(word[1:])
    if word[0] not in COLUMN_LETTERS or not 1 <= row <= ROWS:
        raise IllegalAction(f"There is no tile {word}. Columns are a to e, rows 1 to {ROWS}.")
    return (row - 1) * COLUMNS + COLUMN_LETTERS.index(word[0])


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
            return f"You already own {tile_name(tile)}. Cast at a tile that is not yours."
        case Cast():
            return "Choose at least one card before you cast."
        case Choose(card) if state.chosen[card // VALUES] != NONE:
            chosen = kind_of(card // VALUES, int(state.chosen[card // VALUES]) - 1)
            return f"You have already chosen {card_name(chosen)}. A cast takes at most one card of each colour."
        case Choose(card) | Discard(card):
            return f"You have no {card_name(card)} in your hand."


def action_words(state: State, action: int) -> str:
    match parts(state, action):
        case Choose() | Discard():
            return card_words(action)
        case Cast(tile):
            if not rules.any_chosen(state):  # a view that does not show them
                return f"Cast at {tile_words(tile, state.grade[tile])}."
            return cast_words(tile, state.grade[tile], rules.odds(state, tile))


def card_words(action: int) -> str:
    return f"{TEXTS[action].capitalize()}." if action >= DISCARD else f"Choose {TEXTS[action]}."


def cast_words(tile: int, grade: int, odds: int) -> str:
    return f"Cast at {tile_words(tile, grade)}: {odds_words(odds)}."


def odds_words(odds: int) -> str:
    """Say how likely a capture is. Only what is certain is called so, and only what is impossible is called that."""
    if odds == rules.PAIRS:
        return "certain to capture"
    if odds == 0:
        return "can't capture"
    return f"{min(99, max(1, round(100 * odds / rules.PAIRS)))}% chance to capture"


def step_words(before: State, action: int, after: State) -> str:
    if isinstance(chosen := parts(before, action), Choose):
        return f"Chose {card_name(chosen.card)}."
    if after.over:
        return f"{last_words(after)} Both hands are empty: the match ends {after.score[0]} to {after.score[1]}."
    return " ".join([last_words(after), *passed_over(before, after)])


def last_words(state: State) -> str:
    """Say what the last cast or discard was, what was rolled, and what came of it."""
    cards = cards_words(chosen_kinds(state.last_cards))
    if state.last_target == NONE:
        return f"Discarded {cards}."
    tile = int(state.last_target) - 1
    cast = f"Cast {cards} at {tile_words(tile, state.grade[tile])}"
    if state.last_error == 0:
        return f"{cast}: three exact cards, captured without a roll."
    rolls = last_rolls(state)
    rolled = f"{'roll' if len(rolls) == 1 else 'rolls'} {' and '.join(map(str, rolls))}"
    helped = f", neighbours -{state.last_help}" if state.last_help else ""
    against = f"total {rules.last_result(state)} against {rules.TOLERANCE[state.grade[tile]]}"
    outcome = "captured" if state.last_captured else "missed"
    return f"{cast}: error {state.last_error}, {rolled}{helped}, {against}: {outcome}."


def last_rolls(state: State) -> tuple[int, ...]:
    return tuple(int(roll) for roll in state.last_rolls if roll > 0)


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
    tiles = [_tile_text(state, tile) for tile in range(TILES)]
    values = (
        state.turn + 1,
        " / ".join(" ".join(tiles[first : first + COLUMNS]) for first in range(0, TILES, COLUMNS)),
        _hand_text(state, 0),
        _hand_text(state, 1),
        HIDDEN
        if is_hidden(state.hand[state.turn], state.hand_size[state.turn])
        else cards_text(chosen_kinds(state.chosen)),
        cards_text(counted_kinds(state.spent)),
    )
    return join_position(dict(zip(KEYS, values, strict=True)))


def _tile_text(state: State, tile: int) -> str:
    values = ".".join(str(value) for value in state.value[tile])
    owner = "" if state.owner[tile] == NOBODY else f"@{state.owner[tile]}"
    return f"{GRADE_LETTERS[state.grade[tile]]}{values}{owner}"


def _hand_text(state: State, seat: int) -> str:
    if is_hidden(state.hand[seat], state.hand_size[seat]):
        return " ".join(HIDDEN * int(state.hand_size[seat]))
    return cards_text(counted_kinds(state.hand[seat]))


def parse_position(text: str, state: State) -> None:
    values, _ = split_position(text.lower(), KEYS)
    state.seats = rules.SEATS
    state.turn = read_number(values["turn"], "The turn", 1, rules.SEATS) - 1
    _read_map(values["map"], state)
    for seat in range(rules.SEATS):
        state.hand_size[seat] = _read_cards(values[f"hand {seat + 1}"], "A hand", rules.HAND, state.hand[seat])
    spent = _read_cards(values["spent"], "The heap of spent cards", rules.CARDS, state.spent)
    _read_chosen(values["chosen"], state)
    _set_deck(state)
    _check_history(state, spent)
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
            f"{word[:20]!r} can't be tile {tile_name(tile)}. A tile is a grade ({', '.join(GRADE_LETTERS)}), three "
            f"values from 0 to {VALUES - 1} and its owner if it has one: S1.10.3 or S1.10.3@2.",
        )
        state.grade[tile] = GRADE_LETTERS.lower().index(word[0])
        state.value[tile] = values
        if "@" in word:
            rules.capture(state, int(word[-1]) - 1, tile)
    for grade, most in enumerate(rules.TILES_OF_GRADE):
        count = int((state.grade == grade).sum())
        require(count <= most, f"The map has {count} {GRADE_NAMES[grade]} tiles, but there are only {most}.")


def _read_cards(text: str, what: str, most: int, counts: npt.NDArray[Any]) -> int:
    """The cards are counted by their kinds. Return how many there are."""
    kinds = _read_kinds(text)
    require(len(kinds) <= most, f"{what} has at most {most} cards.")
    for kind in kinds:
        counts[kind] += 1
    return len(kinds)


def _read_kinds(text: str) -> list[int]:
    kinds = []
    for word in [] if text == DASH else text.split():
        found = re.fullmatch(f"([{COLOUR_LETTERS}])([0-9]{{1,2}})", word)
        if not found or int(found[2]) >= VALUES:
            raise UnreadablePosition(f"{word[:20]!r} is not a card. Cards are r0 to r10, y0 to y10 and b0 to b10.")
        kinds.append(kind_of(COLOUR_LETTERS.index(found[1]), int(found[2])))
    return kinds


def _read_chosen(text: str, state: State) -> None:
    for kind in _read_kinds(text):
        colour, card, turn = kind // VALUES, cards_text([kind]), int(state.turn)
        require(state.chosen[colour] == NONE, f"Only one {COLOUR_NAMES[colour]} card can be chosen.")
        require(state.hand[turn, kind], f"Card {card} is chosen, but it is not in hand {turn + 1}.")
        rules.choose(state, kind)


def _set_deck(state: State) -> None:
    """The deck holds the cards that are in neither hand and not spent."""
    seen = state.spent + state.hand.sum(axis=0)
    for kind in range(KINDS):
        there_are = f"There are only {rules.CARDS_OF_KIND[kind]} cards {cards_text([kind])}"
        require(seen[kind] <= rules.CARDS_OF_KIND[kind], f"{there_are}, but the position has {seen[kind]}.")
    state.deck[:] = rules.CARDS_OF_KIND - seen
    state.deck_size = rules.CARDS - seen.sum()


def _check_history(state: State, spent: int) -> None:
    """Refuse a position that no match can lead to."""
    turn, sizes = int(state.turn), tuple(int(size) for size in state.hand_size)
    owned = int((state.owner != NOBODY).sum())
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
        not (rules.any_chosen(state) and rules.owns_every_tile(state, turn)),
        f"Seat {turn + 1} owns every tile, so it can't choose cards to cast.",
    )


# The board in a terminal


def board(state: State) -> str:
    legend = ", ".join(f"{letter} {name}" for letter, name in zip(GRADE_LETTERS, GRADE_NAMES, strict=True))
    lines = [
        f"Welters. {to_act(state)}.",
        f"{legend}; values red, yellow, blue; @ owner.",
        "",
        "    " + "".join(letter.ljust(15) for letter in COLUMN_LETTERS).rstrip(),
    ]
    for row in range(ROWS):
        tiles = range(row * COLUMNS, (row + 1) * COLUMNS)
        lines.append(f"{row + 1}   " + "  ".join(_tile_cell(state, tile) for tile in tiles).rstrip())
    lines.append("")
    for seat in range(rules.SEATS):
        hand = f"hand {_hand_text(state, seat)}{pointer(state, seat)}"
        lines.append(f"seat {seat + 1}: {state.score[seat]:3} points, {hand}")
    if not state.over and not is_hidden(state.hand[state.turn], state.hand_size[state.turn]):
        lines.append(f"chosen: {cards_text(chosen_kinds(state.chosen))}")
    lines += ["", f"deck: {state.deck_size} cards, spent:"]
    lines += [f"{name:6} {counted_values(state.spent, colour) or DASH}" for colour, name in enumerate(COLOUR_NAMES)]
    if state.last_seat != NOBODY:
        lines += ["", f"Seat {state.last_seat}: {last_words(state)}"]
    return "\n".join(lines)


def _tile_cell(state: State, tile: int) -> str:
    values = "".join(f"{value:3}" for value in state.value[tile])
    owner = "  " if state.owner[tile] == NOBODY else f"@{state.owner[tile]}"
    return f"{GRADE_LETTERS[state.grade[tile]]}{values} {owner}"
