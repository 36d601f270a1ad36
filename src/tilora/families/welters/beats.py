"""What happened in a turn of Welters, one thing after the other: cards fly, dice roll, a tile goes over or not."""

from tilora.families.welters import rules, words
from tilora.families.welters.places import back_id, cards_counted, cast_id, hand_id, tile_id
from tilora.families.welters.positions import GRADE_NAMES, chosen_kinds, hand_is_hidden, tile_name
from tilora.families.welters.rules import CAST, COLOURS, DISCARD, KINDS, NONE, VALUES
from tilora.kernel import State, seat_name
from tilora.scene.vocabulary import Beat, Move


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
