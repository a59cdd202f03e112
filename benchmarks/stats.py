"""The statistics of matches: simulated pairs a second, ratios, resamples, ratings."""

from functools import partial

import numpy as np

from benchmarks.timing import best_seconds, report
from kibitz.core.kernel import kernel
from kibitz.core.seeds import generator
from kibitz.stats.bootstrap import bootstrap
from kibitz.stats.design import Design
from kibitz.stats.elo import EloModel, expected_score
from kibitz.stats.likelihood import Floats, fit
from kibitz.stats.model import PAIR_VALUES, PairModel
from kibitz.stats.ratings import RatedGame
from kibitz.stats.ratings import fit as fit_ratings
from kibitz.stats.simulate import Simulation, simulated
from kibitz.stats.walk import STRIDE

CAREFUL_C = 8e6  # pairs a second and core of the same computation written with care
PUBLIC_C = 1e6  # of the public simulator


def main() -> None:
    """Measure every figure that was promised, each over what was promised of it."""
    simulator()
    ratios()
    resamples()
    ratings()


def simulator() -> None:
    """{0, 5} logistic at draw ratio .61, batch 1, exact ratio, siegmund."""
    simulation = Simulation(Design(0, 5, small=1e-4), PairModel(0.61), 0.0, seed=1)
    pairs = simulated(simulation, 400).pairs
    rate = pairs / best_seconds(partial(simulated, simulation, 400, 1), 20)
    few = simulated_pairs(simulation, 20)
    every = best_seconds(partial(simulated_pairs, simulation, 20, 0.0), 10) / few
    one = best_seconds(partial(simulated, simulation, 4000, 1))
    two = best_seconds(partial(simulated, simulation, 4000, 2))
    detail = f"{rate / 1e6:.1f} M pairs/s, {rate / PUBLIC_C:.0f} times the public simulator"
    report("simulator on one core over careful C", rate / CAREFUL_C, 1.0, detail)
    report("skipping looks over exact ratios at all of them", every * rate, 5.0)
    report("two threads over one", one / two, 1.85)


def simulated_pairs(simulation: Simulation, tests: int, stride: float = STRIDE) -> int:
    """The pairs of so many tests, the ratio worked out as often as `stride` asks."""
    from kibitz.stats.simulate import simulate

    tally = None
    for tally in simulate(simulation, tests, 1, stride):  # noqa: B007
        pass
    assert tally is not None
    return tally.pairs


@kernel
def many_ratios(
    count: int, is_normalised: bool, values: Floats, target0: float, target1: float
) -> float:
    """The sum of the ratios of so many sets of counts."""
    weights, work, total = np.empty(5), np.empty((5, 5)), 0.0
    for k in range(count):
        for i in range(5):
            weights[i] = 20.0 + (k * (i + 3)) % 97
        total += fit(is_normalised, weights, values, target0, target1, work)
    return total


def ratios() -> None:
    """One exact ratio for one set of counts, in a kernel: 2 microseconds at most."""
    values, count = np.array(PAIR_VALUES), 2000
    for is_normalised, target0, target1 in (
        (False, expected_score(0), expected_score(5)),
        (True, *Design(0, 5, elo_model=EloModel.NORMALISED).targets()),
    ):
        many_ratios(1, is_normalised, values, target0, target1)
        work = partial(many_ratios, count, is_normalised, values, target0, target1)
        seconds = best_seconds(work, 30)
        name = "normalised" if is_normalised else "logistic"
        each = seconds / count
        report(f"2 us over one {name} ratio", 2e-6 / each, 1.0, f"{each * 1e9:.0f} ns")


def resamples() -> None:
    """1,000 resamples of 10,000 pairs: 50 ms at most."""
    rng = generator(1)
    for name, values in (
        ("pair scores", rng.choice(PAIR_VALUES, 10_000)),
        ("chips", rng.normal(size=10_000)),
    ):
        bootstrap(values)
        seconds = best_seconds(partial(bootstrap, values), 10)
        report(f"50 ms over a bootstrap of {name}", 0.05 / seconds, 1.0, f"{seconds * 1e3:.1f} ms")


def ratings() -> None:
    """100 players and 100,000 games: half a second at most."""
    rng = generator(2)
    strength = rng.normal(0, 150, 100)
    first = rng.integers(0, 100, 50_000)
    second = (first + rng.integers(1, 100, 50_000)) % 100
    games = []
    for pair, (a, b) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        chance = expected_score(float(strength[a] - strength[b]))
        for x, y, p in ((a, b, chance), (b, a, 1.0 - chance)):
            score = float(np.round(2.0 * rng.beta(2.0 * p, 2.0 - 2.0 * p)) / 2.0)
            games.append(RatedGame(f"p{x}", f"p{y}", score, pair))
    fit_ratings(games[:100])
    seconds = best_seconds(lambda: fit_ratings(games))
    report("0.5 s over ratings of 100,000 games", 0.5 / seconds, 1.0, f"{seconds * 1e3:.0f} ms")
