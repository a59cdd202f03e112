"""Strategies against each other: sums told by hand, and what the best answer wins."""

import signal
import time

import numpy as np
import pytest

from kibitz.core.kernel import COMPILED
from kibitz.games.holdem.strategy import appraisal, training
from kibitz.games.holdem.strategy.appraisal import loss_to_best_answer, strategy_duel
from kibitz.games.holdem.strategy.spots import CHOICES, FOLDS, HALF, ROWS
from kibitz.games.holdem.strategy.strategies import balanced
from kibitz.games.holdem.table.position import NO_LIMIT

PAIRS = 2000 if COMPILED else 5


def _always(choice):
    odds = np.zeros((ROWS, CHOICES))
    odds[:, choice] = 1.0
    return odds


def test_who_always_folds_loses_his_blinds_to_who_always_bets():
    found = strategy_duel(NO_LIMIT, _always(HALF), _always(FOLDS), 10, 1)
    assert (found.value, found.error) == (0.75, 0.0)


def test_a_strategy_wins_nothing_from_itself():
    """4 sigma: by chance once in fifteen thousand."""
    base = balanced(NO_LIMIT)
    found = strategy_duel(NO_LIMIT, base, base, PAIRS, 2)
    assert abs(found.value) <= 4 * max(found.error, 1e-9)


@pytest.mark.compiled
def test_the_balanced_strategy_loses_little_to_an_answer_that_knows_it():
    """Always folding would lose 0.75 big blinds a hand; a weak strategy loses several."""
    found = loss_to_best_answer(NO_LIMIT, 3000, 4000, 1)
    assert found.interval[1] < 0.75


def test_how_the_work_is_cut_changes_nothing(monkeypatch):
    pairs, deals = (40, 200) if COMPILED else (4, 8)
    whole = loss_to_best_answer(NO_LIMIT, deals, pairs, 1)
    monkeypatch.setattr(appraisal, "PIECE", 3)
    monkeypatch.setattr(training, "PIECE", 1)
    assert loss_to_best_answer(NO_LIMIT, deals, pairs, 1) == whole


@pytest.mark.compiled
@pytest.mark.parametrize(("deals", "pairs"), [(1, 2_000_000), (2_000_000, 2)], ids=str)
def test_long_work_gives_way_to_an_interrupt(deals, pairs):
    """As in a notebook: Python hears between two pieces."""
    loss_to_best_answer(NO_LIMIT, 1, 2, 1)  # the kernels are there now
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    begun = time.process_time()
    try:
        with pytest.raises(KeyboardInterrupt):
            loss_to_best_answer(NO_LIMIT, deals, pairs, 1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.process_time() - begun < 2.0
