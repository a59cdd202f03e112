"""A sequential test the slow, obvious way: every look exact, roots by bisection, plain Python."""

import math

from scipy.optimize import brentq, minimize

from kibitz.core.stream import draw

PAIR = (0.0, 0.25, 0.5, 0.75, 1.0)


def likeliest_with_mean(weights, values, mean):
    """The likeliest law with a mean, by a bracketed root."""
    b = [a - mean for a in values]
    low, high = -1 / max(b), -1 / min(b)
    gap = 1e-12 * (high - low)
    x = brentq(
        lambda x: sum(w * c / (1 + x * c) for w, c in zip(weights, b, strict=True)),
        low + gap,
        high - gap,
        xtol=1e-14,
    )
    total = sum(weights)
    return [w / total / (1 + x * c) for w, c in zip(weights, b, strict=True)]


def likeliest_with_ratio(weights, values, ratio):
    """The likeliest law with (mean - 1/2) / deviation given, by a general optimiser."""

    def cost(p):
        return -sum(w * math.log(max(q, 1e-300)) for w, q in zip(weights, p, strict=True))

    def excess(p):
        mean = sum(q * a for q, a in zip(p, values, strict=True))
        variance = sum(q * (a - mean) ** 2 for q, a in zip(p, values, strict=True))
        return mean - 0.5 - ratio * math.sqrt(max(variance, 0.0))

    total = sum(weights)
    best = minimize(
        cost,
        [w / total for w in weights],
        method="SLSQP",
        bounds=[(1e-9, 1)] * len(weights),
        constraints=[
            {"type": "eq", "fun": lambda p: sum(p) - 1},
            {"type": "eq", "fun": excess},
        ],
        options={"maxiter": 1000, "ftol": 1e-14},
    )
    return list(best.x)


def llr(weights, mean0, mean1, values=PAIR):
    """The log-likelihood ratio of two means."""
    p0 = likeliest_with_mean(weights, values, mean0)
    p1 = likeliest_with_mean(weights, values, mean1)
    return sum(w * math.log(b / a) for w, a, b in zip(weights, p0, p1, strict=True))


def play(stream, law, mean0, mean1, lower, upper, is_corrected, batch=1, small=1e-4):
    """The verdict and the pairs of one test on this stream, with Siegmund's correction or none."""
    counts, pairs = [0] * 5, 0
    highest = lowest = squares_up = squares_down = 0.0
    while True:
        for _ in range(batch):
            at = int(draw(stream)) / 2**64
            cell = sum(at >= sum(law[: i + 1]) for i in range(4))
            counts[cell] += 1
            pairs += 1
        now = llr([n or small for n in counts], mean0, mean1)
        if now > highest:
            squares_up, highest = squares_up + (now - highest) ** 2, now
        if now < lowest:
            squares_down, lowest = squares_down + (now - lowest) ** 2, now
        top, bottom = upper, lower
        if is_corrected:
            top -= squares_up / (2 * highest) if highest else 0.0
            bottom += squares_down / (2 * -lowest) if lowest else 0.0
        if now >= top or now <= bottom:
            return (1 if now >= top else -1), pairs
