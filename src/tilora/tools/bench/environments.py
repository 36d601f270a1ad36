"""Measures the environments for learners, each beside one that others wrote, in turns and in the same run."""

import random
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from statistics import median
from time import process_time
from types import ModuleType
from typing import Any

import numpy as np

from tilora.kernel import Game

LANES = 2048
ROUNDS = 3


def measure(chosen: Sequence[Game], seconds: float) -> list[dict[str, Any]]:
    """Return the steps a second of every game, and their ratios to PettingZoo's and OpenSpiel's own games."""
    rows = []
    for game in chosen:
        pairs = {
            "pettingzoo": (_pettingzoo(game), _connect_four()),
            "openspiel": (_openspiel(f"tilora_{game.name.replace('-', '_')}"), _openspiel("python_tic_tac_toe")),
        }
        row: dict[str, Any] = {"game": game.name}
        for name, (ours, theirs) in pairs.items():
            ours(seconds / 10), theirs(seconds / 10)
            both = [(ours(seconds), theirs(seconds)) for _ in range(ROUNDS)]
            row[name] = median(pair[0] for pair in both)
            row[f"{name}_ratio"] = median(pair[0] / pair[1] for pair in both)
        vector = _vector(game)
        vector(seconds / 10)
        row["vector"] = median(vector(seconds) for _ in range(ROUNDS))
        rows.append(row)
    return rows


def as_text(rows: list[dict[str, Any]]) -> str:
    """Return the figures as a table."""
    lines = ["steps a second     PettingZoo  of connect four   OpenSpiel  of tic-tac-toe   VectorEnv"]
    lines += [
        f"{row['game']:18} {row['pettingzoo']:10,.0f} {row['pettingzoo_ratio']:16.2f} {row['openspiel']:11,.0f} "
        f"{row['openspiel_ratio']:15.2f} {row['vector']:11,.0f}"
        for row in rows
    ]
    return "\n".join(lines)


def _pettingzoo(game: Game) -> Callable[[float], float]:
    from tilora.research import aec

    return _agents(aec.env(game))


def _connect_four() -> Callable[[float], float]:
    # It needs pygame, but only to draw.
    sys.modules.setdefault("pygame", ModuleType("pygame"))
    from pettingzoo.classic import connect_four_v3

    return _agents(connect_four_v3.env())  # type: ignore[no-untyped-call]


def _agents(env: Any) -> Callable[[float], float]:
    def play(seconds: float) -> float:
        begin, steps = process_time(), 0
        while process_time() - begin < seconds:
            env.reset(seed=steps)
            for agent in env.agent_iter():
                observation, _, over, _, _ = env.last()
                env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
                steps += 1
        return steps / (process_time() - begin)

    return play


def _openspiel(name: str) -> Callable[[float], float]:
    import_module("open_spiel.python.games")  # registers OpenSpiel's games in Python
    import pyspiel

    from tilora.research import spiel  # noqa: F401 - registers ours

    game = pyspiel.load_game(name)

    def play(seconds: float) -> float:
        dice = random.Random(1)  # noqa: S311 - no secret depends on it
        begin, steps = process_time(), 0
        while process_time() - begin < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(
                    dice.randrange(1000) if state.is_chance_node() else dice.choice(state.legal_actions())
                )
                steps += 1
        return steps / (process_time() - begin)

    return play


def _vector(game: Game) -> Callable[[float], float]:
    """Return the steps a second against random play, without the time to choose an action."""
    from tilora.research import vector

    env = vector.env(game, LANES, observation="row", copy=False)
    seen, _ = env.reset(seed=1)
    dice = np.random.default_rng(1)

    def play(seconds: float) -> float:
        nonlocal seen
        spent, steps = 0.0, 0
        while spent < seconds:
            numbers = np.argmax(dice.random(seen["action_mask"].shape, np.float32) * seen["action_mask"], axis=1)
            begin = process_time()
            seen = env.step(numbers)[0]
            spent += process_time() - begin
            steps += LANES
        return steps / spent

    return play
