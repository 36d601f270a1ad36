"""A review as a picture: the curves of what each seat could expect, and luck as bars, in one SVG file."""

from collections.abc import Sequence
from html import escape

from tilora.ai.review.review_report import Review
from tilora.kernel import game_named

WIDTH, PANEL, LUCK = 720, 200, 90
"""The width of the picture, and the heights of a panel with curves and of the one with bars."""
LEFT, RIGHT, TOP, GAP = 52, 16, 34, 34
FONT = 'font-family="sans-serif" font-size="11"'
COLOURS = ("#2a6f97", "#c1440e", "#3f7d20", "#7b3fa0", "#a07d00", "#0b7a75")
INK, FAINT, GROUND = "#333", "#ddd", "#fff"
MARKS = {"inaccuracy": 3.0, "mistake": 4.0, "blunder": 5.0}
"""How large the mark of a decision is, by its grade."""


def as_svg(review: Review) -> str:
    """Return the picture."""
    game = game_named(review.game)
    height = 2 * (PANEL + GAP) + LUCK + TOP + 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {FONT}>',
        f'<rect width="{WIDTH}" height="{height}" fill="{GROUND}"/>',
        f'<text x="{LEFT}" y="16" font-size="14" fill="{INK}">{escape(game.title)}: what each seat could expect</text>',
        *_legend(len(review.seats)),
    ]
    top = TOP + 12
    parts += _curves(f"{escape('Result')}, out of 100", [[100 * v for v in row] for row in review.curve], top, review)
    top += PANEL + GAP
    parts += _curves(escape(game.unit.capitalize()), review.points_curve, top, None)
    top += PANEL + GAP
    parts += _bars(review, top)
    return "\n".join([*parts, "</svg>\n"])


def colour_of(seat: int) -> str:
    """Return the colour of a seat."""
    return COLOURS[seat % len(COLOURS)]


def _legend(seats: int) -> list[str]:
    return [
        f'<text x="{WIDTH - RIGHT - 60 * (seats - seat)}" y="16" fill="{colour_of(seat)}">Seat {seat + 1}</text>'
        for seat in range(seats)
    ]


def _x(number: float, count: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * number / max(1, count)


def _curves(title: str, curve: Sequence[Sequence[float]], top: float, marked: Review | None) -> list[str]:
    """Draw one curve for each seat; with a review, also marks where decisions cost something."""
    low, high = min(map(min, curve)), max(map(max, curve))
    span = max(1e-6, high - low)

    def y(value: float) -> float:
        return top + PANEL - PANEL * (value - low) / span

    parts = [f'<text x="{LEFT}" y="{top - 6:.0f}" fill="{INK}">{title}</text>']
    for value in (low, (low + high) / 2, high):
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="{FAINT}"/>'
        )
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end" fill="{INK}">{value:.0f}</text>')
    count = len(curve) - 1
    for seat in range(len(curve[0])):
        points = " ".join(f"{_x(number, count):.1f},{y(row[seat]):.1f}" for number, row in enumerate(curve))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour_of(seat)}" stroke-width="1.6"/>')
    for number, step in enumerate(marked.steps if marked else []):
        if step.decision and step.decision.grade in MARKS:
            words = f"{number + 1}: seat {step.seat + 1}, {step.action}: {step.decision.grade}"
            parts.append(
                f'<circle cx="{_x(number, count):.1f}" cy="{y(curve[number][step.seat]):.1f}" '
                f'r="{MARKS[step.decision.grade]}" fill="{colour_of(step.seat)}">'
                f"<title>{escape(words)}</title></circle>"
            )
    return parts


def _bars(review: Review, top: float) -> list[str]:
    """Draw the luck of every chance event, one bar for each seat."""
    events = [(0, review.opening), *((number + 1, step.luck) for number, step in enumerate(review.steps) if step.luck)]
    most = max(1e-6, *(abs(value) for _, luck in events for value in luck))
    middle, count = top + LUCK / 2, len(review.steps)
    parts = [
        f'<text x="{LEFT}" y="{top - 6:.0f}" fill="{INK}">Luck, at most {100 * most:.0f}</text>',
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{middle:.1f}" y2="{middle:.1f}" stroke="{INK}"/>',
    ]
    for number, luck in events:
        for seat, value in enumerate(luck):
            size = LUCK / 2 * abs(value) / most
            x = _x(number, count) + 4 * (seat - (len(luck) - 1) / 2) - 1.5
            parts.append(
                f'<rect x="{x:.1f}" y="{middle - size if value > 0 else middle:.1f}" width="3" height="{size:.1f}" '
                f'fill="{colour_of(seat)}"/>'
            )
    return parts
