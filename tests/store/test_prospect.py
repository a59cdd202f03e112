"""What a position promises: the archive where it knows enough, else the analyst, once."""

import math
from dataclasses import dataclass
from typing import ClassVar

import pytest

from kibitz.core.game import play
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.errors import BadValue, WrongKind
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.store.positions import Counts
from kibitz.store.prospect import prospect

NIM = make_game("nim(1,1)")  # two moves whatever happens: seat 1 wins
BOARD = make_game("tictactoe")
BLUFF = make_game("bluff")
FOUR = ("bluff", play(BLUFF.start(), 17))  # a game for four, dealt


@dataclass(frozen=True)
class Guess(Analyst):
    """Gives every option the same sampled value, and counts how often it was asked."""

    name: ClassVar[str] = "guess"
    asked: ClassVar[list[int]] = []
    value: float = 0.5

    def analyse(self, game, view, seat, seed):
        self.asked.append(seed)
        estimate = Estimate(self.value, 0.1, 30)
        options = [Option(m, game.move_text(view, m), estimate) for m in game.legal_moves(view)]
        return Analysis.ranked(seat, options, game.unit, samples=30)


@pytest.fixture(autouse=True)
def _forget():
    Guess.asked.clear()


def games(wins, draws, losses):
    """Games from XX./OO./... that end so for the seat to move, by seed a game each."""
    moves = {
        1.0: ("c1",),
        -1.0: ("c3", "c2"),
        0.0: ("c2", "c1", "a3", "c3", "b3"),
    }
    results = [1.0] * wins + [0.0] * draws + [-1.0] * losses
    return [
        Record("tictactoe", "XX./OO./...", ("a", "b"), seed, moves[r], (r, 0.0 - r))
        for seed, r in enumerate(results)
    ]


def test_enough_games_answer_with_their_win_rate_and_wilsons_interval(archive):
    """Wilson's bounds are the rates from which what was seen is just 1.96 deviations off."""
    archive.add(games(wins=25, draws=10, losses=5))
    p = BOARD.parse_position("XX./OO./...")
    known = prospect(archive, BOARD, p, wanted_error=0.15)
    assert (known.value, known.n, known.counts) == (0.75, 40, Counts(40, 25, 10))
    assert (known.source, known.unit, known.seat) == ("archive", "win rate", 0)
    assert (known.analyst, known.is_exact) == (None, False)
    for bound in (known.low, known.high):
        deviations = abs(0.75 - bound) / math.sqrt(bound * (1 - bound) / 40)
        assert deviations == pytest.approx(1.959964, abs=1e-6)
    assert known.low < 0.75 < known.high


def test_an_interval_wider_than_wanted_lets_the_analyst_answer_and_keeps_its_value(archive):
    archive.add(games(wins=25, draws=10, losses=5))
    p = BOARD.parse_position("XX./OO./...")
    first = prospect(archive, BOARD, p, wanted_error=0.1, analyst=Guess(), seed=7)
    again = prospect(archive, BOARD, p, wanted_error=0.1, analyst=Guess(), seed=8)
    assert (first.source, again.source, Guess.asked) == ("analyst", "cache", [7])
    assert (first.value, first.unit, first.n) == (0.75, "win rate", 30)  # a value of 0.5
    assert first.high - first.value == pytest.approx(0.1 * 1.96 / 2, abs=1e-4)
    assert first.counts == Counts(40, 25, 10)
    assert again.__dict__ | {"source": "analyst"} == first.__dict__
    other = prospect(archive, BOARD, p, wanted_error=0.1, analyst=Guess(value=-1.0))
    assert (other.source, other.value, other.analyst) == ("analyst", 0.0, "guess(value=-1.0)")


def test_a_position_nobody_came_to_is_answered_by_the_games_own_analyst(archive):
    lost = prospect(archive, NIM, NIM.start())
    won = prospect(archive, NIM, play(NIM.start(), NIM.legal_moves(NIM.start())[0]))
    assert (lost.seat, lost.value, lost.source, lost.is_exact) == (0, 0.0, "analyst", True)
    assert (won.seat, won.value, won.low, won.high) == (1, 1.0, 1.0, 1.0)
    assert lost.analyst == "theory"
    assert lost.counts == Counts()


@dataclass(frozen=True)
class Judge(Guess):
    """Gives every option the same judged value."""

    name: ClassVar[str] = "judge"

    def analyse(self, game, view, seat, seed):
        judged = Estimate.judged(self.value, "6 plies")
        options = [Option(m, game.move_text(view, m), judged) for m in game.legal_moves(view)]
        return Analysis.ranked(seat, options, game.unit, samples=9000)


def test_a_judgement_may_be_off_by_anything_and_is_still_one_when_it_comes_from_the_cache(archive):
    first, again = (prospect(archive, BOARD, BOARD.start(), analyst=Judge()) for _ in range(2))
    assert (first.source, again.source) == ("analyst", "cache")
    for found in (first, again):
        assert (found.value, found.low, found.high, found.is_exact) == (0.75, 0.0, 1.0, False)
    assert (first.by, again.by) == ("6 plies", "judge")


def test_values_in_points_stay_in_points(archive, monkeypatch):
    monkeypatch.setattr(type(BOARD), "unit", "points")
    found = prospect(archive, BOARD, BOARD.start(), analyst=Guess(value=12.0))
    assert (found.value, found.unit) == (12.0, "points")


def test_where_nobody_decides_there_is_no_prospect(archive):
    over = BOARD.parse_position("XXX/OO./...")
    with pytest.raises(BadValue, match=r"nobody decides in XXX/OO./...: the game is over"):
        prospect(archive, BOARD, over)


@pytest.mark.parametrize("error", [0.0, -1.0, 0.6, float("nan")])
def test_an_error_that_makes_no_sense_is_refused(archive, error):
    with pytest.raises(BadValue, match=r"is not above 0 and at most 0\.5"):
        prospect(archive, BOARD, BOARD.start(), wanted_error=error)


@dataclass(frozen=True)
class Counter(Guess):
    """Counts in cards, and knows the chance to win where it is given one."""

    name: ClassVar[str] = "counter"
    win: float | None = None

    def analyse(self, game, view, seat, seed):
        worth, move = Estimate.sampled(7.5, 0.1, 30), game.legal_moves(view)[0]
        chance = None if self.win is None else Estimate.sampled(self.win, 0.05, 40)
        return Analysis.ranked(seat, [Option(move, "it", worth, win=chance)], "cards")


def test_a_value_in_another_unit_is_no_win_rate_but_the_chance_to_win_beside_it_is(archive):
    for text, p in (("tictactoe", BOARD.start()), FOUR):
        first, again = (
            prospect(archive, make_game(text), p, analyst=Counter(win=0.3)) for _ in "12"
        )
        assert (first.source, again.source) == ("analyst", "cache")
        for found in (first, again):
            assert found.value == pytest.approx(0.3)
            assert (found.unit, found.n) == ("win rate", 40)
            assert found.high - found.value == pytest.approx(0.05 * 1.96, abs=1e-4)


def test_an_analyst_who_cannot_say_it_leaves_it_to_the_games_there_are_or_is_refused(archive):
    p = BOARD.parse_position("XX./OO./...")
    told = r"counter counts in cards, which does not say what tictactoe pays in wins"
    with pytest.raises(WrongKind, match=told):
        prospect(archive, BOARD, p, analyst=Counter())
    archive.add(games(wins=3, draws=1, losses=0))
    found = prospect(archive, BOARD, p, analyst=Counter())
    assert (found.value, found.n, found.source) == (0.875, 4, "archive")


def test_at_a_table_of_four_a_value_of_nothing_is_one_game_in_four(archive):
    text, p = FOUR
    found = prospect(archive, make_game(text), p, analyst=Guess(value=0.0))
    assert found.value == pytest.approx(0.25)
    assert found.unit == "win rate"
    assert found.high - found.value == pytest.approx(0.1 * 1.96 * 3 / 4, abs=1e-4)
    lost = prospect(archive, make_game(text), p, analyst=Guess(value=-1 / 3))
    assert (lost.value, lost.low) == (0.0, 0.0)
