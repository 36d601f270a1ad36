"""A match between three PettingZoo agents that take random legal actions.

Needs the packages for research: see docs/research.md.
"""

from tilora.research import aec

env = aec.env("rows-and-cols", seats=3, render_mode="ansi")
env.reset(seed=7)
for agent in env.agents:
    env.action_space(agent).seed(7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        print(f"{agent}: {reward:+.1f}")
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))
print(env.render())
