"""The gate: a new network is kept only if it beats the kept one, in matches with equal simulations."""

import math
from concurrent.futures import Executor, Future
from dataclasses import dataclass

from tilora.ai.arena.arena import interval
from tilora.ai.network.checkpoint import Checkpoint
from tilora.ai.network.weights import Weights
from tilora.ai.training.jobs import DuelJob, packed, run_duel

PAIRS_PER_JOB = 4
LARGEST_ELO = 800.0


@dataclass(frozen=True)
class Verdict:
    """What a gate decided about a network."""

    share: float
    """The mean share of opponents beaten by the new network; half if both are equally strong."""
    low: float
    """The 95 % interval of the share."""
    high: float
    matches: int
    simulations: int

    @property
    def is_kept(self) -> bool:
        """Whether the new network is stronger, beyond doubt: the whole interval is above one half."""
        return self.low > 0.5

    @property
    def elo(self) -> float:
        """How much stronger the new network is."""
        return elo_of(self.share)

    def __str__(self) -> str:
        """Return a sentence about it."""
        end = "Kept." if self.is_kept else "Not kept."
        return (
            f"The new network beats {100 * self.share:.1f} % ({100 * self.low:.1f}–{100 * self.high:.1f}, "
            f"{self.elo:+.0f} Elo) of {self.matches} matches against the kept one, with {self.simulations} "
            f"simulations for each decision. {end}"
        )


def elo_of(share: float) -> float:
    """Return the difference in Elo points that makes a player win this share, within sensible limits."""
    if share <= 0.0 or share >= 1.0:
        return math.copysign(LARGEST_ELO, share - 0.5)
    return max(-LARGEST_ELO, min(LARGEST_ELO, 400.0 * math.log10(share / (1.0 - share))))


class Gate:
    """The matches of one candidate against the kept network."""

    def __init__(
        self, candidate: Checkpoint, kept: Weights, *, simulations: int, matches: int, seed: int, number: int
    ) -> None:
        self.candidate = candidate
        self._kept = packed(kept)
        self._simulations = simulations
        jobs = math.ceil(matches / (2 * PAIRS_PER_JOB))
        self._jobs = [
            DuelJob(candidate.game, simulations, seed, number * 1_000_000 + job, PAIRS_PER_JOB) for job in range(jobs)
        ]

    def start(self, executor: Executor) -> None:
        """Let the workers play the matches."""
        new = packed(self.candidate.weights)
        self._pending: list[Future[list[float]]] = [
            executor.submit(run_duel, job, new, self._kept) for job in self._jobs
        ]

    @property
    def is_over(self) -> bool:
        """Whether all matches have been played."""
        return all(future.done() for future in self._pending)

    def verdict(self) -> Verdict:
        """Wait for the matches, and return what they say."""
        shares = [share for future in self._pending for share in future.result()]
        results = [share for share in shares for _ in range(2)]  # a pair is two matches
        low, high = interval(results)
        return Verdict(sum(shares) / len(shares), low, high, len(results), self._simulations)
