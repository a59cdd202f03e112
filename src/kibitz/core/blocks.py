"""Long work of a kernel, cut into blocks: between them the clock is read and Ctrl-C is heard.

Python hears an interrupt only when a kernel returns. How the work is cut changes no result:
a kernel takes up where it stopped, its stream and its sums being arrays.
"""

import math
import time
from collections.abc import Iterator

FIRST_BLOCK = 16
BLOCK_SECONDS = 0.02
LOOKS = 10  # at the clock at least, before time is up


def blocks(most: int, seconds: float | None = None, first: int = FIRST_BLOCK) -> Iterator[int]:
    """Cut `most` units of work into blocks of some milliseconds; ends early when time is up.

    The clock starts after the first block, which may have to compile.
    """
    done, size, end = 0, first, math.inf
    short = BLOCK_SECONDS if seconds is None else min(BLOCK_SECONDS, seconds / LOOKS)
    while done < most:
        size = min(size, most - done)
        before = time.perf_counter()
        yield size
        now = time.perf_counter()
        done += size
        if done == size and seconds is not None:
            end = now + seconds
        if now >= end:
            return
        size = 2 * size if now - before < short else max(1, size // 2)


def spans(most: int, first: int = FIRST_BLOCK) -> Iterator[slice]:
    """The same blocks as slices of an array of `most` entries."""
    done = 0
    for size in blocks(most, first=first):
        yield slice(done, done + size)
        done += size
