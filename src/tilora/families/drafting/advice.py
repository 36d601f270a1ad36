"""Advice for searching Cyberzul and Zellij: end playouts with the round, and keep off the floor line."""

from tilora.families.drafting import rules
from tilora.families.drafting.rules import COLOURS, CYBERZUL, FLOOR, MIDDLE, MINE_TILES, NOBODY, SIZE, TARGETS
from tilora.kernel import State, rule
from tilora.kernel.contract.result import Values, foresee

SEARCH = "tree"


@rule
def prefer(state: State, action: int) -> float:
    """Tiles that fit are worth taking, best of all when they fill the line; what falls to the floor is not."""
    target = action % TARGETS
    colour = action // TARGETS % COLOURS
    source = action // (TARGETS * COLOURS)
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
    """At the beginning of a round the walls tell nearly all there is to know."""
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
    """Points that lie in what is half done: bonuses by how near they are, lines by how full they are."""
    wall = state.wall[seat]
    points = 0.0
    colour_bonus = 10.0 if state.variant == CYBERZUL else 12.0
    for i in range(SIZE):
        in_row, in_column, in_colour = 0, 0, 0
        for j in range(SIZE):
            in_row += wall[i, j]
            in_column += wall[j, i]
            in_colour += wall[j, rules.column_of(j, i)]
        points += 2.0 * share(in_row) + 7.0 * share(in_column) + colour_bonus * share(in_colour)
        points += 1.0 * state.line_tiles[seat, i] / (i + 1.0)
    return points


@rule
def share(tiles: int) -> float:
    """How much of a bonus to count for so many of its five tiles."""
    return 0.0 if tiles < 2 else (tiles / 5.0) ** 3


@rule
def rounds_to_come(state: State) -> float:
    """Rounds until the longest row is complete, if somebody goes for it."""
    longest = 0
    for seat in range(state.seats):
        for row in range(SIZE):
            longest = max(longest, int(state.wall[seat, row].sum()))
    return float(SIZE - longest)
