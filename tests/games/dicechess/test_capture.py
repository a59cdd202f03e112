"""Capture chances by sets against 56 searches, and both against the pure-Python twin."""

from collections import Counter

import pytest

from kibitz.core.kernel import COMPILED
from kibitz.games.dicechess.chance import (
    king_risk,
    king_rolls_against,
    king_rolls_by_search,
    queen_rolls_against,
    queen_rolls_against_by_search,
    roll_texts,
)
from kibitz.games.dicechess.dice import ORDERED, ROLLS
from kibitz.games.dicechess.notation import START, dfen, parse_dfen
from kibitz.games.dicechess.turns import new_walk
from tests.games.dicechess.positions import KIWIPETE, THORNY, random_positions
from tests.naive import dicechess as naive


def light(p):
    """Few men, so that the searches of the slow twins end soon."""
    return men(p) <= 10


def men(p):
    return sum(bin(int(board) & 2**64 - 1).count("1") for board in p[:6])


def before_rolls(count, seed):
    """Positions of random play with few men in which the dice are about to roll."""
    return [p for p in random_positions(count, seed) if not p.dice and light(p)]


def test_sets_and_searches_find_the_same_rolls_for_both_kings():
    walk = new_walk()
    found = before_rolls(1200 if COMPILED else 500, seed=4)
    for p in found if COMPILED else found[:2]:
        for seat in (0, 1):
            by_sets = king_rolls_against(p, seat)
            assert by_sets == king_rolls_by_search(p, seat, walk), dfen(p)


def test_the_sets_agree_with_pure_python():
    for p in before_rolls(600, seed=5)[: 12 if COMPILED else 3]:
        state = naive.State.parse(dfen(p))
        assert king_risk(p, 1 - p.seat) == naive.capturing_weight(state), dfen(p)


@pytest.mark.parametrize("text", THORNY)
@pytest.mark.compiled
def test_thorny_positions_agree_for_both_kings_and_both_queens(text):
    p, walk = parse_dfen(text), new_walk()
    for seat in (0, 1):
        assert king_rolls_against(p, seat) == king_rolls_by_search(p, seat, walk)
        if text != KIWIPETE:
            slow = queen_rolls_against_by_search(p, seat, walk)
            assert queen_rolls_against(p, seat, walk) == slow


def test_queen_captures_obey_the_maximum_rule_as_the_slow_twin_says():
    few = [p for p in before_rolls(1500 if COMPILED else 800, seed=6) if p.queens & ~p.mine]
    assert few
    for p in sorted(few, key=men)[: 3 if COMPILED else 1]:
        state = naive.State.parse(dfen(p))
        slow = [m for m in naive.MULTISETS if naive.takes_queen(state, Counter(m))]
        fast = roll_texts(queen_rolls_against(p, 1 - p.seat, new_walk()))
        assert fast == ["".join(m) for m in slow], dfen(p)


def test_a_queen_capture_that_wastes_a_die_is_not_legal():
    # c4xd5 spends one die of PNB; f7f8 and a move of the new piece spend two
    p = parse_dfen("7k/5P2/8/3q4/2P5/8/8/7K w - - 0 1")
    rolls = roll_texts(queen_rolls_against(p, 1, new_walk()))
    assert "PNB" not in rolls
    assert "PPP" in rolls


def test_the_start_is_safe_and_kiwipete_is_not():
    assert king_risk(parse_dfen(START), 0) == king_risk(parse_dfen(START), 1) == 0
    assert king_risk(parse_dfen(KIWIPETE), 1) > 0


def test_the_chance_does_not_depend_on_whose_turn_it_is():
    for text in THORNY:
        white, black = parse_dfen(text), text.replace(" w ", " b ")
        if " - 0 1" in text and " w " in text:
            assert king_risk(white, 1) == king_risk(parse_dfen(black), 1)


def test_mirrored_colours_have_mirrored_chances():
    for p in [p for p in random_positions(60, seed=7) if not p.dice]:
        flipped = p._replace(seat=1 - p.seat)
        assert king_risk(p, 0) == king_risk(flipped, 1)


def test_a_king_without_a_way_out_of_any_roll_is_taken_by_all_216():
    # every kind of man attacks e5
    p = parse_dfen("8/4R3/5K2/Q3k3/3P4/5N2/7B/8 w - - 0 1")
    assert king_risk(p, 1) == ORDERED
    assert len(roll_texts(king_rolls_against(p, 1))) == ROLLS
