"""The player of three seats and more: charts, equities, what is solved, legal moves."""

import itertools
import math

import numpy as np
import pytest

from kibitz.core.game import OVER, play, turn, view
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadValue
from kibitz.estimate.estimate import Kind
from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT, CLASS_SIZES, CLASSES
from kibitz.games.holdem.equity.equity import holdem_equity
from kibitz.games.holdem.ring.analyst import RingStrategy
from kibitz.games.holdem.ring.crowd import ring_strategy
from kibitz.games.holdem.ring.spots import (
    ALL_IN,
    BETS,
    CHOICES,
    EARLY_ROWS,
    FOLDS,
    POSITIONS,
    PRICES,
    SITUATIONS,
    STAYS,
    UNRAISED,
)
from kibitz.games.holdem.ring.training import train
from kibitz.games.holdem.table.position import CALL, FIXED, FLOP, FOLD, NO_LIMIT, RIVER
from kibitz.games.holdem.table.rules import sample
from kibitz.players.roster import make_player

DEEP = 3
SOLVED = 4  # hands in which the expert is asked, who solves streets
BIG_BLIND, BUTTON, CUTOFF, HIJACK, FIRST_OF_SIX, FIRST_OF_NINE = 0, 2, 3, 4, 5, 8
SAMPLES = 4000 if COMPILED else 60
TRUE_SAMPLES = 10 * SAMPLES  # of what they are compared with
QUICK = 40 if COMPILED else 2
TABLES = [
    "holdem(seats=3)",
    "holdem(seats=6,raises=few)",
    "holdem(seats=9,stack=14,ante=1)",
    "holdem(seats=5,limit=true)",
    "holdem(seats=4,small=3,big=7,stacks=7/8/100/300)",
    "holdem(seats=10,stacks=20/30/40/50/60/70/80/90/9/400)",
]


def charts(depth=DEEP):
    """How often each class takes each choice: [position, situation, class, choice]."""
    shape = (POSITIONS, SITUATIONS, -1, CLASSES, CHOICES)
    return ring_strategy(NO_LIMIT)[:EARLY_ROWS].reshape(shape)[:, :, depth]


def parts(odds):
    """How often all hands together take each choice."""
    return (CLASS_SIZES / CLASS_SIZES.sum()) @ odds


def raises_with(odds, text):
    row = odds[CLASS_BY_TEXT[text]]
    return float(row[BETS] + row[ALL_IN])


def test_opening_ranges_widen_towards_the_button():
    """VPIP of an unopened pot: 10 to 25 % under the gun of six, 35 to 65 % on the button."""
    opened = [1 - parts(odds[0])[FOLDS] for odds in charts()]
    seats = (FIRST_OF_NINE, FIRST_OF_SIX, HIJACK, CUTOFF, BUTTON)
    assert all(opened[a] < opened[b] for a, b in itertools.pairwise(seats))
    assert 0.05 < opened[FIRST_OF_NINE] < 0.20
    assert 0.10 < opened[FIRST_OF_SIX] < 0.25
    assert 0.20 < opened[CUTOFF] < 0.40
    assert 0.35 < opened[BUTTON] < 0.65


def test_the_best_hands_are_raised_and_the_worst_are_folded():
    for position in range(BUTTON, POSITIONS):  # the small blind may wait with them
        odds = charts()[position][0]
        assert all(raises_with(odds, text) > 0.8 for text in ("KK", "QQ", "AKs"))
        assert odds[CLASS_BY_TEXT["AA"]][FOLDS] < 0.01
    for position in range(HIJACK, POSITIONS):
        odds = charts()[position][0]
        assert all(odds[CLASS_BY_TEXT[text]][FOLDS] > 0.9 for text in ("72o", "83o", "J4o", "32o"))


def test_aces_never_fold_before_the_flop():
    for depth in range(DEEP + 1):
        assert charts(depth)[:, :, CLASS_BY_TEXT["AA"], FOLDS].max() == 0.0


def test_the_big_blind_defends_more_the_later_the_raise_and_folds_more_to_a_dear_one():
    def folds(raiser, price):
        return parts(charts()[BIG_BLIND][UNRAISED + 2 * raiser * PRICES + price])[FOLDS]

    blind, button, late, early = range(4)
    assert folds(blind, 0) < folds(button, 0) < folds(late, 0) < folds(early, 0)
    assert folds(button, 0) < folds(button, PRICES - 1)
    assert 0.3 < folds(button, 0) < 0.65


def test_short_stacks_go_all_in_and_deep_ones_do_not():
    short, deep = charts(0)[BUTTON][0], charts()[BUTTON][0]
    assert parts(short)[ALL_IN] > 0.05
    assert parts(deep)[ALL_IN] == 0.0


@pytest.mark.parametrize("seats", [3, 5])
def test_equity_against_those_who_did_nothing_is_that_against_random_hands(seats):
    """The first to act: nobody has shown anything. Within four standard errors."""
    game = make_game(f"holdem(seats={seats})")
    holes = ["????"] * seats
    holes[2] = "QhQd"
    paid = ",".join(["1", "2", *["0"] * (seats - 2)])
    v = game.parse_position(f"preflop:2 {paid} {','.join(holes)} ?????????? 2/2/1/0/0/0")
    found = float(RingStrategy(SAMPLES).analyse(game, v, 2, 1).best.facts["equity"])
    truth = holdem_equity(["QhQd"], opponents=seats - 1, samples=TRUE_SAMPLES, seed=2)
    equity = truth.hands[0].equity
    assert abs(found - equity.value) < 4 * math.hypot(0.5 / math.sqrt(SAMPLES), equity.error)


def test_the_nuts_win_every_pot_and_folding_is_exact():
    game = make_game("holdem(seats=3)")
    text = "river:2 40,20,20 ????,????,AsKs QsJsTs2c3d 20/20/1/1/0/20 --00/111/20/20"
    v = game.parse_position(text)
    found = RingStrategy(SAMPLES).analyse(game, v, 2, 3)
    assert found.option(FOLD).value == -20 / 2
    assert found.option(FOLD).estimate.is_exact
    assert found.option(CALL).facts["equity"] == 1
    assert found.option(CALL).value > 20
    assert found.kind is Kind.SAMPLED
    assert not found.is_too_close_to_call(FOLD)


def test_a_check_costs_no_more_than_is_in_the_pot_already():
    """By the strategy alone one would pay too many bets; nobody has to."""
    game = make_game("holdem(seats=3)")
    text = "turn:0 18,18,18 6sKc,????,???? TdTh6c3h?? 0/2/0/0/0/18 21--/210/6/18"
    found = RingStrategy(QUICK * 10).analyse(game, game.parse_position(text), 0, 3)
    assert found.option(CALL).value >= -18 / 2


@pytest.mark.compiled
@pytest.mark.parametrize(("checks", "stage"), [(0, FLOP), (4, RIVER)])
def test_once_two_are_left_the_street_is_solved(checks, stage):
    game = make_game("holdem(seats=6)")
    p = play(game.start(), 21)
    for text in ("f", "f", "f", "r6", "c", "f", *["c"] * checks):
        p = play(p, game.read_move(p, text))
    assert p.stage == stage
    seat = int(p.seat)
    found = RingStrategy().analyse(game, view(p, seat), seat, 1)
    assert found.kind is Kind.SOLVED
    assert "trained strategy" in found.notes[0]
    assert math.fsum(o.frequency or 0.0 for o in found.options) == pytest.approx(1)
    pot = 6 + 6 + 2  # chips; nobody can win more than the pot without a bet
    assert -6 / 2 <= found.option(CALL).value <= (pot - 6) / 2
    played_out = RingStrategy(solves=False).analyse(game, view(p, seat), seat, 1)
    assert played_out.kind is Kind.SAMPLED


@pytest.mark.parametrize("text", TABLES)
def test_every_level_plays_legal_moves_at_every_table(text):
    game, luck = make_game(text), stream(8)
    out = game.scratch()
    names = ("intermediate", "advanced", "expert")
    players = [make_player(name, game) for name in names]
    for deal in range(QUICK):
        p, asked = play(game.start(), deal), players[: 3 if deal < SOLVED else 2]
        while turn(p) != OVER:
            v, seat = view(p, p.seat), int(p.seat)
            chosen = [player.move(v, seat, deal) for player in asked]
            assert all(game.is_legal(p, move) for move in chosen)
            odds = RingStrategy(solves=False).odds(game, v, seat)
            assert math.fsum(chance for _, chance in odds) == pytest.approx(1)
            p = play(p, chosen[deal % len(asked)] if deal % 2 else int(sample(p, out, luck)))


def test_the_same_view_and_seed_give_the_same_analysis():
    game = make_game("holdem(seats=3)")
    p, q = (play(game.start(), deal) for deal in (5, 5))
    views = [view(one, 2) for one in (p, q)]
    first, again = (RingStrategy(30).analyse(game, v, 2, 9) for v in views)
    assert first == again


def test_it_wants_three_seats_and_cards_of_its_own():
    two, three = make_game("holdem"), make_game("holdem(seats=3)")
    with pytest.raises(BadValue, match="three seats or more"):
        RingStrategy().analyse(two, view(play(two.start(), 1), 1), 1, 1)
    with pytest.raises(BadValue, match="cards are not known"):
        RingStrategy().analyse(three, view(play(three.start(), 1), 0), 2, 1)


@pytest.mark.compiled
@pytest.mark.parametrize("kind", [NO_LIMIT, FIXED])
def test_training_gives_the_same_for_the_same_seed_and_learns(kind):
    first, again, other = (train(kind, 200, seed) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert (first >= 0).all()
    assert first[:, STAYS].sum() > 0
