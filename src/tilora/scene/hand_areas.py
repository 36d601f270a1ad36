"""Hands in a scene: cards or bricks side by side, of which the others see the backs.

States only count things that are alike, so an id says whose they are and numbers them: `hand-0-Rt-1` is the first red
star in the hand of seat 0, and `hand-1-back-4` a thing that the viewer may not know. Things that were put aside, to be
played or swapped, lie higher. Of those that are alike, they have the highest numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tilora.kernel import seat_name
from tilora.kernel.toolkit import is_hidden, plural
from tilora.scene.parts import part
from tilora.scene.vocabulary import ORDINARY, Area, Beat, Choice, Piece, Text

BACK = -1
"""In place of the kind of a thing that a view does not show."""

Held = Mapping[int, int]
"""How many things of each kind a hand holds, from left to right; of a hidden hand, how many backs."""


Look = Literal["", "faded", "marked", "back"]


class Face(NamedTuple):
    """What a card or a brick looks like from one side, and what it is called."""

    symbol: str
    label: str
    """Of a back: with {seat} for whose it is."""
    texts: tuple[Text, ...] = ()


class Spacing(NamedTuple):
    """How things lie in a hand."""

    pitch: float
    """From one to the next."""
    w: float = ORDINARY
    h: float = ORDINARY
    lift: float = 0.0
    """How much higher those lie that were put aside."""


@part
def held(counts: tuple[int, ...], size: int) -> Held:
    """Return what a hand holds, as far as the view shows it."""
    if is_hidden(counts, size):
        return {BACK: size}
    return {kind: count for kind, count in enumerate(counts) if count}


def choices_of(
    things: Iterable[str],
    action: str,
    words: str,
    *,
    before: tuple[str, ...] = (),
    after: tuple[str, ...] = (),
    free: bool = False,
    gain: str = "",
) -> tuple[Choice, ...]:
    """Return a choice for each of several things that are alike: whichever is clicked, the action is the same."""
    paths = [(*before, name, *after) for name in things]
    return tuple([Choice(action=action, words=words, path=path, free=free, gain=gain) for path in paths])


@dataclass(frozen=True, eq=False)
class Hands:
    """The hands of a game: what their things are called and look like, and how they lie."""

    kind: Literal["tile", "brick", "die", "card", "token"]
    signs: Sequence[str]
    """By kind: what ids say."""
    fronts: Sequence[Face]
    """By kind."""
    back: Face
    aside: str
    """What the label of a thing says when it was put aside: "put aside to swap"."""
    empty: Text
    """What stands in an empty hand."""
    room: int
    """How many things have a place in a hand."""
    margin: float
    open: Spacing
    hidden: Spacing

    def id(self, seat: int, kind: int, number: int) -> str:
        """Return the id of a thing in a hand; those that are alike are numbered from 1."""
        return f"hand-{seat}-{'back' if kind == BACK else self.signs[kind]}-{number}"

    def ids(self, seat: int, kind: int, last: int, first: int = 1) -> list[str]:
        """Return the ids of things that are alike, from the first number to the last."""
        return [self.id(seat, kind, number) for number in range(first, last + 1)]

    def kinds(self, seat: int, counts: Sequence[int]) -> dict[str, int]:
        """Return the kind of each thing that a seat holds, by its id."""
        return {name: kind for kind, count in enumerate(counts) for name in self.ids(seat, kind, count)}

    def gained(self, seat: int, before: Held, after: Held) -> list[str]:
        """Return the ids of the things that a hand holds afterwards on top of those that it held before."""
        new: list[str] = []
        for kind, count in after.items():
            if count > before.get(kind, 0):
                new += self.ids(seat, kind, count, before.get(kind, 0) + 1)
        return new

    def drawn(self, seat: int, before: Held, after: Held, heap: str) -> list[Beat]:
        """Return a beat for what a hand has drawn from the heap with that id, if it has drawn anything."""
        new = self.gained(seat, before, after)
        return [Beat(words=f"Drew {plural(len(new), self.kind)}.", ids=(heap, *new))] if new else []

    @part
    def area(self, seat: int, counts: tuple[int, ...], size: int, aside: tuple[int, ...] = ()) -> Area:
        """Return a hand with everything in it; `aside` are the kinds of the things that were put aside."""
        hand = held(counts, size)
        lie = self.hidden if BACK in hand else self.open
        each = [(kind, number) for kind, count in hand.items() for number in range(1, count + 1)]
        return Area(
            id=f"hand-{seat}",
            role="hand",
            seat=seat,
            label=f"Hand of {seat_name(seat)}",
            w=round(2 * self.margin + lie.pitch * (self.room - 1) + lie.w, 2),
            h=round(2 * self.margin + lie.h + lie.lift, 2),
            pitch=lie.pitch,
            pieces=tuple(
                self.piece(seat, kind, number, slot, bool(aside) and number > hand[kind] - aside.count(kind))
                for slot, (kind, number) in enumerate(each)
            ),
            texts=() if size else (self.empty,),
        )

    @part
    def piece(self, seat: int, kind: int, number: int, slot: int, is_aside: bool) -> Piece:
        """Return a thing in one of the places of a hand, which count from 0."""
        face, lie = (self.back, self.hidden) if kind == BACK else (self.fronts[kind], self.open)
        label = face.label.replace("{seat}", seat_name(seat))
        x, y = round(self.margin + lie.pitch * slot, 2), round(self.margin + lie.lift, 2)
        look: Look = "back" if kind == BACK else ""
        if is_aside:
            y, look, label = self.margin, "marked", f"{label}, {self.aside}"
        return self.thing(self.id(seat, kind, number), kind, x, y, look, label)

    def thing(self, name: str, kind: int, x: float, y: float, look: Look, label: str, about: str = "") -> Piece:
        """Return a thing as it lies anywhere on the table, seen from the front; from the back, if its kind is BACK."""
        face, lie = (self.back, self.hidden) if kind == BACK else (self.fronts[kind], self.open)
        return Piece(
            id=name,
            kind=self.kind,
            symbol=face.symbol,
            x=x,
            y=y,
            w=lie.w,
            h=lie.h,
            texts=face.texts,
            look=look,
            label=label,
            about=about,
        )
