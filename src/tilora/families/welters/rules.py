"""Welters: casting cards at the tiles of a map.

Each tile has a grade and three values: red, yellow and blue. A turn is a cast: up to one card of each colour, thrown at
a tile. The further the cards are from the tile's values, the larger the error. A roll is added to it, and own tiles
next to the target take something off. If the result is not above the tolerance of the grade, the tile is captured.
Better grades score more and tolerate less.
"""

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, State, below, draw, end_match, layout, rule
from tilora.kernel.toolkit import deal, deal_unseen, hide_hands

# What the state holds

SEATS = 2
ROWS, COLUMNS = 7, 5
TILES = ROWS * COLUMNS
"""Tiles are numbered row by row: a1, b1, …, e1, a2, …, e7."""
COLOURS = 3
VALUES = 11
"""Cards and tiles have values from 0 to 10."""
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
MOST_DICE = 2
PAIRS = DIE * DIE
"""Pairs of rolls: odds are counted in these."""
MISSING = 10
"""The error of a colour of which no card is played."""
HELP = 2
"""What each own tile next to the target takes off the result."""
NOBODY = 0
NONE = 0

HANDS_EMPTY = 1
"""The reason why a match ends."""

STATE = layout(
    SEATS,
    [
        ("grade", np.int8, (TILES,)),
        ("value", np.int8, (TILES, COLOURS)),
        ("owner", np.int8, (TILES,)),  # 1 + seat, or NOBODY
        ("deck", np.int8, (KINDS,)),  # how many of each kind; the order is decided when they are drawn
        ("deck_size", np.int8),
        ("hand", np.int8, (SEATS, KINDS)),  # chosen cards are still in the hand
        ("hand_size", np.int8, (SEATS,)),
        ("spent", np.int8, (KINDS,)),
        ("chosen", np.int8, (COLOURS,)),  # by the seat to act: 1 + value of the card, or NONE
        ("last_seat", np.int8),  # the last cast or discard, for all to see: 1 + the seat, or NOBODY
        ("last_cards", np.int8, (COLOURS,)),  # the cards it spent, like `chosen`
        ("last_target", np.int8),  # 1 + tile; NONE for a discarded card
        ("last_error", np.int8),
        ("last_rolls", np.int8, (MOST_DICE,)),  # 0 where there was no roll
        ("last_help", np.int8),
        ("last_captured", np.bool_),
    ],
)

CAST = KINDS
DISCARD = CAST + TILES
ACTIONS = DISCARD + KINDS
"""Actions: choosing a card of each kind, then casting at each tile, then discarding a card of each kind."""
MOST_ACTIONS = HAND + TILES
PAST = ("last_seat", "last_cards", "last_target", "last_error", "last_rolls", "last_help", "last_captured")


def codes(variant: int) -> Actions:
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
    left = int(state.deck_size)
    count = min(size - int(state.hand_size[seat]), left)
    state.deck_size = deal(state.deck, left, state.hand[seat], count, chance)
    state.hand_size[seat] += count


# What is legal


@rule
def legal(state: State, out: Actions) -> int:
    """Choose a card of a colour that has none, or cast the chosen ones. Whoever owns every tile discards a card."""
    count = 0
    if state.over:
        return count
    seat = int(state.turn)
    hand = state.hand[seat]
    shift = DISCARD if owns_every_tile(state, seat) else 0
    for colour in range(COLOURS):
        if state.chosen[colour] == NONE:
            for kind in range(kind_of(colour, 0), kind_of(colour + 1, 0)):
                if hand[kind] > 0:
                    out[count] = shift + kind
                    count += 1
    if state.chosen.any():
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


# What an action does. What happens in a turn is remembered until the next one ends, for all to see.


@rule
def play(state: State, action: int, chance: np.record) -> None:
    action = int(action)
    if action < CAST:
        choose(state, action)
        return
    if action < DISCARD:
        cast(state, action - CAST, chance)
    else:
        discard(state, action - DISCARD)
    spend_chosen(state)
    draw_up_to(state, int(state.turn), HAND, chance)
    pass_turn(state)


@rule
def choose(state: State, kind: int) -> None:
    state.chosen[kind // VALUES] = 1 + kind % VALUES


@rule
def cast(state: State, target: int, chance: np.record) -> None:
    """The target is captured if the result is not above its tolerance. Three exact cards always capture."""
    seat = int(state.turn)
    state.last_target = 1 + target
    state.last_error = error_at(state, target)
    state.last_help = help_at(state.owner, seat, target)
    dice = dice_for(int(state.owner[target]), int(state.last_error))
    for die in range(MOST_DICE):
        state.last_rolls[die] = 1 + below(chance, DIE) if die < dice else 0
    result = result_of(int(state.last_error), state.last_rolls, int(state.last_help))
    state.last_captured = result <= TOLERANCE[state.grade[target]]
    if state.last_captured:
        capture(state, seat, target)


@rule
def error_at(state: State, target: int) -> int:
    error = 0
    for colour in range(COLOURS):
        error += colour_error(int(state.chosen[colour]), int(state.value[target, colour]))
    return error


@rule
def colour_error(chosen: int, value: int) -> int:
    """Return the difference between card and tile, or 10 if no card of that colour is chosen."""
    return MISSING if chosen == NONE else abs(chosen - 1 - value)


@rule
def help_at(owner: npt.NDArray[np.int8] | tuple[int, ...], seat: int, target: int) -> int:
    """Return what the seat's own tiles next to the target, edge to edge, take off the result."""
    own = 1 + seat
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
    return HELP * count


@rule
def dice_for(owner: int, error: int) -> int:
    """Return how many dice a cast takes: none for three exact cards, one more if the opponent owns the target."""
    if error == 0:
        return 0
    return 1 if owner == NOBODY else 2


@rule
def result_of(error: int, rolls: npt.NDArray[np.int8] | tuple[int, ...], helped: int) -> int:
    """Return what a cast comes to: error and rolls, less the help of own tiles."""
    return error + int(sum(rolls)) - helped


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
    """The card will be spent without a cast: that is for a seat that owns every tile."""
    choose(state, kind)
    state.last_target = NONE
    state.last_error = 0
    state.last_rolls[:] = 0
    state.last_help = 0
    state.last_captured = False


@rule
def spend_chosen(state: State) -> None:
    """The chosen cards have gone from the hand to the spent ones, and none is chosen."""
    seat = int(state.turn)
    for colour in range(COLOURS):
        chosen = int(state.chosen[colour])
        state.last_cards[colour] = chosen
        state.chosen[colour] = NONE
        if chosen != NONE:
            kind = kind_of(colour, chosen - 1)
            state.hand[seat, kind] -= 1
            state.hand_size[seat] -= 1
            state.spent[kind] += 1
    state.last_seat = 1 + seat


@rule
def pass_turn(state: State) -> None:
    """The opponent is to act, or the same seat again if the opponent has no cards. The match ends when nobody has."""
    seat = int(state.turn)
    state.turns += 1
    if state.hand_size[1 - seat] > 0:
        state.turn = 1 - seat
    elif state.hand_size[seat] == 0:
        end_match(state, HANDS_EMPTY, state.score)


# How likely a cast is to capture

MOST_ROOM = int(max(TOLERANCE)) + 4 * HELP
_first, _second = np.divmod(np.arange(PAIRS), DIE)
ROLLS_WITHIN = (np.stack([0 * _first, _first + 1, _first + _second + 2])[..., None] <= np.arange(MOST_ROOM + 1)).sum(1)
"""By number of dice and room: in how many pairs of rolls the dice add up to no more than that room."""


@rule
def odds(state: State, target: int) -> int:
    """Return in how many of all pairs of rolls a cast of the chosen cards captures the target."""
    room = room_at(state, int(state.turn), target)
    return odds_within(room, int(state.owner[target]), error_at(state, target))


@rule
def room_at(state: State, seat: int, target: int) -> int:
    """Return what error and rolls may add up to if the seat is to capture the target."""
    return int(TOLERANCE[state.grade[target]]) + help_at(state.owner, seat, target)


@rule
def odds_within(room: int, owner: int, error: int) -> int:
    """Return in how many of all pairs of rolls there is room for the error and the dice."""
    return int(ROLLS_WITHIN[dice_for(owner, error), max(0, room - error)])


# What is hidden: the opponent's hand, and with it the deck, because all other cards are known.
# What the seat to act has chosen is hidden until the cast.


@rule
def redact(state: State, seat: int) -> None:
    hide_hands(state.hand, seat)
    if state.turn != seat:
        state.chosen[:] = NONE
    state.deck[:] = 0


@rule
def imagine(state: State, seat: int, chance: np.record) -> None:
    """The hidden hands are dealt from the cards that are neither spent nor the seat's own; the deck is the rest."""
    state.deck[:] = CARDS_OF_KIND
    state.deck[:] -= state.spent
    if seat >= 0:
        state.deck[:] -= state.hand[seat]
    deal_unseen(state, seat, state.deck, state.hand, state.hand_size, chance)
