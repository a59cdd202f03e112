"""Chances to win at tables of every size: a finished game is won by one side and by no other.

Whatever a loss pays, the winner's chance is 1 and a loser's is 0, and those of all sides add up
to 1. Every door that tells a chance must tell it so: to an analyst who knows which move wins and
that all others lose, each of those gives up everything.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import pytest

from kibitz.coach.drill import Exercise, tolerance
from kibitz.coach.lesson import Mistake, Tutor
from kibitz.coach.review import Reviewer
from kibitz.coach.scale import scale_for
from kibitz.core.game import OVER, payoff, play, sample, turn, view
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import game_names, make_game
from kibitz.core.seeds import stream
from kibitz.core.speech import loss_words
from kibitz.drawing.terminal import sheet_lines
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.lab.analysis import AnalyseRequest
from kibitz.lab.options import option_listing
from kibitz.lab.review.answer import review_answer
from kibitz.lab.review.sheet import win_chart
from kibitz.lab.show import severity
from kibitz.lab.sitting import PERSON, Sitting, SittingPlan
from kibitz.lab.trials.rungs import seat_option
from kibitz.players import roster
from kibitz.web.positions import analysed
from tests.coach.material import played
from tests.contract.walks import VARIANTS, game_of, random_game

MOST_SEATS = 6
SHORT = {"bluff": ("turns=12",), "northcott": ("3", "2")}  # else long, or drawn, at random
SKUNKS = ("cribbage(2,skunks=true)", "cribbage(3,skunks=true)")
GAMES, PLAYED_OUT = (12, 8) if COMPILED else (2, 2)
MOST_GAMES = 40  # at random, in which somebody must win alone
ERROR = 0.02  # of a sampled value, in wins


def tables() -> Iterator[str]:
    """Every game that is won or lost, at every number of seats it has, and some variants."""
    for name in game_names():
        option = seat_option(name)
        counts = range(2, MOST_SEATS + 2) if option else (None,)
        texts = [_text(name, option, seats) for seats in counts]
        for text in (*texts, *(text for text in VARIANTS.get(name, ()) if text != name)):
            try:
                if not make_game(text).is_paid:
                    yield text
            except BadValue:
                continue  # too many seats


def _text(name: str, option: str | None, seats: int | None) -> str:
    options = ",".join([*([f"{option}={seats}"] if seats else []), *SHORT.get(name, ())])
    return f"{name}({options})" if options else name


TABLES = list(dict.fromkeys(tables()))


def test_the_tables_are_of_two_to_six_seats():
    assert {game_of(text).seats for text in TABLES} == set(range(2, MOST_SEATS + 1))


def side_of(game, seat):
    """Partners sit opposite each other."""
    return seat % 2 if (game.name, game.seats) == ("cribbage", 4) else seat


def by_side(game, chances):
    """One chance for each side."""
    return {side_of(game, seat): chance for seat, chance in enumerate(chances)}


@cache
def won_and_lost(text):
    """What a random game with one winner paid him, and one who lost it."""
    game = game_of(text)
    for seed in range(MOST_GAMES):
        end, _ = random_game(game, seed)[-1]
        paid = by_side(game, (float(payoff(end, seat)) for seat in range(game.seats)))
        won = max(paid.values())
        if sum(value == won for value in paid.values()) == 1:
            return won, min(paid.values())
    raise AssertionError(f"nobody won {text}")


@pytest.fixture(params=TABLES)
def text(request):
    return request.param


@pytest.mark.parametrize("text", [*TABLES, *SKUNKS])
def test_a_finished_game_is_won_by_one_side_or_shared_by_equal_winners(text):
    game = game_of(text)
    for seed in range(GAMES):
        end, _ = random_game(game, seed)[-1]
        paid = [float(payoff(end, seat)) for seat in range(game.seats)]
        chances = by_side(game, map(game.chance_to_win, paid))
        winners = {side_of(game, seat) for seat in range(game.seats) if paid[seat] == max(paid)}
        for side, chance in chances.items():
            assert chance == pytest.approx(1 / len(winners) if side in winners else 0.0)


def test_chances_of_all_sides_add_up_to_one_before_the_end(text):
    """By the mean payoffs of some random games from there, which sum to zero as payoffs do."""
    game, luck = game_of(text), stream(16)
    out, walk = game.scratch(), random_game(game, 0)
    for p, _ in walk[:: max(1, len(walk) // 5)]:
        paid = [0.0] * game.seats
        for _ in range(PLAYED_OUT):
            q = p
            while turn(q) != OVER:
                q = play(q, int(sample(q, out, luck)))
            paid = [total + float(payoff(q, seat)) for seat, total in enumerate(paid)]
        chances = by_side(game, (game.chance_to_win(total / PLAYED_OUT) for total in paid))
        assert sum(chances.values()) == pytest.approx(1.0)


@dataclass(frozen=True)
class Seer(Analyst):
    """Knows that the first move wins and that all others lose; or that all do."""

    name: ClassVar[str] = "seer"
    won: float = 0.0
    lost: float = 0.0
    error: float = 0.0

    def analyse(self, game, view, seat, seed):
        first, *others = game.legal_moves(view)
        values = [(first, self.won), *((move, self.lost) for move in others)]
        return Analysis.ranked(seat, [self._option(game, view, *one) for one in values], "wins")

    def _option(self, game, view, move, value):
        sampled = Estimate.sampled(value, self.error, 1000)
        estimate = sampled if self.error else Estimate.exact(value)
        return Option(move, game.move_text(view, move), estimate)


@pytest.fixture
def seer(text, monkeypatch):
    """The analyst whom everybody asks."""
    made = Seer(*won_and_lost(text))
    monkeypatch.setattr(roster, "default_analyst", lambda _: made)
    monkeypatch.setattr("kibitz.lab.sitting.sitting.default_analyst", lambda _: made)
    monkeypatch.setattr("kibitz.coach.lesson.default_analyst", lambda _: made)
    return made


def a_decision(game):
    """A position of a random game in which somebody has a choice, and whose it is."""
    for p, _ in random_game(game, 0):
        if turn(p) >= 0 and len(game.legal_moves(p)) > 1:
            return view(p, int(turn(p))), int(turn(p))
    raise AssertionError(f"nobody decides in {game.text}")


def reviewed(text, analyst):
    record = played(text, *["random"] * game_of(text).seats)
    reviewer = Reviewer(record.replay(), budget="fast", analyst=analyst)
    return review_answer(reviewer.review(), None, 1, 1)


def test_a_review_tells_a_certain_win_and_takes_all_of_it_from_who_throws_it_away(text, seer):
    answer, game = reviewed(text, seer), game_of(text)
    judged = [d for d in answer.decisions if not d.forced]
    assert judged
    for d in judged:
        lost = d.chosen.move != d.best.move
        assert d.win == pytest.approx(1.0)
        assert d.win_loss == pytest.approx(float(lost))
        assert d.weight == pytest.approx(lost / scale_for(game, "wins").point)
        assert d.best.win in (None, pytest.approx(1.0))
        assert d.chosen.win in (None, pytest.approx(1.0 - lost))
    for seat in answer.seats:
        mine = [d for d in judged if d.seat == seat.seat]
        assert seat.win_loss in (None, pytest.approx(sum(d.loss > 0 for d in mine)))
        chart = win_chart(answer, seat)
        assert not chart or all(y == pytest.approx(1.0) for _, y in chart.lines[0].points)


def test_people_read_chances_and_no_payoffs_at_every_table(text, seer):
    answer = reviewed(text, seer)
    wrong = next((d for d in answer.decisions if d.loss > 0), None)
    if wrong is None:
        pytest.skip("nobody threw a win away")
    lines = "\n".join(str(line) for line in sheet_lines(answer.sheet(), 200))
    assert wrong.reason == f"{wrong.best.move} wins, {wrong.chosen.move} loses"
    assert re.search(rf" {wrong.number} .* 100\.0 % .*{wrong.severity}", lines)
    page = answer.page()
    assert "value (chance to win)" in page
    assert '<td class="number">a win</td>' in page
    assert '<td class="number">a loss</td><td class="number">100.0 %</td>' in page


def test_a_review_takes_a_lost_game_for_decided(text, seer):
    hopeless = Seer(seer.lost, seer.lost)
    judged = [d for d in reviewed(text, hopeless).decisions if not d.forced]
    assert judged
    assert all(d.win == pytest.approx(0.0) and not d.weighed for d in judged)


def test_an_error_is_told_in_chances_as_the_value_is(text, seer):
    won, lost = won_and_lost(text)
    decision = next(d for d in reviewed(text, Seer(won, lost, ERROR)).decisions if not d.forced)
    wins = [o for o in decision.top if o.win is not None]
    assert all(o.win_error == pytest.approx(ERROR / (won - lost)) for o in wins)
    assert bool(wins) == (lost != -won)


def hinted(text):
    """Where somebody at a table first has a choice, and the hint that he gets."""
    game = game_of(text)
    sitting = Sitting(SittingPlan.made(text, (PERSON,) * game.seats, seed=1))
    for _ in sitting.settle():
        pass
    while len(game.legal_moves(sitting.known(sitting.seat or 0))) < 2:
        sitting.play(sitting.random_move())
    seat = sitting.seat or 0
    return sitting.known(seat), sitting.hint(seat)


def test_the_analysis_and_the_hint_tell_it_at_tables_where_the_value_does_not(text, seer):
    game = game_of(text)
    known, seat = a_decision(game)
    answer = AnalyseRequest(text, game.position_text(known), seat=seat, seed=1).answer()
    wins = [option.win for option in answer.options]
    expected = [None] * len(wins) if seer.lost == -seer.won else [1.0, *[0.0] * (len(wins) - 1)]
    assert wins == [one if one is None else pytest.approx(one) for one in expected]
    told = option_listing(game, *hinted(text))
    lines = "\n".join(str(line) for line in sheet_lines(told, 200))
    assert ("100.0 %" in lines) == ("0.0 %" in lines) == (expected[0] is not None)


def test_hints_and_lessons_call_a_thrown_away_win_the_worst_there_is(text, seer):
    game = game_of(text)
    known, seat = a_decision(game)
    scale = scale_for(game, "wins")
    tutor = Tutor(Mistake(Exercise(text, game.position_text(known), seat)))
    best, wrong = tutor.analysis.options[:2]
    made = tutor.attempt(wrong.text)
    assert (made.severity, made.is_right) == (scale.worst, False)
    assert loss_words(game, made.loss, made.unit) == "100 % chance to win"
    assert tutor.attempt(best.text).is_best
    answer = AnalyseRequest(text, game.position_text(known), seat=seat, seed=1).answer()
    ranks = [severity(game, "wins", option) for option in answer.options[:2]]
    assert ranks == [0, len(scale.names) - 1]


def test_hints_and_lessons_give_the_worst_word_from_the_same_loss_on_at_every_table(
    text, seer, monkeypatch
):
    game = game_of(text)
    known, seat = a_decision(game)
    scale = scale_for(game, "wins")
    gravest = 0.06 if game.has_chance or game.has_secrets else 0.15
    for factor, word in ((0.999, "mistake"), (1.001, "blunder")):
        slip = Seer(seer.won, seer.won - factor * gravest * (seer.won - seer.lost))
        monkeypatch.setattr(roster, "default_analyst", lambda _, slip=slip: slip)
        place = game.position_text(known)
        tutor = Tutor(Mistake(Exercise(text, place, seat)), analyst=slip)
        assert tutor.attempt(tutor.analysis.options[1].text).severity == word
        answer = AnalyseRequest(text, place, seat=seat, seed=1).answer()
        assert scale.names[severity(game, "wins", answer.options[1])] == word


def test_the_mildest_loss_is_the_same_share_of_a_game_at_every_table(text):
    game = game_of(text)
    won, lost = won_and_lost(text)
    scale = scale_for(game, "wins")
    mildest = 0.015 if game.has_chance or game.has_secrets else 0.05
    assert tolerance(game, "wins") == pytest.approx(mildest * (won - lost))
    just = mildest * (won - lost)
    assert scale.severity(scale.lost(0.999 * just)) == "excellent"
    assert scale.severity(scale.lost(1.001 * just)) == "inaccuracy"


def test_the_page_tells_a_win_a_loss_and_what_lies_between(text, seer, monkeypatch):
    game = game_of(text)
    known, seat = a_decision(game)
    place = game.position_text(known)
    *_, exact = analysed(text, place, [], seat)
    best, wrong = exact["options"][:2]
    assert (best["value"], wrong["value"]) == ("a win", "a loss")
    assert wrong["told"] == f"gives up 100 %: {scale_for(game, 'wins').worst}"
    sampled = Seer(seer.won, seer.lost, ERROR)
    monkeypatch.setattr(roster, "default_analyst", lambda _: sampled)
    *_, found = analysed(text, place, [], seat)
    best, wrong = found["options"][:2]
    word = "score" if seer.lost == -seer.won else "wins"
    doubt = f"{100 * ERROR / (seer.won - seer.lost):.1f}"
    assert best["value"] == f"{word} 100.0 ± {doubt} %"
    assert wrong["value"] == f"{word} 0.0 ± {doubt} %"
