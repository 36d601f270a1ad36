"""What runs in the processes for bots. Nothing here knows of tables or sockets: they get views, and no secrets."""

import os

import msgspec

from tilora.ai import worker_process
from tilora.ai.players import levels
from tilora.kernel import Game, Record, View, verify

NICE = 5
"""The priority of these processes, so that the server goes first where both want the same core."""
HINT_SECONDS = 5.0
"""No hint takes longer."""
HINT_ALTERNATIVES = 5


class BotMove(msgspec.Struct, frozen=True, kw_only=True):
    """The decision of a bot."""

    action: str
    failure: str | None = None
    """Why the game's search could not be compiled, if so: the action was then chosen without it."""


class HintResult(BotMove, frozen=True, kw_only=True):
    """What a search found."""

    line: list[str]
    values: list[float]
    alternatives: list[tuple[str, str, float]]
    """Text, words and value, best first."""


def start() -> None:
    """Set up a new process."""
    worker_process.begin()
    if hasattr(os, "nice"):
        os.nice(NICE)


def warm_up(game: Game) -> None:
    """Start compiling the search of that game in the background of this process."""
    levels.prepare(game)


def move(view: View, level: int | None, seed: int) -> BotMove:
    """Choose an action as a player of that level; without a level, at once and without search."""
    if level is None:
        return BotMove(action=levels.at_once(view, seed=seed))
    action = levels.choose(view, levels.level(level), seed=seed)
    return BotMove(action=action, failure=_failure(view.game))


def move_exactly(view: View, level: int, seed: int) -> BotMove:
    """Choose as `move` does, but wait for the search to be compiled: the same view and seed give the same action."""
    try:
        return BotMove(action=levels.choose(view, levels.level(level), seed=seed, wait=True))
    except levels.SearchUnavailable:
        return move(view, level, seed)


def check_record(record: Record) -> Record:
    """Verify the record by replaying it, and return it with nothing but what the replay confirms. Raises BadRecord."""
    checked = verify(record).match.record()
    ranks = record.ranks if record.forfeits else checked.ranks
    return msgspec.structs.replace(checked, names=record.names, ranks=ranks, forfeits=record.forfeits, fair=record.fair)


def hint(view: View, level: int, seed: int) -> HintResult:
    """Find the best action by a search of that level; without search while that is still being compiled."""
    if not levels.prepare(view.game):
        weights = levels.preferences(view)
        total = sum(weights.values()) or 1.0
        best = sorted(weights, key=lambda text: -weights[text])[:HINT_ALTERNATIVES]
        sentences = {action.text: action.sentence for action in view.actions()}
        shown = [(text, sentences[text], weights[text] / total) for text in best]
        return HintResult(action=best[0], line=best[:1], values=[], alternatives=shown, failure=_failure(view.game))
    answer = levels.search(view, levels.level(level), seed=seed, seconds=HINT_SECONDS)
    words = view.game.words
    alternatives = [
        (found.text, words.action_words(view.state, found.code), float(found.value))
        for found in answer.alternatives[:HINT_ALTERNATIVES]
    ]
    return HintResult(
        action=answer.action,
        line=list(answer.line),
        values=[float(value) for value in answer.values],
        alternatives=alternatives,
    )


def _failure(game: Game) -> str | None:
    """Describe in a line why the search of the game could not be compiled, if so."""
    error = levels.failure(game)
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:300] if error else None
