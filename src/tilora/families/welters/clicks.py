"""What the page asks about clicks in Welters: what they would do, why they lead nowhere, and how a cast adds up."""

from collections.abc import Sequence

from tilora.families.welters import rules, words
from tilora.families.welters.areas import card_id, hand_area, tile_id
from tilora.families.welters.rules import CAST, DISCARD, HAND, NOBODY, NONE, SCORE, TOLERANCE, VALUES
from tilora.families.welters.words import CARD_NAMES, COLOUR_NAMES, GRADE_NAMES
from tilora.kernel import PlainState, View, seat_name
from tilora.kernel.toolkit import plural
from tilora.scene import Explanation, Ghost, Preview, Term


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
    hand = hand_area(seat, state.hand[seat], state.hand_size[seat], chosen)
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
