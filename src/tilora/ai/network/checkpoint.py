"""Checkpoints: a network as one file of plain arrays, with where it came from. Nothing in it is code.

A checkpoint of training also holds what the optimiser remembers, in full precision; a network to ship is small.
"""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tilora.ai.network.contract import Floats, Shape
from tilora.ai.network.weights import Weights
from tilora.kernel import BadSetup

FORMAT = 1


@dataclass
class Checkpoint:
    """A network, where it came from, and what is needed to go on training it."""

    game: str
    weights: Weights
    history: dict[str, Any] = field(default_factory=dict)
    """Matches, samples, steps and minutes so far, seeds and settings of each sitting, and the date."""
    moments: tuple[tuple[Floats, Floats], ...] = ()
    """What the optimiser remembers of each array; nothing in a network to ship."""


def save(path: Path, checkpoint: Checkpoint, *, small: bool = False) -> None:
    """The file holds the checkpoint; it was never half written. A small one holds the network alone, in 16 bits."""
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


def load(path: Path, shape: Shape | None = None) -> Checkpoint:
    """The checkpoint in the file. Raises BadSetup for a file that holds none, or one of another shape."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays.pop("about").tobytes())
        weights = Weights(*(np.ascontiguousarray(arrays[name], np.float32) for name in Weights._fields))
    except (OSError, KeyError, ValueError) as error:
        raise BadSetup(f"{path} holds no network: {error}.") from error
    if about.pop("format", None) != FORMAT:
        raise BadSetup(f"{path} holds a network of another format.")
    found = len(weights.w1), weights.wp.shape[1], weights.wv.shape[1]
    if shape and found != (shape.features, shape.action_features, 2 * shape.seats):
        raise BadSetup(f"{path} was made for other features than the game has now: train it anew.")
    moments = tuple(
        (arrays[f"mean_{name}"], arrays[f"square_{name}"]) for name in Weights._fields if f"mean_{name}" in arrays
    )
    return Checkpoint(about.pop("game"), weights, about, moments)
