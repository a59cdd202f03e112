"""Matches and tournaments of more than two seats: rotations, shares, resuming."""

from dataclasses import asdict, replace
from itertools import combinations

import numpy as np
import pytest

from kibitz.arena.batch import Batch
from kibitz.arena.company import company_rows
from kibitz.arena.journal import Journal
from kibitz.arena.match import Match
from kibitz.arena.pair import player_at
from kibitz.arena.result import Failure, GameResult
from kibitz.arena.stop import FixedPairs, TargetError
from kibitz.arena.tally import Shares
from kibitz.arena.tournament import Tournament
from kibitz.arena.workers import Serial, Threads
from kibitz.core.registry import make_game
from kibitz.errors import BadValue, WrongKind
from kibitz.lab.contest.match import match_snapshot
from kibitz.lab.contest.result import result_fields
from kibitz.lab.contest.tournament import tournament_snapshot
from kibitz.lab.encoder import plain

GAME = "trio"
TABLE = ("random", "playout", "random")


pytestmark = pytest.mark.usefixtures("trio")


def match(pairs: int = 6) -> Match:
    return Match(GAME, TABLE, FixedPairs(pairs), 7)


def fields_of(played: Match, crew_kind=Serial, **settings) -> dict:
    progress = played.begin()
    with crew_kind(played.setting(), **settings) as crew:
        for _ in progress.run(crew):
            pass
    return plain(match_snapshot(progress))


def test_a_match_takes_a_player_for_each_seat_and_no_elo():
    with pytest.raises(WrongKind, match=r"has 3 seats, but 2 players are named"):
        Match(GAME, TABLE[:2], FixedPairs(1), 1)
    with pytest.raises(WrongKind, match=r"Elo is for two players, but .* has 3 seats"):
        Match(GAME, TABLE, TargetError(5.0), 1)


def test_everybody_sits_everywhere_in_the_games_of_a_pair():
    seatings = [[player_at(seat, number, 3) for seat in range(3)] for number in range(3)]
    for seat in range(3):
        assert sorted(seating[seat] for seating in seatings) == [0, 1, 2]


def test_any_crew_and_any_break_give_the_same_shares(tmp_path):
    whole = fields_of(match())
    assert fields_of(match(), Threads, size=2) == whole
    journal, progress = Journal(tmp_path), match().begin()
    match_id = journal.begin(match().plan())
    with Serial(match().setting()) as crew:
        running = progress.run(crew, journal, match_id, every=1)
        next(running)
        next(running)
    journal.release(match_id)
    resumed = Match.of_plan(journal.plan(match_id))
    again = resumed.begin()
    again.recall(journal.pairs_done(match_id))
    assert again.tally.pairs == 2
    with Serial(resumed.setting()) as crew:
        for _ in again.run(crew):
            pass
    assert plain(match_snapshot(again)) == whole


def test_shares_add_up_and_their_intervals_are_those_of_pair_means():
    fields = fields_of(match(20))
    shares = fields["shares"]
    assert fields["games"] == 60
    assert fields["fair_share"] == pytest.approx(0.0, abs=1e-12)
    assert sum(share["wins"] for share in shares) == pytest.approx(1.0)
    assert sum(share["points"] for share in shares) == pytest.approx(1.5)
    low, high = shares[0]["interval"]
    assert (low + high) / 2 == pytest.approx(shares[0]["payoff"])


def games_of(*payoffs: tuple[float, ...]) -> tuple[GameResult, ...]:
    return tuple(GameResult(paid, 5, None, (1, 1, 1), (0.0, 0.0, 0.0)) for paid in payoffs)


def test_the_interval_is_the_one_of_the_textbook():
    pairs = [
        games_of((1.0, -0.5, -0.5), (1.0, -0.5, -0.5), (-0.5, 1.0, -0.5)),
        games_of((-0.5, -0.5, 1.0), (0.25, 0.25, -0.5), (-0.5, 1.0, -0.5)),
        games_of((1.0, -0.5, -0.5), (-0.5, -0.5, 1.0), (0.0, 0.0, 0.0)),
    ]
    shares = Shares(3)
    for index, games in enumerate(pairs):
        shares.add(Batch.of((0, 1, 2), index, [games]))
    means = np.array([[g.payoffs for g in games] for games in pairs]).mean(1)[:, 0]
    error = means.std(ddof=1) / np.sqrt(3)
    low, high = shares.payoff_interval_of(0)
    assert shares.payoff_of(0) == pytest.approx(means.mean())
    assert (high - low) / 2 == pytest.approx(4.302653 * error, rel=1e-6)
    assert shares.win_rate_of(0) == pytest.approx((3 + 1 / 2 + 1 / 3) / 9)


def shares_of(text: str, *pairs: list[tuple[float, ...]]) -> list[dict]:
    """What `result_fields` says of made-up pairs of a registered game."""
    game = make_game(text)
    shares, seats = Shares(game.seats), tuple(range(game.seats))
    for index, payoffs in enumerate(pairs):
        games = [
            GameResult(paid, 5, None, (1,) * len(seats), (0.0,) * len(seats)) for paid in payoffs
        ]
        shares.add(Batch.of(seats, index, [tuple(games)]))
    return [asdict(share) for share in result_fields(shares, game)["shares"]]


THIRD = 1 / 3


@pytest.mark.parametrize(
    ("game", "pairs", "wins", "even"),
    [
        (
            "bluff",  # the second game has two winners
            (
                [(1.0, -THIRD, -THIRD, -THIRD), (THIRD, THIRD, -THIRD, -THIRD)] * 2,
                [(1.0, -THIRD, -THIRD, -THIRD), (-THIRD, -THIRD, 1.0, -THIRD)] * 2,
            ),
            (5 / 8, 1 / 8, 2 / 8, 0.0),
            1 / 4,
        ),
        (
            "cribbage(players=3)",
            ([(1.0, -0.5, -0.5)] * 2 + [(-0.5, 1.0, -0.5)], [(-0.5, -0.5, 1.0)] * 3),
            (2 / 6, 1 / 6, 3 / 6),
            1 / 3,
        ),
        (
            "cribbage(players=4)",  # partners win together
            ([(1.0, -1.0, 1.0, -1.0)] * 4, [(1.0, -1.0, 1.0, -1.0), (-1.0, 1.0, -1.0, 1.0)] * 2),
            (6 / 8, 2 / 8, 6 / 8, 2 / 8),
            1 / 2,
        ),
    ],
)
def test_the_games_won_are_those_that_were_won_and_their_interval_is_that_of_the_payoff(
    game, pairs, wins, even
):
    lost = min(min(paid) for payoffs in pairs for paid in payoffs)
    for share, won in zip(shares_of(game, *pairs), wins, strict=True):
        assert share["wins"] == pytest.approx(won)
        assert share["even_wins"] == pytest.approx(even)
        ends = [(end - lost) / (1.0 - lost) for end in share["interval"]]
        assert share["win_interval"] == pytest.approx(ends)
        assert 0.0 <= share["win_interval"][0] <= won <= share["win_interval"][1] <= 1.0


def test_where_wins_count_double_or_chips_decide_no_interval_of_games_won_is_told():
    skunked = shares_of("cribbage(3,skunks=true)", [(2.0, -1.0, -1.0)] * 3, [(-0.5, 1.0, -0.5)] * 3)
    assert [share["wins"] for share in skunked] == pytest.approx([0.5, 0.5, 0.0])
    chips = shares_of("holdem(seats=3)", [(2.0, -1.0, -1.0)] * 3, [(-1.0, 2.0, -1.0)] * 3)
    assert all(share["win_interval"] is None for share in (*skunked, *chips))


def test_who_fails_is_named_and_gets_the_least():
    failed = replace(games_of((1.0, -0.5, -0.5))[0], failure=Failure(2, "crashed", "it did"))
    shares = Shares(3)
    shares.add(Batch.of((0, 1, 2), 0, [(failed,) * 3]))
    assert shares.failed[2, "crashed"] == 3
    assert shares.points_of(2) == 0.0


def test_a_tournament_seats_every_company_and_sums_its_rows():
    tournament = Tournament(GAME, ("playout", "random", "random", "random"), 3, pairs=2)
    standing = tournament.begin()
    with Serial(tournament.setting()) as crew:
        for _ in standing.run(crew):
            pass
    assert sorted(standing.table.tallies) == list(combinations(range(4), 3))
    rows = company_rows(standing)
    assert [row.payoff for row in rows] == sorted((row.payoff for row in rows), reverse=True)
    assert all(row.games == 3 * 2 * 3 for row in rows)  # tables, pairs, rotations
    assert sum(row.payoff for row in rows) == pytest.approx(0.0, abs=1e-12)
    assert sum(row.wins * row.games for row in rows) == pytest.approx(4 * 2 * 3)
    fields = plain(tournament_snapshot(standing))
    assert fields["ending"] == "finished"
    assert [row["place"] for row in fields["standings"]] == [1, 2, 3, 4]
    assert len(fields["encounters"]) == 4


def test_a_gauntlet_has_the_challenger_at_every_table():
    tournament = Tournament(GAME, ("random",) * 4, 3, format="gauntlet", pairs=1)
    (meetings,) = tournament.schedule().rounds(tournament.begin().table)
    assert [meeting.players for meeting in meetings] == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]
    assert tournament.schedule().total_pairs() == 3


@pytest.mark.parametrize("form", ["knockout", "swiss"])
def test_formats_of_duels_refuse_larger_tables(form):
    with pytest.raises(WrongKind, match=f"{form} is for two seats, but the game has 3"):
        Tournament(GAME, ("random",) * 4, 3, format=form)


def test_too_few_players_and_ratings_are_refused():
    with pytest.raises(BadValue, match="needs 3 players or more, not 2"):
        Tournament(GAME, ("random",) * 2, 3)
    with pytest.raises(WrongKind, match="ratings are for games of two seats"):
        Tournament(GAME, ("random",) * 3, 3, anchor="random")
