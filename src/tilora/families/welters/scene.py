"""What Welters looks like: the map with the deck and the last cast beside it, and two hands.

Also where to click, and how a turn is shown step by step. Tiles and cards wear the same triangle: red at the top,
yellow on the left, blue on the right.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from tilora.families.welters import rules, words
from tilora.families.welters.rules import COLOURS, COLUMNS, HAND, KINDS, NOBODY, ROWS, SCORE, TILES, TOLERANCE, VALUES
from tilora.families.welters.words import COLOUR_LETTERS, COLOUR_NAMES, COLUMN_LETTERS, GRADE_NAMES, Cast, Choose
from tilora.kernel import Action, State, View, fast_state, seat_name
from tilora.kernel.toolkit import plural
from tilora.scene.vocabulary import Area, Beat, Choice, Move, Piece, Scene, Spot, Text

Look = Literal["", "faded", "marked", "back"]

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


def cards_in_hand(state: State, seat: int) -> dict[str, int]:
    """Return the ids of the cards in a hand from left to right, with their kinds.

    States only count cards that are alike, so ids number them: `hand-0-r5-2`. A chosen card has the highest number.
    """
    if words.hand_is_hidden(state, seat):
        return {f"hand-{seat}-back-{number}": BACK for number in range(1, state.hand_size[seat] + 1)}
    return {
        f"hand-{seat}-{words.cards_text([kind])}-{number}": kind
        for kind in range(KINDS)
        for number in range(1, state.hand[seat, kind] + 1)
    }


# The scene


def scene(view: View) -> Scene:
    state = fast_state(view.state)
    held = cards_in_hand(state, state.turn)
    seats = sorted(range(rules.SEATS), key=lambda seat: seat != view.seat)
    return Scene(
        areas=(_map(state), *(_hand(state, seat) for seat in seats)),
        choices=tuple(choice for action in view.actions() for choice in _choices(state, held, action)),
    )


def _map(state: State) -> Area:
    middles = [round(EDGE + PITCH * (number + 0.5) - 0.02, 2) for number in range(ROWS)]
    left = Text(
        x=round(SIDE + CARD_WIDTH / 2, 2),
        y=round(DECK_TOP + CARD_HEIGHT + 0.25, 2),
        text=str(state.deck_size),
        size=0.36,
        role="number",
    )
    return Area(
        id="map",
        role="shared",
        label="Map",
        w=round(SIDE + CARD_WIDTH + MARGIN, 2),
        h=round(EDGE + ROWS * PITCH + 0.16, 2),
        spots=(_heap(state),),
        pieces=(*(_tile(state, tile) for tile in range(TILES)), _deck(state), *_last_cards(state)),
        texts=(
            *(Text(x=middles[i], y=0.28, text=name, size=0.28, role="faint") for i, name in enumerate(COLUMN_LETTERS)),
            *(Text(x=0.26, y=middles[i], text=str(i + 1), size=0.28, role="faint") for i in range(ROWS)),
            left,
        ),
    )


def _tile(state: State, tile: int) -> Piece:
    row, column = divmod(tile, COLUMNS)
    grade = int(state.grade[tile])
    name, score = GRADE_NAMES[grade], int(SCORE[grade])
    values = [int(value) for value in state.value[tile]]
    owner = int(state.owner[tile]) - 1 if state.owner[tile] != NOBODY else None
    numbers = [
        Text(x=x, y=y, text=str(value), size=0.25 if value < 10 else 0.22, role="number")
        for (x, y), value in zip(CORNERS, values, strict=True)
    ]
    coin = Text(x=0.5, y=0.573, text=str(score), size=0.15, role="number")
    letter = Text(x=0.14, y=0.15, text=words.GRADE_LETTERS[grade], size=0.17, role="faint")
    named = ", ".join(f"{colour} {value}" for colour, value in zip(COLOUR_NAMES, values, strict=True))
    whose = "unclaimed" if owner is None else f"owned by {seat_name(owner)}"
    return Piece(
        id=tile_id(tile),
        kind="tile",
        symbol=name,
        x=round(EDGE + PITCH * column, 2),
        y=round(EDGE + PITCH * row, 2),
        texts=(*numbers, coin, letter),
        owner=owner,
        look="marked" if state.last_target == 1 + tile else "",
        label=f"{words.tile_name(tile)}, {name}: {named}; {whose}",
        about=f"{name.capitalize()} scores {score} and tolerates a result of up to {TOLERANCE[grade]}.",
    )


def _deck(state: State) -> Piece:
    left = int(state.deck_size)
    label = f"the deck, {plural(left, 'card')}" if left else "the deck, which is empty"
    about = f"At the end of a turn, its player draws up to {HAND} cards from here."
    return _card("deck", BACK, SIDE, DECK_TOP, "back" if left else "faded", label, about)


def _last_cards(state: State) -> Iterator[Piece]:
    for kind in words.chosen_kinds(state.last_cards):
        y = round(CAST_TOP + CAST_PITCH * (kind // VALUES), 2)
        yield _card(cast_id(kind), kind, SIDE, y, "", f"{words.card_name(kind)}, just spent")


def _heap(state: State) -> Spot:
    """The place of the cards spent last, which also tells of all others."""
    spent = int(state.spent.sum())
    seen = "; ".join(f"{name} {words.spent_values(state, i) or 'none'}" for i, name in enumerate(COLOUR_NAMES))
    return Spot(
        id="spent",
        x=round(SIDE - 0.08, 2),
        y=round(CAST_TOP - 0.08, 2),
        w=round(CARD_WIDTH + 0.16, 2),
        h=round(2 * CAST_PITCH + CARD_HEIGHT + 0.16, 2),
        shape="panel",
        label=plural(spent, "spent card"),
        about=f"Spent so far: {seen}." if spent else "Spent cards go here, face up.",
    )


def _hand(state: State, seat: int) -> Area:
    pitch = PITCH_OF_BACKS if words.hand_is_hidden(state, seat) else HAND_PITCH
    empty = Text(x=0.3, y=0.5, text="No cards left", size=0.35, align="start", role="faint")
    return Area(
        id=f"hand-{seat}",
        role="hand",
        seat=seat,
        label=f"Hand of {seat_name(seat)}",
        w=round(2 * HAND_MARGIN + pitch * (HAND - 1) + CARD_WIDTH, 2),
        h=round(2 * HAND_MARGIN + RAISED + CARD_HEIGHT, 2),
        pieces=tuple(_held_cards(state, seat, pitch)),
        texts=() if state.hand_size[seat] else (empty,),
    )


def _held_cards(state: State, seat: int, pitch: float) -> Iterator[Piece]:
    held = cards_in_hand(state, seat)
    last_of_kind = {kind: name for name, kind in held.items()}
    chosen = {last_of_kind[kind] for kind in words.chosen_kinds(state.chosen)} if seat == state.turn else ()
    for slot, (name, kind) in enumerate(held.items()):
        x, y = round(HAND_MARGIN + pitch * slot, 2), HAND_MARGIN + RAISED
        if kind == BACK:
            yield _card(name, BACK, x, y, "back", f"a card of {seat_name(seat)}, face down")
        elif name in chosen:
            yield _card(name, kind, x, HAND_MARGIN, "marked", f"{words.card_name(kind)}, chosen")
        else:
            yield _card(name, kind, x, y, "", words.card_name(kind))


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


def _choices(state: State, held: dict[str, int], action: Action) -> Iterator[Choice]:
    """Yield a choice for each thing to click: of cards that are alike, any will do."""
    text, sentence, parts = action.text, action.sentence, action.parts
    if isinstance(parts, Cast):
        odds = rules.odds(state, parts.tile)
        gain = f"+{SCORE[state.grade[parts.tile]]}" if odds == rules.PAIRS else ""
        share = round(odds / rules.PAIRS, 4)
        yield Choice(action=text, words=sentence, path=(tile_id(parts.tile),), odds=share, gain=gain)
        return
    for name, kind in held.items():
        if kind == parts.card:
            yield Choice(action=text, words=sentence, path=(name,))


def why(view: View, path: Sequence[str]) -> str:
    state = view.state
    tiles = {tile_id(tile): tile for tile in range(TILES)}
    held = cards_in_hand(state, view.seat)
    for name in path:
        if name in tiles:
            return words.why_not(state, rules.CAST + tiles[name])
        if name in held and held[name] in words.chosen_kinds(state.chosen):
            card = words.card_name(held[name])
            return f"You have already chosen {card}. Click a tile to cast it, or undo to take it back."
        if name in held:
            return words.why_not(state, held[name])
        if name.startswith("hand-"):
            return "That card is not in your hand."
        if name == "deck":
            return f"You draw up to {HAND} cards from the deck when your turn ends."
        if name == "spent" or name.startswith("cast-"):
            return "Spent cards are out of play. Choose cards from your hand, then a tile."
    return ""


# What happened: the steps of the rules are taken again on a copy, and each is shown


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    actor, parts = int(before.turn), words.parts(before, action)
    if isinstance(parts, Choose):
        alike = [name for name, kind in cards_in_hand(before, actor).items() if kind == parts.card]
        return [Beat(words=words.step_words(before, action, after), ids=tuple(alike[-1:]))]
    state = before.copy()
    state.chosen[:] = after.last_cards  # the opponent's view did not show them
    shown = []
    if isinstance(parts, Cast):
        rules.aim(state, parts.tile)
        shown.append(_error(state))
        state.last_rolls[:] = after.last_rolls
        if state.last_rolls.any():
            shown.append(_roll(state))
        rules.settle(state)
        shown += _outcome(before, state)
    else:
        rules.discard(state, parts.card)
    rules.spend_chosen(state)
    shown = [_throw(before, state), *shown, *_draw(state, after)]
    if after.over:
        shown.append(Beat(words=f"The match is over: {words.REASONS[after.reason]}."))
    return shown + [Beat(words=sentence) for sentence in words.passed_over(before, after)]


def _throw(before: State, state: State) -> Beat:
    """The cards fly from the hand to the side of the map, for all to see. Those of the last turn make room."""
    actor, kinds, target = int(state.turn), words.chosen_kinds(state.last_cards), int(state.last_target) - 1
    kept = cards_in_hand(state, actor)
    thrown = [name for name in cards_in_hand(before, actor) if name not in kept]
    if words.hand_is_hidden(before, actor):
        thrown.reverse()  # backs are taken from the right
    moves = [Move(id=cast_id(kind), becomes=f"old-{cast_id(kind)}") for kind in words.chosen_kinds(before.last_cards)]
    moves += [Move(id=name, becomes=cast_id(kind)) for name, kind in zip(thrown, kinds, strict=True)]
    ids = [cast_id(kind) for kind in kinds]
    sentence = f"Discarded {words.cards_words(kinds)}."
    if state.last_target != rules.NONE:
        ids.append(tile_id(target))
        sentence = f"Cast {words.cards_words(kinds)} at {words.tile_words(state, target)}."
    return Beat(words=sentence, ids=tuple(ids), moves=tuple(moves))


def _error(state: State) -> Beat:
    target = int(state.last_target) - 1
    added = " + ".join(str(rules.colour_error(state, target, colour)) for colour in range(COLOURS))
    exact = "" if state.last_error else ": three exact cards need no roll"
    return Beat(words=f"Error {added} = {state.last_error}{exact}.", ids=(tile_id(target),))


def _roll(state: State) -> Beat:
    target = int(state.last_target) - 1
    grade, rolls, help_given = int(state.grade[target]), words.last_rolls(state), int(state.last_help)
    rolled = f"Rolled {' and '.join(map(str, rolls))}"
    added = " + ".join(map(str, (state.last_error, *rolls)))
    if help_given:
        rolled, added = f"{rolled}, minus {help_given} for neighbouring tiles", f"{added} - {help_given}"
    tolerated = f"{GRADE_NAMES[grade].capitalize()} tolerates {TOLERANCE[grade]}."
    sentence = f"{rolled}: {added} = {rules.last_result(state)}. {tolerated}"
    return Beat(words=sentence, ids=(tile_id(target),), roll=rolls)


def _outcome(before: State, state: State) -> Iterator[Beat]:
    """The tile changes hands with its points, or it does not."""
    actor, target = int(state.turn), int(state.last_target) - 1
    name, ids, source = words.tile_name(target), (tile_id(target),), f"{GRADE_NAMES[state.grade[target]]} tiles"
    if not state.last_captured:
        yield Beat(words=f"Missed: {name} stays as it is.", ids=ids)
    for seat in (actor, 1 - actor):
        points = int(state.score[seat] - before.score[seat])
        if points:
            worth = plural(abs(points), "point")
            sentence = f"Captured {name} for {worth}." if points > 0 else f"{seat_name(seat)} loses {name} and {worth}."
            yield Beat(words=sentence, ids=ids, seat=seat, points=points, source=source)


def _draw(state: State, after: State) -> list[Beat]:
    """The hand is filled from the deck."""
    kept = cards_in_hand(state, int(state.turn))
    drawn = [name for name in cards_in_hand(after, int(state.turn)) if name not in kept]
    return [Beat(words=f"Drew {plural(len(drawn), 'card')}.", ids=("deck", *drawn))] if drawn else []
