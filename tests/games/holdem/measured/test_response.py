"""The local best response: sums told by hand."""

import numpy as np
import pytest

from kibitz.games.holdem.cards.combos import COMBO_CARDS, COMBOS
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.measured.known import KnownMoves, beside, board_of, combo_of
from kibitz.games.holdem.measured.response import LocalResponder
from kibitz.games.holdem.table.position import CALL, FOLD

GAME = HoldemGame()
pytestmark = pytest.mark.compiled


class Folds:
    """Folds to a bet so often with any hand, and otherwise calls."""

    def __init__(self, rate):
        self.rate = rate

    def moves_of(self, game, view, seat):
        even = np.ones(COMBOS)
        return KnownMoves((FOLD, CALL), np.stack([self.rate * even, (1 - self.rate) * even]))


def best(text, rate):
    p = GAME.parse_position(text)
    responder = LocalResponder(GAME, Folds(rate), 1, 1)
    own = tuple(int(card) for card in COMBO_CARDS[combo_of(p, 1)])
    responder.weights = beside(own) * beside(board_of(p, p.stage))
    return responder._best(p)


def river(hand):
    return f"river:1 20,20 2h2d,{hand} QsJsTs4c3d 0/2/0/1/0/20"


def test_the_nuts_bet_everything_against_who_never_folds():
    assert best(river("AsKs"), 0.0) == CALL + 180


def test_the_worst_hand_checks_against_who_never_folds():
    assert best(river("5c6h"), 0.0) == CALL


@pytest.mark.parametrize(("rate", "bets"), [(0.40, False), (0.46, True)])
def test_a_hopeless_bluff_of_three_quarters_pays_beyond_three_sevenths(rate, bets, monkeypatch):
    """30 into 40 wins 40 by a fold and loses 30 by a call: 3/7 = 0.43 folds make it even."""
    monkeypatch.setattr(LocalResponder, "_equity", lambda self, p, weights: 0.0)
    assert (best(river("5c6h"), rate) > CALL) is bets


def test_a_hand_is_played_to_its_end_and_known_luck_can_be_taken_out():
    hand = LocalResponder(GAME, Folds(0.5), 0, 3).play(12345)
    assert hand.end.stage == 5
    assert hand.played.moves == len(hand.moves)
