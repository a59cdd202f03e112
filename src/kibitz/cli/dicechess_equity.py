"""`kibitz equity dicechess`: who wins before the next roll, if both sides move at random?"""

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from kibitz.cli.options import as_json, seed
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from kibitz.games.dicechess.equity import Equity, EquityOptions
    from kibitz.games.dicechess.rules import DiceChess

PLAYED_ROLLOUTS = 100  # between players, where no number is given
MOST_ROLLOUTS = 1_000_000  # with a target error and no number


@click.command()
@click.argument("position", metavar="DFEN")
@click.option("--rollouts", type=int, metavar="N", help="At most so many rollouts (4000).")
@click.option("--target-error", type=float, metavar="E", help="Stop at this standard error.")
@click.option("--min-rollouts", type=int, default=400, show_default=True, metavar="N")
@click.option("--max-plies", type=int, default=400, show_default=True, metavar="N")
@click.option(
    "--turns",
    type=click.Choice(["paths", "positions"]),
    default="paths",
    show_default=True,
    help="What a random turn is uniform over.",
)
@click.option("--player", metavar="NAME", help="Let this level or analyst make all turns.")
@click.option("--stratified/--no-stratified", default=True, help="Spread the first rolls evenly.")
@click.option("--threads", type=int, default=1, show_default=True, metavar="N")
@click.option("--compare", is_flag=True, help="Measure plain simulation beside it (on stderr).")
@seed
@as_json
def equity(
    position: str,
    rollouts: int | None,
    target_error: float | None,
    min_rollouts: int,
    max_plies: int,
    turns: str,
    player: str | None,
    stratified: bool,
    threads: int,
    compare: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Estimate the chances of a position whose dice are about to roll."""
    from kibitz.games.dicechess.equity import EquityOptions
    from kibitz.games.dicechess.equity import equity as estimate
    from kibitz.games.dicechess.notation import parse_dfen

    p = parse_dfen(position)
    most = rollouts if rollouts is not None else (4000 if target_error is None else MOST_ROLLOUTS)
    options = EquityOptions(
        rollouts=most,
        max_plies=max_plies,
        target_error=target_error,
        min_rollouts=min(min_rollouts, most) if min_rollouts > 0 else min_rollouts,
        is_stratified=stratified,
        turns=turns,
        threads=threads,
    )
    if player is None:
        found = estimate(p, options, seed)
    else:
        found = equity_between(player, p, rollouts or PLAYED_ROLLOUTS, max_plies, seed)
    if as_json:
        _print_json(found)
    else:
        _show(p, found)
    if compare:
        _compare(p, options, found.seed)


def equity_between(
    name: str, p: "DiceChess", rollouts: int, max_plies: int, seed: int | None
) -> "Equity":
    """The equity if both sides are played by a level or an analyst."""
    from kibitz.core.registry import make_game
    from kibitz.estimate.analyst import Best
    from kibitz.games.dicechess.played import played_equity
    from kibitz.players.roster import make_analyst

    game = make_game("dicechess")
    analyst = make_analyst(name, game)
    choice = game.level(name).choice if name in game.levels else Best()
    return played_equity(game, p, analyst, choice, rollouts, max_plies, seed)


def _print_json(found: "Equity") -> None:
    print_json(
        white_win=found.white_win,
        black_win=found.black_win,
        undecided=found.undecided,
        error=found.error,
        white_error=found.white_error,
        black_error=found.black_error,
        rollouts=found.rollouts,
        variance_ratio=found.variance_ratio,
        plies=found.plies,
        stopped_by=found.stopped_by,
        exact=found.is_exact,
        seed=found.seed,
    )


def _show(p: "DiceChess", found: "Equity") -> None:
    from rich.table import Table

    from kibitz.games.dicechess.picture import picture

    out = console()
    out.print(picture(p))
    table = Table("", "chance", "standard error")
    table.add_row("White wins", f"{found.white_win:.4f}", f"{found.white_error:.4f}")
    table.add_row("Black wins", f"{found.black_win:.4f}", f"{found.black_error:.4f}")
    table.add_row("undecided", f"{found.undecided:.4f}", "")
    out.print(table)
    if found.is_exact:
        out.print("Exact: this roll decides, or the game is over.")
    else:
        out.print(
            f"{found.rollouts} rollouts, variance {found.variance_ratio:.1f} times smaller than "
            f"with one winner each; seed {found.seed}, stopped by {found.stopped_by}."
        )


def _compare(p: "DiceChess", options: "EquityOptions", seed: int) -> None:
    """Say how much more a second of computing gives than in plain simulation."""
    from kibitz.games.dicechess.equity import equity as estimate

    same = replace(options, target_error=None, rollouts=min(options.rollouts, 4000), threads=1)
    costs = []
    for plain in (False, True):
        estimate(p, replace(same, plain=plain, rollouts=1), seed)  # compiled before the clock runs
        begin = time.process_time()
        found = estimate(p, replace(same, plain=plain), seed)
        costs.append(found.white_error**2 * (time.process_time() - begin))
    ratio = costs[1] / costs[0] if costs[0] else float("inf")
    console(stderr=True).print(f"A second gives {ratio:.2f} times what plain simulation gives.")
