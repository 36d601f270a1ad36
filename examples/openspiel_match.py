"""A match between two of OpenSpiel's bots.

Needs the packages for research: see docs/research.md.
"""

import numpy as np
from open_spiel.python.algorithms import evaluate_bots
from open_spiel.python.bots import uniform_random

from tilora.research import spiel

game = spiel.game("cublino-contra")
dice = np.random.RandomState(7)
bots = [uniform_random.UniformRandomBot(player, dice) for player in range(game.num_players())]
returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, dice)
print(f"{game.get_type().long_name}: {list(returns)}")
