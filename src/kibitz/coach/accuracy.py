"""Accuracy from 0 to 100 as Lichess defines it, from win probability before and after a move.

A move: 103.1668 exp(-4.354 loss) - 3.1669, with the loss of win probability from 0 to 1
(lichess.org/page/accuracy). A game: the mean of the average weighted by how much the
game swung around each move, and of the harmonic mean, which bad moves pull down.
"""

import math
from collections.abc import Sequence

LEAST_WEIGHT, GREATEST_WEIGHT = 0.005, 0.12  # of a move, standard deviations of win probability


def move_accuracy(loss: float) -> float:
    """The accuracy of a move that lost this much win probability."""
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * loss) - 3.1669))


def game_accuracy(before: Sequence[float], losses: Sequence[float]) -> float | None:
    """The accuracy of all of one seat's moves; `before` is its win probability at each."""
    if not losses:
        return None
    accuracies = [move_accuracy(loss) for loss in losses]
    weights = _swings(before)
    weighted = sum(a * w for a, w in zip(accuracies, weights, strict=True))
    harmonic = len(accuracies) / sum(1 / max(a, 1e-3) for a in accuracies)
    return (weighted / sum(weights) + harmonic) / 2


def _swings(before: Sequence[float]) -> list[float]:
    """For each move the standard deviation of win probability in a window that ends there."""
    size = min(8, max(2, len(before) // 10))
    weights = []
    for i in range(len(before)):
        window = before[max(0, i - size + 1) : i + 1]
        mean = sum(window) / len(window)
        spread = math.sqrt(sum((x - mean) ** 2 for x in window) / len(window))
        weights.append(min(GREATEST_WEIGHT, max(LEAST_WEIGHT, spread)))
    return weights
