"""`kibitz review`: where was the game lost, was it skill or luck?"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.coach.luck import Luck
    from kibitz.coach.review import Review, Reviewer, SeatReview
    from kibitz.core.record import Record

MARKS = ("", "?!", "?", "??", "???")


@click.command()
@click.argument("record")
@click.option("--player", "seat", type=int, default=None, metavar="SEAT", help="Only this seat.")
@click.option(
    "--budget", default="coaching", metavar="B", help="fast, coaching or exact (default coaching)."
)
@click.option(
    "--game",
    "number",
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help="Which record of the file (default the first).",
)
@click.option("--html", type=click.Path(dir_okay=False), help="Write a page to this file, too.")
@click.option("--store", "keep", is_flag=True, help="Keep the game and its review.")
@options.database
@options.seed
@options.as_json
def review(
    record: str,
    seat: int | None,
    budget: str,
    number: int,
    html: str | None,
    keep: bool,
    db: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Judge every decision of RECORD, a file of records or the number of an archived game."""
    from kibitz.coach.luck import luck_of
    from kibitz.coach.review import Reviewer

    reviewer = Reviewer(load_record(record, number, db).replay(), seat, budget, seed or 0)
    _run(reviewer)
    done, luck = reviewer.result(), luck_of(reviewer.replay, seed or 0)
    if keep:
        _keep(done, db)
    if html:
        from kibitz.cli.report import review_page

        Path(html).write_text(review_page(done, luck), encoding="utf-8")
    if as_json:
        print_json(**done.fields(), luck=luck.total, luck_adjusted=luck.adjusted)
        return
    print_review(console(), done, luck)
    if html:
        console().print(f"The page is in {html}.")


def _keep(done: "Review", db: str | None) -> None:
    from kibitz.store.archive import Archive
    from kibitz.store.reviews import keep_review

    with Archive.open(db) as archive:
        number = keep_review(archive, done)
    click.echo(f"kept as game {number}", err=True)


def load_record(name: str, number: int = 1, db: str | None = None) -> "Record":
    """The record in a file, or the one with that number in the archive."""
    from itertools import islice

    from kibitz.core.record import read_records
    from kibitz.errors import BadRecord

    path = Path(name)
    if name.isascii() and name.isdigit() and not path.exists():
        from kibitz.store.archive import Archive

        with Archive.open(db, create=False) as archive:
            return archive.record(int(name))
    if not path.exists():
        raise BadRecord(f"there is no file '{name}'")
    try:
        with path.open(encoding="utf-8") as lines:
            found = next(islice(read_records(lines), number - 1, None), None)
    except (UnicodeDecodeError, OSError) as error:
        raise BadRecord(f"'{name}' is no file of records: {error}") from None
    if found is None:
        raise BadRecord(f"'{name}' has no record number {number}")
    return found


def _run(reviewer: "Reviewer") -> None:
    """Judge all decisions, with a progress bar that tells the worst so far."""
    from rich.progress import BarColumn, Progress, TextColumn

    out = console(stderr=True)
    with Progress(
        TextColumn("reviewing"),
        BarColumn(),
        TextColumn("{task.description}"),
        console=out,
        transient=True,
        disable=not out.is_terminal,
    ) as bar:
        task = bar.add_task("", total=reviewer.looks)
        worst = 0.0
        for decision in reviewer.reviewing():
            worst = max(worst, decision.loss)
            bar.update(
                task, advance=1, description=f"worst loss so far {worst:.3g} {decision.unit}"
            )


def print_review(out: "Console", done: "Review", luck: "Luck") -> None:
    """The review for people: a graph, the decisions, the totals."""
    game = done.replay.game
    out.print(f"[bold]{game.title}[/bold]: {' – '.join(done.record.players)}")
    for seat in done.seats:
        _print_graph(out, done, seat)
    _print_decisions(out, done)
    if done.remarks:
        out.print()
    for remark in done.remarks:
        out.print(remark, markup=False)
    for seat in done.seats:
        _print_totals(out, done, seat, luck)
    out.print(f"valued by {done.analyst}, budget {done.budget}, seed {done.seed}", style="dim")


def _print_graph(out: "Console", done: "Review", seat: "SeatReview") -> None:
    from kibitz.cli.graph import graph_text

    line = [d.win_before for d in done.decisions if d.seat == seat.seat]
    known = [value for value in line if value is not None]
    if len(known) > 1:
        out.print(f"\nwin probability of {seat.player} with best play")
        out.print(graph_text(known))


def _print_decisions(out: "Console", done: "Review") -> None:
    from rich.table import Table

    from kibitz.cli.report import loss_text, severity_rank

    table = Table("#", "who", "played", "best", "loss", "", "why", box=None)
    table.columns[4].justify = "right"
    for d in done.decisions:
        rank = severity_rank(done, d)
        verdict = "forced" if d.is_forced else "too close to call" if d.is_close else d.severity
        mark = f"{verdict} {MARKS[min(rank, 4)]}".strip()
        colour = ("dim", "yellow", "dark_orange", "red", "bold red")[min(rank, 4)]
        best = d.best.text if d.loss > 0 else ""
        cells = [str(d.number), done.replay.game.seat_name(d.seat), d.chosen.text, best]
        table.add_row(
            *cells, loss_text(done, d), f"[{colour}]{mark}[/{colour}]", d.reason if rank else ""
        )
    out.print()
    out.print(table)


def _print_totals(out: "Console", done: "Review", seat: "SeatReview", luck: "Luck") -> None:
    from kibitz.cli.report import luck_text

    total = seat.total
    out.print(f"\n[bold]{seat.player}[/bold]: grade [bold]{seat.grade or 'none'}[/bold]", end="")
    if not total.unforced:
        out.print(", nothing to decide")
        return
    average = "" if total.loss_per_decision is None else f", {total.loss_per_decision:.3f} "
    if average:
        average += f"{seat.unit} lost a decision"
    others = total.unforced - total.counted
    out.print(
        f"{average} ({total.unforced} decisions"
        f"{f', {others} of them judged by the chance to win' if others else ''}"
        f", {total.decisions - total.unforced} forced)"
    )
    if total.win_loss is not None:
        lost = f"{100 * total.win_loss:.1f} points of win probability lost in all"
        accuracy = "" if seat.accuracy is None else f", accuracy {seat.accuracy:.0f} of 100"
        out.print(f"  {lost}{accuracy}")
    if len(seat.phases) > 1:
        for phase, part in seat.phases.items():
            if part.loss_per_decision is not None:
                out.print(f"  {phase}: {part.loss_per_decision:.3f} a decision of {part.counted}")
    out.print("  " + ", ".join(f"{n} {name}" for name, n in seat.counts.items() if n))
    told = luck_text(luck, seat.seat)
    if told:
        out.print(f"  {told}")
