"""Sizes of bets: whole chips of the pot, alike wherever they are listed."""

from fractions import Fraction

import pytest

from kibitz.core.registry import make_game
from kibitz.games.holdem.strategy.spots import HALF, POT, move_of
from kibitz.games.holdem.table.betting import betting_of
from kibitz.games.holdem.table.position import CALL
from kibitz.games.holdem.table.sizes import COARSE, SIZES, kind_of, part_of
from kibitz.games.holdem.table.spoken import few, named_bets

FLOP = "flop:0 12,12 AhKh,???? 2c7d9s???? 0/2/0/0/0/12"  # a pot of 24


def test_a_size_is_so_many_whole_chips_of_the_pot():
    for number, size in enumerate(SIZES):
        for chips in (0, 1, 7, 24, 999):
            assert part_of(chips, number) == int(Fraction(size.over, size.under) * chips)
    assert [size.part for size in SIZES] == pytest.approx([1 / 3, 1 / 2, 2 / 3, 1])
    assert [size.share for size in SIZES] == pytest.approx([1 / 4, 1 / 3, 2 / 5, 1 / 2])


def test_words_rules_and_strategies_mean_the_same_by_half_the_pot_and_the_pot():
    game = make_game("holdem(2,raises=few,stack=200)")
    p = game.parse_position(FLOP)
    offered = [move - CALL for move in game.legal_moves(p) if move > CALL]
    assert offered == few(p) == [2, 12, 24, 188]
    named = {bet.words: bet.to for bet in named_bets(p)}
    assert [named[SIZES[size].words] for size in COARSE] == offered[1:3]
    chosen = [int(move_of(betting_of(p), choice)) - CALL for choice in (HALF, POT)]
    assert chosen == offered[1:3]


def test_bets_are_small_medium_or_big():
    assert [kind_of(size.part) for size in SIZES] == ["small", "medium", "medium", "big"]
    assert [kind_of(part) for part in (0.0, 0.4, 0.85, 9.0)] == ["small", "medium", "big", "big"]
