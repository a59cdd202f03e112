"""Figures of the estimates: what the checks cost, what each technique wins.

Costs are ratios of processor time inside one run, best of many rounds taken in turns; wins
are measured variance ratios against plain sampling, beside the ratio that theory predicts.
"""

import math
import time
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from benchmarks.timing import report
from kibitz.core.kernel import kernel
from kibitz.core.seeds import generator, stream
from kibitz.core.stream import Stream, below
from kibitz.estimate.antithetic import Antithetic, mirrored
from kibitz.estimate.control import Controlled
from kibitz.estimate.convergence import COACHING, FAST, Convergence
from kibitz.estimate.importance import Importance
from kibitz.estimate.moments import Moments, Values
from kibitz.estimate.paired import compare
from kibitz.estimate.sampler import Rng
from kibitz.estimate.sampling import estimate
from kibitz.estimate.sobol import Sobol
from kibitz.estimate.stratified import Stratified

Draw: TypeAlias = Callable[[int, Rng], Values]

SECONDS = 3.0  # for each case
TARGET = 1e-9  # checked after every batch, never met


def main() -> None:
    """What checks cost, what techniques win, what a sequential choice saves."""
    costs()
    wins()


@kernel
def race(out: Values, target: int, stream: Stream) -> None:
    """Fills `out` with the throws of a die that each race to `target` points took."""
    for i in range(len(out)):
        points, throws = 0, 0
        while points < target:
            points += below(stream, 6) + 1
            throws += 1
        out[i] = throws


def race_to(target: int) -> Draw:
    def draw(count: int, rng: Rng) -> Values:
        out = np.empty(count)
        race(out, target, stream(int(rng.integers(1 << 62))))
        return out

    return draw


def bare_loop(sampler: Draw, sizes: list[int]) -> Moments:
    """The same batches into a mean and an error, and nothing else."""
    moments = Moments()
    for index, size in enumerate(sizes):
        moments.add(np.asarray(sampler(size, generator(1, index)), np.float64))
    return moments


def sizes_drawn(sampler: Draw, limits: Convergence) -> list[int]:
    sizes: list[int] = []

    def noting(count: int, rng: Rng) -> Values:
        sizes.append(count)
        return sampler(count, rng)

    estimate(noting, limits, 1)
    return sizes


def best_in_turns(*works: Callable[[], Any]) -> list[float]:
    """The best processor seconds of each of the works, done in turns."""
    best = [math.inf] * len(works)
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        for i, work in enumerate(works):
            started = time.thread_time()
            work()
            best[i] = min(best[i], time.thread_time() - started)
    return best


def cost(name: str, sampler: Draw, limits: Convergence, wanted: float) -> None:
    sizes = sizes_drawn(sampler, limits)
    bare, checked = best_in_turns(
        lambda: bare_loop(sampler, sizes), lambda: estimate(sampler, limits, 1)
    )
    each = 1e6 * bare / sum(sizes)
    detail = f"{sum(sizes):,} samples of {each:.3f} us, {len(sizes)} checks, {checked * 1e3:.2f} ms"
    report(f"a bare loop over estimate(), {name}", bare / checked, wanted, detail)


def costs() -> None:
    fast = Convergence(FAST.min_samples, FAST.max_samples, TARGET, 60.0)
    coaching = Convergence(COACHING.min_samples, COACHING.max_samples, TARGET, 60.0)
    many = Convergence(500, 200_000, TARGET, 60.0)
    cost("play-outs, FAST", race_to(4_000), fast, 0.93)
    cost("play-outs, COACHING", race_to(4_000), coaching, 0.97)
    cost("short play-outs, FAST", race_to(121), fast, 0.75)
    cost("short play-outs, COACHING", race_to(121), coaching, 0.8)
    cost("short play-outs, 200,000", race_to(121), many, 0.97)
    cost("uniform numbers", lambda count, rng: rng.random(count), many, 0.8)


def controlled(count: int, rng: Rng) -> Values:
    x = rng.standard_normal(count)
    return np.column_stack([0.9 * x + math.sqrt(0.19) * rng.standard_normal(count), x])


def tail(count: int, rng: Rng) -> Values:
    z = rng.normal(3, 1, count)
    return np.column_stack([z > 3, np.exp(4.5 - 3 * z)])


def quarter(k: int) -> Callable[[int, Rng], Values]:
    return lambda count, rng: np.asarray(((k + rng.random(count)) / 4) ** 2)


def spread(mean: float, sigma: float) -> Callable[[int, Rng], Values]:
    return lambda count, rng: rng.normal(mean, sigma, count)


def strata_win() -> tuple[Any, float]:
    """u squared in four slices: between slices 4/45 less what is left inside."""
    inside = sum((k + 1) ** 5 - k**5 for k in range(4)) / 5 / 4**5
    inside -= sum((((k + 1) ** 3 - k**3) / 3 / 4**2) ** 2 / 4 for k in range(4))
    return Stratified([(0.25, quarter(k)) for k in range(4)]), 4 / 45 / inside


def neyman_win() -> tuple[Any, float]:
    strata = [(0.9, spread(0, 1)), (0.1, spread(5, 20))]
    return Stratified(strata, "neyman"), 43.15 / (0.9 * 1 + 0.1 * 20) ** 2


def importance_win() -> tuple[Any, float]:
    p, beyond = (0.5 * math.erfc(z / math.sqrt(2)) for z in (3, 6))
    return Importance(tail), (p - p * p) / (math.exp(9) * beyond - p * p)


def antithetic_win() -> tuple[Any, float]:
    e = math.e
    plain, covariance = (e**2 - 1) / 2 - (e - 1) ** 2, e - (e - 1) ** 2
    sampler = Antithetic(mirrored(lambda u: np.exp(u[:, 0]), 1))
    return sampler, plain / (plain + covariance)


def antithetic_loss() -> tuple[Any, float]:
    return Antithetic(mirrored(lambda u: (u[:, 0] - 0.5) ** 2, 1)), 0.5


def wins() -> None:
    limits = Convergence.fixed(200_000)
    cases = [
        ("strata in proportion, u squared in 4 slices", strata_win()),
        ("strata by Neyman, spreads 1 and 20", neyman_win()),
        ("control variate of correlation .9", (Controlled(controlled, [0.0]), 1 / 0.19)),
        ("importance sampling, P(Z > 3)", importance_win()),
        ("antithetic pairs, exp(u)", antithetic_win()),
        ("antithetic pairs where they hurt, (u - 1/2)^2", antithetic_loss()),
    ]
    for name, (sampler, predicted) in cases:
        told(name, estimate(sampler, limits, 1).variance_ratio, predicted)
    told(
        "common random numbers", compare(shared_luck, limits, 1).difference(0, 1).variance_ratio, 10
    )
    smooth = Sobol(lambda u: np.exp(u.sum(axis=1)), 3)
    ratio = estimate(smooth, limits, 1).variance_ratio or 0.0
    report("Sobol points, exp of three numbers, variance", ratio, 100.0)


def told(name: str, measured: float | None, predicted: float) -> None:
    report(f"{name}, variance", measured or 0.0, 0.95 * predicted, f"predicted {predicted:.2f}")


def shared_luck(count: int, rng: Rng) -> Values:
    return np.asarray(rng.normal(0, 3, (count, 1)) + rng.normal(size=(count, 2)))
