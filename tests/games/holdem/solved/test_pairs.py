"""Equities by pairs of combos, against the exact enumeration of single pairings."""

import numpy as np
import pytest

from kibitz.core.cards import parse_cards
from kibitz.games.holdem.cards.combos import COMBO
from kibitz.games.holdem.equity.equity import holdem_equity
from kibitz.games.holdem.solved.pairs import board_pairs

pytestmark = pytest.mark.compiled
BOARD = "9hKdAc2d3d"


def place(pairs, hand):
    a, b = parse_cards(hand)
    return int(np.flatnonzero(pairs.combos == COMBO[a, b])[0])


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_an_edge_is_twice_the_exact_equity_less_one(cards):
    board = BOARD[: 2 * cards]
    pairs = board_pairs(tuple(parse_cards(board)))
    for hands in (["Kc7c", "QhJh"], ["9c9d", "AhQs"], ["4h5h", "KsKc"], ["Qs8c", "Qh8s"]):
        exact = holdem_equity(hands, board).hands[0].equity.value
        edge = pairs.edge[place(pairs, hands[0]), place(pairs, hands[1])]
        assert edge == pytest.approx(2 * exact - 1, abs=2e-4)


def test_what_one_wins_the_other_loses_and_shared_cards_are_nothing():
    pairs = board_pairs(tuple(parse_cards(BOARD[:8])))
    assert np.abs(pairs.edge + pairs.edge.T).max() < 1e-6
    assert pairs.edge[place(pairs, "Kc7c"), place(pairs, "KcQc")] == 0
    assert len(pairs.combos) == 48 * 47 // 2


def test_the_weight_beside_a_hand_leaves_out_those_that_share_its_cards():
    pairs = board_pairs(tuple(parse_cards(BOARD[:6])))
    beside = pairs.unblocked(np.ones((1, len(pairs.combos)), np.float32))
    assert np.allclose(beside, 47 * 46 / 2)


def test_strength_is_a_rank_and_a_draw_has_more_spread_than_a_made_hand():
    pairs = board_pairs(tuple(parse_cards("2h7hKs")))
    assert pairs.strength.max() <= 1
    assert pairs.strength[place(pairs, "KhKd")] > 0.99
    assert pairs.spread[place(pairs, "AhQh")] > 2 * pairs.spread[place(pairs, "KhKd")]
