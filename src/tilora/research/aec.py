"""PettingZoo: every seat is an agent, and agents act in turn.

    env = aec.env("rows-and-cols", seats=3)
    env.reset(seed=7)                   # the match that tilora.match("rows-and-cols", seats=3, seed=7) gives
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Agents are called `player_0`, `player_1`, …
"""

from typing import Any

import numpy as np

from tilora.kernel import BadSetup, Game
from tilora.research import require_module
from tilora.research.episodes import RENDER_MODES, Episodes, Observation, random_seed

require_module("pettingzoo")

from pettingzoo import AECEnv  # noqa: E402


def env(game: Game | str, **settings: Any) -> "MatchEnv":
    """Return the environment of a game, with the settings of `MatchEnv`."""
    return MatchEnv(game, **settings)


class MatchEnv(AECEnv[str, Observation, int]):
    """A game with an agent in every seat: `player_0`, `player_1`, …

    The settings, by keyword: `seats`; `options` of the game; `actions`: "fixed" or "choices"; `observation`: "row" or
    "fields"; `reward`: "rank", at the end, or "points", as they are scored; `render_mode`: "ansi" or "svg".
    """

    def __init__(self, game: Game | str, **settings: Any) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # PettingZoo has no types here
        self.episodes = Episodes(game, **settings)
        name = f"{self.episodes.game.name.replace('-', '_')}_v{self.episodes.game.version}"
        self.metadata = {"name": name, "render_modes": RENDER_MODES, "render_fps": 1, "is_parallelizable": False}
        self.render_mode = self.episodes.render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.episodes.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = []
        # One space for each agent, because each has a random generator of its own.
        self.observation_spaces = {agent: self.episodes.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.episodes.action_space() for agent in self.possible_agents}
        self._dice = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """Return the space of the agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match: the one of that seed, or the next one that follows from the last seed given."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.episodes.begin(random_seed(self._dice) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is. Raises IllegalAction, and then nothing has changed."""
        self._require_match()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        self.episodes.play(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        rewards = self.episodes.rewards()
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        if any(rewards):
            self._accumulate_rewards()
        if self.episodes.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()

    def _require_match(self) -> None:
        if not hasattr(self, "agent_selection"):
            raise BadSetup("Call `reset` first: there is no match yet.")

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.episodes.turn]

    def observe(self, agent: str) -> Observation:
        """Return what the agent may know now."""
        self._require_match()
        return self.episodes.observation(self._seats[agent])

    def render(self) -> str | None:
        """Return what a spectator sees."""
        self._require_match()
        return self.episodes.render()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
