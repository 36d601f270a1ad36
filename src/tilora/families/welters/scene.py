"""What Welters looks like: the map with the deck and the last cast beside it, and two hands.

Also where to click, and how a turn is shown step by step. Tiles and cards wear the same triangle: red at the top,
yellow on the left, blue on the right.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from tilora.families.welters import rules, words
from tilora.families.welters.rules import CAST, COLUMNS, DISCARD, HAND, NOBODY, PAIRS, ROWS, SCORE, TILES, VALUES
from tilora.families.welters.words import COLOUR_LETTERS, COLOUR_NAMES, COLUMN_LETTERS, GRADE_LETTERS, GRADE_NAMES
from tilora.kernel import PlainState, State, View, plain_of, seat_name
from tilora.kernel.toolkit import is_hidden, plural
from tilora.scene import Area, Beat, Choice, Move, Piece, Scene, Spot, Text, part

Look = Literal["", "faded", "marked", "back"]
Numbers: TypeAlias = tuple[int, ...]

MARGIN = 0.3
EDGE = 0.5
"""For the letters of the columns and the numbers of the rows."""
PITCH = 1.04
"""From tile to tile."""
CARD_WIDTH, CARD_HEIGHT = 0.9, 1.26
"""Eight cards side by side are about as wide as the map: that makes both as large as a phone allows."""
HAND_MARGIN = 0.18
HAND_PITCH = 0.93
PITCH_OF_BACKS = 0.45
RAISED = 0.2
"""How much higher chosen cards lie."""

SIDE = EDGE + COLUMNS * PITCH + 0.25
"""Where the column beside the map begins, with the deck and the cards of the last cast."""
DECK_TOP = EDGE + 0.1
CAST_TOP = EDGE + 2.4
CAST_PITCH = CARD_HEIGHT + 0.12

MIDDLES = [round(EDGE + PITCH * (number + 0.5) - 0.02, 2) for number in range(ROWS)]
EDGE_TEXTS = (
    *(Text(x=MIDDLES[i], y=0.28, text=name, size=0.28, role="faint") for i, name in enumerate(COLUMN_LETTERS)),
    *(Text(x=0.26, y=MIDDLES[i], text=str(i + 1), size=0.28, role="faint") for i in range(ROWS)),
)
CORNERS = ((0.5, 0.285), (0.245, 0.712), (0.755, 0.712))
"""On a tile: where its red, yellow and blue value stand."""


# Ids


BACK = -1
"""In place of the kind of a card that a view does not show."""


def tile_id(tile: int) -> str:
    return f"tile-{words.tile_name(tile)}"


def cast_id(kind: int) -> str:
    """Return the id of a card that was spent last, one of each colour."""
    return f"cast-{COLOUR_LETTERS[kind // VALUES]}"


def card_id(seat: int, kind: int, number: int) -> str:
    """Return the id of a card in a hand: `hand-0-r5-2`.

    States only count cards that are alike, so ids number them. A chosen card has the highest number.
    """
    return f"hand-{seat}-{'back' if kind == BACK else words.cards_text([kind])}-{number}"


def held(counts: Numbers, size: int) -> dict[int, int]:
    """Return how many cards of each kind are in a hand, from left to right; of a hidden hand, how many backs."""
    if is_hidden(counts, size):
        return {BACK: size}
    return {kind: count for kind, count in enumerate(counts) if count}


# The scene


def scene(view: View) -> Scene:
    state = view.plain
    target, own = state.last_target - 1, max(view.seat, 0)
    return Scene(
        areas=(
            _map(state.grade, state.value, state.owner, target, state.last_cards, state.spent, state.deck_size),
            *(
                _hand(seat, state.hand[seat], state.hand_size[seat], state.chosen if seat == state.turn else ())
                for seat in (own, 1 - own)
            ),
        ),
        choices=tuple(_choices(view)),
    )


@part
def _map(
    grade: Numbers, value: tuple[Numbers, ...], owner: Numbers, target: int, cast: Numbers, spent: Numbers, left: int
) -> Area:
    tiles: list[Piece] = []
    for row in range(ROWS):
        of_row = slice(row * COLUMNS, (row + 1) * COLUMNS)
        tiles += _row(row, grade[of_row], value[of_row], owner[of_row], target if target // COLUMNS == row else -1)
    number = Text(
        x=round(SIDE + CARD_WIDTH / 2, 2),
        y=round(DECK_TOP + CARD_HEIGHT + 0.25, 2),
        text=str(left),
        size=0.36,
        role="number",
    )
    return Area(
        id="map",
        role="shared",
        label="Map",
        w=round(SIDE + CARD_WIDTH + MARGIN, 2),
        h=round(EDGE + ROWS * PITCH + 0.16, 2),
        spots=(_heap(spent),),
        pieces=(*tiles, _deck(left), *map(_last_card, words.chosen_kinds(cast))),
        texts=(*EDGE_TEXTS, number),
    )


@part
def _row(row: int, grade: Numbers, value: tuple[Numbers, ...], owner: Numbers, target: int) -> tuple[Piece, ...]:
    tiles = range(row * COLUMNS, (row + 1) * COLUMNS)
    return tuple(map(_tile, tiles, grade, value, owner, (tile == target for tile in tiles)))


@part
def _tile(tile: int, grade: int, values: Numbers, owner: int, is_target: bool) -> Piece:
    row, column = divmod(tile, COLUMNS)
    name = GRADE_NAMES[grade]
    named = ", ".join(f"{colour} {value}" for colour, value in zip(COLOUR_NAMES, values, strict=True))
    whose = "unclaimed" if owner == NOBODY else f"owned by {seat_name(owner - 1)}"
    return Piece(
        id=tile_id(tile),
        kind="tile",
        symbol=name,
        x=round(EDGE + PITCH * column, 2),
        y=round(EDGE + PITCH * row, 2),
        texts=(*map(_corner, range(rules.COLOURS), values), *_grade_texts(grade)),
        owner=None if owner == NOBODY else owner - 1,
        look="marked" if is_target else "",
        label=f"{words.tile_name(tile)}, {name}: {named}; {whose}",
        about=_about_grade(grade),
    )


@part
def _corner(colour: int, value: int) -> Text:
    x, y = CORNERS[colour]
    return Text(x=x, y=y, text=str(value), size=0.25 if value < 10 else 0.22, role="number")


@part
def _grade_texts(grade: int) -> tuple[Text, ...]:
    return (
        Text(x=0.5, y=0.573, text=str(SCORE[grade]), size=0.15, role="number"),
        Text(x=0.14, y=0.15, text=GRADE_LETTERS[grade], size=0.17, role="faint"),
    )


@part
def _about_grade(grade: int) -> str:
    tolerated = f"tolerates a result of up to {rules.TOLERANCE[grade]}"
    return f"{GRADE_NAMES[grade].capitalize()} scores {SCORE[grade]} and {tolerated}."


@part
def _heap(spent: Numbers) -> Spot:
    """The place of the cards spent last, which also tells of all others."""
    count = sum(spent)
    seen = "; ".join(f"{name} {words.counted_values(spent, i) or 'none'}" for i, name in enumerate(COLOUR_NAMES))
    return Spot(
        id="spent",
        x=round(SIDE - 0.08, 2),
        y=round(CAST_TOP - 0.08, 2),
        w=round(CARD_WIDTH + 0.16, 2),
        h=round(2 * CAST_PITCH + CARD_HEIGHT + 0.16, 2),
        shape="panel",
        label=plural(count, "spent card"),
        about=f"Spent so far: {seen}." if count else "Spent cards go here, face up.",
    )


@part
def _deck(left: int) -> Piece:
    label = f"the deck, {plural(left, 'card')}" if left else "the deck, which is empty"
    about = f"At the end of a turn, its player draws up to {HAND} cards from here."
    return _card("deck", BACK, SIDE, DECK_TOP, "back" if left else "faded", label, about)


@part
def _last_card(kind: int) -> Piece:
    y = round(CAST_TOP + CAST_PITCH * (kind // VALUES), 2)
    return _card(cast_id(kind), kind, SIDE, y, "", f"{words.card_name(kind)}, just spent")


@part
def _hand(seat: int, counts: Numbers, size: int, chosen: Numbers) -> Area:
    cards = held(counts, size)
    pitch = PITCH_OF_BACKS if BACK in cards else HAND_PITCH
    each = [(kind, number) for kind, count in cards.items() for number in range(1, count + 1)]
    raised = [(kind, cards[kind]) for kind in words.chosen_kinds(chosen)]
    empty = Text(x=0.3, y=0.5, text="No cards left", size=0.35, align="start", role="faint")
    return Area(
        id=f"hand-{seat}",
        role="hand",
        seat=seat,
        label=f"Hand of {seat_name(seat)}",
        w=round(2 * HAND_MARGIN + pitch * (HAND - 1) + CARD_WIDTH, 2),
        h=round(2 * HAND_MARGIN + RAISED + CARD_HEIGHT, 2),
        pieces=tuple(
            _held_card(seat, *card, round(HAND_MARGIN + pitch * slot, 2), card in raised)
            for slot, card in enumerate(each)
        ),
        texts=() if size else (empty,),
    )


@part
def _held_card(seat: int, kind: int, number: int, x: float, is_chosen: bool) -> Piece:
    name, y = card_id(seat, kind, number), HAND_MARGIN + RAISED
    if kind == BACK:
        return _card(name, BACK, x, y, "back", f"a card of {seat_name(seat)}, face down")
    if is_chosen:
        return _card(name, kind, x, HAND_MARGIN, "marked", f"{words.card_name(kind)}, chosen")
    return _card(name, kind, x, y, "", words.card_name(kind))


def _card(name: str, kind: int, x: float, y: float, look: Look, label: str, about: str = "") -> Piece:
    symbol, texts = "card-back", tuple[Text, ...]()
    if kind != BACK:
        colour, value = divmod(kind, VALUES)
        symbol = f"card-{COLOUR_NAMES[colour]}"
        number = Text(x=0.45, y=0.868, text=str(value), size=0.42 if value < 10 else 0.36, role="number")
        texts = (number, Text(x=0.17, y=1.1, text=COLOUR_LETTERS[colour].upper(), size=0.24, role="faint"))
    return Piece(
        id=name,
        kind="card",
        symbol=symbol,
        x=x,
        y=y,
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        texts=texts,
        look=look,
        label=label,
        about=about,
    )


# Where to click


def _choices(view: View) -> Iterator[Choice]:
    state, seat = view.plain, view.seat
    codes = [action.code for action in view.actions()]
    for code in codes:
        if code < CAST:
            yield from _card_choices(seat, code, state.hand[seat][code])
        elif code >= DISCARD:
            yield from _card_choices(seat, code, state.hand[seat][code - DISCARD])
    if any(state.chosen):
        grade, owner, errors = state.grade, state.owner, _errors(state.value, state.chosen)
        rooms = _rooms(grade, owner, seat)
        for code in codes:
            if CAST <= code < DISCARD:
                tile = code - CAST
                odds = _odds(rooms[tile], owner[tile], errors[tile])
                yield _cast(tile, grade[tile], odds)


@part
def _card_choices(seat: int, code: int, count: int) -> tuple[Choice, ...]:
    """A choice for each thing to click: of cards that are alike, any will do."""
    kind = code if code < CAST else code - DISCARD
    return tuple(
        Choice(action=words.TEXTS[code], words=words.card_words(code), path=(card_id(seat, kind, number),))
        for number in range(1, count + 1)
    )


@part
def _cast(tile: int, grade: int, odds: int) -> Choice:
    return Choice(
        action=words.TEXTS[CAST + tile],
        words=words.cast_words(tile, grade, odds),
        path=(tile_id(tile),),
        odds=round(odds / PAIRS, 4),
        gain=f"+{SCORE[grade]}" if odds == PAIRS else "",
    )


_odds = part(rules.odds_within)


@part
def _errors(value: tuple[Numbers, ...], chosen: Numbers) -> Numbers:
    """Return the error of the chosen cards at each tile."""
    return tuple(sum(map(rules.colour_error, chosen, values)) for values in value)


@part
def _rooms(grade: Numbers, owner: Numbers, seat: int) -> Numbers:
    """Return what error and rolls may add up to at each tile."""
    return tuple(int(rules.TOLERANCE[grade[tile]]) + rules.help_at(owner, seat, tile) for tile in range(TILES))


def why(view: View, path: Sequence[str]) -> str:
    state, plain = view.state, view.plain
    tiles = {tile_id(tile): tile for tile in range(TILES)}
    cards = {
        card_id(view.seat, kind, number): kind
        for kind, count in held(plain.hand[view.seat], plain.hand_size[view.seat]).items()
        for number in range(1, count + 1)
    }
    for name in path:
        if name in tiles:
            return words.why_not(state, CAST + tiles[name])
        if name in cards and cards[name] in words.chosen_kinds(plain.chosen):
            card = words.card_name(cards[name])
            return f"You have already chosen {card}. Click a tile to cast it, or undo to take it back."
        if name in cards:
            return words.why_not(state, cards[name])
        if name.startswith("hand-"):
            return "That card is not in your hand."
        if name == "deck":
            return f"You draw up to {HAND} cards from the deck when your turn ends."
        if name == "spent" or name.startswith("cast-"):
            return "Spent cards are out of play. Choose cards from your hand, then a tile."
    return ""


# What happened: states remember the last cast, so the states before and after tell it


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    old, new = plain_of(before), plain_of(after)
    actor = old.turn
    if action < CAST:
        count = old.hand[actor][action]
        ids = (card_id(actor, action, count),) if count else ()  # others only know backs
        return [Beat(words=words.step_words(before, action, after), ids=ids)]
    hand = held(old.hand[actor], old.hand_size[actor])
    shown = [_throw(old, new, hand)]
    if new.last_target:
        shown.append(_error(new))
        if any(new.last_rolls):
            shown.append(_roll(after))
        shown += _outcome(old, new)
    shown += _draw(old, new, hand)
    if new.over:
        shown.append(Beat(words=f"The match is over: {words.REASONS[new.reason]}."))
    return shown + [Beat(words=sentence) for sentence in words.passed_over(before, after)]


def _throw(old: PlainState, new: PlainState, hand: dict[int, int]) -> Beat:
    """The cards fly from the hand to the side of the map, for all to see. Those of the last turn make room."""
    kinds, target = words.chosen_kinds(new.last_cards), new.last_target - 1
    moves = [Move(id=cast_id(kind), becomes=f"old-{cast_id(kind)}") for kind in words.chosen_kinds(old.last_cards)]
    for kind in kinds:
        side = BACK if BACK in hand else kind
        moves.append(Move(id=card_id(old.turn, side, hand[side]), becomes=cast_id(kind)))
        hand[side] -= 1
    ids = [cast_id(kind) for kind in kinds]
    sentence = f"Discarded {words.cards_words(kinds)}."
    if target >= 0:
        ids.append(tile_id(target))
        sentence = f"Cast {words.cards_words(kinds)} at {words.tile_words(target, new.grade[target])}."
    return Beat(words=sentence, ids=tuple(ids), moves=tuple(moves))


def _error(new: PlainState) -> Beat:
    target = new.last_target - 1
    added = " + ".join(map(str, map(rules.colour_error, new.last_cards, new.value[target])))
    exact = "" if new.last_error else ": three exact cards need no roll"
    return Beat(words=f"Error {added} = {new.last_error}{exact}.", ids=(tile_id(target),))


def _roll(state: State) -> Beat:
    target = int(state.last_target) - 1
    grade, rolls, help_given = int(state.grade[target]), words.last_rolls(state), int(state.last_help)
    rolled = f"Rolled {' and '.join(map(str, rolls))}"
    added = " + ".join(map(str, (state.last_error, *rolls)))
    if help_given:
        rolled, added = f"{rolled}, minus {help_given} for neighbouring tiles", f"{added} - {help_given}"
    tolerated = f"{GRADE_NAMES[grade].capitalize()} tolerates {rules.TOLERANCE[grade]}."
    sentence = f"{rolled}: {added} = {rules.last_result(state)}. {tolerated}"
    return Beat(words=sentence, ids=(tile_id(target),), roll=rolls)


def _outcome(old: PlainState, new: PlainState) -> Iterator[Beat]:
    """The tile changes hands with its points, or it does not."""
    target = new.last_target - 1
    name, ids, source = words.tile_name(target), (tile_id(target),), f"{GRADE_NAMES[new.grade[target]]} tiles"
    if not new.last_captured:
        yield Beat(words=f"Missed: {name} stays as it is.", ids=ids)
    for seat in (old.turn, 1 - old.turn):
        points = new.score[seat] - old.score[seat]
        if points:
            worth = plural(abs(points), "point")
            sentence = f"Captured {name} for {worth}." if points > 0 else f"{seat_name(seat)} loses {name} and {worth}."
            yield Beat(words=sentence, ids=ids, seat=seat, points=points, source=source)


def _draw(old: PlainState, new: PlainState, hand: dict[int, int]) -> list[Beat]:
    """The hand is filled from the deck."""
    drawn = [
        card_id(old.turn, kind, number)
        for kind, count in held(new.hand[old.turn], new.hand_size[old.turn]).items()
        for number in range(hand.get(kind, 0) + 1, count + 1)
    ]
    return [Beat(words=f"Drew {plural(len(drawn), 'card')}.", ids=("deck", *drawn))] if drawn else []
