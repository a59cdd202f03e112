"""A rate from few games, drawn towards what is believed without them.

The belief is a beta law: its mean is the prior rate, its size the number of games that the
prior is worth. Games add to it, so that many of them outweigh any prior.
"""

from kibitz.errors import BadValue

PRIOR_GAMES = 20.0  # that a prior is worth at most: it may be wrong in ways its error hides
_LEAST = 0.5  # of either side of the law, for its interval to make sense


def prior_games(prior: float, error: float) -> float:
    """How many games would show a rate with this standard error: the size of the beta law."""
    if error <= 0:
        raise BadValue(f"a standard error of {error} is not above 0")
    return max(0.0, prior * (1 - prior) / (error * error) - 1)


def shrunk_rate(points: float, games: float, prior: float, worth: float = PRIOR_GAMES) -> float:
    """The rate of `points` in `games` with a prior worth so many games; without games, the prior.

    >>> shrunk_rate(10, 10, 0.5, 10)
    0.75
    """
    if not 0 <= prior <= 1 or worth < 0:
        raise BadValue(f"a prior of {prior} worth {worth} games makes no sense")
    if games + worth == 0:
        return prior
    return (points + prior * worth) / (games + worth)


def shrunk_interval(
    points: float, games: float, prior: float, worth: float = PRIOR_GAMES
) -> tuple[float, float]:
    """The 95 % interval of the beta law behind `shrunk_rate`."""
    from scipy.special import betaincinv

    won = max(_LEAST, points + prior * worth)
    lost = max(_LEAST, games - points + (1 - prior) * worth)
    return float(betaincinv(won, lost, 0.025)), float(betaincinv(won, lost, 0.975))
