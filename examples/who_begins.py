"""How much is it worth to go first? This plays many random matches of a game at a time to find out.

python examples/who_begins.py cyberzul 20000
"""

import sys

import numpy as np

import tilora

name = sys.argv[1] if len(sys.argv) > 1 else "welters"
total = int(sys.argv[2]) if len(sys.argv) > 2 else 5000

batch, dice = tilora.Batch(name, 1024), np.random.default_rng(1)
beginners = batch.turns.copy()
matches, worth = 0, 0.0
while matches < total:
    over = batch.step(batch.at_random(dice))
    worth += batch.rewards()[np.flatnonzero(over), beginners[over]].sum()
    matches += int(over.sum())
    beginners[over] = batch.turns[over]

share = (1 + worth / matches) / 2
print(f"{name}: of {matches:,} random matches, {share:.1%} go to the first player; a draw counts half.")
