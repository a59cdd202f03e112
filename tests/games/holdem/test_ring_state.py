"""The betting of several in an array, held to the rules of the table."""

import random

import numpy as np
import pytest

from kibitz.core.game import OVER, payoff, play, turn
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.games.holdem.ring.spots import ALL_IN, CHOICES, NO_MOVE, STAYS, write_moves
from kibitz.games.holdem.ring.state import (
    CARDS_HELD,
    STATE,
    act,
    gain_of,
    load_cards,
    load_state,
    may_raise,
    price,
    write_values,
)
from kibitz.games.holdem.table.position import SEATS, to_call
from kibitz.games.holdem.table.rules import can_raise, sample

HANDS = 60 if COMPILED else 6
TABLES = [
    "holdem(seats=3)",
    "holdem(seats=6,stacks=20/30/40/50/60/70,ante=1)",
    "holdem(seats=9,stack=14)",
    "holdem(seats=5,limit=true)",
    "holdem(seats=4,small=3,big=7,stacks=7/8/100/300)",
]


def state_of(p):
    state = np.zeros(STATE, np.int64)
    load_state(p, state)
    return state


@pytest.mark.parametrize("text", TABLES)
def test_the_betting_goes_as_the_rules_say_and_pays_the_same(text):
    game, luck = make_game(text), stream(5)
    out = game.scratch()
    for deal in range(HANDS):
        p = play(game.start(), deal)
        mine = state_of(p)
        while turn(p) != OVER:
            assert (price(mine), may_raise(mine)) == (to_call(p, p.seat), can_raise(p))
            move = int(sample(p, out, luck))
            p = play(p, move)
            act(mine, move)
            if turn(p) != OVER:
                assert mine.tolist() == state_of(p).tolist()
        cards, values = np.zeros(CARDS_HELD, np.int64), np.zeros(SEATS, np.int64)
        load_cards(p, cards)
        write_values(cards, p.seats, values)
        for seat in range(p.seats):
            assert gain_of(mine, seat, values) == pytest.approx(payoff(p, seat))


@pytest.mark.parametrize("text", TABLES)
def test_every_choice_is_a_legal_move_and_there_is_always_one(text):
    game, luck, pick = make_game(text), stream(6), random.Random(1)
    out, moves = game.scratch(), np.empty(CHOICES, np.int64)
    for deal in range(HANDS):
        p = play(game.start(), deal)
        while turn(p) != OVER:
            write_moves(state_of(p), moves)
            known = [move for move in moves.tolist() if move != NO_MOVE]
            assert known
            assert all(game.is_legal(p, move) for move in known)
            assert moves[STAYS] != NO_MOVE or moves[ALL_IN] != NO_MOVE or len(known) == 2
            p = play(p, pick.choice(known) if pick.random() < 0.7 else int(sample(p, out, luck)))
