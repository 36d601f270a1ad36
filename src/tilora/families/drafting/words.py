"""The words of Cyberzul and Zellij: texts of actions and positions, sentences, and the board in a terminal."""

import re
from functools import cache
from typing import NamedTuple

from tilora.families.drafting import rules
from tilora.families.drafting.rules import COLOURS, FLOOR, FLOOR_PLACES, MARKER, MIDDLE, NOBODY, SIZE
from tilora.kernel import PlainState, State, UnreadableAction, plain_of, seat_name
from tilora.kernel.toolkit import (
    NONE,
    counts_text,
    heap_text,
    join_position,
    listing,
    plural,
    pointer,
    read_counts,
    read_letters,
    read_number,
    read_place,
    read_word,
    require,
    split_position,
    to_act,
)

COLOUR_NAMES = ("blue", "orange", "red", "black", "white")
LETTERS = "BORKW"
MARKER_SIGN = "*"
WALL_LETTERS = tuple("".join(LETTERS[rules.colour_of(row, i)] for i in range(SIZE)) for row in range(SIZE))
"""The complete rows of a wall."""
REASONS = (
    "",
    "a row of the wall is complete",
    "twenty rounds are over",
    "there are no tiles left",
)


class Nouns(NamedTuple):
    """What a game calls its things."""

    mine: str
    mines: str
    middle: str
    line: str
    floor_line: str
    middle_word: str
    """The middle in the text of an action."""
    floor_word: str
    """The floor line in the text of an action."""
    typed: re.Pattern[str]
    """An action as people may type it, with the nouns that they read or without."""


def _typed(mine: str, middle: str, line: str, floor: str) -> re.Pattern[str]:
    """Return the pattern of an action; each noun is given as all that people may call it."""
    source, target = rf"(?:(?:{mine}) )?({middle}|\S+)", rf"(?:(?:{line}) )?({floor}|\S+)"
    return re.compile(rf"(?:from )?(?:the )?{source} (\S+)(?: tiles?)? (?:to )?(?:the )?{target}")


NOUNS = (
    Nouns(
        "Cyber Mine",
        "Cyber Mines",
        "Stack",
        "line",
        "floor line",
        middle_word="middle",
        floor_word="floor",
        typed=_typed("(?:cyber )?mine", "stack|middle", "(?:pattern )?line", "floor line|floor"),
    ),
    Nouns(
        "factory",
        "factories",
        "discard yard",
        "track",
        "penalty line",
        middle_word="yard",
        floor_word="penalty",
        typed=_typed("factory", "discard yard|yard", "track", "penalty line|penalty"),
    ),
)


def capital(noun: str) -> str:
    """Return the noun as a sentence begins with it."""
    return noun[0].upper() + noun[1:]


# Actions


class Parts(NamedTuple):
    """What an action takes and where to: all that is said about it."""

    source: int
    """The number of a mine, or MIDDLE."""
    colour: int
    line: int
    """The number of a line, or FLOOR."""
    tiles: int
    falling: int
    """How many of the tiles find no room on the line; on the floor line all of them."""
    marker: bool
    """Whether the start marker comes with the tiles."""
    floor_used: int
    """Places of the floor line that are in use; 0 if nothing falls there."""
    variant: int

    def __str__(self) -> str:
        """Say it: "2 blue tiles from mine 3 to line 2"."""
        noun = NOUNS[self.variant]
        marker = " and the start marker" if self.marker else ""
        onto = f"{noun.line} {self.line}" if self.line else f"the {noun.floor_line}"
        tiles = tiles_words(self.tiles, self.colour)
        return f"{tiles}{marker} from {source_words(self.variant, self.source)} to {onto}"

    @property
    def sentence(self) -> str:
        """The same, and where tiles fall that do not fit: to the floor line, or the discard pile once that is full."""
        if self.line == FLOOR or not self.falling:
            return f"{self}."
        to_floor = min(self.falling, max(0, FLOOR_PLACES - self.floor_used - self.marker))
        heaps = ((to_floor, NOUNS[self.variant].floor_line), (self.falling - to_floor, "discard pile"))
        falls = listing([f"{plural(count, 'falls', 'fall')} to the {where}" for count, where in heaps if count])
        return f"{self}; {falls}."


def parts(state: State | PlainState, action: int) -> Parts:
    plain = state if isinstance(state, PlainState) else plain_of(state)
    source, colour, line = rules.parts_of(action)
    tiles, seat = plain.source[source][colour], plain.turn
    falling = max(0, tiles - line + plain.line_tiles[seat][line - 1]) if line else tiles
    marker = source == MIDDLE and plain.marker == NOBODY
    used = plain.floor_used[seat] if falling or marker else 0
    return Parts(source, colour, line, tiles, falling, marker, used, plain.variant)


def source_words(variant: int, source: int) -> str:
    return f"{NOUNS[variant].mine} {source}" if source else f"the {NOUNS[variant].middle}"


def tiles_words(tiles: int, colour: int) -> str:
    return plural(tiles, f"{COLOUR_NAMES[colour]} tile")


def action_words(state: State, action: int) -> str:
    return f"Take {parts(state, action).sentence}"


def step_words(before: State, action: int, after: State) -> str:
    said = f"Took {parts(before, action).sentence}"
    if after.round_number == before.round_number and not after.over:
        return said
    gains = [f"{seat_name(seat)} {int(after.score[seat]) - int(before.score[seat]):+d}" for seat in range(before.seats)]
    return f"{said} Round {before.round_number} ends: {', '.join(gains)}."


def action_text(state: State, action: int) -> str:
    return text_of(int(state.variant), *rules.parts_of(int(action)))


@cache
def text_of(variant: int, source: int, colour: int, line: int) -> str:
    """Return the text of an action; cached, because a server needs the texts of all legal actions after each move."""
    noun = NOUNS[variant]
    return f"{source or noun.middle_word} {COLOUR_NAMES[colour]} {line or noun.floor_word}"


def parse_action(state: State, text: str) -> int:
    noun = NOUNS[state.variant]
    found = noun.typed.fullmatch(text)
    if not found:
        mine, middle = noun.mine.split()[-1].lower(), noun.middle.lower()
        raise UnreadableAction(
            f"{text[:60]!r} is not an action. Say where from, which colour, where to: '{mine} 3 blue {noun.line} 2', "
            f"'{middle} red {noun.floor_word}'."
        )
    return rules.action_of(
        read_place(found[1], noun.mine, rules.mines(state), noun.middle, (noun.middle.lower(), noun.middle_word)),
        read_word(found[2], COLOUR_NAMES, "colour"),
        read_place(found[3], noun.line, SIZE, noun.floor_line, (noun.floor_line, noun.floor_word)),
    )


def why_not(state: State, action: int) -> str:
    source, colour, line = rules.parts_of(action)
    noun, row, name = NOUNS[state.variant], line - 1, COLOUR_NAMES[colour]
    if action < 0 or source > rules.mines(state):
        return f"There is no {noun.mine} {source}."
    if state.source[source, colour] == 0:
        return f"There are no {name} tiles in {source_words(state.variant, source)}."
    tiles, holds = state.line_tiles[state.turn, row], state.line_colour[state.turn, row]
    if tiles > row:
        return f"{capital(noun.line)} {line} is full."
    if tiles and holds != colour:
        return f"{capital(noun.line)} {line} already holds {COLOUR_NAMES[holds]} tiles."
    return f"Row {line} of the wall already has its {name} tile."


# Positions. An example, in one line:
#   round 2 | first 1 | turn 2 | marker 2 | middle BBR | mines BBOK - RRWW - KKKK | bag B9 O12 … | discard B1 …
#   | 12 -/OO/-/K/- B..../...../...../...../..... *R | 7 …
# The last parts are the seats: score, pattern lines, wall by rows, floor line.

MOST_AT_FIRST = 999
"""The highest score of a seat with an empty wall."""
MOST_FOR_TILE = 2 * SIZE + int(rules.BONUSES.sum(axis=1).max())
"""No tile on a wall adds more to a score: for its runs across and upright, and three bonuses."""
KEYS = ("round", "first", "turn", "marker", "middle", "mines", "bag", "discard")
FLOOR_LETTERS = LETTERS + MARKER_SIGN
"""What can lie on a floor line, from 1."""


def position_text(state: State) -> str:
    values = (
        state.round_number,
        state.first + 1,
        state.turn + 1,
        "middle" if state.marker == NOBODY else state.marker + 1,
        heap_text(state.source[MIDDLE], LETTERS),
        " ".join(heap_text(state.source[mine], LETTERS) for mine in range(1, rules.mines(state) + 1)),
        counts_text(state.bag, LETTERS),
        counts_text(state.discard, LETTERS),
    )
    seats = [_seat_text(state, seat) for seat in range(state.seats)]
    return join_position(dict(zip(KEYS, values, strict=True)), seats)


def _seat_text(state: State, seat: int) -> str:
    lines = "/".join(_line(state, seat, row) or NONE for row in range(SIZE))
    wall = "/".join(_wall_row(state, seat, row, "." * SIZE) for row in range(SIZE))
    return f"{state.score[seat]} {lines} {wall} {_floor(state, seat)}"


def _line(state: State, seat: int, row: int) -> str:
    return LETTERS[state.line_colour[seat, row]] * int(state.line_tiles[seat, row])


def _wall_row(state: State, seat: int, row: int, empty: str) -> str:
    cells = zip(state.wall[seat, row], WALL_LETTERS[row], empty, strict=True)
    return "".join(letter if tile else free for tile, letter, free in cells)


def _floor(state: State, seat: int) -> str:
    return "".join(FLOOR_LETTERS[thing - 1] for thing in state.floor[seat, : state.floor_used[seat]]) or NONE


def parse_position(text: str, state: State) -> None:
    values, seats = split_position(text, KEYS, range(2, rules.MOST_SEATS + 1))
    values = {key: value.upper() for key, value in values.items()}
    state.seats = len(seats)
    state.round_number = read_number(values["round"], "The round", 1, rules.MOST_ROUNDS)
    state.first = read_number(values["first"], "The first seat", 1, len(seats)) - 1
    state.turn = read_number(values["turn"], "The seat to act", 1, len(seats)) - 1
    in_middle = values["marker"] == "MIDDLE"
    state.marker = NOBODY if in_middle else read_number(values["marker"], "The marker's seat", 1, len(seats)) - 1
    state.source[MIDDLE] = _read_tiles(values["middle"], COLOURS * rules.TILES_OF_COLOUR)
    mines, heaps = rules.mines(state), values["mines"].split()
    require(len(heaps) == mines, f"With {len(seats)} seats there are {mines} mines, not {len(heaps)}.")
    for mine, letters in enumerate(heaps, 1):
        state.source[mine] = _read_tiles(letters, rules.MINE_TILES)
    state.bag[:] = _read_counted(values["bag"])
    state.discard[:] = _read_counted(values["discard"])
    for seat, part in enumerate(seats):
        _read_seat(part.upper(), state, seat)
    for colour, name in enumerate(COLOUR_NAMES):
        count, right = tiles_in_all(state, colour), rules.TILES_OF_COLOUR
        require(count == right, f"There are {count} {name} tiles; there should be {right}.")
    state.on_offer = int(state.source.sum())
    _check_marker(state)
    _check_end(state)


def _read_tiles(text: str, most: int) -> list[int]:
    return read_letters(text, LETTERS, most, f"Write at most {most} tiles like BBOK, or - for none")


def _read_counted(text: str) -> list[int]:
    return read_counts(text, LETTERS, rules.TILES_OF_COLOUR, "Count tiles like B20 O19 R18 K0 W7")


def _read_seat(text: str, state: State, seat: int) -> None:
    words = text.split()
    good = len(words) == 4 and all(words[i].count("/") == SIZE - 1 for i in (1, 2))
    require(good, f"Expected a score, five lines, five wall rows and a floor line, but found {text[:60]!r}.")
    score, lines, wall, floor = words
    for row, (cells, model) in enumerate(zip(wall.split("/"), WALL_LETTERS, strict=True)):
        good = len(cells) == SIZE and all(cell in (".", letter) for cell, letter in zip(cells, model, strict=True))
        require(good, f"Row {row + 1} of a wall is {model} when complete; it can't be {cells[:10]!r}.")
        state.wall[seat, row] = [cell != "." for cell in cells]
    # With a fixed limit, play could lead from a position that can be read to one that can't.
    most = MOST_AT_FIRST + MOST_FOR_TILE * int(state.wall[seat].sum())
    state.score[seat] = read_number(score, "The score of a seat", 0, most)
    for row, tiles in enumerate(lines.split("/")):
        if tiles != NONE:
            _read_line(tiles, state, seat, row)
    floor = "" if floor == NONE else floor
    good = len(floor) <= FLOOR_PLACES and not set(floor) - set(FLOOR_LETTERS)
    require(good, f"A floor line can't hold {floor[:10]!r}.")
    state.floor[seat, : len(floor)] = [1 + FLOOR_LETTERS.index(letter) for letter in floor]
    state.floor_used[seat] = len(floor)


def _read_line(tiles: str, state: State, seat: int, row: int) -> None:
    colour = LETTERS.find(tiles[:1] or "?")
    good = colour >= 0 and tiles == LETTERS[colour] * len(tiles) and len(tiles) <= row + 1
    require(good, f"Line {row + 1} of a seat can't hold {tiles[:10]!r}.")
    free = not state.wall[seat, row, rules.column_of(row, colour)]
    require(free, f"Line {row + 1} holds {tiles}, but its wall row already has that colour.")
    state.line_colour[seat, row] = colour
    state.line_tiles[seat, row] = len(tiles)


def tiles_in_all(state: State, colour: int) -> int:
    """Return how many tiles of a colour there are, wherever they lie."""
    count = int(state.bag[colour]) + int(state.discard[colour]) + int(state.source[:, colour].sum())
    count += int(state.line_tiles[state.line_colour == colour].sum())
    count += int((state.floor == 1 + colour).sum())
    return count + sum(int(rules.tiles_of(wall, rules.COLOUR, colour)) for wall in state.wall)


def _check_marker(state: State) -> None:
    """The marker lies on the floor line of its holder; only a full one has no place for it."""
    for seat in range(state.seats):
        signs, held = int((state.floor[seat] == MARKER).sum()), state.marker == seat
        room = state.floor_used[seat] < FLOOR_PLACES
        good = signs == 1 or not room if held else signs == 0
        require(good and signs <= 1, "The marker lies on the floor line of the seat that holds it, and nowhere else.")


def _check_end(state: State) -> None:
    """With nothing on offer, the last round has been scored, and the match is over."""
    reason = rules.reason_to_end(state)
    if state.on_offer:
        require(reason != rules.ROW_COMPLETE, "A row of a wall is complete, so no tiles can be on offer any more.")
        return
    scored = not state.floor_used.any() and not (state.line_tiles == range(1, SIZE + 1)).any()
    require(scored, "Nothing is on offer, so floor lines must be empty and no line can be full.")
    require(reason, "Nothing is on offer, but the match is not over: no row of a wall is complete.")
    rules.rank_seats(state, reason)


# The board in a terminal


def board(state: State) -> str:
    noun = NOUNS[state.variant]
    title = ("Cyberzul", "Zellij")[state.variant]
    marker = MARKER_SIGN if state.marker == NOBODY and not state.over else ""
    mines = [f"{mine} {heap_text(state.source[mine], LETTERS):4}" for mine in range(1, rules.mines(state) + 1)]
    middle = heap_text(state.source[MIDDLE], LETTERS)
    boards = [_seat_board(state, seat) for seat in range(state.seats)]
    lines = [
        f"{title}, round {state.round_number}. {to_act(state)}.",
        "",
        f"{noun.mines}  " + "   ".join(mines).rstrip(),
        f"{noun.middle}  {marker}{'' if marker and middle == NONE else middle}",
        "",
        *("    ".join(line.ljust(17) for line in row).rstrip() for row in zip(*boards, strict=True)),
    ]
    return "\n".join(lines)


def _seat_board(state: State, seat: int) -> list[str]:
    lines = [f"seat {seat + 1}: {state.score[seat]}{pointer(state, seat)}"]
    for row, letters in enumerate(WALL_LETTERS):
        places = _line(state, seat, row).rjust(row + 1, ".").rjust(SIZE)
        lines.append(f"{places} | {' '.join(_wall_row(state, seat, row, letters.lower()))}")
    return [*lines, f"{NOUNS[state.variant].floor_word} {_floor(state, seat)}"]
