"""`kibitz progress`: a player over many games."""

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json


@click.command()
@click.argument("player")
@click.argument("records", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option("--budget", default="fast", metavar="B", help="fast, coaching or exact.")
@options.seed
@options.as_json
def progress(
    player: str, records: tuple[str, ...], budget: str, seed: int | None, as_json: bool
) -> None:
    """The loss per decision of PLAYER in the games of the files RECORDS."""
    from kibitz.coach.progress import by_phase, mistakes
    from kibitz.coach.review import review
    from kibitz.core.record import read_records
    from kibitz.errors import BadValue

    reviews = []
    for name in records:
        with open(name, encoding="utf-8") as lines:
            games = [record for record in read_records(lines) if player in record.players]
        reviews += [review(record, budget, seed or 0) for record in games]
    if not reviews:
        raise BadValue(f"no game of player '{player}' is in these files")
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
