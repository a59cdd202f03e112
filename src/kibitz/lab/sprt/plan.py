"""What a test will do: pass probability and length over true Elos, as a table and curves."""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.doubt import give_or_take
from kibitz.core.request import Answer, Progress, ask
from kibitz.core.sheet import Chart, Curve, Dot, Sheet, listing
from kibitz.errors import BadValue
from kibitz.lab.company import ask_cluster, check_cluster, hands_at
from kibitz.lab.figures import Interval, ask_seed
from kibitz.lab.sprt.design import SprtGamesRequest
from kibitz.lab.sprt.simulation import Simulated

if TYPE_CHECKING:
    from kibitz.core.hands import Hands
    from kibitz.stats.design import Design
    from kibitz.stats.model import PairModel

ROWS, CURVE = 13, 121  # Elos of the table, and of a smooth curve


@dataclass(frozen=True)
class PlannedElo:
    """What the test does at one true Elo: in closed form, and simulated where asked for."""

    elo: float
    pass_rate: float
    games: float
    simulated: Simulated | None


@dataclass(frozen=True)
class SprtPlan(Answer):
    """A test foretold over true Elos."""

    schema: ClassVar[str] = "sprt.plan/1"
    elo0: float
    elo1: float
    alpha: float
    beta: float
    elo_model: str
    lower: float
    upper: float
    table: tuple[PlannedElo, ...]
    simulate: int  # tests simulated at each Elo
    seed: int | None  # of the simulation
    _curve: tuple[tuple[float, float, float], ...] = ()  # Elo, pass rate, games

    @property
    def progress(self) -> Progress | None:
        done = sum(row.simulated is not None for row in self.table)
        return Progress(done, len(self.table), f"{done} of {len(self.table)} simulated")

    def rows(self) -> list[dict[str, Any]]:
        return [asdict(row) for row in self.table]

    def sheet(self) -> Sheet:
        names = ["true Elo", "pass", "games"]
        if self.simulate:
            names += ["simulated pass", "simulated games"]
        rows = [_cells(row, bool(self.simulate)) for row in self.table]
        return [listing(names, rows, numbers=names), *self.charts()]

    def charts(self) -> tuple[Chart, Chart]:
        """How often the test passes and how long it takes, over the true Elo."""
        test = f"SPRT({self.elo0:g}, {self.elo1:g}), {self.elo_model} Elo"
        errors = f"alpha {self.alpha:g}, beta {self.beta:g}"
        passing = Curve(tuple((elo, rate) for elo, rate, _ in self._curve), dots=self._dots("pass"))
        length = Curve(tuple((elo, n) for elo, _, n in self._curve), dots=self._dots("length"))
        name = "probability of passing"
        levels = ((self.alpha, "alpha"), (1.0 - self.beta, "1 - beta"))
        return (
            Chart(f"{test}, {errors}", "true Elo", name, (passing,), levels, low=0.0, high=1.0),
            Chart(f"{test}: expected length", "true Elo", "games", (length,), low=0.0),
        )

    def _dots(self, which: str) -> tuple[Dot, ...]:
        return tuple(
            dot
            for row in self.table
            if row.simulated is not None and (dot := _dot(row.elo, row.simulated, which))
        )


def _dot(elo: float, seen: Simulated, which: str) -> Dot | None:
    is_pass = which == "pass"
    value = seen.pass_rate if is_pass else seen.length
    ends: Interval = (seen.pass_interval if is_pass else seen.length_interval) or (None, None)
    if value is None:
        return None
    return Dot(elo, value, words=f"simulated: {value:.4g}", low=ends[0], high=ends[1])


def _cells(row: PlannedElo, is_simulated: bool) -> list[str]:
    cells = [f"{row.elo:.2f}", f"{row.pass_rate:.4f}", f"{row.games:,.0f}"]
    if not is_simulated:
        return cells
    seen = row.simulated
    if seen is None or seen.pass_rate is None or seen.length is None:
        return [*cells, "", ""]
    return [
        *cells,
        f"{seen.pass_rate:.4f}{give_or_take(_half(seen.pass_interval), 4)}",
        f"{seen.length:,.0f}{give_or_take(_half(seen.length_interval), 0)}",
    ]


def _half(ends: Interval | None) -> float:
    low, high = ends or (None, None)
    return math.nan if low is None or high is None else (high - low) / 2


@dataclass(frozen=True, kw_only=True)
class PlanRequest(SprtGamesRequest[SprtPlan]):
    """Predict a test: pass probability and length by true Elo."""

    verb: ClassVar[str] = "sprt.plan"
    examples: ClassVar[tuple[str, ...]] = ("--elo1 5 --elo 0,2.5,5",)
    gives: ClassVar[type[Answer]] = SprtPlan
    is_long: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = ("svg", "html")

    elo: str | None = ask(None, "True Elos; a range unless given.", metavar="E,E,...")
    simulate: int = ask(0, "Also simulate N tests at each Elo.", low=0, metavar="N")
    seed: int | None = ask_seed()
    cluster: str | None = ask_cluster()

    def check(self) -> None:
        super().check()
        check_cluster(self.cluster)

    def answers(self) -> Iterator[SprtPlan]:
        from kibitz.stats.pentanomial import SIMULATED_SMALL

        design, games = self.looked_at(SIMULATED_SMALL), self.games()
        plan = self._foretold(design, games)
        if not self.simulate:
            yield plan
            return
        with hands_at(self.cluster) as hands:
            yield from self._simulated(plan, design, games, hands)

    def _foretold(self, design: "Design", games: "PairModel") -> SprtPlan:
        from kibitz.stats.plan import elo_range, forecast

        if self.elo is None:
            elos, curve = elo_range(design, ROWS), elo_range(design, CURVE)
        else:
            elos = parsed_elos(self.elo)
            curve = _between(min(elos), max(elos))
        told = [forecast(design, games, elo) for elo in elos]
        smooth = [forecast(design, games, elo) for elo in curve]
        return SprtPlan(
            design.elo0,
            design.elo1,
            design.alpha,
            design.beta,
            design.elo_model.value,
            design.walls.low,
            design.walls.high,
            tuple(PlannedElo(row.elo, row.pass_probability, row.games, None) for row in told),
            self.simulate,
            None,
            tuple((row.elo, row.pass_probability, row.games) for row in smooth),
        )

    def _simulated(
        self, plan: SprtPlan, design: "Design", games: "PairModel", hands: "Hands | None"
    ) -> Iterator[SprtPlan]:
        """The plan again with one more Elo simulated each time."""
        from kibitz.core.seeds import checked_seed, child
        from kibitz.stats.simulate import Simulation, simulated

        root, rows = checked_seed(self.seed), list(plan.table)
        for number, row in enumerate(plan.table):
            setup = Simulation(design, games, row.elo, child(root, number))
            tests = simulated(setup, self.simulate, self.thread_count(), hands)
            rows[number] = replace(row, simulated=Simulated(**Simulated.figures(tests)))
            plan = replace(plan, table=tuple(rows), seed=root)
            yield plan


def parsed_elos(text: str) -> list[float]:
    """Elos as people write them.

    >>> parsed_elos("0, 2.5")
    [0.0, 2.5]
    """
    try:
        elos = [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        elos = []
    if not elos or not all(map(math.isfinite, elos)):
        raise BadValue(f"elo '{text}' is not a list of numbers")
    return elos


def _between(low: float, high: float) -> list[float]:
    return [low + (high - low) * k / (CURVE - 1) for k in range(CURVE)]
