"""What a puzzle is, as plain data, and the puzzles that come with a game.

A game's puzzles are in `puzzles/GAME.json` in its folder, written by `python -m tilora.ai.puzzles.make`.
"""

import hashlib
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

import msgspec

from tilora.kernel import Game, Match, TiloraError, View

FORMAT = 1
SEED = 0
"""Of the match that a puzzle is shown in. What chance does after an attempt is the same for everybody."""
ID_LENGTH = 10


class BadPuzzles(TiloraError):
    """The puzzles that came with a game, or in a file, can't be read or are not for its rules."""


class UnknownPuzzle(TiloraError):
    """There is no puzzle of that name."""


class PuzzleOption(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the seat could do, and what it is worth."""

    action: str
    value: float
    """The seat's expected result, from 0 to 1."""
    points: float
    why: str = ""
    """Of an action that is no solution: why the solution is better, with placeholders for seats; empty if points do
    not tell."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position and what is best in it, by what the seat to act can know."""

    id: str
    """Made from what the seat sees, so it is the same for all truths that look the same to it."""
    position: str
    """The whole truth, so that a match can be set up with it. Show only the view of `seat`."""
    seat: int
    solutions: list[str]
    """Usually one. Several only where they are the same actions in another order, or lead to the same position."""
    level: int
    """The lowest level from which all levels find it reliably; 9 if only `master` does."""
    found: list[int] = []
    """By level: how many of its tries found it."""
    tries: int = 0
    themes: list[str]
    options: list[PuzzleOption]
    """The best first: what was compared."""
    doubt: float
    """How far off the difference between the solution and the best other action may be."""
    line: list[str] = []
    """How the match is expected to go on."""
    seed: int = 0
    """Of the match that it is from."""
    action: int = 0
    """How many actions had been played."""
    players: list[int] = []
    """By seat: the level that played there."""

    def match(self, game: Game) -> Match:
        """Return a match that begins with the puzzle. Raises UnreadablePosition."""
        return Match(game, position=self.position, seed=SEED)

    def view(self, game: Game) -> View:
        """Return what the seat to act may know. Raises UnreadablePosition."""
        return self.match(game).view(self.seat)

    def option(self, action: str) -> PuzzleOption | None:
        """Return what is known about an action; None if nobody has compared it."""
        return next((option for option in self.options if option.action == action), None)

    def loss(self, action: str) -> float | None:
        """Return how much the action costs compared with the solution; None if nobody has compared it."""
        option = self.option(action)
        return None if option is None else max(0.0, self.options[0].value - option.value)


class PuzzleSet(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzles of a game, and how they were made."""

    format: int = FORMAT
    game: str
    version: int
    """Of the game's rules."""
    network: str = ""
    """The fingerprint of the network that the last of them were found with; empty without one."""
    settings: str = ""
    """How much was computed for the last of them."""
    made: dict[str, str] = {}
    """The command that found the last of them, and the date."""
    changes: list[str] = []
    """What else was done to them, with dates, the latest last: found with other settings, taken out, reworded."""
    searched: list[tuple[int, int]] = []
    """Seeds of matches that were searched: from the first to before the second of each pair."""
    puzzles: list[Puzzle] = []

    def changed(self, what: str) -> "PuzzleSet":
        """Return the set with a note of what was done to it today."""
        note = f"{datetime.now(UTC):%Y-%m-%d}: {what}"
        return msgspec.structs.replace(self, changes=[*self.changes, note])

    def to_json(self) -> str:
        """Return the set as JSON, one puzzle a line."""
        head = msgspec.json.encode(msgspec.structs.replace(self, puzzles=[])).decode()
        lines = ",\n".join(msgspec.json.encode(puzzle).decode() for puzzle in self.puzzles)
        return f"{head.removesuffix(']}')}\n{lines}\n]}}\n"

    @classmethod
    def from_json(cls, text: bytes | str) -> "PuzzleSet":
        """Return the set that was written as this JSON. Raises BadPuzzles."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise BadPuzzles(f"This is not a set of puzzles: {error}.") from None


def id_of(view: View) -> str:
    """Return the name of a puzzle: it depends on the game and on what the seat sees, and on nothing else."""
    text = f"{view.game.name} {view.game.version} {view.seat} {view.position}"
    return hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]


@cache
def shipped_set(game: Game) -> PuzzleSet | None:
    """Return the puzzles that come with the game and how they were made, or None. Raises BadPuzzles."""
    file = files(game.folder) / "puzzles" / f"{game.name}.json"
    if not file.is_file():
        return None
    found = PuzzleSet.from_json(file.read_bytes())
    if (found.format, found.game, found.version) != (FORMAT, game.name, game.version):
        raise BadPuzzles(
            f"The puzzles of {game.title} are of format {found.format} for {found.game} {found.version}; "
            f"format {FORMAT} for {game.name} {game.version} is needed. Make them again."
        )
    return found


def shipped_puzzles(game: Game) -> list[Puzzle]:
    """Return the puzzles that come with the game; none if nobody has made any. Raises BadPuzzles."""
    found = shipped_set(game)
    return found.puzzles if found else []


def puzzle_named(game: Game, name: str) -> Puzzle:
    """Return the puzzle of that name. Raises UnknownPuzzle."""
    for puzzle in shipped_puzzles(game):
        if puzzle.id == name:
            return puzzle
    raise UnknownPuzzle(f"{game.title} has no puzzle named {name[:20]!r}.")
