"""What a golden game looks like on paper."""

import random
from pathlib import Path

from tests.perft import count
from tilora.kernel import Game, Match

FOLDER = Path(__file__).parent
SEED = 2026
MOST_LEAVES = 2_000_000
"""Perft goes as deep as it gets without counting more than this."""


def golden_text(game: Game, seats: int) -> str:
    """A match by a fixed seed: perft, every step in words, the position after every tenth turn, the end."""
    match = Match(game, seats=seats, seed=SEED)
    lines = [f"{game.title}, version {game.version}, {seats} seats, seed {SEED}", ""]
    lines += [f"sequences of {depth} actions: {leaves}" for depth, leaves in enumerate(_perft(match), 1)]
    lines += ["", match.position, "", str(match), ""]
    pick = random.Random(SEED)
    shown = 0
    while not match.over:
        match.play(pick.choice(match.legal()))
        step = match.history[-1]
        lines.append(f"seat {step.seat + 1}  {step.text:24}  {step.words}")
        if match.state.turns // 10 > shown and match.state.turns != step.turn:
            shown = match.state.turns // 10
            lines += [f"after {match.state.turns} turns: {match.position}"]
    assert match.outcome is not None
    lines += ["", match.position, "", str(match), ""]
    lines += [f"scores {match.scores}, ranks {match.outcome.ranks}: {match.outcome.reason}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _perft(match: Match) -> list[int]:
    leaves = [count(match, 1), count(match, 2)]
    while leaves[-1] * leaves[-1] / leaves[-2] < MOST_LEAVES and len(leaves) < 6:
        leaves.append(count(match, len(leaves) + 1))
    return leaves
