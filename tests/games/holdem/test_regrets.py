"""Regrets: what they find against somebody whose best answer is known, and how they are mixed."""

import numpy as np
import pytest

from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT
from kibitz.games.holdem.strategy.buckets import BANDS, DRAWS, RIVER_BANDS
from kibitz.games.holdem.strategy.regrets import (
    Notes,
    Traversal,
    anything,
    drawn,
    explore,
    learn,
    mixed,
    moved,
    told,
)
from kibitz.games.holdem.strategy.spots import (
    ALL_IN,
    CHOICES,
    FOLDS,
    HALF,
    POT,
    ROWS,
    STAYS,
    WIDTH,
    spot_of,
)
from kibitz.games.holdem.strategy.training import STACKS, blank, normalised, starts, train
from kibitz.games.holdem.table.betting import Betting, bet_on, may_raise
from kibitz.games.holdem.table.position import CALL, ENDED, FIXED, NO_LIMIT

N = -1  # no move


def test_choices_are_played_by_their_regret_and_where_there_is_none_we_stay():
    odds = np.empty(CHOICES)
    mixed(np.array([1.0, -2.0, 3.0, 9.0, 0.0]), np.array([0, 1, 5, N, 201]), odds)
    assert odds.tolist() == [0.25, 0, 0.75, 0, 0]
    mixed(np.full(CHOICES, -1.0), np.array([0, 1, 5, 7, 201]), odds)
    assert odds.tolist() == [0, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([0, 1, 5, 7, 201], [0.1, 0.2, 0.3, 0.25, 0.15]),
        ([N, 1, 5, 7, 201], [0, 0.3, 0.3, 0.25, 0.15]),  # who need not pay does not fold
        ([0, 1, 5, N, 201], [0.1, 0.2, 0.55, 0, 0.15]),  # a smaller bet for a greater
        ([0, 1, N, N, 201], [0.1, 0.2, 0, 0, 0.7]),  # else the greater
        ([0, 1, N, N, N], [0.1, 0.9, 0, 0, 0]),  # else none
    ],
)
def test_a_model_plays_something_else_for_what_is_no_move(moves, expected):
    odds = np.empty(CHOICES)
    told(np.array([0.1, 0.2, 0.3, 0.25, 0.15]), np.array(moves), odds)
    assert odds.tolist() == pytest.approx(expected)


def test_choices_are_drawn_as_often_as_they_are_played():
    """4 sigma: by chance once in fifteen thousand a choice."""
    odds, luck = np.array([0.5, 0.0, 0.3, 0.2, 0.0]), stream(1)
    counts = np.bincount([drawn(odds, luck) for _ in range(2000)], minlength=CHOICES) / 2000
    assert np.abs(counts - odds).max() < 4 * 0.5 / 2000**0.5
    assert counts[STAYS] == counts[ALL_IN] == 0


@pytest.mark.parametrize("kind", [NO_LIMIT, FIXED])
def test_anything_is_a_legal_move(kind):
    luck = stream(2)
    for _ in range(60):
        b = Betting(*starts(kind, STACKS)[int(luck[0] % 9)].tolist())
        while b.stage != ENDED:
            move = anything(b, luck)
            assert move == CALL or may_raise(b)
            b = bet_on(b, move)
            assert max(b.paid_0, b.paid_1) <= b.stack_0


def test_the_last_raiser_of_a_street_leads_on_the_next():
    b = Betting(*starts(NO_LIMIT, (200,))[0].tolist())
    raised, led, now = moved(b, -1, -1, CALL + 6)
    assert (led, now) == (-1, 1)
    flop, led, now = moved(raised, led, now, CALL)
    assert (flop.stage, led, now) == (raised.stage + 1, 1, -1)


def _beat(model, deals, trust=1.0, kind=NO_LIMIT, stacks=(200,)):
    """The sheets of an answer to somebody who does the same with every hand."""
    sheets = blank(2)._replace(model=np.tile(model, (ROWS, 1)), trust=np.full(ROWS, trust))
    train(sheets, starts(kind, stacks), deals, 3, True)
    return sheets


@pytest.mark.compiled
def test_who_folds_to_every_bet_is_bet_into_with_every_hand():
    """He folds his small blind and his big blind: half a big blind and one, each second hand."""
    folder = np.array([1.0, 0.0, 0.0, 0.0, 0.0])
    sheets = _beat(folder, 20_000)
    b = Betting(*starts(NO_LIMIT, (200,))[0].tolist())
    notes = Notes(*(np.empty((64, CHOICES), kind) for kind in (np.int64, float, float)))
    worst = [0, (BANDS - 1) * DRAWS, (BANDS - 1) * DRAWS, RIVER_BANDS - 1]
    buckets, value = np.repeat(np.array(worst)[:, None], 2, axis=1), []
    for name in ("72o", "83o", "94o", "T5o", "J2s", "64s", "Q4o", "K2o"):
        buckets[0] = CLASS_BY_TEXT[name]
        for me in range(2):
            play = Traversal(me, 1 - me, 0.0, 0.0)  # every showdown would be lost
            value.append(_worth(b, play, buckets, sheets, notes))
    assert np.mean(value) == pytest.approx(0.75, abs=0.01)


def _worth(b, play, buckets, sheets, notes):
    return explore(b, -1, -1, 0, play, buckets, sheets, notes, stream(5))


@pytest.mark.compiled
def test_who_never_folds_and_never_raises_is_not_bluffed_and_pays_the_best_hands():
    station = np.array([0.0, 1.0, 0.0, 0.0, 0.0])
    odds = normalised(_beat(station, 30_000, kind=FIXED).played[0])
    b = Betting(*starts(FIXED, (200,))[0].tolist())
    row = spot_of(b, -1) * WIDTH
    assert odds[row + CLASS_BY_TEXT["AA"], HALF] > 0.9
    assert odds[row + CLASS_BY_TEXT["32o"], HALF] < 0.25
    assert odds[row, POT] == odds[row, ALL_IN] == 0


def test_the_same_seed_learns_the_same():
    deals = 30 if COMPILED else 2
    found = []
    for _ in range(2):
        sheets = blank(1)
        learn(starts(NO_LIMIT, STACKS), deals, 0, False, sheets, np.arange(52), stream(4))
        found.append(sheets)
    assert (found[0].regrets == found[1].regrets).all()
    assert found[0].played.any()
    assert not found[0].regrets[0, :, FOLDS].all()
