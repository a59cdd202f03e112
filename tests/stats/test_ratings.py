"""Ratings against a general optimiser, resampled refits, and the strengths that made the games."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from kibitz.core.seeds import generator
from kibitz.errors import BadValue, UnknownName
from kibitz.stats.davidson import add_derivatives
from kibitz.stats.elo import LOGISTIC_UNIT
from kibitz.stats.ratings import PRIOR, RatedGame, fit, online


def davidson(x, nu):
    """The probabilities of loss, draw and win."""
    up, down = math.exp(x / 2), math.exp(-x / 2)
    return down / (up + down + nu), nu / (up + down + nu), up / (up + down + nu)


def league(strengths, pairs, seed, seat=0.1, nu=0.8, start=0.0):
    """Pairs between random players; `start` is an advantage both games of a pair share."""
    rng, games = generator(seed), []
    for pair in range(pairs):
        i, j = rng.choice(len(strengths), 2, replace=False).tolist()
        shared = rng.normal(0, start) if start else 0.0
        for first, second, sign in ((i, j, 1), (j, i, -1)):
            gap = strengths[first] - strengths[second] + seat + sign * shared
            score = rng.choice([0, 0.5, 1], p=davidson(gap, nu))
            games.append(RatedGame(f"p{first}", f"p{second}", float(score), pair))
    return games


STRENGTHS = [-0.9, -0.3, 0.0, 0.4, 0.8]


def test_the_fit_is_the_maximum_that_a_general_optimiser_finds():
    games = league(STRENGTHS, 60, 1)

    def cost(z):
        theta, seat, nu = z[:5], z[5], math.exp(z[6])
        total = 0.0
        for game in games:
            gap = theta[int(game.first[1])] - theta[int(game.second[1])] + seat
            total -= math.log(davidson(gap, nu)[int(2 * game.score)])
        total += PRIOR * sum(math.log(2 * math.cosh(s / 2)) for s in z[:6])
        share = nu / (2 + nu)
        return total - PRIOR * (0.5 * math.log(share) + 0.5 * math.log(1 - share))

    best = minimize(cost, np.zeros(7), method="BFGS", options={"gtol": 1e-7})
    ratings = fit(games)
    nu = math.exp(best.x[6])
    unit = LOGISTIC_UNIT * 2 / (2 + nu)
    for player in ratings.players:
        own = (best.x[int(player.name[1])] - best.x[:5].mean()) * unit
        assert player.rating == pytest.approx(own, abs=1e-3)
    assert ratings.first_seat_elo == pytest.approx(best.x[5] * unit, abs=1e-3)
    assert ratings.draw_ratio == pytest.approx(nu / (2 + nu), abs=1e-5)


def test_slopes_and_curvatures_are_those_of_the_likelihood():
    first, second = np.array([0, 1, 2]), np.array([1, 2, 0])
    results = np.array([[3.0, 2, 1], [0, 4, 1], [2, 2, 5]])
    at = np.array([0.3, -0.2, 0.5, 0.1, math.log(0.7)])

    def derivatives(z):
        gradient, hessian = np.zeros(5), np.zeros((5, 5))
        value = add_derivatives(first, second, results, z, math.exp(z[-1]), gradient, hessian)
        return value, gradient, hessian

    _, gradient, hessian = derivatives(at)
    for i in range(5):
        step = np.zeros(5)
        step[i] = 1e-5
        (up, up_slope, _), (down, down_slope, _) = derivatives(at + step), derivatives(at - step)
        assert (up - down) / 2e-5 == pytest.approx(gradient[i], abs=1e-6)
        assert -(up_slope - down_slope) / 2e-5 == pytest.approx(hessian[i], abs=1e-6)


@pytest.mark.parametrize("nu", [0.0, 2.0])
def test_without_draws_and_with_half_of_them_the_expected_score_is_logistic(nu):
    for x in (0.1, 1.0, 3.0):
        loss, draw, win = davidson(x, nu)
        elo = x * LOGISTIC_UNIT * 2 / (2 + nu)
        assert win + draw / 2 == pytest.approx(1 / (1 + 10 ** (-elo / 400)))
        assert loss + draw + win == pytest.approx(1)


@pytest.mark.compiled
def test_errors_are_those_of_resampled_and_refitted_pairs():
    """300 refits: their spread is known to 4 %, so 4 sigma is 17 %."""
    games = league(STRENGTHS[:3], 150, 2, start=1.5)
    rng, refits = generator(9), []
    for _ in range(300):
        drawn = rng.integers(0, 150, 150).tolist()
        again = [
            RatedGame(g.first, g.second, g.score, k)
            for k, pair in enumerate(drawn)
            for g in games[2 * pair : 2 * pair + 2]
        ]
        ratings = fit(again)
        refits.append([ratings.player(f"p{i}").rating for i in range(3)])
    spread = np.std(refits, axis=0, ddof=1)
    errors = [fit(games).player(f"p{i}").error for i in range(3)]
    assert errors == pytest.approx(spread, rel=0.17)


@pytest.mark.compiled
def test_intervals_cover_the_strengths_that_made_the_games():
    """150 leagues of 5 players: 750 intervals cover 95 % within 4 sigma (clustered by league)."""
    unit, inside = LOGISTIC_UNIT * 2 / 2.8, 0
    truth = (np.array(STRENGTHS) - np.mean(STRENGTHS)) * unit
    for seed in range(150):
        for player in fit(league(STRENGTHS, 120, 100 + seed, start=0.8)).players:
            low, high = player.interval
            inside += bool(low <= truth[int(player.name[1])] <= high)
    assert abs(inside / 750 - 0.95) < 4 * math.sqrt(0.95 * 0.05 / 150)


def test_an_anchor_stands_still_and_the_others_are_measured_from_it():
    games = league(STRENGTHS, 80, 4)
    free, tied = fit(games), fit(games, anchor="p2", anchor_rating=1500)
    assert tied.player("p2").rating == 1500
    assert tied.player("p2").error == 0
    gap = free.player("p4").rating - free.player("p0").rating
    assert tied.player("p4").rating - tied.player("p0").rating == pytest.approx(gap)
    assert sum(player.rating for player in free.players) == pytest.approx(0, abs=1e-9)
    with pytest.raises(UnknownName, match="unknown anchor 'p9'"):
        fit(games, anchor="p9")


def test_superiority_is_sure_of_both_ways_and_follows_the_order():
    ratings = fit(league(STRENGTHS, 200, 5))
    sure = np.array(ratings.superiority)
    assert np.allclose(sure + sure.T, 1)
    assert (sure[0, 1:] > 0.5).all()
    assert [p.rating for p in ratings.players] == sorted(
        (p.rating for p in ratings.players), reverse=True
    )
    assert ratings.games == 400
    assert ratings.pairs == 200


def test_clean_sweeps_only_draws_and_no_draws_have_ratings():
    sweep = fit([RatedGame("a", "b", 1.0), RatedGame("b", "a", 0.0)] * 5)
    assert math.isfinite(sweep.player("a").rating)
    assert sweep.player("a").rating > 300
    assert sweep.draw_ratio == 0.0
    drawn = fit([RatedGame("a", "b", 0.5)] * 6)
    assert drawn.player("a").rating == pytest.approx(0, abs=1e-6)
    assert drawn.draw_ratio > 0.9


def test_online_ratings_move_game_by_game():
    after = online([RatedGame("a", "b", 1.0), RatedGame("b", "a", 0.5)])
    assert after["a"] + after["b"] == pytest.approx(3000)
    assert 1514 < after["a"] < 1516


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ([], "a game"),
        ([RatedGame("a", "a", 1.0)], "'a' plays against itself"),
        ([RatedGame("a", "b", 0.7)], "score 0.7"),
        ([RatedGame("a", "b", math.nan)], "score nan"),
    ],
)
def test_games_that_make_no_sense_are_refused(games, words):
    with pytest.raises(BadValue, match=words):
        fit(games)
    with pytest.raises(BadValue, match="prior 0"):
        fit([RatedGame("a", "b", 1.0)], prior=0)
    with pytest.raises(BadValue, match="confidence 2"):
        fit([RatedGame("a", "b", 1.0)], confidence=2)
