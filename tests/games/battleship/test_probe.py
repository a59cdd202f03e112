"""Probes beside open hits against all explanations listed the slow way, and by hand."""

import random
from itertools import product

import numpy as np
import pytest

from kibitz.core.seeds import stream
from kibitz.games.battleship.fleets import choices_of, new_state
from kibitz.games.battleship.pattern import pattern_map
from kibitz.games.battleship.plan import plan_map
from kibitz.games.battleship.posterior import probability_map, spread
from kibitz.games.battleship.probe import OTHERS, count_explanations, fill_others, fill_probe
from kibitz.games.battleship.rules import SILENT, TOUCH
from kibitz.games.battleship.sight import HIT, MISS, UNKNOWN, note_hit
from kibitz.games.battleship.solo import new_sight
from tests.naive.battleship import all_fleets, places

LENGTHS, ROWS, COLS = (3, 2, 2), 4, 5


def shot_at(luck):
    """Waters after some shots at a random fleet, with an open hit."""
    fleet = luck.choice(all_fleets(LENGTHS, ROWS, COLS))
    cells = [[row * COLS + col for row, col in place] for place in fleet]
    while True:
        sight, left = new_sight(LENGTHS, ROWS, COLS), [len(place) for place in cells]
        for cell in luck.sample(range(ROWS * COLS), luck.randrange(2, 9)):
            ship = next((i for i, place in enumerate(cells) if cell in place), None)
            if ship is None:
                sight.marks[cell] = MISS
                continue
            left[ship] -= 1
            note_hit(sight, cell, ship, left[ship] == 0)
        if any(0 < n < len(place) for n, place in zip(left, cells, strict=True)) and all(left):
            return sight


def marked(sight, mark):
    return {cell for cell in range(ROWS * COLS) if sight.marks[cell] == mark}


def listed_chances(sight):
    """The chance of a ship that was hit on each cell; the others lie anywhere without a hit."""
    hits, misses = marked(sight, HIT), marked(sight, MISS)
    fits = []
    for length in LENGTHS:
        bodies = [{r * COLS + c for r, c in place} for place in places(length, ROWS, COLS)]
        fits.append([body for body in bodies if not body & misses and body - hits])
    heat, total = np.zeros(ROWS * COLS), 0
    for chosen in product(*fits):
        wet = [body for body in chosen if body & hits]
        covered = set().union(*wet)
        if hits <= covered and len(covered) == sum(map(len, wet)):
            total += 1
            heat[list(covered)] += 1
    return heat / total


def listed_others(sight):
    """The ships to expect on each cell if none of them was hit."""
    shot, heat = marked(sight, HIT) | marked(sight, MISS), np.zeros(ROWS * COLS)
    for length in LENGTHS:
        bodies = [{r * COLS + c for r, c in place} for place in places(length, ROWS, COLS)]
        dry = [body for body in bodies if not body & shot]
        for body in dry:
            heat[list(body)] += 1 / len(dry)
    return heat


@pytest.mark.parametrize("seed", range(6))
def test_explanations_are_those_listed_one_by_one(seed):
    sight = shot_at(random.Random(seed))
    choices = choices_of(sight)
    tally, heat = np.zeros(choices.placements.shape[:2]), np.empty(ROWS * COLS)
    total = count_explanations(choices, new_state(choices), tally)
    spread(choices, sight, tally, total, heat)
    assert heat == pytest.approx(listed_chances(sight))
    fill_others(choices, sight, heat)
    assert heat == pytest.approx(listed_others(sight))


@pytest.mark.parametrize("seed", range(6))
def test_a_likely_probe_is_worth_its_chance_and_twice_that_of_the_others(seed):
    sight = shot_at(random.Random(seed))
    chances, others = listed_chances(sight), listed_others(sight)
    unknown = sorted(marked(sight, UNKNOWN))
    greatest = chances[unknown].max()
    heat = np.empty(ROWS * COLS)
    fill_probe(sight, heat)
    for cell in unknown:
        is_probe = greatest / 2 < chances[cell] and greatest < 1
        assert heat[cell] == pytest.approx(chances[cell] + 2 * is_probe * others[cell])
    assert OTHERS == 2
    assert plan_map(sight) == pytest.approx(heat)


def test_with_one_ship_afloat_the_chances_are_exact():
    sight = new_sight((3, 2), 5, 5)
    for cell in (0, 1):
        note_hit(sight, cell, 1, cell == 1)
    note_hit(sight, 12, 0, False)
    sight.marks[13] = MISS
    heat, choices = np.empty(25), choices_of(sight)
    tally = np.zeros(choices.placements.shape[:2])
    total = count_explanations(choices, new_state(choices), tally)
    spread(choices, sight, tally, total, heat)
    exact = probability_map(sight, 1 << 60, 1, stream(1))
    assert total == exact.fleets == 4
    assert heat == pytest.approx(exact.heat)


def test_of_two_equal_probes_the_one_where_another_ship_may_lie_is_taken():
    """A5 to A9 leave no room for the other ship to the right of the hit."""
    sight = new_sight((2, 3), 1, 9)
    sight.marks[6] = HIT
    sight.marks[8] = MISS
    heat = plan_map(sight)
    assert heat[5] > heat[7] > 0
    sight.marks[4] = MISS  # the ship of three would need a cell that was missed
    assert plan_map(sight)[5] == pytest.approx(plan_map(sight)[7])


def test_a_sure_hit_comes_first_however_likely_others_are_elsewhere():
    """A3 ends the ship on A1 and A2; no other has room there, but beside C4 and C5 one has."""
    sight = new_sight((3, 4, 2), 3, 8)
    for ship, hits in enumerate([(0, 1), (19, 20)]):
        for cell in hits:
            note_hit(sight, cell, ship, False)
    sight.marks[[3, 8, 9, 10]] = MISS
    others = np.empty(24)
    fill_others(choices_of(sight), sight, others)
    heat = plan_map(sight)
    assert heat[2] == pytest.approx(1)
    assert heat[21] + 2 * others[21] > heat[2] + 2 * others[2]
    assert heat[sight.marks == UNKNOWN].max() == heat[2]


def test_where_no_sinking_is_announced_the_pattern_map_is_followed():
    sight = new_sight((3, 2), 4, 4, TOUCH | SILENT)
    sight.marks[5] = HIT
    assert plan_map(sight) == pytest.approx(pattern_map(sight))
