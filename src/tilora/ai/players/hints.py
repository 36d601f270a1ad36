"""Hints: what to do, in words a player understands."""

from typing import Any

from tilora.ai.players import levels
from tilora.ai.search import think
from tilora.ai.search.think import Answer, Budget
from tilora.kernel import BadSetup, IllegalAction, Match, fill_seats

SHOWN = 5


def hint(match: Match, level: int, seconds: float | None = None) -> Answer:
    """The answer of a search by the seat to act, which sees that seat's view and no more."""
    if match.over:
        raise IllegalAction("The match is over: there is nothing left to do.")
    chosen = levels.level(level).of(match.game)
    if chosen.share == 0.0:
        thinking_ones = [one.number for one in levels.LEVELS if one.of(match.game).share > 0.0]
        raise BadSetup(f"A hint needs some thinking: levels {thinking_ones[0]} to {thinking_ones[-1]}.")
    budget = Budget(chosen.simulations(match.game), seconds)
    return think.think(match.view(match.turn), budget)


def as_text(match: Match, answer: Answer) -> str:
    """The best actions with what they are worth."""
    seat, view = match.turn, match.view(match.turn)
    share = 100 * answer.values[seat]
    scores = ", ".join(f"seat {other + 1} {score:.1f}" for other, score in enumerate(answer.scores))
    lines = [
        f"Seat {seat + 1} can expect a result of {share:.0f} of 100, where 100 is first and 0 is last.",
        f"Points expected in the near future: {scores}.",
        f"Best: {' ; '.join(answer.line) or answer.action}",
        "",
    ]
    for one in answer.alternatives[:SHOWN]:
        loss = 100 * (answer.alternatives[0].value - one.value)
        verdict = "the best" if one is answer.alternatives[0] else "as good" if loss < 0.5 else f"{loss:.0f} worse"
        words = fill_seats(view.game.words.action_words(view.state, one.code))
        lines.append(f"{100 * one.value:5.1f}  {verdict:9}  {one.text:24} {words}")
    lines += ["", f"{answer.simulations} simulations in {answer.seconds:.1f} s."]
    return "\n".join(lines)


def as_data(answer: Answer) -> dict[str, Any]:
    """The answer for programs."""
    return {
        "action": answer.action,
        "line": list(answer.line),
        "values": list(answer.values),
        "scores": list(answer.scores),
        "alternatives": [{"text": one.text, "visits": one.visits, "value": one.value} for one in answer.alternatives],
        "simulations": answer.simulations,
        "seconds": answer.seconds,
    }
