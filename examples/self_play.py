"""Learning in its simplest form: which moves of Cublino Contra are worth preferring, whatever the position?

A table of preferences, one for each seat and action number, plays against itself in a batch, and what the winners did
is done more often from then on. It does not see the board, and still beats random play, because it learns that dice
should go forwards.

python examples/self_play.py 200
"""

import sys

import numpy as np

import tilora

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 200
RATE = 0.02

batch, dice = tilora.Batch("cublino-contra", 512), np.random.default_rng(1)
codes = batch.game.codes
lanes = np.arange(len(batch))
preferences = np.zeros((batch.seats, len(codes)))
done = np.zeros((len(batch), batch.seats, len(codes)), np.float32)  # by match: how often each action was taken


def choose(weights: np.ndarray) -> np.ndarray:
    """Choose a legal action number for each match: the larger its weight, the likelier."""
    noise = dice.gumbel(size=weights.shape)
    return np.where(batch.masks(), weights + noise, -np.inf).argmax(axis=1)


def wins(steps: int) -> float:
    """Return the share of matches that seat 0 wins with its preferences against random play."""
    won = played = 0
    for _ in range(steps):
        mine = (batch.turns == 0)[:, None]
        batch.step(codes[choose(np.where(mine, preferences[0], 0.0))])
        rewards = batch.rewards()[batch.over, 0]
        won, played = won + (rewards > 0).sum(), played + len(rewards)
    return float(won / max(1, played))


before = wins(100)
for _ in range(STEPS):
    turns = batch.turns.copy()
    numbers = choose(preferences[turns])
    done[lanes, turns, numbers] += 1
    over = batch.step(codes[numbers]).copy()
    preferences += RATE * (batch.rewards()[over][:, :, None] * done[over]).sum(axis=0)
    done[over] = 0
print(f"Seat 1 against random play: wins {before:.0%} before, {wins(100):.0%} after {STEPS} steps of self-play.")
