"""The scene of Cyberzul and Zellij: what everybody sees, what the viewer can click and what it would do, and why other
clicks fail.
"""

import re
from collections.abc import Sequence

from tilora.families.drafting import rules, words
from tilora.families.drafting.areas import COSTS, board, board_id, group_id, middle, table, wall_id
from tilora.families.drafting.beats import POINT_SOURCES, SOURCE_WORDS, beats
from tilora.families.drafting.rules import BONUS_STEPS, CYBERZUL, FLOOR_PLACES, MIDDLE, SIZE
from tilora.families.drafting.words import COLOUR_NAMES, NOUNS, Parts, capital
from tilora.kernel import SPECTATOR, PlainState, State, View, plain_of, seat_name
from tilora.kernel.toolkit import signed
from tilora.scene import Choice, Ending, Preview, Scene, Task, Won, part
from tilora.scene.moves import Change, ghosts_of

__all__ = ["POINT_SOURCES", "SOURCE_WORDS", "beats", "preview", "scene", "why"]


def scene(view: View) -> Scene:
    """Return the table as everybody sees it, with the choices of the viewer."""
    state = view.plain
    choices = [_choice(view.seat, words.parts(state, code)) for code in view.codes()]
    tasks = () if view.seat == SPECTATOR else _tasks(state.variant)
    return Scene(areas=table(state), choices=tuple(choices), tasks=tasks)


def ending(view: View, winners: Sequence[int]) -> Ending:
    """The full rows of the winner's wall are glazed; without any, the whole wall."""
    return Ending(won=tuple(_won(view.plain, seat) for seat in winners), flourish="glaze")


def _won(state: PlainState, seat: int) -> Won:
    wall = state.wall[seat]
    rows = [row for row in range(SIZE) if all(wall[row])] or range(SIZE)
    ids = [wall_id(seat, row, column) for row in rows for column in range(SIZE) if wall[row][column]]
    return Won(seat=seat, ids=tuple(ids))


@part
def _tasks(variant: int) -> tuple[Task, ...]:
    noun = NOUNS[variant]
    return (
        Task(words=f"Choose tiles of one colour from a {noun.mine} or the {noun.middle}."),
        Task(words=f"Now choose a {noun.line} for the {{picked}}.", after="take-"),
    )


@part
def _choice(seat: int, taking: Parts) -> Choice:
    """The choice, with what the tiles and the marker that fall to the floor line will cost."""
    used = taking.floor_used
    cost = COSTS[min(used + taking.falling + taking.marker, FLOOR_PLACES)] - COSTS[used]
    return Choice(
        action=words.text_of(taking.variant, taking.source, taking.colour, taking.line),
        words=f"Take {taking.sentence}",
        path=(group_id(taking.source, taking.colour), f"line-{seat}-{taking.line}" if taking.line else f"floor-{seat}"),
        gain=signed(-cost),
    )


def preview(view: View, action: int) -> Preview:
    """Return the tiles on the seat's board as they would lie, and the points as if the round ended then."""
    seat, before, state = view.seat, view.plain, view.state.copy()
    taken = words.parts(before, action)
    rules.take_turn(state, action)
    heap = "middle" if taken.source == MIDDLE else f"mine-{taken.source}"
    gone = [
        piece.id
        for piece in middle(before).pieces
        if piece.id.startswith(f"{heap}-{COLOUR_NAMES[taken.colour]}-") or (taken.marker and piece.id == "marker")
    ]
    return Preview(
        ghosts=ghosts_of(Change(board_id(seat), board(before, seat).pieces, board(plain_of(state), seat).pieces)),
        gone=tuple(gone),
        points=_points(view.state.copy(), state, seat),
    )


def _points(before: State, after: State, seat: int) -> tuple[str, ...]:
    """Return what differs between two positions, if the round ended there."""
    cost = COSTS[after.floor_used[seat]] - COSTS[before.floor_used[seat]]
    (wall_before, end_before), (wall_after, end_after) = _worth(before, seat), _worth(after, seat)
    earned = [
        (wall_after - wall_before, "at the end of the round"),
        (-cost, NOUNS[after.variant].floor_line),
        (end_after - end_before, "at the end of the match"),
    ]
    return tuple(f"{signed(points)} {where}" for points, where in earned if points)


def _worth(state: State, seat: int) -> tuple[int, int]:
    """Return what the full lines of the seat are worth, and its wall at the end of the match. They go to the wall."""
    already = int(state.score[seat])
    for row in range(SIZE):
        rules.score(state, seat, row)
    wall = state.wall[seat]
    kinds = BONUS_STEPS if state.variant == CYBERZUL else ()
    return int(state.score[seat]) - already, sum(int(rules.bonus(CYBERZUL, wall, *each)) for each in kinds)


def why(view: View, path: Sequence[str]) -> str:
    """Say why these clicks lead nowhere."""
    state, noun = view.state, NOUNS[view.plain.variant]
    last = path[-1] if path else ""
    taken = re.fullmatch(rf"take-(\d{{1,2}})-({'|'.join(COLOUR_NAMES)})", path[0]) if len(path) > 1 else None
    there = re.match(r"(line|place|floor|shard|wall|row|cell)-([0-3])(?:-([1-5]))?", last)
    if there and int(there[2]) != view.seat:
        return f"That is the board of {seat_name(int(there[2]))}. Your tiles go to your own board."
    if there and there[1] in ("wall", "row", "cell"):
        return f"Tiles go to the wall by themselves: from full {noun.line}s, when the round ends."
    if there and not taken:
        return f"First choose tiles from a {noun.mine} or from the {noun.middle}."
    if there and taken and there[1] in ("line", "place") and there[3]:
        colour = COLOUR_NAMES.index(taken[2])
        return words.why_not(state, rules.action_of(int(taken[1]), colour, int(there[3])))
    if last == "marker":
        return f"The start marker comes with the first tiles that are taken from the {noun.middle}."
    mine = re.fullmatch(r"mine-(\d{1,2})", last)
    if mine and taken:
        return f"Now choose one of your {noun.line}s, or the {noun.floor_line}."
    if mine and 1 <= int(mine[1]) <= rules.mines(state) and not state.source[int(mine[1])].any():
        return f"{capital(noun.mine)} {int(mine[1])} is empty."
    if mine or last == "middle-ground":
        return "Choose a colour: you take all tiles of that colour that lie together."
    return ""
