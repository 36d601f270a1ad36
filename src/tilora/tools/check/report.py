"""What a check has found, for people and for programs."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilora.tools.check.mistakes import Mistake


@dataclass(frozen=True)
class Failure:
    """A promise that a game has broken, and where."""

    promise: str
    mistake: Mistake
    seats: int = 0
    position: str = ""
    action: str = ""

    def as_text(self) -> str:
        with_seats = f" ({self.seats} seats)" if self.seats else ""
        lines = [f"{self.promise}{with_seats}", f"  {self.mistake}"]
        lines += [f"  position: {self.position}"] if self.position else []
        lines += [f"  action:   {self.action}"] if self.action else []
        return "\n".join(lines)


@dataclass
class CheckReport:
    """What was checked, and what was found."""

    name: str
    folder: str = ""
    mistakes: list[Mistake] = field(default_factory=list)
    """In the contract. If there are any, nothing has been played."""
    failures: list[Failure] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    games: int = 0
    actions: int = 0
    seats: tuple[int, ...] = ()
    promises: tuple[str, ...] = ()
    unchecked: list[tuple[str, int]] = field(default_factory=list)
    """Promises that there was no time for, each with the number of seats."""
    lines: int = 0
    reached: int = 0
    unreached: list[tuple[str, int, int, str]] = field(default_factory=list)
    invariants: bool = False
    compile_seconds: float = 0.0
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        return not self.mistakes and not self.failures


def as_data(report: CheckReport) -> dict[str, Any]:
    """Return the report for programs."""
    return {
        "game": report.name,
        "good": report.good,
        "folder": report.folder,
        "mistakes": [_mistake_data(mistake) for mistake in report.mistakes],
        "failures": [
            {
                "promise": failure.promise,
                **_mistake_data(failure.mistake),
                "seats": failure.seats,
                "position": failure.position,
                "action": failure.action,
            }
            for failure in report.failures
        ],
        "warnings": report.warnings,
        "seats": list(report.seats),
        "games": report.games,
        "actions": report.actions,
        "promises": list(report.promises),
        "unchecked": [{"promise": promise, "seats": seats} for promise, seats in report.unchecked],
        "lines": report.lines,
        "reached": report.reached,
        "unreached": [
            {"file": file, "first": first, "last": last, "source": source}
            for file, first, last, source in report.unreached
        ],
        "invariants": report.invariants,
        "compile_seconds": round(report.compile_seconds, 3),
        "seconds": round(report.seconds, 3),
    }


def _mistake_data(mistake: Mistake) -> dict[str, Any]:
    return {"sentence": mistake.sentence, "file": mistake.file, "line": mistake.line}


def as_text(report: CheckReport) -> str:
    """Return the report for people."""
    if report.mistakes:
        mistakes = "\n".join(map(str, report.mistakes))
        return f"{mistakes}\n\n{report.name}: the contract is not kept. Nothing was played."
    seats = ", ".join(map(str, report.seats))
    lines = [
        f"folder      {report.folder}",
        "contract    kept",
        f"compiled    in {report.compile_seconds:.1f} s",
        f"played      {report.games:,} games with {seats} seats, {report.actions:,} actions, {report.seconds:.1f} s",
        f"promises    {len(report.promises)}, {len({each.promise for each in report.failures})} broken",
        *_unchecked_text(report),
        f"invariants  {'those of invariants.py' if report.invariants else 'none: there is no invariants.py'}",
        f"lines       {report.reached} of {report.lines} lines of the rules reached",
    ]
    for file, first, last, source in report.unreached:
        span = f"{first}-{last}" if last > first else str(first)
        lines.append(f"            {Path(file).name}:{span} was never reached: {source}")
    lines += [f"warning     {warning}" for warning in report.warnings]
    for failure in report.failures:
        lines += ["", f"broken: {failure.as_text()}"]
    end = "all promises are kept." if report.good else "some promises are broken."
    if report.good and report.unchecked:
        end = "no promise is broken, but there was no time to check all of them. Give it more with --seconds."
    return "\n".join([*lines, "", f"{report.name}: {end}"])


def _unchecked_text(report: CheckReport) -> list[str]:
    """Return a line for each number of seats with which something is unchecked."""
    by_seats: dict[int, list[str]] = {}
    for promise, seats in report.unchecked:
        by_seats.setdefault(seats, []).append(promise)
    return [f"unchecked   {len(names)} promises with {seats} seats: time was up" for seats, names in by_seats.items()]
