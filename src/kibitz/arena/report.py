"""A match in numbers: what programs read, and what people are shown.

Everything follows from the pairs in their order, so it is the same for any number of
workers; only `times` is measured, and it is given where it is asked for.
"""

import math
from typing import Any

from kibitz import __version__
from kibitz.arena.match import MatchRun, names
from kibitz.arena.stop import SprtJudge
from kibitz.arena.tally import Shares, Sums, Tally
from kibitz.core.registry import make_game
from kibitz.stats.design import Verdict

PLAYING = "playing"


def match_fields(progress: MatchRun, *, with_times: bool = False) -> dict[str, Any]:
    """Everything there is to say about a match so far."""
    match, tally = progress.match, progress.tally
    fields: dict[str, Any] = {
        "version": __version__,
        "game": match.game,
        "players": list(names(match.players)),
        "seed": match.seed,
        "stop": match.rule.to_fields(),
        "limit_seconds": match.limit_seconds,
        "ending": progress.ending.value if progress.ending else PLAYING,
        **result_fields(tally, make_game(match.game).unit),
        "sprt": sprt_fields(progress),
        "pairs_needed": _rounded(progress.judge.pairs_needed()),
    }
    if with_times:
        fields["times"] = [tally.seconds_a_move(player) for player in match.places]
    return fields


def result_fields(tally: Tally | Shares, unit: str) -> dict[str, Any]:
    """What the players came to, whatever their number."""
    return tally_fields(tally, unit) if isinstance(tally, Tally) else share_fields(tally, unit)


def share_fields(shares: Shares, unit: str) -> dict[str, Any]:
    """What three players or more came to, each against the fair share."""
    return {
        "pairs": shares.pairs,
        "games": shares.game_count,
        "unit": unit,
        "fair_share": shares.fair_share if shares.pairs else None,
        "shares": [_share(shares, player) for player in range(shares.players)],
        "plies_a_game": shares.plies / shares.game_count if shares.pairs else None,
        "failures": failure_fields(shares),
    }


def _share(shares: Shares, player: int) -> dict[str, Any] | None:
    if not shares.pairs:
        return None
    return {
        "player": player,
        "payoff": shares.payoff_of(player),
        "interval": shares.payoff_interval_of(player),
        "points": shares.points_of(player),
        "wins": shares.win_rate_of(player),
    }


def tally_fields(tally: Tally, unit: str) -> dict[str, Any]:
    """What two players came to, from the side of the first."""
    return {
        "pairs": tally.pairs,
        "games": sum(tally.games),
        "counts": list(tally.cells),
        "losses_draws_wins": list(tally.games),
        **(_strength_fields(tally) if tally.pairs else {}),
        "payoff": _payoff_fields(tally, unit),
        "first_seat": list(tally.first_seat),
        "plies_a_game": tally.plies / sum(tally.games) if tally.pairs else None,
        "failures": failure_fields(tally),
    }


def _strength_fields(tally: Tally) -> dict[str, Any]:
    results = tally.results
    return {
        "score": tally.score,
        "score_interval": results.score_interval(),
        "elo": results.elo,
        "elo_interval": results.elo_interval(),
        "nelo": results.nelo,
        "nelo_interval": results.nelo_interval(),
        "los": results.los,
    }


def _payoff_fields(tally: Tally, unit: str) -> dict[str, Any] | None:
    if not tally.pairs:
        return None
    return {"unit": unit, "mean": tally.payoff, "interval": tally.payoff_interval()}


def failure_fields(tally: Sums) -> dict[str, Any]:
    """Who lost games without finishing them: how many of each kind, and the first few."""
    counts = [
        {"player": player, "kind": kind, "games": count}
        for (player, kind), count in sorted(tally.failed.items())
    ]
    told = [
        {
            "pair": failed.index,
            "game": failed.number,
            "player": failed.player,
            "kind": failed.kind,
            "reason": failed.reason,
        }
        for failed in tally.failures
    ]
    return {"counts": counts, "first": told}


def sprt_fields(progress: MatchRun) -> dict[str, Any] | None:
    """The test of a match that is one: its ratio between its bounds, and the Elo it allows."""
    judge = progress.judge
    if not isinstance(judge, SprtJudge):
        return None
    test, walls = judge.test, judge.rule.design.walls
    fields: dict[str, Any] = {"llr": test.llr, "lower": walls.low, "upper": walls.high}
    if test.verdict is not Verdict.OPEN:
        estimate = test.estimate()
        fields["elo"] = estimate.elo
        fields["elo_interval"] = estimate.interval
        fields["los"] = estimate.los
    return fields


def _rounded(pairs: float) -> int | None:
    return None if math.isnan(pairs) else math.ceil(pairs)
