"""Tournaments: known strengths are found again, intervals cover, breaks change nothing."""

import math
from itertools import pairwise

import pytest

from kibitz.arena.journal import Journal
from kibitz.arena.ledger import Plan
from kibitz.arena.match import unique
from kibitz.arena.processes import Processes
from kibitz.arena.standings import Standings
from kibitz.arena.tournament import Tournament
from kibitz.arena.workers import Serial
from kibitz.core.kernel import COMPILED
from kibitz.errors import BadRecord, BadValue, UnknownName
from kibitz.lab.contest.tournament import tournament_snapshot
from tests.arena.crews import Lawful

SIX = ("random",) * 6
TRUTH = [250.0, 150.0, 60.0, 0.0, -90.0, -220.0]
LEVELS = ("expert", "beginner", "random", "advanced", "intermediate")


def finished(tournament, crew=None, ledger=None, match_id="", standing=None):
    standing = standing or tournament.begin()
    with crew or Serial(tournament.setting()) as hands:
        for _ in standing.run(hands, ledger, match_id):
            pass
    return standing


def ratings_of(standing):
    ratings = Standings.of(standing).ratings
    assert ratings is not None
    return ratings


def test_six_players_of_known_strength_are_put_in_order():
    standing = finished(Tournament("nim", SIX, 1, pairs=200), Lawful(TRUTH))
    standings = Standings.of(standing)
    assert [row.player for row in standings.rows] == [0, 1, 2, 3, 4, 5]
    for row, below in pairwise(standings.rows):
        assert (standings.superiority(row, below) or 0.0) > 0.9
    assert standing.is_finished


@pytest.mark.compiled
def test_intervals_cover_the_truth_as_often_as_they_claim():
    """30 tournaments of six, one of them the anchor: 150 intervals of 95 %, 4 sigma below."""
    covered, runs = 0, 30
    for run in range(runs):
        tournament = Tournament("nim", SIX, run, pairs=30, anchor="random=250")
        ratings = ratings_of(finished(tournament, Lawful(TRUTH, seed=run)))
        for place, name in enumerate(unique(SIX)[1:], 1):
            low, high = ratings.player(name).interval
            covered += low <= TRUTH[place] <= high
        assert ratings.player("random").rating == 250.0
    share, n = covered / (5 * runs), 5 * runs
    assert abs(share - 0.95) < 4 * math.sqrt(0.95 * 0.05 / n)


def test_the_first_seat_is_worth_what_it_is_worth():
    tournament = Tournament("nim", SIX, 3, pairs=300)
    ratings = ratings_of(finished(tournament, Lawful(TRUTH, first_seat=60.0)))
    assert abs(ratings.first_seat_elo - 60.0) < 4 * ratings.first_seat_error


def test_the_levels_of_nim_stand_in_order_with_their_labels():
    pairs = 12 if COMPILED else 6
    standing = finished(Tournament("nim", LEVELS, 5, pairs=pairs))
    standings, ratings = Standings.of(standing), ratings_of(standing)
    assert [row.name for row in standings.rows][:3] == ["expert", "advanced", "intermediate"]
    labels = {row.name: row.label for row in standings.rows}
    assert labels == {
        "expert": 2000, "advanced": 1600, "intermediate": 1200, "beginner": 800, "random": None,
    }  # fmt: skip
    assert ratings.anchor == "expert"
    assert ratings.player("expert").rating == 2000.0
    online = [row.online or 0.0 for row in standings.rows]
    assert sum(online) == pytest.approx(1500.0 * len(LEVELS))  # what one wins another loses


FORMATS = [("round-robin", None), ("gauntlet", None), ("knockout", None), ("swiss", 3)]


@pytest.mark.parametrize(("form", "rounds"), FORMATS)
def test_a_tournament_broken_off_anywhere_ends_as_an_undisturbed_one(form, rounds, tmp_path):
    tournament = Tournament("nim(2,3)", LEVELS, 9, form, pairs=3, rounds=rounds)
    undisturbed = finished(tournament)
    expected = tournament_snapshot(undisturbed)
    for breaks in ([1], [2, 9], [undisturbed.table.pairs - 1], [undisturbed.table.pairs]):
        journal = Journal(tmp_path)
        match_id = journal.begin(tournament.plan())
        for pairs in breaks:
            standing = Tournament.of_plan(journal.plan(match_id)).begin()
            standing.recall(journal.pairs_done(match_id))
            with Serial(tournament.setting()) as crew:
                for _ in standing.run(crew, journal, match_id, every=1):
                    if standing.table.pairs >= pairs:
                        break
            journal.release(match_id)
        standing = Tournament.of_plan(journal.plan(match_id)).begin()
        standing.recall(journal.pairs_done(match_id))
        finished(tournament, None, journal, match_id, standing)
        assert tournament_snapshot(standing) == expected
        journal.end(match_id, {})


def test_workers_do_not_change_a_tournament():
    tournament = Tournament("nim(2,3)", LEVELS, 2, "swiss", pairs=4)
    alone = tournament_snapshot(finished(tournament))
    assert tournament_snapshot(finished(tournament, Processes(tournament.setting(), 2))) == alone


def test_a_player_who_joins_at_the_end_changes_nobody_elses_games():
    few = finished(Tournament("nim(2,3)", LEVELS[:3], 4, pairs=5)).table
    more = finished(Tournament("nim(2,3)", LEVELS[:4], 4, pairs=5)).table
    assert few.tallies[0, 1].cells == more.tallies[0, 1].cells
    assert few.tallies[1, 2].payoff_sum == more.tallies[1, 2].payoff_sum


def test_pairs_of_another_tournament_are_refused(tmp_path):
    journal = Journal(tmp_path)
    match_id = journal.begin(Plan("tournament", "nim", (), 0))
    finished(Tournament("nim(2,3)", LEVELS, 9, "knockout", 3), None, journal, match_id)
    standing = Tournament("nim(2,3)", LEVELS, 9, "round-robin", 3).begin()
    standing.recall(journal.pairs_done(match_id))
    with pytest.raises(BadRecord, match="belongs"):
        finished(standing.tournament, standing=standing)
    standing = Tournament("nim(2,3)", LEVELS[:2], 9, "knockout", 1).begin()
    standing.recall(list(finished_pairs(LEVELS[:2], 3)))
    with pytest.raises(BadRecord, match="2 stored pairs do not belong to this tournament"):
        finished(standing.tournament, standing=standing)
    journal.release(match_id)


def finished_pairs(players, pairs):
    """The pairs of a tournament of two, all decided, so that none is played after them."""
    tournament = Tournament("nim(2,3)", players, 9, "round-robin", pairs)
    standing = tournament.begin()
    with Serial(tournament.setting()) as crew:
        for meetings in standing.schedule.rounds(standing.table):
            for batch in crew.run(standing._chunks(meetings, crew)):
                for played in batch.pairs():
                    yield played.result


def test_anchors_are_given_by_name_and_number():
    def anchor(text, players=LEVELS):
        standing = finished(Tournament("nim(2,3)", players, 1, pairs=1, anchor=text))
        ratings = ratings_of(standing)
        return ratings.anchor, ratings.player(ratings.anchor or "").rating

    assert anchor("random=1000") == ("random", 1000.0)
    assert anchor("beginner") == ("beginner", 800.0)
    assert anchor("random") == ("random", 0.0)
    assert anchor(None, ("random", "playout")) == ("random", 0.0)
    assert anchor("random #2=7", ("random", "random")) == ("random #2", 7.0)
    assert anchor("exec:sh -c x=1", ("exec:sh -c x=1", "random")) == ("exec:sh -c x=1", 0.0)
    with pytest.raises(UnknownName, match="did you mean 'expert'"):
        anchor("export")
    with pytest.raises(BadValue, match="no number after its ="):
        anchor("random=high")


def test_plans_that_are_no_tournament_are_refused():
    with pytest.raises(BadValue, match="this is a match, not a tournament"):
        Tournament.of_plan(Plan("match", "nim", SIX, 1))
    with pytest.raises(BadRecord, match="the plan is not a tournament's"):
        Tournament.of_plan(Plan("tournament", "nim", SIX, 1, {"colour": "red"}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("anchor", 7),
        ("format", ["swiss"]),
        ("pairs", 2.5),
        ("pairs", True),
        ("rounds", "3"),
        ("challengers", None),
        ("limit_seconds", "x"),
    ],
)
def test_a_plan_with_a_setting_of_another_kind_is_refused(name, value):
    with pytest.raises(BadRecord, match=f"not a tournament's: {name} is "):
        Tournament.of_plan(Plan("tournament", "nim", SIX, 1, {name: value}))


def test_standings_before_the_first_game_have_no_ratings():
    told = tournament_snapshot(Tournament("nim", LEVELS, 1).begin())
    assert told.pairs == 0
    assert [place.rating for place in told.standings] == [None] * 5
    assert told.superiority[0][1] is None
