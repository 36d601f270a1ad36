"""What happens in a turn of Welters: a state remembers the last cast, so there is nothing to work out again."""

from collections.abc import Iterator

from tilora.families.welters import rules, words
from tilora.families.welters.areas import HANDS, cast_id, tile_id
from tilora.families.welters.rules import CAST, NONE, TOLERANCE
from tilora.families.welters.words import GRADE_NAMES, TILE_NAMES
from tilora.kernel import PlainState, State, plain_of, seat_name
from tilora.kernel.toolkit import plural
from tilora.scene import Beat, Move
from tilora.scene.hand_areas import BACK, Held, held

POINT_SOURCES = tuple(f"{grade} tiles" for grade in GRADE_NAMES)
"""Where points come from, by grade."""


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    old, new = plain_of(before), plain_of(after)
    actor = old.turn
    if action < CAST:
        count = old.hand[actor][action]
        ids = (HANDS.id(actor, action, count),) if count else ()  # others only see backs
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


def _throw(old: PlainState, new: PlainState, hand: Held) -> Beat:
    """The cards fly from the hand to the side of the map, for all to see. Those of the last turn make room."""
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


def _draw(old: PlainState, new: PlainState, hand: Held) -> list[Beat]:
    """The hand is filled from the deck."""
    drawn = HANDS.gained(old.turn, hand, held(new.hand[old.turn], new.hand_size[old.turn]))
    return [Beat(words=f"Drew {plural(len(drawn), 'card')}.", ids=("deck", *drawn))] if drawn else []
