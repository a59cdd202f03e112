"""Equity against dealing every runout, against theory, and against its own other methods."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from kibitz.core.cards import parse_cards
from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.core.stream import draw
from kibitz.errors import BadNotation, BadValue
from kibitz.games.holdem.cards.combos import COMBO, COMBO_CARDS
from kibitz.games.holdem.cards.ranges import parse_range
from kibitz.games.holdem.cards.symmetry import SUIT_CHANGES, changes_that_keep, merged
from kibitz.games.holdem.equity.duel import deal as duel_deal
from kibitz.games.holdem.equity.duel import duel_of, least_rests, two_rows
from kibitz.games.holdem.equity.equity import _deals, equity, holdem_equity
from kibitz.games.holdem.equity.matching import draw_graphs, shared_matchings
from kibitz.games.holdem.equity.nexts import runout_table
from kibitz.games.holdem.equity.runouts import duels, sum_runouts
from tests.naive.holdem import against_opponents, shares

NONE = np.empty(0, np.int64)


def hole(text):
    return [int(card) for card in parse_cards(text)]


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["AhKh", "QsQc"], "2h7h9s", ""),  # a flush draw
        (["AhKh", "QhJh"], "2h7h9h", "4h"),  # two flushes already
        (["AhKd", "AsKc", "QdQc"], "Th9h8h", ""),  # flushes with one card
        (["7c6c", "7d6d", "7h6h", "AsAd"], "5s4s3d", "2c"),  # straights that tie
        (["2c3d", "AsAd"], "KhQhJhTh", ""),  # the board may play
    ],
)
def test_counting_by_ranks_and_suits_equals_dealing_every_board(hands, board, dead):
    mine, sets = shares([hole(h) for h in hands], hole(board), hole(dead))
    result = holdem_equity(hands, board, dead, categories=True)
    assert result.is_exact
    assert dict(result.winner_sets) == dict(sets)
    assert [h.equity.value for h in result.hands] == pytest.approx(mine)
    for hand in result.hands:
        assert sum(n for n in (hand.win, hand.tie, hand.lose) if n) == result.total
        assert sum((hand.categories or {}).values()) == pytest.approx(1)


def test_the_count_of_two_hands_equals_the_count_of_any_number():
    rng = np.random.default_rng(5)
    deals = np.array([rng.permutation(52)[:4] for _ in range(12)])
    board = np.array([c for c in range(52) if c not in deals][:4])
    out = np.empty((len(deals), 2), np.int64)
    duels(deals, board, NONE, out)
    for deal, (win, tie) in zip(deals, out, strict=True):
        sets = np.zeros(4)
        sum_runouts(deal[None, :], np.ones(1), board, NONE, sets, np.zeros((0, 9)))
        assert (sets[1], sets[3], sets.sum()) == (win, tie, 44)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(4))
def test_preflop_counts_of_three_hands_add_up_and_agree_with_sampling(seed):
    cards = np.random.default_rng(seed).permutation(52)[:6].reshape(3, 2)
    hands = ["".join("A23456789TJQK"[c // 4] + "shdc"[c % 4] for c in hand) for hand in cards]
    exact = holdem_equity(hands)
    assert exact.total == comb(46, 5)
    sampled = holdem_equity(hands, samples=100_000, seed=seed)
    for truth, guess in zip(exact.hands, sampled.hands, strict=True):
        assert abs(truth.equity.value - guess.equity.value) < 4 * guess.equity.error


@pytest.mark.parametrize("k", [1, 2, 3])
def test_matchings_count_every_set_of_opponents(k):
    """On a deck of few cards, where every set of opponents can be dealt."""
    board, mine = hole("7h7d2s2cKd"), hole("KhQs")
    unseen = np.array(hole("KcKsAhAd7sQh3c4dJs"))
    beaten, tied = np.empty(9, np.uint64), np.empty(9, np.uint64)
    draw_graphs(np.array(mine), np.array(board), unseen, beaten, tied)
    found, scratch = np.empty(4, np.int64), np.empty((2, 9), np.int64)
    shared_matchings(beaten, tied, k, scratch, np.zeros(4, np.int64), found)
    truth = against_opponents(mine, board, k, unseen.tolist())
    assert found.tolist() == [truth[j] for j in range(4)]
    assert sum(truth.values()) == comb(9, 2 * k) * {1: 1, 2: 3, 3: 15}[k]
    assert found[1:].sum() > 0


def test_four_who_share_the_board_get_a_quarter_each():
    result = holdem_equity(["2c3d", "2h3s", "4c5d", "4h5s"], "AsKsQsJsTs")
    assert [h.equity.value for h in result.hands] == [0.25] * 4
    assert result.winner_sets == {(0, 1, 2, 3): 1}
    sampled = holdem_equity(["random"], "AsKsQsJsTs", opponents=3, samples=50, seed=1)
    assert [h.equity.value for h in sampled.hands] == [0.25] * 4
    assert equity("2c3d", "AsKsQsJsTs", 3) == 0.25


def test_changing_suits_merges_deals_without_changing_the_answer():
    ranges = [parse_range("AKs,QQ"), parse_range("JTs,AA")]
    deals, weights = _deals(ranges)
    fewer, heavier = merged(deals, weights, SUIT_CHANGES)
    assert weights.sum() == heavier.sum() == len(deals)
    assert len(fewer) < len(deals) / 4
    board, counts = np.array(hole("2s2h2d2c")), []
    for rows, times in ((deals, weights), (fewer, heavier)):
        out = np.empty((len(rows), 2), np.int64)
        duels(COMBO_CARDS[rows].reshape(-1, 4), board, NONE, out)
        counts.append((times @ out).tolist())
    assert counts[0] == counts[1]


def test_suits_may_change_only_where_the_board_stays():
    assert len(changes_that_keep([])) == 24
    assert len(changes_that_keep(hole("AsKs"))) == 6
    assert len(changes_that_keep(hole("AsKhQd"))) == 1
    assert len(changes_that_keep(hole("AsAh"), hole("2c"))) == 2


def test_weights_of_a_range_are_relative():
    plain = holdem_equity(["AKs", "QQ"], "2h7h9s")
    light = holdem_equity(["AKs:0.5", "QQ"], "2h7h9s")
    assert plain.winner_sets == light.winner_sets
    mixed = holdem_equity(["AhKh:0.25,2c2d", "QsQc"], "2h7h9s")
    parts = [
        holdem_equity([hand, "QsQc"], "2h7h9s").hands[0].equity.value for hand in ("AhKh", "2c2d")
    ]
    assert mixed.hands[0].equity.value == pytest.approx((0.25 * parts[0] + parts[1]) / 1.25)


def test_the_next_card_splits_the_equity_into_its_runouts():
    hands = ["7c7d", "AhKh"]
    whole, nexts = holdem_equity(hands, "7h2h9s5c"), runout_table(hands, "7h2h9s5c")
    assert len(nexts) == 44
    mean = sum(after.hands[0].equity.value for after in nexts.values()) / 44
    assert mean == pytest.approx(whole.hands[0].equity.value)
    with pytest.raises(BadValue, match="board of 3 or 4 cards, not 0"):
        runout_table(hands, "")


def test_the_same_seed_gives_the_same_samples_and_the_error_shrinks_with_their_root():
    few = holdem_equity(["AhKh"], "2h7h9s", opponents=2, samples=400, seed=9)
    assert few == holdem_equity(["AhKh"], "2h7h9s", opponents=2, samples=400, seed=9)
    exact = holdem_equity(["AhKh"], "2h7h9sTcTd", opponents=2)
    assert exact.method == "matchings"
    hand = holdem_equity(["AhKh"], "2h7h9sTcTd", opponents=2, samples=1000, seed=9).hands[0]
    assert abs(hand.equity.value - exact.hands[0].equity.value) < 4 * hand.equity.error
    spread = np.sqrt(hand.equity.value * (1 - hand.equity.value) / 1000)
    assert hand.equity.error == pytest.approx(spread, rel=0.1)  # but for a few ties


@pytest.mark.parametrize(
    "board",
    [
        pytest.param("", marks=pytest.mark.compiled),
        pytest.param("2h7h9s", marks=pytest.mark.compiled),
        "2h7h9sTc",
        "2h7h9sTcTd",
    ],
)
def test_samples_against_one_random_hand_agree_with_the_exact_answer(board):
    """4 sigma a board: by chance one failure in four thousand for all four."""
    samples = 40_000 if COMPILED else 200
    truth = holdem_equity(["AhKh"], board, "Ad", opponents=1).hands[0].equity.value
    sampled = holdem_equity(["AhKh"], board, "Ad", 1, samples=samples, seed=4)
    found = sampled.hands[0].equity
    assert abs(found.value - truth) < 4 * found.error
    assert sampled.total == samples


@pytest.mark.parametrize(
    ("hands", "board"),
    [(["AhKh", "QsQc"], ""), (["AhKh", "QQ+,AK"], ""), (["AhKh", "QQ+,AK,87s"], "2h7h9s")],
)
def test_samples_against_a_hand_or_a_range_agree_with_the_exact_answer(hands, board):
    """4 sigma a question; a range of weights that differ is dealt by another kernel."""
    samples = 40_000 if COMPILED else 200
    truth = holdem_equity(hands, board).hands[0].equity.value
    for theirs in (hands[1], f"{hands[1]},2c2d:0.000001"):
        found = holdem_equity([hands[0], theirs], board, samples=samples, seed=5).hands[0].equity
        assert abs(found.value - truth) < 4 * found.error


def test_two_random_hands_share_alike():
    """4 sigma."""
    found = holdem_equity([], "2h7h9s", opponents=2, samples=1_000, seed=6).hands[0].equity
    assert abs(found.value - 0.5) < 4 * found.error


@pytest.mark.parametrize(("m", "n"), [(1225, 1225), (6, 990_000), (1_300_000, 1)])
def test_any_two_rows_come_from_as_many_of_all_32_bits(m, n):
    cells = m * n
    for cell in (0, 1, cells // 3, cells - 1):
        start, end = cell * 2**32 // cells, (cell + 1) * 2**32 // cells
        found = [two_rows(np.uint64(half), m, n) for half in range(start, min(end + 1, 2**32))]
        fair = [(a, b) for a, b, rest in found if rest >= 2**32 % cells]
        assert fair.count(divmod(cell, n)) == 2**32 // cells


def test_a_duel_deals_every_hand_and_board_as_often_and_no_card_twice():
    """Six cards are left: 90 deals, each as likely; 4 sigma each."""
    hand, board, left = (np.array(hole(text)) for text in ("AhKh", "2h7h9s", "AdAcAsQdQc2c"))
    dead = np.setdiff1d(np.arange(52), [*hand, *board, *left])
    duel, luck = duel_of(COMBO[hand[0], hand[1]], np.arange(1326), board, dead), stream(3)
    low, high = map(np.uint64, least_rests(duel))
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(10_000):
        is_dealt, _, mask, _, other = duel_deal(duel, np.uint64(draw(luck)), (low, high))
        if is_dealt:
            counts[int(mask), int(other)] += 1
    assert len(counts) == 90
    assert all(mask & other == 0 for mask, other in counts)
    expected = counts.total() / 90
    assert all(abs(n - expected) < 4 * expected**0.5 for n in counts.values())


@pytest.mark.compiled
def test_exact_answers_against_two_and_three_opponents_agree_with_sampling():
    for k in (2, 3):
        exact = holdem_equity(["AhKd"], "AsKc5h", opponents=k)
        sampled = holdem_equity(["AhKd"], "AsKc5h", opponents=k, samples=200_000, seed=k)
        hand = sampled.hands[0]
        assert abs(hand.equity.value - exact.hands[0].equity.value) < 4 * hand.equity.error
        assert exact.hands[0].equity.value + k * exact.hands[1].equity.value == pytest.approx(1)


@pytest.mark.parametrize(
    ("hands", "options", "message"),
    [
        (["AhKh", "AhQd"], {}, "the card Ah is in 'AhKh' and 'AhQd'"),
        (["AhKh", "QQ"], {"board": "2h3h4h5h6h7h"}, "0, 3, 4 or 5 cards; .* has 6"),
        (["AhKh", "QQ"], {"board": "2h3h"}, "has 2"),
        (["AhKh", "QQ"], {"board": "2h3h2h"}, "2h appears twice"),
        (["AhKh", "AsAd"], {"dead": "AcAd"}, "'AsAd' has no hand left"),
        (["AhKh", "QQ"], {"board": "2h3h4h", "dead": "2h"}, "2h is on the board and among"),
        (["AA", "AA", "AA"], {}, "cannot be dealt together"),
        (["AhKh"], {"opponents": 23}, "24 players"),
        (["AhKh"], {"opponents": -1}, "-1, below 0"),
        (["AhKh"], {}, "1 players"),
        (["AhKh"], {"opponents": 22, "dead": "2h3h"}, "more than the deck has"),
        (["AhKh"], {"opponents": 1, "samples": 0}, "samples is 0"),
        (["AA", "AA", "AA"], {"samples": 10}, "hardly be dealt together"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_in_one_sentence(
    hands, options, message, monkeypatch
):
    monkeypatch.setattr("kibitz.games.holdem.equity.sampling.MOST_TRIES", 50)
    with pytest.raises((BadValue, BadNotation), match=message):
        holdem_equity(hands, **options)
