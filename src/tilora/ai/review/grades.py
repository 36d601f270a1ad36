"""Grades of decisions and the level that a seat played like, by figures that were measured for each game.

The figures are in `reviews/GAME.json` in the game's folder, written by `python -m tilora.ai.review.measure`. A game
without that file gets cautious thresholds and no level.
"""

import math
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

from tilora.ai.review.review_report import Grade, PlayedLike
from tilora.kernel import Game

INTERVAL = 1.28
"""Standard errors on each side of an 80 % interval."""


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured for a game."""

    thresholds: tuple[float, float, float] = (0.04, 0.08, 0.16)
    """The smallest loss of an inaccuracy, a mistake and a blunder."""
    doubt: float = 0.02
    """How far off a loss is, compared with a search that is much deeper, beyond what repeating it shows."""
    losses: list[float] = []
    """By level: the mean loss on a decision, weighted by how certain each loss is."""
    raw_losses: list[float] = []
    """The same without weights: because of errors it never reaches zero, but it separates strong levels."""
    spreads: list[float] = []
    """By level: how much the loss on one decision spreads around that."""
    settings: str = ""
    network: str = ""
    made: dict[str, str] = {}
    """How it was measured: command, date, matches and decisions."""


DEFAULT = Calibration()


@cache
def calibration_of(game: Game) -> Calibration:
    """Return what was measured for the game, or the default."""
    file = files(game.folder) / "reviews" / f"{game.name}.json"
    return msgspec.json.decode(file.read_bytes(), type=Calibration) if file.is_file() else DEFAULT


def grade(loss: float, doubt: float, calibration: Calibration) -> Grade:
    """Return the grade of a decision that cost this much. A loss smaller than its doubt is not a mistake."""
    if loss <= 0.0:
        return "best"
    inaccuracy, mistake, blunder = calibration.thresholds
    if loss < doubt or loss < inaccuracy:
        return "fine"
    return "inaccuracy" if loss < mistake else "mistake" if loss < blunder else "blunder"


def doubt_of(error: float, beyond: float) -> float:
    """Return how far off a loss may be: two standard errors of its search, and what a deeper search would change."""
    return math.hypot(2.0 * error, beyond)


def certain_part(loss: float, doubt: float) -> float:
    """Return the part of a loss that is not likely to be an error: all of a large one, little of one within doubt."""
    return loss * loss * loss / (loss * loss + doubt * doubt) if loss > 0.0 else 0.0


def played_like(losses: list[float], calibration: Calibration) -> PlayedLike | None:
    """Return the level whose mean loss is nearest to that of these decisions; None if nobody has measured levels."""
    if not calibration.losses or len(losses) < 2:
        return None
    # A weaker level never loses less, whatever a few matches say: the curve must fall, or it can't be inverted.
    curve = np.minimum.accumulate(np.array(calibration.losses)) - 1e-9 * np.arange(len(calibration.losses))
    mean = float(np.mean(losses))

    def level(loss: float) -> float:
        return float(np.interp(loss, curve[::-1], np.arange(len(curve), 0, -1)))

    nearest = level(mean)
    error = INTERVAL * calibration.spreads[round(nearest) - 1] / len(losses) ** 0.5
    return PlayedLike(level=nearest, lowest=level(mean + error), highest=level(mean - error))
