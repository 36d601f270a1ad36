"""What Welters looks like: the map with deck and last cast beside it, and two hands; and where one clicks.

Tile and card wear the same triangle: red above, yellow on the left, blue on the right.
"""

import re
from collections.abc import Iterator, Sequence

from tilora.families.welters import rules, words
from tilora.families.welters.rules import (
    CAST,
    COLOURS,
    COLUMNS,
    DISCARD,
    HAND,
    KINDS,
    NOBODY,
    NONE,
    ROWS,
    TILES,
    VALUES,
)
from tilora.families.welters.words import (
    CERTAIN,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    COLUMN_LETTERS,
    GRADE_LETTERS,
    GRADE_NAMES,
    card_name,
    cards_text,
    chosen_kinds,
    hand_is_hidden,
    tile_name,
)
from tilora.kernel import Action, State, View, fast_state, seat_name
from tilora.scene.vocabulary import Area, Beat, Choice, Move, Piece, Scene, Spot, Text

MARGIN = 0.3
EDGE = 0.5
"""For the letters of the columns and the numbers of the rows."""
PITCH = 1.04
"""From tile to tile."""
CARD_WIDTH, CARD_HEIGHT = 0.9, 1.26
"""Eight of them side by side are about as wide as the map: that makes both as large as a phone allows."""
HAND_MARGIN = 0.18
HAND_PITCH = 0.93
PITCH_OF_BACKS = 0.45
RAISED = 0.2
"""How much higher those cards lie that are chosen."""
NO_CARDS = Text(x=0.3, y=0.5, text="No cards left", size=0.35, align="start", role="faint")

SIDE = EDGE + COLUMNS * PITCH + 0.25
"""Where the column beside the map begins, with the deck and the cards of the last cast."""
DECK_TOP = EDGE + 0.1
CAST_TOP = EDGE + 2.4
CAST_PITCH = CARD_HEIGHT + 0.12
MAP_WIDTH = SIDE + CARD_WIDTH + MARGIN
MAP_HEIGHT = EDGE + ROWS * PITCH + 0.16

CORNERS = ((0.5, 0.285), (0.245, 0.712), (0.755, 0.712))
"""On a tile: where its red, yellow and blue value stand."""
COIN = (0.5, 0.573)
"""On a tile: where its score stands."""
CARD_CENTRE = (0.45, 0.868)


# What things are called


def hand_id(seat: int, kind: int, number: int) -> str:
    """The card of that kind in the hand; the chosen one has the highest number."""
    return f"hand-{seat}-{cards_text([kind])}-{number}"


def back_id(seat: int, number: int) -> str:
    return f"hand-{seat}-back-{number}"


def cast_id(colour: int) -> str:
    return f"cast-{COLOUR_LETTERS[colour]}"


def tile_id(tile: int) -> str:
    return f"tile-{tile_name(tile)}"


def cards_counted(count: int) -> str:
    return f"{count} {'card' if count == 1 else 'cards'}"


# The scene


def scene(view: View) -> Scene:
    state = fast_state(view.state)
    seats = sorted(range(rules.SEATS), key=lambda seat: (seat != view.seat, seat))
    return Scene(
        areas=(_map(state), *(_hand(state, seat) for seat in seats)),
        choices=tuple(choice for action in view.actions() for choice in _choices(state, action)),
    )


def _map(state: State) -> Area:
    spot, pieces, texts = _side(state)
    columns = [
        Text(x=round(EDGE + PITCH * (column + 0.5) - 0.02, 2), y=0.28, text=letter, size=0.28, role="faint")
        for column, letter in enumerate(COLUMN_LETTERS)
    ]
    rows = [
        Text(x=0.26, y=round(EDGE + PITCH * (row + 0.5) - 0.02, 2), text=str(row + 1), size=0.28, role="faint")
        for row in range(ROWS)
    ]
    return Area(
        id="map",
        role="shared",
        label="Map",
        w=round(MAP_WIDTH, 2),
        h=round(MAP_HEIGHT, 2),
        spots=(spot,),
        pieces=(*(_tile(state, tile) for tile in range(TILES)), *pieces),
        texts=(*columns, *rows, *texts),
    )


def _tile(state: State, tile: int) -> Piece:
    row, column = divmod(tile, COLUMNS)
    grade = int(state.grade[tile])
    values = [int(value) for value in state.value[tile]]
    owner = int(state.owner[tile]) - 1 if state.owner[tile] != NOBODY else None
    numbers = [
        Text(x=x, y=y, text=str(value), size=0.25 if value < 10 else 0.22, role="number")
        for (x, y), value in zip(CORNERS, values, strict=True)
    ]
    score = Text(x=COIN[0], y=COIN[1], text=str(rules.SCORE[grade]), size=0.15, role="number")
    letter = Text(x=0.14, y=0.15, text=GRADE_LETTERS[grade], size=0.17, role="faint")
    whose = "nobody's" if owner is None else f"owned by {seat_name(owner)}"
    named = ", ".join(f"{name} {value}" for name, value in zip(COLOUR_NAMES, values, strict=True))
    return Piece(
        id=tile_id(tile),
        kind="tile",
        symbol=GRADE_NAMES[grade],
        x=round(EDGE + PITCH * column, 2),
        y=round(EDGE + PITCH * row, 2),
        texts=(*numbers, score, letter),
        owner=owner,
        look="marked" if state.last_target == 1 + tile else "",
        label=f"{tile_name(tile)}, {GRADE_NAMES[grade]}: {named}; {whose}",
        about=f"{GRADE_NAMES[grade].capitalize()} scores {rules.SCORE[grade]} and tolerates {rules.TOLERANCE[grade]}.",
    )


def _side(state: State) -> tuple[Spot, list[Piece], list[Text]]:
    """Beside the map: the deck, and the cards spent last on the heap of all that are spent."""
    left, spent = int(state.deck_size), int(state.spent.sum())
    deck = Piece(
        id="deck",
        kind="card",
        symbol="card-back",
        x=SIDE,
        y=DECK_TOP,
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        look="back" if left else "faded",
        label=f"the deck, with {cards_counted(left)}" if left else "the deck, which is empty",
        about="Hands are filled up to eight from here when a turn ends.",
    )
    pieces = [deck]
    for colour in range(COLOURS):
        value = int(state.last_cards[colour]) - 1
        if value >= 0:
            kind = rules.kind_of(colour, value)
            y = round(CAST_TOP + CAST_PITCH * colour, 2)
            pieces.append(_card(cast_id(colour), kind, SIDE, y, label=f"{card_name(kind)}, just spent"))
    seen = "; ".join(_spent_words(state, colour) for colour in range(COLOURS))
    heap = Spot(
        id="spent",
        x=round(SIDE - 0.08, 2),
        y=round(CAST_TOP - 0.08, 2),
        w=round(CARD_WIDTH + 0.16, 2),
        h=round(2 * CAST_PITCH + CARD_HEIGHT + 0.16, 2),
        shape="panel",
        label=f"spent: {cards_counted(spent)}",
        about=f"Spent so far: {seen}." if spent else "Cards that are cast come to lie here, open to both.",
    )
    below = Text(
        x=round(SIDE + CARD_WIDTH / 2, 2),
        y=round(DECK_TOP + CARD_HEIGHT + 0.25, 2),
        text=str(left),
        size=0.36,
        role="number",
    )
    return heap, pieces, [below]


def _spent_words(state: State, colour: int) -> str:
    values = [str(value) for value in range(VALUES) for _ in range(state.spent[rules.kind_of(colour, value)])]
    return f"{COLOUR_NAMES[colour]} {' '.join(values) or 'none'}"


def _card(name: str, kind: int, x: float, y: float, *, chosen: bool = False, label: str = "") -> Piece:
    value = str(kind % VALUES)
    number = Text(x=CARD_CENTRE[0], y=CARD_CENTRE[1], text=value, size=0.42 if len(value) < 2 else 0.36, role="number")
    letter = Text(x=0.17, y=1.1, text=COLOUR_LETTERS[kind // VALUES].upper(), size=0.24, role="faint")
    return Piece(
        id=name,
        kind="card",
        symbol=f"card-{COLOUR_NAMES[kind // VALUES]}",
        x=x,
        y=y,
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        texts=(number, letter),
        look="marked" if chosen else "",
        label=label or (f"{card_name(kind)}, chosen" if chosen else card_name(kind)),
    )


def _hand(state: State, seat: int) -> Area:
    hidden = hand_is_hidden(state, seat)
    pitch = PITCH_OF_BACKS if hidden else HAND_PITCH
    return Area(
        id=f"hand-{seat}",
        role="hand",
        seat=seat,
        label=f"Hand of {seat_name(seat)}",
        w=round(2 * HAND_MARGIN + pitch * (HAND - 1) + CARD_WIDTH, 2),
        h=round(2 * HAND_MARGIN + RAISED + CARD_HEIGHT, 2),
        pieces=tuple(_backs(state, seat) if hidden else _open_cards(state, seat)),
        texts=() if state.hand_size[seat] else (NO_CARDS,),
    )


def _open_cards(state: State, seat: int) -> Iterator[Piece]:
    chosen = chosen_kinds(state.chosen) if seat == state.turn else []
    slot = 0
    for kind in range(KINDS):
        held = int(state.hand[seat, kind])
        for number in range(1, held + 1):
            up = kind in chosen and number == held
            x = round(HAND_MARGIN + HAND_PITCH * slot, 2)
            yield _card(hand_id(seat, kind, number), kind, x, HAND_MARGIN if up else HAND_MARGIN + RAISED, chosen=up)
            slot += 1


def _backs(state: State, seat: int) -> Iterator[Piece]:
    for slot in range(state.hand_size[seat]):
        yield Piece(
            id=back_id(seat, slot + 1),
            kind="card",
            symbol="card-back",
            x=round(HAND_MARGIN + PITCH_OF_BACKS * slot, 2),
            y=HAND_MARGIN + RAISED,
            w=CARD_WIDTH,
            h=CARD_HEIGHT,
            look="back",
            label=f"a hidden card of {seat_name(seat)}",
        )


# Where one clicks


def _choices(state: State, legal: Action) -> Iterator[Choice]:
    """The ways to click for an action: one for each of the cards in the hand that are alike."""
    action, text, said = legal.code, legal.text, legal.sentence
    if CAST <= action < DISCARD:
        tile = action - CAST
        odds = rules.odds(state, tile)
        gain = f"+{rules.SCORE[state.grade[tile]]}" if odds == CERTAIN else ""
        yield Choice(action=text, words=said, path=(tile_id(tile),), odds=round(odds / CERTAIN, 4), gain=gain)
        return
    kind = action if action < CAST else action - DISCARD
    for number in range(1, int(state.hand[state.turn, kind]) + 1):
        yield Choice(action=text, words=said, path=(hand_id(int(state.turn), kind, number),))


def why(view: View, path: Sequence[str]) -> str:
    state = view.state
    for name in path:
        tile = re.fullmatch(f"tile-([{COLUMN_LETTERS}])([1-{ROWS}])", name)
        if tile:
            number = (int(tile[2]) - 1) * COLUMNS + COLUMN_LETTERS.index(tile[1])
            return words.why_not(state, CAST + number)
        card = re.fullmatch(f"hand-{view.seat}-([{COLOUR_LETTERS}])(10|[0-9])-[0-9]", name)
        if card:
            return _why_not_card(state, rules.kind_of(COLOUR_LETTERS.index(card[1]), int(card[2])))
        if name.startswith("hand-"):
            return "Those cards are not yours."
        if name == "deck":
            return f"Your hand is filled up to {HAND} from the deck when your turn ends."
        if name == "spent" or name.startswith("cast-"):
            return "Spent cards stay where they are. Choose cards of your hand, then a tile."
    return ""


def _why_not_card(state: State, kind: int) -> str:
    if state.chosen[kind // VALUES] == 1 + kind % VALUES and state.hand[state.turn, kind] > 0:
        return f"{card_name(kind).capitalize()} is chosen already. Undo takes it back; a tile casts it."
    return words.why_not(state, kind)


# What happened in a turn


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    actor = int(before.turn)
    if action < CAST:
        held = int(before.hand[actor, action])
        ids = (hand_id(actor, action, held),) if not hand_is_hidden(before, actor) else ()
        return [Beat(words=words.step_words(before, action, after), ids=ids)]
    happened = [_thrown(before, after)]
    if action < DISCARD:
        happened += _roll(after) + _outcome(before, after)
    return happened + _drawn(before, after) + _turned(before, after)


def _thrown(before: State, after: State) -> Beat:
    """The cards leave the hand and lie beside the map, for all to see; those of the cast before make room."""
    actor = int(before.turn)
    kinds = chosen_kinds(after.last_cards)
    moves = [
        Move(id=cast_id(kind // VALUES), becomes=f"old-{cast_id(kind // VALUES)}")
        for kind in chosen_kinds(before.last_cards)
    ]
    for number, kind in enumerate(kinds):
        if hand_is_hidden(before, actor):
            card = back_id(actor, int(before.hand_size[actor]) - number)
        else:
            card = hand_id(actor, kind, int(before.hand[actor, kind]))
        moves.append(Move(id=card, becomes=cast_id(kind // VALUES)))
    cards = words.cards_words(kinds)
    ids = [cast_id(kind // VALUES) for kind in kinds]
    if after.last_target == NONE:
        return Beat(words=f"Discarded {cards}.", ids=tuple(ids), moves=tuple(moves))
    target = int(after.last_target) - 1
    said = f"Cast {cards} at {words.tile_words(after, target)}."
    return Beat(words=said, ids=(*ids, tile_id(target)), moves=tuple(moves))


def _roll(after: State) -> list[Beat]:
    """The error, and what is rolled on top of it; three exact cards take no roll."""
    target = int(after.last_target) - 1
    error, helped = int(after.last_error), int(after.last_help)
    parts = []
    for colour in range(COLOURS):
        value = int(after.last_cards[colour]) - 1
        parts.append(rules.MISSING if value < 0 else abs(value - int(after.value[target, colour])))
    added = " + ".join(map(str, parts))
    if error == 0:
        return [Beat(words=f"Error {added} = 0: three exact cards need no roll.", ids=(tile_id(target),))]
    rolls = tuple(int(roll) for roll in after.last_rolls if roll > 0)
    result = error + sum(rolls) - helped
    rolled = " + ".join(map(str, (error, *rolls))) + (f" - {helped}" if helped else "")
    tolerance = int(rules.TOLERANCE[after.grade[target]])
    compared = "not above" if after.last_captured else "above"
    return [
        Beat(words=f"Error {added} = {error}.", ids=(tile_id(target),)),
        Beat(
            words=f"{_rolled_words(rolls, helped)}: {rolled} = {result}, {compared} {tolerance}.",
            ids=(tile_id(target),),
            roll=rolls,
        ),
    ]


def _rolled_words(rolls: tuple[int, ...], helped: int) -> str:
    said = f"Rolled {' and '.join(map(str, rolls))}"
    return f"{said}, own tiles beside it help by {helped}" if helped else said


def _outcome(before: State, after: State) -> list[Beat]:
    """The tile goes over with its points, or not."""
    actor, target = int(before.turn), int(after.last_target) - 1
    ids = (tile_id(target),)
    if not after.last_captured:
        return [Beat(words=f"Missed: {tile_name(target)} stays as it is.", ids=ids)]
    grade = int(after.grade[target])
    points, source = int(rules.SCORE[grade]), f"{GRADE_NAMES[grade]} tiles"
    said = f"Captured {tile_name(target)}: {points} {'point' if points == 1 else 'points'}."
    told = [Beat(words=said, ids=ids, seat=actor, points=points, source=source)]
    loser = int(before.owner[target]) - 1
    if loser >= 0:
        said = f"{seat_name(loser)} loses {tile_name(target)} and {points}."
        told.append(Beat(words=said, ids=ids, seat=loser, points=-points, source=source))
    return told


def _drawn(before: State, after: State) -> list[Beat]:
    """The hand is filled up from the deck."""
    actor = int(before.turn)
    spent = len(chosen_kinds(after.last_cards))
    kept, held = int(before.hand_size[actor]) - spent, int(after.hand_size[actor])
    if held == kept:
        return []
    if hand_is_hidden(after, actor):
        ids = [back_id(actor, number) for number in range(kept + 1, held + 1)]
    else:
        left = before.hand[actor].copy()
        left[chosen_kinds(after.last_cards)] -= 1
        ids = [
            hand_id(actor, kind, number)
            for kind in range(KINDS)
            for number in range(int(left[kind]) + 1, int(after.hand[actor, kind]) + 1)
        ]
    return [Beat(words=f"Drew {cards_counted(held - kept)}.", ids=("deck", *ids))]


def _turned(before: State, after: State) -> list[Beat]:
    """What is unusual about who is next."""
    if after.over:
        return [Beat(words=f"The match is over: {words.REASONS[after.reason]}.")]
    if after.turn == before.turn:
        return [Beat(words=f"{seat_name(1 - int(after.turn))} has no cards and is passed over.")]
    return []
