"""What the compiler costs: `pytest -n 0 -p tests.compiling TESTS` with an empty KIBITZ_CACHE.

After the tests it prints the kernels that took longest to compile, each without the kernels
that were compiled on its way, with the number of signatures it was compiled for.
"""

import time
from collections import defaultdict
from typing import Any

from numba.core import event
from numba.core.dispatcher import Dispatcher

ROWS = 25


class Stopwatch(event.Listener):
    """Seconds of each kernel's own, by signature."""

    def __init__(self) -> None:
        self.own: dict[str, dict[str, float]] = defaultdict(dict)
        self._running: list[list[float]] = []  # when it began, and the seconds of inner ones

    def on_start(self, event: Any) -> None:
        self._running.append([time.thread_time(), 0.0])

    def on_end(self, event: Any) -> None:
        began, inner = self._running.pop()
        seconds = time.thread_time() - began
        if self._running:
            self._running[-1][1] += seconds
        self.own[_name(event.data["dispatcher"])][str(event.data["args"])] = seconds - inner


def _name(dispatcher: Dispatcher) -> str:
    function = dispatcher.py_func
    return f"{function.__module__}.{function.__qualname__}"


WATCH = Stopwatch()
event.register("numba:compile", WATCH)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The table, and the sum of all."""
    rows = sorted(
        ((sum(each.values()), len(each), name) for name, each in WATCH.own.items()), reverse=True
    )
    whole = sum(seconds for seconds, _, _ in rows)
    terminalreporter.section(f"{whole:.1f} s of compilation, {len(rows)} kernels")
    for seconds, count, name in rows[:ROWS]:
        terminalreporter.write_line(f"{seconds:7.2f} s  {count:2} signatures  {name}")
