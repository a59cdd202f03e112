"""Best of several runs: the machine may be busy, the fastest run is the least disturbed."""

import time
from collections.abc import Callable
from typing import Any


def best_seconds(work: Callable[[], Any], repeats: int = 5) -> float:
    """The shortest time that `work` took; call it once before to leave out compiling."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def best_of_each(*works: Callable[[], Any], repeats: int = 40) -> list[float]:
    """The least time of this thread that each took, in turns, so that a busy spell hits all."""
    best = [float("inf")] * len(works)
    for _ in range(repeats):
        for i, work in enumerate(works):
            start = time.thread_time()
            work()
            best[i] = min(best[i], time.thread_time() - start)
    return best


def report(what: str, ratio: float, wanted: float, detail: str = "") -> None:
    """Print one ratio beside the least we want of it."""
    verdict = "ok  " if ratio >= wanted else "LESS"
    print(f"{verdict} {what}: {ratio:.2f} times (wanted {wanted:g})  {detail}".rstrip())
