"""The vocabulary of scenes: what a view looks like, and where one can click. It knows the things of a table, not games.

A scene is data. The page draws it, and so do the notebook, the docs and the screen reader. One unit of length is the
side of an ordinary piece: a tile, a brick, a die. In an area x grows to the right and y downwards, from its top left
corner.

Ids are unique within a scene and speak of the thing, not of its place: a piece that keeps its id from one scene to the
next is the same piece and is seen to travel, also from one area to another. An id must not tell what its viewer may not
know: a brick that is drawn from the bag gets its id when it is seen.

Labels, texts and sentences name a seat by its placeholder, `{seat:0}`, which `tilora.kernel.seat_name` makes. The page
fills in the name of the player, `tilora.kernel.fill_seats` the number of the seat.
"""

from typing import Literal

import msgspec


class Text(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A few words or a number, centred at a point (or beginning or ending there)."""

    x: float
    y: float
    text: str
    size: float = 0.4
    align: Literal["middle", "start", "end"] = "middle"
    role: Literal["plain", "title", "score", "number", "faint", "price", "mono"] = "plain"
    """Score: the score of a `seat`, which the page counts up when points come in; drawn like a title. Number: in the
    serif that pieces wear. Price: what something costs, in the warning colour. Mono: all letters equally wide and all
    spaces kept, as in a terminal (a letter is then 0.6 of the size wide)."""
    seat: int | None = None
    """Whose score it is."""


class Spot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place where pieces lie or can go. Drawn beneath all pieces."""

    id: str
    x: float
    y: float
    w: float = 1.0
    h: float = 1.0
    shape: Literal["cell", "round", "hex", "bowl", "panel", "none"] = "cell"
    """Cell: a square hollow; hex: with corners at top and bottom; bowl: a wide shallow dish; panel: a quiet ground for
    many things; none: only a target."""
    symbol: str = ""
    """Of the game's art, drawn faintly: what belongs here."""
    label: str = ""
    """A few words for the screen reader and the tip: "line 3 of {seat:0}, 2 of 3 blue tiles"."""
    about: str = ""
    """A sentence that explains it, for those who point at it."""
    texts: tuple[Text, ...] = ()
    """Relative to the spot's top left corner."""


class Faces(msgspec.Struct, frozen=True, kw_only=True):
    """What one sees of a die: the numbers on top, on the side nearest to the viewer and on the right side."""

    top: int
    front: int
    right: int


class Piece(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that lies on the table: a tile, a brick, a die, a card, a token."""

    id: str
    kind: Literal["tile", "brick", "die", "card", "token"]
    symbol: str
    """Of the game's art; for a die, its material: the client draws dice itself, from their faces."""
    x: float
    y: float
    w: float = 1.0
    h: float = 1.0
    turn: float = 0.0
    """Degrees clockwise."""
    faces: Faces | None = None
    texts: tuple[Text, ...] = ()
    """Numbers and letters on it, relative to its top left corner."""
    look: Literal["", "faded", "marked", "back"] = ""
    """Faded: not there yet, or out of play; marked: chosen or just played; back: one sees its back only."""
    owner: int | None = None
    """The seat whose colour and sign it wears."""
    label: str = ""
    about: str = ""


class Area(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the table with a ground of its own."""

    id: str
    role: Literal["shared", "board", "hand"]
    """Shared by all; the board of a seat; the hand of a seat."""
    seat: int | None = None
    label: str
    w: float
    h: float
    spots: tuple[Spot, ...] = ()
    pieces: tuple[Piece, ...] = ()
    texts: tuple[Text, ...] = ()


class Button(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something to press that is no thing on the table: "Discard", "Swap bricks"."""

    id: str
    label: str
    about: str = ""
    key: str = ""
    """The key that presses it, if no other does."""


class Choice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A legal action and how one takes it."""

    action: str
    """Its text."""
    words: str
    path: tuple[str, ...]
    """The ids of pieces, spots and buttons that one clicks for it, in this order.

    A path may be the beginning of a longer one: the client then offers to stop there.
    """
    free: bool = False
    """The ids may be clicked in any order."""
    odds: float | None = None
    """If chance will settle it: how likely it succeeds."""
    gain: str = ""
    """What it is sure to earn, or to cost: "+6", "−2". Shown beside the last thing of the path."""


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody sees."""

    areas: tuple[Area, ...]
    buttons: tuple[Button, ...] = ()
    choices: tuple[Choice, ...] = ()
    """All legal actions of the viewer; none when it is somebody else's turn.

    One that can be taken with any of several things alike, like two equal cards, is there once for each of them."""


class Move(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece goes somewhere, and may have another id there.

    For games whose states count pieces: there a piece can only be called by where it lies (`mine-3-blue-0`), so a
    move says that what was `mine-3-blue-0` is `line-0-2-1` from now on, and the client shows one piece that travels.
    """

    id: str
    """What it is called until now: in the scene before, or after earlier beats of the same step."""
    becomes: str = ""
    """What it is called from now on, if that changes."""
    area: str = ""
    """Where it goes, if the next scene won't show it there: the area, and the place of its top left corner in it.

    Without an area the piece goes to where the next scene has it; a piece that the next scene does not have leaves
    the table."""
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    faces: Faces | None = None
    """Of a die that tips on its way: what it then shows."""


class Beat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that happens when an action is played: what a newcomer should see one after the other.

    The client shows the beats of a step in order: it lights up the ids, makes the moves (all of a beat at once), moves
    the other pieces among the ids to where the next scene has them, and lets the points float up. What no beat names
    moves at the end: pieces come and go, so that in the end everything is as in the next scene.
    """

    words: str
    """A short sentence: "Line 3 is full: its tile goes to the wall and touches 2 others: 3 points."""
    ids: tuple[str, ...] = ()
    """What to light up, under the names that hold after the moves of this beat."""
    moves: tuple[Move, ...] = ()
    """Pieces that travel in this beat; only needed where ids change or a piece stops on its way."""
    seat: int | None = None
    """Whose points change."""
    points: int = 0
    source: str = ""
    """Where the points come from, in two words, the same for all of a kind: "full lines". Sums over a match make up
    the final breakdown, so the points of all beats of a step add up to the change of the scores."""
    roll: tuple[int, ...] = ()
    """Dice that were rolled."""
