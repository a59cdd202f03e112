"""Options that many commands share, so that they read and behave alike."""

import click

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
seed = click.option(
    "--seed",
    type=click.IntRange(0, (1 << 63) - 1),
    default=None,
    metavar="S",
    help="Root of all random numbers; the same seed gives the same answer.",
)
limit = click.option(
    "--limit",
    type=float,
    default=None,
    metavar="SECONDS",
    help="Longest time for a move; whoever takes longer loses that game.",
)
workers = click.option(
    "--workers",
    type=click.IntRange(1),
    default=None,
    metavar="N",
    help="How many play at once (one a core); the result does not depend on it.",
)
crew = click.option(
    "--crew",
    type=click.Choice(["auto", "serial", "threads", "processes"]),
    default="auto",
    help="What the workers are; auto suits the players.",
)
resume = click.option(
    "--resume", default=None, metavar="ID", help="Go on with what was interrupted."
)
store = click.option("--store", is_flag=True, help="Keep the games in the archive.")
database = click.option(
    "--db", default=None, metavar="PLACE", help="Archive: a file or a postgresql:// URL."
)
journal = click.option(
    "--journal", default=None, metavar="FILE", help="Keep the pairs in this file (.jsonl)."
)
stream = click.option("--stream", is_flag=True, help="Print JSON lines while it runs.")
every = click.option(
    "--every",
    type=click.IntRange(1),
    default=None,
    metavar="N",
    help="Of --stream: how many pairs a line stands for.",
)
