"""Requests about a rate of wins or points: is it chance, how many games, which Elo."""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import ClassVar

from kibitz.core.request import Answer, Request, ask
from kibitz.core.sheet import Sheet, Words
from kibitz.errors import BadNotation, BadValue
from kibitz.lab.figures import Interval, ask_confidence, finite, interval, percent

LEVELS = (0.95, 0.99)


@dataclass(frozen=True)
class Gap:
    """A difference of two rates, tested against none."""

    difference: float
    statistic: float
    p_value: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class SureLevel:
    """What the test says at one level of confidence."""

    confidence: float
    is_significant: bool
    interval: tuple[float, float]  # of the rate, or of the difference of two


@dataclass(frozen=True)
class RateTest(Answer):
    """A rate tested against a value, or against another rate."""

    schema: ClassVar[str] = "stats.ztest/1"
    wins: int
    games: int
    rate: float
    against: float
    z: float
    p_value: float
    exact_p_value: float
    interval: tuple[float, float]
    confidence: float
    verdict: str
    versus: Gap | None
    levels: tuple[SureLevel, ...]  # 95 and 99 %, and what was asked for

    def sheet(self) -> Sheet:
        sure = f"{100.0 * self.confidence:g} %"
        rate = f"{self.wins} of {self.games}: {percent(self.rate)}, {sure} {_range(self.interval)}"
        return [Words.of(rate, *self._test(sure), *map(_level_text, self.levels))]

    def _test(self, sure: str) -> list[str]:
        if self.versus is None:
            held = f"against {percent(self.against)}"
            return [
                f"{held}: z {self.z:.3f}, p {self.p_value:.4g} two-sided",
                f"exact binomial p {self.exact_p_value:.4g}",
            ]
        gap = self.versus
        return [
            f"difference {percent(gap.difference)}, {sure} {_range(gap.interval)}",
            f"z {gap.statistic:.3f}, p {gap.p_value:.4g} two-sided",
        ]


def _level_text(level: SureLevel) -> str:
    verdict = "significant" if level.is_significant else "not significant"
    return f"{100.0 * level.confidence:g} %: {verdict}, {_range(level.interval)}"


@dataclass(frozen=True)
class RateTestRequest(Request[RateTest]):
    """Test whether a win rate beats chance, or another rate."""

    verb: ClassVar[str] = "stats.ztest"
    examples: ClassVar[tuple[str, ...]] = ("540 1000",)
    gives: ClassVar[type[Answer]] = RateTest

    wins: int = ask(help="Games won.", argument=True)
    games: int = ask(help="Games played.", argument=True)
    against: float = ask(0.5, "Rate to beat.", metavar="P")
    versus: tuple[int, int] | None = ask(
        None, "Another rate to compare with.", metavar="WINS GAMES"
    )
    confidence: float = ask_confidence()

    def answers(self) -> Iterator[RateTest]:
        from kibitz.stats.significance import proportion_test

        test = proportion_test(self.wins, self.games, self.against, self.confidence)
        asked = self._level(self.confidence)
        yield RateTest(
            self.wins,
            self.games,
            **asdict(test),
            verdict="significant" if asked.is_significant else "not significant",
            versus=self._gap(self.confidence),
            levels=tuple(map(self._level, sorted({*LEVELS, self.confidence}))),
        )

    def _gap(self, confidence: float) -> Gap | None:
        from kibitz.stats.significance import two_proportion_test

        if self.versus is None:
            return None
        found = two_proportion_test(self.wins, self.games, *self.versus, confidence)
        return Gap(**asdict(found))

    def _level(self, confidence: float) -> SureLevel:
        from kibitz.stats.significance import proportion_test

        found = self._gap(confidence) or proportion_test(
            self.wins, self.games, self.against, confidence
        )
        return SureLevel(confidence, found.p_value < 1.0 - confidence, found.interval)


@dataclass(frozen=True)
class SizeAnswer(Answer):
    """How many games a margin needs, or how small an Elo so many games can show."""

    schema: ClassVar[str] = "stats.size/1"
    games: int
    confidence: float
    margin: float | None  # half the width of the interval of the rate
    elo: float | None  # None for a margin, and where no Elo is large enough
    nelo: float | None
    power: float | None

    def sheet(self) -> Sheet:
        if self.margin is not None:
            sure = f"({100.0 * self.confidence:g} %)"
            return [Words.of(f"{self.games:,} games for a margin of {percent(self.margin)} {sure}")]
        assert self.power is not None
        if self.elo is None:
            return [Words.of(f"{self.games:,} games are too few to show any Elo")]
        shown = f"{self.games:,} games show {self.elo:.1f} Elo ({self.nelo:.1f} normalised)"
        return [Words.of(f"{shown} {percent(self.power)} of the time")]


@dataclass(frozen=True)
class SizeRequest(Request[SizeAnswer]):
    """Say how many games a margin needs, or what N games can show."""

    verb: ClassVar[str] = "stats.size"
    examples: ClassVar[tuple[str, ...]] = ("--margin 0.01",)
    gives: ClassVar[type[Answer]] = SizeAnswer

    margin: float | None = ask(None, "Wanted half-width of a rate's interval.", metavar="P")
    games: int | None = ask(None, "Say which Elo N games can show instead.", metavar="N")
    rate: float = ask(0.5, "Rate expected.", metavar="P")
    power: float = ask(0.8, "With --games: how often they are to show it.", metavar="P")
    confidence: float = ask_confidence()

    def check(self) -> None:
        if (self.margin is None) == (self.games is None):
            raise BadValue("give either --margin or --games")
        if not 0.0 < self.rate < 1.0:
            raise BadValue(f"rate {self.rate} is not between 0 and 1")

    def answers(self) -> Iterator[SizeAnswer]:
        from kibitz.stats.significance import detectable_elo, detectable_nelo, sample_size

        variance, sure = self.rate * (1.0 - self.rate), self.confidence
        if self.margin is not None:
            needed = sample_size(self.margin, sure, variance)
            yield SizeAnswer(needed, sure, self.margin, None, None, None)
            return
        assert self.games is not None
        elo = detectable_elo(self.games, variance, sure, self.power)
        nelo = detectable_nelo(self.games, sure, self.power)
        yield SizeAnswer(self.games, sure, None, finite(elo), finite(nelo), self.power)


@dataclass(frozen=True)
class EloOfScore(Answer):
    """The Elo of a score; None where it is infinite."""

    schema: ClassVar[str] = "stats.elo/1"
    score: float
    elo: float | None
    nelo: float | None
    elo_interval: Interval | None  # where the games are known
    games: int | None
    confidence: float

    def sheet(self) -> Sheet:
        infinite = "∞" if self.score > 0.5 else "-∞"
        elo = _elo_text(self.elo, infinite)
        lines = [f"{percent(self.score)} is {elo} Elo{self._normalised()}"]
        if self.elo_interval is not None:
            low, high = map(_elo_text, self.elo_interval, ("-∞", "∞"))
            sure = f"{100.0 * self.confidence:g} %"
            lines.append(f"{sure} {low} to {high} after {self.games:,} single games")
        return [Words.of(*lines)]

    def _normalised(self) -> str:
        return "" if self.nelo is None else f" ({self.nelo:.2f} normalised)"


def _elo_text(elo: float | None, infinite: str) -> str:
    return infinite if elo is None else f"{elo:.2f}"


@dataclass(frozen=True)
class EloRequest(Request[EloOfScore]):
    """Give the Elo of a SCORE, as 0.55 or 55%."""

    verb: ClassVar[str] = "stats.elo"
    examples: ClassVar[tuple[str, ...]] = ("55% --games 1000 --draw-ratio 0.5",)
    gives: ClassVar[type[Answer]] = EloOfScore

    score: str = ask(help="A share of the points: 0.55 or 55%.", argument=True)
    games: int | None = ask(
        None, "Games behind it, for an interval.", low=1, high=1 << 53, metavar="N"
    )
    draw_ratio: float = ask(0.0, "Share of draws.", metavar="P")
    confidence: float = ask_confidence()

    def answers(self) -> Iterator[EloOfScore]:
        from kibitz.stats.elo import elo_of_score, normalised_elo
        from kibitz.stats.interval import score_interval
        from kibitz.stats.model import GAME_VALUES

        share = share_of(self.score)
        if not 0.0 <= self.draw_ratio <= 2.0 * min(share, 1.0 - share):
            raise BadValue(f"draw-ratio {self.draw_ratio} does not fit a score of {share:g}")
        deviation = math.sqrt(max(share * (1.0 - share) - self.draw_ratio / 4.0, 0.0))
        nelo = normalised_elo(share, deviation) if deviation > 0.0 else None
        ends = None
        if self.games is not None:
            half = self.draw_ratio / 2.0
            law = (1.0 - share - half, self.draw_ratio, share - half)
            counts = [self.games * max(p, 0.0) for p in law]
            low, high = score_interval(counts, GAME_VALUES, self.confidence)
            ends = interval((elo_of_score(low), elo_of_score(high)))
        elo = finite(elo_of_score(share))
        yield EloOfScore(share, elo, nelo, ends, self.games, self.confidence)


def share_of(text: str) -> float:
    """A share of the whole as people write it.

    >>> share_of("55%")
    0.55
    """
    try:
        value = float(text.removesuffix("%")) / (100.0 if text.endswith("%") else 1.0)
    except ValueError:
        raise BadNotation(f"score '{text}' is not a number") from None
    if not 0.0 <= value <= 1.0:
        raise BadValue(f"score {text} is not between 0 and 1")
    return value


def _range(ends: tuple[float, float]) -> str:
    low, high = ends
    return f"{100.0 * low:.2f} to {100.0 * high:.2f} %"
