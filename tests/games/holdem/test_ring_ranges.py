"""Ranges at a table of several: Bayes' rule done slowly, and who may hold what."""

import numpy as np
import pytest

from kibitz.core.cards import parse_cards
from kibitz.core.game import play, view
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.games.holdem.cards.combos import CLASS_OF, COMBO, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.evaluator import category_of, evaluate
from kibitz.games.holdem.ring.buckets import BANDS, DRAWS, OUTS
from kibitz.games.holdem.ring.crowd import STYLES, crowd_of, ring_strategy
from kibitz.games.holdem.ring.ranges import UNLIKELY, crowd_ranges, seat_ranges
from kibitz.games.holdem.ring.spots import ALL_IN, BETS, FOLDS, STAYS, WIDTH, first_row
from kibitz.games.holdem.ring.state import STATE, load_state
from kibitz.games.holdem.strategy.buckets import CURVE
from kibitz.games.holdem.table.position import (
    CALL,
    FOLD,
    PREFLOP,
    RIVER,
    SHOWN,
    board_card,
    hole,
    is_in,
    pot,
    to_call,
)

# Every street has one raise at most, so that a position tells all of it.
HANDS = {
    "raised and called": ["f", "r6", "f", "f", "c", "c"],
    "bet on the flop": ["r6", "f", "f", "f", "f", "c", "c", "r8", "c"],
    "to the river": ["f", "f", "f", "r6", "f", "c", "c", "c", "r9", "c", "c", "r30"],
    "limped by four": ["c", "f", "c", "f", "c", "c", "c", "c", "r6", "f", "c", "f"],
    "checked round": ["r5", "c", "f", "c", "f", "f", "c", "c", "c", "r12", "c"],
}


def walk(moves, seed=11):
    """The hand, and each position in which somebody acted with what was done."""
    game = make_game("holdem(seats=6)")
    p, acts = play(game.start(), seed), []
    for text in moves:
        move = game.read_move(p, text)
        assert game.is_legal(p, move)
        acts.append((p, move))
        p = play(p, move)
    return p, acts


def slow_bucket(p, combo):
    """The bucket of a combo, counted card by card."""
    if p.stage == PREFLOP:
        return int(CLASS_OF[combo])
    board = [int(board_card(p, i)) for i in range(SHOWN[p.stage])]
    own = [int(card) for card in COMBO_CARDS[combo]]
    values = _values(tuple(board))
    mine = evaluate([*own, *board])
    rank = (np.sum(values > mine) + np.sum(values == mine) / 2) / len(values)
    if p.stage == RIVER:
        return min(int(WIDTH * rank**CURVE), WIDTH - 1)
    outs = 0
    if category_of(mine) < 4:
        rest = [card for card in range(52) if card not in (*own, *board)]
        outs = sum(category_of(evaluate([*own, *board, card])) >= 4 for card in rest)
    return min(int(BANDS * rank**CURVE), BANDS - 1) * DRAWS + sum(outs >= n for n in OUTS)


_known: dict[tuple[int, ...], np.ndarray] = {}


def _values(board):
    if board not in _known:
        pairs = [pair for pair in COMBO_CARDS.tolist() if not {*pair} & {*board}]
        _known[board] = np.array([evaluate([*pair, *board]) for pair in pairs])
    return _known[board]


def slow_weight(acts, seat, combo, table, calls=0.0):
    """Bayes: the product of how likely the hand does each thing that the seat did.

    Who calls too often does so where that costs at most twice the pot.
    """
    weight = 1.0
    for p, move in acts:
        if p.seat == seat:
            state = np.zeros(STATE, np.int64)
            load_state(p, state)
            odds = table[first_row(state) + slow_bucket(p, combo)]
            likely = odds[FOLDS] if move == FOLD else odds[STAYS]
            likely = odds[BETS] + odds[ALL_IN] if move > CALL else likely
            often = calls if to_call(p, seat) <= 2 * (pot(p) - to_call(p, seat)) else 0.0
            called = often if move == CALL else 0.0
            weight *= max((1 - often) * likely / odds.sum() + called, UNLIKELY)
    return weight


@pytest.mark.parametrize("name", HANDS)
def test_ranges_are_bayes_rule_over_what_was_done(name):
    p, acts = walk(HANDS[name])
    me, table = int(p.seat), ring_strategy(p.kind)
    found = seat_ranges(view(p, me), me, table)
    seen = {int(hole(p, me, i)) for i in range(2)}
    seen |= {int(board_card(p, i)) for i in range(SHOWN[p.stage])}
    some = range(0, COMBOS, 13 if COMPILED else 130)
    for other in (s for s in range(p.seats) if s != me and is_in(p, s)):
        beside = [c for c in some if not seen & {*COMBO_CARDS[c].tolist()}]
        slow = np.array([slow_weight(acts, other, combo, table) for combo in beside])
        fast = found[other][beside]
        assert fast / fast.sum() == pytest.approx(slow / slow.sum(), rel=1e-9)
        assert not any(found[other][c] for c in range(COMBOS) if seen & {*COMBO_CARDS[c].tolist()})


@pytest.mark.parametrize("name", HANDS)
def test_in_a_crowd_acts_tell_of_styles_and_hands_alike(name):
    """Every style is as likely at first; the acts weigh styles and hands together."""
    p, acts = walk(HANDS[name])
    me, crowd = int(p.seat), crowd_of(int(p.kind))
    found = crowd_ranges(view(p, me), me, crowd)
    seen = {int(hole(p, me, i)) for i in range(2)}
    seen |= {int(board_card(p, i)) for i in range(SHOWN[p.stage])}
    beside = [c for c in range(0, COMBOS, 41) if not seen & {*COMBO_CARDS[c].tolist()}]
    for other in (s for s in range(p.seats) if s != me and is_in(p, s)):
        slow = np.array(
            [
                [slow_weight(acts, other, combo, table, style.calls) for combo in beside]
                for table, style in zip(crowd.tables, STYLES, strict=True)
            ]
        )
        fast = found[other][:, beside]
        assert fast / fast.sum() == pytest.approx(slow / slow.sum(), rel=1e-9)


def test_who_raised_first_holds_better_hands_than_who_may_hold_anything():
    p, _ = walk(["r6", "f", "f", "f"])
    found = seat_ranges(view(p, 0), 0, ring_strategy(p.kind))
    aces, trash = (COMBO[tuple(parse_cards(text))] for text in ("AsAc", "7s2c"))
    assert found[2][aces] > 0.5
    assert found[2][trash] < 0.1
    assert found[1].min() == 0.0  # our own cards
    assert set(np.unique(found[1])) == {0.0, 1.0}  # the big blind has done nothing yet
