"""Hints: what to do, in words a player understands."""

from typing import Any

from tilora.ai.players import levels
from tilora.ai.search.think import Answer
from tilora.kernel import BadSetup, IllegalAction, Match, fill_seats

SHOWN = 5


def hint(match: Match, level: int, seconds: float | None = None) -> Answer:
    """Search as that level does for the seat to act, which sees its own view and no more.

    Waits for the search to be compiled, and raises SearchUnavailable if that fails.
    """
    if match.over:
        raise IllegalAction("The match is over: there is nothing left to do.")
    chosen = levels.level(level)
    if chosen.of(match.game).share == 0.0:
        searching = [other.number for other in levels.LEVELS if other.of(match.game).share > 0.0]
        raise BadSetup(
            f"Level {level} does not search in {match.game.title}, so it has no hints. "
            f"Choose a level from {searching[0]} to {searching[-1]}."
        )
    return levels.search(match.view(match.turn), chosen, seed=0, seconds=seconds)


def as_text(match: Match, answer: Answer) -> str:
    """Return the best actions with what they are worth, for people."""
    seat, view = match.turn, match.view(match.turn)
    share = 100 * answer.values[seat]
    scores = ", ".join(f"seat {other + 1} {score:.1f}" for other, score in enumerate(answer.scores))
    lines = [
        f"Seat {seat + 1} can expect {share:.0f} out of 100, where 100 is first place and 0 is last.",
        f"Expected points: {scores}.",
        f"Best: {' ; '.join(answer.line) or answer.action}",
        "",
    ]
    best = answer.alternatives[0]
    for shown in answer.alternatives[:SHOWN]:
        loss = 100 * (best.value - shown.value)
        verdict = "the best" if shown is best else "as good" if loss < 0.5 else f"{loss:.0f} worse"
        words = fill_seats(view.game.words.action_words(view.state, shown.code))
        lines.append(f"{100 * shown.value:5.1f}  {verdict:9}  {shown.text:24} {words}")
    lines += ["", f"{answer.simulations} simulations in {answer.seconds:.1f} s."]
    return "\n".join(lines)


def as_data(answer: Answer) -> dict[str, Any]:
    """Return the answer for programs."""
    return {
        "action": answer.action,
        "line": list(answer.line),
        "values": list(answer.values),
        "scores": list(answer.scores),
        "alternatives": [
            {"text": found.text, "visits": found.visits, "value": found.value} for found in answer.alternatives
        ],
        "simulations": answer.simulations,
        "seconds": answer.seconds,
    }
