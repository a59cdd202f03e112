"""The whole test, played over and over: how often it passes, how long it takes."""

from collections.abc import Generator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import Answer, Progress, ask
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.lab.company import ask_cluster, check_cluster, hands_at
from kibitz.lab.figures import Interval, ask_seed, interval
from kibitz.lab.pulse import Pulse
from kibitz.lab.sprt.design import SprtGamesRequest, ask_regularise, title

if TYPE_CHECKING:
    from kibitz.stats.simulate import SimulatedTests
    from kibitz.stats.simulate import Simulation as Setup

STREAM_TESTS = 1000
RUNNING, FINISHED, INTERRUPTED = "running", "finished", "interrupted"


@dataclass(frozen=True)
class Simulated:
    """What some simulated tests came to; None before the first has ended."""

    pass_rate: float | None
    pass_interval: tuple[float, float] | None
    length: float | None  # in games
    length_interval: Interval | None
    simulations: int
    invalid: int  # tests that stopped with an empty inner cell

    @classmethod
    def figures(cls, tests: "SimulatedTests") -> dict[str, Any]:
        """The fields of these tests."""
        if tests.simulations == 0:
            names = ("pass_rate", "pass_interval", "length", "length_interval")
            return {**dict.fromkeys(names), "simulations": 0, "invalid": 0}
        return {
            "pass_rate": tests.pass_rate,
            "pass_interval": tests.pass_interval,
            "length": tests.length,
            "length_interval": interval(tests.length_interval),
            "simulations": tests.simulations,
            "invalid": tests.invalid,
        }

    def words(self) -> str:
        """All figures in one line."""
        if self.pass_rate is None or self.pass_interval is None or self.length is None:
            return "no test has ended yet"
        low, high = self.pass_interval
        short, long = (f"{x:,.1f}" if x is not None else "?" for x in self.length_interval or ())
        invalid = f", {self.invalid} stopped with an empty inner cell" if self.invalid else ""
        return (
            f"{self.simulations:,} tests, pass {self.pass_rate:.4f} [{low:.4f}, {high:.4f}], "
            f"length {self.length:,.1f} games [{short}, {long}]{invalid}"
        )


@dataclass(frozen=True)
class EloDialects:
    """One strength in three dialects."""

    logistic: float
    normalized: float
    bayes: float


@dataclass(frozen=True)
class SimulatedDesign:
    """The test and the games that are simulated."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    elo_model: str
    batch: int
    overshoot: str
    small: float  # what an empty cell counts as
    elo: float
    draw_ratio: float
    bias: float


@dataclass(frozen=True)
class SprtSimulation(Simulated, Answer):
    """A simulation so far: its figures, its model of games, its design."""

    schema: ClassVar[str] = "sprt.simulate/1"
    probs: tuple[float, ...]  # of the five scores of a pair, lowest first
    draw_elo: float
    advantage: float  # BayesElo that the start is worth
    elo_table: dict[str, EloDialects]
    design: SimulatedDesign
    seed: int
    ending: str  # running, finished or interrupted
    truncate: int | None

    @property
    def progress(self) -> Progress:
        return Progress(self.simulations, self.truncate, self.words())

    def words(self) -> str:
        if self.ending == RUNNING and not self.simulations:
            design = self.design
            test = title(design.elo0, design.elo1, design.elo_model)
            return f"{test} at {design.elo:g}, draw ratio {design.draw_ratio:g}, seed {self.seed}"
        return super().words()

    def sheet(self) -> Sheet:
        shown = {name: value for name, value in asdict(self.design).items() if name != "small"}
        shown |= {"regularise": self.design.small, "seed": self.seed}
        bayes = {"draw_elo": _fixed(self.draw_elo, 4), "advantage": _fixed(self.advantage, 4)}
        dialects = [
            [name, *(_fixed(value, 5) for value in asdict(row).values())]
            for name, row in self.elo_table.items()
        ]
        numbers = ["Logistic", "Normalized", "Bayes"]
        return [
            listing(["", ""], _pairs(shown), title="Design parameters"),
            listing(["", ""], _pairs(bayes), title="BayesElo"),
            Words.of("probabilities " + " ".join(f"{p:.6f}" for p in self.probs)),
            listing(["Elo", *numbers], dialects, numbers=numbers),
            Words.of(self.words()),
        ]


def _fixed(value: float, places: int) -> str:
    return f"{round(value, places) + 0.0:.{places}f}"  # never -0.0000


def _pairs(fields: dict[str, Any]) -> list[list[str]]:
    return [
        [name, f"{value:g}" if isinstance(value, float) else str(value)]
        for name, value in fields.items()
    ]


@dataclass(frozen=True, kw_only=True)
class SimulationRequest(SprtGamesRequest[SprtSimulation]):
    """Simulate a test: how often it passes, how long it takes.

    Runs until --truncate tests are done or Ctrl-C, which prints the result so far.
    """

    verb: ClassVar[str] = "sprt.simulate"
    examples: ClassVar[tuple[str, ...]] = ("--elo1 5 --elo 2.5 --truncate 2000",)
    gives: ClassVar[type[Answer]] = SprtSimulation
    is_long: ClassVar[bool] = True
    is_logged: ClassVar[bool] = True

    elo: float = ask(0.0, "True Elo of the simulated games.", metavar="ELO")
    regularise: float = ask_regularise(1e-4)
    truncate: int | None = ask(None, "Stop after N tests.", low=1, metavar="N")
    every: int | None = ask(
        None, "Tests per line of a stream or a pipe (1000).", low=1, metavar="N"
    )
    seed: int | None = ask_seed()
    cluster: str | None = ask_cluster()

    def check(self) -> None:
        super().check()
        check_cluster(self.cluster)
        self.looked_at(self.regularise)

    def streamed(self) -> "SimulationRequest":
        return replace(self, every=self.every or STREAM_TESTS)

    def answers(self) -> Generator[SprtSimulation]:
        from kibitz.stats.simulate import SimulatedTests, simulate

        setup = self._setup()
        fixed, tests, pulse = _fixed_fields(setup), SimulatedTests(), Pulse(self.every)

        def snapshot(ending: str = RUNNING) -> SprtSimulation:
            figures = Simulated.figures(tests)
            return SprtSimulation(**figures, **fixed, ending=ending, truncate=self.truncate)

        yield snapshot()
        try:
            with (
                hands_at(self.cluster) as hands,
                closing(
                    simulate(setup, self.truncate, self.thread_count(), hands=hands)
                ) as running,
            ):
                for tests in running:
                    if pulse.is_due(tests.simulations) and tests.simulations != self.truncate:
                        yield pulse.taken(tests.simulations, snapshot)
        except KeyboardInterrupt:
            yield snapshot(INTERRUPTED)
            raise
        yield snapshot(FINISHED)

    def _setup(self) -> "Setup":
        from kibitz.core.seeds import checked_seed
        from kibitz.stats.simulate import Simulation

        design = self.looked_at(self.regularise)
        return Simulation(design, self.games(), self.elo, checked_seed(self.seed))


def _fixed_fields(setup: "Setup") -> dict[str, Any]:
    """What is known before the first test."""
    design, games = setup.design, setup.games
    elos = {"Elo0": design.elo0, "Elo1": design.elo1, "Elo": setup.elo}
    rows = {name: games.row(elo, design.elo_model) for name, elo in elos.items()}
    known = design.to_dict()
    del known["seed"]
    return {
        "probs": setup.law,
        "draw_elo": games.draw_elo,
        "advantage": games.advantage,
        "elo_table": {name: EloDialects(**asdict(row)) for name, row in rows.items()},
        "design": SimulatedDesign(
            **known, elo=setup.elo, draw_ratio=games.draw_ratio, bias=games.bias
        ),
        "seed": setup.seed,
    }
