"""A Gymnasium agent that takes random legal actions, in one of four seats; bots of level 1 play the others.

Needs the packages for research: see docs/research.md.
"""

import gymnasium

env = gymnasium.make("tilora.research.solo:tilora/Solo-v0", game="cyberzul", seats=4, bots="1", seat=None)
env.action_space.seed(7)
total = 0.0
for match in range(5):
    observation, info = env.reset(seed=match)
    over = False
    while not over:
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, over, truncated, info = env.step(action)
    total += reward
print(f"Five matches, from -1 for the last to 1 for the first in each: {total:+.2f} in all.")
