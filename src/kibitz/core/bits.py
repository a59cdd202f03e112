"""Sets of squares, cards or moves as the bits of one integer, in kernels.

Positions hold int64; a set of 64 needs uint64. `unsigned` and `signed` turn one bit
pattern into the other, alike compiled and not; never mix the two in one expression.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from kibitz.core.kernel import kernel

int64 = cast(Callable[[Any], int], np.int64)  # for kernels: the type says what Python sees

_M1 = np.uint64(0x5555555555555555)
_M2 = np.uint64(0x3333333333333333)
_M4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_H01 = np.uint64(0x0101010101010101)
_U0, _U1, _U2, _U4, _U56 = (np.uint64(n) for n in (0, 1, 2, 4, 56))


@kernel
def unsigned(x: int) -> np.uint64:
    """The 64 bits of a signed integer as an unsigned one."""
    return np.uint64(int64(x))


@kernel
def signed(x: np.uint64) -> int:
    """The 64 bits of an unsigned integer as a signed one."""
    return int64(x)


@kernel
def count_bits(x: np.uint64) -> int:
    """How many bits are set."""
    x -= (x >> _U1) & _M1
    x = (x & _M2) + ((x >> _U2) & _M2)
    x = (x + (x >> _U4)) & _M4
    return int64((x * _H01) >> _U56)


@kernel
def lowest_bit(x: np.uint64) -> int:
    """The index of the lowest set bit; x must not be 0."""
    return count_bits((x & (~x + _U1)) - _U1)
