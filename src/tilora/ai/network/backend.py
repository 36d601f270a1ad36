"""Where the learner's arrays live: in NumPy, or with PyTorch on a GPU where there is one.

The learner is written once, over arrays that add, multiply and index alike in both. Here is the little that does not.
"""

from importlib import import_module
from typing import Any, Protocol

import numpy as np


class Backend(Protocol):
    """What the learner asks for beyond operators."""

    name: str

    def array(self, values: Any) -> Any:
        """The values where the learner computes, as floats of 32 bits or integers of 64."""

    def stored(self, values: Any) -> Any:
        """The values where the learner computes, in the type that they come in."""

    def numpy(self, array: Any) -> Any:
        """The array for others."""

    def floats(self, array: Any) -> Any: ...

    def zeros(self, *shape: int) -> Any: ...

    def join(self, arrays: list[Any]) -> Any: ...

    def exp(self, array: Any) -> Any: ...

    def log(self, array: Any) -> Any: ...

    def sqrt(self, array: Any) -> Any: ...

    def count_up(self, size: int) -> Any:
        """0, 1, …, size - 1."""

    def repeat(self, values: Any, times: Any) -> Any:
        """Each of the values so many times."""

    def running(self, values: Any) -> Any:
        """The running sum."""

    def nonzero(self, values: Any) -> Any:
        """Where the values are not zero."""

    def sums(self, values: Any, places: Any, size: int) -> Any:
        """The sums of the values at each of the places."""

    def highest(self, values: Any, places: Any, size: int) -> Any:
        """The highest of the values at each of the places."""

    def drawn(self, below: int, size: int) -> Any:
        """So many random integers."""


class OnNumpy:
    """Arrays of NumPy."""

    name = "NumPy"

    def __init__(self, seed: int) -> None:
        self._dice = np.random.default_rng(seed)

    def array(self, values: Any) -> Any:
        """The values as floats of 32 bits or integers of 64."""
        values = np.asarray(values)
        return values.astype(np.float32 if values.dtype.kind == "f" else np.int64)

    def stored(self, values: Any) -> Any:
        """The values in the type that they come in."""
        return np.asarray(values)

    def numpy(self, array: Any) -> Any:
        """The array for others."""
        return np.array(array)

    def floats(self, array: Any) -> Any:
        return array.astype(np.float32)

    def zeros(self, *shape: int) -> Any:
        return np.zeros(shape, np.float32)

    def join(self, arrays: list[Any]) -> Any:
        return np.concatenate(arrays)

    def exp(self, array: Any) -> Any:
        return np.exp(array)

    def log(self, array: Any) -> Any:
        return np.log(array)

    def sqrt(self, array: Any) -> Any:
        return np.sqrt(array)

    def count_up(self, size: int) -> Any:
        """0, 1, …, size - 1."""
        return np.arange(size)

    def repeat(self, values: Any, times: Any) -> Any:
        """Each of the values so many times."""
        return np.repeat(values, times)

    def running(self, values: Any) -> Any:
        """The running sum."""
        return np.cumsum(values)

    def nonzero(self, values: Any) -> Any:
        """Where the values are not zero."""
        return np.flatnonzero(values)

    def sums(self, values: Any, places: Any, size: int) -> Any:
        """The sums of the values at each of the places."""
        return np.bincount(places, values, size).astype(values.dtype)

    def highest(self, values: Any, places: Any, size: int) -> Any:
        """The highest of the values at each of the places."""
        out = np.full(size, -1e9, values.dtype)
        np.maximum.at(out, places, values)
        return out

    def drawn(self, below: int, size: int) -> Any:
        """So many random integers."""
        return self._dice.integers(below, size=size)


class OnTorch:
    """Tensors of PyTorch, on a GPU if there is one."""

    def __init__(self, seed: int) -> None:
        torch: Any = import_module("torch")
        torch.set_grad_enabled(False)
        self._torch = torch
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        self._dice = torch.Generator(self._device)
        self._dice.manual_seed(seed)
        self.name = f"PyTorch on {torch.cuda.get_device_name() if self._device == 'cuda' else 'the CPU'}"

    def array(self, values: Any) -> Any:
        """The values as floats of 32 bits or integers of 64."""
        values = np.asarray(values)
        values = np.ascontiguousarray(values, np.float32 if values.dtype.kind == "f" else np.int64)
        return self._torch.tensor(values, device=self._device)

    def stored(self, values: Any) -> Any:
        """The values in the type that they come in."""
        return self._torch.tensor(np.ascontiguousarray(values), device=self._device)

    def numpy(self, array: Any) -> Any:
        """The array for others."""
        return np.array(array.detach().cpu().numpy())

    def floats(self, array: Any) -> Any:
        return array.to(self._torch.float32)

    def zeros(self, *shape: int) -> Any:
        return self._torch.zeros(shape, dtype=self._torch.float32, device=self._device)

    def join(self, arrays: list[Any]) -> Any:
        return self._torch.cat(arrays)

    def exp(self, array: Any) -> Any:
        return self._torch.exp(array)

    def log(self, array: Any) -> Any:
        return self._torch.log(array)

    def sqrt(self, array: Any) -> Any:
        return self._torch.sqrt(array)

    def count_up(self, size: int) -> Any:
        """0, 1, …, size - 1."""
        return self._torch.arange(size, device=self._device)

    def repeat(self, values: Any, times: Any) -> Any:
        """Each of the values so many times."""
        return self._torch.repeat_interleave(values, times)

    def running(self, values: Any) -> Any:
        """The running sum."""
        return self._torch.cumsum(values, 0)

    def nonzero(self, values: Any) -> Any:
        """Where the values are not zero."""
        return self._torch.nonzero(values).reshape(-1)

    def sums(self, values: Any, places: Any, size: int) -> Any:
        """The sums of the values at each of the places."""
        return self._torch.zeros(size, dtype=values.dtype, device=self._device).index_add_(0, places, values)

    def highest(self, values: Any, places: Any, size: int) -> Any:
        """The highest of the values at each of the places."""
        out = self._torch.full((size,), -1e9, dtype=values.dtype, device=self._device)
        return out.scatter_reduce_(0, places, values, "amax")

    def drawn(self, below: int, size: int) -> Any:
        """So many random integers."""
        return self._torch.randint(below, (size,), generator=self._dice, device=self._device)
