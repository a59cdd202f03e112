"""What levels lose at the same decisions: one coach, one set of worlds, and all are asked."""

import json
from dataclasses import dataclass
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from benchmarks import same_decisions
from benchmarks._company import mixed
from benchmarks._same_decisions import OneDecision, SharedDecision, shared_decisions
from benchmarks.marks import MARKS, falls_at_the_same

from kibitz.coach.progress import STRENGTHS
from kibitz.coach.review import Reviewer
from kibitz.core.advised import advised
from kibitz.core.game import Game, Position, play, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import generator
from kibitz.estimate.analyst import Analyst, Best, Choice, Level, Slips
from kibitz.estimate.estimate import UNSEEN, Analysis, Estimate, Option
from kibitz.games.bluff.analysts import Foresight
from kibitz.games.holdem.ring.analyst import RingStrategy
from kibitz.players.roster import default_analyst
from tests.coach.material import played

SHARED = json.loads(MARKS.read_text())["shared"]
PAGE = Path(__file__).parents[2] / "docs" / "coach.md"
NIM = make_game("nim(1,2,4)")  # one move of seven wins: four stones become three
WON_GAME = 20.0  # points that a whole game weighs where nothing is hidden


@dataclass(frozen=True)
class Guess(Analyst):
    """Values by its seed alone."""

    name: ClassVar[str] = "guess"

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        legal = game.legal_moves(view)
        values = generator(seed).random(len(legal)).tolist()
        options = [Option(m, str(m), Estimate.exact(v)) for m, v in zip(legal, values, strict=True)]
        return Analysis.ranked(seat, options, "wins", seed=seed)


def level(analyst: Analyst, choice: Choice) -> Level:
    return Level(analyst, choice, 0, "")


def at_start(coach: Analyst, seed: int = 1) -> OneDecision:
    return OneDecision(NIM, coach, NIM.start(), 0, NIM.legal_moves(NIM.start())[0], seed)


def test_who_always_picks_the_best_loses_nothing_and_random_play_what_the_options_lose():
    coach = default_analyst(NIM)
    best, slips = level(coach, Best()), level(coach, Slips(0.25))
    lost = at_start(coach).lost_by({"best": best, "slips": slips}, 5)
    at_random = WON_GAME * 6 / 7
    assert lost == pytest.approx({"random": at_random, "best": 0.0, "slips": at_random / 4})


def test_who_asks_the_same_kind_of_analyst_does_not_ask_it_with_the_seed_of_the_coach():
    guesses = [
        at_start(Guess(), seed).lost_by({"own": level(Guess(), Best())}, seed)["own"]
        for seed in range(20)
    ]
    assert sum(lost > 0.0 for lost in guesses) > 10  # one in seven is as good by chance


def test_levels_that_differ_by_slips_alone_mean_the_same():
    careful, careless = level(Guess(), Best()), level(Guess(), Slips(0.5))
    for seed in range(5):
        lost = at_start(Guess(), seed).lost_by({"careful": careful, "careless": careless}, 7)
        assert lost["careless"] == pytest.approx((lost["careful"] + lost["random"]) / 2)


def test_every_level_is_asked_at_every_decision_that_a_review_counts():
    game = make_game("nim(2,3,4)")
    found = shared_decisions(game, ["beginner", "advanced"], 3, "fast")
    reviewed = Reviewer(
        played("nim(2,3,4)", "beginner", "advanced", seed=3).replay(), budget="fast"
    )
    counted = [d.position for d in reviewed.review().decisions if d.is_weighed]
    assert [one.position for one in found] == counted
    assert len(found) > 1
    for one in found:
        assert tuple(one.lost) == STRENGTHS
        assert one.lost["random"] > one.lost["expert"] == 0.0


def test_what_the_made_move_loses_is_what_a_review_says_it_lost():
    record = played("tictactoe", "random", "random", seed=4)
    reviewer = Reviewer(record.replay(), budget="fast")
    for d, step in zip(reviewer.review().decisions, record.replay().steps, strict=True):
        one = OneDecision(reviewer.game, reviewer.analyst, step.position, d.seat, step.move, 0)
        assert one.is_weighed == d.is_weighed
        assert one.weight(step.move) == d.weight


@pytest.mark.compiled
def test_a_play_of_bluff_that_nobody_made_is_looked_at_when_a_level_picks_it():
    game = make_game("bluff(4,turns=8)")
    p = play(game.start(), 4)
    coach = Foresight(200)
    usual = coach.analyse(game, p, 0, 1)
    passed_over = [o.move for o in usual.options if o.estimate.by == UNSEEN][::40]
    one = OneDecision(game, coach, p, 0, usual.best.move, 1)
    lost = {move: one.weight(move) for move in passed_over}
    assert lost == {m: OneDecision(game, coach, p, 0, m, 1).weight(m) for m in passed_over}
    assert max(lost.values()) > 0.0
    assert one.text == game.position_text(view(p, 0)) != game.position_text(p)


@pytest.mark.compiled
def test_of_two_answers_in_bluff_both_are_looked_at_whichever_was_made():
    game = make_game("bluff(4,turns=8)")
    p = play(game.start(), 4)
    p = play(p, game.legal_moves(p)[-1])
    looks = [Foresight(40).asked_about(move).analyse(game, p, 1, 1) for move in game.legal_moves(p)]
    assert len(looks) == 2
    assert looks[0] == looks[1]


@pytest.mark.compiled
def test_what_the_strategy_for_many_seats_plays_is_played_out_without_asking():
    game = make_game("holdem(seats=3)")
    p = play(game.start(), 4)
    coach = RingStrategy(20)
    usual = coach.analyse(game, p, p.seat, 1)
    own = [option.move for option in usual.options if option.frequency]
    odd = [move for move in game.legal_moves(p)[7:11] if move not in own]
    assert any(coach.asked_about(m).analyse(game, p, p.seat, 1) != usual for m in odd)
    assert own
    assert all(coach.asked_about(m).analyse(game, p, p.seat, 1) == usual for m in own)


def test_at_tables_of_all_levels_each_meets_each_in_every_seat():
    four, two = make_game("bluff"), make_game("nim")
    levels = list(advised(four).levels)
    tables = [mixed(four, number) for number in range(4)]
    assert all(sorted(table) == sorted(levels) for table in tables)
    assert {table[0] for table in tables} == set(levels)
    pairs = {tuple(mixed(two, number)) for number in range(12)}
    assert pairs == set(permutations(levels, 2))


def made_games(count: int) -> list[tuple[dict[str, float], int]]:
    """Games that are worth little or much to all levels alike."""
    rng = np.random.default_rng(8)
    games = []
    for stakes in rng.exponential(1.0, count):
        lost = {name: stakes * (5 - i) + rng.normal(0.0, 0.2) for i, name in enumerate(STRENGTHS)}
        games.append((lost, 1))
    return games


def test_the_interval_of_a_step_is_that_of_the_difference_in_the_same_games():
    games = made_games(60)
    found = same_decisions.figures(games)
    for weaker, stronger in pairwise(STRENGTHS):
        step, error = found["steps"][stronger]
        (cost, of_weaker), (less, of_stronger) = found["costs"][weaker], found["costs"][stronger]
        assert step == pytest.approx(cost - less, abs=2e-4)
        assert error < 0.6 * np.hypot(of_weaker, of_stronger)
        gaps = [lost[weaker] - lost[stronger] for lost, _ in games]
        assert error == pytest.approx(np.std(gaps, ddof=1) / 60**0.5, abs=2e-5)


def test_the_table_says_which_steps_are_not_shown():
    found: dict[str, Any] = same_decisions.figures(made_games(60))
    assert falls_at_the_same(found) == "yes"
    found["steps"]["advanced"], found["steps"]["expert"] = [0.1, 0.06], [-0.1, 0.01]
    told = "advanced not told from intermediate; expert no less than advanced"
    assert falls_at_the_same(found) == told
    found["steps"]["advanced"] = [0.1, 0.05]
    assert falls_at_the_same(found) == "expert no less than advanced"
    assert falls_at_the_same(found | {"games": 9}) == "too few games to tell"


def test_a_run_that_is_cut_short_goes_on_with_the_games_it_has(tmp_path, monkeypatch, capsys):
    path, journal, asked = tmp_path / "marks.json", tmp_path / "journal.jsonl", []

    def one_game(game: Game, players: list[str], seed: int, budget: str) -> list[SharedDecision]:
        asked.append(seed)
        lost = {name: float(5 - i) for i, name in enumerate(STRENGTHS)}
        return [SharedDecision("move", "1,2", lost), SharedDecision("move", "1,1", lost)]

    path.write_text(json.dumps({"games": {}, "marks": {}, "errors": {}}))
    monkeypatch.setattr(same_decisions, "MARKS", path)
    monkeypatch.setattr(same_decisions, "shared_decisions", one_game)
    settings = {"MARKS": "nim(1,2)", "JOURNAL": str(journal), "SEED": "100"}
    for name, value in settings.items():
        monkeypatch.setenv(f"KIBITZ_{name}", value)
    for games in ("4", "12"):
        monkeypatch.setenv("KIBITZ_GAMES", games)
        same_decisions.main()
    assert asked == list(range(100, 112))
    found = json.loads(path.read_text())["shared"]["nim(1,2)"]
    assert (found["games"], found["decisions"]) == (12, 24)
    assert found["costs"] == {name: [5.0 - i, 0.0] for i, name in enumerate(STRENGTHS)}
    assert "| 12 | 24 | yes |" in capsys.readouterr().out


def test_the_table_of_the_documentation_is_that_of_the_file():
    page = PAGE.read_text("utf-8")
    assert "\n" + "\n".join(same_decisions.table(SHARED)) + "\n" in page
    assert set(SHARED) == set(same_decisions.GAMES.split(";"))
