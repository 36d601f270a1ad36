"""Players that are programs: one class with one method. Levels are such players, and so are bots that others write.

    class MyBot:
        def choose(self, view, legal, clock):
            return legal[0]

`view` is a `tilora.View`, `legal` the texts of the legal actions, `clock` the seconds left for this decision. The
answer is one of the texts. Wherever a level can be named, so can `path/to/file.py:MyBot`.
"""

import ast
import importlib.util
import math
import random
import re
import sys
from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Protocol

from tilora.ai import advice
from tilora.ai.network.network_bot import NetworkBot
from tilora.ai.players import levels
from tilora.ai.search import think
from tilora.ai.search.reuse import LastSearch
from tilora.ai.search.think import Budget
from tilora.kernel import BadSetup
from tilora.kernel.match.view import View


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """Return the text of the action to take."""


class LevelBot:
    """A player of a level. With the same seed it plays the same match in the same way.

    Without a limit on its time (`clock` is infinite) it waits for the search to be compiled, and raises
    SearchUnavailable if that fails.
    """

    def __init__(self, level: int | levels.Level, seed: int = 0) -> None:
        self.level = levels.level(level) if isinstance(level, int) else level
        self._dice = random.Random(seed)  # noqa: S311 - no secret depends on it

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """Return the text of the action to take."""
        return levels.choose(view, self.level, seed=self._dice.getrandbits(60), wait=clock == math.inf)


class ThinkingBot:
    """Spends a fixed number of simulations or milliseconds on each decision and takes the best.

    One part of the search can be left out, to measure what it is worth. `20ms-network` searches without the network of
    the game, and so do `20ms-prefer`, `20ms-estimate`, `20ms-search` and `20ms-reuse`, which leave out one thing more.
    Unlike a level, it reuses its last search in the match if it searches without a network.
    """

    NAME = re.compile(f"([0-9]{{1,9}})(sims|ms)(?:-({'|'.join((*think.PARTS, 'reuse'))}))?")

    def __init__(self, amount: int, unit: str, without: str | None, seed: int = 0) -> None:
        self._budget = Budget(amount) if unit == "sims" else Budget(10**9, amount / 1000)
        parts = think.PARTS if without is None else think.ADVICE
        self._use = [part for part in parts if part != without]
        self._last = None if without == "reuse" else LastSearch()
        self._dice = random.Random(seed)  # noqa: S311 - no secret depends on it

    @property
    def uses_network(self) -> bool:
        """Whether it searches with the network of a game that has one."""
        return "network" in self._use

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """Return the text of the action to take."""
        if len(legal) == 1:
            return legal[0]
        levels.prepare(view.game, wait=None, network=self.uses_network)
        seed = self._dice.getrandbits(60)
        answer = think.think(view, self._budget, seed=seed, last=self._last, use=self._use)
        return levels.pick(answer, levels.LEVELS[-1], seed).text


class RandomBot:
    """Takes any legal action, each with the same chance."""

    def __init__(self, seed: int = 0) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - no secret depends on it

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """Return the text of the action to take."""
        return self._dice.choice(legal)


class GreedyBot:
    """Looks one action ahead in an imagined position and takes what gives it the greatest lead in points.

    The game's advice decides between equals, then chance. A search has to beat it clearly.
    """

    def __init__(self, seed: int = 0) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - no secret depends on it

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """Return the text of the action to take."""
        from tilora.ai.players.greedy import leads

        advice.register(view.game)
        seed = self._dice.getrandbits(60)
        scored = leads(view, seed)
        best = max(scored.values())
        return self._dice.choice([text for text in legal if scored[text] == best])


NAMED: dict[str, Callable[[int], Bot]] = {
    "master": partial(LevelBot, levels.MASTER),
    "random": RandomBot,
    "greedy": GreedyBot,
}


def bot(name: str, seed: int = 0) -> Bot:
    """Return the player of that name: a level from 1 to 8, `master`, `random`, `greedy`, or `path/to/file.py:Name`.

    `search-1` to `search-8` are the levels without the networks of games. For measuring also `500sims` or `20ms`, which
    spend that on every decision, see `ThinkingBot`, and `file.npz@20ms`, see `NetworkBot`. Raises BadSetup.
    """
    if found := re.fullmatch("(level-?|search-)?([0-9]{1,3})", name):
        level = levels.level(int(found[2]))
        return LevelBot(level.without_network() if found[1] == "search-" else level, seed)
    if found := ThinkingBot.NAME.fullmatch(name):
        return ThinkingBot(int(found[1]), found[2], found[3], seed)
    if NetworkBot.NAME.fullmatch(name):
        return NetworkBot(name, seed)
    if name in NAMED:
        return NAMED[name](seed)
    return _load(*place_of(name))


def place_of(name: str) -> tuple[Path, str]:
    """Return the file of a bot and the name of its class. Raises BadSetup if there is no such file."""
    path, colon, class_name = name.rpartition(":")
    if not colon or not path.endswith(".py"):
        raise BadSetup(
            f"There is no player {name!r}. "
            "Name a level from 1 to 8, master, search-8, random, greedy, or path/to/file.py:Name."
        )
    if not Path(path).is_file():
        raise BadSetup(f"There is no file {path}.")
    return Path(path), class_name


def check_class(name: str) -> None:
    """Raise BadSetup if the file of a bot can't have its class. Whether the file works is found when it is loaded."""
    path, class_name = place_of(name)
    names = _names_in(path)
    if class_name not in names and "*" not in names:
        close = get_close_matches(class_name, names, n=1)
        raise BadSetup(f"{path} has no class {class_name}.{f' Did you mean {close[0]}?' if close else ''}")


def _names_in(path: Path) -> set[str]:
    """Return the names that a file may define, without running it; with a star if that can't be known."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return {"*"}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
    return found


def _load(path: Path, class_name: str) -> Bot:
    spec = importlib.util.spec_from_file_location(f"tilora_bot_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadSetup(f"{path} could not be loaded.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        if not hasattr(module, class_name):
            raise BadSetup(f"{path} has no class {class_name}.")
        made: Bot = getattr(module, class_name)()
    except BadSetup:
        raise
    except Exception as error:
        raise BadSetup(f"The bot {path}:{class_name} could not be created: {error!r}.") from error
    if not callable(getattr(made, "choose", None)):
        raise BadSetup(f"The bot {path}:{class_name} has no method choose(view, legal, clock).")
    return made
