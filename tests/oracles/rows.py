"""An independent oracle for RowsAndCols.

This is a slow and obvious re-implementation of section 3 of the rules. Tests play it side by side
with the real engine and compare. It knows nothing of that engine and draws nothing at random:
whoever drives it says which bricks came out of the bag.

Cells are (x, y); x grows to the right, y grows upwards, and the start brick lies on (0, 0).

A turn is a sequence of actions, each written as a text:

- "red star 3,-2"  place that brick of the hand on x = 3, y = -2
- "swap red star"  lay that brick of the hand aside to be swapped
- "end"            end a turn in which something was placed or laid aside
- "pass"           the whole turn, when nothing can be placed and nothing swapped
"""

from collections import Counter
from collections.abc import Collection

Brick = tuple[str, str]
Cell = tuple[int, int]
Line = list[Cell]

COLOURS = ("blue", "red", "green", "yellow", "cyan", "pink")
SHAPES = ("circle", "square", "rhomb", "flower", "sun", "star")
COPIES = 3
HAND_SIZE = 6
LONGEST_LINE = 6
LONGEST_LINE_BONUS = 6
FINISHING_BONUS = 6
SWAPS_OF_EACH_SEAT = 10


def all_bricks() -> Counter[Brick]:
    """The 108 bricks of the game."""
    return Counter({(colour, shape): COPIES for colour in COLOURS for shape in SHAPES})


def neighbours(cell: Cell) -> list[Cell]:
    """The four cells that touch this cell edge to edge."""
    x, y = cell
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]


def lines_of(cells: Collection[Cell]) -> list[Line]:
    """Every maximal unbroken run of two or more of these cells, across and upwards."""
    lines: list[Line] = []
    for x, y in cells:
        for step_x, step_y in ((1, 0), (0, 1)):
            if (x - step_x, y - step_y) in cells:
                continue  # a run is walked from its first cell only, so that it is found once
            line: Line = []
            walk_x, walk_y = x, y
            while (walk_x, walk_y) in cells:
                line.append((walk_x, walk_y))
                walk_x += step_x
                walk_y += step_y
            if len(line) >= 2:
                lines.append(line)
    return lines


def is_valid_line(bricks: list[Brick]) -> bool:
    """Whether the bricks of a line of two or more are what the rules ask for."""
    colours = {colour for colour, _ in bricks}
    shapes = {shape for _, shape in bricks}
    one_colour = len(colours) == 1 and len(shapes) == len(bricks)
    one_shape = len(shapes) == 1 and len(colours) == len(bricks)
    return one_colour or one_shape


def is_valid_board(board: dict[Cell, Brick], lines: list[Line]) -> bool:
    """Whether each of the lines of this board is valid."""
    return all(is_valid_line([board[cell] for cell in line]) for line in lines)


def place_text(brick: Brick, cell: Cell) -> str:
    """The action that places the brick on the cell."""
    return f"{brick[0]} {brick[1]} {cell[0]},{cell[1]}"


def swap_text(brick: Brick) -> str:
    """The action that lays the brick aside to be swapped."""
    return f"swap {brick[0]} {brick[1]}"


def ranks_of(scores: list[int]) -> list[int]:
    """1 is best; seats with equal scores share the better rank and the next rank is skipped."""
    return [1 + sum(other > score for other in scores) for score in scores]


class Oracle:
    """One game of RowsAndCols."""

    def __init__(self, seats: int, first: int, start: Brick, hands: list[list[Brick]]) -> None:
        assert 2 <= seats <= 6, f"RowsAndCols is for 2 to 6 seats, not {seats}"
        assert 0 <= first < seats, f"no seat {first} at a table of {seats}"
        assert len(hands) == seats, f"{len(hands)} hands for {seats} seats"

        self.seats = seats
        self.turn: int = first
        self.over: bool = False
        self.scores: list[int] = [0] * seats
        self.ranks: list[int] = []

        self._bag = all_bricks()
        self._take_from_bag([start])
        self._board: dict[Cell, Brick] = {(0, 0): start}
        self._hands: list[Counter[Brick]] = []
        for seat, hand in enumerate(hands):
            assert len(hand) == HAND_SIZE, f"seat {seat} begins with {len(hand)} bricks"
            self._take_from_bag(hand)
            self._hands.append(Counter(hand))

        self._placed: list[Cell] = []
        self._chosen: Counter[Brick] = Counter()
        self._passes_in_a_row = 0
        self._swaps_in_a_row = 0

    def legal(self) -> set[str]:
        """The texts of all actions that the seat to move may take now; none once it is over."""
        if self.over:
            return set()
        actions = self._legal_placings() | self._legal_swaps()
        if self._placed or self._chosen:
            actions.add("end")
        elif not actions:
            actions.add("pass")
        return actions

    def play(self, action: str, drawn: list[Brick]) -> None:
        """Take the action; `drawn` is what the acting seat drew from the bag during it."""
        assert not self.over, f"{action!r} after the end of the game"
        assert action in self.legal(), f"{action!r} is not legal for seat {self.turn}"
        self._check_drawn(action, drawn)

        if action == "pass":
            self._passes_in_a_row += 1
            if self._passes_in_a_row == self.seats:
                self._finish()
            else:
                self._next_turn()
        elif action == "end":
            self._passes_in_a_row = 0
            if self._placed:
                self._swaps_in_a_row = 0
                self._end_placing(drawn)
            else:
                self._swaps_in_a_row += 1
                self._end_swap(drawn)
        elif action.startswith("swap "):
            _, colour, shape = action.split(" ")
            brick = (colour, shape)
            self._take_from_hand(brick)
            self._chosen[brick] += 1
        else:
            colour, shape, place = action.split(" ")
            x, y = place.split(",")
            brick = (colour, shape)
            cell = (int(x), int(y))
            self._take_from_hand(brick)
            self._board[cell] = brick
            self._placed.append(cell)

    def facts(self) -> dict[str, object]:
        """Everything there is to know about the game, as copies."""
        return {
            "board": dict(self._board),
            "hands": [sorted(hand.elements()) for hand in self._hands],
            "bag": {brick: count for brick, count in self._bag.items() if count > 0},
            "chosen": sorted(self._chosen.elements()),
            "placed": list(self._placed),
        }

    def _bricks_of_the_hand(self) -> list[Brick]:
        """The different bricks in the hand of the seat to move."""
        return [brick for brick, count in self._hands[self.turn].items() if count > 0]

    def _legal_placings(self) -> set[str]:
        if self._chosen:
            return set()

        touching: set[Cell] = set()
        for cell in self._board:
            for neighbour in neighbours(cell):
                if neighbour not in self._board:
                    touching.add(neighbour)

        actions: set[str] = set()
        for cell in touching:
            # Where the lines are depends on the cell alone, so all bricks of the hand share them.
            lines = lines_of(self._board.keys() | {cell})
            if not self._turn_stays_in_one_line(cell, lines):
                continue
            for brick in self._bricks_of_the_hand():
                board = dict(self._board)
                board[cell] = brick
                if is_valid_board(board, lines):
                    actions.add(place_text(brick, cell))
        return actions

    def _turn_stays_in_one_line(self, cell: Cell, lines: list[Line]) -> bool:
        """Whether one line holds this cell, all of this turn's, and a brick from before the turn.

        `lines` are the lines of the board once there is a brick on the cell.
        """
        of_this_turn = {*self._placed, cell}
        for line in lines:
            cells = set(line)
            has_all_of_this_turn = of_this_turn <= cells
            has_one_from_before = bool(cells - of_this_turn)
            if has_all_of_this_turn and has_one_from_before:
                return True
        return False

    def _legal_swaps(self) -> set[str]:
        if self._placed:
            return set()
        if self._chosen.total() >= self._bag.total():
            return set()
        return {swap_text(brick) for brick in self._bricks_of_the_hand()}

    def _check_drawn(self, action: str, drawn: list[Brick]) -> None:
        """Complain about draws that cannot have happened, before anything is changed."""
        if action != "end":
            expected = 0
        elif self._placed:
            missing = HAND_SIZE - self._hands[self.turn].total()
            expected = min(missing, self._bag.total())
        else:
            expected = self._chosen.total()
        assert len(drawn) == expected, f"{action!r} draws {expected} bricks, not {len(drawn)}"
        self._check_in_bag(drawn)

    def _check_in_bag(self, bricks: list[Brick]) -> None:
        for brick, count in Counter(bricks).items():
            held = self._bag[brick]
            assert count <= held, f"{count} of {brick} drawn, but the bag holds {held}"

    def _take_from_bag(self, bricks: list[Brick]) -> None:
        self._check_in_bag(bricks)
        for brick in bricks:
            self._bag[brick] -= 1

    def _take_from_hand(self, brick: Brick) -> None:
        hand = self._hands[self.turn]
        assert hand[brick] > 0, f"seat {self.turn} does not hold {brick}"
        hand[brick] -= 1

    def _end_placing(self, drawn: list[Brick]) -> None:
        self.scores[self.turn] += self._score_of_turn()
        hand = self._hands[self.turn]
        # A hand emptied while the bag still holds bricks is refilled, and the game goes on.
        if hand.total() == 0 and self._bag.total() == 0:
            self.scores[self.turn] += FINISHING_BONUS
            self._finish()
            return
        self._take_from_bag(drawn)
        hand.update(drawn)
        self._next_turn()

    def _score_of_turn(self) -> int:
        score = 0
        for line in lines_of(self._board.keys()):
            if any(cell in self._placed for cell in line):
                score += len(line)
                if len(line) == LONGEST_LINE:
                    score += LONGEST_LINE_BONUS
        return score

    def _end_swap(self, drawn: list[Brick]) -> None:
        # The chosen bricks go back only after the draw, so that none of them can be drawn.
        self._take_from_bag(drawn)
        self._hands[self.turn].update(drawn)
        self._bag.update(self._chosen)
        if self._swaps_in_a_row == SWAPS_OF_EACH_SEAT * self.seats:
            self._finish()
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        self._clear_turn()
        self.turn = (self.turn + 1) % self.seats

    def _finish(self) -> None:
        self._clear_turn()
        self.over = True
        self.ranks = ranks_of(self.scores)

    def _clear_turn(self) -> None:
        self._placed = []
        self._chosen = Counter()
