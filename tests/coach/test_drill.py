"""Drills: mistakes come back when they are due, answers are judged by the same list."""

from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest

from kibitz.coach.deck import Deck
from kibitz.coach.drill import Exercise, quiz
from kibitz.coach.judged import judged
from kibitz.coach.lesson import Mistake, Tutor, questions_from
from kibitz.coach.review import review
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.errors import BadRecord, UnknownName

SLIP = Record("nim(3,4,5)", "3,4,5", ("a", "b"), 1, ("1:1", "2:1"), None)


@pytest.fixture
def exercise():
    return questions_from(judged(review(SLIP)))[0].exercise


def test_a_mistake_becomes_an_exercise(exercise):
    assert exercise == Exercise("nim(3,4,5)", "3,4,5", 0)


def test_an_answer_is_accepted_exactly_if_it_is_as_good_as_the_best(exercise):
    tutor = Tutor(Mistake(exercise))
    right, wrong = tutor.attempt("1:2"), tutor.attempt("1:1")
    assert right.is_right
    assert right.is_best
    assert not wrong.is_right
    assert wrong.loss == 2
    assert "1:2" in tutor.solution().reason


def test_the_deck_remembers_across_openings_and_spaces_what_was_known(exercise, tmp_path):
    path = tmp_path / "deck.json"
    deck = Deck(path)
    assert deck.add([exercise, exercise]) == 1
    deck.save()
    now = datetime.now(UTC) + timedelta(minutes=1)
    deck = Deck(path)
    assert deck.due("nim", now) == [exercise]
    assert deck.due("tictactoe", now) == []
    first = deck.noted(exercise, True, now)
    second = deck.noted(exercise, True, first)
    assert now < first < second
    assert second - first > first - now
    assert deck.due("nim", now) == []
    assert deck.noted(exercise, False, second) - second < second - first


def test_a_damaged_deck_is_refused_in_one_sentence(tmp_path):
    path = tmp_path / "deck.json"
    path.write_text('{"exercises": [')
    with pytest.raises(BadRecord, match=r"deck\.json cannot be read"):
        Deck(path)


def test_a_quiz_ends_where_there_is_nothing_to_find():
    assert list(quiz(make_game("nim(1,1)"), "close", 1)) == []


@pytest.mark.parametrize("difficulty", ["close", "mistakes", "any"])
def test_a_quiz_asks_only_what_can_go_wrong(difficulty):
    game = make_game("tictactoe")
    for exercise in islice(quiz(game, difficulty, 3), 3):
        made, p = exercise.set_up()
        tutor = Tutor(Mistake(exercise))
        answers = [tutor.attempt(made.move_text(p, move)) for move in made.legal_moves(p)]
        assert any(answer.is_right for answer in answers)
        assert not all(answer.is_right for answer in answers)


def test_a_quiz_is_the_same_for_the_same_seed():
    game = make_game("nim")
    one, two = (list(islice(quiz(game, "any", 8), 3)) for _ in range(2))
    assert one == two


def test_an_unknown_difficulty_is_refused():
    with pytest.raises(UnknownName, match="did you mean 'close'"):
        next(quiz(make_game("nim"), "closer", 1))
