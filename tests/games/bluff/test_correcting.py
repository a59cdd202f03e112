"""The second forest of the belief, and the claims that it is grown on."""

import numpy as np
import pytest

from kibitz.core.game import play, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.games.bluff.belief import (
    BASE,
    FEATURE,
    LEAF,
    SECOND_FEATURE,
    SECOND_LEAF,
    SECOND_THRESHOLD,
    THRESHOLD,
    void_belief,
)
from kibitz.games.bluff.correcting import by_groups, without_luck
from kibitz.games.bluff.forest import chances, forest_odds, grown
from kibitz.games.bluff.layout import opened
from kibitz.games.bluff.material import Material, material, place_of
from kibitz.games.bluff.signs import NAMES, fill_signs
from tests.games.bluff.test_forest import slow_odds


def two_companies(rows=20_000):
    """Claims said to be lies with 50 %: where a sign is 0 they are with 60, else with 40 of 100.

    Company 0 shows the sign in one case of five, company 1 in four; so both are off by 6 points.
    """
    rng = np.random.default_rng(5)
    company = rng.integers(0, 2, rows)
    sign = np.where(rng.random(rows) < 0.8, company, 1 - company)
    lies = (rng.random(rows) < np.where(sign == 0, 0.6, 0.4)).astype(float)
    signs = sign[:, None].astype(np.float32)
    return Material(signs, lies, np.zeros(rows), company, np.ones(rows))


def test_what_is_off_in_a_company_is_put_right_by_the_sign_that_tells_it():
    found = two_companies()
    forest = grown(found.signs, np.zeros(20_000), by_groups(found), trees=40, rate=0.4, least=60.0)
    assert forest.base == 0.0  # it adds to what each row starts from
    said = chances(np.array([forest_odds(np.array([sign]), *forest) for sign in (0.0, 1.0)]))
    assert said == pytest.approx([0.6, 0.4], abs=0.03)  # four sigma of 5,000 rows


@pytest.mark.compiled
def test_what_is_off_in_both_parts_of_a_tenth_is_put_right_though_the_whole_is_not():
    """All in one company and tenth: claims are lies with 60 where the sign is 0, else with 40."""
    found = two_companies()._replace(company=np.zeros(20_000, int))
    parted, odds = found.signs[:, 0].astype(np.int64), np.zeros(20_000)
    said = []
    for parts in (None, parted):
        forest = grown(found.signs, odds, by_groups(found, parts), trees=60, rate=0.4, least=60.0)
        said.append(chances(np.array([forest_odds(np.array([s]), *forest) for s in (0.0, 1.0)])))
    assert said[0] == pytest.approx([0.5, 0.5], abs=0.03)
    assert said[1] == pytest.approx([0.6, 0.4], abs=0.03)  # four sigma of 5,000 rows


def test_a_row_that_stands_for_many_claims_counts_for_as_many():
    lies, stands_for = np.tile([1.0, 0.0, 0.0], 100), np.tile([6.0, 1.0, 1.0], 100)
    nothing, rates, company = np.zeros((300, 1), np.float32), np.zeros(300), np.zeros(300, int)
    gradient, _ = by_groups(Material(nothing, lies, rates, company, stands_for))(np.full(300, 0.5))
    assert np.all(gradient > 0)  # 6 lies in 8 claims; of rows, 1 in 3


def test_a_gap_that_luck_explains_pulls_at_nothing():
    mean, variance = np.array([0.02, -0.02, 0.2, 0.0]), np.array([0.001, 0.001, 0.001, 0.001])
    assert without_luck(mean, variance) == pytest.approx([0.0, 0.0, 0.195, 0.0])


def test_the_belief_adds_the_second_forest_to_the_first_which_it_sees():
    game = make_game("bluff(5)")
    p = game.play(game.start(), 3)
    v = opened(view(play(p, game.legal_moves(p)[-1]), 1))
    signs = np.empty(len(NAMES))
    fill_signs(v, 1, signs)
    first = slow_odds(signs, BASE[3], FEATURE[3], THRESHOLD[3], LEAF[3])
    second = SECOND_FEATURE[3], SECOND_THRESHOLD[3], SECOND_LEAF[3]
    both = slow_odds([*signs, first], first, *second)
    assert void_belief(v, 1) == pytest.approx(1 / (1 + np.exp(-both)))
    assert len(NAMES) in SECOND_FEATURE[3]


def test_each_of_many_claims_is_as_likely_kept_as_any():
    luck, trials, kept = stream(8), 4000, np.zeros(6)
    for _ in range(trials):
        rows = [0, 0]
        for number in range(6):
            place = int(place_of(number + 1, 2, luck))
            if place < 2:
                rows[place] = number
        kept[rows] += 1
    error = (trials * (1 / 3) * (2 / 3)) ** 0.5
    assert np.all(np.abs(kept - trials / 3) < 4 * error)


@pytest.mark.compiled
def test_the_claims_kept_of_a_company_stand_for_all_that_were_drawn():
    few, many = (material(2, 30, room, 7) for room in (5, 5000))
    assert np.all(many.stands_for == 1)
    for company in range(6):
        drawn = few.stands_for[few.company == company].sum()
        assert drawn == pytest.approx((many.company == company).sum())
    assert len(few.lies) < len(many.lies) / 3
