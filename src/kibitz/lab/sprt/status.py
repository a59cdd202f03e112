"""What the counts of a test say, without its history."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.request import Answer, ask
from kibitz.core.sheet import Sheet, Words
from kibitz.errors import BadValue
from kibitz.lab.figures import Interval, finite, interval
from kibitz.lab.sprt.design import (
    CORRECTIONS,
    SprtRequest,
    ask_batch,
    ask_overshoot,
    ask_regularise,
    title,
)

if TYPE_CHECKING:
    from kibitz.stats.design import Design
    from kibitz.stats.pentanomial import Pentanomial

CODES = {"H1 accepted": 0, "H0 accepted": 3, "inconclusive": 4}

CLAMPED = "clamped: by the normal approximation the ratio is well beyond its bound"


@dataclass(frozen=True)
class NaiveElo:
    """The Elo of the counts as if nobody had stopped when they looked good."""

    elo: float | None  # None after a clean sweep: infinite
    elo_interval: Interval
    los: float


@dataclass(frozen=True)
class SprtStatus(Answer):
    """The verdict of a test, and the Elo that allows for its stop."""

    schema: ClassVar[str] = "sprt.status/2"
    elo0: float
    elo1: float
    elo_model: str
    llr: float
    lower: float  # the bounds that decide, correction included
    upper: float
    overshoot: str  # the correction
    verdict: str
    elo: float | None
    elo_interval: Interval
    nelo: float | None
    nelo_interval: Interval
    los: float
    clamped: bool  # whether the ratio is well beyond its bound
    games: int
    score: float
    naive: NaiveElo
    bounds_given: bool = False  # whether the bounds are those of the request
    _exit_code: int = 0

    @property
    def exit_code(self) -> int:
        return self._exit_code

    def sheet(self) -> Sheet:
        naive = self.naive
        bounds = f"between {self.lower:.4f} and {self.upper:.4f}"
        correction = "the bounds given" if self.bounds_given else CORRECTIONS[self.overshoot]
        note = f" ({CLAMPED})" if self.clamped else ""
        return [
            Words.of(
                title(self.elo0, self.elo1, self.elo_model),
                f"LLR {self.llr:.4f} {bounds}: {self.verdict}",
                f"by the counts alone, whatever their order: {correction}",
                f"Elo {_strength(self.elo, self.elo_interval)}, allowing for the stop{note}",
                f"    {_strength(naive.elo, naive.elo_interval)}, naive",
                f"normalised Elo {_strength(self.nelo, self.nelo_interval)}",
                f"likelihood of superiority {100 * self.los:.2f} %",
                f"{self.games:,} games, score {100 * self.score:.2f} %",
            )
        ]


def _strength(elo: float | None, ends: Interval) -> str:
    """An Elo with its interval, either end of which may be open."""
    low, high = ends
    if low is not None and high is not None:
        bound = f"{low:.2f} to {high:.2f}"
    elif low is None and high is None:
        return "unknown"
    else:
        bound = f"below {high:.2f}" if low is None else f"above {low:.2f}"
    return f"{bound} (95 %)" if elo is None else f"{elo:.2f}, 95 % {bound}"


@dataclass(frozen=True, kw_only=True)
class StatusRequest(SprtRequest[SprtStatus]):
    """Read a test from its counts: verdict, Elo, and how sure.

    The verdict is that of a match that has come to these counts without stopping before.
    Only the bounds of siegmund depend on the order of the pairs: give those of the match.
    """

    verb: ClassVar[str] = "sprt.status"
    examples: ClassVar[tuple[str, ...]] = (
        "--results 150,900,2000,1010,190",
        "--results 591,2163,716 --elo-model normalized",
    )
    gives: ClassVar[type[Answer]] = SprtStatus

    results: str = ask(help="Five counts, or three.", metavar="LL,LD,DD,WD,WW")
    regularise: float = ask_regularise(1e-3)
    batch: int = ask_batch()
    overshoot: str = ask_overshoot("expected")
    bounds: tuple[float, float] | None = ask(
        None, "Decide between these bounds, as a match shows them.", metavar="LOWER UPPER"
    )
    exit_code: bool = ask(False, "Exit with 3 for H0, 4 while inconclusive.")

    def check(self) -> None:
        self._tested()
        if self.bounds is not None and not self.bounds[0] < self.bounds[1]:
            raise BadValue(f"bounds {self.bounds[0]:g} and {self.bounds[1]:g} are not in order")

    def _tested(self) -> "tuple[Design, Pentanomial]":
        from kibitz.stats.pentanomial import Pentanomial

        design = self.design(self.regularise, self.batch, self.overshoot)
        return design, Pentanomial.parse(self.results, self.regularise)

    def answers(self) -> Iterator[SprtStatus]:
        from kibitz.stats.brownian import Walls
        from kibitz.stats.sprt import read_counts
        from kibitz.stats.stopped import stopped_elo

        design, counts = self._tested()
        look = read_counts(design, counts, Walls(*self.bounds) if self.bounds else None)
        stopped, verdict = stopped_elo(design, counts), look.verdict.value
        yield SprtStatus(
            design.elo0,
            design.elo1,
            design.elo_model.value,
            look.llr,
            look.bounds.low,
            look.bounds.high,
            design.overshoot.name.lower(),
            verdict,
            finite(stopped.elo),
            interval(stopped.interval),
            finite(counts.nelo),
            interval(counts.nelo_interval()),
            stopped.los,
            stopped.is_clamped,
            counts.games,
            counts.score,
            NaiveElo(finite(counts.elo), interval(counts.elo_interval()), counts.los),
            self.bounds is not None,
            CODES[verdict] if self.exit_code else 0,
        )
