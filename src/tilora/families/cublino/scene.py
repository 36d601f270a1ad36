"""What Cublino looks like: a wooden board with dice on it, seen from the viewer's own side.

A state does not name dice, so a die is called by its square: `die-e4` stands on the spot `e4`. A move gives it other
names on its way, which its beats tell; see `beats`.
"""

from collections.abc import Sequence

from tilora.families.cublino import words
from tilora.families.cublino.battles import battles_after
from tilora.families.cublino.beats import beats as beats
from tilora.families.cublino.dice import BLACK, EMPTY, OWNER, SIZE, SQUARES, TIPPED, TOP
from tilora.families.cublino.paths import FORWARD, LEFT, RIGHT
from tilora.families.cublino.places import AREA, FRAME, SPAN, die_id, faces_of, place_of, square_of
from tilora.families.cublino.positions import COLOURS, FILES, square_name, square_named
from tilora.families.cublino.rules import CONTRA, FAR_RANK, HEADING, SEATS
from tilora.kernel import Action, State, View, fast_state
from tilora.scene.vocabulary import Area, Choice, Piece, Scene, Spot, Text

SMALL = 0.26
"""The size of the names of files and ranks."""


def scene(view: View) -> Scene:
    """The board from the viewer's side, and a choice for each move: the die, then every square it goes to."""
    spots = [_spot(square, view.seat) for square in range(SQUARES)]
    dice = [_die(view, square) for square in range(SQUARES) if view.state.board[square] != EMPTY]
    board = Area(
        id=AREA,
        role="shared",
        label="Board",
        w=SPAN,
        h=SPAN,
        spots=(Spot(id="wood", x=0, y=0, w=SPAN, h=SPAN, shape="none", symbol="board"), *spots),
        pieces=tuple(dice),
        texts=_names_on_the_frame(view.seat),
    )
    return Scene(areas=(board,), choices=_choices(view))


# The board


def _spot(square: int, seat: int) -> Spot:
    x, y = place_of(square, seat)
    name = square_name(square)
    for owner in range(SEATS):
        if square // SIZE == FAR_RANK[owner]:
            label = f"{name}, far rank of {COLOURS[owner]}"
            about = f"This is where {COLOURS[owner]}'s dice want to arrive."
            return Spot(id=name, x=x, y=y, shape="none", symbol=f"goal-{owner}", label=label, about=about)
    return Spot(id=name, x=x, y=y, shape="none", label=name)


def _names_on_the_frame(seat: int) -> tuple[Text, ...]:
    """The files along the viewer's edge, and the ranks on the left."""
    texts = []
    for number in range(SIZE):
        x, y = place_of(number * SIZE + number, seat)
        texts.append(Text(x=x + 0.5, y=SPAN - FRAME / 2, text=FILES[number], size=SMALL))
        texts.append(Text(x=FRAME / 2, y=y + 0.5, text=str(number + 1), size=SMALL))
    return tuple(texts)


def _die(view: View, square: int) -> Piece:
    die = int(view.state.board[square])
    owner = int(OWNER[die])
    x, y = place_of(square, view.seat)
    return Piece(
        id=die_id(square),
        kind="die",
        symbol=f"die-{owner}",
        x=x,
        y=y,
        faces=faces_of(die, view.seat),
        look="marked" if square == _just_moved(view) else "",
        label=f"{COLOURS[owner]}'s die on {square_name(square)}, {TOP[die]} on top",
        about=_tips_words(die, view.seat),
    )


def _just_moved(view: View) -> int | None:
    """The square of the die that has moved last; None if it was lost there, or nothing has moved."""
    if not view.history:
        return None
    last = view.history[-1]
    square = square_named(last.text[-2:])
    return square if OWNER[view.state.board[square]] == last.seat else None


def _tips_words(die: int, seat: int) -> str:
    """What each tip of a die would bring on top; left and right are the viewer's."""
    shows = {direction: TOP[TIPPED[die, HEADING[OWNER[die], direction]]] for direction in (FORWARD, LEFT, RIGHT)}
    left, right = (RIGHT, LEFT) if seat == BLACK else (LEFT, RIGHT)
    return f"Tipped forwards it shows {shows[FORWARD]}, to the left {shows[left]}, to the right {shows[right]}."


# What the viewer can do


def _choices(view: View) -> tuple[Choice, ...]:
    state = fast_state(view.state)
    return tuple(_choice(state, action) for action in view.actions())


def _choice(state: State, action: Action) -> Choice:
    squares = words.squares_of(state, action.code)
    return Choice(
        action=action.text,
        words=action.sentence,
        path=(die_id(squares[0]), *map(square_name, squares[1:])),
        gain=_fight_gain(state, squares) if state.variant == CONTRA else _points_gain(state, squares),
    )


def _points_gain(state: State, squares: list[int]) -> str:
    """Pur: by how much the mover's points change."""
    points = words.points_of_move(state, squares)
    return f"{points:+d}".replace("-", "−") if points else ""


def _fight_gain(state: State, squares: list[int]) -> str:
    """Contra: whether the move wins by arriving, and otherwise whose dice its battles cost."""
    end = squares[1]
    battles = battles_after(state, squares, words.die_after(state, squares))
    losers = {battle.loser for battle in battles if battle.loser is not None}
    lost, taken = end in losers, len(losers - {end})
    if not lost and end // SIZE == FAR_RANK[state.turn]:
        return "wins"
    return ", ".join(([f"takes {taken}"] if taken else []) + (["is lost"] if lost else []))


def why(view: View, path: Sequence[str]) -> str:
    """The rule that stops a die where these clicks want it to go."""
    squares = [square_of(name) for name in path]
    clicked = [square for square in squares if square is not None]
    if not clicked or len(clicked) < len(squares):
        return ""
    first = view.state.board[clicked[0]]
    if first == EMPTY:
        return f"First choose one of your dice; you play {COLOURS[view.seat]}."
    if OWNER[first] != view.seat:
        return f"That die is {COLOURS[1 - view.seat]}'s; you play {COLOURS[view.seat]}."
    if len(clicked) > 1:
        return words.objection(view.state, clicked)
    moves = any(words.squares_of(view.state, action.code)[0] == clicked[0] for action in view.actions())
    return "" if moves else f"The die on {square_name(clicked[0])} can't move: nothing is free beside or before it."
