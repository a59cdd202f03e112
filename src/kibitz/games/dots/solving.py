"""Solving a board of dots and boxes while somebody watches, in a thread of its own."""

import os
import time
from collections.abc import Generator
from dataclasses import dataclass
from threading import Thread

import numpy as np

from kibitz.games.dots.board import DotsBoard
from kibitz.games.dots.rules import Dots
from kibitz.games.dots.solver import Solver, SolverProgress

LOOK_SECONDS = 0.25  # between two looks at a solver under way
LEAST_BITS, MOST_BITS, FREE_LINES = 4, 12, 24  # a table of 16 to 4096 megabytes, by lines
UNKNOWN_MEMORY = 256  # megabytes at most where nobody says what is free
EXPECTED = {(2, 6): 7_100_000, (3, 4): 2_530_000, (4, 4): 389_500_000}  # positions these took


@dataclass(frozen=True)
class Solving:
    """How far a solver is; the margin still to come for the mover, once it is known."""

    margin: int | None
    nodes: int
    seconds: float
    progress: SolverProgress


def solvings(
    board: DotsBoard, p: Dots, megabytes: int | None = None
) -> Generator[Solving, None, None]:
    """Looks at a solver at work, the last of which has the margin; closed, it stops the solver."""
    Solver(DotsBoard(1, 1), megabytes=1).margin(0)  # loads the kernels
    begun, answer = time.perf_counter(), list[int | None]()
    solver = Solver(board, megabytes=megabytes or usual_megabytes(board.lines))
    thread = Thread(target=_search, args=(solver, p, answer), daemon=True)
    thread.start()
    try:
        thread.join(LOOK_SECONDS)
        while thread.is_alive():
            yield Solving(None, solver.nodes, time.perf_counter() - begun, solver.progress)
            thread.join(LOOK_SECONDS)
    finally:
        solver.stop()
        thread.join()
    yield Solving(answer[0], solver.nodes, time.perf_counter() - begun, solver.progress)


def _search(solver: Solver, p: Dots, answer: list[int | None]) -> None:
    boxes_left = p.rows * p.columns - p.first - p.second
    guess = 0 if boxes_left % 2 == 0 else -1
    with np.errstate(over="ignore"):  # a thread has settings of its own
        answer.append(solver.margin(int(p.lines), guess))


def expected_nodes(p: Dots) -> int | None:
    """About how many positions a solver will search, where that is known."""
    return EXPECTED.get((int(p.rows), int(p.columns))) if p.lines == 0 else None


def usual_megabytes(lines: int) -> int:
    """The size of a table for a board: twice as much for each line more, but no more than half
    of the memory that is free."""
    wanted = 1 << max(LEAST_BITS, min(lines - FREE_LINES, MOST_BITS))
    try:
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (AttributeError, OSError, ValueError):  # not known on every system
        return min(wanted, UNKNOWN_MEMORY)
    return max(1, min(wanted, free // 2))
