"""The words of Cublino: texts of moves, why a move can't be made, and sentences about what a move does.

Positions and the board are in `positions`.
"""

import re
from functools import lru_cache
from itertools import pairwise

from tilora.families.cublino import paths, rules
from tilora.families.cublino.battles import battles_after
from tilora.families.cublino.dice import BLACK, EMPTY, NEXT, OFF, OWNER, SIZE, SQUARES, TIPPED, TOP
from tilora.families.cublino.paths import DIRECTIONS, FORWARD, LEFT, RIGHT
from tilora.families.cublino.positions import COLOURS, FILES, square_name, square_named
from tilora.families.cublino.positions import board as board
from tilora.families.cublino.positions import parse_position as parse_position
from tilora.families.cublino.positions import position_text as position_text
from tilora.families.cublino.rules import CONTRA, HEADING
from tilora.kernel import IllegalAction, State, UnreadableAction

REASONS = (
    "",
    "all seven dice of a player are on the far rank",
    "a die has arrived on the far rank",
    "a player has no dice left",
    "neither player can move",
    "the position has occurred for the third time",
    "sixty moves in a row brought no step forwards and no removal",
)
TIP_FAR, JUMP_FAR = 1, 2
"""How many squares far a step goes."""


# Actions


def action_text(state: State, action: int) -> str:
    return _text(int(state.variant), int(state.turn), int(action))


@lru_cache(65_536)
def _text(variant: int, turn: int, action: int) -> str:
    """Remembered, because a server says the texts of all that is legal after every move."""
    return "".join(map(square_name, _squares(variant, turn, action)))


def parse_action(state: State, text: str) -> int:
    text = text.replace(" ", "")
    if not re.fullmatch("([a-z][0-9]){2,}", text):
        raise UnreadableAction(
            f"{text[:60]!r} is not a move. Name the squares on which the die stands, in order: 'e1e2'."
        )
    squares = []
    for name in re.findall("..", text):
        if name[0] not in FILES or not 1 <= int(name[1]) <= SIZE:
            raise IllegalAction(f"There is no square {name}; files are a to g, ranks 1 to 7.")
        squares.append(square_named(name))
    action = action_through(state, squares)
    if action is None:
        raise IllegalAction(objection(state, squares))
    return action


def action_through(state: State, squares: list[int]) -> int | None:
    """The action, legal or not, of the seat to act that leads through these squares; None if none does."""
    steps = [step_of(state, begin, end) for begin, end in pairwise(squares)]
    action = None
    if state.variant == CONTRA:
        direction, far = steps[0]
        if direction is not None and far == TIP_FAR:
            action = squares[0] * DIRECTIONS + direction
    else:
        action = paths.path_from(squares[0])
        for number, (direction, far) in enumerate(steps):
            if direction is None or far not in ((TIP_FAR, JUMP_FAR) if number == 0 else (JUMP_FAR,)):
                return None
            add = paths.with_tip if far == TIP_FAR else paths.with_jump
            action = add(action, direction)
    # Contra has no second step, and a path that turns round on a rank would be read as a shorter one.
    return action if action is not None and squares_of(state, action) == squares else None


def step_of(state: State, begin: int, end: int) -> tuple[int | None, int]:
    """The direction of a step, None if it is backwards or not straight, and how many squares far it goes."""
    ranks, files = end // SIZE - begin // SIZE, end % SIZE - begin % SIZE
    if state.turn == BLACK:
        ranks = -ranks
    far = max(abs(ranks), abs(files))
    if files == 0 and ranks > 0:
        return FORWARD, far
    if ranks == 0 and files != 0:
        return (RIGHT if files > 0 else LEFT), far
    return None, far


def squares_of(state: State, action: int) -> list[int]:
    """The squares on which the die stands during an action of the seat to act; none for what is no action."""
    return _squares(int(state.variant), int(state.turn), int(action))


def _squares(variant: int, turn: int, action: int) -> list[int]:
    headings = HEADING[turn]
    if variant == CONTRA:
        begin, direction = divmod(action, DIRECTIONS)
        end = int(NEXT[headings[direction], begin]) if 0 <= begin < SQUARES else OFF
        return [begin, end] if end != OFF else []
    return _squares_of_path(action, [int(heading) for heading in headings])


def _squares_of_path(path: int, headings: list[int]) -> list[int]:
    begin = paths.begin_of(path)
    if path < 0 or begin >= SQUARES or path >> paths.START_FILE_AT & paths.FILE >= SIZE:
        return []
    squares = [begin]
    again = paths.path_from(begin)
    if tip := paths.tip_of(path):
        again = paths.with_tip(again, tip - 1)
        squares.append(int(NEXT[headings[tip - 1], begin]))
    for number in range((path & paths.JUMPS) + 1):
        if number > 0:
            again = paths.with_jump(again, FORWARD)
            squares.append(int(NEXT[headings[FORWARD], NEXT[headings[FORWARD], squares[-1]]]))
        if squares[-1] == OFF:
            return []
        file = path >> (paths.FILE0_AT - number * paths.FILE_BITS) & paths.FILE
        direction = RIGHT if file > squares[-1] % SIZE else LEFT
        for _ in range(abs(file - squares[-1] % SIZE) // 2):
            again = paths.with_jump(again, direction)
            squares.append(int(NEXT[headings[direction], NEXT[headings[direction], squares[-1]]]))
            if squares[-1] == OFF:
                return []
    # Written down again, the squares give the same path, unless it was none.
    return squares if again == path and len(squares) > 1 else []


def why_not(state: State, action: int) -> str:
    squares = squares_of(state, action)
    return objection(state, squares) if squares else "There is no such move."


def objection(state: State, squares: list[int]) -> str:
    """The rule that forbids the seat to act to move a die over these squares."""
    first, mover = square_name(squares[0]), COLOURS[state.turn]
    owner = OWNER[state.board[squares[0]]]
    if state.board[squares[0]] == EMPTY:
        return f"There is no die on {first}."
    if owner != state.turn:
        return f"The die on {first} is {COLOURS[owner]}'s; it is {mover}'s turn."
    for number in range(1, len(squares)):
        reason = _objection_to_step(state, squares[:number], squares[number])
        if reason:
            return reason
    return f"{mover} may not make that move now."


def _objection_to_step(state: State, been: list[int], end: int) -> str | None:
    """Why the die that stands on the last of the squares where it has been can't go to `end`; None if it can."""
    begin = been[-1]
    here, there, first = square_name(begin), square_name(end), len(been) == 1
    direction, far = step_of(state, begin, end)
    if direction is None and begin % SIZE == end % SIZE and begin != end:
        return f"A die never goes backwards; {COLOURS[state.turn]}'s dice go {_forwards(state)}."
    if direction is None:
        return f"A die goes straight forwards, to the left or to the right, not from {here} to {there}."
    if state.variant == CONTRA and not first:
        return "In Cublino Contra a move is one tip."
    if state.variant == CONTRA and far != TIP_FAR:
        return f"In Cublino Contra a die only tips to the next square; from {here} to {there} is too far."
    if far > JUMP_FAR:
        return f"A jump goes over exactly one die; from {here} to {there} is too far."
    if end in been:
        return f"A die does not come back to a square on which it stood in the same move, like {there}."
    if far == TIP_FAR and not first:
        return f"Only the first step of a move may be a tip; from {here} the die can only jump on."
    if state.board[end] != EMPTY:
        return f"There is a die on {there} already."
    over = (begin + end) // 2
    if far == JUMP_FAR and over == been[0]:
        return f"A die can't jump over {square_name(over)}, where it stood itself."
    if far == JUMP_FAR and state.board[over] == EMPTY:
        return f"A jump goes over exactly one die, and there is none on {square_name(over)}."
    return None


def _forwards(state: State) -> str:
    return "towards rank 1" if state.turn == BLACK else "towards rank 7"


def action_words(state: State, action: int) -> str:
    said = [_move_words(state, action, "tip", "jump")]
    if state.variant == CONTRA:
        said += battle_words(state, squares_of(state, action))
    return " ".join(said)


def _move_words(state: State, action: int, tip: str, jump: str) -> str:
    """What a move does, told with these two verbs."""
    squares = squares_of(state, action)
    far = [step_of(state, begin, end)[1] for begin, end in pairwise(squares)]
    die = square_name(squares[0]) if len(squares) > 2 else f"the die on {square_name(squares[0])}"
    steps = [f"{tip if far[0] == TIP_FAR else jump} {die} to {square_name(squares[1])}".capitalize()]
    steps += [f"{jump} to {square_name(square)}" for square in squares[2:]]
    return f"{', '.join(steps)}, showing {TOP[die_after(state, squares)]}."


def die_after(state: State, squares: list[int]) -> int:
    """How the die stands at the end of a move over these squares: it has tipped, or only jumped."""
    die = int(state.board[squares[0]])
    direction, far = step_of(state, squares[0], squares[1])
    if far != TIP_FAR or direction is None:
        return die
    return int(TIPPED[die, HEADING[state.turn, direction]])


def step_words(before: State, action: int, after: State) -> str:
    said = [_move_words(before, action, "tipped", "jumped")]
    if before.variant == CONTRA:
        said += battle_words(before, squares_of(before, action))
    if after.over:
        said.append(end_words(after))
    elif after.turn == before.turn:
        said.append(passed_words(before))
    return " ".join(said)


def passed_words(before: State) -> str:
    """That the seat which would be next can't move."""
    return f"{COLOURS[1 - before.turn]} can't move, so it is {COLOURS[before.turn]}'s turn again."


def points_of_move(state: State, squares: list[int]) -> int:
    """Pur: by how much a move over these squares changes the mover's points."""
    dice = {squares[0]: -TOP[state.board[squares[0]]], squares[-1]: TOP[die_after(state, squares)]}
    return int(sum(face for square, face in dice.items() if square // SIZE == rules.FAR_RANK[state.turn]))


def battle_words(before: State, squares: list[int]) -> list[str]:
    """A sentence for each battle of the die that tips from the first square to the second."""
    end = squares[1]
    sentences = []
    for battle in battles_after(before, squares, die_after(before, squares)):
        result = "both dice stay"
        if battle.loser is not None:
            loser = COLOURS[before.turn if battle.loser == end else 1 - before.turn]
            result = f"{loser} loses the die on {square_name(battle.loser)}"
        fight = f"{sum(battle.attack)} against {sum(battle.defence)}"
        sentences.append(f"Battle with {square_name(battle.defenders[0])}, {fight}: {result}.")
    return sentences


def end_words(state: State) -> str:
    """Who has won, and why."""
    reason = REASONS[state.reason]
    score = f", {state.score[0]} to {state.score[1]}" if state.reason == rules.HOME else ""
    if state.rank[0] == state.rank[1]:
        return f"It is a draw{score}: {reason}."
    return f"{COLOURS[0 if state.rank[0] == 1 else 1]} wins{score}: {reason}."
