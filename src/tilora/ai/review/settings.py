"""How much a review computes. The same match, settings and network give the same review."""

from dataclasses import dataclass

from tilora.ai.players import levels
from tilora.kernel import Game

FEWEST, MOST = 16, 20_000
"""Simulations of a search, whatever the share says."""


@dataclass(frozen=True)
class ReviewSettings:
    """Amounts of work. Calibrations are for one set of amounts, and say which."""

    share: float = 0.08
    """Of the simulations of level 8: for the search that finds the candidates of a decision, and for the search after
    each of them."""
    candidates: int = 4
    """How many actions of a decision are compared; the played one comes on top of them if it is not one of them."""
    outcomes: int = 32
    """How often a chance event is drawn again, to see what could be expected of it."""
    starts: int = 128
    """How many first positions show what a seat can expect before the match."""
    reasons: int = 12
    """How many decisions are explained: those that cost most."""
    rollouts: int = 96
    """How often play goes on from each of two actions to see where points come from."""

    def __str__(self) -> str:
        """Return the amounts that a calibration depends on."""
        return f"{self.share:g} of the simulations of level 8, {self.candidates} candidates"

    def simulations(self, game: Game) -> int:
        """Return how many simulations each search has."""
        return max(FEWEST, min(MOST, round(self.share * levels.LEVELS[-1].simulations(game))))

    def doubled(self) -> "ReviewSettings":
        """Return twice the work on everything that is sampled."""
        return ReviewSettings(
            share=2 * self.share,
            candidates=self.candidates,
            outcomes=2 * self.outcomes,
            starts=2 * self.starts,
            reasons=self.reasons,
            rollouts=2 * self.rollouts,
        )
