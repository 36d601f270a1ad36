"""What Welters looks like: the map with the deck and the last cast beside it, and two hands.

Also where to click, and how a turn is shown step by step. Tiles and cards wear the same triangle: red at the top,
yellow on the left, blue on the right.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from tilora.families.welters import rules, words
from tilora.families.welters.rules import CAST, COLUMNS, DISCARD, HAND, NOBODY, NONE, ROWS, SCORE, TOLERANCE, VALUES
from tilora.families.welters.words import CARD_NAMES, COLOUR_LETTERS, COLOUR_NAMES, GRADE_NAMES, TILE_NAMES
from tilora.kernel import SPECTATOR, PlainState, State, View, plain_of, seat_name
from tilora.kernel.toolkit import is_hidden, plural
from tilora.scene import (
    Area,
    Beat,
    Button,
    Choice,
    Ending,
    Explanation,
    Ghost,
    Move,
    Piece,
    Preview,
    Scene,
    Spot,
    Takeback,
    Task,
    Term,
    Text,
    Won,
    part,
)

Look = Literal["", "faded", "marked", "back"]
Role = Literal["number", "faint"]
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

CORNERS = ((0.5, 0.285), (0.245, 0.712), (0.755, 0.712))
"""On a tile: where its red, yellow and blue value stand."""

POINT_SOURCES = tuple(f"{grade} tiles" for grade in GRADE_NAMES)
"""Where points come from, by grade."""
NO_CARDS = (NONE,) * rules.COLOURS
BACK = -1
"""In place of the kind of a card that a view does not show."""


# Ids


def tile_id(tile: int) -> str:
    return f"tile-{TILE_NAMES[tile]}"


def cast_id(kind: int) -> str:
    """Return the id of a card that was spent last, one of each colour."""
    return f"cast-{COLOUR_LETTERS[kind // VALUES]}"


def card_id(seat: int, kind: int, number: int) -> str:
    """Return the id of a card in a hand: `hand-0-r5-2`.

    States only count cards that are alike, so ids number them. A chosen card has the highest number.
    """
    return f"hand-{seat}-{'back' if kind == BACK else words.SHORT_NAMES[kind]}-{number}"


def held(counts: Numbers, size: int) -> dict[int, int]:
    """Return how many cards of each kind are in a hand, from left to right; of a hidden hand, how many backs."""
    if is_hidden(counts, size):
        return {BACK: size}
    return {kind: count for kind, count in enumerate(counts) if count}


# The scene


def scene(view: View) -> Scene:
    state = view.plain
    target, own = state.last_target - 1, max(view.seat, 0)
    table = _map(state.grade, state.value, state.owner, target, state.last_cards, state.spent, state.deck_size)
    hands = [
        _hand(seat, state.hand[seat], state.hand_size[seat], state.chosen if seat == state.turn else NO_CARDS)
        for seat in (own, 1 - own)
    ]
    if view.seat == SPECTATOR:
        return Scene(areas=(table, *hands))
    discards = all(whose == 1 + own for whose in state.owner)
    chosen = state.chosen if own == state.turn else NO_CARDS
    return Scene(
        areas=(table, *hands),
        buttons=(DISCARD_BUTTON if discards else CAST_BUTTON,),
        choices=tuple(_choices(view)),
        takebacks=_takebacks(own, state.hand[own], chosen) if any(chosen) else (),
        tasks=DISCARDING if discards else CASTING if any(chosen) else CHOOSING,
    )


def ending(view: View, winners: Sequence[int]) -> Ending:
    """The map takes the winner's colour, where it is theirs."""
    return Ending(won=tuple(_won(view.plain, seat) for seat in winners), flourish="tint")


def _won(state: PlainState, seat: int) -> Won:
    return Won(seat=seat, ids=tuple(tile_id(tile) for tile, owner in enumerate(state.owner) if owner == 1 + seat))


@part
def _map(
    grade: Numbers, value: tuple[Numbers, ...], owner: Numbers, target: int, cast: Numbers, spent: Numbers, left: int
) -> Area:
    tiles: list[Piece] = []
    for row in range(ROWS):
        here = slice(row * COLUMNS, (row + 1) * COLUMNS)
        tiles += _row(row, grade[here], value[here], owner[here], target if target // COLUMNS == row else -1)
    count = _text(round(SIDE + CARD_WIDTH / 2, 2), round(DECK_TOP + CARD_HEIGHT + 0.25, 2), str(left), 0.36, "number")
    return Area(
        id="map",
        role="shared",
        label="Map",
        w=round(SIDE + CARD_WIDTH + MARGIN, 2),
        h=round(EDGE + ROWS * PITCH + 0.16, 2),
        spots=(_heap(spent),),
        pieces=(*tiles, _deck(left), *map(_last_card, words.chosen_kinds(cast))),
        texts=(*_edges(), count),
    )


@part
def _text(x: float, y: float, text: str, size: float, role: Role) -> Text:
    return Text(x=x, y=y, text=text, size=size, role=role)


@part
def _edges() -> tuple[Text, ...]:
    middles = [round(EDGE + PITCH * (number + 0.5) - 0.02, 2) for number in range(ROWS)]
    return (
        *(_text(middles[i], 0.28, letter, 0.28, "faint") for i, letter in enumerate(words.COLUMN_LETTERS)),
        *(_text(0.26, middles[i], str(i + 1), 0.28, "faint") for i in range(ROWS)),
    )


@part
def _row(row: int, grade: Numbers, value: tuple[Numbers, ...], owner: Numbers, target: int) -> tuple[Piece, ...]:
    tiles = range(row * COLUMNS, (row + 1) * COLUMNS)
    return tuple(map(_tile, tiles, grade, value, owner, (tile == target for tile in tiles)))


@part
def _tile(tile: int, grade: int, values: Numbers, owner: int, is_target: bool) -> Piece:
    row, column = divmod(tile, COLUMNS)
    name, score = GRADE_NAMES[grade], str(SCORE[grade])
    named = ", ".join(f"{colour} {value}" for colour, value in zip(COLOUR_NAMES, values, strict=True))
    whose = "unclaimed" if owner == NOBODY else f"owned by {seat_name(owner - 1)}"
    return Piece(
        id=tile_id(tile),
        kind="tile",
        symbol=name,
        x=round(EDGE + PITCH * column, 2),
        y=round(EDGE + PITCH * row, 2),
        texts=(
            *(_text(*CORNERS[i], str(v), 0.25 if v < 10 else 0.22, "number") for i, v in enumerate(values)),
            _text(0.5, 0.573, score, 0.15, "number"),
            _text(0.14, 0.15, words.GRADE_LETTERS[grade], 0.17, "faint"),
        ),
        owner=None if owner == NOBODY else owner - 1,
        look="marked" if is_target else "",
        label=f"{TILE_NAMES[tile]}, {name}: {named}; {whose}",
        about=f"{name.capitalize()} scores {score} and tolerates a result of up to {TOLERANCE[grade]}.",
    )


@part
def _heap(spent: Numbers) -> Spot:
    """The place of the cards spent last, which also tells of all others."""
    seen = "; ".join(f"{name} {words.counted_values(spent, i) or 'none'}" for i, name in enumerate(COLOUR_NAMES))
    return Spot(
        id="spent",
        x=round(SIDE - 0.08, 2),
        y=round(CAST_TOP - 0.08, 2),
        w=round(CARD_WIDTH + 0.16, 2),
        h=round(2 * CAST_PITCH + CARD_HEIGHT + 0.16, 2),
        shape="panel",
        label=plural(sum(spent), "spent card"),
        about=f"Spent so far: {seen}." if any(spent) else "Spent cards go here, face up.",
    )


@part
def _deck(left: int) -> Piece:
    label = f"the deck, {plural(left, 'card')}" if left else "the deck, which is empty"
    about = f"At the end of a turn, its player draws up to {HAND} cards from here."
    return _card("deck", BACK, SIDE, DECK_TOP, "back" if left else "faded", label, about)


@part
def _last_card(kind: int) -> Piece:
    y = round(CAST_TOP + CAST_PITCH * (kind // VALUES), 2)
    return _card(cast_id(kind), kind, SIDE, y, "", f"{CARD_NAMES[kind]}, just spent")


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
        pitch=pitch,
        pieces=tuple(_held_card(seat, *card, slot, card in raised) for slot, card in enumerate(each)),
        texts=() if size else (empty,),
    )


@part
def _held_card(seat: int, kind: int, number: int, slot: int, is_chosen: bool) -> Piece:
    name, y = card_id(seat, kind, number), HAND_MARGIN + RAISED
    if kind == BACK:
        x = round(HAND_MARGIN + PITCH_OF_BACKS * slot, 2)
        return _card(name, BACK, x, y, "back", f"a card of {seat_name(seat)}, face down")
    x = round(HAND_MARGIN + HAND_PITCH * slot, 2)
    if is_chosen:
        return _card(name, kind, x, HAND_MARGIN, "marked", f"{CARD_NAMES[kind]}, chosen")
    return _card(name, kind, x, y, "", CARD_NAMES[kind])


def _card(name: str, kind: int, x: float, y: float, look: Look, label: str, about: str = "") -> Piece:
    symbol, texts = "card-back", tuple[Text, ...]()
    if kind != BACK:
        colour, value = divmod(kind, VALUES)
        symbol = f"card-{COLOUR_NAMES[colour]}"
        number = _text(0.45, 0.868, str(value), 0.42 if value < 10 else 0.36, "number")
        texts = (number, _text(0.17, 1.1, COLOUR_LETTERS[colour].upper(), 0.24, "faint"))
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

CAST_BUTTON = Button(
    id="cast", label="Cast", about="Cast the chosen cards at the chosen tile. Then they are spent.", key="c"
)
DISCARD_BUTTON = Button(id="discard", label="Discard", about="Spend the chosen card without a cast.", key="c")
CHOOSING = (
    Task(words="Choose cards from your hand, at most one of each colour."),
    Task(words="Now choose cards to cast at it, at most one of each colour.", after="tile-"),
)
CASTING = (
    Task(words="Choose a tile to cast at, or more cards."),
    Task(words="Cast now? You can still change cards and tile.", after="tile-"),
)
DISCARDING = (
    Task(words="You own every tile: choose a card to discard."),
    Task(words="Discard the {picked}?", after="hand-"),
)


def _choices(view: View) -> Iterator[Choice]:
    state, seat, codes = view.plain, view.seat, view.codes()
    for code in codes:
        if not CAST <= code < DISCARD:
            kind = code if code < CAST else code - DISCARD
            yield from _card_choices(seat, code, kind, state.hand[seat][kind])
    if any(state.chosen):
        grade, owner = state.grade, state.owner
        errors, rooms = _errors(state.value, state.chosen), _rooms(grade, owner, seat)
        for code in codes:
            if CAST <= code < DISCARD:
                tile = code - CAST
                yield _cast(tile, grade[tile], _odds(rooms[tile], owner[tile], errors[tile]))


@part
def _card_choices(seat: int, code: int, kind: int, count: int) -> tuple[Choice, ...]:
    """A choice for each thing to click: of cards that are alike, any will do."""
    after = () if code < CAST else (DISCARD_BUTTON.id,)
    return tuple(
        Choice(action=words.TEXTS[code], words=words.card_words(code), path=(card_id(seat, kind, number), *after))
        for number in range(1, count + 1)
    )


@part
def _takebacks(seat: int, hand: Numbers, chosen: Numbers) -> tuple[Takeback, ...]:
    """A second click on a chosen card takes it back, and another of its colour replaces it."""
    found: list[Takeback] = []
    for chosen_kind in words.chosen_kinds(chosen):
        colour = chosen_kind // VALUES
        for kind in range(rules.kind_of(colour, 0), rules.kind_of(colour + 1, 0)):
            other = "" if kind == chosen_kind else CARD_NAMES[kind]
            ids = [card_id(seat, kind, number) for number in range(1, hand[kind] + 1)]
            found += [Takeback(id=name, undoes=CARD_NAMES[chosen_kind], action=other) for name in ids]
    return tuple(found)


@part
def _cast(tile: int, grade: int, odds: int) -> Choice:
    return Choice(
        action=words.TEXTS[CAST + tile],
        words=words.cast_words(tile, grade, None),  # the odds stand beside it
        path=(tile_id(tile), CAST_BUTTON.id),
        odds=round(odds / rules.PAIRS, 4),
        gain=f"+{SCORE[grade]}" if odds == rules.PAIRS else "",
    )


_odds = part(rules.odds_within)


@part
def _errors(value: tuple[Numbers, ...], chosen: Numbers) -> Numbers:
    """Return the error of the chosen cards at each tile."""
    return tuple(sum(map(rules.colour_error, chosen, values)) for values in value)


@part
def _rooms(grade: Numbers, owner: Numbers, seat: int) -> Numbers:
    """Return what error and rolls may add up to at each tile."""
    return tuple(int(TOLERANCE[grade[tile]]) + rules.help_at(owner, seat, tile) for tile in range(rules.TILES))


def preview(view: View, action: int) -> Preview:
    """Return a card as it would be chosen; of a cast, only what it would win and lose, for chance decides the rest."""
    state, seat = view.plain, view.seat
    if CAST <= action < DISCARD:
        tile = action - CAST
        points, owner, odds = SCORE[state.grade[tile]], state.owner[tile], rules.odds(view.state, tile)
        if odds == 0:
            return Preview(points=("can't be captured",))
        lost = (f"−{points} {seat_name(owner - 1)}",) if owner != NOBODY else ()
        return Preview(points=(f"+{points}{'' if odds == rules.PAIRS else ' if captured'}", *lost))
    kind = action if action < CAST else action - DISCARD
    if action >= DISCARD:
        return Preview(gone=(card_id(seat, kind, state.hand[seat][kind]),))
    chosen = tuple(1 + kind % VALUES if kind // VALUES == i else n for i, n in enumerate(state.chosen))
    hand = _hand(seat, state.hand[seat], state.hand_size[seat], chosen)
    name = card_id(seat, kind, state.hand[seat][kind])
    return Preview(
        ghosts=tuple(Ghost(area=hand.id, piece=piece) for piece in hand.pieces if piece.id == name), gone=(name,)
    )


def why(view: View, path: Sequence[str]) -> str:
    state, plain = view.state, view.plain
    tiles = {tile_id(tile): tile for tile in range(rules.TILES)}
    cards = {
        card_id(view.seat, kind, number): kind
        for kind, count in enumerate(plain.hand[view.seat])
        for number in range(1, count + 1)
    }
    for name in path:
        if name in tiles:
            return words.why_not(state, CAST + tiles[name])
        if name in cards and cards[name] in words.chosen_kinds(plain.chosen):
            return f"You have already chosen {CARD_NAMES[cards[name]]}."
        if name in cards:
            return words.why_not(state, cards[name])
        if name.startswith("hand-"):
            return "That card is not in your hand."
        if name == "deck":
            return f"You draw up to {HAND} cards from the deck when your turn ends."
        if name == "spent" or name.startswith("cast-"):
            return "Spent cards are out of play. Choose cards from your hand, then a tile."
    return ""


def explain(view: View, path: Sequence[str]) -> Explanation | None:
    """Add up a cast at the tile that was picked, as far as its cards are chosen."""
    state, seat = view.plain, view.seat
    tile = next((tile for tile in range(rules.TILES) if path and path[-1] == tile_id(tile)), None)
    if tile is None or state.owner[tile] == 1 + seat:
        return None
    rest = _rest_of_sum(state, seat, tile)
    if not any(state.chosen):
        return Explanation(terms=rest, text="Choose cards that come close to its values.")
    errors = list(map(rules.colour_error, state.chosen, state.value[tile]))
    differences = map(_difference_words, COLOUR_NAMES, state.chosen, state.value[tile])
    added = [Term(label=label, value=str(error)) for label, error in zip(differences, errors, strict=True)]
    if sum(errors) == 0:
        return Explanation(terms=tuple(added), text="Three exact cards capture it without a roll.")
    odds = rules.odds(view.state, tile)
    if odds == 0:
        text = "No roll can capture it."
    elif odds == rules.PAIRS:
        text = "Every roll captures it."
    else:
        most = rules.room_at(view.state, seat, tile) - sum(errors)
        rolls = "a roll of at most" if state.owner[tile] == NOBODY else "two rolls that add up to at most"
        text = f"You need {rolls} {most}: {words.odds_words(odds)}."
    return Explanation(terms=(*added, *rest), text=text)


def _difference_words(colour: str, chosen: int, value: int) -> str:
    return f"no {colour} card" if chosen == NONE else f"{colour} {chosen - 1} against {value}"


def _rest_of_sum(state: PlainState, seat: int, tile: int) -> tuple[Term, ...]:
    """What is added to the error of a cast and taken off it, and what it may come to."""
    grade, helped = state.grade[tile], rules.help_at(state.owner, seat, tile)
    terms = [Term(label="roll", value=f"+ 1–{rules.DIE}")]
    if state.owner[tile] != NOBODY:
        terms.append(Term(label=f"{seat_name(1 - seat)} owns it: second roll", value=f"+ 1–{rules.DIE}"))
    if helped:
        terms.append(Term(label=plural(helped // rules.HELP, "own neighbour"), value=f"− {helped}"))
    return (*terms, Term(label=f"{GRADE_NAMES[grade]} tolerates", value=f"≤ {TOLERANCE[grade]}"))


# What happened: a state remembers the last cast, so there is nothing to work out again


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    old, new = plain_of(before), plain_of(after)
    actor = old.turn
    if action < CAST:
        count = old.hand[actor][action]
        ids = (card_id(actor, action, count),) if count else ()  # others only see backs
        return [Beat(words=words.step_words(before, action, after), ids=ids)]
    hand = held(old.hand[actor], old.hand_size[actor])
    shown = [_throw(old, new, hand)]
    if new.last_target != NONE:
        shown += _sums(new)
        shown += _outcome(old, new)
    shown += _draw(old, new, hand)
    if new.over:
        shown.append(Beat(words=f"The match is over: {words.REASONS[new.reason]}."))
    return shown + [Beat(words=sentence) for sentence in words.passed_over(before, after)]


def _throw(old: PlainState, new: PlainState, hand: dict[int, int]) -> Beat:
    """The cards fly from the hand to the side of the map, for all to see. Those of the last turn make room."""
    moves = [Move(id=cast_id(kind), becomes=f"old-{cast_id(kind)}") for kind in words.chosen_kinds(old.last_cards)]
    kinds = words.chosen_kinds(new.last_cards)
    for kind in kinds:
        face = BACK if BACK in hand else kind
        moves.append(Move(id=card_id(old.turn, face, hand[face]), becomes=cast_id(kind)))
        hand[face] -= 1
    ids = [cast_id(kind) for kind in kinds]
    if new.last_target != NONE:
        ids.append(tile_id(new.last_target - 1))
    return Beat(words=f"{words.thrown_words(new)}.", ids=tuple(ids), moves=tuple(moves))


def _sums(new: PlainState) -> Iterator[Beat]:
    """The error is added up, and the roll is added to it."""
    target, error, helped = new.last_target - 1, new.last_error, new.last_help
    grade, ids = new.grade[target], (tile_id(target),)
    added = " + ".join(map(str, map(rules.colour_error, new.last_cards, new.value[target])))
    yield Beat(words=f"Error {added} = {error}{'' if error else ': three exact cards need no roll'}.", ids=ids)
    rolls = tuple(roll for roll in new.last_rolls if roll)
    if rolls:
        rolled = f"Rolled {' and '.join(map(str, rolls))}"
        added = " + ".join(map(str, (error, *rolls)))
        result = rules.result_of(error, rolls, helped)
        if helped:
            rolled, added = f"{rolled}, minus {helped} for neighbouring tiles", f"{added} - {helped}"
        tolerated = f"{GRADE_NAMES[grade].capitalize()} tolerates {TOLERANCE[grade]}."
        yield Beat(words=f"{rolled}: {added} = {result}. {tolerated}", ids=ids, roll=rolls)


def _outcome(old: PlainState, new: PlainState) -> Iterator[Beat]:
    """The tile changes hands with its points, or it does not."""
    target = new.last_target - 1
    name, ids, source = TILE_NAMES[target], (tile_id(target),), POINT_SOURCES[new.grade[target]]
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
