"""Moves tried first: what seems to lose is not played, the rest as often among each other."""

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kibitz.core.game import OVER, play, sample, turn, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadValue
from kibitz.games.holdem.ring.analyst import RING_LEVELS, RingStrategy
from kibitz.games.holdem.ring.rehearsal import DOUBT, defensible
from kibitz.games.holdem.ring.values import is_measured
from kibitz.games.holdem.table.position import CALL, FOLD

GAME = make_game("holdem(seats=6)")
TABLE, TRYING = RingStrategy(solves=False, rehearses=0), RingStrategy(solves=False, rehearses=400)
KINGS = (
    "turn:1 79,25,0,0,25,79 ????,Kh2d,????,????,????,???? KsKc4hKd?? "
    "72/54/2/33/12/7 -15-/110/2/7"
)  # four of a kind against three, 54 to call
HANDS = 6


def found_by(values, errors):
    """What moves were found to be worth, as far as it is looked at."""
    best = int(np.argmax(values))
    found: Any = SimpleNamespace(values=np.array(values), loss_errors=np.array(errors), best=best)
    return found


def odds_at(text, analyst):
    v = GAME.parse_position(text)
    return {move: chance for move, chance in analyst.odds(GAME, v, int(v.seat)) if chance > 0.001}


@pytest.mark.compiled
def test_four_of_a_kind_raise_where_the_table_only_calls():
    assert odds_at(KINGS, TABLE) == {CALL: pytest.approx(1.0)}
    (move,) = odds_at(KINGS, TRYING)
    assert move > CALL


@pytest.mark.compiled
def test_the_hint_shows_what_the_player_does():
    v = GAME.parse_position(KINGS)
    found = TRYING.analyse(GAME, v, int(v.seat), 1)
    assert found.best.frequency == pytest.approx(1.0)
    assert found.option(CALL).frequency == 0.0


def test_moves_that_lose_more_than_half_of_their_error_are_left_out():
    legal, odds = [FOLD, CALL, 10], [(FOLD, 0.5), (CALL, 0.2), (10, 0.3)]
    just = DOUBT * 2.0
    found = found_by([1.0 - 1.01 * just, 1.0 - 0.99 * just, 1.0], [2.0, 2.0, 0.0])
    left = dict(defensible(found, legal, odds))
    assert left == {CALL: pytest.approx(0.4), 10: pytest.approx(0.6)}


def test_the_best_move_is_made_where_nothing_else_can_be_defended():
    found = found_by([0.0, 1.0, 5.0], [0.1, 0.1, 0.0])
    assert defensible(found, [FOLD, CALL, 10], [(FOLD, 0.9), (CALL, 0.1)]) == [(10, 1.0)]


@pytest.mark.compiled
def test_it_plays_only_what_the_table_plays_or_the_best():
    luck, out = stream(4), GAME.scratch()
    changed = 0
    for deal in range(HANDS):
        p = play(GAME.start(), deal)
        while turn(p) != OVER:
            v, seat = view(p, int(turn(p))), int(turn(p))
            table = dict(TABLE.odds(GAME, v, seat))
            tried = dict(TRYING.odds(GAME, v, seat))
            assert math.fsum(tried.values()) == pytest.approx(1.0)
            assert tried == dict(TRYING.odds(GAME, v, seat))  # whoever is asked twice
            assert set(tried) <= set(table) or len(tried) == 1
            changed += tried != table
            p = play(p, int(sample(p, out, luck)))
    assert changed > HANDS


@pytest.mark.compiled
def test_who_errs_or_plays_where_nothing_was_measured_tries_nothing():
    luck, ante = stream(5), make_game("holdem(seats=4,ante=1)")
    out = ante.scratch()
    p = play(ante.start(), 3)
    while turn(p) != OVER:
        v, seat = view(p, int(turn(p))), int(turn(p))
        assert not is_measured(v)
        assert TRYING.odds(ante, v, seat) == TABLE.odds(ante, v, seat)
        p = play(p, int(sample(p, out, luck)))
    advanced = RING_LEVELS["advanced"].analyst
    assert isinstance(advanced, RingStrategy)
    assert advanced.errs
    v = GAME.parse_position(KINGS)
    plain = RingStrategy(misjudges=advanced.misjudges, rehearses=0)
    assert advanced.odds(GAME, v, 1) == plain.odds(GAME, v, 1)


def test_fewer_than_no_worlds_are_refused():
    with pytest.raises(BadValue, match="cannot rehearse in -1 worlds"):
        RingStrategy(rehearses=-1)
