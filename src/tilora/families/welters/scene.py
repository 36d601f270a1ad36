"""The scene of Welters: what everybody sees, what the viewer can click, and what happens in a turn."""

from collections.abc import Iterator, Sequence

from tilora.families.welters import rules, words
from tilora.families.welters.areas import HANDS, TILES_BY_ID, Numbers, cast_id, map_area, tile_id
from tilora.families.welters.rules import CAST, DISCARD, HAND, NOBODY, NONE, SCORE, TOLERANCE, VALUES
from tilora.families.welters.words import CARD_NAMES, COLOUR_NAMES, GRADE_NAMES, TILE_NAMES
from tilora.kernel import SPECTATOR, PlainState, State, View, plain_of, seat_name
from tilora.kernel.toolkit import plural
from tilora.scene import (
    Beat,
    Button,
    Choice,
    Ending,
    Explanation,
    Ghost,
    Move,
    Preview,
    Scene,
    Takeback,
    Task,
    Term,
    Won,
    part,
)
from tilora.scene.hand_areas import BACK, choices_of, held

POINT_SOURCES = tuple(f"{grade} tiles" for grade in GRADE_NAMES)
"""Where points come from, by grade."""


def scene(view: View) -> Scene:
    state = view.plain
    target, own = state.last_target - 1, max(view.seat, 0)
    table = map_area(state.grade, state.value, state.owner, target, state.last_cards, state.spent, state.deck_size)
    chosen: list[Numbers] = [(), ()]
    if any(state.chosen):
        chosen[state.turn] = tuple(words.chosen_kinds(state.chosen))
    hands = [HANDS.area(seat, state.hand[seat], state.hand_size[seat], chosen[seat]) for seat in (own, 1 - own)]
    if view.seat == SPECTATOR:
        return Scene(areas=(table, *hands))
    discards = all(whose == 1 + own for whose in state.owner)
    return Scene(
        areas=(table, *hands),
        buttons=(DISCARD_BUTTON if discards else CAST_BUTTON,),
        choices=tuple(_choices(view)),
        takebacks=_takebacks(own, state.hand[own], chosen[own]) if chosen[own] else (),
        tasks=DISCARDING if discards else CASTING if chosen[own] else CHOOSING,
    )


def ending(view: View, winners: Sequence[int]) -> Ending:
    """The map takes the winner's colour, where it is theirs."""
    return Ending(won=tuple(_won(view.plain, seat) for seat in winners), flourish="tint")


def _won(state: PlainState, seat: int) -> Won:
    return Won(seat=seat, ids=tuple(tile_id(tile) for tile, owner in enumerate(state.owner) if owner == 1 + seat))


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
    return choices_of(HANDS.ids(seat, kind, count), words.TEXTS[code], words.card_words(code), after=after)


@part
def _takebacks(seat: int, hand: Numbers, chosen: Numbers) -> tuple[Takeback, ...]:
    """A second click on a chosen card takes it back, and another of its colour replaces it."""
    found: list[Takeback] = []
    for chosen_kind in chosen:
        colour = chosen_kind // VALUES
        for kind in range(rules.kind_of(colour, 0), rules.kind_of(colour + 1, 0)):
            other = "" if kind == chosen_kind else CARD_NAMES[kind]
            ids = HANDS.ids(seat, kind, hand[kind])
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


# What clicks would do, and why they lead nowhere


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
        return Preview(gone=(HANDS.id(seat, kind, state.hand[seat][kind]),))
    chosen = (*words.chosen_kinds(state.chosen), kind)
    hand = HANDS.area(seat, state.hand[seat], state.hand_size[seat], chosen)
    name = HANDS.id(seat, kind, state.hand[seat][kind])
    return Preview(
        ghosts=tuple(Ghost(area=hand.id, piece=piece) for piece in hand.pieces if piece.id == name), gone=(name,)
    )


def why(view: View, path: Sequence[str]) -> str:
    state, plain = view.state, view.plain
    cards = HANDS.kinds(view.seat, plain.hand[view.seat])
    for name in path:
        if name in TILES_BY_ID:
            return words.why_not(state, CAST + TILES_BY_ID[name])
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
    tile = TILES_BY_ID.get(path[-1]) if path else None
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


# What happens in a turn: a state remembers the last cast, so there is nothing to work out again


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    old, new = plain_of(before), plain_of(after)
    actor = old.turn
    if action < CAST:
        count = old.hand[actor][action]
        ids = (HANDS.id(actor, action, count),) if count else ()  # others only see backs
        return [Beat(words=words.step_words(before, action, after), ids=ids)]
    hand = dict(held(old.hand[actor], old.hand_size[actor]))
    shown = [_throw(old, new, hand)]
    if new.last_target != NONE:
        shown += _sums(new)
        shown += _outcome(old, new)
    shown += HANDS.drawn(actor, hand, held(new.hand[actor], new.hand_size[actor]), "deck")
    if new.over:
        shown.append(Beat(words=f"The match is over: {words.REASONS[new.reason]}."))
    return shown + [Beat(words=sentence) for sentence in words.passed_over(before, after)]


def _throw(old: PlainState, new: PlainState, hand: dict[int, int]) -> Beat:
    """The cards fly from the hand to the side of the map, for all to see. Those of the last turn make room.

    They are no longer in `hand`.
    """
    moves = [Move(id=cast_id(kind), becomes=f"old-{cast_id(kind)}") for kind in words.chosen_kinds(old.last_cards)]
    kinds = words.chosen_kinds(new.last_cards)
    for kind in kinds:
        face = BACK if BACK in hand else kind
        moves.append(Move(id=HANDS.id(old.turn, face, hand[face]), becomes=cast_id(kind)))
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
