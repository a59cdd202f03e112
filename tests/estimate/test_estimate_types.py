"""Options and analyses: who is best, what a move loses, and when that cannot be told."""

import pytest

from kibitz.estimate.estimate import Analysis, Estimate, Option


def option(move: int, value: float, error: float = 0.1, **facts: float) -> Option:
    return Option(move, str(move), Estimate(value, error, 100), **facts)  # type: ignore[arg-type]


def test_options_are_ranked_by_value_then_preference_then_move():
    options = [option(3, 1.0), option(1, 1.0), option(2, 1.0, preference=1), option(0, 2.0)]
    analysis = Analysis.ranked(0, options, "points")
    assert [o.move for o in analysis.options] == [0, 2, 1, 3]
    assert analysis.loss(0) == 0
    assert analysis.loss(3) == 1


@pytest.mark.parametrize(
    ("loss", "loss_error", "is_close"),
    [
        (0.2, None, True),
        (0.3, None, False),
        (0.2, 0.05, False),
        (0.09, 0.05, True),
        (0.0, 0.0, False),
    ],
)
def test_shared_worlds_tell_apart_what_separate_errors_cannot(loss, loss_error, is_close):
    worse = option(1, -loss, loss_error=loss_error)
    analysis = Analysis.ranked(0, [option(0, 0.0), worse], "points")
    assert analysis.is_too_close_to_call(1) == is_close
    assert not analysis.is_too_close_to_call(0)
