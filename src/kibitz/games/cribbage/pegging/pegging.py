"""What a keep pegs net, learned from hands of experts; `tables` makes it and writes it down.

Simulated hands are too few for 1,820 keeps twice, so the points pegged less the opponent's
are a sum over the cards of each rank and the pairs of ranks that a keep holds. The weights
are normal around 0, as widely as makes the hands seen most likely (Bayesian regression with
its evidence), so that they promise no more than came. What is left unknown of them is the
error of a value. Both seats throw any of their three best, so that odd keeps are seen, too.
"""

from typing import NamedTuple

import numpy as np

from kibitz.games.cribbage.pegging.lore import Lore
from kibitz.games.cribbage.pegging.suspects import Floats
from kibitz.games.cribbage.table.score import RANKS
from kibitz.games.cribbage.throwing.features import (
    LEARNED_HANDS,
    features,
    keep_features,
    rank_counts,
)
from kibitz.games.cribbage.throwing.keeps import DEALER, PONE
from kibitz.games.cribbage.winning.outcomes import outcomes
from kibitz.games.cribbage.winning.selfplay import TOP_THREE, TREE, Style

SEED = 121
SPREADS = np.geomspace(0.02, 2.0, 25)  # of the weights, tried out
CURIOUS = Style(TOP_THREE, TREE, 500, 0, 2.0, 0)  # searches as good players do, and quicker
ROUNDS = 3  # in which noise and spread are fitted in turn


class Learned(NamedTuple):
    """What keeps peg net, and the root of the covariance of the weights behind it."""

    values: Floats  # by keep
    root: Floats  # by feature, twice


def fitted(counts: Floats, net: Floats) -> Learned:
    """What each of the 1,820 keeps pegs net, by Bayesian regression on hands seen."""
    x = features(counts)
    usual, noise = float(net.mean()), float(np.var(net))
    square, product = x.T @ x, x.T @ (net - usual)
    for _ in range(ROUNDS):
        logs = [_evidence(square, product, noise, spread) for spread in SPREADS]
        spread = float(SPREADS[int(np.argmax(logs))])
        covariance = noise * np.linalg.inv(square + _doubt(square, noise, spread))
        weights = covariance @ product / noise
        noise = float(np.var(net - x @ weights))
    weights[0] += usual
    return Learned(keep_features() @ weights, np.linalg.cholesky(covariance))


def _doubt(square: Floats, noise: float, spread: float) -> Floats:
    """What the prior adds: weights of a constant and ranks spread widely, of pairs by `spread`."""
    wide = np.full(len(square), spread)
    wide[: 1 + RANKS] = 1.0
    return np.asarray(np.diag(noise / wide**2))


def _evidence(square: Floats, product: Floats, noise: float, spread: float) -> float:
    """The log likelihood of the hands seen, but for what no spread changes."""
    doubt = _doubt(square, noise, spread)
    both = square + doubt
    fit = float(product @ np.linalg.solve(both, product)) / noise
    return float(0.5 * (fit + np.linalg.slogdet(doubt)[1] - np.linalg.slogdet(both)[1]))


def pegging_hands(
    lore: Lore, hands: int = LEARNED_HANDS, seed: int = SEED
) -> tuple[Floats, Floats]:
    """Rank counts of the keeps, by role and hand, and what they pegged net, heels left out."""
    played = outcomes(hands, CURIOUS, CURIOUS, lore, seed)
    counts = np.array([rank_counts(played.kept[:, role]) for role in (PONE, DEALER)])
    return counts, np.array(played.net_pegged)


def pegging_tables(
    lore: Lore, hands: int = LEARNED_HANDS, seed: int = SEED
) -> tuple[Learned, Learned]:
    """What every keep pegs net, pone's first."""
    counts, net = pegging_hands(lore, hands, seed)
    return fitted(counts[PONE], net[PONE]), fitted(counts[DEALER], net[DEALER])
