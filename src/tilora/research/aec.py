"""PettingZoo: every seat is an agent, and the one whose turn it is acts.

env = aec.env("rows-and-cols", seats=3)
env.reset(seed=7)                       # the match that tilora.match("rows-and-cols", seats=3, seed=7) gives
for agent in env.agent_iter():
observation, reward, termination, truncation, info = env.last()
over = termination or truncation
env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from typing import Any

import numpy as np

from tilora.kernel import Game
from tilora.research import needed
from tilora.research.episodes import RENDER_MODES, Observation, Playing, random_seed

needed("pettingzoo")

from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # noqa: E402


def env(game: Game | str, **settings: Any) -> "OrderEnforcingWrapper[str, Observation, int]":
    """The environment of a game; `settings` are those of `Table`. It complains about steps before a reset."""
    return OrderEnforcingWrapper(Table(game, **settings))


class Table(AECEnv[str, Observation, int]):
    """A game with an agent on every seat: `player_0`, `player_1`, …

    The settings, by keyword: `seats`; `options` of the game; `actions`: "fixed" or "choices"; `observation`: "row" or
    "fields"; `reward`: "rank", at the end, or "points", as they come in; `render_mode`: "ansi" or "svg".
    """

    def __init__(self, game: Game | str, **settings: Any) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # as PettingZoo has it
        self.playing = Playing(game, **settings)
        name = f"{self.playing.game.name.replace('-', '_')}_v{self.playing.game.version}"
        self.metadata = {"name": name, "render_modes": RENDER_MODES, "render_fps": 1, "is_parallelizable": False}
        self.render_mode = self.playing.render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.playing.seats)]
        self.agents = []
        # One space for each agent, because each has a random generator of its own.
        self.observation_spaces = {agent: self.playing.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.playing.action_space() for agent in self.possible_agents}
        self._dice = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The space of what the agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of what the agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match has begun: that of the seed, or else one that follows from the seed that was given last."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.playing.begin(random_seed(self._dice) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """The agent whose turn it is has acted. Raises IllegalAction, and then it has not."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        self.playing.play(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.playing.rewards(), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.playing.match.over)
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.playing.match.turn]

    def observe(self, agent: str) -> Observation:
        """What the agent may know now."""
        return self.playing.observation(self.possible_agents.index(agent))

    def render(self) -> str | None:
        """What a spectator sees."""
        return self.playing.render()

    def close(self) -> None:
        """Nothing is held that would have to be given back."""
