"""The players of bluff against each other, every deal with every rotation of the seats.

A payoff of 0 is the fair share. Bounds are four standard errors: one false alarm in 30,000.
"""

import pytest

from kibitz.core.advised import advised
from kibitz.core.game import play, view, world
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.games.bluff.analysts import SCALED
from kibitz.games.bluff.belief import belief
from kibitz.games.bluff.contest import contest, contests
from kibitz.games.bluff.layout import opened
from kibitz.games.bluff.values import HONEST, MODELLING, NAIVE
from kibitz.players.roster import default_analyst, make_player
from tests.cli.shell import kibitz


@pytest.mark.compiled
@pytest.mark.parametrize(
    "others",
    [
        (HONEST, HONEST, HONEST),
        (NAIVE, NAIVE, NAIVE),
        (HONEST, NAIVE),
        (HONEST, NAIVE, NAIVE),
        (HONEST, NAIVE, HONEST, NAIVE),
    ],
)
def test_the_modelling_player_beats_honest_and_naive_ones(others):
    players = (MODELLING, *others)
    found = contest(make_game(f"bluff({len(players)})").start(), players, 200, seed=8)
    assert found.means[0] - 4 * found.errors[0] > 0


@pytest.mark.compiled
@pytest.mark.parametrize("players", [(MODELLING, NAIVE), (MODELLING, HONEST, NAIVE)])
def test_beliefs_beat_the_base_rate_of_lies(players):
    found = contest(make_game(f"bluff({len(players)})").start(), players, 60, seed=9)
    assert found.claims > 1000
    assert found.brier < found.base_brier


def test_a_contest_pays_out_nothing_in_sum_and_counts_every_belief():
    start = make_game("bluff(3,turns=4)").start()
    found = contest(start, (HONEST, NAIVE, MODELLING), 2, seed=1)
    assert sum(found.means) == pytest.approx(0)
    assert sum(count for count, *_ in found.bins) == found.claims
    assert contest(start, (HONEST, NAIVE, MODELLING), 2, seed=1) == found


def test_a_contest_that_is_looked_at_goes_on_as_if_nobody_looked(monkeypatch):
    start, ways = make_game("bluff(3,turns=4)").start(), (HONEST, NAIVE, MODELLING)
    monkeypatch.setattr("kibitz.games.bluff.contest.LOOKS", 1)
    at_once = contest(start, ways, 5, seed=1)
    monkeypatch.undo()
    looks = list(contests(start, ways, 5, seed=1))
    assert [look.rounds for look in looks] == [2, 4, 5]
    assert looks[-1] == at_once


def test_an_honest_player_tells_the_truth_and_calls_only_what_it_knows():
    game = make_game("bluff(4)")
    honest = make_player("honest", game)
    p = game.play(game.start(), 4)
    text = game.move_text(p, honest.move(view(p, 0), 0, 1))
    held = game.position_text(p).split(",")[0]
    assert set(text) == {"A"} if "A" in held else len(text) == 1
    claimed = game.play(p, honest.move(view(p, 0), 0, 1))
    assert game.move_text(claimed, honest.move(view(claimed, 1), 1, 1)) == "pass"


def test_the_coach_is_the_expert_and_tells_the_one_belief():
    game = advised(make_game("bluff(3)"))
    coach = default_analyst(game)
    assert coach == game.level("expert").analyst
    p = game.play(game.start(), 11)
    v = view(play(p, game.legal_moves(p)[0]), 1)
    lie = f"the claim is a lie with chance {100 * float(belief(opened(v), 1)):.1f} %"
    assert coach.within(iterations=4).analyse(game, v, 1, 1).notes == (lie, SCALED)


def test_two_worlds_with_equal_views_get_equal_moves():
    game, luck = make_game("bluff(3)"), stream(6)
    p = game.play(game.start(), 11)
    p = play(p, game.legal_moves(p)[0])
    names = ("honest", "naive", "modelling", "mcts(iterations=20)")
    for name in names if COMPILED else names[:3]:
        player = make_player(name, game)
        v = view(p, 1)
        moved = {player.move(view(world(v, 1, luck), 1), 1, 3) for _ in range(4)}
        assert moved == {player.move(v, 1, 3)}


def test_the_calibration_command_reports_payoffs_and_beliefs():
    args = ("bluff", "calibration", "honest", "modelling", "--rounds", "2", "--seed", "1")
    if not COMPILED:
        pytest.skip("whole games take too long uncompiled")
    answer = kibitz(*args, "--json")
    assert answer.code == 0, answer.err
    assert sum(answer.json["payoffs"]) == pytest.approx(0)
    assert 0 <= answer.json["brier"] <= 1
    assert kibitz(*args, "--json").out == answer.out
    assert "Brier" in kibitz(*args).out
