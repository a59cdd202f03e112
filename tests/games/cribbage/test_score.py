"""The show and the pile against whole-space counts, the slow twin and the rules."""

import numpy as np
import pytest
from tests.naive import cribbage as naive

from kibitz.games.cribbage.table.pile import peg, peg_points, pile_count, pile_of, pile_ranks
from kibitz.games.cribbage.table.score import MOST, hand_points, score, scores, set_points, tally

HISTOGRAM = [
    *(1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224),
    *(388740, 51680, 317340, 19656, 90100, 9168, 58248, 11196, 2708, 0),
    *(8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4),
]


def whole_space(is_crib):
    counts = np.zeros(MOST + 1, np.int64)
    for lowest in range(49):
        tally(is_crib, lowest, counts)
    return counts


@pytest.mark.compiled
def test_all_hands_and_starters_have_the_known_histogram_and_mean():
    counts = whole_space(0)
    assert counts.tolist() == HISTOGRAM
    assert round(float(counts @ np.arange(MOST + 1)) / counts.sum(), 6) == 4.769152


@pytest.mark.compiled
def test_all_cribs_have_the_known_mean():
    counts = whole_space(1)
    assert counts.sum() == 12_994_800
    assert round(float(counts @ np.arange(MOST + 1)) / counts.sum(), 6) == 4.734819


def test_the_tally_of_the_four_highest_cards_counts_their_48_starters():
    counts = np.zeros(MOST + 1, np.int64)
    tally(0, 48, counts)
    # Four Kings: 12 for the pairs, and each of the four fives makes four fifteens.
    assert counts[12] == 44
    assert counts[20] == 4
    assert counts.sum() == 48


@pytest.mark.parametrize("crib", [False, True])
def test_random_hands_score_as_every_subset_says(crib):
    rng = np.random.default_rng(11)
    cards = np.array([rng.permutation(52)[:5] for _ in range(400)], np.uint8)
    cards[:100] = cards[:100] // 4 * 4 % 52  # many of one suit
    cards = np.array([row for row in cards if len(set(row.tolist())) == 5], np.uint8)
    batch = scores(cards, crib)
    for row, total in zip(cards.tolist(), batch.tolist(), strict=True):
        hand, starter = row[:4], row[4]
        assert score(hand, starter, crib) == naive.parts(hand, starter, crib)
        assert total == score(hand, starter, crib).total
        a, b, c, d = hand
        assert hand_points(a, b, c, d, starter, int(crib)) == total
        assert set_points(sum(1 << card for card in hand), starter, int(crib)) == total


def test_random_piles_peg_as_the_slow_twin_says():
    rng = np.random.default_rng(12)
    for _ in range(400):
        cards: list[int] = []
        for card in rng.permutation(52).tolist():
            if sum(map(naive.value, cards)) + naive.value(card) > 31:
                break
            cards.append(card)
            ranks = [c >> 2 for c in cards]
            pile = pile_of(ranks)
            assert pile_ranks(pile) == ranks
            assert pile_count(pile) == sum(map(naive.value, cards))
            assert peg(ranks).total == naive.peg(cards)
            assert peg_points(pile, pile_count(pile)) == naive.peg(cards)
