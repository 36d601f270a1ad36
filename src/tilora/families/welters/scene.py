"""The scene of Welters: what everybody sees, and what the viewer can click."""

from collections.abc import Iterator, Sequence

from tilora.families.welters import rules, words
from tilora.families.welters.areas import Numbers, card_id, hand_area, map_area, tile_id
from tilora.families.welters.beats import POINT_SOURCES, beats
from tilora.families.welters.clicks import explain, preview, why
from tilora.families.welters.rules import CAST, DISCARD, NONE, SCORE, TOLERANCE, VALUES
from tilora.families.welters.words import CARD_NAMES
from tilora.kernel import SPECTATOR, PlainState, View
from tilora.scene import Button, Choice, Ending, Scene, Takeback, Task, Won, part

__all__ = ["POINT_SOURCES", "beats", "ending", "explain", "preview", "scene", "why"]

NO_CARDS = (NONE,) * rules.COLOURS


def scene(view: View) -> Scene:
    state = view.plain
    target, own = state.last_target - 1, max(view.seat, 0)
    table = map_area(state.grade, state.value, state.owner, target, state.last_cards, state.spent, state.deck_size)
    hands = [
        hand_area(seat, state.hand[seat], state.hand_size[seat], state.chosen if seat == state.turn else NO_CARDS)
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
