"""The words of Cyberzul and Zellij: texts of actions and positions, sentences, and the board in a terminal."""

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tilora.families.drafting import rules
from tilora.families.drafting.rules import COLOURS, FLOOR, MARKER, MIDDLE, NOBODY, SIZE, TARGETS
from tilora.kernel import IllegalAction, State, UnreadableAction, UnreadablePosition, seat_name

COLOUR_NAMES = ("blue", "orange", "red", "black", "white")
LETTERS = "BORKW"
MARKER_SIGN = "*"
REASONS = (
    "",
    "a row of the wall is complete",
    "twenty rounds are over",
    "there are no tiles left",
)


@dataclass(frozen=True)
class Nouns:
    """What a rule set calls its things."""

    mine: str
    mines: str
    middle: str
    line: str
    floor: str
    floor_line: str


NOUNS = (
    Nouns("mine", "mines", "middle", "line", "floor", "floor line"),
    Nouns("factory", "factories", "yard", "track", "penalty", "penalty line"),
)


def nouns(state: State) -> Nouns:
    return NOUNS[state.variant]


class Parts(NamedTuple):
    """What an action is made of."""

    source: int
    """The number of a mine, or MIDDLE."""
    colour: int
    line: int
    """The number of a line, or FLOOR."""


def parts(state: State | None, action: int) -> Parts:
    """An action is made of the same parts in every position."""
    return Parts(action // (TARGETS * COLOURS), action // TARGETS % COLOURS, action % TARGETS)


# Actions


def action_text(state: State, action: int) -> str:
    return _text(int(state.variant), int(action))


@cache
def _text(variant: int, action: int) -> str:
    """Remembered, because a server says the texts of all that is legal after every move."""
    source, colour, target = parts(None, action)
    noun = NOUNS[variant]
    return " ".join(
        [
            noun.middle if source == MIDDLE else str(source),
            COLOUR_NAMES[colour],
            noun.floor if target == FLOOR else str(target),
        ]
    )


def parse_action(state: State, text: str) -> int:
    noun = nouns(state)
    words = text.split()
    if len(words) != 3:
        raise UnreadableAction(
            f"{text[:60]!r} is not an action. Say where from, which colour, where to: '3 blue 2', "
            f"'{noun.middle} red {noun.floor}'."
        )
    return rules.action_of(
        _number(words[0], noun.middle, MIDDLE, rules.mines(state), noun.mine),
        _colour(words[1]),
        _number(words[2], noun.floor, FLOOR, SIZE, noun.line),
    )


def _number(word: str, zero_word: str, zero: int, most: int, what: str) -> int:
    if word == zero_word:
        return zero
    if not re.fullmatch("[0-9]{1,4}", word):
        raise UnreadableAction(f"{word[:20]!r} is neither '{zero_word}' nor the number of a {what}.")
    if not 1 <= int(word) <= most:
        raise IllegalAction(f"There is no {what} {int(word)}; they are numbered from 1 to {most}.")
    return int(word)


def _colour(word: str) -> int:
    if word not in COLOUR_NAMES:
        raise UnreadableAction(f"{word[:20]!r} is not a colour. Colours: {', '.join(COLOUR_NAMES)}.")
    return COLOUR_NAMES.index(word)


def source_words(state: State, source: int) -> str:
    return f"the {nouns(state).middle}" if source == MIDDLE else f"{nouns(state).mine} {source}"


def tiles_words(tiles: int, colour: int) -> str:
    return f"{tiles} {COLOUR_NAMES[colour]} {'tile' if tiles == 1 else 'tiles'}"


def why_not(state: State, action: int) -> str:
    source, colour, target = parts(state, action)
    noun, seat, name = nouns(state), state.turn, COLOUR_NAMES[colour]
    if source > rules.mines(state) or action < 0:
        return f"There is no {noun.mine} {source}."
    if state.source[source, colour] == 0:
        return f"There are no {name} tiles in {source_words(state, source)}."
    row = target - 1
    holds = state.line_tiles[seat, row]
    if holds > row:
        return f"{noun.line.capitalize()} {target} is full."
    if holds and state.line_colour[seat, row] != colour:
        return f"{noun.line.capitalize()} {target} already holds {COLOUR_NAMES[state.line_colour[seat, row]]} tiles."
    return f"Row {target} of the wall already has its {name} tile."


def action_words(state: State, action: int) -> str:
    source, colour, target = parts(state, action)
    noun = nouns(state)
    tiles = int(state.source[source, colour])
    marker = " and the start marker" if source == MIDDLE and state.marker == NOBODY else ""
    take = f"Take {tiles_words(tiles, colour)}{marker} from {source_words(state, source)}"
    if target == FLOOR:
        return f"{take} to the {noun.floor_line}."
    falling = tiles - min(tiles, target - int(state.line_tiles[state.turn, target - 1]))
    return f"{take} to {noun.line} {target}{_falls(state, falling, bool(marker))}."


def _falls(state: State, tiles: int, with_marker: bool) -> str:
    """Where tiles go that did not fit: to the floor line, and from there to the discard when it is full."""
    if not tiles:
        return ""
    places = max(0, rules.FLOOR_PLACES - int(state.floor_used[state.turn]) - with_marker)
    heaps = ((min(tiles, places), nouns(state).floor_line), (tiles - min(tiles, places), "discard"))
    falls = [f"{count} fall{'s' if count == 1 else ''} to the {where}" for count, where in heaps if count]
    return "; " + " and ".join(falls)


def step_words(before: State, action: int, after: State) -> str:
    said = "Took" + action_words(before, action).removeprefix("Take")
    if after.round_number == before.round_number and not after.over:
        return said
    gains = [f"{seat_name(seat)} {int(after.score[seat]) - int(before.score[seat]):+d}" for seat in range(before.seats)]
    return f"{said} Round {before.round_number} ends: {', '.join(gains)}."


# Positions. An example, in one line:
#   round 2 | first 1 | turn 2 | marker 2 | middle BBR | mines BBOK - RRWW - KKKK | bag B9 O12 … | discard B1 …
#   | 12 -/OO/-/K/- B..../...../...../...../..... *R | 7 …
# The last parts are the seats: score, pattern lines, wall by rows, floor line.

EMPTY = "-"
KEYS = ("round", "first", "turn", "marker", "middle", "mines", "bag", "discard")


def position_text(state: State) -> str:
    common = [
        f"round {state.round_number}",
        f"first {state.first + 1}",
        f"turn {state.turn + 1}",
        f"marker {'middle' if state.marker == NOBODY else state.marker + 1}",
        f"middle {_letters(state.source[MIDDLE])}",
        "mines " + " ".join(_letters(state.source[mine]) for mine in range(1, rules.mines(state) + 1)),
        f"bag {_counts(state.bag)}",
        f"discard {_counts(state.discard)}",
    ]
    return " | ".join(common + [_seat_text(state, seat) for seat in range(state.seats)])


def _seat_text(state: State, seat: int) -> str:
    lines = [
        LETTERS[colour] * tiles or EMPTY
        for colour, tiles in zip(state.line_colour[seat], state.line_tiles[seat], strict=True)
    ]
    wall = [
        "".join(_wall_letter(row, column) if state.wall[seat, row, column] else "." for column in range(SIZE))
        for row in range(SIZE)
    ]
    return f"{state.score[seat]} {'/'.join(lines)} {'/'.join(wall)} {_floor_text(state, seat)}"


def _letters(counts: object) -> str:
    return "".join(LETTERS[colour] * int(counts[colour]) for colour in range(COLOURS)) or EMPTY  # type: ignore[index]


def _counts(counts: object) -> str:
    return " ".join(f"{LETTERS[colour]}{counts[colour]}" for colour in range(COLOURS))  # type: ignore[index]


def _wall_letter(row: int, column: int) -> str:
    return LETTERS[(column - row) % SIZE]


def _floor_text(state: State, seat: int) -> str:
    things = state.floor[seat, : state.floor_used[seat]]
    return "".join(MARKER_SIGN if thing == MARKER else LETTERS[thing - 1] for thing in things) or EMPTY


def parse_position(text: str, state: State) -> None:
    parts = [part.strip() for part in text.upper().split("|")]
    seats = len(parts) - len(KEYS)
    if not 2 <= seats <= rules.MOST_SEATS:
        raise UnreadablePosition(
            f"A position has the parts {', '.join(KEYS)} and then one for each seat, with | in between."
        )
    state.seats = seats
    values = {}
    for key, part in zip(KEYS, parts, strict=False):
        word, _, values[key] = part.partition(" ")
        if word != key.upper():
            raise UnreadablePosition(f"{part[:40]!r} stands where '{key} …' should.")
    state.round_number = _whole(values["round"], "round", 1, rules.MOST_ROUNDS)
    state.first = _whole(values["first"], "first", 1, seats) - 1
    state.turn = _whole(values["turn"], "turn", 1, seats) - 1
    in_middle = values["marker"] == "MIDDLE"
    state.marker = NOBODY if in_middle else _whole(values["marker"], "marker", 1, seats) - 1
    _read_letters(values["middle"], state.source[MIDDLE], 100)
    mines = values["mines"].split()
    if len(mines) != rules.mines(state):
        raise UnreadablePosition(f"With {seats} seats there are {rules.mines(state)} mines, not {len(mines)}.")
    for mine, letters in enumerate(mines, 1):
        _read_letters(letters, state.source[mine], rules.MINE_TILES)
    _read_counts(values["bag"], state.bag)
    _read_counts(values["discard"], state.discard)
    for seat, part in enumerate(parts[len(KEYS) :]):
        _read_seat(part, state, seat)
    _finish(state)


def _whole(text: str, what: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or not least <= int(text) <= most:
        raise UnreadablePosition(f"{what} is {text[:20]!r}; it is a number from {least} to {most}.")
    return int(text)


def _read_letters(text: str, counts: object, most: int) -> None:
    letters = "" if text == EMPTY else text
    if len(letters) > most or not text or set(letters) - set(LETTERS):
        raise UnreadablePosition(f"{text[:40]!r} is not a heap of at most {most} tiles like BBOK, or - for none.")
    for letter in letters:
        counts[LETTERS.index(letter)] += 1  # type: ignore[index]


def _read_counts(text: str, counts: object) -> None:
    found = re.fullmatch(" ".join(f"{letter}([0-9]{{1,2}})" for letter in LETTERS), text)
    if not found or max(map(int, found.groups())) > rules.TILES_OF_COLOUR:
        raise UnreadablePosition(f"{text[:40]!r} does not count tiles like B20 O19 R18 K0 W7.")
    counts[:] = [int(count) for count in found.groups()]  # type: ignore[index]


def _read_seat(text: str, state: State, seat: int) -> None:
    words = text.split()
    if len(words) != 4 or any(words[i].count("/") != SIZE - 1 for i in (1, 2)):
        raise UnreadablePosition(f"{text[:60]!r} is not a seat: score, five lines, five wall rows, floor line.")
    state.score[seat] = _whole(words[0], "the score of a seat", 0, 999)
    for row, cells in enumerate(words[2].split("/")):
        if len(cells) != SIZE or any(cell not in (".", _wall_letter(row, i)) for i, cell in enumerate(cells)):
            model = "".join(_wall_letter(row, i) for i in range(SIZE))
            raise UnreadablePosition(f"Row {row + 1} of a wall is {cells[:10]!r}; complete it would be {model}.")
        state.wall[seat, row] = [cell != "." for cell in cells]
    for row, tiles in enumerate(words[1].split("/")):
        if tiles == EMPTY:
            continue
        colour = LETTERS.find(tiles[:1] or "?")
        if colour < 0 or tiles != LETTERS[colour] * len(tiles) or len(tiles) > row + 1:
            raise UnreadablePosition(f"Line {row + 1} of a seat can't hold {tiles[:10]!r}.")
        if state.wall[seat, row, rules.column_of(row, colour)]:
            raise UnreadablePosition(f"Line {row + 1} holds {tiles}, but its wall row has that colour already.")
        state.line_colour[seat, row] = colour
        state.line_tiles[seat, row] = len(tiles)
    floor = "" if words[3] == EMPTY else words[3]
    if len(floor) > rules.FLOOR_PLACES or set(floor) - set(LETTERS + MARKER_SIGN):
        raise UnreadablePosition(f"A floor line can't hold {floor[:10]!r}.")
    things = [MARKER if letter == MARKER_SIGN else 1 + LETTERS.index(letter) for letter in floor]
    state.floor[seat, : len(things)] = things
    state.floor_used[seat] = len(things)


def _finish(state: State) -> None:
    """What follows from the rest is set, and what can't be is refused."""
    for colour in range(COLOURS):
        count = int(state.bag[colour]) + int(state.discard[colour]) + int(state.source[:, colour].sum())
        count += int(state.line_tiles[state.line_colour == colour].sum())
        count += int((state.floor == 1 + colour).sum())
        count += sum(int(state.wall[:, row, rules.column_of(row, colour)].sum()) for row in range(SIZE))
        if count != rules.TILES_OF_COLOUR:
            raise UnreadablePosition(f"There are {count} {COLOUR_NAMES[colour]} tiles; there should be 20.")
    state.on_offer = int(state.source.sum())
    for seat in range(state.seats):
        signs = int((state.floor[seat] == MARKER).sum())
        full = state.floor_used[seat] == rules.FLOOR_PLACES
        held = state.marker == seat
        if signs > held or (held and not signs and not full):
            raise UnreadablePosition("The marker lies on the floor line of the seat that holds it, and nowhere else.")
    row_complete = rules.any_row_complete(state)
    if state.on_offer == 0:
        _finish_over(state, row_complete)
    elif row_complete:
        raise UnreadablePosition("A row of a wall is complete, so there can't be tiles on offer any more.")


def _finish_over(state: State, row_complete: bool) -> None:
    """With nothing on offer the last round has been scored. There is a reason, and the seats are ranked."""
    if state.floor_used.any() or (state.line_tiles == range(1, SIZE + 1)).any():
        raise UnreadablePosition("Nothing is on offer, so floor lines are empty and no pattern line is full.")
    if row_complete:
        reason = rules.ROW_COMPLETE
    elif state.round_number == rules.MOST_ROUNDS:
        reason = rules.ROUNDS_OVER
    elif state.bag.any() or state.discard.any():
        raise UnreadablePosition("Nothing is on offer, but the game is not over: no row of a wall is complete.")
    else:
        reason = rules.TILES_GONE
    rules.rank_seats(state, reason)


# The board in a terminal


def board(state: State) -> str:
    noun = nouns(state)
    title = ("Cyberzul", "Zellij")[state.variant]
    now = "It is over" if state.over else f"Seat {state.turn + 1} to act"
    marker = MARKER_SIGN if state.marker == NOBODY and not state.over else ""
    mines = [f"{mine} {_letters(state.source[mine]):4}" for mine in range(1, rules.mines(state) + 1)]
    middle = _letters(state.source[MIDDLE])
    lines = [
        f"{title}, round {state.round_number}. {now}.",
        "",
        f"{noun.mines}  " + "   ".join(mines).rstrip(),
        f"{noun.middle}  {marker}{'' if marker and middle == EMPTY else middle}",
        "",
    ]
    boards = [_seat_board(state, seat) for seat in range(state.seats)]
    lines += ["    ".join(row).rstrip() for row in zip(*boards, strict=True)]
    return "\n".join(lines)


def _seat_board(state: State, seat: int) -> list[str]:
    width = 17
    turn = " <" if seat == state.turn and not state.over else ""
    lines = [f"seat {seat + 1}: {state.score[seat]}{turn}"]
    for row in range(SIZE):
        tiles = LETTERS[state.line_colour[seat, row]] * state.line_tiles[seat, row]
        places = tiles.rjust(row + 1, ".").rjust(SIZE)
        wall = " ".join(
            _wall_letter(row, column) if state.wall[seat, row, column] else _wall_letter(row, column).lower()
            for column in range(SIZE)
        )
        lines.append(f"{places} | {wall}")
    lines.append(f"{nouns(state).floor} {_floor_text(state, seat)}")
    return [line.ljust(width) for line in lines]
