"""The scene of Cyberzul and Zellij: bowls around a stack, and for each seat its lines, wall and floor line."""

import re
from collections.abc import Iterator, Sequence

from tilora.families.drafting import places, rules, words
from tilora.families.drafting.beats import beats
from tilora.families.drafting.places import BOARD_H, BOARD_W, BOWL, FLOOR_Y, MARGIN, SCORE_X, STEP, WALL_X, Lying
from tilora.families.drafting.rules import COLOURS, FLOOR, FLOOR_PLACES, MARKER, MIDDLE, SIZE
from tilora.families.drafting.words import COLOUR_NAMES, LETTERS, nouns, source_words, tiles_words
from tilora.kernel import Action, State, View, fast_state, seat_name
from tilora.kernel.toolkit import plural
from tilora.scene import Area, Choice, Piece, Scene, Spot, Text

__all__ = ["beats", "scene", "why"]

SHARDS = ("shard-a", "shard-b", "shard-c")


def scene(view: View) -> Scene:
    """Return the table as everybody sees it, with the choices of the viewer."""
    state = fast_state(view.state)
    things = places.lying(state)
    boards = tuple(_board(state, seat, things) for seat in range(state.seats))
    return Scene(areas=(_middle(state, things), *boards), choices=tuple(_choices(view, state)))


# The shared middle


def _middle(state: State, things: list[Lying]) -> Area:
    noun = nouns(state)
    ring = places.ring_of(state)
    x, y, w, h = ring.stack
    about = f"What is not taken from a {noun.mine} gathers here. Whoever takes from here first gets the start marker."
    ground = Spot(id="middle-ground", x=x, y=y, w=w, h=h, shape="panel", label=f"the {noun.middle}", about=about)
    bowls = [_bowl(state, mine) for mine in range(1, rules.mines(state) + 1)]
    groups = [spot for source in range(rules.mines(state) + 1) for spot in _groups(state, source)]
    low = ring.h - 0.4
    texts = [
        Text(x=MARGIN, y=low, text=f"Round {state.round_number}", align="start", size=0.36, role="faint"),
        Text(x=ring.w - MARGIN, y=low, text=f"{state.bag.sum()} in bag", align="end", size=0.36, role="faint"),
    ]
    return Area(
        id="middle",
        role="shared",
        label=f"{noun.mines} and {noun.middle}".capitalize(),
        w=ring.w,
        h=ring.h,
        spots=(ground, *bowls, *groups),
        pieces=_pieces(state, things, "middle"),
        texts=(*texts, *_numbers(state)),
    )


def _numbers(state: State) -> Iterator[Text]:
    """How many tiles there are of a colour, where that is hard to see."""
    for colour, tiles in enumerate(state.source[MIDDLE].tolist()):
        if tiles >= places.MANY:
            x, y, width = places.stack_cell(state, 1 + colour)
            yield Text(x=round(x + width - 0.22, 2), y=round(y + 0.6, 2), text=str(tiles), role="number")


def _bowl(state: State, mine: int) -> Spot:
    x, y = places.bowl_of(state, mine)
    heaps = [tiles_words(int(state.source[mine, c]), c) for c in range(COLOURS) if state.source[mine, c]]
    label = f"{nouns(state).mine} {mine}: {', '.join(heaps) or 'empty'}"
    number = Text(x=0.3, y=0.3, text=str(mine), size=0.36, role="faint")
    return Spot(id=f"mine-{mine}", x=x, y=y, w=BOWL, h=BOWL, shape="bowl", label=label, texts=(number,))


def _groups(state: State, source: int) -> Iterator[Spot]:
    """One target for all tiles of a colour that lie together."""
    tiles = places.on_offer(state, source)
    for colour in range(COLOURS):
        xs = [tile.place.x for tile in tiles if tile.thing == 1 + colour]
        ys = [tile.place.y for tile in tiles if tile.thing == 1 + colour]
        if xs:
            w, h = round(max(xs) + 1 - min(xs), 2), round(max(ys) + 1 - min(ys), 2)
            label = f"{tiles_words(len(xs), colour)} in {source_words(state, source)}"
            yield Spot(id=_group_id(source, colour), x=min(xs), y=min(ys), w=w, h=h, shape="none", label=label)


def _group_id(source: int, colour: int) -> str:
    return f"take-{source}-{COLOUR_NAMES[colour]}"


def _pieces(state: State, things: list[Lying], area: str) -> tuple[Piece, ...]:
    return tuple(_piece(state, thing) for thing in things if thing.place.area == area)


def _piece(state: State, lying: Lying) -> Piece:
    place = lying.place
    x, y, label = place.x, place.y, "start marker"
    if lying.thing == MARKER:
        about = f"Whoever holds it begins the next round. It takes up a place on the {nouns(state).floor_line}."
        return Piece(id=lying.id, kind="token", symbol="marker", x=x, y=y, label=label, about=about)
    letter = Text(x=0.8, y=0.8, text=LETTERS[lying.thing - 1], role="faint")
    symbol = f"tile-{COLOUR_NAMES[lying.thing - 1]}"
    return Piece(id=lying.id, kind="tile", symbol=symbol, x=x, y=y, turn=place.turn, texts=(letter,))


# The board of a seat


def _board(state: State, seat: int, things: list[Lying]) -> Area:
    score, low = str(int(state.score[seat])), round(FLOOR_Y + 1.24, 2)
    middles = [round(MARGIN + number * STEP + 0.5, 2) for number in range(FLOOR_PLACES)]
    costs = [_cost(number + 1) - _cost(number) for number in range(FLOOR_PLACES)]
    prices = [
        Text(x=x, y=low, text=f"−{cost}", size=0.34, role="price") for x, cost in zip(middles, costs, strict=True)
    ]
    return Area(
        id=f"board-{seat}",
        role="board",
        seat=seat,
        label=seat_name(seat),
        w=BOARD_W,
        h=BOARD_H,
        spots=(*_lines(state, seat), *_wall(state, seat), *_floor(state, seat)),
        pieces=_pieces(state, things, f"board-{seat}"),
        texts=(
            *prices,
            Text(x=SCORE_X, y=FLOOR_Y + 0.48, text=score, size=1.0, align="end", role="score", seat=seat),
            Text(x=SCORE_X, y=FLOOR_Y + 1.24, text="points", size=0.34, align="end", role="faint"),
        ),
    )


def _lines(state: State, seat: int) -> Iterator[Spot]:
    noun = nouns(state)
    for row in range(SIZE):
        tiles, colour = int(state.line_tiles[seat, row]), int(state.line_colour[seat, row])
        for slot in range(row + 1):
            place = places.line_place(seat, row, slot)
            yield Spot(id=f"place-{seat}-{row + 1}-{slot}", x=place.x, y=place.y)
        holds = f"{tiles} of {row + 1}, {COLOUR_NAMES[colour]}" if tiles else f"empty, {row + 1} to fill"
        label = f"{noun.line} {row + 1} of {seat_name(seat)}: {holds}"
        first = places.line_place(seat, row, row)
        width = round(WALL_X - first.x - 0.1, 2)
        arrow = Text(x=round(width - 0.32, 2), y=0.5, text="▸", size=0.42, role="faint")
        yield Spot(
            id=f"line-{seat}-{row + 1}", x=first.x, y=first.y, w=width, shape="none", label=label, texts=(arrow,)
        )


def _wall(state: State, seat: int) -> Iterator[Spot]:
    for row, cells in enumerate(state.wall[seat].tolist()):
        colours = [COLOUR_NAMES[rules.colour_of(row, column)] for column in range(SIZE)]
        there = [colour for colour, tile in zip(colours, cells, strict=True) if tile]
        label = f"wall row {row + 1} of {seat_name(seat)}: {', '.join(there) or 'empty'}"
        first = places.wall_place(seat, row, 0)
        yield Spot(id=f"row-{seat}-{row}", x=first.x, y=first.y, w=SIZE * STEP - 0.06, shape="none", label=label)
        for column, colour in enumerate(colours):
            place = places.wall_place(seat, row, column)
            name = f"cell-{seat}-{row}-{column}"
            yield Spot(id=name, x=place.x, y=place.y, shape="none", symbol=f"plan-{colour}")


def _floor(state: State, seat: int) -> Iterator[Spot]:
    noun = nouns(state)
    for number in range(FLOOR_PLACES):
        place = places.floor_place(seat, number)
        name = f"shard-{seat}-{number}"
        yield Spot(id=name, x=place.x, y=place.y, shape="none", symbol=SHARDS[number * 2 % 3])
    used = int(state.floor_used[seat])
    cost = plural(_cost(used), "point")
    label = f"{noun.floor_line} of {seat_name(seat)}: {used} of {FLOOR_PLACES} places used, costs {cost}"
    about = "Tiles that do not fit fall here. Each place in use costs points when the round ends."
    width = FLOOR_PLACES * STEP - 0.06
    yield Spot(id=f"floor-{seat}", x=MARGIN, y=FLOOR_Y, w=width, shape="none", label=label, about=about)


def _cost(used: int) -> int:
    return int(rules.FLOOR_COSTS[min(used, FLOOR_PLACES)])


# What can be clicked


def _choices(view: View, state: State) -> Iterator[Choice]:
    for action in view.actions():
        source, colour, line = action.parts
        onto = f"floor-{view.seat}" if line == FLOOR else f"line-{view.seat}-{line}"
        yield Choice(
            action=action.text,
            words=action.sentence,
            path=(_group_id(source, colour), onto),
            gain=_loss(state, action),
        )


def _loss(state: State, action: Action) -> str:
    """Return what the tiles that fall to the floor line will cost."""
    used = int(state.floor_used[state.turn])
    falling = words.overflow(state, action.code) + words.brings_marker(state, action.parts.source)
    cost = _cost(used + falling) - _cost(used)
    return f"−{cost}" if cost else ""


def why(view: View, path: Sequence[str]) -> str:
    """Say why these clicks lead nowhere."""
    state, noun = view.state, nouns(view.state)
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
        return f"{noun.mine.capitalize()} {int(mine[1])} is empty."
    if mine or last == "middle-ground":
        return "Choose a colour: you take all tiles of that colour that lie together."
    return ""
