"""Puzzles in words, for the terminal and for Python."""

from tilora.ai.puzzles.puzzle import Puzzle
from tilora.kernel import Game, fill_seats

PERCENT = 100.0
SHOWN = 4
"""How many actions are compared in words."""


def question(game: Game, puzzle: Puzzle) -> str:
    """Return the position as its seat sees it, and what to find."""
    view = puzzle.view(game)
    level = f"level {puzzle.level}" if puzzle.level <= len(puzzle.found) else "master"
    return (
        f"{view.game.words.board(view.state)}\n\n"
        f"Puzzle {puzzle.id} of {game.title}, found by {level} and stronger players.\n"
        f"You are seat {puzzle.seat + 1}. One action is clearly the best. Which one?"
    )


def verdict(puzzle: Puzzle, action: str) -> str:
    """Return what is wrong with an action, or that it is right. Does not give the solution away."""
    if action in puzzle.solutions:
        return "Right!"
    loss, option = puzzle.loss(action), puzzle.option(action)
    words = (
        f"Not quite: it costs about {max(1.0, PERCENT * loss):.0f} out of 100." if loss is not None else "Not quite."
    )
    return f"{words} The best action means {fill_seats(option.why)}" if option and option.why else words


def solution(game: Game, puzzle: Puzzle) -> str:
    """Return the solution, what it was compared with, and why it is better."""
    match = puzzle.match(game)
    lines = [f"{match.check(puzzle.solutions[0]).words} ({' or '.join(puzzle.solutions)})"]
    for option in puzzle.options[:SHOWN]:
        best = "the best" if option.action in puzzle.solutions else ""
        lines.append(f"{PERCENT * option.value:5.0f}  {option.action:24} {best}".rstrip())
    explained = next((option for option in puzzle.options if option.why), None)
    if explained:
        lines.append(f"Better than {explained.action}: {fill_seats(explained.why)}")
    lines.append(f"Themes: {', '.join(puzzle.themes)}.")
    return "\n".join(lines)
