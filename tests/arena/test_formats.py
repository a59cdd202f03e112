"""Schedules against what each format promises, for every number of players that fits."""

from collections import Counter

import numpy as np
import pytest

from kibitz.arena.batch import Batch
from kibitz.arena.crosstable import CrossTable
from kibitz.arena.format import LAPS
from kibitz.arena.formats import FORMATS, make_format
from kibitz.arena.knockout import EXTRA_PAIRS, bracket, bracket_rounds
from kibitz.arena.swiss import Swiss
from kibitz.errors import BadValue, UnknownName


def batch(players, first, payoffs):
    """Pairs whose games gave the first player these payoffs; a single number is for both."""
    both = [gain if isinstance(gain, tuple) else (gain, gain) for gain in payoffs]
    gains = np.array([[[x, -x], [y, -y]] for x, y in both], float)
    plies, decisions = np.ones(gains.shape[:2], np.int64), np.ones(gains.shape, np.int64)
    return Batch(players, first, gains, plies, decisions, np.zeros(gains.shape))


def play(form, payoff):
    """Play a format out with `payoff(a, b, index)`; return its rounds and the table."""
    table, rounds = CrossTable(form.players), []
    for meetings in form.rounds(table):
        rounds.append(meetings)
        for meeting in meetings:
            first = table.pairs_between(*meeting.players)
            gains = [payoff(*meeting.players, first + i) for i in range(meeting.pairs)]
            table.add(batch(meeting.players, first, gains))
    return rounds, table


def stronger_wins(a, b, index):
    return 1.0 if a < b else -1.0


def always_drawn(a, b, index):
    return 0.0


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("pairs", [1, 7, 25])
def test_in_a_round_robin_everybody_meets_everybody_equally_often(players, pairs):
    form = make_format("round-robin", players, pairs)
    (meetings,), table = play(form, stronger_wins)
    for a in range(players):
        for b in range(players):
            assert table.pairs_between(a, b) == (pairs if a != b else 0)
    assert table.pairs == form.total_pairs()
    assert [form.merit(table, i) for i in range(players)] == [
        ((players - 1 - i) / (players - 1),) for i in range(players)
    ]
    laps = Counter(meeting.players for meeting in meetings)
    assert set(laps.values()) == {min(pairs, LAPS)}


@pytest.mark.parametrize(("players", "challengers"), [(5, 1), (5, 2), (2, 1)])
def test_in_a_gauntlet_the_challengers_meet_all_the_others(players, challengers):
    form = make_format("gauntlet", players, 4, challengers=challengers)
    _, table = play(form, stronger_wins)
    for a in range(players):
        for b in range(players):
            meets = (a < challengers) != (b < challengers)
            assert table.pairs_between(a, b) == (4 if meets else 0)
    assert table.pairs == form.total_pairs()


@pytest.mark.parametrize("players", range(2, 18))
def test_a_bracket_keeps_the_best_apart_until_the_end(players):
    slots = bracket(players)
    assert sorted(s for s in slots if s is not None) == list(range(players))
    assert len(slots) == 1 << bracket_rounds(players)
    for size in (2, 4, 8):
        if size <= len(slots) // 2:  # the best `size` stand in different parts
            part = len(slots) // size
            best = [slots.index(seed) // part for seed in range(min(size, players))]
            assert len(set(best)) == len(best)
    for a, b in zip(slots[::2], slots[1::2], strict=True):
        assert a is not None or b is not None  # nobody is given a bye by a bye


@pytest.mark.parametrize("players", [2, 3, 5, 6, 8, 11])
def test_in_a_knockout_the_best_wins_and_the_rest_fall_in_order(players):
    form = make_format("knockout", players, 3)
    rounds, table = play(form, stronger_wins)
    assert len(rounds) == bracket_rounds(players)
    assert sum(len(meetings) for meetings in rounds) == players - 1
    assert form.merit_text(table, 0) == "winner"
    assert form.merit_text(table, 1) == "final"
    assert table.pairs == form.total_pairs()


def test_a_tied_encounter_goes_on_and_is_settled_by_the_payoff_and_then_the_seeding():
    form = make_format("knockout", 2, 2)
    rounds, table = play(form, lambda a, b, index: float(index == 5) * -1.0)
    assert [meetings[0].pairs for meetings in rounds] == [2, 1, 1, 1, 1]
    assert form.merit_text(table, 1) == "winner"

    form = make_format("knockout", 2, 2)
    rounds, table = play(form, always_drawn)
    assert len(rounds) == 1 + EXTRA_PAIRS
    assert form.merit_text(table, 0) == "winner"

    form = make_format("knockout", 2, 2)  # a small win and a large loss: even in points
    rounds, table = play(form, lambda a, b, index: (1.0, -2.0))
    assert len(rounds) == 1 + EXTRA_PAIRS
    assert form.merit_text(table, 1) == "winner"


@pytest.mark.parametrize("players", [2, 4, 5, 7, 8, 16, 31])
def test_in_a_swiss_nobody_meets_anybody_twice_and_nobody_sits_out_twice(players):
    form = Swiss(players, 2)
    rounds, table = play(form, stronger_wins)
    assert len(rounds) == bracket_rounds(players)
    byes: Counter[int] = Counter()
    for meetings in rounds:
        playing = [i for meeting in meetings for i in meeting.players]
        assert len(set(playing)) == len(playing) == players // 2 * 2
        byes.update(set(range(players)) - set(playing))
    assert all(count == 1 for count in byes.values())
    assert all(tally.pairs == 2 for tally in table.tallies.values())
    assert max(range(players), key=lambda i: form.merit(table, i)) == 0
    assert sum(form.won.values()) == len(rounds) * ((players + 1) // 2)


def test_a_swiss_longer_than_its_opponents_last_lets_people_meet_again():
    form = make_format("swiss", 4, 1, rounds=5)
    rounds, table = play(form, always_drawn)
    assert len(rounds) == 5
    met = sorted(tally.pairs for tally in table.tallies.values())
    assert sum(met) == 10
    assert max(met) - min(met) <= 2


def test_a_swiss_of_equals_starts_with_the_upper_half_against_the_lower():
    form = make_format("swiss", 8, 1, rounds=1)
    (meetings,), _ = play(form, stronger_wins)
    assert [meeting.players for meeting in meetings] == [(0, 4), (1, 5), (2, 6), (3, 7)]


def test_formats_refuse_what_they_cannot_hold():
    for name in FORMATS:
        with pytest.raises(BadValue, match="two players or more, not 1"):
            make_format(name, 1, 5)
        with pytest.raises(BadValue, match="pairs must be at least 1, not 0"):
            make_format(name, 4, 0)
    with pytest.raises(UnknownName, match="did you mean 'swiss'"):
        make_format("swis", 4, 1)
    with pytest.raises(BadValue, match="rounds are for swiss only"):
        make_format("knockout", 4, 1, rounds=3)
    with pytest.raises(BadValue, match="rounds must be at least 1, not 0"):
        make_format("swiss", 4, 1, rounds=0)
    with pytest.raises(BadValue, match="challengers must be from 1 to 3, not 4"):
        make_format("gauntlet", 4, 1, challengers=4)


def test_the_cross_table_has_two_sides():
    table = CrossTable(3)
    table.add(batch((0, 2), 0, [1.0, -1.0, 0.0, 2.0]))
    assert table.points_against(0, 2) == 5.0
    assert table.points_against(2, 0) == 3.0
    assert table.payoff_against(0, 2) == 4.0 == -table.payoff_against(2, 0)
    assert table.games(2) == 8
    assert (table.points(1), table.games(1)) == (0.0, 0)
    games = list(table.rated_games("abc"))
    assert [(g.first, g.second, g.score, g.pair) for g in games[:4]] == [
        ("a", "c", 1.0, 0),
        ("c", "a", 0.0, 0),
        ("a", "c", 0.0, 1),
        ("c", "a", 1.0, 1),
    ]
