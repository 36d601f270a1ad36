"""The vocabulary of scenes: what a view looks like, and where to click. It knows the things on a table, but no game.

A scene is data. The page draws it, and so do the notebook, the docs and the screen reader. One unit of length is the
side of an ordinary piece: a tile, a brick, a die. In an area, x grows to the right and y downwards, from its top left
corner.

Ids are unique within a scene and name the thing, not its place: a piece that keeps its id from one scene to the next is
the same piece and travels there, even from one area to another. An id must not reveal what its viewer may not know: a
brick from the bag gets its id when it is drawn.

Labels, texts and sentences name a seat by its placeholder, `{seat:0}`, which `tilora.kernel.seat_name` makes. The page
fills in the name of the player, `tilora.kernel.fill_seats` the number of the seat.
"""

from typing import Literal

import msgspec

ORDINARY = 1.0
"""The side of an ordinary piece. It is the default, which is never sent, as long as it is this very object."""

# `gc=False`: none of this can be in a cycle, and a server keeps so much of it that looking for garbage took time.


class Text(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A few words or a number, centred at a point, or starting or ending there."""

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


class Spot(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A place where pieces lie or can go, drawn below all pieces."""

    id: str
    x: float
    y: float
    w: float = 1.0
    h: float = 1.0
    turn: float = 0.0
    """Degrees clockwise, about its middle."""
    shape: Literal["cell", "round", "hex", "bowl", "panel", "none"] = "cell"
    """Cell: a square hollow. Hex: with corners at top and bottom. Bowl: a wide shallow dish. Panel: a background for
    many things. None: only a target."""
    symbol: str = ""
    """Of the game's art, drawn faintly, to show what belongs here."""
    label: str = ""
    """A few words for the screen reader and the tooltip: "line 3 of {seat:0}, 2 of 3 blue tiles"."""
    about: str = ""
    """A sentence that explains it, shown when somebody points at it."""
    texts: tuple[Text, ...] = ()
    """Relative to the spot's top left corner."""


class Faces(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The visible faces of a die: the numbers on top, on the side nearest to the viewer, and on the right side."""

    top: int
    front: int
    right: int


class Piece(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Something on the table: a tile, a brick, a die, a card, a token."""

    id: str
    kind: Literal["tile", "brick", "die", "card", "token"]
    symbol: str
    """Of the game's art. For a die, its material: the page draws dice from their faces."""
    x: float
    y: float
    w: float = ORDINARY
    h: float = ORDINARY
    turn: float = 0.0
    """Degrees clockwise."""
    faces: Faces | None = None
    texts: tuple[Text, ...] = ()
    """Numbers and letters on it, relative to its top left corner."""
    look: Literal["", "faded", "marked", "back"] = ""
    """Faded: not there yet, or out of play. Marked: chosen or just played. Back: only its back is visible."""
    owner: int | None = None
    """The seat whose colour and sign it shows."""
    label: str = ""
    about: str = ""


class Area(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A part of the table with a background of its own."""

    id: str
    role: Literal["shared", "board", "hand"]
    """Shared by everybody, the board of a seat, or the hand of a seat."""
    seat: int | None = None
    label: str
    w: float
    h: float
    turns: bool = False
    """May lie turned by a quarter, clockwise, where there is more height than width: on a phone. Pieces and texts stay
    upright."""
    grows: bool = False
    """Becomes larger during a match. The page keeps as much room for it as it can, from the beginning."""
    pitch: float = 0.0
    """Of a hand whose pieces lie side by side: how far apart they are. The page may then lay it in several rows."""
    spots: tuple[Spot, ...] = ()
    pieces: tuple[Piece, ...] = ()
    texts: tuple[Text, ...] = ()


class Button(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A button beside the table: "Cast", "Swap". As long as no choice needs it, it can't be pressed."""

    id: str
    label: str
    about: str = ""
    key: str = ""
    """The key that presses it, unless another button has the same one."""
    quiet: bool = False
    """Not what people usually do: drawn without emphasis."""


class Choice(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A legal action, and what to click for it."""

    action: str
    """Its text."""
    words: str
    path: tuple[str, ...]
    """The ids of the pieces, spots and buttons to click, in this order.

    A path may be the beginning of a longer one: the page then offers to stop there. Where a stray click would cost
    something, the path ends with a button, which plays what was picked before. A choice of one click can be made while
    other things are picked; they stay picked as long as some choice begins with them.
    """
    free: bool = False
    """The ids may be clicked in any order."""
    odds: float | None = None
    """If chance decides: how likely it succeeds. Shown beside the last piece or spot of the path, like the gain; where
    it is 0, that is dim."""
    gain: str = ""
    """What it certainly earns or costs: "+6", "−2"."""


class Takeback(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A click that takes back an action of the unfinished turn: a chosen card is clicked again."""

    id: str
    """The piece or spot to click. No choice begins with it."""
    undoes: str
    """The text of the action. Those that came after it are played again."""
    action: str = ""
    """The text of an action that is played then: of two things that exclude each other, the other is chosen."""


class Task(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What the viewer is to do now, in the words of the game."""

    words: str
    """A short sentence: "Now choose a line for the {picked}." The page fills in the label of what was picked last."""
    after: str = ""
    """How the id of what was picked last begins; "" while nothing is picked, "*" for all that no other task names."""


class Term(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line of an explanation: what counts, and how much: "red 6 against 4", "2"."""

    label: str
    value: str


class Explanation(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What the picked things add up to, before they are played."""

    terms: tuple[Term, ...] = ()
    """How it adds up, line by line."""
    text: str = ""
    """The result, in a sentence."""


class Ghost(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A piece as it would lie."""

    area: str
    piece: Piece


class Preview(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What an action would do, as far as it is certain: nothing that chance decides, and nothing hidden."""

    ghosts: tuple[Ghost, ...] = ()
    """The pieces that would lie somewhere else, or look different."""
    gone: tuple[str, ...] = ()
    """The ids of pieces that would no longer be where they are."""
    points: tuple[str, ...] = ()
    """What it would earn or cost, now and later, in a few words each: "+3 at the end of the round", "−2 floor line"."""


class Won(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What a seat won the match with: a full row, or the die that got across."""

    seat: int
    ids: tuple[str, ...]
    """Pieces and spots. They light up one after another."""


class Ending(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """How the end of a match is celebrated."""

    won: tuple[Won, ...]
    """One for each seat that has won; after a draw, one for each seat."""
    flourish: Literal["glaze", "tumble", "tint"]
    """Glaze: light runs over what won. Tumble: it rolls on the spot. Tint: it takes the colour of its seat."""


class Scene(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What a viewer sees."""

    areas: tuple[Area, ...]
    buttons: tuple[Button, ...] = ()
    choices: tuple[Choice, ...] = ()
    """All legal actions of the viewer; none when it is somebody else's turn.

    An action that can be played with any of several equal things, such as two equal cards, is listed once for each."""
    takebacks: tuple[Takeback, ...] = ()
    tasks: tuple[Task, ...] = ()
    """What to do, one for each beginning of a path. They may be there between the viewer's turns, too."""
    ending: Ending | None = None
    """Once the match is over, unless nothing on the table shows who has won."""


class Move(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A piece moves, and may have another id afterwards.

    For games whose states only count pieces: there an id names the place (`mine-3-blue-0`), so a move says that the
    piece `mine-3-blue-0` is `line-0-2-1` from now on, and the page shows one piece that travels.
    """

    id: str
    """Its id so far: in the scene before, or after earlier beats of the same step."""
    becomes: str = ""
    """Its id from now on, if that changes."""
    area: str = ""
    """Where it goes, if not to its place in the next scene: the area, with the place of its top left corner there.

    Without an area, the piece goes to its place in the next scene; a piece that the next scene does not have leaves the
    table."""
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    faces: Faces | None = None
    """Of a die that tips on its way: what it shows afterwards."""


class Beat(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One of the things that happen when an action is played. A newcomer should see them one after the other.

    The page shows the beats of a step in order: it highlights the ids, makes the moves (all of a beat at once), moves
    the other pieces among the ids to their places in the next scene, and shows the points. What no beat names moves at
    the end, until everything is as in the next scene.
    """

    words: str
    """A short sentence: "Line 3 is full: its tile goes to the wall and touches 2 others: 3 points."""
    ids: tuple[str, ...] = ()
    """What to highlight, by the ids after the moves of this beat."""
    moves: tuple[Move, ...] = ()
    """Pieces that move in this beat; only needed where ids change or a piece stops on its way."""
    seat: int | None = None
    """Whose points change."""
    points: int = 0
    source: str = ""
    """Where the points come from, in two words, the same for all of a kind: "full lines". The page adds them up for the
    final breakdown, so the points of all beats of a step add up to the change of the scores."""
    roll: tuple[int, ...] = ()
    """Dice that were rolled."""
