"""Results without luck: what is taken out is nothing on average, and results scatter less."""

import numpy as np
import pytest

from kibitz.core.cards import card_text, parse_card
from kibitz.core.game import view
from kibitz.games.holdem.cards.combos import COMBO, COMBO_CARDS, COMBOS
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.measured.draws import KnownDraw, known_draws
from kibitz.games.holdem.measured.duel import NamedDuel, seated
from kibitz.games.holdem.measured.known import (
    KnownBalanced,
    KnownMoves,
    KnownSlips,
    KnownSolver,
    beside,
    beside_board,
    known_player,
    told_moves,
)
from kibitz.games.holdem.measured.mean import MeanResult
from kibitz.games.holdem.measured.others import other_chances, other_hands
from kibitz.games.holdem.measured.result import edges_against, next_equities
from kibitz.games.holdem.opponents.duplicate import play_seated
from kibitz.games.holdem.solved.analyst import HandSolver
from kibitz.games.holdem.solved.points import SolvedSpot
from kibitz.games.holdem.solver.solution import solution_of
from kibitz.games.holdem.solver.solver import SpotSolver
from kibitz.games.holdem.solver.spot import make_spot
from kibitz.games.holdem.strategy.balanced import Balanced
from kibitz.games.holdem.table.position import CALL, FOLD

GAME = HoldemGame()
SEATED = {name: seated(GAME, name) for name in ("balanced", "always-call")}
pytestmark = pytest.mark.compiled


def cards(text):
    return tuple(parse_card(text[i : i + 2]) for i in range(0, len(text), 2))


def cards_of(combo):
    return tuple(int(card) for card in COMBO_CARDS[combo])


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
    """20 hands: 4 sigma of the difference, and three quarters of the variance at least is luck."""
    pairs = list(NamedDuel.of("balanced", "always-call", 10).pairs(10, 7))
    results = np.array([(pair.plain, pair.corrected) for pair in pairs], np.float64)
    difference = MeanResult.of((results[:, 0] - results[:, 1]).tolist())
    assert abs(difference.mean) < 4 * difference.error
    plain, corrected = results.var(axis=0)
    assert plain > 4 * corrected


def test_hands_of_the_other_seat_are_as_likely_as_counting_all_pairs_says():
    """A slow twin: every pair of combos that share no card, by how often both play so."""
    hand = play_seated(GAME, (SEATED["balanced"], SEATED["always-call"]), ("a", "b"), 5, 3)
    mine = told_moves(hand, 0, KnownBalanced())
    theirs = {
        number: KnownMoves((CALL,), np.linspace(0.1, 1.0, COMBOS)[None])
        for number in told_moves(hand, 1, KnownBalanced())
    }
    found = other_chances(hand, 0, mine, theirs)
    mine_often, theirs_often = np.ones(COMBOS), np.ones(COMBOS)
    for number, (p, move) in enumerate(hand.positions()):
        often = mine[number] if p.seat == 0 else theirs[number]
        row = mine_often if p.seat == 0 else theirs_often
        row *= often.of(move) * beside_board(p)
    for other in (3, 700, 1200):
        pairs = mine_often * beside(cards_of(other))
        assert found[other] == pytest.approx(theirs_often[other] * pairs.sum(), rel=1e-6)


LINE = (CALL + 6, CALL + 18, CALL, CALL + 12, CALL)  # a raise, a reraise, a bet on the flop
ERRING = HandSolver(misjudges=0.45, calls=0.2)


def reraised(combo):
    """Seat 0 reraises and bets the flop with a hand; seat 1 calls."""
    holes, board = (cards(combo), cards("KsQd")), cards("Kd8c3h2s2d")
    return Hand(HoldemGame(), holes, board, LINE, ("a", "b"), seats=(1, 0, 1, 0, 1))


@pytest.mark.parametrize("analyst", [HandSolver(), ERRING])
def test_a_player_by_solutions_would_do_with_other_hands_what_it_is_said_to(analyst):
    """A slow twin: each hand that it is said to hold as likely is put in its seat and asked."""
    hand = reraised("AhKc")
    mine, theirs = (told_moves(hand, seat, KnownSolver(analyst)) for seat in (1, 0))
    others = other_hands(hand, 1, mine, theirs, 4)
    assert len(set(others)) > 3
    for other in [*others[:4], int(COMBO[cards("AsKh")])]:
        again = reraised("".join(card_text(card) for card in cards_of(other)))
        for number, (p, move) in enumerate(again.positions()):
            if p.seat == 0:
                odds = dict(analyst.odds(GAME, view(p, 0), 0))
                share = odds[move] / sum(odds.values())
                assert theirs[number].of(move)[other] == pytest.approx(share, abs=1e-6)


def called_down(combo):
    """Seat 0 calls a raise and then a bet of the pot on every street with a hand."""
    bets = (CALL + 12, CALL + 36, CALL + 100)
    moves = (CALL + 6, CALL, *(move for bet in bets for move in (CALL, bet, CALL)))
    holes, seats = (cards(combo), cards("KsQd")), (1, 0, *(0, 1, 0) * 3)
    return Hand(HoldemGame(), holes, cards("Kd8c3h9s5d"), moves, ("a", "b"), seats=seats)


def test_a_hand_that_hardly_anybody_plays_so_stands_for_itself_alone():
    """With it in its range the player has solved another game than it would have with others."""
    hand = called_down("7c2d")
    mine, theirs = (told_moves(hand, seat, KnownSolver(ERRING)) for seat in (1, 0))
    assert other_chances(hand, 1, mine, theirs)[int(COMBO[cards("7c2d")])] > 0  # it calls at times
    assert other_hands(hand, 1, mine, theirs, 4) == []
    likely = told_moves(called_down("KcTc"), 0, KnownSolver(ERRING))
    assert not any(found.is_alone for found in likely.values())
    last = max(likely)
    assert theirs[last].is_alone
    assert likely[last].often[:, int(COMBO[cards("7c2d")])].sum() == 0  # nothing is known of it


def test_who_does_not_tell_what_it_does_with_other_hands_is_not_known():
    assert known_player(GAME, "best-tenth") is None  # its moves depend on its cards


def test_what_a_call_is_worth_is_the_mean_of_what_the_next_cards_leave():
    """Each river as likely as it is beside the hand and the range that bet: a martingale."""
    spot = make_spot("QsJh2h8c", "TT-77,A5s-A2s,KTs+", "99-22,A5s+", 100, 300, "50", "100")
    solver = SpotSolver(spot)
    *_, last = solver.run(iterations=20)
    solved = SolvedSpot(solution_of(solver, last))
    after = solved.next_values((50, 0), 1)
    point = solved.point((50,))
    assert after is not None
    assert point is not None
    called = point.values[point.amounts.index(0)]
    assert solved.next_values((50,), 1) is None  # no card comes before the bet is answered
    for combo in (int(COMBO[cards(text)]) for text in ("9c9d", "Ad7d", "3c3s")):
        chances, _ = next_equities(spot.board, combo, point.reach[0] * beside(cards_of(combo)))
        mean = float(chances @ np.nan_to_num(after[:, combo]))
        assert mean - 50 == pytest.approx(called[combo], abs=1e-2)


def test_a_draw_is_luck_only_as_far_as_it_differs_from_the_mean_of_all_draws():
    """Half a fold worth nothing and half a call worth 10: 5 on average."""
    worth = np.stack([np.zeros(COMBOS), np.full(COMBOS, 10.0)])
    often = np.full((2, COMBOS), 0.5)
    often[:, 7] = (0.2, 0.8)
    worth[1, 9] = np.nan
    draw = KnownDraw((FOLD, CALL), often, worth)
    assert (draw.luck(FOLD, 0), draw.luck(CALL, 0)) == (-5, 5)
    assert 0.2 * draw.luck(FOLD, 7) + 0.8 * draw.luck(CALL, 7) == pytest.approx(0)
    assert draw.luck(CALL, 9) == 0  # nothing is known of what it is worth


def test_what_a_draw_is_worth_does_not_depend_on_what_was_drawn():
    """Otherwise it would not be luck that is taken out. A raise to 9 is none of the solved."""
    game, known = HoldemGame(stack=20), KnownSolver(HandSolver())
    holes = (cards("7h6h"), cards("KsQd"))
    found = []
    for move in (FOLD, CALL, CALL + 9, CALL + 20):
        hand = Hand(game, holes, cards("Kd8c3h2s2d"), (CALL + 4, move), ("a", "b"), seats=(1, 0))
        draws = known_draws(hand, 1, known, told_moves(hand, 0, KnownBalanced()))
        assert list(draws) == [1]
        found.append(draws[1].worth)
    for worth in found[1:]:
        assert worth == pytest.approx(found[0], nan_ok=True)
    folded, called = found[0][0], found[0][1]
    assert not folded.any()
    best, worst = (int(COMBO[cards(text)]) for text in ("AsAh", "7d2c"))
    assert called[best] > 8
    assert -1 < called[worst] < 1  # against a small raise, ten blinds deep
