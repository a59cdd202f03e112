"""Closer looks: where they are taken, and that they make a grade that stays."""

from dataclasses import replace

import numpy as np
import pytest

from kibitz.coach.closer import CLOSER, CloserLimit, is_settled, next_closer
from kibitz.coach.decision import judge
from kibitz.coach.review import Reviewer
from kibitz.core.coached import coached
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.games.cribbage.advice.analyst import EVERY_HAND, Counsel
from kibitz.games.cribbage.pegging.lore import shipped_lore
from kibitz.games.cribbage.throwing.endgame import throw_wins
from kibitz.games.cribbage.throwing.throw import THROWS
from tests.coach.material import played
from tests.coach.noisy import Noisy, Truth, played_with_slips
from tests.naive.minimax import option_outcomes

GAMES = 36
LEAST = 0.95  # of grades that must be right, and must stay


@pytest.fixture(scope="module")
def seats():
    """The seats of games with ever more slips: by the truth, by `coaching` and by `exact`."""
    found = []
    for number in range(GAMES):
        replay = played_with_slips(number % 9 / 10, number).replay()
        truth = Reviewer(replay, analyst=Truth()).review().seats
        rough = Reviewer(replay, budget="coaching", analyst=Noisy()).review().seats
        close = Reviewer(replay, budget="exact", analyst=Noisy()).review().seats
        found += list(zip(truth, rough, close, strict=True))
    return found


def test_a_grade_by_samples_is_the_grade_by_the_truth(seats):
    assert len({truth.grade for truth, _, _ in seats}) == 6  # all there are
    for budget in (1, 2):
        right = sum(seat[budget].grade == seat[0].grade for seat in seats)
        assert right >= LEAST * len(seats)


def test_an_exact_review_keeps_the_grades_of_coaching(seats):
    kept = sum(rough.grade == close.grade is not None for _, rough, close in seats)
    assert kept >= LEAST * len(seats)


def test_the_cost_by_samples_is_neither_too_high_nor_too_low(seats):
    # The best of noisy options looks better than it is; 4 standard errors of the mean.
    off = np.array([rough.total.cost - truth.total.cost for truth, rough, _ in seats])
    assert abs(off.mean()) < 4 * off.std(ddof=1) / len(off) ** 0.5
    assert off.std() < 0.02


def decisions_of(samples, slips=0.3):
    replay = played_with_slips(slips, 5).replay()
    reviewer = Reviewer(replay, seat=0, budget="fast", analyst=Noisy(samples))
    return [d for d in reviewer.review().decisions if d.is_weighed]


def test_the_least_certain_decision_is_looked_at_until_the_grade_is_clear():
    rough = decisions_of(1_000)
    work, limit = {d.number: 1_000 for d in rough}, CloserLimit(100_000, 100_000)
    least = max(rough, key=lambda d: d.open_error)
    assert next_closer(rough, work, limit) == least
    work[least.number] = 100_000  # as closely as the limit allows
    second = next_closer(rough, work, limit)
    assert second is not None
    assert second.number != least.number
    sure = [replace(d, open_error=0.0) for d in rough]
    assert next_closer(sure, work, limit) is None


def test_closer_looks_end_at_their_limit(monkeypatch):
    looked = []
    analyse = Noisy.analyse

    def counted(self, *args):
        looked.append(self.samples)
        return analyse(self, *args)

    monkeypatch.setattr(Noisy, "analyse", counted)
    monkeypatch.setattr("tests.coach.noisy.SPREAD", 900.0)  # so that nothing is ever clear
    Reviewer(played_with_slips(0.3, 5).replay(), seat=0, analyst=Noisy()).review()
    closer = [samples for samples in looked if samples > 8_000]
    limit = CLOSER["coaching"]
    assert max(closer) <= limit.each
    assert limit.all <= sum(closer) < limit.all + limit.each


@pytest.mark.compiled
def test_a_quick_review_of_tic_tac_toe_tells_what_theory_tells():
    judged = 0
    for seed in range(6):
        replay = played("tictactoe", "random", "random", seed=seed).replay()
        for d in Reviewer(replay, budget="fast").review().decisions:
            step = replay.steps[d.number - 1]
            if step.position[0].bit_count() < 2:
                continue  # the naive twin takes seconds for an empty board
            outcomes = option_outcomes(replay.game, step.position)
            best = max(value for value, _ in outcomes.values())
            assert d.loss == best - outcomes[step.move][0]
            judged += 1
    assert judged > 20


PLAY = "phase=play dealer=1 seat=0 scores=40-40 starter=2c hands=5h4s9d/??? played=Kc/Td "
GAME = coached(make_game("cribbage"))


@pytest.mark.compiled
def test_a_play_against_every_hand_is_settled_though_its_rule_has_an_error():
    v = GAME.parse_position(PLAY + "thrown=AhAd/?? pile=T")
    whole = Counsel(iterations=EVERY_HAND).analyse(GAME, v, 0, 1)
    assert whole.is_complete
    assert all(option.loss_error for option in whole.options)
    assert not Counsel(iterations=100).analyse(GAME, v, 0, 1).is_complete
    worst = judge(GAME, whole, v, whole.options[-1].move, 1, 0, "play")
    assert worst.weight > 0.0 == worst.open_error
    more = Counsel(iterations=4 * EVERY_HAND).analyse(GAME, v, 0, 2)
    assert [o.value for o in more.options] == [o.value for o in whole.options]


def test_a_settled_decision_is_not_looked_at_again():
    rough = decisions_of(1_000)[0]
    assert not is_settled(rough, 1.0)
    assert is_settled(replace(rough, is_complete=True), 1.0)


@pytest.mark.compiled
def test_more_worlds_of_a_throw_go_on_with_the_same_worlds():
    six, lore = np.array([1, 6, 17, 22, 30, 45], np.int64), shipped_lore()
    few, many = np.empty((20, THROWS)), np.empty((60, THROWS))
    for chances in (few, many):
        throw_wins(six, 1, (100, 98), lore, stream(7), chances, np.empty_like(chances))
    assert np.array_equal(few, many[:20])
