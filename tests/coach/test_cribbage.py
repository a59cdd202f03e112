"""The coach on cribbage: the flagship's verdicts, words, sums and luck."""

import re

import numpy as np
import pytest

from kibitz.coach.decision import judge
from kibitz.coach.explain import explain
from kibitz.coach.luck import luck_of
from kibitz.coach.review import Reviewer
from kibitz.core.coached import coached
from kibitz.core.game import play, view
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.games.cribbage.advice.analyst import Counsel
from kibitz.games.cribbage.table.rules import DEAL, Cribbage
from tests.coach.material import played

GAME = coached(make_game("cribbage"))
FRESH = GAME.start()._replace(phase=DEAL)
EXACT = Counsel(worlds=0)


def throw_to_make(seed: int) -> Cribbage:
    """What pone sees of a fresh deal."""
    p: Cribbage = play(FRESH, seed)
    seen: Cribbage = view(p, p.seat)
    return seen


@pytest.mark.compiled
def test_the_best_of_ten_thousand_random_throws_is_always_excellent_and_loses_nothing():
    for seed in range(10_000):
        v = throw_to_make(seed)
        analysis = EXACT.analyse(GAME, v, v.seat, 0)
        verdict = judge(GAME, analysis, v, analysis.best.move, 1, 0, "throw")
        assert (verdict.loss, verdict.severity) == (0.0, "excellent")
        assert all(analysis.loss(option.move) >= 0 for option in analysis.options)


def test_exact_and_sampled_values_of_throws_agree_within_their_errors():
    sampled, misses = Counsel(throw="sample", cribs=400, worlds=0), []
    for seed in range(40 if COMPILED else 2):
        v = throw_to_make(seed)
        exact = EXACT.analyse(GAME, v, v.seat, 0)
        rough = sampled.analyse(GAME, v, v.seat, seed)
        for option in rough.options:
            truth = exact.option(option.move)
            misses.append((option.value - truth.value) / option.estimate.error)
            # The difference to the best of the samples is known better than either value.
            known = exact.option(rough.best.move).value - truth.value
            assert abs(rough.loss(option.move) - known) <= 5 * (option.loss_error or 0) + 1e-9
            assert (option.loss_error or 0) < 2 * option.estimate.error
    # 600 standardised misses, fifteen of a deal together: 4 sigma of their greatest and spread.
    assert max(map(abs, misses)) < 5
    assert 0.5 < float(np.std(misses)) < 1.5 or not COMPILED


def test_the_words_of_a_throw_add_up_to_its_loss():
    for seed in range(60 if COMPILED else 4):
        v = throw_to_make(seed)
        analysis = EXACT.analyse(GAME, v, v.seat, 0)
        for option in analysis.options:
            if analysis.loss(option.move) == 0 or analysis.is_too_close_to_call(option.move):
                continue
            told = explain(GAME, analysis, option.move)
            hand = re.search(r"in hand, ([\d.]+) (more|less) than", told)
            assert hand, told
            total = float(hand[1]) if hand[2] == "more" else -float(hand[1])
            for what, points in re.findall(r"(gains|gives back) ([\d.]+)", told):
                total += float(points) if what == "gains" else -float(points)
            assert total == pytest.approx(analysis.loss(option.move), abs=0.021), told


def test_a_throw_is_told_by_what_is_kept():
    v = GAME.parse_position("phase=throw dealer=1 seat=0 scores=0-0 hands=5h5s6d7cKhQs/??????")
    analysis = EXACT.analyse(GAME, v, 0, 0)
    praise = explain(GAME, analysis, analysis.best.move)
    assert praise.startswith("keeping 5-5-6-7 is worth ")
    assert "their crib takes" in praise
    blame = explain(GAME, analysis, GAME.parse_move(v, "5h5s"))
    assert blame.startswith("throwing QsKh keeps 5-5-6-7, worth ")
    assert "more than 6-7-Q-K" in blame


def test_an_answer_that_is_nearly_as_good_is_told_the_best_throw():
    for seed in range(40 if COMPILED else 3):
        v = throw_to_make(seed)
        analysis = EXACT.analyse(GAME, v, v.seat, 0)
        second = analysis.options[1]
        assert analysis.best.text in explain(GAME, analysis, second.move) or not second.loss_error


def test_a_card_is_told_by_what_it_pegs_at_once_and_later():
    line = "phase=play dealer=1 seat=0 scores=0-0 starter=2c hands=5h4s9dKc/??? played=/Tc "
    v = GAME.parse_position(line.replace("5h4s9dKc", "5h4s9d").replace("/Tc", "Kc/Td")
                            + "thrown=AhAd/?? pile=T")  # fmt: skip
    analysis = Counsel(iterations=60).analyse(GAME, v, 0, 1)
    for option in analysis.options:
        assert option.parts["at once"] + option.parts["later"] == pytest.approx(option.value)
    assert analysis.option(GAME.parse_move(v, "5h")).parts["at once"] == 2


@pytest.mark.compiled
def test_sums_keep_points_and_chances_to_win_apart():
    record = played("cribbage", "intermediate", "beginner", seed=3)
    review = Reviewer(record.replay(), budget="fast", seed=1).review()
    units = {decision.unit for decision in review.decisions}
    assert units == {"points", "wins"}
    for seat in review.seats:
        mine = [d for d in review.decisions if d.seat == seat.seat and not d.is_forced]
        in_points = [d for d in mine if d.unit == "points"]
        assert seat.unit == "points"
        assert seat.total.counted == len(in_points) < seat.total.unforced == len(mine)
        assert seat.total.loss == pytest.approx(sum(d.loss for d in in_points))
        assert seat.total.win_loss == pytest.approx(sum(d.win_loss or 0 for d in mine))
    again = Reviewer(record.replay(), budget="fast", seed=1).review()
    assert again.fields() == review.fields()


@pytest.mark.compiled
def test_luck_is_zero_on_average_and_explains_most_of_the_result():
    lucks, left = [], []
    for seed in range(24):
        luck = luck_of(played("cribbage", "intermediate", "intermediate", seed=seed).replay(),
                       seed, draws=60)  # fmt: skip
        assert luck is not None
        assert luck.total[0] == pytest.approx(-luck.total[1])
        lucks.append(luck.total[0])
        left.append(luck.adjusted[0] if luck.adjusted else 0.0)
    error = np.std(lucks, ddof=1) / np.sqrt(len(lucks))
    assert abs(np.mean(lucks)) < 4 * error
    # Results are 1 and -1; luck explains three quarters of their variance, here surely some.
    assert np.mean(np.square(left)) < 0.75


def test_the_outlook_is_a_chance_that_a_seen_hand_moves():
    from kibitz.games.cribbage.winning.outlook import heuristic

    line = "phase=throw dealer=1 seat=0 scores=0-0 hands={}/{}"
    good, bad = "5h5s6d7cJdJc", "2h4s8dTcQhKd"
    strong = GAME.parse_position(line.format(good, bad))
    weak = GAME.parse_position(line.format(bad, good))
    assert -1 < heuristic(weak, 0) < heuristic(strong, 0) < 1
    assert heuristic(strong, 1) == pytest.approx(-heuristic(strong, 0))
    assert heuristic(view(strong, 0), 0) == heuristic(view(weak, 0), 0)  # by the scores alone
