"""The log of a training as a picture: losses, strength and speed over time, in one SVG file."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from tilora.ai.training.gate import elo_of

WIDTH, HEIGHT = 360, 200
"""The size of a panel."""
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 30, 26
"""The margins of a panel."""
INK, FAINT, LINE, GROUND = "#333", "#ccc", "#2a6f97", "#fff"

Point = tuple[float, float]


@dataclass
class Panel:
    """One curve over the minutes of training."""

    title: str
    points: list[Point] = field(default_factory=list)
    marks: list[Point] = field(default_factory=list)
    """Single points that do not belong to the curve."""


def plot(log: Path, picture: Path) -> None:
    """Draw the log into a file."""
    with log.open(encoding="utf-8") as file:
        lines = [json.loads(line) for line in file if line.endswith("\n")]  # the last may be half written
    game = next((line["game"] for line in lines if line["event"] == "start"), log.name)
    part = picture.with_name(f".{picture.name}")
    part.write_text(drawn(f"Training {game}", panels_of(lines)), encoding="utf-8")
    part.replace(picture)


def panels_of(lines: Iterable[dict[str, Any]]) -> list[Panel]:
    """Return the curves of a log. Sessions follow each other without a gap."""
    losses = {name: Panel(f"Loss of the {name}") for name in ("result", "policy")}
    strength = Panel("Strength: Elo above the first network", [(0.0, 0.0)])
    speed = Panel("Matches of self-play a second")
    before = now = elo = 0.0
    for line in lines:
        if line["event"] == "start":
            before = now
            continue
        now = before + line["seconds"] / 60
        if line["event"] == "progress":
            speed.points.append((now, line["matches_per_second"]))
            for name, panel in losses.items():
                panel.points.append((now, line[f"{name}_loss"]))
        elif line["event"] == "gate":
            reached = elo + elo_of(line["share"])
            if line["kept"]:
                elo = reached
                strength.points.append((now, elo))
            else:
                strength.marks.append((now, reached))
    return [losses["result"], losses["policy"], strength, speed]


def drawn(title: str, panels: list[Panel]) -> str:
    """Return the panels as SVG, two in a row."""
    rows = (len(panels) + 1) // 2
    width, height = 2 * WIDTH, rows * HEIGHT + TOP
    inner = "".join(
        f'<g transform="translate({place % 2 * WIDTH},{TOP + place // 2 * HEIGHT})">{_panel(panel)}</g>'
        for place, panel in enumerate(panels)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="11" fill="{INK}" role="img" aria-label="{escape(title)}">'
        f'<rect width="{width}" height="{height}" fill="{GROUND}"/>'
        f'<text x="{LEFT}" y="20" font-size="15">{escape(title)}</text>{inner}</svg>\n'
    )


def _panel(panel: Panel) -> str:
    parts = [f'<text x="{LEFT}" y="{TOP - 10}" font-weight="bold">{escape(panel.title)}</text>']
    every = panel.points + panel.marks
    if not every:
        return "".join([*parts, f'<text x="{LEFT}" y="{HEIGHT / 2}">nothing yet</text>'])
    across = _scale([0.0, *(x for x, _ in every)], LEFT, WIDTH - RIGHT)
    upwards = _scale([y for _, y in every], HEIGHT - BOTTOM, TOP)
    for value in _ends(y for _, y in every):
        y = upwards(value)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{FAINT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_short(value)}</text>')
    for value in _ends([0.0, *(x for x, _ in every)]):
        x = across(value)
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{value:.3g} min</text>')
    path = " ".join(f"{across(x):.1f},{upwards(y):.1f}" for x, y in panel.points)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{LINE}" stroke-width="2"/>')
    for x, y in panel.marks:
        parts.append(f'<circle cx="{across(x):.1f}" cy="{upwards(y):.1f}" r="3" fill="none" stroke="{LINE}"/>')
    return "".join(parts)


def _ends(values: Iterable[float]) -> list[float]:
    every = list(values)
    return sorted({min(every), max(every)})


def _scale(values: Iterable[float], start: float, end: float) -> Callable[[float], float]:
    """Return a function that maps the range of the values onto the range from start to end."""
    low, high = (ends := _ends(values))[0], ends[-1]
    return lambda value: start + (end - start) * (value - low) / (high - low) if high > low else (start + end) / 2


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
