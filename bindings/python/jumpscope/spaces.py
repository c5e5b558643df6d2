"""Spaces of actions and observations, with the part of Gymnasium's interface that environments here need.

With the package gymnasium, jumpscope.envs uses that package's spaces instead.
"""

from collections.abc import Sequence
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray


class Space:
    """What a value may be: sample() draws one, contains() tells."""

    def __init__(self, shape: tuple[int, ...], dtype: Any) -> None:
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self._random = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> int:
        """Makes what sample() draws reproducible; returns the seed."""
        chosen = int(np.random.SeedSequence(seed).generate_state(1)[0]) if seed is None else seed
        self._random = np.random.default_rng(chosen)
        return chosen

    def contains(self, value: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, value: Any) -> bool:
        return self.contains(value)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))


class Discrete(Space):
    """The integers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        super().__init__((), np.int64)
        self.n = int(n)

    def sample(self) -> int:
        return int(self._random.integers(self.n))

    def contains(self, value: Any) -> bool:
        whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
        return whole and 0 <= int(value) < self.n

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class MultiDiscrete(Space):
    """One integer each from 0 to the entry of nvec, less one."""

    def __init__(self, nvec: Sequence[int]) -> None:
        self.nvec = np.asarray(nvec, dtype=np.int64)
        super().__init__(self.nvec.shape, np.int64)

    def sample(self) -> NDArray[np.int64]:
        return self._random.integers(self.nvec)

    def contains(self, value: Any) -> bool:
        array = np.asarray(value)
        if array.shape != self.shape or array.dtype.kind not in "iu":
            return False
        return bool(np.all((array >= 0) & (array < self.nvec)))

    def __repr__(self) -> str:
        return f"MultiDiscrete({self.nvec.tolist()})"


class MultiBinary(Space):
    """Arrays of 0 and 1."""

    def __init__(self, n: Union[int, Sequence[int]]) -> None:
        super().__init__((int(n),) if isinstance(n, int) else tuple(n), np.int8)
        self.n = n

    def sample(self) -> NDArray[np.int8]:
        return self._random.integers(0, 2, size=self.shape, dtype=np.int8)

    def contains(self, value: Any) -> bool:
        array = np.asarray(value)
        return array.shape == self.shape and array.dtype.kind in "biu" and bool(np.all((array == 0) | (array == 1)))

    def __repr__(self) -> str:
        return f"MultiBinary({self.n})"


class Box(Space):
    """Arrays of one shape and type, with values from low to high."""

    def __init__(self, low: int, high: int, shape: Sequence[int], dtype: Any) -> None:
        super().__init__(tuple(shape), dtype)
        self.low = np.full(self.shape, low, self.dtype)
        self.high = np.full(self.shape, high, self.dtype)

    def sample(self) -> NDArray[Any]:
        return self._random.integers(int(self.low.flat[0]), int(self.high.flat[0]), self.shape, self.dtype, endpoint=True)

    def contains(self, value: Any) -> bool:
        array = np.asarray(value)
        if array.shape != self.shape or not np.can_cast(array.dtype, self.dtype):
            return False
        return bool(np.all((array >= self.low) & (array <= self.high)))

    def __repr__(self) -> str:
        return f"Box({self.low.flat[0]}, {self.high.flat[0]}, {self.shape}, {self.dtype})"
