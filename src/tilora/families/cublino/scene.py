"""What Cublino looks like: a wooden board with dice on it, seen from the viewer's own side; and how a move is shown.

A state does not name dice, so a die is called by its square: `die-e4` stands on the spot `e4`. A move gives it another
name on every square it comes to, and its beats say so.
"""

from collections.abc import Sequence
from itertools import pairwise

from tilora.families.cublino import rules, words
from tilora.families.cublino.dice import BLACK, EMPTY, FACES, OFF, ORIENTATIONS, OWNER, SIZE, SQUARES, TOP, WHITE, has
from tilora.families.cublino.rules import CONTRA, FAR_RANK, FAR_SQUARES, PUR, SEATS, STANDS
from tilora.families.cublino.words import COLOURS, FILES, SQUARES_BY_NAME, Battle, Fighters, MoveParts, square_name
from tilora.kernel import SPECTATOR, PlainState, State, View, plain_of
from tilora.scene import part
from tilora.scene.vocabulary import (
    Area,
    Beat,
    Choice,
    Ending,
    Faces,
    Ghost,
    Move,
    Piece,
    Preview,
    Scene,
    Spot,
    Task,
    Text,
    Won,
)

AREA = "board"
FRAME = 0.4
SPAN = SIZE + 2 * FRAME
SMALL = 0.26
"""The size of the names of files and ranks."""
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
    own = [square for square in range(SQUARES) if has(state.dice[seat], square)]
    across = [square for square in own if square // SIZE == FAR_RANK[seat]]
    return Won(seat=seat, ids=tuple(map(_die_id, across or own)))


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
    spots, texts = _spots(side), _names_on_the_frame(side)
    return Area(id=AREA, role="shared", label="Board", w=SPAN, h=SPAN, spots=spots, pieces=dice, texts=texts)


def _place(square: int, side: int) -> tuple[float, float]:
    """Return the top left corner of a square."""
    rank, file = divmod(square, SIZE)
    column, row = (SIZE - 1 - file, rank) if side == BLACK else (file, SIZE - 1 - rank)
    return FRAME + column, FRAME + row


@part
def _spots(side: int) -> tuple[Spot, ...]:
    wood = Spot(id="wood", x=0, y=0, w=SPAN, h=SPAN, shape="none", symbol="board")
    return (wood, *(_spot(square, side) for square in range(SQUARES)))


def _spot(square: int, side: int) -> Spot:
    x, y = _place(square, side)
    name, rank = square_name(square), square // SIZE
    if rank not in FAR_RANK:
        return Spot(id=name, x=x, y=y, shape="none", label=name)
    owner = FAR_RANK.index(rank)
    label = f"{name}, far rank of {COLOURS[owner]}"
    about = f"{COLOURS[owner]}'s dice are on their way to this rank."
    return Spot(id=name, x=x, y=y, shape="none", symbol=f"goal-{owner}", label=label, about=about)


@part
def _names_on_the_frame(side: int) -> tuple[Text, ...]:
    """Return the files along the viewer's edge, and the ranks on the left."""
    texts = []
    for number in range(SIZE):
        x, y = _place(number * SIZE + number, side)
        texts.append(Text(x=x + 0.5, y=SPAN - FRAME / 2, text=FILES[number], size=SMALL))
        texts.append(Text(x=FRAME / 2, y=y + 0.5, text=str(number + 1), size=SMALL))
    return tuple(texts)


@part
def _die(square: int, die: int, marked: bool, side: int) -> Piece:
    owner = int(OWNER[die])
    x, y = _place(square, side)
    return Piece(
        id=_die_id(square),
        kind="die",
        symbol=f"die-{owner}",
        x=x,
        y=y,
        faces=_faces(die, side),
        look="marked" if marked else "",
        label=f"{COLOURS[owner]}'s die on {square_name(square)}, {TOP[die]} on top",
        about=_tips_words(die, side),
    )


def _die_id(square: int) -> str:
    return f"die-{square_name(square)}"


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
    path = (_die_id(first), *map(square_name, rest))
    gain = _fight_gain(move) if variant == CONTRA else _points_gain(move)
    return Choice(action=move.text, words=words.move_words(move), path=path, gain=gain)


def _points_gain(move: MoveParts) -> str:
    """Return, in Pur, by how much the mover's points change."""
    return f"{move.points:+d}".replace("-", "−") if move.points else ""


def _fight_gain(move: MoveParts) -> str:
    """Return, in Contra, whether the move wins by arriving, and otherwise whose dice its battles cost."""
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
    gain = _fight_gain(move) if view.plain.variant == CONTRA else _points_gain(move)
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
    return f"The die on {square_name(squares[0])} can't move: there is no free square beside or ahead of it."


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
    x, y = _place(end, side)
    old, new, mover = _die_id(begin), _die_id(end), COLOURS[move.seat]
    if words.is_tip(begin, end):
        travel = Move(id=old, becomes=new, area=AREA, x=x, y=y, faces=_faces(die, side))
        sentence = f"{mover} tips {square_name(begin)} to {square_name(end)}: {move.face} on top."
        return Beat(words=sentence, ids=(new,), moves=(travel,))
    over = (begin + end) // 2
    travel = Move(id=old, becomes=new, area=AREA, x=x, y=y)
    sentence = f"{mover} jumps over {square_name(over)} to {square_name(end)}."
    return Beat(words=sentence, ids=(new,), moves=(travel,))


def _battle(move: MoveParts, battle: Battle) -> Beat:
    """Return a beat with both sums of a battle, and the dice that make them up."""
    sums = f"{_sum_words(battle.attack)} against {_sum_words(battle.defence)}"
    result = "both dice stay" if battle.loser == OFF else f"the die on {square_name(battle.loser)} is beaten"
    sentence = f"{COLOURS[move.seat]} attacks {square_name(battle.defence[0][0])} with {sums}: {result}."
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
    across = [int(state.dice[seat]) & FAR_SQUARES[seat] for seat in range(SEATS)]
    return tuple(_die_id(square) for square in range(SQUARES) if has(across[WHITE] | across[BLACK], square))
