"""The solver: discounted CFR over all combos, with the exploitability of what it has.

>>> from kibitz.games.holdem.solver.spot import make_spot
>>> spot = make_spot("2c3d4h5sKd", "AA,KK,QQ", "66,77,JTs", 100, 200, "100", "100")
>>> list(SpotSolver(spot).run(target=0.1))[-1].exploitability < 0.1
True

Values are chips with the share of the pot, net of what a seat puts in after the root; both
seats' values make up the pot. Exploitability is the mean of what the two seats gain by a best
response, found exactly. The answer does not depend on the number of threads.

Discounted CFR is Brown and Sandholm's (2019), with regrets of t iterations times
t^1.5 / (t^1.5 + 1), or a half where they are below zero. The average strategy is the mean of
the strategies of each decision, weighted by t^5, whether or not the decision is reached: so
decisions off the path are worth looking at, too. Exploitability is measured, not promised.
"""

import math
import time
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.holdem.solver.crew import SolverCrew
from kibitz.games.holdem.solver.game import MEGABYTES, Books, layout_of
from kibitz.games.holdem.solver.passes import BEST, MEAN, ROOT, UPDATE, Mode, StreetScene, pass_last
from kibitz.games.holdem.solver.spot import Spot
from kibitz.games.holdem.solver.terminals import StreetDesk

REGRET_POWER, REGRET_LOSS, MEAN_POWER = 1.5, 0.5, 5.0
TARGET = 0.5  # percent of the pot
FIRST_CHECK = 16  # iterations before the first look at the exploitability
MOST_GROWTH = 1.6  # of the iterations until the next look
MOST_AT_ONCE = 256  # iterations on the river between two looks at the clock


class Snapshot(NamedTuple):
    """How far a solver is."""

    iterations: int
    exploitability: float  # chips
    ev: tuple[float, float]  # chips, of both seats
    seconds: float


@kernel
def update_mode(iteration: int) -> Mode:
    """The update of an iteration, counted from 0."""
    age = float(iteration)
    gain = age**REGRET_POWER
    return Mode(UPDATE, gain / (gain + 1.0), REGRET_LOSS, (age / (age + 1.0)) ** MEAN_POWER)


@kernel
def iterate_last(
    scenes: tuple[StreetScene, StreetScene],
    desks: tuple[StreetDesk, StreetDesk],
    first: int,
    end: int,
) -> None:
    """Iterations of a spot on the river, without coming back to Python."""
    for iteration in range(first, end):
        mode = update_mode(iteration)
        pass_last(scenes[0], ROOT, mode, desks[0])
        pass_last(scenes[1], ROOT, mode, desks[1])


class SpotSolver:
    """Solves one spot, as long as it is asked to."""

    def __init__(self, spot: Spot, threads: int = 1, megabytes: float = MEGABYTES) -> None:
        if threads < 1:
            raise BadValue(f"{threads} threads cannot solve; take 1 or more")
        self.layout = layout_of(spot, megabytes)
        self.books: Books = self.layout.empty_books()
        self.crew = SolverCrew(self.layout, self.books, threads)
        self.iterations = 0

    def run(
        self,
        target: float = TARGET,
        iterations: int | None = None,
        seconds: float | None = None,
    ) -> Iterator[Snapshot]:
        """Iterate until the exploitability is `target` percent of the pot, or until a limit.

        Snapshots come at every look at the exploitability; the last one is the answer.
        Whoever has enough stops asking.
        """
        started = time.monotonic()
        enough = self.layout.spot.pot * target / 100
        end = self.iterations + FIRST_CHECK
        while True:
            self._iterate(end if iterations is None else min(end, iterations), started, seconds)
            snapshot = self.snapshot(time.monotonic() - started)
            yield snapshot
            if snapshot.exploitability <= enough or self._is_over(iterations, started, seconds):
                return
            end = _next_check(self.iterations, snapshot.exploitability, enough)

    def _is_over(self, iterations: int | None, started: float, seconds: float | None) -> bool:
        late = seconds is not None and time.monotonic() - started >= seconds
        return late or (iterations is not None and self.iterations >= iterations)

    def _iterate(self, end: int, started: float, seconds: float | None) -> None:
        while self.iterations < end and not self._is_over(None, started, seconds):
            if len(self.layout.boards) == 1:
                self._iterate_last(min(end, self.iterations + MOST_AT_ONCE))
            else:
                mode = update_mode(self.iterations)
                self.crew.make_pass(0, mode)
                self.crew.make_pass(1, mode)
                self.iterations += 1

    def _iterate_last(self, end: int) -> None:
        oop, ip = self.crew.heroes
        scenes, desks = (oop.scenes[0], ip.scenes[0]), (oop.desks[0][0], ip.desks[0][0])
        iterate_last(scenes, desks, self.iterations, end)
        self.iterations = end

    def snapshot(self, seconds: float = 0.0) -> Snapshot:
        """The exploitability and the values of the average strategies so far."""
        best, mean = (Mode(kind, 1.0, 1.0, 1.0) for kind in (BEST, MEAN))
        gains = self.crew.root_value(0, best) + self.crew.root_value(1, best)
        value, half = self.crew.root_value(0, mean), self.layout.spot.pot / 2
        return Snapshot(self.iterations, gains / 2, (half + value, half - value), seconds)


def _next_check(iterations: int, exploitability: float, enough: float) -> int:
    """When to look again: exploitability falls about as the square of the iterations."""
    ratio = exploitability / enough if enough > 0 else math.inf
    growth = min(math.sqrt(max(ratio, 1.0)), MOST_GROWTH)
    return max(math.ceil(iterations * growth), iterations + 2 + iterations // 32)
