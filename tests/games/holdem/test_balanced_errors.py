"""Errors that people make heads-up: hands misjudged, and calls that come too often."""

import math
from itertools import pairwise

import numpy as np
import pytest

from kibitz.core.game import play, view
from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import (
    CLASS_BY_TEXT,
    CLASS_OF,
    CLASS_SIZES,
    COMBO,
    COMBO_CARDS,
)
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.measured.known import KnownBalanced, known_player
from kibitz.games.holdem.opponents.situation import STREETS
from kibitz.games.holdem.solved.analyst import HandSolver
from kibitz.games.holdem.strategy.appraisal import strategy_duel
from kibitz.games.holdem.strategy.balanced import BALANCED_LEVELS, Balanced
from kibitz.games.holdem.strategy.buckets import DRAWS, OUTS, RIVER_BANDS, bucket_after
from kibitz.games.holdem.strategy.erring import (
    called_rows,
    erring_strategy,
    misjudged,
    misjudged_rows,
)
from kibitz.games.holdem.strategy.spots import CHOICES, STAYS, WIDTH
from kibitz.games.holdem.strategy.strategies import CLASS_RANKS, balanced
from kibitz.games.holdem.table.position import (
    CALL,
    FIXED,
    FLOP,
    FOLD,
    NO_LIMIT,
    PREFLOP,
    RIVER,
    TURN,
    hole,
)

MOST = 0.3
NOISES = np.linspace(-MOST, MOST, 2001)
FLOPPED = "flop:0 6,6 {},???? Kc8d3s???? 0/2/0/0/0/6 1---/100/6/0"


def rows(odds, stage):
    """The odds of a street: [spot, bucket, choice]."""
    return odds.reshape(STREETS, -1, WIDTH, CHOICES)[stage - PREFLOP]


@pytest.fixture(scope="module")
def erring():
    return misjudged(balanced(NO_LIMIT), MOST)


def class_taken_for(name, noise):
    """By a list of all combos, the best first: the one so many places away, or the last."""
    order = np.argsort(CLASS_RANKS, kind="stable")
    combos = np.repeat(order, CLASS_SIZES[order])
    places = np.flatnonzero(combos == CLASS_BY_TEXT[name])
    place = (places[0] + places[-1]) / 2 + noise * len(combos)
    return combos[int(np.clip(round(place), 0, len(combos) - 1))]


@pytest.mark.parametrize("name", ["AA", "KQs", "T7o", "72o"])
def test_a_class_is_played_as_the_mean_of_what_it_is_taken_for(erring, name):
    taken = [class_taken_for(name, noise) for noise in NOISES]
    wanted = rows(balanced(NO_LIMIT), PREFLOP)[:, taken].mean(axis=1)
    assert np.abs(rows(erring, PREFLOP)[:, CLASS_BY_TEXT[name]] - wanted).max() < 0.01


@pytest.mark.parametrize("stage", [FLOP, TURN, RIVER])
@pytest.mark.parametrize("rank", [0.001, 0.2, 0.55, 0.999])
@pytest.mark.parametrize("outs", [0, *OUTS])
def test_a_hand_after_the_flop_is_too_and_its_draw_is_seen(erring, stage, rank, outs):
    bucket = bucket_after(stage, rank, outs)
    alike = [r for r in np.linspace(0, 1, 20001) if bucket_after(stage, r, outs) == bucket]
    ranks = np.clip((alike[0] + alike[-1]) / 2 + NOISES, 0.0, 1.0)
    taken = [bucket_after(stage, r, outs) for r in ranks]
    wanted = rows(balanced(NO_LIMIT), stage)[:, taken].mean(axis=1)
    assert np.abs(rows(erring, stage)[:, bucket] - wanted).max() < 0.02
    assert stage == RIVER or bucket % DRAWS == sum(outs >= limit for limit in OUTS)


def test_whoever_hardly_errs_plays_the_strategy_and_all_rows_stay_whole(erring):
    true = balanced(NO_LIMIT)
    assert np.abs(misjudged(true, 1e-9) - true).max() < 1e-6
    assert erring_strategy(NO_LIMIT, 0.0) is true
    for stage, width in ((PREFLOP, WIDTH), (FLOP, RIVER_BANDS), (RIVER, RIVER_BANDS)):
        assert np.abs(rows(erring, stage)[:, :width].sum(axis=2) - 1).max() < 1e-9


@pytest.mark.parametrize(("raised", "is_called"), [("r10", True), ("r11", False)])
def test_nobody_calls_a_bet_of_more_than_twice_the_pot_by_mistake(raised, is_called):
    """A raise to 10 asks for 8 where 4 were in the pot before it."""
    game = HoldemGame()
    p = play(game.start(), 5)
    p = play(p, game.read_move(p, raised))
    v, seat = view(p, p.seat), int(p.seat)
    odds, often = (
        dict(Balanced(misjudges=0.1, calls=calls).odds(game, v, seat)) for calls in (0.0, 0.9)
    )
    assert math.fsum(often.values()) == pytest.approx(1)
    assert often[CALL] == pytest.approx(0.1 * odds[CALL] + 0.9 if is_called else odds[CALL])


@pytest.mark.compiled
def test_a_shove_is_called_as_the_hands_are_that_one_is_taken_for():
    """Kings always call 20 blinds; taken for up to three tenths of all hands worse, not always."""
    game = HoldemGame(stack=40)
    v = game.parse_position("preflop:0 2,40 KsKh,???? ?????????? 40/38/2/2/0/0")
    sure, erring = (dict(Balanced(misjudges=m).odds(game, v, 0))[CALL] for m in (0.0, MOST))
    calls = KnownBalanced().moves_of(game, v, 0).of(CALL)
    taken = [class_taken_for("KK", noise) for noise in NOISES]
    by_class = [calls[COMBO[tuple(sorted(cards_of(kind), reverse=True))]] for kind in taken]
    assert sure == pytest.approx(1, abs=1e-3)
    assert erring == pytest.approx(float(np.mean(by_class)), abs=0.02)
    assert erring < 0.95


def cards_of(kind):
    """Some combo of a class."""
    return COMBO_CARDS[int(np.flatnonzero(kind == CLASS_OF)[0])]


@pytest.mark.compiled
@pytest.mark.parametrize("hand", ["AhAd", "7s2h", "9d9c"])
def test_what_erring_players_do_with_every_hand_is_what_they_do_with_each(hand):
    game = HoldemGame()
    v = game.parse_position(FLOPPED.format(hand))
    for name, level in game.levels.items():
        known = known_player(game, name)
        assert known is not None
        found = known.moves_of(game, v, 0)
        odds = dict(level.analyst.odds(game, v, 0))
        mine = found.often[:, COMBO[int(hole(v, 0, 0)), int(hole(v, 0, 1))]]
        wanted = [odds[move] / math.fsum(odds.values()) for move in found.moves]
        assert mine == pytest.approx(wanted)


def test_rows_of_calls_come_on_top_and_unknown_combos_stay_unknown():
    often = np.array([[0.75, 0.0], [0.25, 0.0]])
    moves, found = called_rows((FOLD, 7), often, 0.2)
    assert moves == (FOLD, CALL, 7)
    assert found[:, 0] == pytest.approx([0.6, 0.2, 0.2])
    assert not found[:, 1].any()


def test_combos_are_played_as_the_mean_of_those_about_as_good():
    """Ten hands in a row, misjudged by up to two: the ends count for what lies beyond them."""
    often, better = np.zeros((2, 12)), np.arange(12.0)
    often[0, 1:11] = np.linspace(0.05, 0.95, 10)
    often[1, 1:11] = 1.0 - often[0, 1:11]
    found = misjudged_rows(often, better, 0.2)
    ranks = np.arange(10)
    for rank in ranks:
        noises = rank + np.linspace(-2, 2, 4001)
        taken = np.clip(np.round(noises), 0, 9).astype(int)
        wanted = often[:, 1:11][:, ::-1][:, taken].mean(axis=1)
        assert found[:, 10 - rank] == pytest.approx(wanted, abs=2e-3)
    assert not found[:, [0, 11]].any()


@pytest.mark.compiled
def test_who_solves_and_errs_still_knows_what_moves_are_worth():
    game = HoldemGame()
    v = game.parse_position(FLOPPED.format("9d9c"))
    right, erring = HandSolver(), HandSolver(misjudges=0.3, calls=0.2)
    one, other = (analyst.analyse(game, v, 0, 1) for analyst in (right, erring))
    assert [o.value for o in one.options] == [o.value for o in other.options]
    assert {o.move: o.frequency for o in other.options if o.frequency} == {
        move: chance for move, chance in erring.odds(game, v, 0) if chance
    }
    assert dict(erring.odds(game, v, 0))[CALL] > 0.2


@pytest.mark.parametrize("player", [Balanced, HandSolver])
@pytest.mark.parametrize("setting", ["misjudges", "calls"])
@pytest.mark.parametrize("value", [-0.1, 1.5, math.nan])
def test_errors_are_parts_of_one(player, setting, value):
    wanted = f"{setting} .* of {player.name} is not between 0 and 1"
    with pytest.raises(BadValue, match=wanted):
        player(**{setting: value})


@pytest.mark.compiled
def test_every_level_with_fixed_limits_wins_from_the_one_below():
    """By their tables, in 20,000 pairs; 4 sigma: by chance once in fifteen thousand."""
    tables = [called_table(FIXED, level.analyst) for level in BALANCED_LEVELS.values()]
    for lower, upper in pairwise(tables):
        found = strategy_duel(FIXED, upper, lower, 20_000, 3)
        assert found.value > 4 * found.error


def called_table(kind, analyst):
    """The strategy of a level as one table: calls come on top in every row, however dear."""
    table = (1 - analyst.calls) * erring_strategy(kind, analyst.misjudges)
    table[:, STAYS] += analyst.calls
    return table
