"""The settings of a training."""

from dataclasses import dataclass, field

from tilora.ai.network.contract import Shape
from tilora.ai.training.jobs import Plan
from tilora.ai.training.self_play import ENTRIES_PER_SAMPLE

LARGEST_WINDOW = 2_000_000


@dataclass(frozen=True)
class TrainingSettings:
    """How to train. What is here goes into the network's file, to say how it was made."""

    minutes: float = 4.0
    samples: int | None = None
    """If set, training ends after this many samples, if the time is not up before."""
    seed: int = 1
    hidden: tuple[int, int] | None = None
    """Sizes of the hidden layers of a new network; None for the game's own."""
    batch: int = 4096
    window: int | None = None
    """How many of the latest samples to learn from; None for as many as fit into the learner's memory."""
    reuse: float = 8.0
    """How often a sample is learned from, on average."""
    rate: float = 2e-3
    """The initial learning rate. It falls to a twentieth along a cosine."""
    result_share: float = 0.7
    """The share of the actual result in the target; the rest is the value that the search found."""
    plan: Plan = field(default_factory=Plan)
    chunk: int = 4_000
    """The largest number of samples in a job of self-play."""
    gate_steps: int = 1_000
    """Steps of the learner between two gates."""
    gate_matches: int = 400
    last_gate_matches: int = 1_000
    """Matches of the last gate, which decides about the network at the end of the training."""
    gate_simulations: int = 64

    def window_size(self, shape: Shape, memory: int) -> int:
        """Return the number of samples in the window, for a learner with so much memory for it."""
        sample = 2 * shape.features + 6 * shape.seats + 24
        entries = ENTRIES_PER_SAMPLE * (2 * shape.action_width + 2)
        fitting = min(LARGEST_WINDOW, memory // (sample + entries))
        return max(2 * self.chunk, fitting if self.window is None else self.window)
