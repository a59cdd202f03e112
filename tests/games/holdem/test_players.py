"""The analyst by pot odds: sums told by hand, reasons, and what it beats."""

import pytest

from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.games.holdem.opponents.archetypes import ARCHETYPES, Archetype
from kibitz.games.holdem.opponents.duplicate import duel
from kibitz.games.holdem.strategy.odds import EquityOdds
from kibitz.games.holdem.table.position import CALL, FOLD

SAMPLES = 600 if COMPILED else 40


@pytest.fixture
def game():
    return make_game("holdem(raises=few)")


def test_folding_loses_what_was_paid_and_calling_is_worth_its_pot_odds(game):
    """On the river with the nuts a call of 20 into 60 wins all of it: 60 chips, 20 paid before."""
    v = game.parse_position("river:1 40,20 ????,AsKs QsJsTs2c3d 20/20/1/1/0/20")
    analysis = EquityOdds(SAMPLES).analyse(game, v, 1, 3)
    assert analysis.option(FOLD).value == -20 / 2
    assert analysis.option(CALL).value == pytest.approx(40 / 2)
    assert "pot odds need 25.0%, equity is 100.0%" in analysis.option(CALL).reason
    assert analysis.best.move > CALL
    assert analysis.option(FOLD).estimate.is_exact
    assert analysis.option(CALL).estimate.by == "pot odds"
    assert analysis.option(CALL).facts["equity"] == 1


def test_the_worst_hand_folds_to_a_big_bet(game):
    v = game.parse_position("river:1 140,20 ????,3s4s QdJcTs9c8d 120/120/1/1/0/20")
    analysis = EquityOdds(SAMPLES).analyse(game, v, 1, 3)
    assert analysis.best.move == FOLD


def test_an_archetype_does_what_it_likes_and_a_tight_one_folds_more(game):
    v = game.parse_position("preflop:0 2,6 9hTd,???? ?????????? 6/4/2/2/0/0")
    liked = Archetype(1.0, 0.1, 0.0, SAMPLES).analyse(game, v, 0, 1)
    assert liked.best.move == CALL
    tight = Archetype(0.1, 0.1, 0.0, SAMPLES).analyse(game, v, 0, 1)
    assert tight.best.move == FOLD
    aces = game.parse_position("preflop:0 2,6 AhAd,???? ?????????? 6/4/2/2/0/0")
    assert Archetype(0.2, 2.0, 0.0, SAMPLES).analyse(game, aces, 0, 1).best.move > CALL
    assert Archetype.name in ARCHETYPES["tight-passive"].text


@pytest.mark.compiled
def test_the_expert_beats_somebody_who_never_folds_and_never_raises(game):
    """4 sigma: by chance once in thirty thousand."""
    station = Archetype(8.0, 0.0, 0.0, 10)
    result = duel(game, EquityOdds(150), station, 150, 5).result
    assert result.value > 4 * result.error
