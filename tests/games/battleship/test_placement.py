"""Fleets placed against a density shooter: later found, and still hard to learn."""

import math

import numpy as np
import pytest

from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.games.battleship.placement import (
    careful_fleet,
    draw_completion,
    least_entropy,
    touch_table,
)
from kibitz.games.battleship.resistance import Waters, fleet_count, shots_against
from kibitz.games.battleship.rules import TOUCH
from kibitz.games.battleship.solo import DENSITY, PATTERN, PLAN, new_sight
from kibitz.players.roster import make_player
from tests.cli.shell import check_refused, kibitz
from tests.naive.battleship import all_fleets

STANDARD = Waters((5, 4, 3, 3, 2), 10, 10, TOUCH)
SMALL = Waters((3, 2), 3, 4, TOUCH)


def test_a_density_shooter_finds_the_middle_before_the_edge():
    games = 400 if COMPILED else 4
    touches = touch_table((2,), 10, 10, TOUCH, games)
    assert touches.shape == (1, 200)
    assert touches[0, 9] == 0  # off the board
    if COMPILED:
        assert touches[0, 0] > touches[0, 44] + 10


@pytest.mark.parametrize("rules", [TOUCH, 0])
def test_a_fleet_is_completed_by_every_place_alike(rules):
    """The completions of a placed ship, against the list of all fleets."""
    sight = new_sight((3, 2), 3, 4, rules)
    before, ships, codes = np.full(12, -1), np.empty(12, np.int64), np.zeros(2, np.int64)
    before[:3] = 0
    fleets = all_fleets((3, 2), 3, 4, touch=bool(rules))
    possible = {second for first, second in fleets if first == ((0, 0), (0, 1), (0, 2))}
    luck = stream(5)
    counts: dict = {}
    draws = 200 * len(possible) if COMPILED else 20 * len(possible)
    for _ in range(draws):
        draw_completion(sight, 1, codes, before, ships, luck)
        cells = tuple((int(cell) // 4, int(cell) % 4) for cell in np.flatnonzero(ships == 1))
        counts[cells] = counts.get(cells, 0) + 1
    assert set(counts) == possible
    expected = draws / len(possible)
    chi = sum((n - expected) ** 2 / expected for n in counts.values())
    freedom = len(possible) - 1
    assert chi - freedom < 4 * math.sqrt(2 * freedom)


def test_enough_draws_find_the_places_that_are_worth_most():
    sight, touches = SMALL.sight(), np.zeros((2, 24))
    touches[0, 0], touches[1, 4] = 2.0, 1.0
    codes, ships = np.zeros(2, np.int64), np.empty(12, np.int64)
    careful_fleet(sight, touches, 400, codes, ships, stream(1))
    assert list(codes) == [0, 4]
    assert list(ships) == [0, 0, 0, -1, 1, 1, -1, -1, -1, -1, -1, -1]


def test_the_number_of_fleets_is_that_of_their_list():
    count, fleets = fleet_count(SMALL, 3), len(all_fleets((3, 2), 3, 4, touch=True))
    share = fleets / (10 * 17)
    error = fleets * math.sqrt((1 - share) / share / 20_000)
    assert abs(count - fleets) < 4 * error


def test_the_entropy_left_is_that_of_the_best_of_some_draws():
    """The best of t of N equal tickets, by listing: P(rank k) = (k^t - (k-1)^t) / N^t."""
    tickets, tries = 4096, 16
    k = np.arange(1, tickets + 1) / tickets
    chances = k**tries - (k - 1 / tickets) ** tries
    chances = chances[chances > 0]
    entropy = -(chances * np.log2(chances)).sum()
    assert least_entropy(tickets, 1, tries) == pytest.approx(entropy, abs=0.01)
    assert least_entropy(tickets, 5, 1) == 12  # no choice, nothing lost


@pytest.mark.compiled
@pytest.mark.parametrize("way", [DENSITY, PATTERN, PLAN])
def test_careful_fleets_stay_afloat_longer_than_uniform_ones(way):
    uniform, careful = (shots_against(STANDARD, way, tries, 300, 4) for tries in (0, 16))
    error = np.hypot(uniform.std(), careful.std()) / np.sqrt(300)
    assert careful.mean() - uniform.mean() > 2 + 4 * error


@pytest.mark.compiled
def test_the_expert_places_its_ships_otherwise_with_every_seed():
    game, fleets = make_game("battleship"), set()
    for seed in range(6):
        player, p = make_player("expert", game), game.start()
        for _ in range(5):
            p = game.play(p, player.move(p, 0, seed))
        fleets.add(p.fleet0)
    assert len(fleets) == 6


@pytest.mark.compiled
def test_the_placement_command_compares_placements_with_intervals():
    args = ("battleship", "placement", "--games", "60", "--seed", "2")
    answer = kibitz(*args, "--json")
    assert answer.code == 0, answer.err
    rows = answer.json["shooters"]
    assert [row["shooter"] for row in rows] == ["density", "plan"]
    for row in rows:
        assert row["gain"]["value"] == row["careful"]["value"] - row["uniform"]["value"]
    assert 20 < answer.json["least_entropy_bits"] < answer.json["uniform_entropy_bits"]
    assert abs(answer.json["uniform_entropy_bits"] - math.log2(30_093_975_536)) < 0.1
    assert kibitz(*args, "--json").out == answer.out
    assert "careful" in kibitz(*args).out


def test_the_placement_command_refuses_bad_input_in_one_sentence():
    check_refused(kibitz("battleship", "placement", "--games", "1"), "games")
    check_refused(kibitz("battleship", "placement", "--shooter", "luck"), "luck")
    check_refused(kibitz("battleship", "placement", "--game", "nim"), "nim")
