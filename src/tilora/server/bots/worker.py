"""What runs in the processes that think: nothing here knows of tables or sockets. It gets views, and no secret."""

import os

import msgspec

from tilora.ai import worker_process
from tilora.ai.players import levels
from tilora.ai.search import think
from tilora.ai.search.think import Budget
from tilora.kernel import Game, Record, View, verify

NICE = 5
"""Thinking lets the server go first where both want the same core."""
SECONDS = 5.0
"""No hint takes longer."""
SHOWN = 5


class Advice(msgspec.Struct, frozen=True):
    """What a search came to."""

    action: str
    line: list[str]
    values: list[float]
    alternatives: list[tuple[str, str, float]]
    """Text, words and value, best first."""


def begin() -> None:
    """A worker of the server has started."""
    worker_process.begin()
    if hasattr(os, "nice"):
        os.nice(NICE)


def warm(game: Game) -> None:
    """The search of that game is being compiled in the background of this worker."""
    levels.prepare(game)


def move(view: View, level: int | None, seed: int) -> str:
    """What a player of that level does; without a level, whatever can be said at once."""
    if level is None:
        return levels.at_once(view, seed=seed)
    return levels.choose(view, levels.level(level), seed=seed)


def check_record(record: Record) -> Record:
    """The record, which plays out as it says, in our own words, whatever stood around them. Raises BadRecord."""
    return msgspec.structs.replace(verify(record).record(), fair=record.fair)


def hint(view: View, level: int, seed: int) -> Advice:
    """What is best, by a search of that level; at first sight, as long as the search is still being compiled."""
    words = view.game.words
    if not levels.prepare(view.game):
        weights = levels.preferences(view)
        total = sum(weights.values()) or 1.0
        best = sorted(weights, key=lambda text: -weights[text])[:SHOWN]
        shown = [
            (text, words.action_words(view.state, words.parse_action(view.state, text)), weights[text] / total)
            for text in best
        ]
        return Advice(best[0], best[:1], [], shown)
    budget = Budget(levels.level(level).simulations(view.game), SECONDS)
    answer = think.think(view, budget, seed=seed)
    alternatives = [
        (one.text, words.action_words(view.state, one.code), one.value) for one in answer.alternatives[:SHOWN]
    ]
    return Advice(answer.action, list(answer.line), list(answer.values), alternatives)
