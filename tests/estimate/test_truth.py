"""Errors against 50 times the work: a small part of the table of `python -m benchmarks truth`.

Seeds are fixed, so nothing here fails by chance. With as many cases the bounds of 7 % and
0.5 % are wide enough for an honest error, which is beyond two in 4.6 % and beyond four in
0.006 %.
"""

import pytest
from benchmarks._errors import BEYOND_FOUR, BEYOND_TWO, Claims, Misses, measured, share

from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.estimate.estimate import Analysis, Estimate, Option

SMALL = [
    Claims("tictactoe", "rollout", 300, 12, 4),
    Claims("nim(3,4,5)", "rollout", 200, 12, 4),
    Claims("tictactoe", "mcts(proofs=false)", 500, 12, 4),
    Claims("tictactoe", "mcts", 100, 12, 4),
    Claims("ultimate", "mcts", 1000, 10, 2),
    Claims("octal(kayles,9)", "mcts", 500, 40, 1),
    Claims("leduc", "mcts", 400, 20, 3),
    Claims("leduc", "cfr", 100, 60, 1),
    Claims("kuhn", "cfr", 100, 20, 1),
    Claims("battleship(3,2,2,rows=5,cols=6,salvo=true)", "posterior(budget=1)", 200, 12, 3),
    Claims("bluff(2,turns=12)", "foresight", 200, 12, 2),
    Claims("holdem", "balanced", 100, 6, 1),
]


@pytest.mark.compiled
@pytest.mark.skipif(not COMPILED, reason="50 times the work takes long uncompiled")
@pytest.mark.parametrize("claims", SMALL, ids=lambda claims: f"{claims.game} {claims.analyst}")
def test_values_and_losses_are_seldom_more_than_two_errors_off(claims):
    misses = measured(claims)
    assert misses.losses
    for offs in (misses.values, misses.losses):
        assert share(offs, 2.0) <= BEYOND_TWO
        assert share(offs, 4.0) <= BEYOND_FOUR


def test_misses_are_counted_in_errors_of_the_value_and_of_the_loss():
    found = _analysis(Estimate.sampled(1.0, 0.1, 9), Estimate.sampled(0.0, 0.2, 9), None)
    truth = _analysis(Estimate.exact(0.5), Estimate.exact(0.0), None)
    misses = Misses()
    misses.note(found, truth)
    assert misses.values == pytest.approx([5.0, 0.0])
    assert misses.losses == pytest.approx([0.5 / 0.05**0.5])
    assert not misses.is_honest


def test_what_is_judged_claims_no_value_but_may_claim_a_loss():
    judged = Estimate.judged(1.0, "6 plies"), Estimate.judged(0.0, "6 plies")
    misses = Misses()
    misses.note(_analysis(*judged, None), _analysis(*judged, None))
    assert not misses.values
    assert not misses.losses
    misses.note(_analysis(*judged, 0.5), _analysis(Estimate.exact(2.0), Estimate.exact(0.0), None))
    assert misses.losses == [2.0]


def _analysis(first: Estimate, second: Estimate, loss_error: float | None) -> Analysis:
    options = [Option(0, "a", first), Option(1, "b", second, loss_error=loss_error)]
    return Analysis.ranked(0, options, make_game("tictactoe").unit)
