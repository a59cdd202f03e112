"""Lessons: questions from mistakes, tries, hints and answers, by the theory of nim (Bouton)."""

from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import xor

import pytest

from kibitz.coach.deck import Deck
from kibitz.coach.drill import Exercise
from kibitz.coach.judged import judged
from kibitz.coach.lesson import Mistake, Tutor, check_theme, has_theme, questions_from
from kibitz.coach.review import review
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.errors import BadValue, IllegalMove
from kibitz.lab.learn import Lesson

NOW = datetime(2030, 1, 1, tzinfo=UTC)
WON = Exercise("nim(3,4,5)", "3,4,5", 0)  # 1:2 alone leaves 1 ^ 4 ^ 5 = 0
RECORD = Record("nim(3,4,5)", "3,4,5", ("Ann", "Bob"), 1, ("1:1", "2:1", "3:5"), None)


def test_a_mistake_is_asked_again_with_what_was_played():
    found = questions_from(judged(review(RECORD)), 0)
    heaps = [[int(heap) for heap in q.exercise.position.split(",")] for q in found]
    assert all(reduce(xor, heap) for heap in heaps)  # it was won, and thrown away
    assert found[0].played == "1:1"
    assert found[0].exercise.seat == 0
    assert len({q.source for q in found}) == len(found)


def test_a_try_is_right_if_it_keeps_what_can_be_won():
    tutor = Tutor(Mistake(WON))
    wrong = tutor.attempt("1:1")
    assert (wrong.is_right, wrong.severity) == (False, "blunder")
    with pytest.raises(IllegalMove):
        tutor.attempt("9:9")
    assert len(tutor.attempts) == 1
    right = tutor.attempt("1:2")
    assert right.is_right
    assert right.is_best
    assert not tutor.is_clean  # the second try


def test_several_moves_can_be_right():
    tutor = Tutor(Mistake(Exercise("nim(1,1,1)", "1,1,1", 0)))  # whatever is taken
    assert tutor.attempt("2:1").is_right
    assert set(tutor.solution().right) == {"1:1", "2:1", "3:1"}


def test_hints_tell_more_each_time_and_never_the_move():
    tutor = Tutor(Mistake(WON, ("move",)))
    hints = [tutor.hint() for _ in range(4)]
    assert "1 of 12 moves is right" in hints[0]
    assert "1:2" not in " ".join(hints)
    assert len(set(hints)) == 3
    assert hints[3] == hints[2]
    assert not tutor.is_clean
    answer = tutor.solution()
    assert answer.best == "1:2"
    assert answer.right == ("1:2",)
    assert answer.reason


def test_a_course_counts_what_was_right_at_once():
    course = Lesson([Mistake(WON), Mistake(WON), Mistake(WON)])
    assert course.attempt("1:2").is_right
    course.next()
    assert not course.attempt("1:1").is_right
    assert course.attempt("1:2").is_right
    course.next()
    course.skip()
    assert (course.right, course.skipped, course.is_over) == (1, 1, True)
    assert course.answer().questions[0].position == "3,4,5"
    with pytest.raises(BadValue, match="no question left"):
        course.hint()


def test_a_theme_is_named_by_a_word_of_it():
    throw = ("throwing to the opponent's crib", "endgame")
    assert has_theme(throw, "throws")
    assert has_theme(throw, "Endgame")
    assert not has_theme(throw, "pegging")
    with pytest.raises(BadValue, match="themes here: a, b"):
        check_theme({"a", "b"}, "c")


def test_cribbage_says_whose_crib_it_is_and_dice_chess_what_is_taken():
    from kibitz.core.coached import coached

    game = coached(make_game("cribbage"))
    text = "phase=throw dealer=1 seat=0 scores={} hands=AhAsAdAc5d2s/?????? deals=1"
    known = game.parse_position(text.format("61-70"))
    assert game.themes(known, 0, 0) == ("throwing to the opponent's crib",)
    late = game.parse_position(
        "phase=throw dealer=0 seat=1 scores=90-70 hands=??????/AhAsAdAc5d2s deals=1"
    )
    assert game.themes(late, 1, 0) == ("throwing to the opponent's crib", "endgame")
    chess = coached(make_game("dicechess"))
    p = chess.parse_position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 PPP")
    assert "captures" in chess.themes(p, 0, chess.parse_move(p, "e4d5"))
    assert "captures" not in chess.themes(p, 0, chess.parse_move(p, "e4e5"))


def test_a_mistake_made_twice_comes_sooner_and_one_record_counts_once(tmp_path):
    deck = Deck(tmp_path / "deck.json")
    assert deck.add_mistakes([(WON, "a:1")], NOW) == 1
    later = deck.noted(WON, True, NOW)
    for day in range(1, 5):
        later = deck.noted(WON, True, NOW + timedelta(days=day))
    assert deck.streak == 5
    assert deck.due(now=NOW + timedelta(days=5)) == []
    assert deck.add_mistakes([(WON, "a:1")], NOW + timedelta(days=5)) == 0
    assert deck.due(now=NOW + timedelta(days=6)) == []  # the same game once more
    deck.add_mistakes([(WON, "b:7")], NOW + timedelta(days=5))
    deck.save()
    again = Deck(tmp_path / "deck.json")
    assert again.mistakes(WON) == 2
    assert again.streak == 5
    (due,) = again.due(now=NOW + timedelta(days=6))
    assert due == WON
    assert later > NOW + timedelta(days=6)
    again.noted(WON, False, NOW + timedelta(days=6))
    assert again.streak == 0
