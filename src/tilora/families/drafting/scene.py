"""The scene of Cyberzul and Zellij: what everybody sees, what the viewer can click, and why other clicks fail."""

import re
from collections.abc import Sequence

from tilora.families.drafting import rules, words
from tilora.families.drafting.areas import COSTS, board, group_id, middle, wall_id
from tilora.families.drafting.beats import POINT_SOURCES, SOURCE_WORDS, beats
from tilora.families.drafting.preview import preview
from tilora.families.drafting.rules import FLOOR, FLOOR_PLACES, MIDDLE, NOBODY, SIZE
from tilora.families.drafting.words import COLOUR_NAMES, NOUNS, Parts, capital
from tilora.kernel import SPECTATOR, PlainState, View, seat_name
from tilora.scene import Choice, Ending, Scene, Task, Won, part

__all__ = ["POINT_SOURCES", "SOURCE_WORDS", "beats", "preview", "scene", "why"]


def scene(view: View) -> Scene:
    """Return the table as everybody sees it, with the choices of the viewer."""
    state = view.plain
    boards = [board(state, seat) for seat in range(state.seats)]
    choices = _choices(view.seat, state, view.codes())
    tasks = () if view.seat == SPECTATOR else _tasks(state.variant)
    return Scene(areas=(middle(state), *boards), choices=tuple(choices), tasks=tasks)


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


def _choices(seat: int, state: PlainState, codes: Sequence[int]) -> list[Choice]:
    """Return a choice for each action, found by a few numbers: there may be a hundred of them after every move."""
    if not codes:
        return []
    variant, sources, filled, used = state.variant, state.source, (0, *state.line_tiles[seat]), state.floor_used[seat]
    marker, choices = state.marker == NOBODY, []
    for code in codes:
        source, colour, line = rules.parts_of(code)
        tiles, has_marker = sources[source][colour], marker and source == MIDDLE
        falls = has_marker or tiles + filled[line] > line
        choices.append(_choice(variant, seat, code, tiles, filled[line], has_marker, used if falls else 0))
    return choices


@part
def _choice(variant: int, seat: int, code: int, tiles: int, filled: int, marker: bool, used: int) -> Choice:
    """The choice, with what the tiles and the marker that fall to the floor line will cost."""
    source, colour, line = rules.parts_of(code)
    falling = max(0, tiles + filled - line)
    taking = Parts(source, colour, line, tiles, falling, marker, used, variant)
    cost = COSTS[min(used + falling + marker, FLOOR_PLACES)] - COSTS[used]
    return Choice(
        action=words.text_of(variant, source, colour, line),
        words=f"Take {taking.sentence}",
        path=(group_id(source, colour), f"floor-{seat}" if line == FLOOR else f"line-{seat}-{line}"),
        gain=f"−{cost}" if cost else "",
    )


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
