"""A review in words, for people: the sum of luck and skill of each seat, and the decisions that cost most."""

from tilora.ai.review.review_report import Account, ExpectedStep, Review, ReviewedDecision, ReviewedStep
from tilora.kernel import fill_seats, game_named

PERCENT = 100.0
SHOWN = 10
"""How many decisions are shown."""
FORESEEN = 3
"""How many steps after the turn are shown."""


def as_text(review: Review) -> str:
    """Return the review for a terminal."""
    unit = game_named(review.game).unit
    lines: list[str] = []
    for number, seat in enumerate(review.seats):
        lines.append(f"Seat {number + 1}: {_sum(seat.result, PERCENT, '')}")
        lines.append(f"        {_sum(seat.points, 1.0, f' {unit}')}")
        if seat.decisions:
            grades = ", ".join(f"{count} {_plural(name, count)}" for name, count in seat.grades.items() if count)
            lines.append(f"        {seat.decisions} decisions: {grades}; {PERCENT * seat.loss:.1f} lost per decision.")
        if like := seat.played_like:
            lines.append(f"        Played like level {like.level:.1f} (from {like.lowest:.1f} to {like.highest:.1f}).")
    costly = _costly(review)
    if costly:
        lines += ["", "What cost the most:"]
    for number, step in costly:
        lines += _decision(number, step)
    lines += ["", "Results are out of 100: the share of opponents beaten. Start, luck and play add up to the end."]
    return "\n".join(lines)


def _plural(grade: str, count: int) -> str:
    if count == 1 or grade in ("best", "fine"):
        return grade
    return "inaccuracies" if grade == "inaccuracy" else f"{grade}s"


def _sum(account: Account, scale: float, unit: str) -> str:
    changes = {"luck": account.luck, "own play": account.own_play, "the others' play": account.others_play}
    added = ", ".join(f"{name} {scale * value:+.1f}" for name, value in changes.items())
    end = f"{scale * account.end:.0f}{unit}"
    return f"start {scale * account.start:.1f}, {added} = {end}; with average luck {scale * account.without_luck:.1f}."


def _costly(review: Review) -> list[tuple[int, ReviewedStep]]:
    """Return the decisions that were mistakes of any grade, the costliest first."""
    found = [
        (step.decision.loss, number, step)
        for number, step in enumerate(review.steps, 1)
        if step.decision and step.decision.grade not in ("best", "fine")
    ]
    found.sort(key=lambda each: -each[0])
    return [(number, step) for _, number, step in found[:SHOWN]]


def _decision(number: int, step: ReviewedStep) -> list[str]:
    decision = step.decision
    if decision is None:
        return []
    loss = f"{PERCENT * decision.loss:.0f} ± {PERCENT * decision.doubt:.0f}"
    lines = [
        f"{number:4}  seat {step.seat + 1}  {step.action:24} {decision.grade}: costs {loss}.",
        f"              better: {fill_seats(better_turn(decision))}",
    ]
    if decision.reason and decision.reason.words:
        lines.append(f"              why: {fill_seats(decision.reason.words)}")
    lines += [f"              {line}" for line in foreseen(decision)]
    return lines


def foreseen(decision: ReviewedDecision) -> list[str]:
    """Return how play may go on after the better and after the played action, if the reason does not say enough."""
    if decision.reason and decision.reason.words and not decision.reason.certain:
        return []
    # For the played action, the rest of its turn is new as well.
    then, instead = (_in_a_line(steps) for steps in (_later_turns(decision.line), decision.instead[1:]))
    parts = {"then": then, "instead": instead if instead != then else ""}
    return [f"{name}: {words}" for name, words in parts.items() if words]


def _later_turns(line: list[ExpectedStep]) -> list[ExpectedStep]:
    """Return what a line expects after the turn that it begins with."""
    return [step for step in line if step.turn > 0]


def _in_a_line(steps: list[ExpectedStep]) -> str:
    return " ".join(f"Seat {step.seat + 1}: {fill_seats(step.sentence)}" for step in steps[:FORESEEN])


def better_turn(decision: ReviewedDecision) -> str:
    """Return what would have been better, to the end of the turn if it has several actions."""
    return " ".join(each.sentence for each in decision.line if each.turn == 0) or decision.candidates[0].sentence
