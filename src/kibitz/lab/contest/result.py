"""What players came to against each other, as answers hold it.

Everything follows from the pairs in their order, so it is the same for any number of
workers. Of two players it is told from the side of the first; of more, each against the
fair share.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kibitz.lab.figures import Interval, finite, interval, span

if TYPE_CHECKING:
    from kibitz.arena.tally import Shares, Sums, Tally
    from kibitz.core.game import Game


@dataclass(frozen=True)
class Payoff:
    """What the first of two players got per game, on average."""

    unit: str
    mean: float
    interval: Interval


@dataclass(frozen=True)
class Share:
    """What one of three players or more got per game, on average."""

    player: int
    payoff: float
    interval: Interval
    points: float  # share of the rivals beaten
    wins: float  # share of the games
    win_interval: Interval | None = None  # of `wins`, where every win counts once
    even_wins: float | None = None  # what equal players would win of the games


@dataclass(frozen=True)
class FailureCount:
    """How many games a player lost in one way without finishing them."""

    player: int
    kind: str
    games: int


@dataclass(frozen=True)
class FailureReport:
    """One game that was not finished, and why."""

    pair: int
    game: int
    player: int
    kind: str
    reason: str


@dataclass(frozen=True)
class Failures:
    """Who lost games without finishing them: how many of each kind, and the first few."""

    counts: tuple[FailureCount, ...] = ()
    first: tuple[FailureReport, ...] = ()


@dataclass(frozen=True)
class Resume:
    """How a match that is not over goes on: by its id, or by typing a command."""

    id: str
    db: str | None  # the archive it is kept in, where that is not the usual one
    command: str


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a company of players came to; None is what does not apply, or nobody knows yet."""

    pairs: int
    games: int
    unit: str
    decided_by: Literal["score", "payoff"] = "score"  # what strength is measured in
    counts: tuple[int, ...] | None = None  # pairs by half points, 0 to 4: the pentanomial
    losses_draws_wins: tuple[int, int, int] | None = None
    score: float | None = None
    score_interval: Interval | None = None
    elo: float | None = None
    elo_interval: Interval | None = None
    nelo: float | None = None
    nelo_interval: Interval | None = None
    los: float | None = None  # likelihood of superiority
    payoff: Payoff | None = None
    first_seat: tuple[int, int, int] | None = None  # losses, draws, wins of whoever moves first
    fair_share: float | None = None
    shares: tuple[Share, ...] = ()
    plies_a_game: float | None = None
    failures: Failures = Failures()


def strength_words(value: float | None, ends: Interval, form: str) -> str:
    """A strength with its interval; what is infinite is left out.

    >>> strength_words(None, (75.0, None), "+.1f"), strength_words(80.0, (75.0, None), "+.1f")
    ('above +75.0', '+80.0, above +75.0')
    """
    low, high = ends
    if (low is None) == (high is None):
        return "?" if value is None else f"{value:{form}} {span(ends, form)}"
    bound = f"below {high:{form}}" if low is None else f"above {low:{form}}"
    return bound if value is None else f"{value:{form}}, {bound}"


def result_fields(sums: "Tally | Shares", game: "Game") -> dict[str, Any]:
    """The fields of a `Result` of this game."""
    from kibitz.arena.tally import Tally

    fields = {
        "pairs": sums.pairs,
        "games": sums.game_count,
        "unit": game.unit,
        "decided_by": "payoff" if game.is_paid else "score",
        "plies_a_game": sums.plies / sums.game_count if sums.pairs else None,
        "failures": _failures(sums),
    }
    return fields | (_of_two(sums, game) if isinstance(sums, Tally) else _of_more(sums, game))


def _of_two(tally: "Tally", game: "Game") -> dict[str, Any]:
    counted = {
        "counts": tally.cells,
        "losses_draws_wins": tally.games,
        "first_seat": tally.first_seat,
    }
    if not tally.pairs:
        return counted
    paid = {"payoff": Payoff(game.unit, tally.payoff, interval(_payoff_ends(tally, game)))}
    return counted | paid | (_by_payoff(tally, game) if game.is_paid else _by_score(tally))


def _by_payoff(tally: "Tally", game: "Game") -> dict[str, Any]:
    """Strength by chips: how many games were won says nothing about it."""
    payoffs = tally.payoffs(game.payoff_reach)
    ends = interval(payoffs.nelo_interval())
    return {"nelo": finite(payoffs.nelo), "nelo_interval": ends, "los": payoffs.los}


def _by_score(tally: "Tally") -> dict[str, Any]:
    results = tally.results
    return {
        "score": tally.score,
        "score_interval": interval(results.score_interval()),
        "elo": finite(results.elo),
        "elo_interval": interval(results.elo_interval()),
        "nelo": finite(results.nelo),
        "nelo_interval": interval(results.nelo_interval()),
        "los": results.los,
    }


def _payoff_ends(tally: "Tally", game: "Game") -> tuple[float, float]:
    """The interval of the payoff; where a game is won, drawn or lost, that of the score."""
    possible = (game.least_payoff, game.greatest_payoff)
    if (game.unit, *possible) != ("wins", -1.0, 1.0):
        return tally.payoff_interval(possible=possible)
    low, high = tally.results.score_interval()
    return 2.0 * low - 1.0, 2.0 * high - 1.0


def _of_more(shares: "Shares", game: "Game") -> dict[str, Any]:
    if not shares.pairs:
        return {}
    told = tuple(_share(shares, game, player) for player in range(shares.players))
    return {"fair_share": shares.fair_share, "shares": told}


def _share(shares: "Shares", game: "Game", player: int) -> Share:
    from kibitz.arena.company import games_won, won_interval

    possible = (game.least_payoff, game.greatest_payoff)
    paid = shares.payoff_interval_of(player, possible=possible)
    won = won_interval(game, paid)
    return Share(
        player,
        shares.payoff_of(player),
        interval(paid),
        shares.points_of(player),
        games_won(game, shares.win_rate_of(player)),
        None if won is None else interval(won),
        game.even_chance,
    )


def _failures(sums: "Sums") -> Failures:
    counts = tuple(
        FailureCount(player, kind, count) for (player, kind), count in sorted(sums.failed.items())
    )
    first = tuple(
        FailureReport(failed.index, failed.number, failed.player, failed.kind, failed.reason)
        for failed in sums.failures
    )
    return Failures(counts, first)
