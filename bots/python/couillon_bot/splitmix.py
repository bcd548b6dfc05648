"""Random numbers: the same seed gives the same ones in every SDK."""

from __future__ import annotations

from typing import Sequence, TypeVar

_T = TypeVar("_T")
_MASK = (1 << 64) - 1


class SplitMix64:
    """The generator SplitMix64, seeded with a number of 64 bits."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed

    def next(self) -> int:
        """The next number, 0 to 2**64 - 1."""
        self.state = z = self.state + 0x9E3779B97F4A7C15 & _MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """A number from 0 to n - 1: the high 64 bits of next() * n."""
        return self.next() * n >> 64

    def choice(self, items: Sequence[_T]) -> _T:
        """One of the items: the below(len(items))-th."""
        return items[self.next() * len(items) >> 64]
