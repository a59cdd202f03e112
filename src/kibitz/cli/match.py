"""`kibitz match`: two players, as many pairs as it takes, and a verdict.

Exit codes: 0 finished or H1 accepted, 3 H0 accepted, 4 inconclusive, 130 interrupted.
"""

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.arena.match import Match, Progress
    from kibitz.arena.stop import StopRule
    from kibitz.cli.keeping import Keeping

USUAL_PAIRS = 100
STREAM_PAIRS = 10
CODES = {"finished": 0, "H1 accepted": 0, "H0 accepted": 3, "inconclusive": 4}
INTERRUPTED = 130


@click.command()
@click.argument("game", required=False)
@click.argument("first", metavar="A", required=False)
@click.argument("second", metavar="B", required=False)
@click.option("--pairs", type=click.IntRange(1), metavar="N", help="Stop after N pairs (100).")
@click.option(
    "--sprt", type=float, nargs=2, metavar="ELO0 ELO1", help="Stop when a sequential test decides."
)
@click.option("--error", type=float, metavar="ELO", help="Stop when the Elo is known this well.")
@click.option("--elo-model", metavar="MODEL", help="Of --sprt: logistic (usual) or normalized.")
@click.option("--alpha", type=float, metavar="P", help="Of --sprt: chance of a false H1 (0.05).")
@click.option("--beta", type=float, metavar="P", help="Of --sprt: chance of a false H0 (0.05).")
@click.option("--max-pairs", type=click.IntRange(1), metavar="N", help="Of --sprt and --error.")
@options.limit
@options.workers
@options.crew
@options.seed
@options.resume
@options.store
@options.database
@options.journal
@options.as_json
@options.stream
@options.every
@click.option("--times", is_flag=True, help="Give seconds a move in JSON, too; they vary.")
def match(
    game: str | None,
    first: str | None,
    second: str | None,
    limit: float | None,
    workers: int | None,
    crew: str,
    seed: int | None,
    resume: str | None,
    store: bool,
    db: str | None,
    journal: str | None,
    as_json: bool,
    stream: bool,
    every: int | None,
    times: bool,
    **stop: Any,
) -> int:
    """Let A and B play GAME in pairs with seats swapped, and say who is stronger.

    A player is a level (expert), a search (mcts(iterations=500)), random, or a program
    (exec:./mybot). The unit is the pair: the same deal or dice twice, seats swapped.
    """
    from kibitz.arena.workers import CrewKind, make_crew
    from kibitz.cli.keeping import Keeping
    from kibitz.cli.scoreboard import Scoreboard, show_match

    step = (every or STREAM_PAIRS) if stream else None
    keeping = Keeping.of(store=store, db=db, journal=journal, resume=resume)
    rule = _rule(stop)
    if resume is None:
        chosen = _new_match(game, first, second, rule, seed, limit)
    else:
        if game is not None:
            raise BadValue(f"--resume takes the match from its ledger; '{game}' is one too many")
        chosen = _kept_match(keeping, rule)
    progress = chosen.begin()
    keeping.open(chosen.plan())
    progress.recall(keeping.pairs_done())
    is_interrupted = False
    try:
        with (
            make_crew(chosen.setting(keeping.wants_records), workers, CrewKind(crew)) as hands,
            Scoreboard(progress) as board,
        ):
            for _ in progress.run(hands, keeping.ledger, keeping.match_id, step):
                board.refresh()
                if step and progress.tally.pairs % step == 0 and not progress.ending:
                    _print(progress, times)
    except KeyboardInterrupt:
        is_interrupted = True
    if as_json or stream:
        _print(progress, times)
    else:
        show_match(progress, console())
    return _leave(progress, keeping, is_interrupted)


def _print(progress: "Progress", with_times: bool) -> None:
    from kibitz.arena.report import match_fields

    print_json(**match_fields(progress, with_times=with_times))


def _leave(progress: "Progress", keeping: "Keeping", is_interrupted: bool) -> int:
    from kibitz.arena.report import match_fields

    if progress.ending is None or is_interrupted:
        keeping.leave_open()
        if keeping.match_id:
            click.echo(f"resume with: {keeping.resume_command('match')}", err=True)
        return INTERRUPTED
    keeping.end(match_fields(progress))
    return CODES[progress.ending.value]


def _new_match(
    game: str | None,
    first: str | None,
    second: str | None,
    rule: "StopRule | None",
    seed: int | None,
    limit: float | None,
) -> "Match":
    from kibitz.arena.match import Match
    from kibitz.arena.stop import FixedPairs
    from kibitz.core.registry import make_game
    from kibitz.core.seeds import checked_seed
    from kibitz.players.roster import make_player

    if game is None or first is None or second is None:
        raise BadValue("a match needs GAME, A and B: kibitz match tictactoe expert random")
    made = make_game(game)
    for text in (first, second):
        make_player(text, made)  # refuses it here, before a worker does
    rule = rule or FixedPairs(USUAL_PAIRS)
    return Match(made.text, (first, second), rule, checked_seed(seed), limit)


def _kept_match(keeping: "Keeping", rule: "StopRule | None") -> "Match":
    from kibitz.arena.match import Match, with_rule

    return with_rule(Match.of_plan(keeping.kept_plan()), rule)


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
