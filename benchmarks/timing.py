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


def report(what: str, ratio: float, wanted: float, detail: str = "") -> None:
    """Print one ratio beside the least we want of it."""
    verdict = "ok  " if ratio >= wanted else "LESS"
    print(f"{verdict} {what}: {ratio:.2f} times (wanted {wanted:g})  {detail}".rstrip())
