"""Checkpoints: a network in one file of plain arrays, with a description of how it was made. Files hold no code.

A checkpoint of a training run also holds the state of the optimiser, in full precision. A network to ship is small.
"""

import json
import os
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from tilora.ai.network.contract import Floats, Shape
from tilora.ai.network.weights import Weights
from tilora.kernel import BadSetup

FORMAT = 1


@dataclass
class Checkpoint:
    """A network, how it was made, and what is needed to continue its training."""

    game: str
    weights: Weights
    history: dict[str, Any] = field(default_factory=dict)
    """Matches, samples, steps and minutes so far; seeds, settings and date of each training session."""
    moments: tuple[tuple[Floats, Floats], ...] = ()
    """The state of the optimiser for each array; empty for a network to ship."""


def save(path: Path, checkpoint: Checkpoint, *, small: bool = False) -> None:
    """Write the checkpoint to a file, which is never left half written.

    A small checkpoint holds only the network, in 16 bits.
    """
    arrays: dict[str, Any] = {
        name: array.astype(np.float16 if small else np.float32) for name, array in checkpoint.weights._asdict().items()
    }
    if not small:
        for name, (mean, square) in zip(Weights._fields, checkpoint.moments, strict=False):
            arrays[f"mean_{name}"], arrays[f"square_{name}"] = mean, square
    about = {"format": FORMAT, "game": checkpoint.game, **checkpoint.history}
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    with part.open("wb") as file:
        (np.savez_compressed if small else np.savez)(file, **arrays)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def load(path: Traversable, shape: Shape | None = None) -> Checkpoint:
    """Return the checkpoint in a file. Raises BadSetup if it is not one, or is for another shape."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        about = json.loads(arrays.pop("about").tobytes())
        weights = Weights(*(np.ascontiguousarray(arrays[name], np.float32) for name in Weights._fields))
    except (OSError, EOFError, KeyError, ValueError, BadZipFile) as error:
        raise BadSetup(f"{path} is not a network file: {error}.") from error
    if about.pop("format", None) != FORMAT:
        raise BadSetup(f"{path} has a format that this version cannot read.")
    sizes = len(weights.w1), weights.wp.shape[1], weights.wv.shape[1]
    if shape and sizes != (shape.features, shape.action_features, 2 * shape.seats):
        raise BadSetup(f"{path} was trained with other features than the game has now. Train a new network.")
    moments = tuple(
        (arrays[f"mean_{name}"], arrays[f"square_{name}"]) for name in Weights._fields if f"mean_{name}" in arrays
    )
    return Checkpoint(about.pop("game"), weights, about, moments)
