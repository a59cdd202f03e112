"""The solver against linear programs, exact equities and the laws of zero-sum games."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.cards import cards_text
from kibitz.games.holdem.cards.combos import COMBO, COMBO_CARDS, combo_text
from kibitz.games.holdem.cards.ranges import Range
from kibitz.games.holdem.equity.equity import holdem_equity
from kibitz.games.holdem.solver.boards import CARD_AFTER, COMBO_AFTER
from kibitz.games.holdem.solver.solution import root_strategy, solution_of
from kibitz.games.holdem.solver.solver import SpotSolver
from kibitz.games.holdem.solver.spot import make_spot
from tests.games.holdem.solver.sequence_form import value_by_program

PAIRS = "TT-66,AJs-A9s,KJs-KTs,QJs,JTs"
SWAP = next(i for i, c in enumerate(CARD_AFTER) if list(c[:4]) == [0, 3, 2, 1])  # h and c
BROAD = "AA,KK,QJs,JTs,T9s,98s,87s,76s"


def last_of(spot, threads=1, **limits):
    solver = SpotSolver(spot, threads)
    *_, last = solver.run(**limits)
    return solver, last


@st.composite
def small_spots(draw):
    """A river board, a few weighted combos for each seat, some chips and sizes."""
    cards = draw(st.permutations(range(52)))
    board, rest = cards[:5], cards[5:17]
    free = [int(COMBO[a, b]) for i, a in enumerate(rest) for b in rest[:i]]
    ranges = []
    for _ in range(2):
        weights = np.zeros(1326)
        for combo in draw(st.lists(st.sampled_from(free), min_size=3, max_size=7, unique=True)):
            weights[combo] = draw(st.sampled_from([1.0, 0.5, 0.25]))
        ranges.append(Range(weights))
    sizes = st.sampled_from(["100", "50,allin", "75", "allin", "33,150"])
    chips = 20, draw(st.sampled_from([10, 37, 60]))
    return board, *ranges, *chips, draw(sizes), draw(sizes)


def can_be_dealt(spot):
    mine, theirs = (COMBO_CARDS[one.combos] for one in spot[1:3])
    return any(not set(a) & set(b) for a in mine for b in theirs)


@pytest.mark.compiled
def test_kuhn_poker_is_worth_minus_an_eighteenth_to_the_first_seat():
    """Three pairs on a river are three cards: who holds one keeps the other from holding it."""
    pairs = "JhJd,ThTd,8h8d"
    spot = make_spot("KcQd9h5s3c", pairs, pairs, 2, 1, "allin", "")
    *_, last = SpotSolver(spot).run(target=0.01)
    assert last.ev == pytest.approx((1 - 1 / 18, 1 + 1 / 18), abs=4e-4)


@pytest.mark.compiled
@settings(max_examples=25)
@given(small_spots().filter(can_be_dealt))
def test_a_small_river_has_the_value_of_its_linear_program(spot):
    spot = make_spot(*spot)
    _, last = last_of(spot, target=0.02, iterations=3000)
    assert abs(last.exploitability) <= 0.001 * spot.pot
    assert last.ev[0] == pytest.approx(value_by_program(spot), abs=0.002 * spot.pot)


def test_a_tiny_river_has_the_value_of_its_linear_program_uncompiled_too():
    spot = make_spot("Ah7c2d9s3h", "KsKd,QsJs", "AcKc,8h8d", 20, 20, "100", "100")
    _, last = last_of(spot, target=0.5, iterations=60)
    assert last.ev[0] == pytest.approx(value_by_program(spot), abs=2 * last.exploitability + 0.01)
    assert last.exploitability < 0.2


@pytest.mark.compiled
@pytest.mark.parametrize("board", ["Ts9s4sKd2c", "Ts9s4sKd", "Ts9s4h", "7c7d7h", "Qs7h2h4s"])
def test_a_spot_without_bets_is_worth_its_equity(board):
    spot = make_spot(board, PAIRS, BROAD, 100, 100, "", "")
    _, last = last_of(spot, iterations=1)
    truth = holdem_equity([PAIRS, BROAD], board, budget=1e9)
    assert truth.is_exact
    assert last.ev[0] == pytest.approx(100 * truth.hands[0].equity.value, abs=2e-4)
    assert last.exploitability == pytest.approx(0.0, abs=1e-4)


@pytest.mark.compiled
def test_exploitability_falls_and_is_never_below_zero():
    spot = make_spot("Qs7h2h4s", PAIRS, BROAD, 100, 300, "100", "100")
    found = [snapshot.exploitability for snapshot in SpotSolver(spot).run(0.05, 2000)]
    assert min(found) > -1e-3
    assert found[0] > found[len(found) // 2] > found[-1]
    assert found[-1] <= 0.05


@pytest.mark.compiled
@pytest.mark.parametrize("board", ["Ts9s4sKd", "Ts9s4s"])
def test_the_answer_is_the_same_with_one_thread_and_two(board):
    spot = make_spot(board, "TT-88,AJs,KQs", "AA,KK,QJs,T9s", 60, 120, "100", "allin")
    one, alone = last_of(spot, 1, iterations=12)
    two, together = last_of(spot, 2, iterations=12)
    assert alone[:3] == together[:3]
    for mine, theirs in zip(one.books, two.books, strict=True):
        for a, b in zip(mine, theirs, strict=True):
            assert np.array_equal(a.regrets, b.regrets)


@pytest.mark.compiled
def test_combos_that_differ_by_suits_alone_play_alike_to_the_last_bit():
    spot = make_spot("Ts9s4s", "TT-88,AJs,KQs", "AA,KK,QJs,T9s", 60, 120, "100", "allin")
    solver, _ = last_of(spot, iterations=30)
    kept = int(solver.layout.boards[0].kept[0])
    changes = [change for change in range(24) if kept >> change & 1]
    assert len(changes) == 6  # hearts, diamonds and clubs in any order
    strategy = root_strategy(solver)
    for change in changes:
        assert np.array_equal(strategy, strategy[:, COMBO_AFTER[change]], equal_nan=True)


@pytest.mark.compiled
@pytest.mark.parametrize("board", ["Ts9s4sKs", "8c8d3h"])
def test_dealing_like_suits_once_changes_no_value(board):
    ranges = "99,AJs,KQs", "AA,QJs,T9s"
    alike = make_spot(board, *ranges, 60, 120, "100", "allin")
    weights = alike.ip.weights.copy()
    weights[alike.ip.combos[::3]] *= 0.999999  # no two suits are quite alike any more
    apart = make_spot(board, alike.oop, Range(weights), 60, 120, "100", "allin")
    limits = {"target": 0.1, "iterations": 1000}
    (few, one), (many, other) = (last_of(spot, **limits) for spot in (alike, apart))
    assert len(few.layout.boards[-1].cards) < len(many.layout.boards[-1].cards)
    assert max(one.exploitability, other.exploitability) <= 0.06
    assert one.ev[0] == pytest.approx(other.ev[0], abs=0.12)


@pytest.mark.compiled
def test_seats_with_the_same_range_share_the_pot_where_position_does_not_count():
    _, last = last_of(make_spot("Qs7h2h4sJd", BROAD, BROAD, 100, 100, "", ""), iterations=1)
    assert last.ev == pytest.approx((50, 50), abs=1e-4)


@pytest.mark.compiled
def test_it_stops_at_the_iterations_the_seconds_or_when_nobody_asks_on():
    spot = make_spot("Qs7h2h4s", PAIRS, BROAD, 100, 300, "100", "100")
    assert last_of(spot, target=0, iterations=7)[1].iterations == 7
    late = last_of(spot, target=0, seconds=0.2)[1]
    assert late.seconds < 5
    snapshots: Any = SpotSolver(spot).run(target=0)
    first, second = next(snapshots), next(snapshots)
    snapshots.close()
    assert first.iterations < second.iterations


@pytest.mark.compiled
def test_values_of_both_seats_make_up_the_pot_at_every_decision():
    spot = make_spot("Qs7h2h4s", PAIRS, BROAD, 100, 300, "100", "100")
    solver, last = last_of(spot, target=0.3, iterations=1000)
    solution = solution_of(solver, last)
    for line in ("", "X", "B100", "X-B100", "X-X/Ad", "X-B100-C/9c/X", "B100-C/7s/X-A200"):
        node = solution.node(line)
        assert node.value(0) + node.value(1) == pytest.approx(node.pot, abs=0.02)
        assert cards_text(node.board).startswith("Qs 7h 2h 4s")


@pytest.mark.compiled
def test_a_combo_is_worth_the_mean_of_its_actions_and_a_fold_nothing():
    spot = make_spot("Qs7h2h4s", PAIRS, BROAD, 100, 300, "100", "100")
    solver, last = last_of(spot, target=0.3, iterations=1000)
    node = solution_of(solver, last).node("X-B100")
    for combo in np.flatnonzero(~np.isnan(node.strategy[0])):
        choices = node.choices_of(int(combo))
        assert sum(c.frequency for c in choices) == pytest.approx(1)
        mean = sum(c.frequency * c.value for c in choices)
        assert mean == pytest.approx(node.values[0][combo], abs=1e-2), combo_text(int(combo))
        assert choices[0].value == pytest.approx(0, abs=1e-3)


@pytest.mark.compiled
def test_a_card_that_was_dealt_under_another_suit_is_found_with_the_suits_changed():
    spot = make_spot("Qs7s2s4s", PAIRS, BROAD, 100, 300, "100", "100")
    solver, last = last_of(spot, target=1.0, iterations=1000)
    solution = solution_of(solver, last)
    hearts, clubs = solution.node("X-X/9h"), solution.node("X-X/9c")
    swap = COMBO_AFTER[SWAP]
    assert np.array_equal(hearts.strategy, clubs.strategy[:, swap], equal_nan=True)
    assert np.array_equal(hearts.reach[1], clubs.reach[1][swap])
    assert hearts.board != clubs.board
    blocked = [c for c in range(1326) if 4 * 8 + 1 in COMBO_CARDS[c]]
    assert np.isnan(hearts.values[0][blocked]).all()
    assert not np.isnan(hearts.values[0][clubs.reach[0] > 0]).all()


@pytest.mark.compiled
@pytest.mark.parametrize("stack", [50, 100, 230, 400])
def test_bluffs_and_value_of_the_river_toy_game_are_those_of_the_theorem(stack):
    """Nuts or air against a bluff catcher (Chen and Ankenman 2006).

    Who bets s into a pot of p bluffs s / (s + p) times as often as he bets for value; with as
    much air as nuts he wins p / 2 * (1 + s / (s + p)).
    """
    pot = 100
    spot = make_spot("2c2d7h7sKd", "KhKs,QhJh", "AhAs", pot, stack, "allin", "")
    solver, last = last_of(spot, target=0.01, iterations=5000)
    assert last.ev[0] == pytest.approx(pot / 2 * (1 + stack / (stack + pot)), abs=0.1)
    root = solution_of(solver, last).node()
    bluffs = root.choices_of(int(COMBO[4 * 11 + 1, 4 * 10 + 1]))[1].frequency
    assert bluffs == pytest.approx(stack / (stack + pot), abs=0.02)


@pytest.mark.compiled
def test_where_nobody_gets_there_is_no_value_but_there_are_ranges_and_actions():
    spot = make_spot("2c2d7h7sKd", "QhJh,QdJd", "KhKs,AhAs", 100, 100, "allin", "")
    solver, last = last_of(spot, iterations=50)
    stride = solver.layout.strides[0][0]
    solver.books[0][0].sums[:stride] = 1
    solver.books[0][0].sums[stride : 2 * stride] = 0  # the first seat never bets
    node = solution_of(solver, last).node("A100")
    assert np.isnan(node.value(0))
    assert np.isnan(node.value(1))
    assert not node.reach[0].any()
    assert node.range_of(1).combos.size == 2
    assert node.actions == ("F", "C")
