"""Nim by brute force: a position is won if some move leaves a lost one. Slow and obvious."""

from functools import cache


@cache
def is_won(heaps: tuple[int, ...], misere: bool = False, limit: int = 0) -> bool:
    """Whether the player to move wins; heaps in any order."""
    after = list(_after(heaps, limit))
    if not after:
        return misere  # the opponent took the last stone
    return any(not is_won(tuple(sorted(left)), misere, limit) for left in after)


def _after(heaps: tuple[int, ...], limit: int):
    for i, stones in enumerate(heaps):
        for taken in range(1, min(stones, limit or stones) + 1):
            yield (*heaps[:i], stones - taken, *heaps[i + 1 :])
