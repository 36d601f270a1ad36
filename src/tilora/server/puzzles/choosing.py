"""Which puzzle comes next: the puzzle of the day, the same for everybody, and those that suit a player."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date

from tilora.ai.puzzles.puzzle import Puzzle, shipped_puzzles
from tilora.kernel import Game, games
from tilora.server.errors import Unknown
from tilora.server.puzzles.rating import new_puzzle
from tilora.store import PuzzleAttempt, PuzzleRating

SUITABLE = 5
"""The next puzzle is one of this many that are rated like the player."""


def games_with_puzzles() -> list[Game]:
    """Return the games that come with puzzles, by name."""
    return sorted((game for game in games() if shipped_puzzles(game)), key=lambda game: game.name)


def puzzle_of_day(day: str) -> tuple[Game, Puzzle]:
    """Return the puzzle of that day, the same on every server with the same games. Raises Unknown if there is none.

    The games take turns, and none of a game's puzzles comes twice before all others have.
    """
    suited = games_with_puzzles()
    if not suited:
        raise Unknown("None of the games on this server has puzzles.")
    number = date.fromisoformat(day).toordinal()
    game = suited[number % len(suited)]
    puzzles = sorted(shipped_puzzles(game), key=lambda puzzle: _mixed("day", puzzle.id))
    return game, puzzles[number // len(suited) % len(puzzles)]


def next_puzzle(
    puzzles: Sequence[Puzzle],
    attempts: Mapping[str, PuzzleAttempt],
    player: PuzzleRating,
    ratings: Mapping[str, PuzzleRating],
    *,
    salt: str,
    after: str = "",
) -> Puzzle:
    """Return a puzzle that suits the player: a new one rated like them, or else one that they failed, or the oldest.

    It is another one than `after`, where there is one. `salt` mixes puzzles that suit equally.
    """
    others = [puzzle for puzzle in puzzles if puzzle.id != after] or list(puzzles)
    new = [puzzle for puzzle in others if puzzle.id not in attempts]
    if not new:
        return min(others, key=lambda puzzle: (attempts[puzzle.id].solved, attempts[puzzle.id].at, puzzle.id))

    def distance(puzzle: Puzzle) -> float:
        return abs(ratings.get(puzzle.id, new_puzzle(puzzle)).rating - player.rating)

    suitable = sorted(new, key=lambda puzzle: (distance(puzzle), puzzle.id))[:SUITABLE]
    return min(suitable, key=lambda puzzle: _mixed(salt, puzzle.id))


def _mixed(salt: str, name: str) -> bytes:
    return hashlib.sha256(f"{salt} {name}".encode()).digest()
