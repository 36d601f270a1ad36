"""The log of a training: a line for people, and the same as JSON, one object a line, to be plotted."""

import json
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tilora.ai.training import self_play
from tilora.ai.training.gate import Verdict
from tilora.ai.training.learner import Losses
from tilora.ai.training.settings import TrainingSettings


class TrainingLog:
    """Appends to the log of a training, and says the same in words."""

    def __init__(self, path: Path, game: str, say: Callable[[str], None]) -> None:
        self._path, self._game, self._say = path, game, say
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._strength = ""

    def _write(self, event: str, **values: Any) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"event": event, **values}) + "\n")

    def start(self, learner: str, settings: TrainingSettings) -> None:
        """Note the beginning of a session."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self._write("start", game=self._game, date=now, learner=learner, settings=asdict(settings))

    def progress(
        self, total: float, seconds: float, tally: Any, history: dict[str, Any], window: int, losses: Losses
    ) -> None:
        """Note what has happened in the last seconds of a session that has taken `total` seconds."""
        matches = max(1, int(tally[self_play.MATCHES]))
        numbers = {
            "seconds": round(total, 1),
            "matches": history["matches"],
            "samples": history["samples"],
            "steps": history["steps"],
            "window": window,
            "matches_per_second": round(float(tally[self_play.MATCHES]) / seconds, 2),
            "simulations_per_second": round(float(tally[self_play.SIMULATIONS]) / seconds),
            "actions_per_match": round(float(tally[self_play.ACTIONS]) / matches, 1),
            "points_per_seat": round(float(tally[self_play.POINTS]) / max(1, int(tally[self_play.SEATS])), 2),
            **{f"{name}_loss": round(loss, 4) for name, loss in losses._asdict().items()},
        }
        self._write("progress", **numbers)
        self._say(
            f"{self._game} {total:5.0f} s: {history['matches']:,} matches "
            f"({numbers['matches_per_second']:,.1f}/s, {numbers['simulations_per_second']:,} simulations/s), "
            f"{numbers['actions_per_match']:.0f} actions and {numbers['points_per_seat']:.1f} points a match, "
            f"{history['steps']:,} steps, window {window:,}; "
            f"loss: result {losses.result:.4f}, policy {losses.policy:.3f}, points {losses.points:.4f}{self._strength}"
        )

    def gate(self, total: float, steps: int, verdict: Verdict) -> None:
        """Note what a gate decided about the network after this many steps."""
        self._write("gate", seconds=round(total, 1), steps=steps, kept=verdict.is_kept, **asdict(verdict))
        self._strength = f"; {verdict.elo:+.0f} Elo against the kept network"
        self._say(f"{self._game} {total:5.0f} s: {verdict}")
