"""The coach is never weaker than the strongest level: it asks the same analyst, as thoroughly."""

from dataclasses import fields, replace
from typing import Any

import pytest

from kibitz.coach.closer import BUDGETS, looking
from kibitz.coach.review import Reviewer, review
from kibitz.core.advised import advised
from kibitz.core.game import view
from kibitz.core.registry import game_names, make_game
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.battleship.analysts import Planner, Posterior
from kibitz.games.cribbage.advice.analyst import EVERY_HAND
from kibitz.players.roster import default_analyst
from tests.coach.material import played

WORK = ("nodes", "iterations", "samples", "width", "few", "close", "depth", "lines", "safe")
ENDLESS = 1 << 62
TABLES = ("bluff(players=2)", "bluff(players=6)", "cribbage(players=3)", "cribbage(players=4)")
RINGS = ("holdem(seats=3)", "holdem(seats=6)")


def work_of(analyst):
    """How much an analyst looks at, by the names of its limits; nothing set is what it has."""
    usual = {"nodes": analyst.usual_nodes, "width": ENDLESS}
    found = {}
    for name in WORK:
        if name in {field.name for field in fields(analyst)}:
            found[name] = getattr(analyst, name) or usual.get(name, 0)
    return found


@pytest.mark.parametrize("name", [*game_names(), *TABLES, *RINGS])
def test_a_review_asks_the_analyst_of_the_strongest_level(name):
    game = advised(make_game(name))
    *_, expert = game.levels.values()
    coach = looking(default_analyst(game), BUDGETS["coaching"][-1])
    if isinstance(expert.analyst, Planner):  # who gives no chances: see below
        assert isinstance(coach, Posterior)
        return
    assert type(coach) is type(expert.analyst)
    for limit, least in work_of(expert.analyst).items():
        assert work_of(coach)[limit] >= least, limit


@pytest.mark.compiled
def test_the_coach_sees_all_of_tic_tac_toe_as_its_expert_does():
    game = make_game("tictactoe")
    quick = looking(default_analyst(game), BUDGETS["fast"][0])
    assert quick.analyse(game, game.start(), 0, 0).is_exact


def test_the_coach_of_cribbage_plays_as_well_as_the_expert_or_better():
    for name in ("cribbage", "cribbage(players=3)", "cribbage(players=4)"):
        game = advised(make_game(name))
        expert: Any = game.level("expert").analyst
        coach: Any = default_analyst(game)
        assert (coach.throw, coach.play, coach.aware) == (expert.throw, expert.play, expert.aware)
        assert coach.worlds >= EVERY_HAND


def test_a_quick_look_sees_a_third_of_a_tree_and_a_thorough_one_no_less_than_the_expert():
    dots: Any = default_analyst(make_game("dots"))
    looks: list[Any] = [looking(dots, samples) for samples in (1_000, 8_000, 512_000)]
    assert [look.nodes for look in looks] == [dots.usual_nodes // 3, dots.usual_nodes, 15_360_000]
    ultimate: Any = default_analyst(make_game("ultimate"))
    looks = [looking(ultimate, samples) for samples in (1_000, 8_000)]
    assert [look.nodes for look in looks] == [ultimate.nodes // 3, ultimate.nodes]


@pytest.mark.compiled
def test_the_shots_of_the_expert_cost_nothing_in_battleship():
    record = played("battleship(2,3,rows=5,cols=5)", "expert", "expert")
    found = review(record, "fast")
    shots = [d for d in found.decisions if d.phase == "shot" and not d.is_forced]
    assert shots
    assert {(d.loss, d.weight, d.open_error) for d in shots} == {(0.0, 0.0, 0.0)}
    greedy = [d for d in shots if d.chosen != d.best]
    assert greedy  # a cell with a greater chance than the plan's
    assert all(d.chosen.is_as_good and d.chosen.reason in d.reason for d in greedy)


@pytest.mark.compiled
def test_all_shots_of_the_plan_are_as_good_and_no_others():
    game = make_game("battleship(2,3,rows=5,cols=5)")
    steps = played(game.text, "random", "random").replay().steps
    shots = [step for step in steps if game.move_text(step.position, step.move).isalnum()]
    for step in shots[8:16:2]:
        known = view(step.position, step.seat)
        planned = Planner().analyse(game, known, step.seat, 0)
        coached = Posterior().analyse(game, known, step.seat, 0)
        wanted = {o.move for o in planned.options if o.value == pytest.approx(planned.best.value)}
        assert {o.move for o in coached.options if o.is_as_good} == wanted


def test_an_option_that_is_as_good_is_no_mistake_though_its_value_is_less():
    options = [Option(0, "a", Estimate.exact(0.5)), Option(1, "b", Estimate.exact(0.3))]
    plain = Analysis.ranked(0, options, "wins")
    assert not plain.is_too_close_to_call(1)
    options[1] = replace(options[1], is_as_good=True)
    marked = Analysis.ranked(0, options, "wins")
    assert marked.is_too_close_to_call(1)
    assert not marked.is_too_close_to_call(0)


def test_the_reviewer_looks_by_the_analyst_of_the_game():
    for name in ("nim", "dots(2,2)", "kuhn"):
        replay = played(name, "random", "random").replay()
        assert Reviewer(replay).analyst == default_analyst(make_game(name))
