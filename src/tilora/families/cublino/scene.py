"""What Cublino looks like: a wooden board with dice on it, seen from the viewer's own side; and how a move is shown.

A state does not name dice, so a die is called by its square: `die-e4` stands on the spot `e4`. A move gives it another
name on every square it comes to, and its beats say so.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tilora.families.cublino import rules, words
from tilora.families.cublino.dice import BLACK, EMPTY, FACES, OFF, ORIENTATIONS, OWNER, SIZE, SQUARES, TIPPED, TOP
from tilora.families.cublino.paths import FORWARD, HEADING, LEFT, RIGHT
from tilora.families.cublino.positions import COLOURS, FILES, square_name, square_named
from tilora.families.cublino.rules import CONTRA, FAR_RANK, SEATS
from tilora.families.cublino.words import Battle, MoveParts
from tilora.kernel import Action, State, View, fast_state
from tilora.scene.vocabulary import Area, Beat, Choice, Faces, Move, Piece, Scene, Spot, Text

AREA = "board"
FRAME = 0.4
SPAN = SIZE + 2 * FRAME
SMALL = 0.26
"""The size of the names of files and ranks."""
ACROSS, LOST = "dice across", "dice lost"
"""Where points come from: in Pur, and in Contra."""


def scene(view: View) -> Scene:
    """Return the board from the viewer's side, and a choice for each move: the die, then every square it goes to."""
    state = fast_state(view.state)
    spots = [_spot(square, view.seat) for square in range(SQUARES)]
    dice = [_die(view, square, die) for square, die in enumerate(state.board.tolist()) if die != EMPTY]
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
    return Scene(areas=(board,), choices=tuple(_choice(state, action) for action in view.actions()))


# The board. Players sit behind their own home rank, so Black sees it turned round. Spectators sit with White.


def _place(square: int, seat: int) -> tuple[float, float]:
    """Return the top left corner of a square."""
    rank, file = divmod(square, SIZE)
    column, row = (SIZE - 1 - file, rank) if seat == BLACK else (file, SIZE - 1 - rank)
    return FRAME + column, FRAME + row


def _spot(square: int, seat: int) -> Spot:
    x, y = _place(square, seat)
    name = square_name(square)
    for owner in range(SEATS):
        if square // SIZE == FAR_RANK[owner]:
            label = f"{name}, far rank of {COLOURS[owner]}"
            about = f"{COLOURS[owner]}'s dice are on their way to this rank."
            return Spot(id=name, x=x, y=y, shape="none", symbol=f"goal-{owner}", label=label, about=about)
    return Spot(id=name, x=x, y=y, shape="none", label=name)


def _names_on_the_frame(seat: int) -> tuple[Text, ...]:
    """Return the files along the viewer's edge, and the ranks on the left."""
    texts = []
    for number in range(SIZE):
        x, y = _place(number * SIZE + number, seat)
        texts.append(Text(x=x + 0.5, y=SPAN - FRAME / 2, text=FILES[number], size=SMALL))
        texts.append(Text(x=FRAME / 2, y=y + 0.5, text=str(number + 1), size=SMALL))
    return tuple(texts)


def _die(view: View, square: int, die: int) -> Piece:
    owner = int(OWNER[die])
    x, y = _place(square, view.seat)
    last = view.history[-1] if view.history else None
    return Piece(
        id=_die_id(square),
        kind="die",
        symbol=f"die-{owner}",
        x=x,
        y=y,
        faces=_faces(die, view.seat),
        look="marked" if last and last.seat == owner and last.text.endswith(square_name(square)) else "",
        label=f"{COLOURS[owner]}'s die on {square_name(square)}, {TOP[die]} on top",
        about=_tips_words(die, view.seat),
    )


def _die_id(square: int) -> str:
    return f"die-{square_name(square)}"


def _faces(die: int, seat: int) -> Faces:
    """Return the top of a die, and its sides towards the seat and to the seat's right."""
    top, north, east = FACES[(die - 1) % ORIENTATIONS]
    return Faces(top=top, front=north, right=7 - east) if seat == BLACK else Faces(top=top, front=7 - north, right=east)


def _tips_words(die: int, seat: int) -> str:
    """Say what each tip of a die would bring on top; left and right are the viewer's."""
    ahead, left, right = (TOP[TIPPED[die, HEADING[OWNER[die], direction]]] for direction in (FORWARD, LEFT, RIGHT))
    if seat == BLACK:
        left, right = right, left
    return f"Tipped forwards it shows {ahead}, to the left {left}, to the right {right}."


# What the viewer can do


def _choice(state: State, action: Action) -> Choice:
    move: MoveParts = action.parts
    return Choice(
        action=action.text,
        words=action.sentence,
        path=(_die_id(move.squares[0]), *map(square_name, move.squares[1:])),
        gain=_fight_gain(state, move) if state.variant == CONTRA else _points_gain(state, move),
    )


def _points_gain(state: State, move: MoveParts) -> str:
    """Return, in Pur, by how much the mover's points change."""
    begin, end = move.squares[0], move.squares[-1]
    points = rules.points_at(end, move.die, state.turn) - rules.points_at(begin, state.board[begin], state.turn)
    return f"{points:+d}".replace("-", "−") if points else ""


def _fight_gain(state: State, move: MoveParts) -> str:
    """Return, in Contra, whether the move wins by arriving, and otherwise whose dice its battles cost."""
    end = move.squares[-1]
    lost = words.losers(words.battles(state, move))
    if end not in lost and end // SIZE == FAR_RANK[state.turn]:
        return "wins"
    taken = len(lost) - (end in lost)
    return ", ".join(([f"takes {taken}"] if taken else []) + (["is lost"] if end in lost else []))


def why(view: View, path: Sequence[str]) -> str:
    """Return the rule that stops a die where these clicks want it to go."""
    names = [re.fullmatch("(?:die-)?([a-g][1-7])", name) for name in path]
    squares = tuple(square_named(name[1]) for name in names if name)
    if not squares or len(squares) < len(path):
        return ""
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
    move = words.parts(before, action)
    battles = words.battles(before, move)
    shown = [*_steps(before, move, seat), *(_battle(before, battle) for battle in battles)]
    if before.variant == CONTRA:
        shown += [_loss(before, square, square == move.squares[-1]) for square in words.losers(battles)]
    else:
        shown += _points(before, move, after)
    across = [square for square in range(SQUARES) if after.over and _is_across(after, square)]
    ids = tuple(map(_die_id, across))
    return shown + [Beat(words=sentence, ids=ids) for sentence in words.what_follows(before, after)]


def _is_across(state: State, square: int) -> bool:
    die = state.board[square]
    return die != EMPTY and square // SIZE == FAR_RANK[OWNER[die]]


def _steps(before: State, move: MoveParts, seat: int) -> Iterator[Beat]:
    """Return a beat for each tip or jump."""
    mover = COLOURS[before.turn]
    for number, (begin, end) in enumerate(pairwise(move.squares)):
        x, y = _place(end, seat)
        tips = number == 0 and move.begins_with_tip
        faces = _faces(move.die, seat) if tips else None
        travel = Move(id=_die_id(begin), becomes=_die_id(end), area=AREA, x=x, y=y, faces=faces)
        if tips:
            sentence = f"{mover} tips {square_name(begin)} to {square_name(end)}: {TOP[move.die]} on top."
            yield Beat(words=sentence, ids=(_die_id(end),), moves=(travel,))
        else:
            over = (begin + end) // 2
            sentence = f"{mover} jumps over {square_name(over)} to {square_name(end)}."
            yield Beat(words=sentence, ids=(_die_id(end), _die_id(over)), moves=(travel,))


def _points(before: State, move: MoveParts, after: State) -> list[Beat]:
    """Return, in Pur, a beat for a die that has come across, or has changed its face there."""
    mover, face = int(before.turn), int(TOP[move.die])
    points = int(after.score[mover] - before.score[mover])
    if not points:
        return []
    old = face - points
    sentence = f"The die now counts {face}, not {old}." if old else f"The die is across and counts {face}."
    return [Beat(words=sentence, ids=(_die_id(move.squares[-1]),), seat=mover, points=points, source=ACROSS)]


def _battle(before: State, battle: Battle) -> Beat:
    """Return a beat with both sums of a battle, and the dice that make them up."""
    sums = f"{_sum_words(battle.attack)} against {_sum_words(battle.defence)}"
    result = "both dice stay" if battle.loser == OFF else f"the die on {square_name(battle.loser)} is beaten"
    sentence = f"{COLOURS[before.turn]} attacks {square_name(battle.defender)} with {sums}: {result}."
    return Beat(words=sentence, ids=tuple(map(_die_id, (*battle.attack, *battle.defence))))


def _sum_words(dice: dict[int, int]) -> str:
    faces = list(dice.values())
    return " + ".join(map(str, faces)) + (f" = {sum(faces)}" if len(faces) > 1 else "")


def _loss(before: State, square: int, own: bool) -> Beat:
    """Return a beat for a die that leaves the board."""
    owner = int(before.turn) if own else 1 - int(before.turn)
    gone = _die_id(square)
    sentence = f"{words.loss_words(before, own, square)}."
    return Beat(words=sentence, ids=(gone,), moves=(Move(id=gone),), seat=owner, points=-1, source=LOST)
