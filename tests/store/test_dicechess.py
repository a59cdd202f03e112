"""Dice chess in the archive: equal positions count as one, as a slow twin counts them by text."""

import math
from collections import defaultdict

import pytest

from kibitz.core.counted import counted
from kibitz.core.registry import make_game
from kibitz.games.dicechess.notation import dfen
from kibitz.stats.shrinkage import shrunk_rate
from kibitz.stats.significance import wilson_interval
from kibitz.store.entry import half_points
from kibitz.store.positions import Counts
from kibitz.store.prospect import BOTH, prospect
from tests.naive.dicechess_keys import naive_key
from tests.store.games import completed, random_record

GAME = counted(make_game("dicechess"))
ENDGAME = "8/8/4k3/8/8/3RK3/8/8 w - - 0 1"
SAME = (  # colours swapped, files mirrored, both
    "8/8/3rk3/8/8/4K3/8/8 b - - 0 1",
    "8/8/3k4/8/8/3KR3/8/8 w - - 0 1",
    "8/8/3kr3/8/8/3K4/8/8 b - - 7 3",
)


def random_games(count):
    return [random_record(seed, "dicechess") for seed in range(count)]


def counted_by_hand(records):
    """Games, wins and draws of every position by the twin's key, each game once."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for record in records:
        steps = [step.position for step in record.replay().steps if not step.position.must]
        sides = {naive_key(dfen(p)): p.seat for p in reversed(steps)}  # the first one's stays
        for key, seat in sides.items():
            points = half_points(record.result, seat)
            counts[key][0] += 1
            counts[key][1] += points == 2
            counts[key][2] += points == 1
    return counts


def test_positions_are_counted_as_the_slow_twin_counts_them(archive):
    records = random_games(3)
    archive.add(records)
    by_hand, checked = counted_by_hand(records), 0
    for record in records:
        for step in record.replay().steps[:60]:
            p = step.position
            if not p.must:
                found = archive.positions.counts("dicechess", *GAME.canonical(p, p.seat))
                assert found == Counts(*by_hand[naive_key(dfen(p))])
                checked += 1
    assert checked > 100
    start = archive.positions.counts("dicechess", *GAME.canonical(GAME.start(), 0))
    assert start.n == 3


def test_a_game_counts_once_where_both_sides_come_to_equal_positions(archive):
    """A side that cannot move leaves the other one before the same position, colours swapped."""
    start = naive_key(dfen(GAME.start()))
    both = []
    for record in random_games(40):
        steps = [step.position for step in record.replay().steps if not step.position.must]
        sides = {p.seat for p in steps if naive_key(dfen(p)) == start}
        both += [record] if len(sides) == 2 else []
    assert len(both) >= 2
    archive.add(both)
    counts = archive.positions.counts("dicechess", *GAME.canonical(GAME.start(), 0))
    assert counts.n == len(both)
    assert counts.wins == sum(half_points(record.result, 0) == 2 for record in both)
    assert counts.interval == wilson_interval(counts.wins, len(both))


def test_games_from_equal_positions_share_a_counter(archive):
    wins = {}
    for seed, text in enumerate((ENDGAME, *SAME)):
        record = completed("dicechess", text, seed)
        archive.add([record])
        side = GAME.parse_position(text).seat
        wins[text] = half_points(record.result, side)
    counts = {
        archive.positions.counts("dicechess", *GAME.canonical(GAME.parse_position(text), 0))
        for text in wins
    }
    assert len(counts) == 1
    (shared,) = counts
    assert shared.n == 4
    assert shared.wins == sum(points == 2 for points in wins.values())


@pytest.mark.compiled
def test_few_games_are_drawn_towards_the_rollouts_and_the_rollouts_are_kept(archive):
    p = GAME.parse_position(ENDGAME)
    alone = prospect(archive, GAME, p)
    assert (alone.source, alone.analyst) == ("rollouts", "rollouts of the learned judge")
    assert prospect(archive, GAME, GAME.parse_position(SAME[0])).source == "cache"
    archive.add([completed("dicechess", ENDGAME, seed) for seed in range(6)])
    both = prospect(archive, GAME, p)
    assert (both.source, both.n, both.counts.n) == (BOTH, 6, 6)
    expected = shrunk_rate(both.counts.points, 6, alone.value)
    assert math.isclose(both.value, expected, rel_tol=1e-9)
    assert both.low < both.value < both.high
    assert prospect(archive, GAME, p, wanted_error=0.49).source == "archive"
