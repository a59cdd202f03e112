"""From meetings to games: what ratings are made of loses nothing on the way."""

from dataclasses import replace

from kibitz.arena.ledger import Plan, PlayedPair
from kibitz.arena.result import GameResult, PairResult
from kibitz.stats.payoffs import PairPayoffs
from kibitz.stats.ratings import RatedGame, fit
from kibitz.store.ledger import ArchiveLedger
from kibitz.store.results import (
    MeetingResult,
    game_results,
    meetings,
    paid_meetings,
    rules_played,
    seat_results,
)
from kibitz.store.selection import Selection
from tests.store.games import random_record, random_records


def test_the_second_game_of_a_pair_has_its_seats_swapped():
    met = {MeetingResult("ada", "bob", "WW"): 2, MeetingResult("ada", "cid", "L"): 1}
    assert game_results(met) == [
        RatedGame("ada", "bob", 1.0, 0),
        RatedGame("bob", "ada", 0.0, 0),
        RatedGame("ada", "bob", 1.0, 1),
        RatedGame("bob", "ada", 0.0, 1),
        RatedGame("ada", "cid", 0.0, 2),
    ]


def test_nobody_is_rated_against_himself():
    assert game_results({MeetingResult("ada", "ada", "WL"): 5}) == []


def test_games_of_the_archive_give_the_rating_that_their_score_has(archive):
    """Two players and no draws: 3 of 4 points are 191 Elo by the logistic law."""
    records = random_records(60, "nim")
    wins = [r for r in records if r.result == (1.0, -1.0)][:12]
    losses = [r for r in records if r.result == (-1.0, 1.0)][:12]
    ada_first = [replace(r, players=("ada", "bob")) for r in wins[:9] + losses[:3]]
    bob_first = [replace(r, players=("bob", "ada")) for r in losses[:9] + wins[:3]]
    archive.add(ada_first + bob_first)
    rated = fit(game_results(meetings(archive, Selection("nim", is_exact=True))), prior=1e-9)
    assert rated.games == 24
    assert abs(rated.player("ada").rating - rated.player("bob").rating - 190.85) < 0.01
    assert abs(rated.first_seat_elo) < 1e-6


def test_games_that_pay_are_added_up_by_what_they_paid(archive):
    """Of a pair the mean of both games, and games outside all pairs one by one."""
    records = random_records(30, "kuhn")
    archive.add([replace(record, players=("ada", "bob")) for record in records])
    ledger = ArchiveLedger(archive)
    plan = Plan("match", "kuhn", ("bob", "ada"), 1, {"pairs": 1})
    match = ledger.begin(plan)
    games = (GameResult((2.0, -2.0), 3), GameResult((-1.0, 1.0), 3))
    ledger.save(match, [PlayedPair(PairResult((0, 1), 0, games), ())])
    met = paid_meetings(archive, 2.0, Selection("kuhn", is_exact=True))
    paid = [record.result[0] for record in records]
    assert met["ada", "bob"] == PairPayoffs(2.0, 30, sum(paid), sum(x * x for x in paid))
    assert met["bob", "ada"] == PairPayoffs(2.0, 1, 0.5, 0.25)


def test_forfeits_count_for_ratings_and_not_for_seats(archive):
    whole = random_record(1)
    forfeit = replace(whole, moves=(), result=(-1.0, 1.0), tags={"ended": "seat 0 crashed"})
    cut = replace(whole, moves=(), result=None)
    archive.add([forfeit, cut])
    assert meetings(archive) == {MeetingResult(whole.players[0], whole.players[1], "L"): 1}
    assert seat_results(archive) == []


def test_rules_that_somebody_played_by_are_listed(archive):
    archive.add(random_records(1) + random_records(1, "nim") + random_records(1, "nim(1,2)"))
    assert rules_played(archive) == ["nim", "nim(1,2)", "tictactoe"]
    assert rules_played(archive, Selection("nim")) == ["nim", "nim(1,2)"]
    assert rules_played(archive, Selection("nim", is_exact=True)) == ["nim"]
