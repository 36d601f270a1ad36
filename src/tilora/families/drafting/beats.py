"""What happens in a step of Cyberzul and Zellij, one thing after the other: the taking, and the end of a round."""

from collections.abc import Iterator

from tilora.families.drafting import places, rules, words
from tilora.families.drafting.places import floor_id, line_id, offer_id, wall_id
from tilora.families.drafting.rules import COLOURS, CYBERZUL, FLOOR, FLOOR_PLACES, MARKER, MIDDLE, NOBODY, SIZE, ZELLIJ
from tilora.families.drafting.words import COLOUR_NAMES, nouns, parts
from tilora.kernel import State, seat_name
from tilora.scene import Beat, Move

BONUS_OF_COLOUR = {CYBERZUL: 10, ZELLIJ: 12}


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    """The same for every viewer: nothing is hidden."""
    return list(_Telling(before, action, after).all())


class _Telling:
    """Goes through a step again, on a state of its own, and tells what it does."""

    def __init__(self, before: State, action: int, after: State) -> None:
        self.state = before.copy()
        self.action = action
        self.after = after
        self.noun = nouns(before)
        self._gone = 0

    def all(self) -> Iterator[Beat]:
        yield from self._taking()
        if self.state.on_offer:
            return
        for seat in range(self.state.seats):
            for row in range(SIZE):
                if self.state.line_tiles[seat, row] == row + 1:
                    yield from self._full_line(seat, row)
            yield from self._floor_line(seat)
        yield from self._end() if self.after.over else self._next_round()

    # A turn

    def _taking(self) -> Iterator[Beat]:
        """Tiles go to the line, what is left of a mine to the middle; then the marker and what did not fit."""
        state, (source, colour, target) = self.state, parts(self.state, self.action)
        seat = int(state.turn)
        said = f"{seat_name(seat)} takes{words.action_words(state, self.action).removeprefix('Take').partition(';')[0]}"
        others = [0] * COLOURS if source == MIDDLE else state.source[source].tolist()
        stack = state.source[MIDDLE].tolist()
        held = [0 if target == FLOOR else int(state.line_tiles[seat, target - 1]), int(state.floor_used[seat])]
        marker = source == MIDDLE and state.marker == NOBODY
        tiles = rules.take(state, seat, source, colour)
        left = tiles if target == FLOOR else rules.put_on_line(state, seat, target - 1, colour, tiles)
        for _ in range(left):
            rules.drop(state, seat, 1 + colour)

        hand = [offer_id(source, colour, number) for number in range(tiles)]
        fit = tiles - left
        to_line = [line_id(seat, target - 1, held[0] + number) for number in range(fit)]
        first = held[1] + (marker and held[1] < FLOOR_PLACES)
        to_floor = [floor_id(seat, first + number) for number in range(min(left, FLOOR_PLACES - first))]
        rest = [
            (offer_id(source, other, number), offer_id(MIDDLE, other, stack[other] + number))
            for other in range(COLOURS)
            for number in range(others[other])
            if other != colour
        ]
        moves = list(zip(hand[:fit], to_line, strict=True)) + rest
        falling = self._moves([*zip(hand[fit:], to_floor, strict=False)]) + self._leave(hand[fit + len(to_floor) :])
        if target == FLOOR:
            yield Beat(words=said.rstrip(".") + ".", ids=tuple(to_floor), moves=self._moves(moves) + falling)
        else:
            yield Beat(words=said.rstrip(".") + ".", ids=tuple(to_line), moves=self._moves(moves))
        if marker:
            yield self._marker(seat)
        if left and target != FLOOR:
            yield Beat(words=self._fell(left, target), ids=tuple(to_floor), moves=falling)

    def _marker(self, seat: int) -> Beat:
        said = f"The first to take from the {self.noun.middle} gets the start marker, and will begin the next round."
        return Beat(words=said, ids=("marker",), moves=self._moves([("marker", "marker")]))

    def _fell(self, tiles: int, target: int) -> str:
        what = "1 tile finds" if tiles == 1 else f"{tiles} tiles find"
        return f"{what} no room on {self.noun.line} {target}: down to the {self.noun.floor_line}."

    # The end of a round

    def _full_line(self, seat: int, row: int) -> Iterator[Beat]:
        state, wall = self.state, self.state.wall[seat]
        colour = int(state.line_colour[seat, row])
        column = rules.column_of(row, colour)
        rules.move_to_wall(state, seat, row)
        across, upright = rules.run(wall, row, column, 0, 1), rules.run(wall, row, column, 1, 0)
        points = rules.points_of(state.variant, across, upright)
        tile = wall_id(seat, row, column)
        line = f"{self.noun.line} {row + 1} of {seat_name(seat)}".capitalize()
        said = f"{line} is full: its {COLOUR_NAMES[colour]} tile goes to the wall{_neighbours(across, upright)}"
        yield Beat(
            words=f"{said}: {_points(points)}.",
            ids=(tile, *self._runs(seat, row, column)),
            moves=self._moves([(line_id(seat, row, 0), tile)])
            + self._leave([line_id(seat, row, slot) for slot in range(1, row + 1)]),
            seat=seat,
            points=points,
            source="tiles on the wall",
        )
        if state.variant == ZELLIJ:
            yield from self._bonuses(seat, [row], [column], [colour])

    def _runs(self, seat: int, row: int, column: int) -> Iterator[str]:
        """The neighbours that count: those in an unbroken run with the cell."""
        wall = self.state.wall[seat]
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            r, c = row + down, column + right
            while 0 <= r < SIZE and 0 <= c < SIZE and wall[r, c]:
                yield wall_id(seat, r, c)
                r, c = r + down, c + right

    def _bonuses(self, seat: int, rows: list[int], columns: list[int], colours: list[int]) -> Iterator[Beat]:
        """Those of these rows, columns and colours that are complete."""
        wall = self.state.wall[seat]
        cells = range(SIZE)
        for row in rows:
            if rules.row_complete(wall, row):
                ids = [wall_id(seat, row, column) for column in cells]
                yield self._bonus(seat, f"a complete row, row {row + 1}", 2, ids, "complete rows")
        for column in columns:
            if rules.column_complete(wall, column):
                ids = [wall_id(seat, row, column) for row in cells]
                yield self._bonus(seat, f"a complete column, column {column + 1}", 7, ids, "complete columns")
        for colour in colours:
            if rules.colour_complete(wall, colour):
                ids = [wall_id(seat, row, rules.column_of(row, colour)) for row in cells]
                what = f"all five {COLOUR_NAMES[colour]} tiles"
                yield self._bonus(seat, what, BONUS_OF_COLOUR[int(self.state.variant)], ids, "complete colours")

    def _bonus(self, seat: int, what: str, points: int, ids: list[str], source: str) -> Beat:
        said = f"{seat_name(seat)} has {what}: {_points(points)}."
        return Beat(words=said, ids=tuple(ids), seat=seat, points=points, source=source)

    def _floor_line(self, seat: int) -> Iterator[Beat]:
        state = self.state
        used = int(state.floor_used[seat])
        if not used:
            return
        things = state.floor[seat, :used].tolist()
        had, cost = int(state.score[seat]), int(rules.FLOOR_COSTS[used])
        rules.pay_for_floor(state, seat)
        paid = had - int(state.score[seat])
        said = f"The {self.noun.floor_line} of {seat_name(seat)} costs {_points(cost)}"
        if paid < cost:
            said += ", but nobody can have less than none"
        ids = ["marker" if thing == MARKER else floor_id(seat, number) for number, thing in enumerate(things)]
        leave = self._leave([name for name in ids if name != "marker"])
        lit = (*(move.becomes for move in leave), *(["marker"] if "marker" in ids else []), f"floor-{seat}")
        source = self.noun.floor_line if paid else ""
        yield Beat(words=f"{said}.", ids=lit, moves=leave, seat=seat, points=-paid, source=source)

    def _next_round(self) -> Iterator[Beat]:
        after = self.after
        said = f"Round {after.round_number}: the {self.noun.mines} are filled again. {seat_name(after.turn)} begins."
        yield Beat(words=said)

    def _end(self) -> Iterator[Beat]:
        yield Beat(words=f"The match is over: {words.REASONS[self.after.reason]}.")
        if self.state.variant == CYBERZUL:
            every = list(range(SIZE))
            for seat in range(self.state.seats):
                yield from self._bonuses(seat, every, every, every)

    # Moves

    def _moves(self, names: list[tuple[str, str]]) -> tuple[Move, ...]:
        """Things that are called something else from now on, and lie where they lie in the state by now."""
        found = {thing.id: thing.place for thing in places.lying(self.state)}
        return tuple(
            Move(
                id=old,
                becomes=new if new != old else "",
                area=found[new].area,
                x=found[new].x,
                y=found[new].y,
                turn=found[new].turn,
            )
            for old, new in names
        )

    def _leave(self, names: list[str]) -> tuple[Move, ...]:
        """Tiles that go to the discard, under names that nothing on the table has."""
        self._gone += len(names)
        return tuple(Move(id=name, becomes=f"gone-{self._gone - number}") for number, name in enumerate(names))


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _neighbours(across: int, upright: int) -> str:
    runs = [f"{length} {where}" for length, where in ((across, "across"), (upright, "upright")) if length > 1]
    return f", in a run of {' and one of '.join(runs)}" if runs else ""
