"""Matches: the verdict of the prefix, the error rates of the test, resuming."""

import math
from dataclasses import replace

import numpy as np
import pytest

from kibitz.arena.batch import Batch
from kibitz.arena.chunk import Chunk, Pairing
from kibitz.arena.journal import Journal
from kibitz.arena.match import Match, MatchRun
from kibitz.arena.stop import (
    LEAST_PAIRS,
    Ending,
    FixedPairs,
    SprtRule,
    TargetError,
    elo_error,
    rule_from_fields,
)
from kibitz.arena.tally import Tally
from kibitz.arena.workers import Serial
from kibitz.errors import BadRecord, BadValue, WrongKind
from kibitz.lab.contest.match import match_snapshot
from kibitz.lab.encoder import plain
from kibitz.stats.design import Design
from kibitz.stats.elo import EloModel
from tests.arena.crews import Lawful, Ragged

NIM = ("nim:expert", "nim:beginner")


def finished(match, crew=None, ledger=None, match_id="", progress=None):
    progress = progress or match.begin()
    with crew or Serial(match.setting()) as hands:
        for _ in progress.run(hands, ledger, match_id):
            pass
    return progress


@pytest.mark.parametrize(
    "rule",
    [FixedPairs(25), SprtRule(Design(0, 50)), SprtRule(Design(0, 50), 9), TargetError(150.0)],
)
def test_the_result_does_not_depend_on_how_pairs_are_cut_into_chunks(rule):
    match = Match("nim(3,4)", NIM, rule, seed=4)
    alone = plain(match_snapshot(finished(match)))
    assert plain(match_snapshot(finished(match, Ragged(match.setting(), [1])))) == alone
    assert plain(match_snapshot(finished(match, Ragged(match.setting(), [64, 3, 17])))) == alone


def test_the_expert_is_proven_stronger_in_few_pairs():
    progress = finished(Match("nim", NIM, SprtRule(Design(0, 50)), seed=1))
    assert progress.ending is Ending.H1
    assert progress.tally.pairs < 40
    assert progress.tally.results.los > 0.999


def test_a_player_is_not_stronger_than_itself():
    rule = SprtRule(Design(0, 50), 2000)
    progress = finished(Match("nim", ("random", "random"), rule, seed=2))
    assert progress.ending is Ending.H0
    capped = Match("nim", ("random", "random"), SprtRule(Design(0, 5), 40), seed=2)
    progress = finished(capped)
    assert progress.ending is Ending.INCONCLUSIVE
    assert progress.tally.pairs == 40


@pytest.mark.compiled
@pytest.mark.parametrize(("elo", "wrong"), [(0.0, Ending.H1), (60.0, Ending.H0)])
def test_a_match_is_wrong_no_more_often_than_its_test_allows(elo, wrong):
    """1,000 simulated matches at each hypothesis; 4 sigma of 5 % are 2.8 %."""
    design, matches = Design(0, 60), 1000
    endings = []
    for number in range(matches):
        match = Match("nim", ("random", "random"), SprtRule(design), seed=number)
        crew = Lawful([elo, 0.0], first_seat=50.0, draws=0.3, seed=7)
        endings.append(finished(match, crew).ending)
    assert Ending.INCONCLUSIVE not in endings
    assert endings.count(wrong) / matches < 0.05 + 4 * math.sqrt(0.05 * 0.95 / matches)
    assert endings.count(wrong) > 0  # and the bounds are not wider than they need to be


def test_the_match_stops_when_the_elo_is_known_well_enough():
    rule = TargetError(40.0)
    progress = finished(Match("nim", ("random", "random"), rule, seed=3))
    assert progress.ending is Ending.FINISHED
    assert elo_error(progress.tally.results) <= 40.0
    capped = finished(Match("nim", ("random", "random"), TargetError(1.0, 50), seed=3))
    assert capped.ending is Ending.INCONCLUSIVE
    assert capped.tally.pairs == 50


def test_the_pairs_still_needed_are_about_right():
    match = Match("nim", ("random", "random"), SprtRule(Design(0, 40)), seed=5)
    progress = match.begin()
    guesses, lengths = [], []
    for seed in range(12):
        progress = match.begin()
        crew = Lawful([20.0, 0.0], seed=seed)
        assert math.isnan(progress.judge.pairs_needed())
        first = Batch.part(crew.play(Chunk(Pairing((0, 1), seed), 0, 60)), 0, 60)
        progress.count(first)
        if progress.ending is None:
            guesses.append(progress.judge.pairs_needed())
            lengths.append(finished(match, crew, progress=progress).tally.pairs - 60)
    assert 0.3 < np.mean(guesses) / np.mean(lengths) < 3.0
    assert progress.judge.pairs_needed() == 0


@pytest.mark.parametrize("pairs", [0, 1, 7, 30])
def test_a_resumed_match_ends_as_an_undisturbed_one(pairs, tmp_path):
    match = Match("nim(3,4)", NIM, FixedPairs(30), seed=8)
    undisturbed = plain(match_snapshot(finished(match)))
    journal = Journal(tmp_path)
    match_id = journal.begin(match.plan())
    progress = match.begin()
    with Serial(match.setting()) as crew:
        run = progress.run(crew, journal, match_id, every=1)
        while progress.tally.pairs < pairs:
            next(run)
    journal.release(match_id)

    later = Journal(tmp_path)
    again = Match.of_plan(later.plan(match_id))
    assert again == match
    progress = again.begin()
    progress.recall(later.pairs_done(match_id))
    assert progress.tally.pairs == pairs
    finished(again, None, later, match_id, progress)
    assert plain(match_snapshot(progress)) == undisturbed
    assert [pair.index for pair in later.pairs_done(match_id)] == list(range(30))


def test_a_ledger_is_given_the_pairs_that_count_and_no_more(tmp_path):
    match = Match("nim", NIM, SprtRule(Design(0, 50)), seed=1)
    journal = Journal(tmp_path)
    match_id = journal.begin(match.plan())
    progress = finished(match, Ragged(match.setting(), [64]), journal, match_id)
    kept = list(journal.pairs_done(match_id))
    assert len(kept) == progress.tally.pairs
    assert [pair.half_points for pair in kept].count(4) == progress.tally.cells[4]
    journal.release(match_id)


def test_pairs_that_are_out_of_order_are_refused():
    match = Match("nim", NIM, FixedPairs(5), seed=1)
    batch = next(Serial(match.setting()).run([Chunk(Pairing((0, 1), 1), 3, 1)]))
    with pytest.raises(BadRecord, match="pair 3 is stored where 0 belongs"):
        match.begin().recall(pair.result for pair in batch.pairs())


@pytest.mark.parametrize(
    "rule",
    [
        FixedPairs(7),
        SprtRule(Design(-3, 4.5, 0.1, 0.02, EloModel.NORMALISED), 99),
        TargetError(12.5, 1000),
    ],
)
def test_rules_survive_their_fields(rule):
    assert rule_from_fields(rule.to_fields()) == rule


def test_what_makes_no_sense_is_refused():
    for make in (
        lambda: FixedPairs(0),
        lambda: SprtRule(Design(0, 5), 0),
        lambda: TargetError(0.0),
        lambda: TargetError(5.0, 0),
        lambda: Match("nim", NIM, FixedPairs(1), 1, limit_seconds=0.0),
    ):
        with pytest.raises(BadValue):
            make()
    with pytest.raises(BadRecord, match="does not say when a match ends"):
        rule_from_fields({"stop": "error", "pairs": 5})
    plan = Match("nim", NIM, FixedPairs(1), 1).plan()
    with pytest.raises(BadValue, match="this is a tournament of 2 players, not a match"):
        Match.of_plan(type(plan)("tournament", plan.game, plan.players, 1, plan.settings))
    for limit in ("x", [1], True):
        with pytest.raises(BadRecord, match="the plan is not a match's"):
            Match.of_plan(replace(plan, settings={**plan.settings, "limit_seconds": limit}))


def test_a_game_for_three_is_no_match_of_two(monkeypatch):
    from kibitz.games.nim.game import NimGame

    monkeypatch.setattr(NimGame, "seats", 3)
    with pytest.raises(WrongKind, match="nim has 3 seats, but 2 players are named"):
        Match("nim", NIM, FixedPairs(1), 1)


def test_the_snapshot_of_a_match_that_has_not_begun_has_no_numbers():
    match = Match("nim", NIM, TargetError(5.0), 1)
    told = match_snapshot(MatchRun(match, Tally(), match.rule.judge()), with_times=True)
    assert (told.pairs, told.elo, told.payoff) == (0, None, None)
    assert told.times == (None, None)
    assert told.progress.total is None
    assert LEAST_PAIRS > 1
