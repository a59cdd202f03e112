"""`kibitz sprt status`: what the counts of a test say, without its history."""

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options, sprt_options
from kibitz.cli.output import print_json

if TYPE_CHECKING:
    from kibitz.stats.design import Design, Verdict

H0_ACCEPTED, INCONCLUSIVE = 3, 4


@click.command(context_settings=sprt_options.DASHED)
@click.option("--results", required=True, metavar="LL,LD,DD,WD,WW", help="Five counts, or three.")
@sprt_options.hypotheses
@sprt_options.regularise(1e-3)
@click.option("--exit-code", is_flag=True, help="Exit with 3 for H0, 4 while inconclusive.")
@options.as_json
def status(
    results: str, regularise: float, exit_code: bool, as_json: bool, **hypotheses: Any
) -> int:
    """Read a test off its counts of pairs (or of games): verdict, Elo, and how sure."""
    from kibitz.stats.pentanomial import Pentanomial
    from kibitz.stats.stopped import stopped_elo

    design = sprt_options.design_of(small=regularise, **hypotheses)
    counts = Pentanomial.parse(results, regularise)
    llr, stopped = design.llr(counts), stopped_elo(design, counts)
    verdict = design.verdict(llr)
    answer = {
        "llr": llr,
        "lower": design.walls.low,
        "upper": design.walls.high,
        "verdict": verdict.value,
        "elo": stopped.elo,
        "elo_interval": stopped.interval,
        "nelo": counts.nelo,
        "nelo_interval": counts.nelo_interval(),
        "los": stopped.los,
        "clamped": stopped.is_clamped,
        "games": counts.games,
        "score": counts.score,
        "naive": {"elo": counts.elo, "elo_interval": counts.elo_interval(), "los": counts.los},
    }
    if as_json:
        print_json(**answer)
    else:
        _print_status(design, answer)
    return _exit_code(verdict) if exit_code else 0


def _exit_code(verdict: "Verdict") -> int:
    from kibitz.stats.design import Verdict

    return {Verdict.H1: 0, Verdict.H0: H0_ACCEPTED, Verdict.OPEN: INCONCLUSIVE}[verdict]


def _print_status(design: "Design", answer: dict[str, Any]) -> None:
    low, high = answer["elo_interval"]
    naive_low, naive_high = answer["naive"]["elo_interval"]
    nelo_low, nelo_high = answer["nelo_interval"]
    click.echo(f"SPRT({design.elo0:g}, {design.elo1:g}) {design.elo_model.value} Elo")
    click.echo(
        f"LLR {answer['llr']:.4f} between {answer['lower']:.4f} and {answer['upper']:.4f}: "
        f"{answer['verdict']}"
    )
    note = " (clamped: the ratio is well beyond its bound)" if answer["clamped"] else ""
    click.echo(
        f"Elo {answer['elo']:.2f}, 95 % {low:.2f} to {high:.2f}, allowing for the stop{note}"
    )
    click.echo(f"    {answer['naive']['elo']:.2f}, 95 % {naive_low:.2f} to {naive_high:.2f}, naive")
    click.echo(f"normalised Elo {answer['nelo']:.2f}, 95 % {nelo_low:.2f} to {nelo_high:.2f}")
    click.echo(f"likelihood of superiority {100 * answer['los']:.2f} %")
    click.echo(f"{answer['games']:,} games, score {100 * answer['score']:.2f} %")
