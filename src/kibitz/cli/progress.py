"""`kibitz progress`: a player over many games."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from kibitz.core.record import Record


@click.command()
@click.argument("player")
@click.argument("records", nargs=-1, type=click.Path(exists=True, dir_okay=False))
@click.option("--budget", default="fast", metavar="B", help="fast, coaching or exact.")
@options.database
@options.seed
@options.as_json
def progress(
    player: str,
    records: tuple[str, ...],
    budget: str,
    db: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """The loss per decision of PLAYER in the files RECORDS, or in the archive without any."""
    from kibitz.coach.progress import by_phase, mistakes
    from kibitz.coach.review import review
    from kibitz.errors import BadValue

    found = _from_files(records) if records else _from_archive(player, db)
    reviews = [review(record, budget, seed or 0) for record in found if player in record.players]
    if not reviews:
        raise BadValue(f"no game of player '{player}' is there")
    measured = {
        name: by_phase([r for r in reviews if r.replay.game.name == name], player)
        for name in dict.fromkeys(r.replay.game.name for r in reviews)
    }
    counts = mistakes(reviews, player)
    if as_json:
        games_fields = {name: [row.fields() for row in rows] for name, rows in measured.items()}
        print_json(player=player, games=games_fields, mistakes=counts)
        return
    from rich.table import Table

    out = console()
    table = Table("game", "decisions of", "games", "n", "loss a decision", "95 %", "", box=None)
    for name, rows in measured.items():
        for row in rows:
            interval = (
                "" if row.interval is None else f"{row.interval[0]:.3f}–{row.interval[1]:.3f}"
            )
            loss = "" if row.loss_per_decision is None else f"{row.loss_per_decision:.3f}"
            cells = [name, row.label, str(row.games), str(row.decisions), loss, interval]
            table.add_row(*cells, row.warning)
    out.print(table)
    out.print(", ".join(f"{count} {name}" for name, count in counts.items() if count))


def _from_files(names: tuple[str, ...]) -> "Iterator[Record]":
    from kibitz.core.record import read_records

    for name in names:
        with open(name, encoding="utf-8") as lines:
            yield from read_records(lines)


def _from_archive(player: str, db: str | None) -> "Iterator[Record]":
    from kibitz.core.record import read_records
    from kibitz.store.archive import Archive
    from kibitz.store.selection import Selection

    with Archive.open(db, create=False) as archive:
        yield from read_records(archive.lines(Selection(None, player)))
