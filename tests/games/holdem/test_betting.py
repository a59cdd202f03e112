"""The betting of play-outs goes by the rules, and the line tells what was done."""

import numpy as np
import pytest

from kibitz.core.game import OVER, play, turn, view
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.games.holdem.opponents.situation import situation
from kibitz.games.holdem.strategy.holdings import MOST_ACTS, acts_on
from kibitz.games.holdem.strategy.spots import HALF, IN_PLACE, STAYS
from kibitz.games.holdem.table.betting import Betting, bet_on, betting_of, may_raise, price
from kibitz.games.holdem.table.position import (
    CALL,
    ENDED,
    PREFLOP,
    RIVER,
    level_at,
    past_raises,
    raiser,
    to_call,
)
from kibitz.games.holdem.table.rules import can_raise
from tests.contract.walks import random_game

HANDS = 120 if COMPILED else 12
GAMES = ("holdem(raises=few)", "holdem(limit=true)", "holdem(stacks=30/200,raises=few)")


@pytest.mark.parametrize("text", GAMES)
def test_betting_goes_as_the_rules_say(text):
    game = make_game(text)
    for seed in range(HANDS):
        steps = list(random_game(game, seed))[1:]
        b = betting_of(steps[0][0])
        for p, move in steps:
            assert Betting(*b) == betting_of(p)
            if move is not None:
                assert price(b) == to_call(p, p.seat)
                assert may_raise(b) == can_raise(p)
                b = bet_on(b, move)
        assert b.stage == ENDED


def _streets(steps, seat):
    """What a seat did on each street: (place, choice) in order."""
    done: dict[int, list[tuple[int, int]]] = {s: [] for s in range(PREFLOP, RIVER + 1)}
    for p, move in steps:
        if p.seat == seat:
            choice = HALF if move > CALL else STAYS
            done[p.stage].append((int(situation(p)) // 2, choice))
    return done


def test_the_line_tells_who_raised_last_how_often_and_what_was_paid():
    game = make_game("holdem(raises=few)")
    for seed in range(HANDS):
        steps = [(p, move) for p, move in list(random_game(game, seed))[1:] if move is not None]
        for n, (p, _) in enumerate(steps):
            for stage in range(PREFLOP, p.stage + 1):
                on = [(q, move) for q, move in steps[:n] if q.stage == stage]
                raisers = [q.seat for q, move in on if move > CALL]
                assert raiser(p, stage) == (raisers[-1] if raisers else -1)
                if stage < p.stage:
                    blinds = 1 if stage == PREFLOP else 0
                    assert past_raises(p, stage) == min(3, len(raisers) + blinds)
                    assert level_at(p, stage) == on[0][0].level


def test_actions_told_from_the_line_are_those_that_were_done():
    """Exactly where a street had one raise at the most; else in kind, as far as can be told."""
    game, acts = make_game("holdem(raises=few)"), np.zeros((MOST_ACTS, 2), np.int64)
    checked = 0
    for seed in range(HANDS):
        steps = [(p, move) for p, move in list(random_game(game, seed))[1:] if move is not None]
        for n, (p, _) in enumerate(steps):
            v = view(p, p.seat)
            for seat in range(2):
                done = _streets(steps[:n], seat)
                for stage in range(PREFLOP, p.stage + 1):
                    told = acts[: acts_on(v, seat, stage, acts)].tolist()
                    raises = sum(move > CALL for q, move in steps[:n] if q.stage == stage)
                    if raises < 2:
                        assert [(s // IN_PLACE, c) for s, c in told] == done[stage]
                        checked += 1
                    elif raises + (stage == PREFLOP) < 3:
                        assert [choice for _, choice in told] == [c for _, c in done[stage]]
    assert checked > 10


def test_a_seat_to_act_has_told_what_it_did_before_on_the_street():
    game, acts = make_game("holdem(raises=few)"), np.zeros((MOST_ACTS, 2), np.int64)
    limped = play(game.parse_position("preflop:1 2,1 ????,???? ?????????? 2/2/1/0/0/0"), CALL)
    faced = play(limped, CALL + 6)
    assert acts_on(faced, 1, PREFLOP, acts) == 1
    assert acts[0, 1] == STAYS
    assert acts_on(limped, 0, PREFLOP, acts) == 0
    assert turn(faced) != OVER


def test_a_position_without_a_line_tells_the_bet_that_is_faced():
    game, acts = make_game("holdem(raises=few)"), np.zeros((MOST_ACTS, 2), np.int64)
    v = game.parse_position("river:1 40,20 ????,AsKs QsJsTs2c3d 20/20/1/1/0/20")
    assert acts_on(v, 0, RIVER, acts) == 1
    assert acts[0, 1] == HALF
    assert acts_on(v, 0, PREFLOP, acts) == 0
