"""Numbers that tell nothing of each other: SipHash-2-4 of Aumasson and Bernstein (2012).

It is a keyed pseudo-random function: who knows any number of its values, but not the 128 bits
of its key, learns nothing about the others. It is a kernel, since a million pairs need their
seeds as fast as they are played; for a few at a time there is `kibitz.core.seeds.sealed`.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import signed, unsigned
from kibitz.core.kernel import kernel

_V0, _V1 = np.uint64(0x736F6D6570736575), np.uint64(0x646F72616E646F6D)
_V2, _V3 = np.uint64(0x6C7967656E657261), np.uint64(0x7465646279746573)
_LENGTH = np.uint64(8 << 56)  # the message is one word of eight bytes
_FF = np.uint64(0xFF)
_U2, _U13, _U16, _U17, _U21, _U32, _U43, _U47, _U48, _U51 = (
    np.uint64(n) for n in (2, 13, 16, 17, 21, 32, 43, 47, 48, 51)
)
_PAIRS = np.uint64(1 << 63)  # seeds of pairs stand away from branches


@kernel
def _mixed(
    v0: np.uint64, v1: np.uint64, v2: np.uint64, v3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """One round."""
    v0 = v0 + v1
    v1 = ((v1 << _U13) | (v1 >> _U51)) ^ v0
    v0 = (v0 << _U32) | (v0 >> _U32)
    v2 = v2 + v3
    v3 = ((v3 << _U16) | (v3 >> _U48)) ^ v2
    v0 = v0 + v3
    v3 = ((v3 << _U21) | (v3 >> _U43)) ^ v0
    v2 = v2 + v1
    v1 = ((v1 << _U17) | (v1 >> _U47)) ^ v2
    v2 = (v2 << _U32) | (v2 >> _U32)
    return v0, v1, v2, v3


@kernel
def siphash(k0: np.uint64, k1: np.uint64, word: np.uint64) -> np.uint64:
    """SipHash-2-4 of eight bytes under the key of two words."""
    v0, v1, v2, v3 = _mixed(k0 ^ _V0, k1 ^ _V1, k0 ^ _V2, k1 ^ _V3 ^ word)
    v0, v1, v2, v3 = _mixed(v0, v1, v2, v3)
    v0, v1, v2, v3 = _mixed(v0 ^ word, v1, v2, v3 ^ _LENGTH)
    v0, v1, v2, v3 = _mixed(v0, v1, v2, v3)
    v0, v1, v2, v3 = _mixed(v0 ^ _LENGTH, v1, v2 ^ _FF, v3)
    v0, v1, v2, v3 = _mixed(v0, v1, v2, v3)
    v0, v1, v2, v3 = _mixed(v0, v1, v2, v3)
    v0, v1, v2, v3 = _mixed(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@kernel
def fill_pairs(root: NDArray[np.uint64], first: int, seeds: NDArray[np.uint64]) -> None:
    """Write the seeds of the pairs from `first` on below a root, a row for each half of them."""
    k0, k1 = root[0], root[1]
    for half in range(2):
        for i in range(seeds.shape[1]):
            word = _PAIRS + unsigned(2 * (first + i) + half)
            seeds[half, i] = siphash(k0, k1, word)


@kernel
def fill_branches(seeds: NDArray[np.uint64], branches: NDArray[np.int64]) -> None:
    """Write the 62-bit seeds of every branch, a row for each, below these seeds."""
    for branch in range(len(branches)):
        word = unsigned(branch)
        for i in range(seeds.shape[1]):
            branches[branch, i] = signed(siphash(seeds[0, i], seeds[1, i], word) >> _U2)
