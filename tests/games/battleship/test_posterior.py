"""Probability maps against every fleet enumerated the slow way."""

import random

import numpy as np
import pytest

from kibitz.core.game import play, view
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.games.battleship.analysts import Posterior
from kibitz.games.battleship.posterior import probability_map
from kibitz.games.battleship.rules import BYTE, FLEET, byte, is_placing
from kibitz.games.battleship.sight import sight_of
from kibitz.games.battleship.world import world
from tests.contract.walks import decisions
from tests.naive.battleship import all_fleets, chances

BOARDS = [
    ("battleship(3,2,rows=4,cols=5)", (3, 2), 4, 5, True, "sink"),
    ("battleship(3,2,2,rows=4,cols=4)", (3, 2, 2), 4, 4, True, "sink"),
    ("battleship(3,2,rows=4,cols=5,touch=false)", (3, 2), 4, 5, False, "sink"),
    ("battleship(3,2,2,rows=4,cols=4,announce=ship)", (3, 2, 2), 4, 4, True, "ship"),
    ("battleship(3,3,rows=4,cols=5,announce=hit)", (3, 3), 4, 5, True, "hit"),
]
GAMES = 12 if COMPILED else 2
EVERYTHING = 1 << 60


def code_of(place, rows, cols):
    (row, col), second = place[0], place[1]
    return row * cols + col + (rows * cols if second[0] > row else 0)


def shot_at(game, fleet, shots):
    """The position in which seat 0 has shot so at that fleet, and seat 1 somewhere."""
    p = game.start()
    codes = [code_of(place, game.rows, game.cols) for place in fleet]
    for code in codes + codes:
        p = play(p, code)
    for turn_number, (row, col) in enumerate(shots):
        p = play(p, row * game.cols + col)
        p = play(p, turn_number)
    return p


def some_games(board, count):
    """Random fleets with random shots at them, half of them near the ships."""
    text, lengths, rows, cols, touch, announce = board
    fleets, luck = all_fleets(lengths, rows, cols, touch), random.Random(7)
    game = make_game(text)
    for _ in range(count):
        fleet = luck.choice(fleets)
        cells = [(r, c) for r in range(rows) for c in range(cols)]
        own = [cell for place in fleet for cell in place]
        shots = luck.sample(own, luck.randrange(len(own)))
        shots += luck.sample([c for c in cells if c not in own], luck.randrange(5))
        luck.shuffle(shots)
        yield game, fleets, fleet, shots, announce


@pytest.mark.parametrize("board", BOARDS)
def test_counted_maps_equal_enumeration_of_every_fleet(board):
    for game, fleets, fleet, shots, announce in some_games(board, GAMES):
        left, heat = chances(fleets, fleet, shots, announce)
        p = view(shot_at(game, fleet, shots), 0)
        found = probability_map(sight_of(p, 0), EVERYTHING, 10, stream(1))
        assert found.is_exact
        assert found.fleets == len(left)
        expected = [heat.get(divmod(cell, game.cols), 0.0) for cell in range(len(found.heat))]
        assert found.heat == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("board", BOARDS)
def test_sampled_maps_agree_with_enumeration(board):
    samples = 4000 if COMPILED else 300
    for game, fleets, fleet, shots, announce in some_games(board, 3):
        _, heat = chances(fleets, fleet, shots, announce)
        p = view(shot_at(game, fleet, shots), 0)
        found = probability_map(sight_of(p, 0), 0, samples, stream(3))
        assert not found.is_exact
        assert 1 <= found.effective_samples <= found.samples * (1 + 1e-9)
        for cell, (chance, error) in enumerate(zip(found.heat, found.errors, strict=True)):
            true = heat.get(divmod(cell, game.cols), 0.0)
            # 5 sigma, over about 300 cells: one false alarm in 6,000 runs
            assert abs(chance - true) <= 5 * error + 1e-9


def test_a_sinking_tells_apart_hits_before_and_after_it():
    """A hit after a sinking cannot belong to the sunk ship."""
    game = make_game("battleship(2,2,rows=3,cols=4)")
    fleet = [((0, 1), (0, 2)), ((0, 3), (1, 3))]
    p = view(shot_at(game, fleet, [(0, 1), (0, 2), (0, 3)]), 0)
    found = probability_map(sight_of(p, 0), EVERYTHING, 0, stream(0))
    _, heat = chances(all_fleets((2, 2), 3, 4), fleet, [(0, 1), (0, 2), (0, 3)], "sink")
    assert found.heat[7] == pytest.approx(heat[1, 3]) == 1.0
    assert game.parse_position(game.position_text(p)) == p
    assert "=" in game.position_text(p)


@pytest.mark.compiled
def test_worlds_are_near_uniform_over_the_fleets_that_explain_a_view():
    game = make_game(BOARDS[0][0])
    fleets = all_fleets((3, 2), 4, 5)
    fleet = fleets[40]
    shots = [fleet[0][0], fleet[1][1]]
    left, _ = chances(fleets, fleet, shots, "sink")
    v, luck, draws = view(shot_at(game, fleet, shots), 0), stream(5), 20_000
    counts: dict = {}
    for _ in range(draws):
        drawn = int(world(v, 0, luck).fleet1)
        counts[drawn] = counts.get(drawn, 0) + 1
    assert len(counts) == len(left)
    share = np.array(list(counts.values())) / draws * len(left)
    # eight candidates by weight leave a bias of about a tenth; noise has sigma sqrt(n/draws)
    assert abs(share - 1).max() < 0.25 + 4 * np.sqrt(len(left) / draws)


def test_a_view_hides_the_enemy_and_nothing_else():
    game = make_game("battleship")
    p = game.parse_position(
        "A1h,A2h,A3h,A4h,A5h J1v,I1v,H1v,G1v,F1v J9,A1/J1/ B9/A1/ 0".replace("/ ", " ")
    )
    v = view(p, 0)
    assert v.fleet0 == p.fleet0
    assert all(byte(v[FLEET + 1], ship) == 255 for ship in range(5))
    assert v.fleet1 >> 5 * BYTE == 0
    assert tuple(v)[2:] == tuple(p)[2:]


def test_a_cell_that_no_sampled_fleet_covers_is_not_certain_to_be_empty():
    game = make_game("battleship")
    p, seat = next((p, seat) for p, seat in decisions(game, 1) if not is_placing(p))
    found, _ = Posterior(samples=3, budget=1).estimates(sight_of(view(p, seat), seat), 1)
    uncovered = [made for made in found if made.value == 0]
    assert uncovered
    assert all(made.samples == 3 and made.error > 0.1 for made in uncovered)
