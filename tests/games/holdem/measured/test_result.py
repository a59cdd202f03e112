"""Results without luck: what is taken out is nothing on average, and results scatter less."""

import numpy as np
import pytest

from kibitz.core.cards import parse_card
from kibitz.games.holdem.cards.combos import COMBO, COMBOS
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.measured.duel import NamedDuel
from kibitz.games.holdem.measured.known import KnownBalanced, KnownMoves, KnownSlips, beside
from kibitz.games.holdem.measured.mean import MeanResult
from kibitz.games.holdem.measured.result import edges_against
from kibitz.games.holdem.strategy.balanced import Balanced
from kibitz.games.holdem.table.position import CALL, FOLD

GAME = HoldemGame()
pytestmark = pytest.mark.compiled


def cards(text):
    return tuple(parse_card(text[i : i + 2]) for i in range(0, len(text), 2))


def test_an_equity_is_the_mean_of_what_the_next_cards_make_of_it():
    """Over all turns, each as likely as it is for the weighted hands: a martingale."""
    flop, hand = cards("Td9h2c"), cards("QsJs")
    combo = int(COMBO[hand])
    weights = np.random.default_rng(1).random(COMBOS) * beside((*flop, *hand))
    before = float(weights @ edges_against(flop, combo)) / weights.sum()
    total = luck = 0.0
    for card in set(range(52)) - {*flop, *hand}:
        left = weights * beside((card,))
        total += left.sum()
        luck += float(left @ edges_against((*flop, card), combo))
    assert luck / total == pytest.approx(before, abs=1e-5)


def test_what_a_player_does_with_every_hand_is_what_it_does_with_each():
    for combo, text in (("AhAd", "AhAd"), ("7s2h", "7s2h")):
        v = GAME.parse_position(f"flop:0 6,6 {text},???? Kc8d3s???? 0/2/0/0/0/6 1---/100/6/0")
        found = KnownBalanced().moves_of(GAME, v, 0)
        mine = found.often[:, int(COMBO[cards(combo)])]
        odds = dict(Balanced().odds(GAME, v, 0))
        wanted = [odds[move] / sum(odds.values()) for move in found.moves]
        assert mine == pytest.approx(wanted)


def test_slips_share_a_part_of_the_odds_evenly():
    class Always:
        def moves_of(self, game, view, seat):
            often = np.zeros((2, COMBOS))
            often[1, :5] = 1.0
            return KnownMoves((FOLD, CALL), often)

    found = KnownSlips(Always(), 0.2).moves_of(GAME, GAME.start(), 0)
    assert found.often[:, 0] == pytest.approx([0.1, 0.9])
    assert not found.often[:, 5:].any()


def test_without_luck_results_are_the_same_on_average_and_scatter_less():
    """100 hands: 4 sigma of the difference, and a third of the variance at least is luck."""
    pairs = list(NamedDuel.of("balanced", "always-call", 20).pairs(50, 7))
    results = np.array([(pair.plain, pair.corrected) for pair in pairs], np.float64)
    difference = MeanResult.of((results[:, 0] - results[:, 1]).tolist())
    assert abs(difference.mean) < 4 * difference.error
    plain, corrected = results.var(axis=0)
    assert plain > 1.5 * corrected
