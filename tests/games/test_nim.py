"""Nim against Bouton's theorem, brute force and its own texts."""

from functools import reduce
from itertools import combinations_with_replacement
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.advised import advised
from kibitz.core.game import OVER, payoff, play, turn
from kibitz.core.registry import make_game
from kibitz.errors import BadNotation, IllegalMove, KibitzError
from kibitz.games.nim.rules import BITS, Nim
from kibitz.games.nim.theory import is_lost
from tests.naive import nim as naive


def position(heaps, misere=False, limit=0, seat=0):
    return Nim(sum(n << i * BITS for i, n in enumerate(heaps)), seat, limit, int(misere))


@given(st.lists(st.integers(0, 127), min_size=1, max_size=8))
def test_normal_play_is_lost_exactly_if_the_nim_sum_is_zero(heaps):
    assert bool(is_lost(position(heaps))) == (reduce(xor, heaps) == 0)


@pytest.mark.parametrize("misere", [False, True])
def test_theory_equals_brute_force_for_all_heaps_up_to_four_fours(misere):
    for heaps in combinations_with_replacement(range(5), 4):
        assert bool(is_lost(position(heaps, misere))) != naive.is_won(heaps, misere), heaps


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_with_a_limit_theory_equals_brute_force(misere, limit):
    for heaps in combinations_with_replacement(range(8), 3):
        won = naive.is_won(heaps, misere, limit)
        assert bool(is_lost(position(heaps, misere, limit))) != won, heaps


def test_the_winning_move_of_3_4_5_is_two_from_the_first_heap():
    game = advised(make_game("nim"))
    analysis = game.analysts["theory"].analyse(game, game.parse_position("3,4,5"), 0, 1)
    assert [(o.text, o.value) for o in analysis.options if o.value > 0] == [("1:2", 1.0)]
    assert analysis.is_exact
    assert len(analysis.options) == 12


def test_misere_three_ones_are_lost_but_still_offer_their_moves():
    game = advised(make_game("nim(1,1,1,misere=true)"))
    analysis = game.analysts["theory"].analyse(game, game.start(), 0, 1)
    assert [(o.text, o.value) for o in analysis.options] == [
        ("1:1", -1.0),
        ("2:1", -1.0),
        ("3:1", -1.0),
    ]


def test_misere_with_one_large_heap_leaves_an_odd_number_of_ones():
    game = advised(make_game("nim(misere=true)"))
    analysis = game.analysts["theory"].analyse(game, game.parse_position("1,1,5"), 0, 1)
    best = [option for option in analysis.options if option.value > 0]
    assert [(option.text, option.reason) for option in best] == [
        ("3:4", "leaves an odd number of ones and wins")
    ]


def test_whoever_takes_the_last_stone_wins_and_loses_in_misere():
    for misere, paid in [(False, 1.0), (True, -1.0)]:
        end = play(position([1], misere), 1)
        assert turn(end) == OVER
        assert payoff(end, 0) == paid == -payoff(end, 1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1:4", "heap 1 has 3 stones"),
        ("9:1", "heap 9 has 0 stones"),
        ("1:0", "at least one stone"),
        ("3:3", "at most 2 stones"),
        ("pass", "write heap:stones"),
        ("", "write heap:stones"),
        ("1:1:1", "write heap:stones"),
        ("-1:1", "write heap:stones"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(text, why):
    game = make_game("nim(3,4,5,limit=2)")
    with pytest.raises(IllegalMove, match=why):
        game.parse_move(game.start(), text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' is not a number of stones at column 1"),
        ("3,,5", "'' is not a number of stones at column 3"),
        ("3,four", "'four' is not a number of stones at column 3"),
        ("3,-1", r"heap 2 is negative \(-1\)"),
        ("128", "128 stones, more than 127"),
        ("1,1,1,1,1,1,1,1,1", "9 heaps, more than 8"),
        ("3@2", "seat '2' is not 0 or 1"),
        ("٣", "not a number of stones"),
    ],
)
def test_a_bad_position_is_refused_with_its_reason(text, why):
    with pytest.raises(BadNotation, match=why):
        make_game("nim").parse_position(text)


@given(st.lists(st.integers(0, 127), min_size=1, max_size=8), st.sampled_from([0, 1]))
def test_every_position_is_read_back_from_its_text(heaps, seat):
    game = make_game("nim(limit=3,misere=true)")
    p = position(heaps, misere=True, limit=3, seat=seat)
    assert game.parse_position(game.position_text(p)) == p


@given(st.text(max_size=20))
def test_garbage_is_a_position_or_one_sentence(text):
    game = make_game("nim")
    try:
        p = game.parse_position(text)
    except KibitzError as error:
        assert str(error)
    else:
        assert game.parse_position(game.position_text(p)) == p


@given(st.text(max_size=10))
def test_garbage_is_a_move_or_one_sentence(text):
    game = make_game("nim")
    try:
        move = game.parse_move(game.start(), text)
    except KibitzError as error:
        assert str(error)
    else:
        assert move in game.legal_moves(game.start())
