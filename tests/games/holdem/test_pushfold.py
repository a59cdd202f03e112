"""Push or fold against its known edges; the table before the flop against the vectors."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import (
    CLASS_BY_TEXT,
    CLASS_OF,
    CLASS_SIZES,
    CLASS_TEXTS,
    CLASSES,
)
from kibitz.games.holdem.cards.ranges import BY_STRENGTH
from kibitz.games.holdem.equity.preflop import BOARDS, DuelTable, counted, duel_table, pairings
from kibitz.games.holdem.strategy.pushfold import _cfr_plus, _Duel, push_fold

FOLDER = Path(os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[4] / "shared" / "vectors"))
FILE = FOLDER / "poker" / "equity.json"


@pytest.mark.compiled
def test_the_table_counts_every_deal_and_ranks_the_classes():
    table = duel_table()
    assert table.deals.sum() == 1326 * 1225
    assert (table.deals == table.deals.T).all()
    assert (table.wins + table.ties + table.wins.T == table.deals * BOARDS).all()
    order = sorted(CLASS_TEXTS, key=lambda name: -table.against_random[CLASS_BY_TEXT[name]])
    assert tuple(order) == BY_STRENGTH


@pytest.mark.compiled
def test_the_table_is_what_counting_some_of_its_pairs_again_gives():
    table, (deals, times) = duel_table(), pairings()
    rng = np.random.default_rng(20261117)
    chosen = rng.random((CLASSES, CLASSES)) < 0.02
    some = chosen[CLASS_OF[deals[:, 0]], CLASS_OF[deals[:, 1]]]
    again = counted(deals[some], times[some])
    seen = again.deals > 0
    assert seen.sum() > 300
    for kept, found in zip(table, again, strict=True):
        assert (kept[seen] == found[seen]).all()


@pytest.mark.compiled
@pytest.mark.skipif(not FILE.exists(), reason=f"no vectors at {FILE}; set KIBITZ_VECTORS")
def test_the_table_has_the_counts_of_every_vector_against_a_random_hand():
    table = duel_table()
    for name, truth in json.loads(FILE.read_text())["versus_random"].items():
        place = CLASS_BY_TEXT[name]
        combos = CLASS_SIZES[place]
        assert table.wins[place].sum() == combos * truth["win"]
        assert table.ties[place].sum() == combos * truth["tie"]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "side", "stack", "does"),
    [
        ("T3s", "push", 7.7, True),
        ("T3s", "push", 7.8, False),
        ("Q2o", "call", 5.6, True),
        ("Q2o", "call", 5.7, False),
        ("63s", "push", 2.3, True),
        ("63s", "push", 2.4, False),
        ("63s", "push", 5.0, False),
        ("63s", "push", 7.1, True),
        ("63s", "push", 7.2, False),
        ("AA", "call", 20.0, True),
        ("72o", "push", 5.0, False),
    ],
)
def test_the_known_edges_of_the_chart_hold(name, side, stack, does):
    found = push_fold(stack)
    assert (getattr(found, side)[CLASS_BY_TEXT[name]] > 0.5) == does
    assert found.exploitability < 1e-5


@pytest.mark.compiled
def test_with_one_big_blind_the_big_blind_calls_with_everything():
    found = push_fold(1.0)
    assert found.call_share == pytest.approx(1, abs=1e-3)
    assert found.push_share > 0.9


def test_a_solver_on_a_table_of_sure_winners_finds_the_obvious_strategy():
    """Where class 0 always wins, everybody else folds to its push, and it pushes."""
    deals = np.outer(CLASS_SIZES, CLASS_SIZES)
    wins = np.where(np.arange(169)[:, None] < np.arange(169)[None, :], deals, 0) * BOARDS
    ties = np.diag(np.diag(deals)) * BOARDS
    duel = _Duel(DuelTable(wins, ties, deals), 10.0)
    push, call = _cfr_plus(duel, 400)
    assert push[0] > 0.99
    assert call[0] > 0.99
    assert call[-1] < 0.01
    assert 0 <= duel.exploitability(push, call) < 1e-3


def test_a_stack_out_of_bounds_is_refused():
    for stack in (0.5, 101.0, float("nan")):
        with pytest.raises(BadValue, match="not from 1 to 100"):
            push_fold(stack)
