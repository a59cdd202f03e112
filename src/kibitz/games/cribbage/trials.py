"""What cribbage works out: throws."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from kibitz.core.cards import CARDS, parse_cards
from kibitz.estimate.trial import Trial, is_best, mean, root_mean_square, timed, without_rounding
from kibitz.games.cribbage.pegging.suspects import Floats
from kibitz.games.cribbage.table.score import score
from kibitz.games.cribbage.throwing.throws import Throws, throws_of

SIX = "5H 5S 6D 7C KH QS"
DEALS = 15 * 46 * 990  # throws, starters, and two cards from the opponent


def trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Cribbage: all fifteen throws of six cards."""
    decision, cards = "cribbage, which two to throw?", parse_cards(SIX)
    fair, seconds = timed(lambda: throws_of(cards, 1, "uniform"), calls=20)
    error = without_rounding(float(np.abs(fair.hand - _hand_means(cards, fair.sets)).max()))
    against = "hands counted card by card; cribs of any two cards"
    yield Trial(decision, "all deals", seconds, DEALS, "deals", fair.is_exact, error, against)
    exact = throws_of(cards, role=1)
    against = "points of 15 throws against the model of a good opponent"
    for samples in (100, 1000) if quick else (100, 1000, 10_000):
        draw = partial(throws_of, cards, 1, "sample", samples=samples, seed=seed)
        found, seconds = timed(draw)
        off, right = _throw_worth(found, exact)
        name = f"{samples:,} sampled deals"
        yield Trial(decision, name, seconds, samples, "deals", False, off, against, right)
    found, seconds = timed(partial(throws_of, cards, 1, "table"), calls=20)
    off, right = _throw_worth(found, exact)
    yield Trial(decision, "published table", seconds, 15, "throws", False, off, against, right)


def _throw_worth(found: Throws, exact: Throws) -> tuple[float, float]:
    """The typical error in points, and whether the best throw is the best."""
    return root_mean_square(found.value - exact.value), is_best(found.value, exact.value)


def _hand_means(cards: list[int], throws: list[int]) -> Floats:
    """What is kept of six cards counts on average, over the 46 starters."""
    means = []
    for thrown in throws:
        kept = [card for card in cards if not thrown >> card & 1]
        starters = [card for card in range(CARDS) if card not in cards]
        means.append(mean(score(kept, starter).total for starter in starters))
    return np.array(means)
