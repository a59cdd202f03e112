"""A judge learns tic-tac-toe, whose values are known exactly; aims, files and going on."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from kibitz.core.game import OVER, features, payoff, play, turn
from kibitz.core.learnable import Learnable, learnable
from kibitz.core.registry import make_game
from kibitz.errors import BadRecord, WrongKind
from kibitz.games.kuhn.game import KuhnGame
from kibitz.games.tictactoe.game import TicTacToeGame
from kibitz.search.learning.keeping import KeptTraining, keep_training, kept_training
from kibitz.search.learning.lessons import new_notes, set_aims
from kibitz.search.learning.net import judged, net_of
from kibitz.search.learning.training import Pupil, TrainingPlan, check_learnable, trained

GAME = TicTacToeGame()
PLAN = TrainingPlan(5000, 1, explore=0.5, trace=0.5, rate=0.01)


@cache
def exact(p):
    """What the seat to move gets under best play on both sides."""
    return max(_after(p, move) for move in GAME.legal_moves(p))


def _after(p, move):
    after = play(p, move)
    return payoff(after, turn(p)) if turn(after) == OVER else -exact(after)


@cache
def decisions():
    """Every position that can come up and is not over."""
    met, waiting = set(), [GAME.start()]
    while waiting:
        p = waiting.pop()
        if p not in met and turn(p) != OVER:
            met.add(p)
            waiting += [play(p, move) for move in GAME.legal_moves(p)]
    return met


def finished(plan, game=GAME):
    pupil = Pupil.new(game, plan)
    for _ in trained(game, plan, pupil):
        pass
    return pupil


def judgements(pupil, plan):
    """What a judge thinks of every decision, in units of the payoff."""
    net = net_of(pupil.steady, GAME.most_features, plan.units)
    x, hidden = np.zeros(GAME.most_features, np.float32), np.zeros(plan.units, np.float32)
    return {p: 2 * judged(net, x, features(p, x), hidden) - 1 for p in decisions()}


def missed(said):
    """By how much judgements miss the exact values, on average."""
    return np.mean([abs(said[p] - exact(p)) for p in decisions()])


@pytest.mark.compiled
def test_a_judge_learns_the_values_of_tic_tac_toe():
    """4,520 positions: an untaught judge sees wins at once, and nothing else."""
    said = judgements(finished(PLAN), PLAN)

    def guess(p, move):
        after = play(p, move)
        return payoff(after, turn(p)) if turn(after) == OVER else -said[after]

    wrong = [
        p
        for p in decisions()
        if _after(p, max(GAME.legal_moves(p), key=lambda move: guess(p, move))) < exact(p)
    ]
    assert len(decisions()) == 4520
    assert missed(said) < 0.16
    assert len(wrong) < 45
    assert abs(said[GAME.start()]) < 0.2
    assert missed(judgements(Pupil.new(GAME, PLAN), PLAN)) > 0.24


def notes_of(judged_next, cuts, known, mean=None):
    notes = new_notes(2, len(cuts))
    notes.next[:], notes.is_cut[:], notes.rows[:, 0] = judged_next, cuts, known
    notes.mean[:] = judged_next if mean is None else mean
    return notes


def test_without_a_trace_the_aim_is_the_next_judgement():
    notes = notes_of([0.3, 0.6, 0.9], [0, 0, 1], 0.0)
    set_aims(notes, 3, 0.0)
    assert notes.aims.tolist() == [0.3, 0.6, 0.9]


def test_with_a_full_trace_the_aim_is_the_end_of_the_game_for_either_side():
    notes = notes_of([0.3, 0.6, 1.0], [0, 0, 1], 0.0)
    set_aims(notes, 3, 1.0)
    assert notes.aims.tolist() == [1.0, 0.0, 1.0]


def test_a_side_that_acts_again_keeps_its_aim():
    notes = notes_of([0.3, 0.6, 1.0], [2, 0, 1], 0.0)
    set_aims(notes, 3, 1.0)
    assert notes.aims.tolist() == [0.0, 0.0, 1.0]


def test_a_turn_at_random_ends_the_trace():
    notes = notes_of([0.3, 0.6, 1.0], [0, 1, 1], 0.0)
    set_aims(notes, 3, 1.0)
    assert notes.aims.tolist() == [0.4, 0.6, 1.0]


def test_a_chance_to_win_at_once_counts_before_the_aim():
    """The other side wins half the time at once, and half of the rest."""
    notes = notes_of([0.0, 0.5], [0, 1], [0.0, 0.5])
    set_aims(notes, 2, 1.0)
    assert notes.aims.tolist() == [0.25, 0.5]


def test_the_luck_of_the_outcome_that_came_is_not_in_the_aim():
    """The first turn came out 0.2 better than the mean, and the game went on as expected."""
    notes = notes_of([0.7, 0.3, 0.7], [0, 0, 1], 0.0, mean=[0.5, 0.3, 0.7])
    set_aims(notes, 3, 0.8)
    assert notes.aims.tolist() == pytest.approx([0.5, 0.3, 0.7])


def test_what_the_further_game_changes_is_in_the_aim_as_far_as_the_trace_goes():
    """After the second turn the other side has 0.5 where the judge had said 0.3."""
    notes = notes_of([0.7, 0.5], [0, 1], 0.0, mean=[0.4, 0.5])
    set_aims(notes, 2, 0.5)
    assert notes.aims.tolist() == pytest.approx([0.4 + 0.5 * (0.5 - 0.7), 0.5])


def test_aims_are_chances():
    notes = notes_of([0.5, 0.9], [0, 1], 0.0, mean=[0.1, 0.9])
    set_aims(notes, 2, 1.0)
    assert notes.aims.tolist() == [0.0, 0.9]


SHORT = TrainingPlan(110, 3, games_per_round=20, replayed=2)


def test_a_training_that_was_broken_off_ends_with_the_same_bytes(tmp_path):
    whole, broken = tmp_path / "whole.npz", tmp_path / "broken.npz"
    keep_training(whole, KeptTraining(GAME.text, SHORT, finished(SHORT)))
    training = KeptTraining(GAME.text, SHORT, Pupil.new(GAME, SHORT))
    for pupil in trained(GAME, SHORT, training.pupil):
        keep_training(broken, training)
        if pupil.done == 4:
            break
    assert broken.read_bytes() != whole.read_bytes()
    again = kept_training(broken, GAME)
    assert (again.pupil.done, len(again.pupil.kept)) == (4, 2)
    for _ in trained(GAME, again.plan, again.pupil):
        keep_training(broken, again)
    assert broken.read_bytes() == whole.read_bytes()
    assert kept_training(whole, GAME).is_finished


def test_another_seed_plays_other_games():
    first, second = (finished(TrainingPlan(40, seed, games_per_round=20)) for seed in (1, 2))
    assert first.losses != second.losses


def test_the_last_round_is_as_short_as_it_must_be():
    assert SHORT.rounds == 6
    assert [SHORT.games_in(number) for number in range(6)] == [20, 20, 20, 20, 20, 10]


def test_aims_look_less_far_towards_the_end():
    plan = replace(SHORT, trace=0.8, last_trace=0.3)
    assert [plan.trace_in(i) for i in range(6)] == pytest.approx([0.8, 0.7, 0.6, 0.5, 0.4, 0.3])
    assert {SHORT.trace_in(i) for i in range(6)} == {0.8}
    assert finished(plan).losses[0] == finished(SHORT).losses[0]
    assert finished(plan).losses[1] != finished(SHORT).losses[1]


def test_a_pupil_with_more_units_begins_with_what_another_has_learned():
    before, wider = finished(SHORT), replace(SHORT, units=SHORT.units + 9)
    after = Pupil.after(before, GAME, wider)
    assert judgements(after, wider) == judgements(before, SHORT)
    for _ in trained(GAME, wider, after):
        pass
    said = judgements(after, wider)
    assert missed(said) < missed(judgements(before, SHORT))


def test_the_mean_of_the_weights_is_as_steady_as_the_plan_says():
    """A mean that keeps nothing of older rounds is the latest weights."""
    last, mean = finished(replace(SHORT, steady=0.0)), finished(SHORT)
    assert np.array_equal(last.steady, last.weights)
    assert np.array_equal(last.weights, mean.weights)
    assert not np.array_equal(mean.steady, mean.weights)


def test_a_file_knows_the_parts_of_a_plan_that_older_files_do_not_have(tmp_path):
    path, plan = tmp_path / "judge.npz", replace(SHORT, last_trace=0.3)
    later = replace(SHORT, look=4, steady=0.5, start="0123")
    for told in (plan, SHORT, later):
        keep_training(path, KeptTraining(GAME.text, told, Pupil.new(GAME, told)))
        assert kept_training(path, GAME).plan == told


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no archive"])
def test_a_file_that_is_no_training_is_refused(tmp_path, content):
    path = tmp_path / "broken.npz"
    path.write_bytes(content)
    with pytest.raises(BadRecord, match="is not a training of tictactoe"):
        kept_training(path, GAME)


def test_a_training_of_another_game_is_refused(tmp_path):
    path = tmp_path / "other.npz"
    keep_training(path, KeptTraining("nim", SHORT, finished(SHORT)))
    with pytest.raises(BadRecord, match="it is one of nim"):
        kept_training(path, GAME)


def test_a_game_without_features_is_refused():
    with pytest.raises(WrongKind, match="a judge cannot learn nim: it declares no features"):
        learnable(make_game("nim"))


def test_a_game_whose_lessons_do_not_average_chance_is_refused_where_they_should():
    check_learnable(GAME, SHORT)
    with pytest.raises(WrongKind, match="lessons of tictactoe do not average chance"):
        check_learnable(GAME, replace(SHORT, look=1))


def test_a_game_with_secrets_is_refused():
    class KnownKuhn(KuhnGame, Learnable):
        most_features = 1

    with pytest.raises(WrongKind, match="has hidden cards"):
        check_learnable(KnownKuhn())
