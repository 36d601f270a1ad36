"""What Cublino looks like: a wooden board with dice on it, seen from the viewer's own side; and how a move is shown.

A state does not name dice, so a die is called by its square: `die-e4` stands on the spot `e4`. A move gives it another
name on every square it comes to, and its beats say so.
"""

from collections.abc import Sequence
from itertools import pairwise

from tilora.families.cublino import rules, words
from tilora.families.cublino.paths import BLACK, OFF, SIZE, SQUARES, WHITE
from tilora.families.cublino.rules import CONTRA, EMPTY, FAR_RANK, FAR_SQUARES, OWNER, PUR, STANDS, TOP
from tilora.families.cublino.words import COLOURS, SQUARE_NAMES, SQUARES_BY_NAME, Battle, Fighters, MoveParts
from tilora.kernel import SPECTATOR, PlainState, State, View, plain_of
from tilora.kernel.toolkit import signed
from tilora.kernel.toolkit.squares import has, squares_in
from tilora.kernel.toolkit.tipping_dice import FACES, ORIENTATIONS
from tilora.scene import Area, Beat, Choice, Ending, Faces, Ghost, Move, Piece, Preview, Scene, Spot, Task, Won, part
from tilora.scene.square_board import SquareBoard

AREA = "board"
BOARD = SquareBoard(SIZE, SIZE, frame=0.4)
ACROSS, LOST = "points on the far rank", "dice lost"
"""Where points come from: in Pur, and in Contra."""
POINT_SOURCES = (ACROSS, LOST)
SOURCE_WORDS = {
    ACROSS: ("{n} more {unit} on the far rank", "{n} fewer {unit} on the far rank"),
    LOST: ("{n} fewer {unit} lost{by}", "{n} more {unit} lost{by}"),
}

_CHOOSE = Task(words="Choose one of your dice.")
TASKS = {
    PUR: (
        _CHOOSE,
        Task(words="Now choose a square to tip or jump it to.", after="die-"),
        Task(words="Jump on with it, or finish here.", after="*"),
    ),
    CONTRA: (_CHOOSE, Task(words="Now choose a square to tip it to.", after="die-")),
}


def scene(view: View) -> Scene:
    """Return the board from the viewer's side, and a choice for each move: the die, then every square it goes to."""
    state = view.plain
    board = _board(state.board, _moved_last(view), max(view.seat, WHITE))
    choices = [_choice(state.variant, words.parts(state, code)) for code in view.codes()]
    tasks = () if view.seat == SPECTATOR else TASKS[state.variant]
    return Scene(areas=(board,), choices=tuple(choices), tasks=tasks)


def ending(view: View, winners: Sequence[int]) -> Ending:
    """The winner's dice on the far rank tumble; without any there, all that the winner has left."""
    return Ending(won=tuple(_won(view.plain, seat) for seat in winners), flourish="tumble")


def _won(state: PlainState, seat: int) -> Won:
    own = state.dice[seat]
    return Won(seat=seat, ids=tuple(map(_die_id, squares_in(own & FAR_SQUARES[seat] or own))))


def _moved_last(view: View) -> int:
    """Return the square of the die that has moved last; OFF if it is lost, or if none has."""
    if not view.history:
        return OFF
    last = view.history[-1]
    square = SQUARES_BY_NAME[last.text[-2:]]
    return square if has(view.plain.dice[last.seat], square) else OFF


# The board. Players sit behind their own home rank, so Black sees it turned round. Spectators sit with White.


@part
def _board(board: tuple[int, ...], marked: int, side: int) -> Area:
    dice = tuple([_die(square, die, square == marked, side) for square, die in enumerate(board) if die != EMPTY])
    spots, names = _spots(side), BOARD.names(side == BLACK)
    return Area(id=AREA, role="shared", label="Board", w=BOARD.w, h=BOARD.h, spots=spots, pieces=dice, texts=names)


@part
def _spots(side: int) -> tuple[Spot, ...]:
    wood = Spot(id="wood", x=0, y=0, w=BOARD.w, h=BOARD.h, shape="none", symbol="board")
    return (wood, *(_spot(square, side) for square in range(SQUARES)))


def _spot(square: int, side: int) -> Spot:
    x, y = BOARD.place(square, side == BLACK)
    name, rank = SQUARE_NAMES[square], square // SIZE
    if rank not in FAR_RANK:
        return Spot(id=name, x=x, y=y, shape="none", label=name)
    owner = FAR_RANK.index(rank)
    label = f"{name}, far rank of {COLOURS[owner]}"
    about = f"{COLOURS[owner]}'s dice are on their way to this rank."
    return Spot(id=name, x=x, y=y, shape="none", symbol=f"goal-{owner}", label=label, about=about)


@part
def _die(square: int, die: int, marked: bool, side: int) -> Piece:
    owner = int(OWNER[die])
    x, y = BOARD.place(square, side == BLACK)
    return Piece(
        id=_die_id(square),
        kind="die",
        symbol=f"die-{owner}",
        x=x,
        y=y,
        faces=_faces(die, side),
        look="marked" if marked else "",
        label=f"{COLOURS[owner]}'s die on {SQUARE_NAMES[square]}, {TOP[die]} on top",
        about=_tips_words(die, side),
    )


def _die_id(square: int) -> str:
    return f"die-{SQUARE_NAMES[square]}"


def _faces(die: int, side: int) -> Faces:
    """Return the top of a die, and its sides towards the viewer and to the viewer's right."""
    top, north, east = FACES[(die - 1) % ORIENTATIONS]
    return Faces(top=top, front=north, right=7 - east) if side == BLACK else Faces(top=top, front=7 - north, right=east)


def _tips_words(die: int, side: int) -> str:
    """Say what each tip of a die would bring on top; left and right are the viewer's."""
    _, ahead, left, right = TOP[STANDS[die]]
    if side == BLACK:
        left, right = right, left
    return f"Tipped forwards it shows {ahead}, to the left {left}, to the right {right}."


# What the viewer can do


@part
def _choice(variant: int, move: MoveParts) -> Choice:
    first, *rest = move.squares
    path = (_die_id(first), *(SQUARE_NAMES[square] for square in rest))
    return Choice(action=move.text, words=words.move_words(move), path=path, gain=_gain(variant, move))


def _gain(variant: int, move: MoveParts) -> str:
    """In Pur, by how much the mover's points change; in Contra, that the move wins, or whose dice its battles cost."""
    if variant == PUR:
        return signed(move.points)
    end, lost = move.squares[-1], move.lost
    if end not in lost and end // SIZE == FAR_RANK[move.seat]:
        return "wins"
    taken = len(lost) - (end in lost)
    return ", ".join(([f"takes {taken}"] if taken else []) + (["is lost"] if end in lost else []))


def preview(view: View, action: int) -> Preview:
    """Return the die as it would stand, the dice that would be lost, and what that is worth."""
    move, side = words.parts(view.plain, action), max(view.seat, WHITE)
    end = move.squares[-1]
    die = rules.die_after(view.state, rules.path_of(int(view.plain.variant), action))
    ghost = Ghost(area=AREA, piece=_die(end, int(die), True, side))
    battles = tuple(f"{_sum_words(battle.attack)} against {_sum_words(battle.defence)}" for battle in move.battles)
    gain = _gain(view.plain.variant, move)
    return Preview(
        ghosts=() if end in move.lost else (ghost,),
        gone=tuple(_die_id(square) for square in (move.squares[0], *move.lost) if square != end),
        points=(*battles, *((gain,) if gain else ())),
    )


def why(view: View, path: Sequence[str]) -> str:
    """Return the rule that stops a die where these clicks want it to go."""
    names = [name.removeprefix("die-") for name in path]
    if not names or not SQUARES_BY_NAME.keys() >= set(names):
        return ""
    squares = tuple(SQUARES_BY_NAME[name] for name in names)
    first = view.state.board[squares[0]]
    if first == EMPTY:
        return f"Choose one of your dice first. You play {COLOURS[view.seat]}."
    if OWNER[first] != view.seat:
        return f"That die is {COLOURS[1 - view.seat]}'s. You play {COLOURS[view.seat]}."
    if len(squares) > 1:
        return words.objection(view.state, squares)
    if any(action.parts.squares[0] == squares[0] for action in view.actions()):
        return ""
    return f"The die on {SQUARE_NAMES[squares[0]]} can't move: there is no free square beside or ahead of it."


# What a move did


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    """Return what a move did, as the seat sees it: steps, battles, losses or points, and what follows."""
    die = rules.die_after(before, rules.path_of(int(before.variant), action))
    shown = list(_move_beats(words.parts(plain_of(before), action), die, max(seat, WHITE)))
    if sentence := words.what_follows(before, after):
        shown.append(Beat(words=sentence, ids=_dice_across(after) if after.over else ()))
    return shown


@part
def _move_beats(move: MoveParts, die: int, side: int) -> tuple[Beat, ...]:
    """Return what a move did, with its die as it stands in the end."""
    steps = [_step(move, *step, die, side) for step in pairwise(move.squares)]
    battles = [_battle(move, battle) for battle in move.battles]
    losses = [_loss(move, square) for square in move.lost]
    return (*steps, *battles, *losses, *_scoring(move))


def _step(move: MoveParts, begin: int, end: int, die: int, side: int) -> Beat:
    """Return a beat for a tip or a jump."""
    x, y = BOARD.place(end, side == BLACK)
    here, there, faces = SQUARE_NAMES[begin], SQUARE_NAMES[end], None
    if words.is_tip(begin, end):
        does, faces = f"tips {here} to {there}: {move.face} on top", _faces(die, side)
    else:
        does = f"jumps over {SQUARE_NAMES[(begin + end) // 2]} to {there}"
    travel = Move(id=_die_id(begin), becomes=_die_id(end), area=AREA, x=x, y=y, faces=faces)
    return Beat(words=f"{COLOURS[move.seat]} {does}.", ids=(travel.becomes,), moves=(travel,))


def _battle(move: MoveParts, battle: Battle) -> Beat:
    """Return a beat with both sums of a battle, and the dice that make them up."""
    sums = f"{_sum_words(battle.attack)} against {_sum_words(battle.defence)}"
    result = "both dice stay" if battle.loser == OFF else f"the die on {SQUARE_NAMES[battle.loser]} is beaten"
    sentence = f"{COLOURS[move.seat]} attacks {SQUARE_NAMES[battle.defence[0][0]]} with {sums}: {result}."
    return Beat(words=sentence, ids=tuple(_die_id(square) for square, _ in battle.attack + battle.defence))


def _sum_words(dice: Fighters) -> str:
    faces = [face for _, face in dice]
    return " + ".join(map(str, faces)) + (f" = {sum(faces)}" if len(faces) > 1 else "")


def _loss(move: MoveParts, square: int) -> Beat:
    """Return, in Contra, a beat for a die that leaves the board."""
    gone, sentence = _die_id(square), f"{words.loss_words(move, square)}."
    return Beat(words=sentence, ids=(gone,), moves=(Move(id=gone),), seat=move.lost[square], points=-1, source=LOST)


def _scoring(move: MoveParts) -> list[Beat]:
    """Return, in Pur, a beat for a die that has come across, or has changed its face there."""
    if not move.points:
        return []
    new, old, end = move.face, move.face - move.points, _die_id(move.squares[-1])
    sentence = f"The die now counts {new}, not {old}." if old else f"The die is across and counts {new}."
    return [Beat(words=sentence, ids=(end,), seat=move.seat, points=move.points, source=ACROSS)]


def _dice_across(state: State) -> tuple[str, ...]:
    across = [int(dice) & far for dice, far in zip(state.dice, FAR_SQUARES, strict=True)]
    return tuple(map(_die_id, squares_in(across[WHITE] | across[BLACK])))
