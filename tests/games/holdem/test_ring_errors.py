"""Errors that people make at tables of several: hands misjudged, and calls that come too often."""

import math

import numpy as np
import pytest

from kibitz.core.game import play, view
from kibitz.core.registry import make_game
from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT, CLASS_SIZES, CLASSES
from kibitz.games.holdem.ring.analyst import RingStrategy
from kibitz.games.holdem.ring.buckets import DRAWS, bucket_rank, late_bucket
from kibitz.games.holdem.ring.crowd import ring_strategy
from kibitz.games.holdem.ring.misjudged import misjudged
from kibitz.games.holdem.ring.spots import CHOICES, EARLY_ROWS, FOLDS, LATE_SPOTS, WIDTH
from kibitz.games.holdem.strategy.erring import called_more
from kibitz.games.holdem.strategy.strategies import CLASS_RANKS
from kibitz.games.holdem.table.position import CALL, FLOP, FOLD, NO_LIMIT, RIVER

MOST = 0.3
NOISES = np.linspace(-MOST, MOST, 2001)
OUTS = (0, 4, 8)  # of the three kinds of draws


def charts(odds):
    """The odds before the flop: [spot, class, choice]."""
    return odds[:EARLY_ROWS].reshape(-1, CLASSES, CHOICES)


def later(odds):
    """The odds after it: [street, spot, bucket, choice]."""
    return odds[EARLY_ROWS:].reshape(3, LATE_SPOTS // 3, WIDTH, CHOICES)


@pytest.fixture(scope="module")
def erring():
    return misjudged(ring_strategy(NO_LIMIT), MOST)


def class_taken_for(name, noise):
    """By a list of all combos, the best first: the one so many places away, or the last."""
    order = np.argsort(CLASS_RANKS, kind="stable")
    combos = np.repeat(order, CLASS_SIZES[order])
    places = np.flatnonzero(combos == CLASS_BY_TEXT[name])
    place = (places[0] + places[-1]) / 2 + noise * len(combos)
    return combos[int(np.clip(round(place), 0, len(combos) - 1))]


@pytest.mark.parametrize("name", ["AA", "KQs", "T7o", "72o"])
def test_a_class_is_played_as_the_mean_of_what_it_is_taken_for(erring, name):
    true = charts(ring_strategy(NO_LIMIT))
    taken = [class_taken_for(name, noise) for noise in NOISES]
    wanted = true[:, taken].mean(axis=1)
    assert np.abs(charts(erring)[:, CLASS_BY_TEXT[name]] - wanted).max() < 0.01


@pytest.mark.parametrize("stage", [FLOP, RIVER])
@pytest.mark.parametrize("bucket", [0, 7, 25, WIDTH - 1])
def test_a_hand_after_the_flop_is_too_and_its_draw_is_seen(erring, stage, bucket):
    true = later(ring_strategy(NO_LIMIT))[stage - FLOP]
    bands = WIDTH if stage == RIVER else WIDTH // DRAWS
    outs = 0 if stage == RIVER else OUTS[bucket % DRAWS]
    band = bucket if stage == RIVER else bucket // DRAWS
    edges = [late_edge(band, bands), late_edge(band + 1, bands)]
    ranks = np.clip(sum(edges) / 2 + NOISES, 0.0, 1.0)
    taken = [late_bucket(stage, rank, outs) for rank in ranks]
    assert abs(bucket_rank(stage, bucket) - sum(edges) / 2) < edges[1] - edges[0]
    wanted = true[:, taken].mean(axis=1)
    assert np.abs(later(erring)[stage - FLOP][:, bucket] - wanted).max() < 0.01


def late_edge(band, bands):
    """The first rank of a band, by halving."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        is_below = int(late_bucket(RIVER, middle, 0)) * bands < band * WIDTH
        low, high = (middle, high) if is_below else (low, middle)
    return high


def test_whoever_hardly_errs_plays_the_strategy_and_all_rows_stay_whole(erring):
    true = ring_strategy(NO_LIMIT)
    assert np.abs(misjudged(true, 1e-9) - true).max() < 1e-6
    assert np.abs(erring.sum(axis=1) - 1).max() < 1e-9


def test_aces_are_seldom_thrown_away(erring):
    assert charts(erring)[:, CLASS_BY_TEXT["AA"], FOLDS].max() < 0.5
    assert charts(erring)[:, CLASS_BY_TEXT["AA"], FOLDS].mean() < 0.35


def test_calls_come_on_top_of_what_is_played_even_where_nobody_calls():
    moves, chances = zip(*called_more([(FOLD, 0.75), (7, 0.25)], 0.2), strict=True)
    assert moves == (FOLD, CALL, 7)
    assert chances == pytest.approx((0.6, 0.2, 0.2))
    odds = [(FOLD, 0.5), (CALL, 0.5)]
    assert called_more(odds, 0.0) is odds


@pytest.mark.parametrize(("raised", "is_called"), [("r9", True), ("r10", False), ("r200", False)])
def test_nobody_calls_a_bet_of_more_than_twice_the_pot_by_mistake(raised, is_called):
    game = make_game("holdem(seats=3)")
    p = play(game.start(), 5)
    p = play(p, game.read_move(p, raised))
    v, seat = view(p, p.seat), int(p.seat)
    odds, often = (
        dict(RingStrategy(misjudges=0.1, calls=calls).odds(game, v, seat)) for calls in (0.0, 0.9)
    )
    assert math.fsum(often.values()) == pytest.approx(1)
    assert often[CALL] == pytest.approx(0.1 * odds[CALL] + 0.9 if is_called else odds[CALL])


@pytest.mark.parametrize("setting", ["misjudges", "calls"])
@pytest.mark.parametrize("value", [-0.1, 1.5, math.nan])
def test_errors_are_parts_of_one(setting, value):
    with pytest.raises(BadValue, match=f"{setting} .* of ring is not between 0 and 1"):
        RingStrategy(**{setting: value})
