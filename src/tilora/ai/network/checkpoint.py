"""Checkpoints: a network in one file of plain arrays, with a description of how it was made. Files hold no code.

A checkpoint of a training also holds the state of the learner, in full precision. A network to play with is small.
"""

import json
import os
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

from tilora.ai.network.contract import Shape
from tilora.ai.network.weights import Weights
from tilora.kernel import BadSetup

FORMAT = 1


class LearnerState(NamedTuple):
    """What the learner needs to continue exactly where it was."""

    current: Weights
    """The weights of the last step. A network plays with an average over many steps."""
    mean: Weights
    """The moving mean of the gradients, and of their squares."""
    square: Weights
    steps: int


@dataclass
class Checkpoint:
    """A network, how it was made, and what is needed to continue its training."""

    game: str
    weights: Weights
    history: dict[str, Any] = field(default_factory=dict)
    """Matches, samples and steps so far; seed, settings and date of each training session."""
    learner: LearnerState | None = None
    """None for a network to play with."""


def save(path: Path, checkpoint: Checkpoint, *, small: bool = False) -> None:
    """Write the checkpoint to a file, which is never left half written.

    A small checkpoint holds only the network, in 16 bits.
    """
    arrays: dict[str, Any] = {
        name: array.astype(np.float16 if small else np.float32) for name, array in checkpoint.weights._asdict().items()
    }
    about = {"format": FORMAT, "game": checkpoint.game, **checkpoint.history}
    if checkpoint.learner and not small:
        about["learner_steps"] = checkpoint.learner.steps
        for part in PARTS:
            for name, array in getattr(checkpoint.learner, part)._asdict().items():
                arrays[f"{part}_{name}"] = array
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    part_file = path.with_name(f".{path.name}.{os.getpid()}")
    with part_file.open("wb") as file:
        (np.savez_compressed if small else np.savez)(file, **arrays)
        file.flush()
        os.fsync(file.fileno())
    part_file.replace(path)


PARTS = ("current", "mean", "square")
"""The fields of `LearnerState` that are weights."""


def load(path: Traversable, shape: Shape | None = None) -> Checkpoint:
    """Return the checkpoint in a file. Raises BadSetup if it is not one, or is for another shape."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        about = json.loads(arrays.pop("about").tobytes())
        weights = _weights(arrays, "")
        steps = about.pop("learner_steps", None)
        learner = None
        if steps is not None:
            current, mean, square = (_weights(arrays, f"{part}_") for part in PARTS)
            learner = LearnerState(current, mean, square, int(steps))
        game, version = about.pop("game"), about.pop("format")
    except (OSError, EOFError, KeyError, ValueError, BadZipFile) as error:
        raise BadSetup(f"{path} is not a network file: {error}.") from error
    if version != FORMAT:
        raise BadSetup(f"{path} has a format that this version cannot read.")
    sizes = len(weights.w1), weights.wp.shape[1], weights.wv.shape[1]
    if shape and sizes != (shape.features, shape.action_features, 2 * shape.seats):
        raise BadSetup(f"{path} was trained with different features from those the game has now. Train a new network.")
    return Checkpoint(game, weights, about, learner)


def _weights(arrays: dict[str, Any], prefix: str) -> Weights:
    return Weights(*(np.ascontiguousarray(arrays[prefix + name], np.float32) for name in Weights._fields))
