"""Advice for searching Cyberzul and Zellij: end playouts with the round, and keep off the floor line."""

from tilora.families.drafting import rules
from tilora.families.drafting.rules import BONUSES, COLOUR, COLUMN, FLOOR, MIDDLE, MINE_TILES, NOBODY, ROW, SIZE, Wall
from tilora.kernel import State, rule
from tilora.kernel.contract.result import Values, foresee

SEARCH = "tree"


@rule
def prefer(state: State, action: int) -> float:
    """Prefer tiles that fit, above all when they fill the line, to tiles that fall to the floor line."""
    source, colour, target = rules.parts_of(action)
    tiles = float(state.source[source, colour])
    marker = 0.5 if source == MIDDLE and state.marker == NOBODY else 0.0
    if target == FLOOR:
        return 0.02 / (tiles + marker)
    free = float(target - state.line_tiles[state.turn, target - 1])
    falling = max(0.0, tiles - free)
    weight = 1.0 + (2.0 if tiles >= free else 0.5 * tiles / free)
    return weight / (1.0 + 3.0 * falling + marker)


@rule
def estimate(state: State, depth: int, values: Values, scores: Values) -> bool:
    """Judge a position at the beginning of a round, when the walls tell nearly all there is to know."""
    if depth == 0 or state.on_offer < MINE_TILES * rules.mines(state):
        return False
    seats = int(state.seats)
    for seat in range(seats):
        scores[seat] = float(state.score[seat]) + promise(state, seat)
    # A lead counts the more the fewer rounds are to come.
    spread = 3.0 + 3.0 * rounds_to_come(state)
    foresee(seats, scores, spread, values)
    return True


@rule
def promise(state: State, seat: int) -> float:
    """Return what unfinished work is worth: bonuses by how near they are, lines by how full they are."""
    wall = state.wall[seat]
    points = 0.0
    bonus = BONUSES[state.variant]
    for i in range(SIZE):
        row, column, colour = share(wall, ROW, i), share(wall, COLUMN, i), share(wall, COLOUR, i)
        points += bonus[ROW] * row + bonus[COLUMN] * column + bonus[COLOUR] * colour
        points += 1.0 * state.line_tiles[seat, i] / (i + 1.0)
    return points


@rule
def share(wall: Wall, kind: int, number: int) -> float:
    """Return how much of the bonus for a row, column or colour to count, by how many of its tiles are there."""
    tiles = rules.tiles_of(wall, kind, number)
    return 0.0 if tiles < 2 else (tiles / SIZE) ** 3


@rule
def rounds_to_come(state: State) -> float:
    """Return how many rounds it takes to complete the longest row."""
    longest = 0
    for seat in range(state.seats):
        for row in range(SIZE):
            longest = max(longest, rules.tiles_of(state.wall[seat], ROW, row))
    return float(SIZE - longest)
