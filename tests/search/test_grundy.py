"""Grundy values against Bouton's theorem, published sequences and alpha-beta's verdicts."""

from functools import cache, reduce
from itertools import product
from operator import xor

import pytest

from kibitz.core.game import play
from kibitz.core.kernel import COMPILED
from kibitz.errors import BadNotation, BadValue, UnknownName, WrongKind
from kibitz.games.nim.game import NimGame
from kibitz.games.nim.theory import NimTheory
from kibitz.games.tictactoe.game import TicTacToeGame
from kibitz.search.grundy import Grundy, Nimbers
from kibitz.search.heaps import HeapGame, find_period

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]  # OEIS A002186
DAWSON = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1]  # OEIS A002187


def test_a_position_of_nim_is_worth_the_xor_of_its_heaps():
    game = NimGame(3, 3, 3)
    nimbers = Nimbers(game, megabytes=1)
    for heaps in product(range(5 if COMPILED else 4), range(4), range(3)):
        p = game.parse_position(",".join(map(str, heaps)))
        assert nimbers.value(p) == reduce(xor, heaps)


def test_with_a_limit_a_heap_counts_its_remainder():
    game = NimGame(9, limit=3)
    nimbers = Nimbers(game, megabytes=1)
    assert [nimbers.value(game.parse_position(str(n))) for n in range(10)] == [
        n % 4 for n in range(10)
    ]


def test_the_analyst_agrees_with_the_theory_of_nim():
    game = NimGame(1, 3, 4)
    found = Grundy().analyse(game, game.start(), 0, 0)
    truth = NimTheory().analyse(game, game.start(), 0, 0)
    assert found.is_exact
    assert [(o.move, o.value, o.facts["grundy"]) for o in found.options] == [
        (o.move, o.value, o.facts["nim_sum"]) for o in truth.options
    ]


def test_a_sum_of_positions_is_won_by_leaving_the_value_zero():
    game = NimGame(3, limit=2)
    nimbers = Nimbers(game, megabytes=1)
    parts = [game.parse_position(text) for text in ("4", "2,1", "5")]
    assert nimbers.sum_value(parts) == 1 ^ 3 ^ 2 == 0
    assert nimbers.winning_moves(parts) == []
    parts.append(game.parse_position("2"))
    wins = nimbers.winning_moves(parts)
    assert wins
    for part, move in wins:
        after = [play(p, move) if i == part else p for i, p in enumerate(parts)]
        assert nimbers.sum_value(after) == 0


def test_games_of_another_kind_are_refused_by_name():
    with pytest.raises(WrongKind, match="grundy cannot play tictactoe: it is not impartial"):
        Nimbers(TicTacToeGame())
    misere = NimGame(2, 1, misere=True)
    with pytest.raises(WrongKind, match="grundy cannot play nim: whoever moves last does not"):
        Nimbers(misere, megabytes=1).value(misere.start())
    with pytest.raises(BadValue, match="grundy gave up on 5,5,5 after 20 positions"):
        Nimbers(NimGame(5, 5, 5), nodes=20, megabytes=1).value(NimGame(5, 5, 5).start())


def test_kayles_and_dawsons_kayles_have_the_published_values():
    assert HeapGame((0, 7, 7)).values(len(KAYLES) - 1).tolist() == KAYLES
    assert HeapGame((0, 0, 7)).values(len(DAWSON) - 1).tolist() == DAWSON


@pytest.mark.parametrize(
    "game",
    [
        HeapGame.subtraction(1, 2, 3),
        HeapGame.subtraction(2, 5),
        HeapGame((4, 0, 3)),
        HeapGame((0, 3, 7)),
    ],
)
def test_heaps_are_worth_the_mex_of_what_a_turn_leaves(game):
    @cache
    def value(heap: int) -> int:
        seen = {reduce(xor, map(value, left), 0) for left in game.successors(heap)}
        return min(set(range(len(seen) + 1)) - seen)

    assert game.values(30).tolist() == [value(heap) for heap in range(31)]


def test_the_moves_that_win_a_game_of_heaps_leave_nothing():
    kayles = HeapGame((0, 7, 7))
    values = kayles.values(12)
    for heaps in [(5,), (3, 4), (12, 7, 2), (4, 8)]:
        total = reduce(xor, (int(values[heap]) for heap in heaps))
        wins = kayles.winning_moves(heaps)
        assert bool(wins) == (total != 0)
        for i, left in wins:
            rest = [*heaps[:i], *heaps[i + 1 :], *left]
            assert reduce(xor, (int(values[heap]) for heap in rest), 0) == 0


def test_rules_that_make_no_sense_are_refused():
    with pytest.raises(BadValue, match="digit 8 for taking 1"):
        HeapGame((0, 8))
    with pytest.raises(BadValue, match="digit 3 for taking 0"):
        HeapGame((3,))
    with pytest.raises(BadValue, match="a turn cannot take"):
        HeapGame.subtraction(0)


@pytest.mark.parametrize(
    ("code", "largest", "period", "last_exception"),
    [("kayles", 200, 12, 70), ("0.07", 200, 34, 52), ("0.137", 200, 34, 51), ("0.3", 9, 2, -1)],
)
def test_periods_are_the_published_ones(code, largest, period, last_exception):
    game = HeapGame.named(code, largest)
    assert find_period(game.digits, game.values(largest)) == (period, last_exception)


def test_a_period_is_only_claimed_where_the_theorem_proves_it():
    kayles = HeapGame.named("kayles")
    needed = 2 * 71 + 2 * 12 + 2 - 1
    assert find_period(kayles.digits, kayles.values(needed - 1)) is None
    assert find_period(kayles.digits, kayles.values(needed)) is not None


def test_the_values_of_laskers_nim_swap_in_every_fourth_pair():
    values = HeapGame.named("lasker", 40).values(40).tolist()
    for n, value in enumerate(values):
        assert value == (n + 1 if n % 4 == 3 else n - 1 if n and n % 4 == 0 else n)


def test_codes_are_read_and_written():
    assert HeapGame.named(".77") == HeapGame.named("Kayles") == HeapGame((0, 7, 7))
    assert HeapGame.named("0.77").code == "0.77"
    assert HeapGame.named("lasker", 9).code == "4.3..."
    assert HeapGame.named("nim", 5).values(5).tolist() == list(range(6))


@pytest.mark.parametrize("text", ["0.8", "3.7", "77", "0.", "0.7..", "-0.7"])
def test_what_is_no_code_is_refused(text):
    with pytest.raises(BadNotation, match="is not an octal code like"):
        HeapGame.named(text)
    with pytest.raises(UnknownName, match="did you mean 'kayles'"):
        HeapGame.named("kales")
