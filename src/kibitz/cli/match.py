"""`kibitz match`: one player for each seat, as many pairs as it takes, and a verdict.

Exit codes: 0 finished or H1 accepted, 3 H0 accepted, 4 inconclusive, 130 interrupted.
"""

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.contest import Contest, checked_game, play_options
from kibitz.cli.output import console, print_json
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.arena.match import Match, MatchRun
    from kibitz.arena.stop import StopRule

USUAL_PAIRS = 100
STREAM_PAIRS = 10
CODES = {"finished": 0, "H1 accepted": 0, "H0 accepted": 3, "inconclusive": 4}


@click.command()
@click.argument("game", required=False)
@click.argument("players", nargs=-1, metavar="A B...")
@click.option("--pairs", type=click.IntRange(1), metavar="N", help="Stop after N pairs (100).")
@click.option(
    "--sprt", type=float, nargs=2, metavar="ELO0 ELO1", help="Stop when a sequential test decides."
)
@click.option("--error", type=float, metavar="ELO", help="Stop when the Elo is known this well.")
@click.option("--elo-model", metavar="MODEL", help="Of --sprt: logistic (usual) or normalized.")
@click.option("--alpha", type=float, metavar="P", help="Of --sprt: chance of a false H1 (0.05).")
@click.option("--beta", type=float, metavar="P", help="Of --sprt: chance of a false H0 (0.05).")
@click.option("--max-pairs", type=click.IntRange(1), metavar="N", help="Of --sprt and --error.")
@play_options
@click.option("--times", is_flag=True, help="Give seconds a move in JSON, too; they vary.")
def match(game: str | None, players: tuple[str, ...], times: bool, **given: Any) -> int:
    """Let A and B play GAME in pairs with seats swapped, and say who is stronger.

    A player is a level (expert), a search (mcts(iterations=500)), random, or a program
    (exec:./mybot). The unit is the pair: the same deal or dice twice, seats swapped. A game
    of more seats takes a player for each, and a pair is the same deal in every rotation.
    """
    from kibitz.arena.match import Match, with_rule
    from kibitz.cli.scoreboard import Scoreboard, show_match

    contest = Contest.of("match", STREAM_PAIRS, given)
    rule = _rule(given)
    chosen = contest.choose(
        game,
        lambda: _new_match(game, players, rule, given["seed"], given["limit"]),
        lambda plan: with_rule(Match.of_plan(plan), rule),
    )
    progress = chosen.begin()

    def after_each(step: int | None) -> None:
        board.refresh()
        if step and progress.tally.pairs % step == 0 and not progress.ending:
            _print(progress, times)

    with Scoreboard(progress) as board:
        is_interrupted = contest.play(chosen.setting, chosen.plan(), progress, after_each)
    if contest.tells_json:
        _print(progress, times)
    else:
        show_match(progress, console())
    return _leave(contest, progress, is_interrupted)


def _print(progress: "MatchRun", with_times: bool) -> None:
    from kibitz.arena.report import match_fields

    print_json(**match_fields(progress, with_times=with_times))


def _leave(contest: Contest, progress: "MatchRun", is_interrupted: bool) -> int:
    from kibitz.arena.report import match_fields

    if progress.ending is None or is_interrupted:
        return contest.leave(None)
    return contest.leave(match_fields(progress)) or CODES[progress.ending.value]


def _new_match(
    game: str | None,
    players: tuple[str, ...],
    rule: "StopRule | None",
    seed: int | None,
    limit: float | None,
) -> "Match":
    from kibitz.arena.match import Match
    from kibitz.arena.stop import FixedPairs
    from kibitz.core.seeds import checked_seed

    text = checked_game("match", game, players, "tictactoe expert random")
    rule = rule or FixedPairs(USUAL_PAIRS)
    return Match(text, players, rule, checked_seed(seed), limit)


def _rule(stop: dict[str, Any]) -> "StopRule | None":
    """The end that the options ask for; None where they do not."""
    from kibitz.arena.stop import MOST_PAIRS, FixedPairs, SprtRule, TargetError
    from kibitz.stats.design import Design
    from kibitz.stats.elo import EloModel

    given = [name for name in ("pairs", "sprt", "error") if stop[name] is not None]
    if len(given) > 1:
        raise BadValue(f"--{given[0]} and --{given[1]} exclude each other")
    for name in ("elo_model", "alpha", "beta"):
        if stop[name] is not None and given != ["sprt"]:
            raise BadValue(f"--{name.replace('_', '-')} needs --sprt")
    if stop["max_pairs"] is not None and given not in (["sprt"], ["error"]):
        raise BadValue("--max-pairs needs --sprt or --error")
    most = stop["max_pairs"] or MOST_PAIRS
    if given == ["pairs"]:
        return FixedPairs(stop["pairs"])
    if given == ["error"]:
        return TargetError(stop["error"], most)
    if given == ["sprt"]:
        errors = {name: stop[name] for name in ("alpha", "beta") if stop[name] is not None}
        model = EloModel.named(stop["elo_model"] or EloModel.LOGISTIC.value)
        elo0, elo1 = stop["sprt"]
        return SprtRule(Design(elo0, elo1, elo_model=model, **errors), most)
    return None
