"""Ratings of many players by one joint fit: Bradley-Terry with draws and the first seat.

The model is Davidson's (1970): with x the difference of strengths plus the advantage of
the first seat, a game is won, lost, drawn as exp(x/2) : exp(-x/2) : nu. So a player's
score, wins plus half the draws, is all the fit takes from him, and the likelihood is
concave. Strengths are reported in Elo scaled so that near even players the expected
score is the logistic one; for nu = 0 and nu = 2 it is so everywhere.

Games of one pair are not independent, so pairs are the units that errors come from: the
spread is the one that resampling pairs without end, and refitting, tends to. Intervals are
Student's, with as many degrees of freedom as there are pairs beyond the ratings.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from kibitz.errors import BadValue, UnknownName
from kibitz.stats import normal
from kibitz.stats.davidson import GameColumns, covariance, maximise
from kibitz.stats.elo import K_FACTOR, LOGISTIC_UNIT, updated
from kibitz.stats.interval import student

PRIOR = 0.1  # of a drawn game against the mean


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One game: who had the first seat, who the second, the first's score, and its pair."""

    first: str
    second: str
    score: float
    pair: int | None = None  # games of one pair share a number; None is a pair of its own


@dataclass(frozen=True, slots=True)
class Rated:
    """One player's rating with its interval, and what it rests on."""

    name: str
    rating: float
    error: float
    interval: tuple[float, float]
    games: int
    score: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """All players, best first, and what the games were like."""

    players: tuple[Rated, ...]
    superiority: tuple[tuple[float, ...], ...]  # row over column, in the order of players
    first_seat_elo: float
    first_seat_error: float
    draw_ratio: float  # between even players
    games: int
    pairs: int
    anchor: str | None

    def player(self, name: str) -> Rated:
        """The rating of that player."""
        for player in self.players:
            if player.name == name:
                return player
        raise UnknownName("player", name, [player.name for player in self.players])


def fit(
    games: Sequence[RatedGame],
    anchor: str | None = None,
    anchor_rating: float = 0.0,
    confidence: float = normal.CONFIDENCE,
    prior: float = PRIOR,
) -> Ratings:
    """The ratings that make these games likeliest, the anchor's given, or else their mean."""
    table = _tabled(games)
    if anchor is not None and anchor not in table.names:
        raise UnknownName("anchor", anchor, table.names)
    if not 0.0 < prior < math.inf:
        raise BadValue(f"prior {prior} is not above 0")
    pairs = len(table.starts) - 1
    freedom = max(pairs - len(table.names) + 1, 1)
    reach = student(confidence, freedom)
    has_draws = bool((table.score == 0.5).any())
    z, hessian = maximise(table, has_draws, prior)
    nu = math.exp(z[-1]) if has_draws else 0.0
    unit = LOGISTIC_UNIT * 2.0 / (2.0 + nu)
    spread = covariance(table, z, hessian, has_draws) * unit**2
    elo, spread_of_elo = anchored(table.names, z[:-2] * unit, spread[:-2, :-2], anchor)
    order = sorted(range(len(elo)), key=lambda i: (-elo[i], table.names[i]))
    return Ratings(
        _rated(table, elo + anchor_rating, np.sqrt(np.diag(spread_of_elo)), reach, order),
        superiority_of(elo[order], spread_of_elo[np.ix_(order, order)], freedom),
        float(z[-2] * unit),
        math.sqrt(spread[-2, -2]),
        nu / (2.0 + nu),
        len(table.score),
        pairs,
        anchor,
    )


def _tabled(games: Sequence[RatedGame]) -> GameColumns:
    if not games:
        raise BadValue("ratings need a game")
    names = tuple(sorted({game.first for game in games} | {game.second for game in games}))
    number = {name: i for i, name in enumerate(names)}
    first = np.array([number[game.first] for game in games], np.int64)
    second = np.array([number[game.second] for game in games], np.int64)
    score = np.array([game.score for game in games], np.float64)
    if (first == second).any():
        raise BadValue(f"'{games[int(np.argmax(first == second))].first}' plays against itself")
    wrong = ~np.isin(score, (0.0, 0.5, 1.0))
    if wrong.any():
        raise BadValue(f"score {score[wrong][0]} is not 0, 0.5 or 1")
    loose = -1 - np.arange(len(games))  # a pair of its own
    pair = np.array([loose[i] if g.pair is None else g.pair for i, g in enumerate(games)])
    order = np.argsort(pair, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(pair[order]) != 0, True])
    return GameColumns(names, first[order], second[order], score[order], starts)


def anchored(
    names: Sequence[str],
    elo: NDArray[np.float64],
    spread: NDArray[np.float64],
    anchor: str | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ratings and their covariance as differences from the anchor, or from the mean."""
    size = len(elo)
    shift = np.eye(size)
    if anchor is None:
        shift -= 1.0 / size
    else:
        shift[:, names.index(anchor)] -= 1.0
    moved = shift @ spread @ shift.T
    np.fill_diagonal(moved, np.maximum(np.diag(moved), 0.0))
    return shift @ elo, moved


def _rated(
    table: GameColumns,
    elo: NDArray[np.float64],
    errors: NDArray[np.float64],
    reach: float,
    order: list[int],
) -> tuple[Rated, ...]:
    size, points = len(elo), table.score
    played = np.bincount(table.first, minlength=size) + np.bincount(table.second, minlength=size)
    won = np.bincount(table.first, points, size) + np.bincount(table.second, 1.0 - points, size)
    return tuple(
        Rated(
            table.names[i],
            float(elo[i]),
            float(errors[i]),
            (float(elo[i] - reach * errors[i]), float(elo[i] + reach * errors[i])),
            int(played[i]),
            float(won[i] / played[i]),
        )
        for i in order
    )


def superiority_of(
    elo: NDArray[np.float64], spread: NDArray[np.float64], freedom: int
) -> tuple[tuple[float, ...], ...]:
    """How sure each player is better than each other one."""
    own = np.diag(spread)
    variance = np.maximum(own[:, None] + own[None, :] - 2.0 * spread, 1e-12)
    sure = stdtr(freedom, (elo[:, None] - elo[None, :]) / np.sqrt(variance))
    return tuple(tuple(row) for row in sure.tolist())


def online(
    games: Sequence[RatedGame], k_factor: float = K_FACTOR, start: float = 1500.0
) -> dict[str, float]:
    """The ratings after these games one by one, for people who like to see them move."""
    ratings: dict[str, float] = {}
    for game in games:
        pair = ratings.get(game.first, start), ratings.get(game.second, start)
        ratings[game.first], ratings[game.second] = updated(*pair, game.score, k_factor)
    return ratings
