"""An independent oracle for the drafting games, Cyberzul and Zellij.

This is a second, deliberately slow and obvious implementation of the rules. It shares
nothing with the engine that it is used to check. It draws no random numbers: whoever uses it says
what chance dealt, and the oracle checks that chance could have dealt that.

After an AssertionError the oracle's state is undefined; throw it away.
"""

from collections import Counter
from collections.abc import Mapping

COLOURS = ("blue", "orange", "red", "black", "white")

LETTERS = {"blue": "B", "orange": "O", "red": "R", "black": "K", "white": "W"}

# Written out, rather than computed, so that it can be compared with the rules by eye.
WALL = (
    ("blue", "orange", "red", "black", "white"),
    ("white", "blue", "orange", "red", "black"),
    ("black", "white", "blue", "orange", "red"),
    ("red", "black", "white", "blue", "orange"),
    ("orange", "red", "black", "white", "blue"),
)

FLOOR_COSTS = (1, 1, 2, 2, 2, 3, 3)
MARKER = "marker"
TILES_PER_COLOUR = 20
TILES_PER_MINE = 4
LAST_ROUND = 20

ROW_BONUS = 2
COLUMN_BONUS = 7
COLOUR_BONUS = {"cyberzul": 10, "zellij": 12}

MIDDLE_NAME = {"cyberzul": "middle", "zellij": "yard"}
FLOOR_NAME = {"cyberzul": "floor", "zellij": "penalty"}


class Player:
    """What lies in front of one seat."""

    def __init__(self) -> None:
        self.line_colours: list[str | None] = [None, None, None, None, None]
        self.line_counts: list[int] = [0, 0, 0, 0, 0]
        self.filled: list[list[bool]] = [[False] * 5 for _ in range(5)]
        self.floor: list[str] = []
        # Kept apart from the floor: a marker taken with a full floor line is held but not on it.
        self.holds_marker: bool = False


class Oracle:
    """One game, from the first deal to the final ranks."""

    turn: int
    over: bool
    round: int
    scores: list[int]
    ranks: list[int]

    def __init__(self, game: str, seats: int, first: int, deal: list[dict[str, int]]) -> None:
        assert game in ("cyberzul", "zellij"), f"unknown game {game!r}"
        if game == "cyberzul":
            assert seats in (2, 3, 4), f"cyberzul is for 2 to 4 seats, not {seats}"
        else:
            assert seats == 2, f"zellij is for 2 seats, not {seats}"
        assert 0 <= first < seats, f"there is no seat {first} among {seats} seats"

        self.game = game
        self.seats = seats
        self.number_of_mines = 2 * seats + 1
        self.players = [Player() for _ in range(seats)]
        self.bag: Counter[str] = Counter(dict.fromkeys(COLOURS, TILES_PER_COLOUR))
        self.discard: Counter[str] = Counter()
        self.mines: list[Counter[str]] = [Counter() for _ in range(self.number_of_mines)]
        self.middle: Counter[str] = Counter()
        self.marker_in_middle = True

        self.first_of_round = first
        self.turn = first
        self.over = False
        self.round = 1
        self.scores = [0] * seats
        self.ranks = [0] * seats

        self._fill_mines(deal)

    # ---- what a user asks -----------------------------------------------------------------------

    def legal(self) -> set[str]:
        """Every action text that the seat to move may play; empty once the game is over."""
        actions: set[str] = set()
        if self.over:
            return actions

        sources: dict[str, Counter[str]] = {}
        for number in range(1, self.number_of_mines + 1):
            sources[str(number)] = self.mines[number - 1]
        sources[MIDDLE_NAME[self.game]] = self.middle

        player = self.players[self.turn]
        for source_name, tiles in sources.items():
            for colour in COLOURS:
                if tiles[colour] == 0:
                    continue
                actions.add(f"{source_name} {colour} {FLOOR_NAME[self.game]}")
                for row in range(5):
                    if _line_accepts(player, row, colour):
                        actions.add(f"{source_name} {colour} {row + 1}")
        return actions

    def play(self, action: str, deal: list[dict[str, int]] | None) -> None:
        """Play an action; `deal` is the next round's mines if this action makes one begin."""
        assert not self.over, f"the game is over, {action!r} cannot be played"
        assert action in self.legal(), f"{action!r} is not legal for seat {self.turn}"

        source_name, colour, target_name = action.split(" ")
        player = self.players[self.turn]

        if source_name == MIDDLE_NAME[self.game]:
            taken = self.middle[colour]
            self.middle[colour] = 0
            if self.marker_in_middle:
                self.marker_in_middle = False
                player.holds_marker = True
                # Before the tiles, so that the marker gets the first free place.
                if len(player.floor) < len(FLOOR_COSTS):
                    player.floor.append(MARKER)
        else:
            mine = self.mines[int(source_name) - 1]
            taken = mine[colour]
            for other in COLOURS:
                if other != colour:
                    self.middle[other] += mine[other]
            mine.clear()

        for_the_floor = taken
        if target_name != FLOOR_NAME[self.game]:
            row = int(target_name) - 1
            room = (row + 1) - player.line_counts[row]
            placed = min(taken, room)
            player.line_colours[row] = colour
            player.line_counts[row] += placed
            for_the_floor = taken - placed

        for _ in range(for_the_floor):
            if len(player.floor) < len(FLOOR_COSTS):
                player.floor.append(colour)
            else:
                self.discard[colour] += 1

        if self._tiles_on_offer() > 0:
            assert deal is None, "superfluous deal: the round is not over yet"
            # Nobody is ever passed over: the floor is open to everybody while tiles are on offer.
            self.turn = (self.turn + 1) % self.seats
            return

        self._end_round()

        if self._is_game_over():
            assert deal is None, "superfluous deal: the game is over"
            self._end_game()
            return

        assert deal is not None, "missing deal: this action ended a round and the game goes on"
        self.round += 1
        self.turn = self.first_of_round
        self._fill_mines(deal)

    def facts(self) -> dict[str, object]:
        """Everything on the table, as plain data."""
        seats: list[dict[str, object]] = []
        for seat in range(self.seats):
            player = self.players[seat]
            lines: list[tuple[str | None, int]] = []
            wall: list[str] = []
            for row in range(5):
                lines.append((player.line_colours[row], player.line_counts[row]))
                text = ""
                for column in range(5):
                    if player.filled[row][column]:
                        text += LETTERS[WALL[row][column]]
                    else:
                        text += "."
                wall.append(text)
            seats.append(
                {
                    "lines": lines,
                    "wall": wall,
                    "floor": list(player.floor),
                    "holds_marker": player.holds_marker,
                    "score": self.scores[seat],
                }
            )
        return {
            "middle": _nonzero(self.middle),
            "marker_in_middle": self.marker_in_middle,
            "mines": [_nonzero(mine) for mine in self.mines],
            "bag": _nonzero(self.bag),
            "discard": _nonzero(self.discard),
            "seats": seats,
        }

    # ---- the parts of a round -------------------------------------------------------------------

    def _tiles_on_offer(self) -> int:
        """Tiles in the mines and the middle; the marker is not a tile."""
        return self.middle.total() + sum(mine.total() for mine in self.mines)

    def _end_round(self) -> None:
        """Tile the walls, score, clear the floors, and find out who begins the next round."""
        for seat in range(self.seats):
            player = self.players[seat]

            for row in range(5):
                length = row + 1
                if player.line_counts[row] < length:
                    continue
                colour = player.line_colours[row]
                assert colour is not None
                column = WALL[row].index(colour)
                assert not player.filled[row][column], "the wall already has this tile"
                player.filled[row][column] = True
                self.discard[colour] += length - 1
                player.line_colours[row] = None
                player.line_counts[row] = 0
                self.scores[seat] += self._score_for_tile(player, row, column)

            cost = 0
            for place in range(len(player.floor)):
                cost += FLOOR_COSTS[place]
            self.scores[seat] = max(0, self.scores[seat] - cost)

            for thing in player.floor:
                if thing != MARKER:
                    self.discard[thing] += 1
            player.floor = []

            # If nobody holds the marker, the seat that began this round begins the next one.
            if player.holds_marker:
                self.first_of_round = seat
                player.holds_marker = False

        self.marker_in_middle = True

    def _score_for_tile(self, player: Player, row: int, column: int) -> int:
        """Points for the tile just put on this cell; in Zellij with the bonuses it completes."""
        across = _run(player, row, column, 0, 1)
        down = _run(player, row, column, 1, 0)

        if self.game == "cyberzul":
            if across == 1 and down == 1:
                return 1
            points = 0
            if across > 1:
                points += across
            if down > 1:
                points += down
            return points

        points = 1 + (across - 1) + (down - 1)
        # Row, column and colour all contain the new tile: if complete now, they were not before.
        if _row_complete(player, row):
            points += ROW_BONUS
        if _column_complete(player, column):
            points += COLUMN_BONUS
        if _colour_complete(player, WALL[row][column]):
            points += COLOUR_BONUS[self.game]
        return points

    def _is_game_over(self) -> bool:
        """Whether the round that has just been scored was the last one."""
        for player in self.players:
            if _complete_rows(player) > 0:
                return True
        if self.round >= LAST_ROUND:
            return True
        # The rules do not speak of a round without any tiles. If walls and lines hold all 100,
        # nobody could ever move again, so the game ends here too.
        return self.bag.total() + self.discard.total() == 0

    def _end_game(self) -> None:
        """Final bonuses and ranks. `turn` and `round` stay as they were for the last move."""
        self.over = True

        if self.game == "cyberzul":
            for seat in range(self.seats):
                player = self.players[seat]
                self.scores[seat] += ROW_BONUS * _complete_rows(player)
                for column in range(5):
                    if _column_complete(player, column):
                        self.scores[seat] += COLUMN_BONUS
                for colour in COLOURS:
                    if _colour_complete(player, colour):
                        self.scores[seat] += COLOUR_BONUS[self.game]

        for seat in range(self.seats):
            better = 0
            for other in range(self.seats):
                if self._is_better(other, seat):
                    better += 1
            self.ranks[seat] = 1 + better

    def _is_better(self, one: int, other: int) -> bool:
        """Whether seat `one` finishes strictly ahead of seat `other`."""
        if self.scores[one] != self.scores[other]:
            return self.scores[one] > self.scores[other]
        if self.game == "cyberzul":
            return _complete_rows(self.players[one]) > _complete_rows(self.players[other])
        return False

    # ---- filling the mines ----------------------------------------------------------------------

    def _fill_mines(self, deal: list[dict[str, int]]) -> None:
        """Put the deal into the mines, if chance could have dealt it."""
        assert len(deal) == self.number_of_mines, (
            f"impossible deal: {len(deal)} mines instead of {self.number_of_mines}"
        )
        for number, content in enumerate(deal, start=1):
            for colour, count in content.items():
                assert colour in COLOURS, f"impossible deal: mine {number} has colour {colour!r}"
                assert count >= 0, f"impossible deal: mine {number} has {count} {colour}"
        dealt = [Counter(content) for content in deal]

        # How many tiles lie in each mine follows from how many there are.
        tiles_left = self.bag.total() + self.discard.total()
        for number, mine in enumerate(dealt, start=1):
            expected = min(TILES_PER_MINE, tiles_left)
            assert mine.total() == expected, (
                f"impossible deal: mine {number} has {mine.total()} tiles instead of {expected}"
            )
            tiles_left -= expected

        # Go through the mines in order. Within one mine the order of the tiles is not known, but
        # only one mine can be the one in which the bag runs out.
        discard_tipped = False
        for number, mine in enumerate(dealt, start=1):
            if mine.total() <= self.bag.total():
                _check_contained(mine, self.bag, f"mine {number}", "the bag")
                _take(self.bag, mine)
                continue
            assert not discard_tipped, "the sizes of the mines were checked above"
            _check_contained(self.bag, mine, "the rest of the bag", f"mine {number}")
            from_discard = Counter(mine)
            _take(from_discard, self.bag)
            _check_contained(from_discard, self.discard, f"the second part of mine {number}", "the discard")
            self.bag = Counter(self.discard)
            self.discard = Counter()
            discard_tipped = True
            _take(self.bag, from_discard)

        self.mines = dealt


# ---- small questions about a player's board -----------------------------------------------------


def _line_accepts(player: Player, row: int, colour: str) -> bool:
    """Whether tiles of this colour may be put on this pattern line."""
    if player.line_counts[row] == row + 1:
        return False
    if player.line_colours[row] is not None and player.line_colours[row] != colour:
        return False
    return not player.filled[row][WALL[row].index(colour)]


def _run(player: Player, row: int, column: int, down: int, right: int) -> int:
    """Length of the unbroken run through a filled cell, along the given direction both ways."""
    length = 1
    for sign in (-1, 1):
        r = row + sign * down
        c = column + sign * right
        while 0 <= r < 5 and 0 <= c < 5 and player.filled[r][c]:
            length += 1
            r += sign * down
            c += sign * right
    return length


def _row_complete(player: Player, row: int) -> bool:
    return all(player.filled[row][column] for column in range(5))


def _column_complete(player: Player, column: int) -> bool:
    return all(player.filled[row][column] for row in range(5))


def _colour_complete(player: Player, colour: str) -> bool:
    return all(player.filled[row][WALL[row].index(colour)] for row in range(5))


def _complete_rows(player: Player) -> int:
    count = 0
    for row in range(5):
        if _row_complete(player, row):
            count += 1
    return count


# ---- small questions about heaps of tiles -------------------------------------------------------


def _nonzero(tiles: Mapping[str, int]) -> dict[str, int]:
    return {colour: tiles[colour] for colour in COLOURS if tiles.get(colour, 0) != 0}


def _check_contained(part: Counter[str], whole: Counter[str], part_name: str, whole_name: str) -> None:
    for colour in COLOURS:
        assert part[colour] <= whole[colour], (
            f"impossible deal: {part_name} has {part[colour]} {colour}, but {whole_name} has only {whole[colour]}"
        )


def _take(heap: Counter[str], tiles: Counter[str]) -> None:
    for colour in COLOURS:
        heap[colour] -= tiles[colour]
