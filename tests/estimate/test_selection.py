"""Losses against the option that looks best, among options that are all alike."""

import math

import numpy as np
import pytest

from kibitz.core.seeds import generator
from kibitz.estimate.selection import loss_errors


def _shares(options: int, corrected: bool) -> tuple[float, float]:
    """How many losses of equal options are beyond two and four errors; each value has error 1."""
    offs: list[float] = []
    for values in generator(5).normal(size=(400, options)):
        losses = values.max() - values
        paired = [0.0 if loss == 0 else math.sqrt(2.0) for loss in losses]
        errors = loss_errors(losses.tolist(), paired) if corrected else paired
        offs += [loss / error for loss, error in zip(losses, errors, strict=True) if error]
    return float(np.mean(np.array(offs) > 2)), float(np.mean(np.array(offs) > 4))


@pytest.mark.parametrize("options", [2, 3, 10, 50])
def test_picking_the_luckiest_is_part_of_the_error(options):
    beyond_two, beyond_four = _shares(options, corrected=True)
    assert beyond_two <= 0.07
    assert beyond_four <= 0.005


def test_without_that_ten_equal_options_would_often_seem_different():
    assert _shares(10, corrected=False)[0] > 0.1


def test_a_loss_that_is_clear_keeps_its_error():
    assert loss_errors([0.0, 5.0, 9.0], [0.0, 1.0, 2.0]) == [0.0, 1.0, 2.0]


def test_the_best_option_loses_nothing_for_sure():
    assert loss_errors([0.0, 0.1], [0.0, 1.0])[0] == 0.0
