"""Work in parts that several threads share, so that the answer does not depend on how many.

Parts are cut by the work alone, and what they find is added up in their order.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

PARTS = 32  # at the most
LEAST = 8  # pieces of work worth a part


def cuts(count: int) -> list[slice]:
    """The parts of so many pieces of work."""
    parts = max(1, min(PARTS, count // LEAST))
    edges = [count * i // parts for i in range(parts + 1)]
    return [slice(start, end) for start, end in pairwise(edges)]


def share_out(work: Callable[[int], None], count: int, threads: int) -> None:
    """Do the work of each number below `count`, in any order."""
    if threads == 1 or count == 1:
        for number in range(count):
            work(number)
        return
    with ThreadPoolExecutor(min(threads, count)) as pool:
        for job in [pool.submit(work, number) for number in range(count)]:
            job.result()
