"""Work cut into blocks: every unit is done once, in order, and no number changes."""

import numpy as np
import pytest

from kibitz.core.blocks import blocks, spans
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import generator, stream
from kibitz.games.battleship.fleets import UNFINISHED, choices_of, enumerate_fleets, new_state
from kibitz.games.battleship.posterior import probability_map
from kibitz.games.battleship.resistance import shots_needed
from kibitz.games.battleship.sight import sight_of
from kibitz.games.battleship.solo import PARITY
from kibitz.games.bluff.contest import WAYS, contest
from kibitz.search.cfr import solve
from kibitz.stats.bootstrap import resample, resampled_means

HUGE = 1 << 40
# What the kernels said when each did all of its work in one call.
SHOTS = [5, 11, 7, 8, 11, 7, 8, 8, 9, 7, 9, 7]
HEAT = [0.32, 0.3, 0.36, 0.3, 0.36, 0.34, 0.46, 0.46, 0.3, 0.32, 0.22, 0.26]
CONTEST = (0.9, 3496)
EXPLOITABILITY = 0.002392856793020509


@pytest.mark.parametrize("most", [1, 15, 16, 17, 1000])
def test_blocks_make_up_the_whole(most):
    assert sum(blocks(most)) == most
    places = np.arange(most)
    assert np.concatenate([places[span] for span in spans(most, 3)]).tolist() == places.tolist()


def test_blocks_end_when_time_is_up_but_not_before_the_first():
    assert len(list(blocks(HUGE, 1e-9))) <= 2
    assert list(blocks(5, 1e-9, 5)) == [5]


@pytest.fixture(params=[1, 7, HUGE], ids=["single", "sevens", "whole"])
def cut(request, monkeypatch):
    """All work cut into blocks of one size."""
    size = request.param

    def cut_so(most, seconds=None, first=0):
        done = 0
        while done < most:
            yield min(size, most - done)
            done += size

    def spans_so(most, first=0):
        done = 0
        for block in cut_so(most):
            yield slice(done, done + block)
            done += block

    for module in ("search.cfr", "games.battleship.posterior"):
        monkeypatch.setattr(f"kibitz.{module}.blocks", cut_so)
    for module in ("stats.bootstrap", "games.battleship.resistance", "games.bluff.contest"):
        monkeypatch.setattr(f"kibitz.{module}.spans", spans_so)


def test_an_equilibrium_does_not_depend_on_how_its_iterations_are_cut(cut):
    solved = solve(make_game("kuhn"), 60)
    assert solved.exploitability == pytest.approx(EXPLOITABILITY, rel=1e-12)


def test_resampled_means_are_those_of_one_draw(cut):
    few, many = np.array([0.0, 0.5, 0.5, 1.0]), np.arange(40.0)
    counts = generator(3).multinomial(4, [0.25, 0.5, 0.25], size=100)
    assert resampled_means(few, 100, 3) == pytest.approx(counts @ [0.0, 0.5, 1.0] / 4)
    whole = np.empty(100)
    resample(many, stream(3), whole)
    assert resampled_means(many, 100, 3).tolist() == whole.tolist()


def test_games_and_maps_of_battleship_are_the_same_however_they_are_cut(cut):
    small = (2, 2), 3, 4
    shots = shots_needed(PARITY, 12, 5, *small)
    assert shots.tolist() == SHOTS
    game = make_game("battleship(2,2,rows=3,cols=4)")
    sight = sight_of(game.parse_position("-"), 0)
    exact = probability_map(sight, 10_000, 1, stream(0))
    choices = choices_of(sight)
    tally = np.zeros(choices.placements.shape[:2])
    counted = int(enumerate_fleets(choices, new_state(choices), tally, 10_000, False))
    assert exact.fleets == counted != UNFINISHED
    assert exact.heat.sum() == pytest.approx(4)
    sampled = probability_map(sight, 0, 50, stream(1))
    assert sampled.samples == 50
    assert sampled.effective_samples == pytest.approx(50)
    assert sampled.heat.tolist() == pytest.approx(HEAT)


@pytest.mark.skipif(not COMPILED, reason="whole games take long uncompiled")
def test_contests_of_bluff_are_the_same_however_they_are_cut(cut):
    start = make_game("bluff(2)").start()
    played = contest(start, (WAYS["honest"], WAYS["naive"]), 20, 5)
    assert (played.means[0], played.claims) == CONTEST
