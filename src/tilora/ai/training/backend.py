"""Array operations for the learner, with NumPy or with PyTorch on a GPU.

The learner is written once: arrays of both libraries add, multiply and index in the same way. This module covers the
operations that differ.
"""

from importlib import import_module
from typing import Any, Protocol

import numpy as np


class Backend(Protocol):
    """The operations that the learner needs in addition to operators."""

    name: str
    window_bytes: int
    """How much memory the window may take."""

    def array(self, values: Any) -> Any:
        """Return the values on the learner's device, as 32-bit floats or 64-bit integers."""

    def store(self, values: Any) -> Any:
        """Return the values on the learner's device, in their own type."""

    def to_numpy(self, array: Any) -> Any:
        """Return a NumPy copy of the array."""

    def floats(self, array: Any) -> Any: ...

    def zeros(self, *shape: int, dtype: str = "float32") -> Any: ...

    def exp(self, array: Any) -> Any: ...

    def log(self, array: Any) -> Any: ...

    def sqrt(self, array: Any) -> Any: ...

    def arange(self, size: int) -> Any:
        """Return 0, 1, …, size - 1."""

    def repeat(self, values: Any, times: Any) -> Any:
        """Repeat each value the given number of times."""

    def cumulative_sum(self, values: Any) -> Any:
        """Return the running sum."""

    def nonzero(self, values: Any) -> Any:
        """Return the indices of the values that are not zero."""

    def segment_sum(self, values: Any, places: Any, size: int) -> Any:
        """Return the sum of the values at each place."""

    def segment_max(self, values: Any, places: Any, size: int) -> Any:
        """Return the highest of the values at each place."""

    def random_integers(self, below: int, size: int) -> Any:
        """Draw this many random integers from 0 to below - 1."""


class NumpyBackend:
    """Computes with NumPy."""

    name = "NumPy"
    window_bytes = 1 << 30

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def array(self, values: Any) -> Any:
        """Return the values as 32-bit floats or 64-bit integers."""
        values = np.asarray(values)
        return values.astype(np.float32 if values.dtype.kind == "f" else np.int64)

    def store(self, values: Any) -> Any:
        """Return the values in their own type."""
        return np.asarray(values)

    def to_numpy(self, array: Any) -> Any:
        """Return a copy of the array."""
        return np.array(array)

    def floats(self, array: Any) -> Any:
        return array.astype(np.float32)

    def zeros(self, *shape: int, dtype: str = "float32") -> Any:
        return np.zeros(shape, dtype)

    def exp(self, array: Any) -> Any:
        return np.exp(array)

    def log(self, array: Any) -> Any:
        return np.log(array)

    def sqrt(self, array: Any) -> Any:
        return np.sqrt(array)

    def arange(self, size: int) -> Any:
        """Return 0, 1, …, size - 1."""
        return np.arange(size)

    def repeat(self, values: Any, times: Any) -> Any:
        """Repeat each value the given number of times."""
        return np.repeat(values, times)

    def cumulative_sum(self, values: Any) -> Any:
        """Return the running sum."""
        return np.cumsum(values)

    def nonzero(self, values: Any) -> Any:
        """Return the indices of the values that are not zero."""
        return np.flatnonzero(values)

    def segment_sum(self, values: Any, places: Any, size: int) -> Any:
        """Return the sum of the values at each place."""
        return np.bincount(places, values, size).astype(values.dtype)

    def segment_max(self, values: Any, places: Any, size: int) -> Any:
        """Return the highest of the values at each place."""
        out = np.full(size, -1e9, values.dtype)
        np.maximum.at(out, places, values)
        return out

    def random_integers(self, below: int, size: int) -> Any:
        """Draw this many random integers from 0 to below - 1."""
        return self._rng.integers(below, size=size)


class TorchBackend:
    """Computes with PyTorch, on a GPU if there is one."""

    def __init__(self, seed: int) -> None:
        torch: Any = import_module("torch")
        torch.set_grad_enabled(False)
        self._torch = torch
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        self._rng = torch.Generator(self._device)
        self._rng.manual_seed(seed)
        self.window_bytes = NumpyBackend.window_bytes
        if self._device == "cuda":
            self.window_bytes = torch.cuda.get_device_properties(0).total_memory // 8
        self.name = f"PyTorch on {torch.cuda.get_device_name() if self._device == 'cuda' else 'the CPU'}"

    def array(self, values: Any) -> Any:
        """Return the values as 32-bit floats or 64-bit integers."""
        values = np.asarray(values)
        values = np.ascontiguousarray(values, np.float32 if values.dtype.kind == "f" else np.int64)
        return self._torch.tensor(values, device=self._device)

    def store(self, values: Any) -> Any:
        """Return the values in their own type."""
        return self._torch.tensor(np.ascontiguousarray(values), device=self._device)

    def to_numpy(self, array: Any) -> Any:
        """Return a NumPy copy of the tensor."""
        return np.array(array.detach().cpu().numpy())

    def floats(self, array: Any) -> Any:
        return array.to(self._torch.float32)

    def zeros(self, *shape: int, dtype: str = "float32") -> Any:
        return self._torch.zeros(shape, dtype=getattr(self._torch, dtype), device=self._device)

    def exp(self, array: Any) -> Any:
        return self._torch.exp(array)

    def log(self, array: Any) -> Any:
        return self._torch.log(array)

    def sqrt(self, array: Any) -> Any:
        return self._torch.sqrt(array)

    def arange(self, size: int) -> Any:
        """Return 0, 1, …, size - 1."""
        return self._torch.arange(size, device=self._device)

    def repeat(self, values: Any, times: Any) -> Any:
        """Repeat each value the given number of times."""
        return self._torch.repeat_interleave(values, times)

    def cumulative_sum(self, values: Any) -> Any:
        """Return the running sum."""
        return self._torch.cumsum(values, 0)

    def nonzero(self, values: Any) -> Any:
        """Return the indices of the values that are not zero."""
        return self._torch.nonzero(values).reshape(-1)

    def segment_sum(self, values: Any, places: Any, size: int) -> Any:
        """Return the sum of the values at each place."""
        return self._torch.zeros(size, dtype=values.dtype, device=self._device).index_add_(0, places, values)

    def segment_max(self, values: Any, places: Any, size: int) -> Any:
        """Return the highest of the values at each place."""
        out = self._torch.full((size,), -1e9, dtype=values.dtype, device=self._device)
        return out.scatter_reduce_(0, places, values, "amax")

    def random_integers(self, below: int, size: int) -> Any:
        """Draw this many random integers from 0 to below - 1."""
        return self._torch.randint(below, (size,), generator=self._rng, device=self._device)
