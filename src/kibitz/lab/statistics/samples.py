"""Requests about samples: the bootstrap of pair scores, and what so many samples are worth."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal

from kibitz.core.doubt import give_or_take
from kibitz.core.request import PLACE, Answer, Request, ask
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.lab.figures import ask_confidence, ask_seed, duration
from kibitz.lab.reading import read_text


@dataclass(frozen=True)
class BootstrapAnswer(Answer):
    """The mean of pair scores with the interval that resampling pairs gives it."""

    schema: ClassVar[str] = "stats.bootstrap/1"
    mean: float
    error: float
    interval: tuple[float, float]
    confidence: float
    method: str
    samples: int
    resamples: int
    against: float
    verdict: str
    seed: int

    def sheet(self) -> Sheet:
        low, high = self.interval
        how = f"({self.method}, {self.resamples:,} resamples)"
        is_clear = self.verdict.startswith("significantly")
        return [
            Words.of(
                f"mean {self.mean:.5g} ± {self.error:.2g} over {self.samples:,} pairs",
                f"{100.0 * self.confidence:g} % {low:.5g} to {high:.5g} {how}",
                f"{self.verdict} than {self.against:g}" if is_clear else self.verdict,
            )
        ]


@dataclass(frozen=True)
class BootstrapRequest(Request[BootstrapAnswer]):
    """Bootstrap the mean of the pair scores in FILE."""

    verb: ClassVar[str] = "stats.bootstrap"
    gives: ClassVar[type[Answer]] = BootstrapAnswer

    file: str = ask(help="A file of numbers, one per pair; - is stdin.", argument=True, holds=PLACE)
    method: Literal["bca", "percentile"] = ask("bca", "Kind of interval.")
    resamples: int = ask(1000, "Number of resamples.", metavar="N")
    against: float = ask(0.5, "Value to beat.", metavar="X")
    confidence: float = ask_confidence()
    seed: int | None = ask_seed()

    def answers(self) -> Iterator[BootstrapAnswer]:
        from kibitz.core.seeds import checked_seed
        from kibitz.stats.bootstrap import Method, bootstrap
        from kibitz.stats.listing import parse_values

        root = checked_seed(self.seed)
        values = parse_values(read_text(self.file), f"'{self.file}'")
        method = Method(self.method)
        found = bootstrap(values, self.resamples, self.confidence, method, root, self.against)
        fields = asdict(found) | {"method": self.method}
        yield BootstrapAnswer(**fields, verdict=found.verdict, seed=root)


@dataclass(frozen=True)
class SamplesWorth:
    """What so many samples give."""

    samples: int
    error: float
    half_interval: float
    difference: float  # smallest between two independent estimates that is significant
    purpose: str
    seconds: float


@dataclass(frozen=True)
class SampleSizes(Answer):
    """Errors, intervals and times for more and more samples."""

    schema: ClassVar[str] = "stats.convergence/1"
    sigma: float
    rate: float  # samples per second
    measured: bool  # whether the rate was measured here
    confidence: float
    table: tuple[SamplesWorth, ...]

    def sheet(self) -> Sheet:
        sure = f"{100.0 * self.confidence:g} %"
        figures = ("samples", "error", sure, "tells apart", "time")
        table = listing([*figures, "good for"], map(_cells, self.table), numbers=figures)
        if not self.measured:
            return [table]
        told = f"time for samples of one shuffled pack each, {self.rate:,.0f} per second here"
        return [table, Words.of(told, role="quiet")]

    def rows(self) -> list[dict[str, Any]]:
        return [asdict(row) for row in self.table]


def _cells(row: SamplesWorth) -> list[str]:
    figures = [f"{row.samples:,}", f"{row.error:.4f}", give_or_take(row.half_interval, 4).strip()]
    return [*figures, f"{row.difference:.4f}", duration(row.seconds), row.purpose]


@dataclass(frozen=True)
class SampleSizesRequest(Request[SampleSizes]):
    """Say what samples buy: error, interval, what they are good for."""

    verb: ClassVar[str] = "stats.convergence"
    examples: ClassVar[tuple[str, ...]] = ("--sigma 4 --rate 1000",)
    gives: ClassVar[type[Answer]] = SampleSizes

    sigma: float = ask(help="Standard deviation of one sample.", metavar="X")
    rate: float | None = ask(None, "Samples per second; measured unless given.", metavar="X")
    confidence: float = ask_confidence()

    def answers(self) -> Iterator[SampleSizes]:
        from kibitz.stats.convergence import convergence_table, measured_rate

        speed = measured_rate() if self.rate is None else self.rate
        steps = convergence_table(self.sigma, speed, confidence=self.confidence)
        table = tuple(SamplesWorth(**asdict(step)) for step in steps)
        yield SampleSizes(self.sigma, speed, self.rate is None, self.confidence, table)
