"""Welters: casting cards for the tiles of a map.

Each tile has a grade and three values: red, yellow and blue. A turn is a cast: up to one card of each colour,
thrown at a tile. The further the cards are from the tile's values, the larger the error; a roll is added to it,
own tiles next to the target help, and what is not above the tolerance of the grade captures. Better grades score
more and tolerate less.
"""

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, State, below, draw, end_match, layout, rule

# What the state holds

SEATS = 2
ROWS, COLUMNS = 7, 5
TILES = ROWS * COLUMNS
"""Tiles are numbered row by row: a1, b1, …, e1, a2, …, e7."""
COLOURS = 3
VALUES = 11
"""Of cards and of tiles: 0 to 10."""
KINDS = COLOURS * VALUES
"""Cards of one kind are alike. Kinds are numbered red 0 to red 10, yellow 0 to yellow 10, blue 0 to blue 10."""
CARDS_OF_KIND = np.array([4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4] * COLOURS)
CARDS = 105
HAND = 8
FIRST_HANDS = np.array([5, 8])

WATER, SAND, GRASS, STONE, METAL = 0, 1, 2, 3, 4
GRADES = 5
TILES_OF_GRADE = np.array([16, 12, 8, 6, 3])
TILES_IN_BOX = 45
TOLERANCE = np.array([54, 21, 15, 12, 9])
SCORE = np.array([1, 2, 4, 8, 12])

DIE = 12
MISSING = 10
"""The error of a colour of which no card is played."""
HELP = 2
"""What each own tile next to the target takes off the result."""
NOBODY = 0
NONE = 0

RUNNING, HANDS_EMPTY = 0, 1

STATE = layout(
    SEATS,
    [
        ("grade", np.int8, (TILES,)),
        ("value", np.int8, (TILES, COLOURS)),
        ("owner", np.int8, (TILES,)),  # 1 + seat, or NOBODY
        ("deck", np.int8, (KINDS,)),  # how many of each kind; their order is not decided before they are drawn
        ("deck_size", np.int8),
        ("hand", np.int8, (SEATS, KINDS)),  # chosen cards are still in the hand
        ("hand_size", np.int8, (SEATS,)),
        ("spent", np.int8, (KINDS,)),
        ("chosen", np.int8, (COLOURS,)),  # this turn, by the seat to act: 1 + value of the card, or NONE
        ("last_seat", np.int8),  # what happened last, for all to see: 1 + the seat that did it, or NOBODY
        ("last_cards", np.int8, (COLOURS,)),  # what it spent, like `chosen`
        ("last_target", np.int8),  # 1 + tile; NONE for a discarded card
        ("last_error", np.int8),
        ("last_rolls", np.int8, (2,)),  # 0 where there was no roll
        ("last_help", np.int8),
        ("last_captured", np.bool_),
    ],
)

CAST = KINDS
DISCARD = CAST + TILES
ACTIONS = DISCARD + KINDS
"""Actions: choosing a card of each kind, then casting at each tile, then discarding a card of each kind."""
MOST_ACTIONS = HAND + TILES
PAST = (
    "last_seat",
    "last_cards",
    "last_target",
    "last_error",
    "last_rolls",
    "last_help",
    "last_captured",
)


def codes(variant: int) -> Actions:
    """Every action there can be."""
    return np.arange(ACTIONS, dtype=np.int32)


@rule
def kind_of(colour: int, value: int) -> int:
    return colour * VALUES + value


# How it starts


@rule
def start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    box = TILES_OF_GRADE.copy()
    for tile in range(TILES):
        state.grade[tile] = draw(chance, box, TILES_IN_BOX - tile)
    for tile in range(TILES):
        for colour in range(COLOURS):
            state.value[tile, colour] = below(chance, VALUES)
    state.deck[:] = CARDS_OF_KIND
    state.deck_size = CARDS
    for seat in range(SEATS):
        draw_up_to(state, seat, FIRST_HANDS[seat], chance)


@rule
def draw_up_to(state: State, seat: int, size: int, chance: np.record) -> None:
    """The hand holds that many cards, or fewer if the deck is empty."""
    deck = state.deck
    held = int(state.hand_size[seat])
    left = int(state.deck_size)
    while held < size and left > 0:
        state.hand[seat, draw(chance, deck, left)] += 1
        held += 1
        left -= 1
    state.hand_size[seat] = held
    state.deck_size = left


# What is legal


@rule
def legal(state: State, out: Actions) -> int:
    count = 0
    if state.over:
        return count
    seat = int(state.turn)
    hand = state.hand[seat]
    if owns_every_tile(state, seat):
        for kind in range(KINDS):
            if hand[kind] > 0:
                out[count] = DISCARD + kind
                count += 1
        return count
    for colour in range(COLOURS):
        if state.chosen[colour] == NONE:
            first = kind_of(colour, 0)
            for kind in range(first, first + VALUES):
                if hand[kind] > 0:
                    out[count] = kind
                    count += 1
    if any_chosen(state):
        for tile in range(TILES):
            if state.owner[tile] != 1 + seat:
                out[count] = CAST + tile
                count += 1
    return count


@rule
def owns_every_tile(state: State, seat: int) -> bool:
    for tile in range(TILES):
        if state.owner[tile] != 1 + seat:
            return False
    return True


@rule
def any_chosen(state: State) -> bool:
    for colour in range(COLOURS):
        if state.chosen[colour] != NONE:
            return True
    return False


# What an action does


@rule
def play(state: State, action: int, chance: np.record) -> None:
    action = int(action)
    if action < CAST:
        state.chosen[action // VALUES] = 1 + action % VALUES
    elif action < DISCARD:
        cast(state, action - CAST, chance)
        end_of_turn(state, chance)
    else:
        discard(state, action - DISCARD)
        end_of_turn(state, chance)


@rule
def cast(state: State, target: int, chance: np.record) -> None:
    """The chosen cards are spent, and the target is captured if the result is not above its tolerance."""
    seat = int(state.turn)
    error = error_at(state, target)
    dice = dice_at(state, target, error)
    help_given = HELP * own_neighbours(state, target)
    result = error - help_given
    for die in range(2):
        roll = 1 + below(chance, DIE) if die < dice else 0
        state.last_rolls[die] = roll
        result += roll
    captured = result <= TOLERANCE[state.grade[target]]  # always so with error 0, which takes no roll
    state.last_target = 1 + target
    state.last_error = error
    state.last_help = help_given
    state.last_captured = captured
    spend_chosen(state, seat)
    if captured:
        capture(state, seat, target)


@rule
def error_at(state: State, target: int) -> int:
    """For each colour the difference between card and tile, or 10 if no card of that colour is chosen."""
    error = 0
    for colour in range(COLOURS):
        chosen = int(state.chosen[colour])
        error += MISSING if chosen == NONE else abs(chosen - 1 - int(state.value[target, colour]))
    return error


@rule
def dice_at(state: State, target: int, error: int) -> int:
    """None for three exact cards, one more if the opponent owns the target."""
    if error == 0:
        return 0
    return 1 if state.owner[target] == NOBODY else 2


@rule
def own_neighbours(state: State, target: int) -> int:
    """How many tiles next to the target, edge to edge, belong to the seat to act."""
    owner = state.owner
    own = 1 + state.turn
    row, column = target // COLUMNS, target % COLUMNS
    count = 0
    if row > 0 and owner[target - COLUMNS] == own:
        count += 1
    if row < ROWS - 1 and owner[target + COLUMNS] == own:
        count += 1
    if column > 0 and owner[target - 1] == own:
        count += 1
    if column < COLUMNS - 1 and owner[target + 1] == own:
        count += 1
    return count


@rule
def odds(state: State, target: int) -> int:
    """In how many of 144 cases, which are all pairs of rolls, a cast of the chosen cards captures the target."""
    error = error_at(state, target)
    if error == 0:
        return DIE * DIE
    most = int(TOLERANCE[state.grade[target]]) - error + HELP * own_neighbours(state, target)
    if dice_at(state, target, error) == 1:
        return DIE * max(0, min(DIE, most))
    cases = 0
    for first in range(1, DIE + 1):
        cases += max(0, min(DIE, most - first))
    return cases


@rule
def spend_chosen(state: State, seat: int) -> None:
    """The chosen cards have gone from the hand to the spent ones, and none is chosen."""
    for colour in range(COLOURS):
        chosen = int(state.chosen[colour])
        state.last_cards[colour] = chosen
        state.chosen[colour] = NONE
        if chosen != NONE:
            spend(state, seat, kind_of(colour, chosen - 1))
    state.last_seat = 1 + seat


@rule
def spend(state: State, seat: int, kind: int) -> None:
    state.hand[seat, kind] -= 1
    state.hand_size[seat] -= 1
    state.spent[kind] += 1


@rule
def capture(state: State, seat: int, target: int) -> None:
    """The tile and its score are the seat's, and no longer the opponent's."""
    points = SCORE[state.grade[target]]
    owner = int(state.owner[target])
    if owner != NOBODY:
        state.score[owner - 1] -= points
    state.score[seat] += points
    state.owner[target] = 1 + seat


@rule
def discard(state: State, kind: int) -> None:
    """One who owns every tile has spent a card without casting."""
    state.chosen[kind // VALUES] = 1 + kind % VALUES
    spend_chosen(state, int(state.turn))
    state.last_target = NONE
    state.last_error = 0
    state.last_rolls[:] = 0
    state.last_help = 0
    state.last_captured = False


@rule
def end_of_turn(state: State, chance: np.record) -> None:
    """The hand is filled up, and who has cards is to act; the opponent first."""
    seat = int(state.turn)
    draw_up_to(state, seat, HAND, chance)
    state.turns += 1
    if state.hand_size[1 - seat] > 0:
        state.turn = 1 - seat
    elif state.hand_size[seat] == 0:
        end_match(state, HANDS_EMPTY, state.score)


# What is hidden: the opponent's hand, and with it the deck, because what is in neither of them is known.
# What the seat to act has chosen is hidden until the cast.


@rule
def redact(state: State, seat: int) -> None:
    for other in range(SEATS):
        if other != seat:
            state.hand[other] = 0
    if state.turn != seat:
        state.chosen[:] = NONE
    state.deck[:] = 0


@rule
def imagine(state: State, seat: int, chance: np.record) -> None:
    """Of the cards that are neither spent nor the seat's own, the hidden hands are dealt; the deck is the rest."""
    for kind in range(KINDS):
        known = int(state.spent[kind])
        if seat >= 0:
            known += int(state.hand[seat, kind])
        state.deck[kind] = CARDS_OF_KIND[kind] - known
    unseen = int(state.deck.sum())
    for other in range(SEATS):
        if other != seat:
            for _ in range(state.hand_size[other]):
                state.hand[other, draw(chance, state.deck, unseen)] += 1
                unseen -= 1
