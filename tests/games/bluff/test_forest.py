"""The forest behind the belief: what it learns, and the walk down a tree taken slowly."""

import numpy as np
import pytest

from kibitz.games.bluff.belief import BASE, FEATURE, LEAF, THRESHOLD
from kibitz.games.bluff.forest import DEPTH, NODES, forest_odds, grown, odds_of, towards
from kibitz.games.bluff.learning import rounded_up, with_trees
from kibitz.games.bluff.signs import NAMES


def slow_odds(signs, base, feature, threshold, leaf):
    total = base
    for tree in range(len(leaf)):
        path = ""
        for layer in range(DEPTH):
            node = (1 << layer) - 1 + int(path or "0", 2)
            path += "1" if signs[feature[tree][node]] > threshold[tree][node] else "0"
        total += leaf[tree][int(path, 2)]
    return total


@pytest.mark.parametrize("forest", list(zip(BASE, FEATURE, THRESHOLD, LEAF, strict=True)))
def test_odds_are_those_of_the_slow_walk(forest):
    rng = np.random.default_rng(1)
    for signs in rng.integers(0, 20, (5, len(NAMES))).astype(float):
        assert forest_odds(signs, *forest) == pytest.approx(slow_odds(signs, *forest))


@pytest.mark.compiled
def test_a_rare_value_among_few_or_among_many_is_told_from_its_neighbours():
    rng = np.random.default_rng(3)
    few, many = rng.integers(1, 5, 20_000).astype(float), rng.random(20_000)
    few[:150], many[150:300] = 0.0, 2.0 + many[150:300]
    truth = (rng.random(20_000) < 0.2).astype(float)
    truth[:300] = 1.0
    signs, start = np.stack([few, many], 1), odds_of(truth)
    forest = grown(signs, start, towards(truth), trees=80, rate=0.2, least=2.0)
    for row in ((0.0, 0.5), (3.0, 2.5)):
        assert forest_odds(np.array(row), *forest) > 2.0  # 0.88, and 0.2 elsewhere
    assert forest_odds(np.array((3.0, 0.5)), *forest) < -1.0


def test_a_forest_learns_the_chances_of_an_event_that_hangs_on_two_signs_together():
    rng = np.random.default_rng(2)
    signs = rng.integers(0, 4, (4000, 3)).astype(float)
    chance = np.where((signs[:, 0] > 1) == (signs[:, 1] > 1), 0.8, 0.2)
    truth = (rng.random(4000) < chance).astype(float)
    forest = grown(signs, odds_of(truth), towards(truth), trees=40, rate=0.2, least=5.0)
    assert forest.feature.shape == (40, NODES)
    for row, wanted in (((0.0, 0.0, 1.0), 0.8), ((3.0, 0.0, 1.0), 0.2), ((3.0, 2.0, 3.0), 0.8)):
        said = 1 / (1 + np.exp(-forest_odds(np.array(row), *forest)))
        assert said == pytest.approx(wanted, abs=0.1)  # 4 sigma of 250 rows


def test_rows_that_weigh_more_pull_the_chance_to_themselves():
    truth = np.tile([1.0, 0.0, 0.0, 0.0, 0.0], 600)  # no period of the rows that a tree is grown on
    worth = np.where(truth == 1.0, 4.0, 1.0)
    pull = towards(truth, worth)
    forest = grown(np.zeros((3000, 1)), odds_of(truth), pull, trees=60, rate=0.2, least=5.0)
    assert forest_odds(np.zeros(1), *forest) == pytest.approx(0.0, abs=0.02)  # 4 to 4


def test_a_value_on_the_edge_stays_on_its_side_in_32_bits():
    edges = np.log(np.arange(1, 400) / 7)
    kept = rounded_up(edges).astype(np.float32)
    assert np.all(edges <= kept)
    assert np.all(kept - edges < 1e-6)
    assert np.any(edges > edges.astype(np.float32))  # rounding to the nearest would not do


def test_trees_that_are_added_to_a_smaller_forest_say_nothing():
    rng = np.random.default_rng(4)
    whole = [with_trees(part, 700, nothing) for part, nothing in PARTS]
    assert whole[0].shape[1] == 700
    for signs in rng.integers(0, 20, (5, len(NAMES))).astype(float):
        more = forest_odds(signs, BASE[0], *(part[0] for part in whole))
        assert more == forest_odds(signs, BASE[0], FEATURE[0], THRESHOLD[0], LEAF[0])


PARTS = ((FEATURE, 0), (THRESHOLD, np.inf), (LEAF, 0.0))
