"""Errors that cover: answers lie within their errors of what far more work says."""

import numpy as np
import pytest
from tests.games.cribbage.test_levels import GAME, decisions

from kibitz.core.game import view
from kibitz.games.cribbage.advice.analyst import Counsel
from kibitz.games.cribbage.table.rules import PLAY

MORE = 20


def misses(positions, iterations, aware, play):
    """How far values and losses are off those of much more work, in their own errors."""
    values, losses = [], []
    for number, v in enumerate(positions):
        one, true = (
            Counsel(play=play, iterations=n, aware=aware).analyse(GAME, v, v.seat, number + seed)
            for n, seed in ((iterations, 1), (MORE * iterations, 5000))
        )
        for option in one.options:
            other = true.option(option.move)
            values.append((option.value - other.value) / option.estimate.error)
            if option is not one.best:
                loss = true.option(one.best.move).value - other.value
                losses.append((one.loss(option.move) - loss) / (option.loss_error or 1e-9))
    return np.abs(values), np.abs(losses)


def plays(count, seed):
    """Plays of random games with cards of more than one rank."""
    seen = [view(p, p.seat) for p in decisions(GAME, count, seed) if p.phase == PLAY]
    return [v for v in seen if len({move >> 2 for move in GAME.legal_moves(v)}) > 1]


@pytest.mark.compiled
@pytest.mark.parametrize("aware", [0, 121])
@pytest.mark.parametrize("play", ["careful", "tree"])
def test_errors_of_the_play_cover_what_twenty_times_the_work_says(play, aware):
    # 5 % may be beyond two errors; cards of a play miss together, so 12 % of some 80 values
    # is about three standard deviations more. Without an allowance for the drift of the tree
    # it is a fifth or more.
    for off in misses(plays(75, 81), 2000 if play == "tree" else 200, aware, play):
        assert len(off) > 40
        assert (off > 2).mean() < 0.12
        assert (off > 4).mean() < 0.02
