"""The chance to win and the tables behind it, against naive programming and published figures."""

import numpy as np
import pytest
from tests.naive import cribbage as naive

from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.errors import BadValue
from kibitz.games.cribbage.pegging.lore import shipped_lore
from kibitz.games.cribbage.pegging.pegging import fitted
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.table.text import cards_of
from kibitz.games.cribbage.throwing.features import (
    features,
    keep_features,
    pegging_errors,
    rank_counts,
)
from kibitz.games.cribbage.throwing.keeps import DEALER, KEEP_RANKS, PONE, pegging_values, table
from kibitz.games.cribbage.winning.criterion import AWARE
from kibitz.games.cribbage.winning.ladder import STYLES, match
from kibitz.games.cribbage.winning.outcomes import Outcomes, outcomes
from kibitz.games.cribbage.winning.selfplay import (
    GREEDY,
    LOOK_AHEAD,
    MODEL,
    TREE,
    Style,
    place_of_best,
)
from kibitz.games.cribbage.winning.winning import fill_table, law_of, win_chance

PUBLISHED = {0: 0.560, 100: 0.775, 110: 0.560, 113: 0.316, 120: 0.603}

# At 120-120 the first point pegged decides, and the published figure is of players who do not
# look at the score. The dealer won 0.655 ± 0.012 of 1,500 hands of two experts who do.
EXPERTS, ERROR = 0.655, 0.012


@pytest.mark.parametrize("score", [score for score in PUBLISHED if score != 120])
def test_the_dealer_wins_as_often_as_published(score):
    assert win_chance(score, score, is_dealer=True) == pytest.approx(PUBLISHED[score], abs=0.01)


def test_where_one_point_decides_the_dealer_wins_as_often_as_experts_did():
    assert win_chance(120, 120, is_dealer=True) == pytest.approx(EXPERTS, abs=2 * ERROR)


def test_the_table_of_winning_is_a_table_of_chances_that_rise_with_the_own_score():
    win = table("winning")
    assert win.shape == (TARGET, TARGET)
    assert win.min() >= 0
    assert win.max() <= 1
    # Strictly so but for the noise of the simulated hands.
    assert np.all(np.diff(win, axis=0) > -0.005)
    assert np.all(np.diff(win, axis=1) < 0.005)
    assert win_chance(61, 70, True) == pytest.approx(1 - win_chance(70, 61, False))


def test_a_point_at_the_start_is_worth_about_two_in_a_hundred():
    gain = win_chance(10, 0, True) - win_chance(0, 0, True)
    assert gain / 10 == pytest.approx(0.019, abs=0.004)


@pytest.mark.parametrize(("mine", "theirs"), [(-1, 0), (0, 121)])
def test_scores_off_the_board_are_refused(mine, theirs):
    with pytest.raises(BadValue, match="0 to 120"):
        win_chance(mine, theirs, True)


def naive_win(hands, dealer, pone, cache):
    """The dealer's chance to win by playing every hand of a list from these scores."""
    if (dealer, pone) in cache:
        return cache[dealer, pone]
    total = 0.0
    for gains in hands:
        d, p = dealer, pone
        for gain in gains:
            d, p = d + max(gain, 0), p + max(-gain, 0)
            if max(d, p) >= TARGET:
                break
        if d >= TARGET:
            total += 1
        elif p < TARGET:
            total += 1 - naive_win(hands, p, d, cache)
    return cache.setdefault((dealer, pone), total / len(hands))


def test_the_table_is_filled_as_recursion_over_the_hands_says():
    hands = [[2, -30, 25, -28, 40], [-35, 1, -29, 30, 20], [-9, 31, -24, 0, 47]]
    events = np.array([[len(gains), *gains] for gains in hands])
    low = 97  # the rest of the board would only cost time uncompiled
    win, none = np.zeros((TARGET, TARGET)), np.zeros((TARGET, TARGET))
    fill_table(law_of(Outcomes(events, np.zeros((3, 3), np.int64))), none, win)
    cache: dict[tuple[int, int], float] = {}
    for dealer in (0, low, 100, 120):
        for pone in (0, low, 110, 120):
            assert win[dealer, pone] == pytest.approx(naive_win(hands, dealer, pone, cache))


def test_outcomes_split_the_gains_into_pegging_and_shows():
    events = np.array([[6, 2, -1, 3, -8, 7, 4, 0], [5, -2, 1, -12, 0, 5, 0, 0]])
    played = Outcomes(events, np.zeros((2, 3), np.int64))
    assert played.shows.tolist() == [[-8, 7, 4], [-12, 0, 5]]
    assert played.pegged.tolist() == [[1, 5], [2, 1]]


def simulated_keeps(n, noise):
    """Rank counts of random keeps, the truth about every keep, and what these keeps pegged."""
    rng = np.random.default_rng(51)
    kept = np.array([sum(1 << int(card) for card in rng.permutation(52)[:4]) for _ in range(n)])
    counts = rank_counts(kept)
    assert np.all(counts.sum(axis=1) == 4)
    weights = rng.normal(0.0, 0.15, features(counts).shape[1])
    pegged = features(counts) @ weights + rng.normal(0.0, noise, n)
    return counts, keep_features() @ weights, pegged


def test_the_pegging_of_keeps_is_learned_where_ranks_and_pairs_explain_it():
    counts, truth, pegged = simulated_keeps(3000, 0.01)
    often = np.array([len(set(ranks)) == 4 for ranks in KEEP_RANKS.tolist()])
    assert np.allclose(fitted(counts, pegged).values[often], truth[often], atol=0.02)


def test_learned_pegging_promises_no_more_than_comes_and_knows_its_error():
    counts, truth, pegged = simulated_keeps(4000, 2.5)
    learned = fitted(counts, pegged)
    slope = np.polyfit(learned.values, truth, 1)[0]
    # Hands are few and noisy: without a prior the slope would be about a half.
    assert 0.8 < slope < 1.25
    errors = np.linalg.norm(keep_features() @ learned.root, axis=1)
    # 1,820 keeps share 105 weights; the share beyond two errors is 5 % give or take 3.
    assert (np.abs(learned.values - truth) > 2 * errors).mean() < 0.17
    assert (np.abs(learned.values - truth) > 4 * errors).mean() < 0.01


def test_the_error_of_a_difference_of_keeps_is_that_of_its_weights():
    roots, keeps = table("pegging_roots"), np.array([0, 700, 1819])
    got = pegging_errors(keeps, DEALER)
    rows = keep_features()[keeps]
    for i in range(3):
        for j in range(3):
            row = rows[i] - rows[j] if i != j else rows[i]
            wanted = np.sqrt(row @ roots[DEALER] @ roots[DEALER].T @ row)
            assert got[i, j] == pytest.approx(wanted, abs=1e-9)


def test_small_pairs_peg_better_than_kings_and_the_dealer_better_than_pone():
    pone, dealer = pegging_values(PONE), pegging_values(DEALER)
    assert dealer.mean() > pone.mean() + 1
    low, high = KEEP_RANKS.tolist().index([0, 1, 2, 3]), KEEP_RANKS.tolist().index([9, 10, 11, 12])
    assert pone[low] > pone[high]


def test_the_best_few_are_the_best():
    values, random = np.array([1.0, 9.0, 3.0, 8.0]), stream(1)
    assert place_of_best(values, 1, random) == 1
    assert {int(place_of_best(values, 2, random)) for _ in range(40)} == {1, 3}


@pytest.mark.skipif(COMPILED, reason="whole games take long to compile; the benchmark runs them")
@pytest.mark.parametrize("play", [GREEDY, LOOK_AHEAD, TREE])
def test_self_play_counts_what_was_kept(play):
    style = Style(MODEL, play, 12, 2, 4.0, 0)
    played = outcomes(3, style, style, shipped_lore(), seed=61)
    assert np.all(played.pegged.sum(axis=1) >= 1)
    for kept, events in zip(played.kept.tolist(), played.events.tolist(), strict=True):
        kept = kept[:2]  # the starter stands behind the two hands
        assert [len(cards_of(hand)) for hand in kept] == [4, 4]
        counts = [set(_counts(hand)) for hand in kept]
        shows = events[1 : events[0] + 1][-3:]
        assert -shows[0] in counts[0]
        assert shows[1] in counts[1]


def _counts(hand):
    """What a hand can count, over all starters."""
    cards = cards_of(hand)
    return [naive.points(cards, cut) for cut in range(52) if cut not in cards]


@pytest.mark.skipif(COMPILED, reason="whole games take long to compile; the benchmark runs them")
def test_a_pair_of_equal_styles_is_even():
    plain = STYLES["intermediate"]
    result = match(plain, plain, 2)
    assert 0 <= result.rate <= 1
    assert 6 < result.deals < 13
    assert "%" in str(result)
    assert STYLES["expert"].aware == AWARE
