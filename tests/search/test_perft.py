"""Perft against published counts."""

import pytest

from kibitz.core.kernel import COMPILED
from kibitz.errors import BadValue, WrongKind
from kibitz.games.tictactoe.game import TicTacToeGame
from kibitz.search.perft import perft
from tests.toys.deal import DealGame
from tests.toys.race import RaceGame

TICTACTOE = TicTacToeGame()
# Sequences of n moves; their ends make the 255,168 games.
PUBLISHED = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.parametrize("depth", range(10 if COMPILED else 5))
def test_tictactoe_has_the_published_counts(depth):
    assert perft(TICTACTOE, depth) == PUBLISHED[depth]


def test_outcomes_of_chance_count_as_moves():
    game = RaceGame()
    assert [perft(game, n) for n in range(5)] == [1, 3, 6, 18, 36]


def test_a_finished_game_has_no_sequences_but_the_empty_one():
    over = TICTACTOE.parse_position("XXX/OO./...")
    assert [perft(TICTACTOE, n, over) for n in (0, 1, 2)] == [1, 0, 0]


def test_what_cannot_be_counted_is_refused():
    with pytest.raises(WrongKind, match="perft cannot play deal: its chance has too many"):
        perft(DealGame(), 2)
    with pytest.raises(BadValue, match="depth -1 of perft is negative"):
        perft(TICTACTOE, -1)
