"""Players that are programs: one class with one method. Levels are such players, and so are bots of others.

    class MyBot:
        def choose(self, view, legal, clock):
            return legal[0]

`view` is a `tilora.View`, `legal` the texts of what may be done, `clock` the seconds left for this decision. The
answer is one of the texts. Wherever a level can be named, so can `path/to/file.py:MyBot`.
"""

import importlib.util
import math
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from tilora.ai import advice
from tilora.ai.players import levels
from tilora.ai.search import think
from tilora.ai.search.reuse import Recall
from tilora.ai.search.think import Budget
from tilora.kernel import BadSetup
from tilora.kernel.match.view import View


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """The text of the action to take."""


class LevelBot:
    """A player of a level. With the same seed it plays the same match in the same way, however long it takes."""

    def __init__(self, number: int, seed: int = 0) -> None:
        self.level = levels.level(number)
        self._recall = Recall()
        self._dice = random.Random(seed)  # noqa: S311 - no secret depends on it

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """The text of the action to take."""
        if self.level.of(view.game).share > 0.0 and clock == math.inf:
            levels.prepare(view.game, wait=None)
        return levels.choose(view, self.level, seed=self._dice.getrandbits(60), recall=self._recall)


class ThinkingBot:
    """Thinks so many simulations or milliseconds about each decision and takes the best; a piece may be left out.

    For measuring what the pieces are worth: `500sims` against `500sims-recall`, or `20ms` against `20ms-prefer`.
    """

    NAME = re.compile(f"([0-9]{{1,9}})(sims|ms)(?:-({'|'.join((*think.HEED, 'recall'))}))?")

    def __init__(self, amount: int, unit: str, without: str | None, seed: int = 0) -> None:
        self._budget = Budget(amount) if unit == "sims" else Budget(10**9, amount / 1000)
        self._heed = [piece for piece in think.HEED if piece != without]
        self._recall = None if without == "recall" else Recall()
        self._dice = random.Random(seed)  # noqa: S311 - no secret depends on it

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """The text of the action to take."""
        if len(legal) == 1:
            return legal[0]
        seed = self._dice.getrandbits(60)
        answer = think.think(view, self._budget, seed=seed, recall=self._recall, heed=self._heed)
        return levels.pick(answer, levels.LEVELS[-1], seed).text


class RandomBot:
    """Every legal action is as good as any other."""

    def __init__(self, seed: int = 0) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - no secret depends on it

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """The text of the action to take."""
        return self._dice.choice(legal)


class GreedyBot:
    """Looks one action ahead in an imagined position and takes what leaves it with the greatest lead in points.

    Equals are settled by the game's advice, then at random. It is the yardstick that a search has to beat clearly.
    """

    def __init__(self, seed: int = 0) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - no secret depends on it

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """The text of the action to take."""
        from tilora.ai.players.greedy import leads

        advice.register(view.game)
        seed = self._dice.getrandbits(60)
        scored = leads(view, seed)
        best = max(scored.values())
        return self._dice.choice([text for text in legal if scored[text] == best])


NAMED: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot(name: str, seed: int = 0) -> Bot:
    """The player of that name: a level from 1 to 8, `random`, `greedy`, or `path/to/file.py:Name`.

    For measuring also `500sims` or `20ms`, which spend that on every decision: see `ThinkingBot`.
    """
    if re.fullmatch("(level-?)?[0-9]{1,3}", name):
        return LevelBot(int(re.sub("[^0-9]", "", name)), seed)
    if thinks := ThinkingBot.NAME.fullmatch(name):
        return ThinkingBot(int(thinks[1]), thinks[2], thinks[3], seed)
    if name in NAMED:
        return NAMED[name](seed)
    return _loaded(*place_of(name))


def place_of(name: str) -> tuple[Path, str]:
    """The file of a bot of others, which is there, and the name of its class. Raises BadSetup."""
    path, colon, class_name = name.rpartition(":")
    if not colon or not path.endswith(".py"):
        raise BadSetup(
            f"There is no player {name!r}. Name a level from 1 to 8, random, greedy, or path/to/file.py:Name."
        )
    if not Path(path).is_file():
        raise BadSetup(f"There is no file {path}.")
    return Path(path), class_name


def _loaded(path: Path, class_name: str) -> Bot:
    spec = importlib.util.spec_from_file_location(f"tilora_bot_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadSetup(f"{path} can't be loaded.")
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
        raise BadSetup(f"The bot {path}:{class_name} can't be made: {error!r}.") from error
    if not callable(getattr(made, "choose", None)):
        raise BadSetup(f"The bot {path}:{class_name} has no method choose(view, legal, clock).")
    return made
