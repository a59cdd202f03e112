"""What ranges change of the classes' shares: sums by hand, and ranges that fit their shares."""

import numpy as np
import pytest

from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT, CLASS_SIZES, CLASSES
from kibitz.games.holdem.equity.preflop import duel_table
from kibitz.games.holdem.solved import class_worth, range_training
from kibitz.games.holdem.solved.class_worth import (
    CLASS_DEPTHS,
    EDGE_TERMS,
    FIGURES,
    PLAIN_TERMS,
    TERMS,
    RangeNumbers,
    changes_at,
    floored,
    met_parts,
    range_figures,
)
from kibitz.games.holdem.solved.played import ClassWords, flop_ends
from kibitz.games.holdem.solved.preflop import ClassEnds, shares_at, solved_preflop
from kibitz.games.holdem.solved.preflop_tree import Blinds
from kibitz.games.holdem.solved.range_training import FitSums, SeatExample
from kibitz.games.holdem.solved.worth import DEPTHS

ACES, TREYS = CLASS_BY_TEXT["AA"], CLASS_BY_TEXT["72o"]


@pytest.fixture
def ranges():
    rng = np.random.default_rng(3)
    return floored(rng.random(CLASSES)), floored(rng.random(CLASSES) ** 3)


@pytest.fixture
def fitted():
    rng = np.random.default_rng(4)
    return RangeNumbers.of(
        rng.normal(size=(TERMS, DEPTHS)), rng.normal(size=(2, CLASSES, CLASS_DEPTHS))
    )


def test_the_equity_against_a_range_is_the_mean_over_all_deals(ranges):
    duels = duel_table()
    equity = range_figures(ranges[1])[1]
    for kind in (ACES, TREYS, 60):
        met = [duels.deals[kind, other] * ranges[1][other] for other in range(CLASSES)]
        wins = sum(n * duels.equity[kind, other] for other, n in enumerate(met))
        assert equity[kind] == pytest.approx(wins / sum(met), abs=1e-5)


def test_every_term_is_its_two_figures_times_an_edge_or_one(ranges):
    """One number at a time, two classes at a time."""
    mine, theirs = range_figures(ranges[1]), range_figures(ranges[0])
    edge = 2 * duel_table().equity - 1
    depth = np.log1p(5.0)
    for term, (a, b) in enumerate((*EDGE_TERMS, *PLAIN_TERMS)):
        rows = np.zeros((TERMS, DEPTHS))
        rows[term, 1] = 2.0
        found = changes_at(ranges, 5.0, RangeNumbers.of(rows, np.zeros((2, CLASSES, CLASS_DEPTHS))))
        for first, second in ((ACES, TREYS), (TREYS, 40), (90, 17)):
            factor = edge[first, second] if term < len(EDGE_TERMS) else 1.0
            wanted = 2.0 * depth * factor * mine[a, first] * theirs[b, second]
            assert found[first, second] == pytest.approx(wanted, rel=1e-4, abs=1e-6)
    assert mine.shape == (FIGURES, CLASSES)


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_fitted_is_the_mean_of_the_shares_against_the_other_range(ranges, fitted, seat):
    """The rows of the fit, times the numbers, are what the table gives each class."""
    words = ClassWords(*np.zeros((4, CLASSES)))
    rows = SeatExample(seat, 7.0, ranges, words).terms()
    terms = np.concatenate([_terms_of(fitted).ravel(), fitted.classes.ravel()])
    table = changes_at(ranges, 7.0, fitted)
    met = met_parts(ranges[1 - seat])
    wanted = (met * (table if seat == 0 else table.T)).sum(axis=1)
    assert rows @ terms == pytest.approx(wanted, rel=1e-3, abs=1e-3)


def _terms_of(fitted):
    rows = [fitted.edged[:, a, b] for a, b in EDGE_TERMS]
    return np.stack([*rows, *(fitted.plain[:, a, b] for a, b in PLAIN_TERMS)])


def test_a_fit_finds_the_numbers_that_made_its_examples(fitted, monkeypatch):
    """Shares without noise, in 40 pairs of ranges at many depths."""
    monkeypatch.setattr(range_training, "SHIFT", 1e-9)
    monkeypatch.setattr(range_training, "CLASS_SHIFT", 1e-9)
    rng, sums, tried = np.random.default_rng(5), FitSums.empty(), []
    for _ in range(40):
        mine, theirs = (floored(rng.random(CLASSES) ** rng.uniform(0, 6)) for _ in range(2))
        pair = mine, theirs
        depth = float(np.exp(rng.uniform(-1, 4)))
        table = 0.001 * changes_at(pair, depth, fitted)
        row = [np.array([depth])]
        for seat in (0, 1):
            met = met_parts(pair[1 - seat])
            share = shares_at(depth).astype(np.float64) - 0.5 + table
            got = (met * (share if seat == 0 else -share.T)).sum(axis=1)
            row += [pair[seat], got, np.zeros(CLASSES), np.ones(CLASSES), np.zeros(CLASSES)]
        sums.add(np.concatenate(row))
        tried.append((pair, depth, table))
    terms, classes = sums.numbers(40)
    found = RangeNumbers.of(terms, classes.reshape(2, CLASSES, CLASS_DEPTHS))
    for pair, depth, table in tried[:10]:
        off = changes_at(pair, depth, found) - table
        means = (met_parts(pair[1]) * off).sum(axis=1)
        scale = (met_parts(pair[1]) * table).sum(axis=1)
        assert np.sqrt(np.mean(means**2)) < 0.1 * np.sqrt(np.mean(scale**2))


@pytest.mark.parametrize("blinds", [20, 100])
def test_the_shares_are_those_of_the_ranges_that_come_there(blinds):
    """A further look would change what classes get at likely ends by two hundredths at most."""
    game = solved_preflop(Blinds(1, 2, 0, 2 * blinds))
    assert isinstance(game.ends, ClassEnds)
    ends = list(flop_ends(game, 0, 2 * blinds))
    assert len(ends) > 3
    off, likely = 0.0, 0.0
    for end in ends:
        depth = end.stack / end.pot
        wanted = shares_at(depth) - 0.5 + changes_at(end.weights, depth, class_worth.numbers())
        missing = met_parts(end.weights[1]) * (wanted - game.ends.shares[end.number])
        held = CLASS_SIZES * end.weights[0]
        off += end.likely * float(held @ missing.sum(axis=1) ** 2) / held.sum()
        likely += end.likely
    assert (off / likely) ** 0.5 < 0.02
