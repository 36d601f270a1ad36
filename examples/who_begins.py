"""How much is it worth to begin? Many matches of a game by players who know only the rules, all at once.

python examples/who_begins.py cyberzul 20000
"""

import sys

import numpy as np

import tilora

name = sys.argv[1] if len(sys.argv) > 1 else "welters"
wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 5000

batch, dice = tilora.Batch(name, 1024), np.random.default_rng(1)
beginners = batch.turns.copy()
matches, worth = 0, 0.0
while matches < wanted:
    over = batch.step(batch.at_random(dice))
    worth += batch.rewards()[np.flatnonzero(over), beginners[over]].sum()
    matches += int(over.sum())
    beginners[over] = batch.turns[over]

share = (1 + worth / matches) / 2
print(f"{name}: of {matches:,} random matches {share:.1%} go to who begins, a draw counting half.")
