"""The archive as the arena's ledger: in order, once, all or nothing, and after a break."""

from dataclasses import replace

import pytest

from kibitz.arena.ledger import Ledger, Plan, PlayedPair
from kibitz.arena.result import Failure, GameResult, PairResult
from kibitz.core.registry import make_game
from kibitz.errors import BadValue, UnknownName
from kibitz.store.archive import Archive
from kibitz.store.ledger import ArchiveLedger
from kibitz.store.results import MeetingResult, meetings
from kibitz.store.selection import Selection
from tests.store.games import random_record

PLAN = Plan("match", "tictactoe", ("expert", "random"), 5, {"pairs": 10, "sprt": None})
PLAYERS = ("tictactoe:expert", "random")


def played_pair(index, *, players=(0, 1), names=PLAYERS):
    """A pair of random games, the second with seats swapped, and its result by player."""
    first = random_record(1000 + index, players=names)
    second = random_record(2000 + index, players=names[::-1])
    games = (
        GameResult(first.result, len(first.moves), None, (5, 4), (0.25, 0.5)),
        GameResult(second.result[::-1], len(second.moves), None, (4, 5), (0.125, 0.5)),
    )
    return PlayedPair(PairResult(players, index, games), (first, second))


@pytest.fixture
def ledger(archive):
    return ArchiveLedger(archive)


def test_the_archive_is_a_ledger_in_the_arenas_eyes(ledger):
    as_the_arena_sees_it: Ledger = ledger
    assert as_the_arena_sees_it.wants_records


def test_plans_and_pairs_come_back_as_they_were_after_a_break(place):
    pairs = [played_pair(i) for i in range(7)]
    with Archive.open(place) as archive:
        ledger = ArchiveLedger(archive)
        match = ledger.begin(PLAN)
        ledger.save(match, pairs[:3])
        ledger.save(match, pairs[3:])
    with Archive.open(place) as archive:
        ledger = ArchiveLedger(archive)
        assert ledger.plan(match) == PLAN
        assert list(ledger.pairs_done(match)) == [pair.result for pair in pairs]
        assert archive.totals()["games"] == 14
        assert archive.positions.counts("tictactoe", make_game("tictactoe").start(), 0).n == 14


def test_pairs_without_records_are_kept_without_games(archive):
    ledger = ArchiveLedger(archive, wants_records=False)
    match = ledger.begin(PLAN)
    ledger.save(match, [PlayedPair(played_pair(0).result)])
    assert list(ledger.pairs_done(match)) == [played_pair(0).result]
    assert (archive.totals()["pairs"], archive.totals()["games"]) == (1, 0)


def test_a_pair_is_saved_once_and_a_refused_batch_leaves_nothing(archive, ledger):
    match = ledger.begin(PLAN)
    ledger.save(match, [played_pair(0), played_pair(1)])
    before = archive.totals()
    with pytest.raises(BadValue, match="pair 1 of match 1 is already in the archive"):
        ledger.save(match, [played_pair(2), played_pair(1)])
    assert archive.totals() == before


def test_nothing_is_saved_after_the_end(ledger):
    match = ledger.begin(PLAN)
    assert ledger.outcome(match) is None
    ledger.end(match, {"verdict": "H1", "elo": 12.5})
    assert ledger.outcome(match) == {"verdict": "H1", "elo": 12.5}
    with pytest.raises(BadValue, match="match 1 has ended"):
        ledger.save(match, [played_pair(0)])


@pytest.mark.parametrize("match", ["7", "seven", "-1", "9" * 30])
def test_a_match_that_is_not_there_is_named(ledger, match):
    with pytest.raises(UnknownName, match=f"unknown match '{match}'"):
        ledger.plan(match)
    with pytest.raises(UnknownName):
        list(ledger.pairs_done(match))


def test_two_matches_from_one_seed_share_their_games_and_keep_their_pairs(archive, ledger):
    for match in (ledger.begin(PLAN), ledger.begin(PLAN)):
        ledger.save(match, [played_pair(0)])
        assert len(list(ledger.pairs_done(match))) == 1
    assert (archive.totals()["pairs"], archive.totals()["games"]) == (2, 2)


def test_players_of_a_tournament_may_meet_over_the_same_deal(ledger):
    match = ledger.begin(replace(PLAN, kind="tournament", players=("expert", "random", "beginner")))
    names = ("tictactoe:expert", "tictactoe:beginner")
    ledger.save(match, [played_pair(0), played_pair(0, players=(0, 2), names=names)])
    assert [pair.players for pair in ledger.pairs_done(match)] == [(0, 1), (0, 2)]


def test_pairs_of_three_are_kept_and_nobody_is_rated_by_them(archive, ledger):
    match = ledger.begin(replace(PLAN, players=("expert", "random", "somebody else")))
    result = PairResult((0, 1, 2), 0, (GameResult((2.0, -1.0, -1.0), 6),) * 3)
    ledger.save(match, [PlayedPair(result)])
    assert list(ledger.pairs_done(match)) == [result]
    assert meetings(archive) == {}


def test_meetings_are_counted_by_who_won_which_seat(archive, ledger):
    match = ledger.begin(PLAN)
    ledger.save(match, [played_pair(i) for i in range(30)])
    crashed = GameResult((0.0, 0.0), 3, Failure(0, "crashed", "it fell over"))
    lost = PairResult((0, 1), 99, (crashed, GameResult((0.0, 0.0), 9)))
    ledger.save(match, [PlayedPair(lost)])
    archive.add([random_record(1, players=("random", "mcts"))])  # outside all matches
    expected = {MeetingResult("random", "mcts", _letters([random_record(1).result])): 1}
    for index in range(30):
        results = [game.payoffs for game in played_pair(index).result.games]
        meeting = MeetingResult(*PLAYERS, _letters(results))
        expected[meeting] = expected.get(meeting, 0) + 1
    lost_and_drawn = MeetingResult(*PLAYERS, "LD")
    expected[lost_and_drawn] = expected.get(lost_and_drawn, 0) + 1
    assert meetings(archive, Selection(game="tictactoe")) == expected
    assert meetings(archive, Selection(game="nim")) == {}


def _letters(payoffs):
    return "".join("LDW"[1 + (first > second) - (first < second)] for first, second in payoffs)
