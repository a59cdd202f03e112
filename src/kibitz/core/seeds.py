"""One root seed; every task gets its own stream by its place in the work.

The key of a task is its index (and its parent's), never the order in which workers
reach it, so any number of workers gives the same answer.

A root has 128 bits from the system unless somebody gives one. Whoever knows the root of a
match knows every card of it; a root that a person chose can be guessed.
"""

import hashlib
import secrets

import numpy as np

from kibitz.core.stream import Stream
from kibitz.errors import BadValue

SEED_BITS = 128
LARGEST_SEED = (1 << SEED_BITS) - 1
_ALL = (1 << 64) - 1


def fresh_seed() -> int:
    """A new root seed that nobody can guess."""
    return secrets.randbits(SEED_BITS)


def checked_seed(seed: int | None) -> int:
    """`seed` if it is a valid one, a fresh one if it is None."""
    if seed is None:
        return fresh_seed()
    if not 0 <= seed <= LARGEST_SEED:
        raise BadValue(f"seed {seed} is not between 0 and {LARGEST_SEED}")
    return seed


def halves(seed: int) -> tuple[int, int]:
    """The low and the high 64 bits of a seed."""
    return seed & _ALL, seed >> 64 & _ALL


def joined_halves(low: int, high: int) -> int:
    """The seed of these halves."""
    return high << 64 | low


def sealed(root: int, *key: int) -> int:
    """A 128-bit seed for what stands at `key` below `root`, which does not betray the root.

    It is BLAKE2b under the key of the root: knowing some of its values tells nothing of others.
    """
    words = b"".join(word.to_bytes(8, "little") for word in key)
    secret = root.to_bytes(SEED_BITS // 8, "little")
    digest = hashlib.blake2b(words, key=secret, digest_size=SEED_BITS // 8, person=b"kibitz")
    return int.from_bytes(digest.digest(), "little")


def child(root: int, *key: int) -> int:
    """A 62-bit seed for the task at `key` below `root`."""
    state = np.random.SeedSequence(root, spawn_key=key).generate_state(1, np.uint64)
    return int(state[0] >> np.uint64(2))


def stream(root: int, *key: int) -> Stream:
    """A random stream for the task at `key` below `root`."""
    state: Stream = np.random.SeedSequence(root, spawn_key=key).generate_state(4, np.uint64)  # type: ignore[assignment]
    return state


def generator(root: int, *key: int) -> np.random.Generator:
    """A NumPy generator for the task at `key` below `root`: for arrays outside kernels."""
    return np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(root, spawn_key=key)))


def nth(seed: int, n: int) -> int:
    """The n-th 62-bit seed below `seed`: quicker than `child`, for what happens every move.

    It is SplitMix64 in plain Python, the n-th number of the sequence that starts at `seed`.
    """
    z = (seed + (n + 1) * 0x9E3779B97F4A7C15) & _ALL
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _ALL
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _ALL
    return (z ^ z >> 31) >> 2
