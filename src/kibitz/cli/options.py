"""Options that many commands share, so that they read and behave alike."""

import click

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
seed = click.option(
    "--seed",
    type=click.IntRange(0, (1 << 128) - 1),
    default=None,
    metavar="S",
    help="Root of all random numbers; the same seed gives the same answer.",
)
database = click.option(
    "--db", default=None, metavar="PLACE", help="Archive: a file or a postgresql:// URL."
)
