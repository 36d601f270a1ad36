"""Levels 1 to 8: the same search with more or less of it, and with more or less steadiness.

A level is defined by simulations, so that it means the same on every machine, and by how it picks among plausible
actions: weak levels look a little and take what seems about as good as the best; they are short-sighted, not absurd.
A game's advice may set other steps than the table here.
"""

import atexit
import ctypes
import math
import random
import sys
import threading
from dataclasses import dataclass, replace

import numpy as np

from tilora.ai import advice
from tilora.ai.search import think
from tilora.ai.search.reuse import Recall
from tilora.ai.search.think import Alternative, Answer, Budget, Control
from tilora.kernel import BadSetup, Game
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.match.view import View

SIMULATIONS = 24_000
"""What level 8 spends on a decision where the game's advice does not say otherwise."""


EQUAL = 0.002
"""Alternatives of an exact search that differ by no more than this are equally good."""
DOUBT = 10
"""So many visits of an alternative weigh as much as the doubt about it."""


@dataclass(frozen=True)
class Level:
    """How much to think, and how loosely to pick."""

    number: int
    share: float
    """Of the simulations of level 8; 0 looks at nothing but what the game's advice prefers."""
    looseness: float
    """The loss of expected result that is accepted about one time in three; 0 takes the best. For a level that does
    not search, how much it evens out what the advice prefers: 1 takes one thing as gladly as another."""
    words: str

    def of(self, game: Game) -> "Level":
        """The level as it is in this game."""
        steps = getattr(advice.register(game), "LEVELS", None)
        if steps is None:
            return self
        share, looseness = steps[self.number - 1]
        return replace(self, share=share, looseness=looseness)

    def simulations(self, game: Game) -> int:
        """How many simulations the level spends on a decision in this game."""
        most = getattr(advice.register(game), "SIMULATIONS", SIMULATIONS)
        return max(12, round(most * self.of(game).share))


LEVELS = (
    Level(1, 0.0, 0.0, "has just learned the rules, and plays what looks right at first sight"),
    Level(2, 0.0005, 0.07, "plays for what lies at hand"),
    Level(3, 0.0016, 0.02, "looks a move ahead"),
    Level(4, 0.0065, 0.006, "plays sensibly, and slips now and then"),
    Level(5, 0.021, 0.002, "a good player"),
    Level(6, 0.073, 0.0, "a strong player"),
    Level(7, 0.26, 0.0, "hardly makes mistakes"),
    Level(8, 1.0, 0.0, "hard to beat"),
)


def level(number: int) -> Level:
    """The level of that number."""
    if number not in range(1, len(LEVELS) + 1):
        raise BadSetup(f"There is no level {number!r}; levels are 1 to {len(LEVELS)}.")
    return LEVELS[number - 1]


def choose(
    view: View,
    level: Level,
    *,
    seed: int,
    cores: int = 1,
    control: Control | None = None,
    recall: Recall | None = None,
) -> str:
    """The text of the action that a player of that level takes."""
    legal = view.texts()
    if len(legal) == 1:
        return legal[0]
    level = level.of(view.game)
    if level.share == 0.0:
        return at_first_sight(view, seed=seed, looseness=level.looseness)
    if not prepare(view.game):
        return at_once(view, seed=seed)
    budget = Budget(level.simulations(view.game))
    answer = think.think(view, budget, seed=seed, cores=cores, control=control, recall=recall)
    return pick(answer, level, seed).text


def pick(answer: Answer, level: Level, seed: int) -> Alternative:
    """One of the alternatives: the best, or for loose levels one that seems not much worse."""
    dice = random.Random(seed)  # noqa: S311 - no secret depends on it
    if level.looseness == 0.0:
        best = answer.alternatives[0]
        # Without chance in the game, equals must be told apart by chance, or every match would be the same.
        equals = [one for one in answer.alternatives if one.value >= best.value - EQUAL] if answer.exact else [best]
        return dice.choice(equals)
    values = [one.value if answer.exact else doubted(one, answer) for one in answer.alternatives]
    weights = [math.exp((value - max(values)) / level.looseness) for value in values]
    return dice.choices(answer.alternatives, weights)[0]


def doubted(one: Alternative, answer: Answer) -> float:
    """Its value; but what was hardly looked at is taken to be a little worse than the rest, whatever luck said."""
    visits = sum(other.visits for other in answer.alternatives)
    mean = sum(other.visits * other.value for other in answer.alternatives) / max(1, visits)
    return (one.visits * one.value + DOUBT * (mean - 0.05)) / (one.visits + DOUBT)


def at_once(view: View, *, seed: int) -> str:
    """What the game's advice prefers most, without any search. For bullet mode and cold starts."""
    weights = preferences(view)
    most = max(weights.values())
    dice = random.Random(seed)  # noqa: S311 - no secret depends on it
    return dice.choice([text for text, weight in weights.items() if weight == most])


def at_first_sight(view: View, *, seed: int, looseness: float = 0.0) -> str:
    """A plausible action: the more the game's advice prefers it, the likelier."""
    weights = {text: weight ** (1.0 - looseness) for text, weight in preferences(view).items()}
    if sum(weights.values()) <= 0.0:
        weights = dict.fromkeys(weights, 1.0)
    dice = random.Random(seed)  # noqa: S311 - no secret depends on it
    return dice.choices(list(weights), list(weights.values()))[0]


def preferences(view: View) -> dict[str, float]:
    """By the text of each legal action, how much the game's advice prefers it."""
    advice.register(view.game)
    legal = engine_of(view.game.rules).legal(view.state)
    weights = np.zeros(len(legal))
    advice.weigh(view.state, legal, len(legal), weights)
    words = view.game.words
    return {
        words.action_text(view.state, int(code)): float(weight) for code, weight in zip(legal, weights, strict=True)
    }


_ready: set[str] = set()
_preparing: dict[str, threading.Thread] = {}
_lock = threading.Lock()
_compiling = threading.Lock()


def prepare(game: Game, *, wait: float | None = 0.0) -> bool:
    """Whether the compiled search for the game is there; if not, it is being made in the background.

    Waits for it, but no longer than `wait` seconds; None waits as long as it takes.
    """
    with _lock:
        if game.name in _ready:
            return True
        thread = _preparing.get(game.name)
        if thread is None:
            thread = threading.Thread(target=_compile, args=(game,), name=f"search {game.name}", daemon=True)
            _preparing[game.name] = thread
            thread.start()
    thread.join(wait)
    return game.name in _ready


def _compile(game: Game) -> None:
    """Search a little, which compiles everything that a search needs."""
    from tilora.kernel import Match

    with _compiling:  # one after the other is as fast, and the first game is ready sooner
        match, recall = Match(game, seed=0), Recall()
        for _ in range(2):  # the second time it recalls the first
            think.think(match.view(match.turn), Budget(2), recall=recall)
        _ready.add(game.name)


@atexit.register
def _leave() -> None:
    """Compiling threads have given up: LLVM does not like to be cut off, and nobody likes to wait for it.

    They are told so by an exception, which reaches them between two steps of the compiler; again, should one be
    swallowed: in a callback of LLVM, Python can do no more than report it, and nobody wants to read that.
    """
    report = sys.unraisablehook
    sys.unraisablehook = lambda lost: None if lost.exc_type is SystemExit else report(lost)
    while busy := [thread for thread in _preparing.values() if thread.is_alive()]:
        for thread in busy:
            ident = ctypes.c_ulong(thread.ident or 0)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(SystemExit))
        busy[0].join(0.1)
