"""Ranges along a hand: what betting tells, what was played exactly, what is widened."""

import numpy as np
import pytest

from kibitz.core.cards import parse_card
from kibitz.core.game import play, turn, view
from kibitz.core.registry import make_game
from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT, CLASS_OF, COMBO, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.ranges import parse_range
from kibitz.games.holdem.solved.analyst import SolvedOptions
from kibitz.games.holdem.solved.hand import ERRS, HandWalk, bold_hands, erring
from kibitz.games.holdem.solved.holdings import StreetHoldings
from kibitz.games.holdem.solved.points import FOLDED, StreetPoint
from kibitz.games.holdem.solved.story import street_moves
from kibitz.games.holdem.solved.streets import _solved
from kibitz.games.holdem.table.position import CALL, FLOP, RIVER, board_card

GAME = make_game("holdem")


def share_of(weights, name):
    return float(weights[CLASS_BY_TEXT[name] == CLASS_OF].sum() / weights.sum())


def test_a_street_with_one_bet_at_most_is_told_exactly():
    rng = np.random.default_rng(5)
    for _ in range(60):
        p = play(GAME.start(), int(rng.integers(1 << 60)))
        done: dict[int, list[tuple[int, int]]] = {}
        while turn(p) >= 0:
            for stage, moves in done.items():
                if sum(amount > 0 for _, amount in moves) <= 1:
                    assert street_moves(p, stage).moves == tuple(moves)
            legal = GAME.legal_moves(p)
            move = int(rng.choice(legal[:2] if rng.random() < 0.7 else legal))
            done.setdefault(p.stage, []).append((p.seat, max(move - CALL, 0)))
            p = play(p, move)


def test_the_last_raise_of_the_street_being_played_is_exact():
    p = play(GAME.start(), 12345)
    for move in (CALL, CALL, CALL + 6, CALL + 25):
        p = play(p, move)
    assert street_moves(p, p.stage).moves == ((0, 6), (1, 25))


def test_the_raise_before_the_last_is_exact_too():
    """Limp, raise to 4, to 12, all in: what stands in front of the button is 12."""
    p = play(GAME.start(), 12345)
    for move in (CALL, CALL + 4, CALL + 12, CALL + 200):
        p = play(p, move)
    limp, first, second, last = street_moves(p, p.stage).amounts
    assert (limp, second, last) == (0, 12, 200)
    assert 4 <= first <= 7  # so that 12 was a legal raise of it


@pytest.mark.compiled
def test_the_hands_of_a_reraise_do_not_call_a_hundred_blinds_with_a_jack():
    v = GAME.parse_position("preflop:1 200,12 ????,TcJh ?????????? 200/188/4/1/0/0 0---/000/0/0")
    walk = HandWalk(v, 1)
    assert walk.point.bets == (200, 12)
    assert walk.point.strategy[1, walk.combo] < 0.05


@pytest.mark.compiled
def test_a_raise_before_the_flop_makes_aces_likelier_and_a_call_of_it_rarer():
    v = GAME.parse_position("flop:0 6,6 8c7c,???? 2s5h9d???? 0/2/0/0/0/6 1---/200/6/0")
    walk = HandWalk(v, 0)
    assert share_of(walk.weights[1], "AA") > 6 / 1326 > share_of(walk.weights[0], "AA")
    assert not walk.notes


@pytest.mark.compiled
def test_a_hand_that_lost_little_by_its_check_is_still_reckoned_with():
    """Top pair checked the turn for a fortieth of the pot less than its bet is worth.

    If nobody reckoned with it any more, a shove of four pots would be paid by worse hands.
    """
    game = make_game("holdem(raises=few)")
    text = "river:1 36,12 ????,Kd6d Kh3s4s3cJh 24/24/1/1/0/12 0--0/300/12/12"
    v = game.parse_position(text)
    walk = HandWalk(v, 1)
    began = walk.began[RIVER][1]
    assert began[walk.combo] > 0.05 * began.max()
    found = SolvedOptions(walk, game.legal_moves(v))
    call, *_, shove = (found.value(move) / v.big for move in found.legal[1:])
    assert shove - call < 8  # 19 in a pot of 24 while its range held no king


@pytest.mark.compiled
def test_who_shoves_a_hundred_blinds_holds_hands_that_make_sense():
    v = GAME.parse_position("preflop:0 2,200 KsQs,???? ?????????? 200/198/2/2/0/0 1---/000/0/0")
    walk = HandWalk(v, 0)
    assert share_of(walk.weights[1], "AA") > 5 * 6 / 1326 or share_of(walk.weights[1], "AKs") > 0.01
    assert share_of(walk.weights[1], "72o") < 0.001
    fold, call = walk.point.values[:, walk.combo]
    assert fold == 0
    assert call < -10
    assert walk.point.strategy[1, walk.combo] < 0.05


@pytest.mark.compiled
def test_a_move_that_nobody_makes_widens_the_range_and_says_so():
    """A shove of 99 blinds into two, then a call: the turn is played out by nobody."""
    text = "flop:1 62,2 ????,KcQc 9hKdAc???? 60/60/1/1/0/2 -0--/100/2/0"
    walk = HandWalk(GAME.parse_position(text), 1)
    assert any("hardly ever" in note for note in walk.notes)
    assert walk.loose[0].sum() > 0.5 * walk.weights[0].sum()  # it is likely somebody who errs
    assert walk.weights[0].sum() > 0
    assert not np.isnan(walk.point.values[:, walk.combo]).any()


@pytest.mark.compiled
def test_without_a_line_both_may_hold_anything():
    v = GAME.parse_position("river:0 20,20 AsKs,???? QsJsTs2c3d 0/2/0/0/0/20")
    walk = HandWalk(v, 0)
    assert "not known" in walk.notes[0]
    best = walk.point.values[:, walk.combo].max()
    assert best >= 40 - 1e-3  # a royal flush wins at least the pot


@pytest.mark.compiled
def test_a_line_that_does_not_fit_the_chips_is_refused_in_a_sentence():
    """The button is said to have raised, but nobody paid more than the big blind."""
    text = "flop:1 2,2 ????,Kc8c 7s7h4c???? 0/2/0/1/0/2 1---/200/2/0"
    with pytest.raises(BadValue, match="does not fit"):
        HandWalk(GAME.parse_position(text), 1)


@pytest.mark.compiled
def test_a_street_is_solved_once_and_known_on_the_next():
    flop = "flop:1 6,6 ????,8c7c 2s5h9d???? 0/2/0/1/0/6 1---/200/6/0"
    turn_card = "turn:0 6,6 8c7c,???? 2s5h9dKc?? 0/2/0/0/0/6 1---/200/6/6"
    HandWalk(GAME.parse_position(flop), 1)
    before = _solved.cache_info().misses
    HandWalk(GAME.parse_position(turn_card), 0)
    assert _solved.cache_info().misses == before + 1  # the turn alone


@pytest.mark.compiled
def test_a_player_by_solutions_holds_on_the_flop_just_what_it_raises_with():
    """Otherwise it would count on hands that it never has there, and fold the ones that it has."""
    p = play(play(GAME.start(), 12345), CALL)
    before = view(p, 0)
    moves, often = SolvedOptions(HandWalk(before, 0), GAME.legal_moves(before)).all_odds
    p = view(play(play(p, CALL + 6), CALL), 0)
    left = ~np.isin(COMBO_CARDS, [int(board_card(p, i)) for i in range(3)]).any(axis=1)
    raising = often[moves.index(CALL + 6)] * left
    own = HandWalk(p, 0, is_own=True).began[FLOP][0]
    assert own == pytest.approx(raising / raising.max(), abs=0.005)  # its own two cards stay
    judged = HandWalk(p, 0).began[FLOP][0]  # of somebody who may raise with more
    assert np.abs(judged - own).max() > 0.3


@pytest.mark.compiled
def test_a_raise_that_nobody_makes_is_made_by_the_best_hands_and_some_bluffs():
    """A raise from 0 to 10 over a bet of 2 into 4: whoever calls 8 to win 16 wins a third.

    So a third are bluffs, and against the whole a hand that beats just these gains nothing.
    """
    board = tuple(parse_card(text) for text in ("Kc", "6h", "6s"))
    hands, left = StreetHoldings(board), ~np.isin(COMBO_CARDS, board).any(axis=1)
    anything, nothing = np.where(left, 1.0, 0.0), np.zeros((2, COMBOS))
    point = StreetPoint(0, (0, 2), 6.0, (FOLDED, 10), nothing, nothing, (anything, anything))
    held = anything * bold_hands(point, 10, anything, hands)
    equity = np.nan_to_num(hands.equities(anything))
    is_best = held == 1.0
    assert equity[is_best].min() >= equity[left & ~is_best].max()
    assert held[is_best].sum() / anything.sum() == pytest.approx(0.08, abs=0.002)
    bluffs = held[~is_best].sum() / held.sum()
    assert bluffs * 16 - (1 - bluffs) * 8 == pytest.approx(0, abs=1e-6)


def test_who_errs_takes_a_worse_move_less_often_and_sizes_are_one_choice():
    """With the nuts nothing is feared: a call loses a tenth of the pot against either raise."""
    board = tuple(parse_card(text) for text in ("Qs", "Js", "Ts", "2c", "3d"))
    nuts = COMBO[parse_card("As"), parse_card("Ks")]
    air = COMBO[parse_card("4h"), parse_card("5h")]
    anything = np.where(~np.isin(COMBO_CARDS, board).any(axis=1), 1.0, 0.0)
    values = np.full((4, COMBOS), np.nan)
    values[:, [nuts, air]] = np.array([[-50.0], [4.0], [5.0], [5.0]])
    point = StreetPoint(0, (0, 2), 10.0, (FOLDED, 0, 6, 20), values, values, (anything, anything))
    found = erring(point, StreetHoldings(board))
    fold, call, small, large = found[:, nuts]
    assert small == pytest.approx(large)
    assert call / (small + large) == pytest.approx(np.exp(-0.1 / ERRS), rel=0.01)
    assert fold < 1e-9
    assert fold + call + small + large == pytest.approx(1)
    assert found[3, air] < 0.05 * found[2, air] < 0.05 * found[1, air]  # a large bluff is feared
    assert found.any(axis=0).sum() == 2  # nothing is known of the others


@pytest.mark.compiled
def test_a_reraise_after_a_quiet_hand_is_feared_more_by_who_reckons_with_errors(monkeypatch):
    """Top pair checked twice and raised the river, and now is raised again.

    Who follows solutions would have bet good hands before, and so would hold none of them.
    """
    text = "river:1 75,19 ????,QhAc Ad2h9h3d3c 69/56/3/1/0/6 ---0/100/6/6"
    quarter = np.maximum(parse_range("25%").weights, 0.02)

    def equity() -> float:
        walk = HandWalk(GAME.parse_position(text), 1, weights=[quarter, quarter], first=FLOP)
        return SolvedOptions(walk, GAME.legal_moves(walk.view)).equity

    feared = equity()
    monkeypatch.setattr("kibitz.games.holdem.solved.hand.LOOSE", 0.0)
    assert feared < equity() - 0.05
