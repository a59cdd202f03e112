"""The balanced analyst: sums told by hand, what it infers, how it mixes, what it learns."""

import numpy as np
import pytest

from kibitz.core.coached import coached
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadNotation, BadValue
from kibitz.estimate.analyst import Mixed
from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT, CLASS_OF
from kibitz.games.holdem.opponents.habits import (
    BLUFFS,
    CALLS,
    FOLDS,
    GENERIC,
    GOES_ON,
    RAISES,
    TRUST,
    Habits,
    act_chance,
    parse_habits,
)
from kibitz.games.holdem.opponents.learning import LEAN, SeenDecision, learned_habits
from kibitz.games.holdem.opponents.situation import FIRST_IN
from kibitz.games.holdem.strategy.balanced import Balanced, weigh_holdings
from kibitz.games.holdem.strategy.spots import CHOICES, ROWS
from kibitz.games.holdem.strategy.strategies import (
    answer,
    balanced,
    expected,
    habits_strategy,
    trust_in,
)
from kibitz.games.holdem.table.position import CALL, FIXED, FOLD, NO_LIMIT

SAMPLES = 400 if COMPILED else 3
FEW = coached(make_game("holdem(raises=few)"))
UNRAISED = FEW.parse_position("preflop:1 2,1 ????,AhAd ?????????? 2/2/1/0/0/0")
WORST = FEW.parse_position("preflop:1 2,1 ????,7h2d ?????????? 2/2/1/0/0/0")


def test_the_nuts_win_every_pot_and_a_fold_loses_what_was_paid():
    """A call of 20 into 60 with a royal flush wins 60 chips of which 20 are our own."""
    v = FEW.parse_position("river:1 40,20 ????,AsKs QsJsTs2c3d 20/20/1/1/0/20")
    analysis = Balanced(SAMPLES).analyse(FEW, v, 1, 3)
    fold, call = analysis.option(FOLD), analysis.option(CALL)
    assert (fold.value, fold.estimate.is_exact) == (-10, True)
    assert (call.value, call.estimate.error) == (20, 15 / SAMPLES)  # a world half a pot away
    assert (call.facts["pot_odds"], call.facts["equity"]) == (0.25, 1)
    assert "20 to win 60: pot odds need 25.0% equity, we have 100.0%" in call.reason
    assert analysis.best.move > CALL
    assert "they fold" in FEW.explain(analysis.best, call)


def test_the_worst_hand_folds_to_a_big_bet():
    v = FEW.parse_position("river:1 120,20 ????,3s4s QdJc9s7c2d 100/100/1/1/0/20")
    analysis = Balanced(SAMPLES).analyse(FEW, v, 1, 3)
    assert analysis.option(CALL).value < analysis.option(FOLD).value
    assert "pot odds need" in FEW.explain(analysis.option(FOLD), analysis.option(CALL))


def test_who_raised_holds_better_hands_and_who_called_has_them_less_often():
    raised = FEW.parse_position("flop:0 6,6 8c7c,???? 2s5h9d???? 0/2/0/0/0/6 1---/200/6/0")
    called = FEW.parse_position("flop:1 6,6 ????,8c7c 2s5h9d???? 0/2/0/1/0/6 1---/200/6/0")
    aces = CLASS_BY_TEXT["AA"] == CLASS_OF
    shares = []
    for v, seat in ((raised, 0), (called, 1)):
        weights = weigh_holdings(v, 1 - seat, balanced(v.kind))
        shares.append(float(weights[aces].sum() / weights.sum()))
    assert shares[0] > 6 / 1326 > shares[1]


def test_sizes_between_those_played_are_worth_what_lies_between():
    game = make_game("holdem")
    v = game.parse_position("river:0 20,20 AsKs,???? QsJsTs2c3d 0/2/0/0/0/20")
    analysis = Balanced(SAMPLES).analyse(game, v, 0, 3)
    assert len(analysis.options) == len(game.legal_moves(v))
    half, whole, between = (analysis.option(CALL + to).value for to in (20, 40, 30))
    assert between == pytest.approx((half + whole) / 2)


def test_chances_of_a_hand_sum_to_one_and_better_hands_fold_less():
    for place in range(len(GENERIC.borders)):
        folds = []
        for rank in np.linspace(0, 1, 11):
            chances = [
                act_chance(GENERIC.borders, place, float(rank), action)
                for action in (FOLDS, CALLS, RAISES)
            ]
            assert sum(chances) == pytest.approx(1)
            assert min(chances) >= 0
            folds.append(chances[FOLDS])
        assert folds == sorted(folds)


def test_habits_are_read_from_their_text():
    text = GENERIC.text
    assert parse_habits(text).text == text
    assert np.abs(parse_habits(text).borders - GENERIC.borders).max() <= 0.5 / 255 + 1e-12
    assert parse_habits("") is GENERIC
    with pytest.raises(BadNotation, match="hexadecimal"):
        parse_habits("zz")
    with pytest.raises(BadNotation, match="digits"):
        Balanced(10, "00ff")
    with pytest.raises(BadValue, match="samples"):
        Balanced(0)
    six = make_game("holdem(seats=6)")
    with pytest.raises(BadValue, match="heads-up"):
        Balanced(10).analyse(six, six.start(), 0, 0)


def test_a_border_is_learned_from_how_often_one_folds():
    """First to act one has any hand: of 100 hands 80 are folded, so the best fifth goes on.

    What is expected counts as LEAN decisions more, for all places of the kind and for this one.
    """
    seen = [SeenDecision(UNRAISED, FOLDS, 1.0)] * 80 + [SeenDecision(UNRAISED, CALLS, 1.0)] * 20
    found = learned_habits(seen, 0.2).borders[FIRST_IN]
    prior = GENERIC.borders[FIRST_IN]
    assert 0.2 < found[GOES_ON] < 0.2 + 2 * LEAN / 100 * (prior[GOES_ON] - 0.2) + 0.03
    assert found[BLUFFS] < prior[BLUFFS]
    assert (learned_habits([], 0.2).borders == GENERIC.borders).all()
    few = learned_habits(seen[::10], 0.2).borders[FIRST_IN]
    assert found[GOES_ON] < few[GOES_ON] < prior[GOES_ON]  # the more evidence, the farther


def test_a_hand_is_played_as_often_as_its_odds_say_whoever_asks():
    """A player who only draws and one who reads an analysis make the same moves."""
    player = Balanced(20 if COMPILED else 2)
    for seed in range(20 if COMPILED else 3):
        analysis = player.analyse(FEW, UNRAISED, 1, seed)
        choice = player.usual_choice
        picked = choice.pick(analysis, stream(seed))
        assert picked == choice.choose(player, FEW, UNRAISED, 1, seed, stream(seed))
    odds = player.odds(FEW, UNRAISED, 1)
    assert sum(chance for _, chance in odds) == pytest.approx(1)
    assert dict(odds)[FOLD] < 0.01  # aces


def test_slips_are_any_choice():
    odds = [(0, 1.0), (1, 0.0), (5, 0.0)]
    luck = stream(3)
    assert {Mixed().draw(odds, luck) for _ in range(50)} == {0}
    assert {Mixed(1.0).draw(odds, luck) for _ in range(50)} == {0, 1, 5}


def test_habits_are_a_strategy_and_count_as_far_as_they_are_trusted():
    borders = GENERIC.borders.copy()
    borders[:, TRUST] = 1.0
    trusted = Habits(borders, GENERIC.sizes)
    played = habits_strategy(trusted)
    assert np.allclose(played.sum(axis=1), 1)
    assert played.min() >= 0
    assert (trust_in(trusted) == 1).all()
    assert (trust_in(GENERIC) == 0).all()
    met = expected(NO_LIMIT, trusted.text)
    assert np.allclose(met, habits_strategy(parse_habits(trusted.text)))
    assert np.allclose(expected(NO_LIMIT, GENERIC.text), balanced(NO_LIMIT))
    assert expected(NO_LIMIT, "") is balanced(NO_LIMIT)


def test_the_more_decisions_were_seen_the_more_they_are_trusted():
    seen = [SeenDecision(UNRAISED, FOLDS, 1.0)] * 60
    trust = [learned_habits(seen[:n], 0.2).borders[FIRST_IN, TRUST] for n in (0, 3, 60)]
    assert trust[0] == 0 < trust[1] < 0.5 < trust[2] < 1


@pytest.mark.parametrize("kind", [NO_LIMIT, FIXED])
def test_every_row_of_the_balanced_strategy_is_played(kind):
    odds = balanced(kind)
    assert odds.shape == (ROWS, CHOICES)
    assert np.allclose(odds.sum(axis=1), 1)


def test_an_answer_is_found_once_and_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    answer.cache_clear()
    deals = 40 if COMPILED else 1
    found = answer(NO_LIMIT, 200, GENERIC.text, deals)
    assert len(list(tmp_path.glob("tables/holdem/answer-*"))) == 1
    answer.cache_clear()
    assert (answer(NO_LIMIT, 200, GENERIC.text, deals) == found).all()
    answer.cache_clear()


@pytest.mark.compiled
def test_a_model_of_a_folder_is_answered_with_more_raises():
    """He was seen to fold the big blind to all of 300 raises."""
    faced = FEW.parse_position("preflop:0 2,4 ????,???? ?????????? 4/2/2/2/0/0")
    habits = learned_habits([SeenDecision(faced, FOLDS, 1.0)] * 300, 0.1).text
    players = Balanced(), Balanced(habits=habits, deals=20_000)
    odds = [dict(player.odds(FEW, WORST, 1)) for player in players]
    raised = [sum(chance for move, chance in found.items() if move > CALL) for found in odds]
    assert raised[1] > raised[0] + 0.15
