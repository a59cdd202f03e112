"""Streets as games of matrices, against Kuhn's value and the solver of whole spots."""

from dataclasses import dataclass

import numpy as np
import pytest

from kibitz.core.cards import parse_cards
from kibitz.games.holdem.cards.combos import COMBOS
from kibitz.games.holdem.cards.ranges import Range, parse_range
from kibitz.games.holdem.solved.flop import solve_flop
from kibitz.games.holdem.solved.pairs import board_pairs
from kibitz.games.holdem.solved.street import StreetGame
from kibitz.games.holdem.solver.solver import SpotSolver
from kibitz.games.holdem.solver.spot import Menu, Spot, make_spot, parse_sizes
from kibitz.games.holdem.solver.tree import FOLD, ON, street_tree

RIVER = "Ah7c2d9s3h"


@dataclass
class Showdowns:
    """Ends that are showdowns: what the winner of each gets, and who beats whom."""

    chips: np.ndarray
    edge: np.ndarray
    apart: np.ndarray

    def unblocked(self, reach):
        return reach @ self.apart.T

    def worth(self, hero, reach):
        return self.chips[:, None] * (reach @ self.edge.T)


def shown_chips(street, half_pot):
    steps = (step for decision in street.decisions for step in decision.steps)
    ends = [half_pot + step.chips for step in steps if step.kind not in (ON, FOLD)]
    return np.array(ends, np.float32)


def test_kuhn_poker_is_worth_minus_an_eighteenth_to_the_first_seat():
    anything = Range(np.ones(COMBOS))
    menu = Menu(parse_sizes("allin", "bets"), ())
    spot = Spot(tuple(parse_cards(RIVER)), anything, anything, 2, 1, (menu, menu, menu))
    street, cards = street_tree(spot), np.arange(3)
    edge = np.sign(cards[:, None] - cards[None, :]).astype(np.float32)
    ends = Showdowns(shown_chips(street, 1), edge, 1 - np.eye(3, dtype=np.float32))
    even = np.ones(3, np.float32)
    game = StreetGame(street, (even, even), 1.0, 1, ends)
    game.run(2000)
    assert game.exploitability < 4e-4
    assert float(game.mean_values(0).sum()) / 6 == pytest.approx(-1 / 18, abs=8e-4)
    assert float(game.mean_values(1).sum()) / 6 == pytest.approx(1 / 18, abs=8e-4)


@pytest.mark.compiled
def test_a_river_is_worth_the_same_as_by_the_solver_of_whole_spots():
    spot = make_spot(RIVER, "TT+,AJs+,KQs,T9s", "99-22,AT+,QJs", 100, 220, "50,100", "75")
    *_, last = SpotSolver(spot).run(0.05)
    street, pairs = street_tree(spot), board_pairs(spot.board)
    weights = [r.weights[pairs.combos].astype(np.float32) for r in spot.ranges]
    apart = (pairs.holds.T @ pairs.holds == 0).astype(np.float32)
    ends = Showdowns(shown_chips(street, 50), pairs.edge, apart)
    game = StreetGame(street, (weights[0], weights[1]), 50.0, 1, ends)
    game.run(400)
    assert game.exploitability < 0.1
    deals = float(weights[0] @ apart @ weights[1])
    value = 50 + float(weights[0] @ game.mean_values(0)) / deals
    assert value == pytest.approx(last.ev[0], abs=0.25)


@pytest.mark.compiled
def test_all_in_on_the_flop_is_exact():
    """Nothing is left to bet after the flop, so the whole tree must give the same."""
    board = "Qs7h2h"
    spot = make_spot(board, "TT-88,AJs,KQs", "AA,KK,QJs,T9s", 100, 100, "allin", "")
    *_, last = SpotSolver(spot).run(0.2)
    pairs = board_pairs(spot.board)
    weights = [r.weights[pairs.combos].astype(np.float32) for r in spot.ranges]
    menus = (spot.menus[0], Menu((), ()), Menu((), ()))
    game = solve_flop(spot.board, (weights[0], weights[1]), 100.0, 100.0, menus, 100)
    played = game.reaches(1)[0]
    deals = float(weights[0] @ pairs.unblocked(played[None])[0])
    share = float(weights[0] @ game.best_values(0)) / deals
    checked = game.strategy(0)[0] @ weights[0] / weights[0].sum()
    assert game.exploitability < 0.2
    # The ends that are checked down go on to the turn: only the shove is compared.
    assert share + 50 == pytest.approx(last.ev[0], abs=6)
    assert 0 <= checked <= 1


def test_ranges_are_read_by_the_same_combos():
    assert parse_range("AA").combos.size == 6
