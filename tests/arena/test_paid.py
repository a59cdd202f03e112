"""Matches and tournaments in games that pay: chips decide, not how many games are won."""

from typing import Any

import pytest

from kibitz.arena.match import Match
from kibitz.arena.standings import Standings
from kibitz.arena.stop import Ending, FixedPairs, SprtRule, TargetError
from kibitz.arena.tournament import Tournament
from kibitz.errors import BadValue
from kibitz.lab.contest.match import match_snapshot
from kibitz.lab.contest.tournament import tournament_snapshot
from kibitz.stats.design import Design
from kibitz.stats.elo import EloModel
from tests.arena.crews import Paid

# Kuhn pays 1 or 2 chips. The grinder wins 3 games in 5 by one chip and loses the others by two.
GRINDER = ((1.0, -2.0), (0.6, 0.4))
NORMAL = Design(0, 50, elo_model=EloModel.NORMALISED)


def played(match, crew):
    run = match.begin()
    for _ in run.run(crew):
        pass
    return run


def told_of(run) -> Any:
    return match_snapshot(run)


def kuhn(rule):
    return Match("kuhn", ("random", "random"), rule, 5)


def test_a_match_is_decided_by_chips_where_games_are_won_and_chips_lost():
    run = played(kuhn(SprtRule(NORMAL)), Paid({(0, 1): GRINDER}))
    told = told_of(run)
    assert run.ending is Ending.H0
    assert told.decided_by == "payoff"
    assert told.losses_draws_wins[2] > told.losses_draws_wins[0]
    assert told.elo is None
    assert told.score is None
    assert told.nelo < 0
    assert told.los < 0.5
    assert told.sprt.elo_model == "normalized"
    shown = str(told.sheet())
    assert "normalised Elo, by payoff" in shown
    assert "normalised Elo, allowing for the stop" in shown


def test_wins_decide_where_a_game_is_won_or_lost():
    run = played(Match("nim", ("random", "random"), SprtRule(Design(0, 50)), 5), _even())
    told = told_of(run)
    assert told.decided_by == "score"
    assert told.elo is not None


def _even():
    return Paid({(0, 1): ((1.0, -1.0), (0.7, 0.3))})


def test_a_match_to_an_error_knows_the_payoff_that_well():
    run = played(kuhn(TargetError(0.1)), Paid({(0, 1): GRINDER}))
    low, high = told_of(run).payoff.interval
    assert run.ending is Ending.FINISHED
    assert (high - low) / 2 <= 0.1
    assert low <= -0.2 <= high
    assert "chips per game to within ±0.1" in str(match_snapshot(run).sheet())


def test_a_test_of_logistic_elo_is_refused_where_chips_decide():
    with pytest.raises(BadValue, match="normalised Elo"):
        kuhn(SprtRule(Design(0, 5)))


LAWS = {
    (0, 1): GRINDER,
    (0, 2): ((1.0, -1.0), (0.6, 0.4)),
    (1, 2): ((1.0, -1.0), (0.75, 0.25)),
}


@pytest.mark.parametrize("form", ["round-robin", "knockout", "swiss"])
def test_tournaments_and_ratings_follow_the_chips(form):
    """The second player loses more games to the first than it wins, and takes his chips."""
    held = Tournament("kuhn", ("random",) * 3, 4, form, 400).begin()
    for _ in held.run(Paid(LAWS)):
        pass
    standings = Standings.of(held)
    assert standings.rows[0].player == 1
    told: Any = tournament_snapshot(held)
    assert told.decided_by == "payoff"
    met = next(company for company in told.encounters if company.players == (0, 1))
    assert met.losses_draws_wins[2] > met.losses_draws_wins[0]
    assert met.payoff.mean < 0
    assert told.standings[0].payoff > 0
    assert told.standings[0].online is None
    assert "won from" in str(told.sheet())


def test_a_match_and_a_tournament_of_two_tell_the_same_payoff():
    crew = Paid({(0, 1): GRINDER})
    match = told_of(played(kuhn(FixedPairs(300)), crew))
    held = Tournament("kuhn", ("random", "random"), 5, "round-robin", 300, anchor="random").begin()
    for _ in held.run(crew):
        pass
    rows: dict[int, Any] = {row.player: row for row in Standings.of(held).rows}
    book: Any = held.table
    won = book.tallies[0, 1].payoff
    assert rows[1].rated.rating == pytest.approx(-won, rel=1e-3)
    assert (won > 0) == (match.payoff.mean > 0)
