"""How much a review computes. The same match, settings and network give the same review."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Amounts of work. Calibrations are for one set of amounts, and say which."""

    simulations: int = 1600
    """Of the search that finds the candidates of a decision, and of the search after each of them, with a network."""
    tree_simulations: int = 480
    """The same without a network, where a simulation takes longer."""
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
        return f"{self.simulations}/{self.tree_simulations} simulations, {self.candidates} candidates"

    def doubled(self) -> "Settings":
        """Return twice the work on everything that is sampled."""
        return Settings(
            simulations=2 * self.simulations,
            tree_simulations=2 * self.tree_simulations,
            candidates=self.candidates,
            outcomes=2 * self.outcomes,
            starts=2 * self.starts,
            reasons=self.reasons,
            rollouts=2 * self.rollouts,
        )
