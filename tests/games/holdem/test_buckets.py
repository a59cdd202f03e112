"""Buckets and spots: ranks against a slow count, draws told by hand, choices that are legal."""

import numpy as np
import pytest

from kibitz.core.cards import parse_cards
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.games.holdem.cards.combos import CLASSES, COMBO_CARDS
from kibitz.games.holdem.cards.tables import CARD_KEYS, CARD_MASKS, EMPTY_KEY
from kibitz.games.holdem.strategy.buckets import (
    BANDS,
    DRAWS,
    RIVER_BANDS,
    bucket_after,
    count_outs,
    rank_in,
    write_street,
)
from kibitz.games.holdem.strategy.spots import CHOICES, NO_MOVE, SPOTS, move_of, spot_of
from kibitz.games.holdem.table.betting import betting_of
from kibitz.games.holdem.table.position import CALL, FLOP, PREFLOP, RIVER, SHOWN, TURN
from tests.contract.walks import random_game
from tests.naive.holdem import best_score

DEAL = parse_cards("AhKd8c7c2s5h9dTcKs")
HANDS = 60 if COMPILED else 8


def slow_rank(mine, board):
    """The part of all hands that are better, with half of those as good."""
    score = best_score([*mine, *board])
    others = [set(map(int, two)) for two in COMBO_CARDS]
    scores = [best_score([*two, *board]) for two in others if not two & {*mine, *board}]
    above = sum(one > score for one in scores) + sum(one == score for one in scores) / 2
    return above / len(scores)


@pytest.mark.parametrize("stage", [FLOP, TURN, pytest.param(RIVER, marks=pytest.mark.compiled)])
def test_ranks_are_those_of_a_slow_count(stage):
    ranks, buckets = np.empty(2), np.empty(2, np.int64)
    write_street(np.array(DEAL, np.int64), stage, ranks, buckets)
    board = DEAL[4 : 4 + SHOWN[stage]]
    for seat in range(2):
        assert ranks[seat] == pytest.approx(slow_rank(DEAL[2 * seat : 2 * seat + 2], board))


@pytest.mark.parametrize(
    ("cards", "outs"),
    [
        ("AhKh2h7h9s", 9),  # four to a flush
        ("8c7d9hTs2c", 8),  # open at both ends
        ("8c7dJhTs2c", 4),  # inside
        ("8h7h9hTh2c", 15),  # both at once
        ("AhAd7c2s9h", 0),
        ("AhKhQhJhTh", 0),  # nothing is left to draw to
    ],
)
def test_a_draw_is_the_cards_that_make_it(cards, outs):
    hand = parse_cards(cards)
    key = EMPTY_KEY + CARD_KEYS[hand].sum()
    assert count_outs(key, CARD_MASKS[hand].sum()) == outs


def test_better_hands_are_in_lower_buckets_and_each_bucket_has_its_middle():
    assert max(BANDS * DRAWS, RIVER_BANDS) <= CLASSES
    for stage in (FLOP, TURN, RIVER):
        for outs in (0, 5, 9, 13):
            found = [bucket_after(stage, rank, outs) for rank in np.linspace(0, 1, 200)]
            assert found == sorted(found)
            assert all(bucket_after(stage, rank_in(stage, b), outs) == b for b in found)
    assert bucket_after(FLOP, 0.5, 9) == bucket_after(FLOP, 0.5, 0) + 2


@pytest.mark.parametrize(
    "text", ["holdem(raises=few)", "holdem(limit=true)", "holdem(stacks=30/200)"]
)
def test_choices_are_legal_moves_and_spots_are_within_bounds(text):
    game = make_game(text)
    for seed in range(HANDS):
        for p, move in list(random_game(game, seed))[1:]:
            if move is None:
                continue
            b, legal = betting_of(p), set(game.legal_moves(p))
            moves = [move_of(b, choice) for choice in range(CHOICES)]
            played = [m for m in moves if m != NO_MOVE]
            assert set(played) <= legal
            assert played == sorted(set(played))
            assert CALL in played
            spots = {spot_of(b, led) for led in (-1, 0, 1)}
            assert len(spots) == 3
            assert all(0 <= spot < SPOTS for spot in spots)
            assert all(spot * 4 // SPOTS == p.stage - PREFLOP for spot in spots)
