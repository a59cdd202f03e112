"""Ratings where chips decide: least squares on the payoffs of pairs.

A player's rating is what he wins per game from a player rated 0. What the first of two gets
in a pair is the difference of their ratings and chance; a pair is played from both seats, so
the seat cancels. Sums of each meeting are all that the fit takes. Errors come from the
spread of the pairs about the fit, each meeting by its own (payoffs of wild players vary
more); intervals are Student's. A tiny share of a pair in which everybody breaks even with
the mean keeps the rating of one who met nobody of the others finite.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import BadValue, UnknownName
from kibitz.stats import normal
from kibitz.stats.interval import student
from kibitz.stats.payoffs import PairPayoffs
from kibitz.stats.ratings import Rated, anchored, superiority_of

PRIOR = 1e-3  # of a pair
UNSEEN = 0.5  # of a pair that shows the largest payoff

Meetings = Mapping[tuple[str, str], PairPayoffs]  # by the two, from the side of the first


@dataclass(frozen=True, slots=True)
class PayoffRatings:
    """All players, best first, rated in the unit of the game."""

    players: tuple[Rated, ...]  # `score` is the mean payoff per game
    superiority: tuple[tuple[float, ...], ...]  # row over column, in the order of players
    pairs: int
    anchor: str | None


@dataclass(frozen=True, slots=True)
class _PaidTable:
    """The meetings as arrays."""

    names: tuple[str, ...]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    payoffs: Sequence[PairPayoffs]

    @classmethod
    def of(cls, met: Meetings) -> "_PaidTable":
        kept = {two: sums for two, sums in met.items() if sums.pairs and two[0] != two[1]}
        if not kept:
            raise BadValue("ratings need a pair of games")
        names = tuple(sorted({name for two in kept for name in two}))
        number = {name: i for i, name in enumerate(names)}
        first, second = (np.array([number[two[i]] for two in kept], np.int64) for i in (0, 1))
        return cls(names, first, second, tuple(kept.values()))

    @property
    def contrasts(self) -> NDArray[np.float64]:
        """A row for each meeting: 1 for the first, -1 for the second."""
        rows = np.zeros((len(self.first), len(self.names)))
        rows[np.arange(len(rows)), self.first] += 1.0
        rows[np.arange(len(rows)), self.second] -= 1.0
        return rows

    def column(self, name: str) -> NDArray[np.float64]:
        return np.array([getattr(sums, name) for sums in self.payoffs], np.float64)


def fit_payoffs(
    met: Meetings,
    anchor: str | None = None,
    anchor_rating: float = 0.0,
    confidence: float = normal.CONFIDENCE,
) -> PayoffRatings:
    """The ratings nearest to these payoffs, the anchor's given, or else their mean."""
    sums = _PaidTable.of(met)
    if anchor is not None and anchor not in sums.names:
        raise UnknownName("anchor", anchor, sums.names)
    rows, pairs = sums.contrasts, sums.column("pairs")
    inverse = np.linalg.inv(rows.T @ (pairs[:, None] * rows) + PRIOR * np.eye(len(sums.names)))
    rating = inverse @ (rows.T @ sums.column("total"))
    scatter = rows.T @ (_squares(sums, rows @ rating)[:, None] * rows)
    freedom = max(int(pairs.sum()) - len(sums.names) + 1, 1)
    spread = inverse @ scatter @ inverse * (pairs.sum() / freedom)
    rating, spread = anchored(sums.names, rating, spread, anchor)
    order = sorted(range(len(rating)), key=lambda i: (-rating[i], sums.names[i]))
    reach = student(confidence, freedom)
    return PayoffRatings(
        _rated(sums, rating + anchor_rating, np.sqrt(np.diag(spread)), reach, order),
        superiority_of(rating[order], spread[np.ix_(order, order)], freedom),
        int(pairs.sum()),
        anchor,
    )


def _squares(sums: _PaidTable, fitted: NDArray[np.float64]) -> NDArray[np.float64]:
    """The squared distances of each meeting's pairs from the fit, summed.

    Half a pair with the largest payoff is shared among them: what few pairs have not shown.
    """
    pairs, total, squares = (sums.column(name) for name in ("pairs", "total", "squares"))
    about = np.maximum(squares - 2.0 * fitted * total + pairs * fitted**2, 0.0)
    unseen: NDArray[np.float64] = UNSEEN * sums.column("reach") ** 2 * pairs / pairs.sum()
    return about + unseen


def _rated(
    sums: _PaidTable,
    rating: NDArray[np.float64],
    errors: NDArray[np.float64],
    reach: float,
    order: list[int],
) -> tuple[Rated, ...]:
    size, pairs, total = len(rating), sums.column("pairs"), sums.column("total")
    played = np.bincount(sums.first, pairs, size) + np.bincount(sums.second, pairs, size)
    won = np.bincount(sums.first, total, size) - np.bincount(sums.second, total, size)
    return tuple(
        Rated(
            sums.names[i],
            float(rating[i]),
            float(errors[i]),
            (float(rating[i] - reach * errors[i]), float(rating[i] + reach * errors[i])),
            2 * int(played[i]),
            float(won[i] / played[i]) if played[i] else math.nan,
        )
        for i in order
    )
