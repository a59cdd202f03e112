"""A stream of random numbers for kernels: xoshiro256++ over four uint64 in an array.

The generator is Blackman and Vigna's (Scrambled Linear Pseudorandom Number Generators,
2021). The state is handed in, nothing is global, and the numbers are the same compiled
and not. Seeds come from `kibitz.core.seeds`.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64, unsigned
from kibitz.core.kernel import kernel

Stream: TypeAlias = NDArray[np.uint64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_LOW32 = np.uint64(0xFFFFFFFF)
_U1, _U11, _U17, _U19, _U23, _U27, _U30, _U31, _U32, _U41, _U45 = (
    np.uint64(n) for n in (1, 11, 17, 19, 23, 27, 30, 31, 32, 41, 45)
)
_UNIT = 1.0 / (1 << 53)


@kernel
def draw(stream: Stream) -> np.uint64:
    """The next 64 random bits."""
    s0, s1, s2, s3 = stream[0], stream[1], stream[2], stream[3]
    total = s0 + s3
    result = ((total << _U23) | (total >> _U41)) + s0
    t = s1 << _U17
    s2 ^= s0
    s3 ^= s1
    stream[1] = s1 ^ s2
    stream[0] = s0 ^ s3
    stream[2] = s2 ^ t
    stream[3] = (s3 << _U45) | (s3 >> _U19)
    return result  # type: ignore[no-any-return]


@kernel
def below(stream: Stream, n: int) -> int:
    """A whole number from 0 to n - 1, each exactly as likely; n below 2**32 (Lemire 2019)."""
    size = np.uint64(n)
    product = (draw(stream) >> _U32) * size
    if (product & _LOW32) < size:
        short = (_LOW32 - size + _U1) % size
        while (product & _LOW32) < short:
            product = (draw(stream) >> _U32) * size
    return int64(product >> _U32)


@kernel
def uniform(stream: Stream) -> float:
    """A float in [0, 1), 53 bits."""
    return np.float64(draw(stream) >> _U11) * _UNIT


@kernel
def seed62(stream: Stream) -> int:
    """A seed of 62 bits: what a deal is as a move."""
    return int64(draw(stream) >> np.uint64(2))


@kernel
def mix(x: int) -> np.uint64:
    """Scramble 64 bits one to one (the finaliser of SplitMix64)."""
    z = unsigned(x) + _GOLDEN
    z = (z ^ (z >> _U30)) * _MIX1
    z = (z ^ (z >> _U27)) * _MIX2
    return z ^ (z >> _U31)


@kernel
def reseed(stream: Stream, seed: int) -> None:
    """Start `stream` anew from an integer seed, by SplitMix64 as its authors advise."""
    state = unsigned(seed)
    for i in range(4):
        z = state + _GOLDEN
        state = z
        z = (z ^ (z >> _U30)) * _MIX1
        z = (z ^ (z >> _U27)) * _MIX2
        stream[i] = z ^ (z >> _U31)


@kernel
def shuffle(cards: NDArray[np.int64], stream: Stream) -> None:
    """Put `cards` into random order, in place (Fisher and Yates)."""
    for i in range(len(cards) - 1, 0, -1):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
