"""Levels 1 to 8: the same search with different budgets and different consistency.

A level is defined by simulations, so that it means the same on every machine, and by how it picks among plausible
actions: weak levels search a little and may take an action that seems about as good as the best, so they are
short-sighted rather than absurd. In a game with a network, levels search with it, and weak ones play its policy at a
temperature. A game may set other steps than the tables here and in `network_levels`.

A level is one player, whoever calls it: `choose` is the only way to let one decide, each decision is a separate search,
and the same view and seed give the same action at a table, in the terminal, in the arena and in research.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tilora.ai import advice
from tilora.ai.network.policy import policy
from tilora.ai.network.shipped import playing_network
from tilora.ai.players.network_levels import network_levels
from tilora.ai.search import think
from tilora.ai.search.background_compiler import SearchUnavailable as SearchUnavailable
from tilora.ai.search.background_compiler import failure as failure
from tilora.ai.search.background_compiler import prepare as prepare
from tilora.ai.search.think import Alternative, Answer, Budget
from tilora.kernel import BadSetup, Game
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.match.view import View

FEWEST_SIMULATIONS = 12
EQUAL = 0.002
"""Alternatives that differ by no more than this are equally good, if their values are exact or those of a network."""
ABOUT_AS_MANY = 0.75
"""An alternative with fewer visits than this share of the best one's is not as good, whatever its value."""
PRIOR_VISITS = 10
PRIOR_PENALTY = 0.05
"""Every alternative starts with this many visits, and a value this much below the average."""


@dataclass(frozen=True)
class Level:
    """How much to search, and how loosely to pick."""

    number: int
    share: float
    """Of the simulations of level 8; with 0 it does not search, and goes by what the game's advice prefers, or by the
    policy of the network."""
    looseness: float
    """The loss of expected result that is accepted about one time in three; 0 takes the best. For a level that does
    not search, how much it evens out what the advice prefers: with 1 all actions are equally likely. With a network,
    the temperature of its policy: 1 plays each action as often as the policy says, 0 the best."""
    words: str
    learned: bool = True
    """Whether it uses the network of a game that has one."""

    def of(self, game: Game) -> "Level":
        """Return the level as it is in this game."""
        network = network_levels(game) if self.learned else None
        steps = network.levels if network else advice.settings(game).levels
        here = replace(self, learned=network is not None)
        if steps is None or self.number > len(steps):
            return here
        share, looseness = steps[self.number - 1]
        return replace(here, share=share, looseness=looseness)

    def simulations(self, game: Game) -> int:
        """Return how many simulations the level spends on a decision in this game."""
        network = network_levels(game) if self.learned else None
        most = network.simulations if network else advice.settings(game).simulations
        return max(FEWEST_SIMULATIONS, round(most * self.of(game).share))

    def without_network(self) -> "Level":
        """Return the level as it is in games without a network."""
        return replace(self, learned=False)


LEVELS = (
    Level(1, 0.0, 0.0, "has just learned the rules and plays what looks right at first sight"),
    Level(2, 0.0005, 0.07, "plays by eye, and often takes the second best"),
    Level(3, 0.0016, 0.02, "sees good moves, and misses better ones"),
    Level(4, 0.0065, 0.006, "plays sensibly, and slips now and then"),
    Level(5, 0.021, 0.002, "a good player"),
    Level(6, 0.073, 0.0, "a strong player"),
    Level(7, 0.26, 0.0, "rarely makes a mistake"),
    Level(8, 1.0, 0.0, "hard to beat"),
)
MASTER = Level(9, 5.0, 0.0, "thinks five times as long as level 8")
"""Beyond the levels, for programs that can wait: it is not offered at tables."""


def level(number: int) -> Level:
    """Return the level of that number. Raises BadSetup if there is none."""
    if number not in range(1, len(LEVELS) + 1):
        raise BadSetup(f"There is no level {number!r}; levels are 1 to {len(LEVELS)}.")
    return LEVELS[number - 1]


def _level_of(given: Level | int) -> Level:
    return level(given) if isinstance(given, int) else given


def choose(view: View, level: Level | int, *, seed: int = 0, wait: bool = False) -> str:
    """Return the text of the action that a player of that level, or of the level of that number, takes.

    Until the search is compiled, a level answers with what looks best at first sight; `failure` says whether compiling
    has failed. With `wait`, the answer is the level's own: it waits for the compiler, and raises SearchUnavailable if
    compiling fails.
    """
    legal = view.texts()
    if len(legal) == 1:
        return legal[0]
    level = _level_of(level).of(view.game)
    if level.share == 0.0:
        return at_first_sight(view, level, seed=seed)
    if not prepare(view.game, wait=None if wait else 0.0, network=level.learned):
        return at_once(view, seed=seed)
    return pick(search(view, level, seed=seed), level, seed).text


def search(view: View, level: Level, *, seed: int, seconds: float | None = None) -> Answer:
    """Return what the search of that level finds; with `seconds`, what it has found by then.

    Waits for the compiler, and raises SearchUnavailable if compiling fails.
    """
    prepare(view.game, wait=None, network=level.learned)
    use = think.PARTS if level.learned else think.ADVICE
    return think.think(view, Budget(level.simulations(view.game), seconds), seed=seed, use=use)


def pick(answer: Answer, level: Level, seed: int) -> Alternative:
    """Return one of the alternatives: the best, or for loose levels one that seems not much worse."""
    dice = random.Random(seed)  # noqa: S311 - no secret depends on it
    alternatives = answer.alternatives
    if answer.proven:
        return alternatives[0]
    if level.looseness == 0.0:
        return dice.choice(_equals(answer))
    if answer.learned:
        policy = [alternative.policy for alternative in alternatives]
        return dice.choices(alternatives, at_temperature(policy, level.looseness))[0]
    values = [alternative.value for alternative in alternatives] if answer.exact else cautious_values(alternatives)
    weights = [math.exp((value - max(values)) / level.looseness) for value in values]
    return dice.choices(alternatives, weights)[0]


def _equals(answer: Answer) -> list[Alternative]:
    """Return the best alternative and those that are just as good, as far as the search can tell.

    In a game without chance, every match would be the same if equals were not picked at random.
    """
    best = answer.alternatives[0]
    if answer.exact:
        return [other for other in answer.alternatives if other.value >= best.value - EQUAL]
    if not answer.learned:
        return [best]
    return [
        other
        for other in answer.alternatives
        if other.value >= best.value - EQUAL and other.visits >= ABOUT_AS_MANY * best.visits
    ]


def at_temperature(policy: Sequence[float], temperature: float) -> list[float]:
    """Return the policy made more even by a temperature above 1, or more decided by one below it."""
    most = max(policy)
    return [(share / most) ** (1.0 / temperature) for share in policy]


def cautious_values(alternatives: tuple[Alternative, ...]) -> list[float]:
    """Return the value of each, but a little less than the average for one that has hardly been visited."""
    visits = sum(alternative.visits for alternative in alternatives)
    mean = sum(alternative.visits * alternative.value for alternative in alternatives) / max(1, visits)
    prior = PRIOR_VISITS * (mean - PRIOR_PENALTY)
    return [
        (alternative.visits * alternative.value + prior) / (alternative.visits + PRIOR_VISITS)
        for alternative in alternatives
    ]


def at_once(view: View, *, seed: int) -> str:
    """Return what looks best at first sight, without any search. For bullet mode and cold starts."""
    weights = preferences(view)
    most = max(weights.values())
    dice = random.Random(seed)  # noqa: S311 - no secret depends on it
    return dice.choice([text for text, weight in weights.items() if weight == most])


def at_first_sight(view: View, level: Level, *, seed: int) -> str:
    """Return a plausible action: the better it looks at first sight, the likelier."""
    texts, weights = zip(*preferences(view, learned=level.learned).items(), strict=True)
    if level.learned and level.looseness > 0.0:
        weights = tuple(at_temperature(weights, level.looseness))
    elif not level.learned:
        weights = tuple(weight ** (1.0 - level.looseness) for weight in weights)
    if sum(weights) <= 0.0:
        weights = (1.0,) * len(texts)
    dice = random.Random(seed)  # noqa: S311 - no secret depends on it
    return str(dice.choices(texts, weights)[0])


def preferences(view: View, *, learned: bool = True) -> dict[str, float]:
    """Return by the text of each legal action how good it looks at first sight.

    That is its share in the policy of the game's network, or else how much the game's advice prefers it.
    """
    legal = engine_of(view.game.rules).legal(view.state)
    network = playing_network(view.game) if learned else None
    if network:
        weights = policy(view.game, view.state, legal, network)
    else:
        advice.register(view.game)
        weights = np.zeros(len(legal))
        advice.weigh(view.state, legal, len(legal), weights)
    words = view.game.words
    return {
        words.action_text(view.state, int(code)): float(weight) for code, weight in zip(legal, weights, strict=True)
    }
