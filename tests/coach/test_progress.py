"""Progress over many games: the interval covers, small samples are named."""

import numpy as np
import pytest

from kibitz.coach.progress import by_phase, measure, mistakes
from kibitz.coach.review import Totals, review
from tests.coach.material import played


def test_the_interval_covers_the_true_loss_per_decision():
    rng = np.random.default_rng(5)
    hits, runs = 0, 400
    for _ in range(runs):
        games = [_game(rng) for _ in range(40)]
        low, high = measure("all", games).interval or (0, 0)
        hits += low <= 0.5 <= high
    assert abs(hits / runs - 0.95) < 4 * np.sqrt(0.95 * 0.05 / runs) + 0.015  # 4 sigma and n = 40


def _game(rng: np.random.Generator) -> Totals:
    decisions = int(rng.integers(5, 30))
    skill = rng.gamma(4, 0.125)  # the loss of one game hangs together
    return Totals(
        decisions, decisions, decisions, float(rng.exponential(skill, decisions).sum()), None
    )


def test_no_game_has_no_figure_and_one_has_no_interval():
    assert measure("all", []).loss_per_decision is None
    one = measure("all", [Totals(5, 4, 4, 2.0, None)])
    assert (one.loss_per_decision, one.interval) == (0.5, None)
    assert one.warning == "only 1 game: the figure may still change a lot"


def test_a_players_reviews_are_measured_by_phase():
    reviews = [
        review(played("nim(3,4,5)", "nim:beginner", "nim:expert", seed=s)) for s in range(12)
    ]
    rows = by_phase(reviews, "nim:beginner")
    assert [row.label for row in rows] == ["all", "move"]
    assert rows[0].games == 12
    assert rows[0].warning == ""
    assert rows[0].loss_per_decision == pytest.approx(rows[1].loss_per_decision)
    assert by_phase(reviews, "nim:expert")[0].loss_per_decision == 0
    assert mistakes(reviews, "nim:beginner")["blunder"] > 0
