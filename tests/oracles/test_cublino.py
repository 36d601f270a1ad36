"""Cublino, step by step against a slow referee that was written from the rules alone."""

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from tests import SOAK
from tests.oracles import cublino as referee
from tilora.families.cublino import CONTRA, PUR
from tilora.families.cublino.rules import NORTH_FACE, OWNER, TOP
from tilora.families.cublino.words import SQUARE_NAMES
from tilora.kernel import Game, Match

REASONS = ("", "home", "arrived", "no dice", "no moves", "repetition", "stalling")
"""What the referee calls the ends, in the order of the engine's numbers."""

Choice = Callable[[random.Random, list[str], Match], str]


def assert_same(match: Match, oracle: referee.Oracle) -> None:
    state = match.state
    dice = {
        SQUARE_NAMES[square]: (int(OWNER[die]), int(TOP[die]), int(NORTH_FACE[die]))
        for square, die in enumerate(state.board)
        if die
    }
    assert match.position == oracle.position()
    assert {"dice": dice, "quiet": int(state.quiet)} == oracle.facts()
    assert (match.turn, match.over) == (oracle.turn, oracle.over)
    assert list(match.scores) == oracle.scores
    assert REASONS[state.reason] == oracle.reason
    assert (list(match.outcome.ranks) if match.outcome else []) == oracle.ranks
    texts = [str(action) for action in match.legal()]
    assert len(set(texts)) == len(texts)
    assert set(texts) == oracle.legal()


def play_along(match: Match, oracle: referee.Oracle, choose: Choice, luck: random.Random, most: int) -> str:
    """Play up to `most` moves in both, comparing everything after each; say why it ended."""
    assert_same(match, oracle)
    for _ in range(most):
        if match.over:
            break
        text = choose(luck, [str(action) for action in match.legal()], match)
        match.play(text)
        oracle.play(text)
        assert_same(match, oracle)
    return oracle.reason


def evenly(luck: random.Random, texts: list[str], match: Match) -> str:
    return luck.choice(texts)


def sideways(luck: random.Random, texts: list[str], match: Match) -> str:
    """Mostly moves that bring nothing forward, so that games stall and repeat."""
    quiet = [text for text in texts if len(set(text[1::2])) == 1]
    return luck.choice(quiet if quiet and luck.random() < 0.98 else texts)


def forwards(luck: random.Random, texts: list[str], match: Match) -> str:
    """Mostly moves forwards, so that games get to their ends."""
    ahead = [text for text in texts if len(set(text[1::2])) > 1]
    return luck.choice(ahead if ahead and luck.random() < 0.9 else texts)


def far(luck: random.Random, texts: list[str], match: Match) -> str:
    """Mostly the moves with the most steps."""
    most = max(map(len, texts))
    return luck.choice([text for text in texts if len(text) == most or luck.random() < 0.05])


def back_and_forth(luck: random.Random, texts: list[str], match: Match) -> str:
    """Mostly a move that takes the seat's last one back, so that positions come again."""
    own = [step.text for step in match.history[-4:] if step.seat == match.turn]
    back = own[-1][2:] + own[-1][:2] if own and len(own[-1]) == 4 else ""
    return back if back in texts and luck.random() < 0.9 else sideways(luck, texts, match)


def fighting(luck: random.Random, texts: list[str], match: Match) -> str:
    """Mostly moves that end next to an opposing die."""
    dice = match.position[1:]
    opposing = {dice[i + 1 : i + 3] for i in range(0, len(dice), 3) if dice[i].isupper() == (match.turn == 1)}
    fights = [text for text in texts if opposing.intersection(referee.neighbours(text[-2:]))]
    if fights and luck.random() < 0.9:
        return luck.choice(fights)
    return forwards(luck, texts, match)


@pytest.mark.parametrize(
    ("game", "choose", "games", "ends"),
    [
        (PUR, evenly, 10, {"home"}),
        (PUR, sideways, 15, {"stalling"}),
        (PUR, forwards, 15, {"home"}),
        (PUR, far, 15, {"home", "stalling"}),
        (PUR, back_and_forth, 30, {"repetition"}),
        (CONTRA, evenly, 40, {"arrived", "no dice"}),
        (CONTRA, sideways, 40, {"stalling", "repetition"}),
        (CONTRA, forwards, 60, {"arrived", "no dice"}),
        (CONTRA, fighting, 60, {"arrived", "no dice"}),
        (CONTRA, back_and_forth, 40, {"repetition"}),
    ],
)
def test_whole_games_go_as_the_referee_says(game: Game, choose: Choice, games: int, ends: set[str]) -> None:
    luck = random.Random(f"{game.name} {choose.__name__}")
    reasons = {
        play_along(Match(game, seed=0), referee.Oracle(game.name), choose, luck, 10_000) for _ in range(games * SOAK)
    }
    assert reasons >= ends, "some way to end never came up"


Squares = list[tuple[int, int]]
Setting = Callable[[Game, random.Random], tuple[Squares, Squares]]
"""Makes up where white's and black's dice are, by rank and file from 0."""


def crowded(game: Game, luck: random.Random) -> tuple[Squares, Squares]:
    """All dice close together, anywhere on the board."""
    shapes = [(7, 7), (7, 4), (5, 5), (3, 5)] if game is PUR else [(7, 5), (3, 3), (2, 4), (4, 2)]
    width, height = luck.choice(shapes)
    file, rank = luck.randint(0, 7 - width), luck.randint(0, 7 - height)
    squares = [(rank + r, file + f) for r in range(height) for f in range(width)]
    if game is CONTRA:
        squares = [square for square in squares if square[0] not in (0, 6)]
    luck.shuffle(squares)
    most = min(7, len(squares) // 2)
    white, black = (7, 7) if game is PUR else (luck.randint(1, most), luck.randint(1, most))
    return squares[:white], squares[white : white + black]


def nearly_across(game: Game, luck: random.Random) -> tuple[Squares, Squares]:
    """In Pur nearly all dice on their far ranks, in Contra a few dice near to them."""
    ranks, dice = ((6, 5), 7) if game is PUR else ((5, 4), 3)
    squares = [(rank, file) for rank in ranks for file in range(7)][: 9 if game is PUR else None]
    black = [(6 - rank, file) for rank, file in luck.sample(squares, dice)]
    white = luck.sample(squares, dice)
    while {rank for rank, _ in white} == {6} and {rank for rank, _ in black} == {0}:
        white = luck.sample(squares, dice)  # both can't be home: the first one ended the game
    return white, black


def shut_in(game: Game, luck: random.Random) -> tuple[Squares, Squares]:
    """White can't move as long as black's first dice stay where they are."""
    if game is PUR:
        white = [(6, 0), (6, 1), (6, 2), (6, 3), (6, 4), (5, 0), (5, 1)]
        black = [(6, 5), (6, 6), (5, 2), (5, 3)]
    else:
        white, black = [(4, 0)], [(5, 0), (4, 1)]
    free = [(rank, file) for rank in (1, 2, 3) for file in range(2, 7)]
    black += luck.sample(free, 3)
    if luck.random() < 0.5:
        return white, black
    return [(6 - rank, file) for rank, file in black], [(6 - rank, file) for rank, file in white]


def position_of(game: Game, luck: random.Random, white: Squares, black: Squares) -> str:
    """The position with these dice, standing anyhow, and either side to move."""
    dice = {square: luck.choice(referee.LETTERS.upper()) for square in white}
    dice |= {square: luck.choice(referee.LETTERS) for square in black}
    first = luck.choice("Pp" if game is PUR else "Cc")
    return first + "".join(f"{dice[r, f]}{referee.FILES[f]}{r + 1}" for r, f in sorted(dice))


@pytest.mark.parametrize(
    ("game", "setting", "ends"),
    [
        (PUR, crowded, {""}),
        (PUR, nearly_across, {"", "home"}),
        (PUR, shut_in, {""}),
        (CONTRA, crowded, {"", "arrived", "no dice"}),
        (CONTRA, nearly_across, {"", "arrived"}),
        (CONTRA, shut_in, {"", "arrived", "no dice"}),
    ],
)
def test_any_position_goes_on_as_the_referee_says(game: Game, setting: Setting, ends: set[str]) -> None:
    luck = random.Random(f"{game.name} {setting.__name__}")
    reasons, passed = set(), False
    for _ in range(120 * SOAK):
        text = position_of(game, luck, *setting(game, luck))
        match, oracle = Match(game, position=text), referee.Oracle(game.name, text)
        reasons.add(play_along(match, oracle, luck.choice([evenly, sideways, forwards, far]), luck, 10))
        passed = passed or any(a.seat == b.seat for a, b in pairwise(match.history))
    assert reasons >= ends, "some way to end never came up"
    assert passed or setting is not shut_in, "no seat was ever passed over"


@pytest.mark.parametrize(("game", "depth"), [(PUR, 3), (CONTRA, 4)])
def test_the_referee_counts_as_many_games(game: Game, depth: int) -> None:
    def count(match: Match, depth: int) -> int:
        if depth == 1:
            return len(match.legal())
        total = 0
        for action in match.legal():
            match.play(action)
            total += count(match, depth - 1)
            match.undo()
        return total

    for moves in range(1, depth + 1):
        assert count(Match(game, seed=0), moves) == referee.perft(game.name, moves)
