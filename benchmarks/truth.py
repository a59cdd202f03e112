"""How often intervals and errors hold what is true: of analysts, of matches and of ratings.

For the errors of analysts see `_errors`. Of matches it is the coverage of 95 % intervals.

Laws of pairs come in kinds, each over a range of strengths. Up to 20 pairs the coverage of
the score's and the normalised Elo's interval is exact: all results that can happen are
listed with their probability. Beyond, and for payoffs and ratings, it is sampled; set
`KIBITZ_REPEATS` for more than the usual number of matches.
"""

import importlib.util
import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks import _errors
from kibitz.core.seeds import generator
from kibitz.stats.elo import EloModel, bayes_probabilities, expected_score
from kibitz.stats.interval import mean_interval, ratio_interval, score_interval
from kibitz.stats.model import PAIR_VALUES, PairModel, moments
from kibitz.stats.ratings import RatedGame, fit

Law = tuple[float, ...]
PAIRS = (6, 10, 20, 50, 200)
LISTED = 20  # pairs up to which all results are listed
USUAL_REPEATS = 400
REPEATS = int(os.environ.get("KIBITZ_REPEATS", str(USUAL_REPEATS)))
TOURNAMENTS = max(REPEATS // 4, 1)
STRENGTHS = 11  # of a kind
LEAST = 0.93  # how often a 95 % interval should cover at least
WIDER_LISTED = 10  # pairs up to which they are for the many laws of `wider`


def main() -> None:
    """Print how often the errors of analysts hold, and the coverage of every kind of interval."""
    _errors.main(max(REPEATS // USUAL_REPEATS, 1))
    if importlib.util.find_spec("benchmarks.cribbage_truth"):  # cribbage has tables of its own
        importlib.import_module("benchmarks.cribbage_truth").main()
    for name, make, truth in (
        ("score and Elo", score_interval, lambda law: moments(law)[0]),
        ("normalised Elo", ratio_interval, ratio),
    ):
        print(f"{name}: coverage in per cent, with the least of a single law")
        for kind, laws in KINDS.items():
            print(f"  {kind:<44} {_told(covered(laws, make, truth))}")
        few = tuple(n for n in PAIRS if n <= WIDER_LISTED)
        for kind, laws in (("a wider range", wider()), ("other laws, held out", held_out())):
            told = _told(covered(laws, make, truth, few), shorter=True)
            print(f"  {f'{kind}: {len(laws):,} laws':<44} {told}")
    error = 100.0 * math.sqrt(0.95 * 0.05 / REPEATS)
    print(f"payoff per game ({REPEATS} matches: standard error {error:.1f})")
    for kind, law in PAYOFFS.items():
        print(f"  {kind:<44} {_told(payoffs_covered(law))}")
    print(f"ratings, anchored at one player ({TOURNAMENTS} tournaments: {2 * error:.1f})")
    for kind, field in FIELDS.items():
        print(f"  {kind:<44} {_told(ratings_covered(field))}")


def _told(cells: "Iterator[Coverage]", shorter: bool = False) -> str:
    return "  ".join(
        f"{cell.pairs:>3}: {cell.text}" + f", {100 * cell.short:.1f} below 93" * shorter
        for cell in cells
    )


@dataclass(frozen=True)
class Coverage:
    """How often an interval after so many pairs holds the truth: on average, and at worst."""

    pairs: int
    mean: float
    least: float = math.nan  # of a single law, where there are many
    short: float = math.nan  # the share of laws that are covered less than `LEAST`

    @property
    def text(self) -> str:
        worst = "" if math.isnan(self.least) else f" ({100 * self.least:.1f})"
        return f"{100 * self.mean:.1f}{worst}"


def without_draws(elo: float, split: float = 0.0) -> Law:
    """A game that is won or lost, as cribbage; `split` of the rarer double result is shared."""
    score = expected_score(elo)
    moved = split * min(score, 1.0 - score) ** 2
    won, lost = score**2 - moved, (1.0 - score) ** 2 - moved
    return lost, 0.0, 1.0 - won - lost, 0.0, won


def with_draws(draw_ratio: float, elo: float, bias: float = 0.0) -> Law:
    """A game with draws, as chess."""
    return PairModel(draw_ratio, bias).law(elo, EloModel.LOGISTIC)


def shared(law: Law, part: float) -> Law:
    """The law with this part of the rarer double result shared, as where seats decide more."""
    moved = part * min(law[0], law[4])
    return law[0] - moved, law[1], law[2] + 2.0 * moved, law[3], law[4] - moved


def wider(step: float = 20.0) -> list[Law]:
    """Laws of many kinds up to 400 Elo, other ones than those of the rows."""
    return [
        shared(with_draws(draws, elo, bias), part)
        for draws in (0.0, 0.05, 0.15, 0.25, 0.4, 0.6, 0.8)
        for bias in (0.0, 50.0, 150.0)
        if draws / 2.0 < 1.0 - expected_score(bias)
        for elo in np.arange(0.5 * step, 400.0, step).tolist()
        for part in (0.0, 0.25, 0.75, 1.0)
    ]


def held_out() -> list[Law]:
    """Laws like those of `wider`, on a grid that no constant was chosen by."""
    return [
        shared(with_draws(draws, elo, bias), part)
        for draws in (0.02, 0.12, 0.3, 0.45, 0.55, 0.75, 0.88)
        for bias in (30.0, 100.0, 180.0)
        if draws / 2.0 < 1.0 - expected_score(bias)
        for elo in np.arange(3.0, 400.0, 27.0).tolist()
        for part in (0.15, 0.4, 0.6, 0.95)
    ]


def ratio(law: Law) -> float:
    """The mean above one half in deviations of a pair."""
    mean, variance = moments(law)
    return (mean - 0.5) / math.sqrt(variance)


def _range(low: float, high: float) -> list[float]:
    return [float(x) for x in np.linspace(low, high, STRENGTHS)]


KINDS: dict[str, list[Law]] = {
    "cribbage-like, -100 to 100 Elo": [without_draws(e, 0.2) for e in _range(-100, 100)],
    "drawish (61 %), -60 to 60 Elo": [with_draws(0.61, e) for e in _range(-60, 60)],
    "very drawish (85 %), -40 to 40 Elo": [with_draws(0.85, e) for e in _range(-40, 40)],
    "lopsided, 200 to 400 Elo": [with_draws(0.2, e) for e in _range(200, 400)],
    "lopsided without draws, 200 to 400 Elo": [without_draws(e) for e in _range(200, 400)],
    "even (0 to 50 % drawn, biased starts)": [
        with_draws(draws, 0.0, bias) for draws in (0.0, 0.1, 0.3, 0.5) for bias in (0.0, 100.0)
    ],
    "seats decide, 5 to 50 % of pairs won": [(0.0, 0.0, 1 - p, 0.0, p) for p in _range(0.05, 0.5)],
}


def covered(
    laws: list[Law],
    make: Callable[[tuple[int, ...], tuple[float, ...]], tuple[float, float]],
    truth: Callable[[Law], float],
    pairs: tuple[int, ...] = PAIRS,
    repeats: int = REPEATS,
) -> Iterator[Coverage]:
    """The coverage over these laws for each number of pairs."""
    for n in pairs:
        chances = [
            _listed(n, law) if n <= LISTED else _sampled(n, law, repeats, number)
            for number, law in enumerate(laws)
        ]
        known: dict[tuple[int, ...], tuple[float, float]] = {}
        each = []
        for law, results in zip(laws, chances, strict=True):
            inside, true = 0.0, truth(law)
            for counts, chance in results:
                if counts not in known:
                    known[counts] = make(counts, PAIR_VALUES)
                low, high = known[counts]
                inside += chance * (low - 1e-9 <= true <= high + 1e-9)
            each.append(inside)
        short = sum(share < LEAST for share in each) / len(each)
        yield Coverage(n, sum(each) / len(each), min(each), short)


def _listed(pairs: int, law: Law) -> Iterator[tuple[tuple[int, ...], float]]:
    """All counts that so many pairs can come to, with their probability."""
    for counts in _splits(pairs, len(law)):
        if all(p > 0.0 or not n for n, p in zip(counts, law, strict=True)):
            ways, left, chance = 1, pairs, 1.0
            for n, p in zip(counts, law, strict=True):
                ways, left, chance = ways * math.comb(left, n), left - n, chance * p**n
            yield counts, ways * chance


def _splits(total: int, cells: int) -> Iterator[tuple[int, ...]]:
    if cells == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _splits(total - first, cells - 1):
            yield first, *rest


def _sampled(
    pairs: int, law: Law, repeats: int, number: int
) -> Iterator[tuple[tuple[int, ...], float]]:
    for row in generator(1000 * pairs + number).multinomial(pairs, law, size=repeats).tolist():
        yield tuple(row), 1.0 / repeats


@dataclass(frozen=True)
class Payoffs:
    """A law of what a pair pays: how it is drawn, and its mean."""

    draw: Callable[[np.random.Generator, int], NDArray[np.float64]]
    mean: float


def _margins(rng: np.random.Generator, pairs: int) -> NDArray[np.float64]:
    return np.rint(rng.normal(4.0, 18.0, pairs)) / 2.0


def _chips(rng: np.random.Generator, pairs: int) -> NDArray[np.float64]:
    small, large = rng.normal(0.1, 2.0, pairs), rng.normal(1.0, 30.0, pairs)
    return np.where(rng.random(pairs) < 0.1, large, small)


def _skunks(rng: np.random.Generator, pairs: int) -> NDArray[np.float64]:
    worth = rng.choice([-2.0, -1.0, 1.0, 2.0], p=[0.03, 0.37, 0.5, 0.1], size=(pairs, 2))
    return np.asarray(worth.mean(1))


PAYOFFS = {
    "points of cribbage": Payoffs(_margins, 2.0),
    "chips with rare large pots": Payoffs(_chips, 0.19),
    "cribbage with skunks": Payoffs(_skunks, 0.27),
}


def payoffs_covered(
    law: Payoffs, pairs: tuple[int, ...] = PAIRS, repeats: int = REPEATS
) -> Iterator[Coverage]:
    """How often the interval of the mean payoff holds the true mean."""
    rng = generator(7)
    for n in pairs:
        inside = 0
        for _ in range(repeats):
            values = law.draw(rng, n)
            error = float(values.std(ddof=1)) / math.sqrt(n)
            low, high = mean_interval(n, float(values.mean()), error)
            inside += low <= law.mean <= high
        yield Coverage(n, inside / repeats)


Field = tuple[list[float], float]  # the players' Elo, and how many of their games are drawn
FIELDS: dict[str, Field] = {
    "two players, 61 % drawn": ([0.0, 60.0], 0.61),
    "two players, no draws": ([0.0, 150.0], 0.0),
    "four players, 30 % drawn": ([0.0, 50.0, 100.0, 150.0], 0.3),
}


def ratings_covered(
    field: Field, pairs: tuple[int, ...] = PAIRS[:-1], repeats: int = TOURNAMENTS
) -> Iterator[Coverage]:
    """How often ratings of a round robin, anchored at the first player, hold the true ones."""
    elos, draw_ratio = field
    rng, model = generator(8), PairModel(draw_ratio)
    for n in pairs:
        inside = 0
        for _ in range(repeats):
            rated = fit(list(_round_robin(rng, elos, model, n)), "0")
            for player in rated.players:
                low, high = player.interval
                inside += player.name != "0" and low <= elos[int(player.name)] <= high
        yield Coverage(n, inside / repeats / (len(elos) - 1))


def _round_robin(
    rng: np.random.Generator, elos: list[float], model: PairModel, pairs: int
) -> Iterator[RatedGame]:
    number = 0
    for i in range(len(elos)):
        for j in range(i):
            strength = model.bayes_elo(elos[i] - elos[j], EloModel.LOGISTIC)
            law = bayes_probabilities(strength, model.draw_elo)
            for first, second in rng.choice((0.0, 0.5, 1.0), p=law, size=(pairs, 2)).tolist():
                yield RatedGame(str(i), str(j), first, number)
                yield RatedGame(str(j), str(i), 1.0 - second, number)
                number += 1
