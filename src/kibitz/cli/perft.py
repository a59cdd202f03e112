"""`kibitz perft`: the number of move sequences of a length, to check rules against others'."""

import time

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json


@click.command()
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 60))
@click.option("--position", default=None, metavar="P", help="Count from here, not from the start.")
@options.as_json
def perft(game: str, depth: int, position: str | None, as_json: bool) -> None:
    """Count the move sequences of GAME up to DEPTH moves long."""
    from kibitz.core.registry import make_game
    from kibitz.search.perft import perft as count

    made = make_game(game)
    start = made.start() if position is None else made.parse_position(position)
    begun = time.perf_counter()
    counts = [count(made, ply, start) for ply in range(depth + 1)]
    seconds = time.perf_counter() - begun
    if as_json:
        print_json(
            game=made.text,
            position=made.position_text(start),
            depth=depth,
            nodes=counts[-1],
            counts=counts,
            seconds=round(seconds, 6),
        )
        return
    out = console()
    for ply, nodes in enumerate(counts):
        out.print(f"{ply:3d}  {nodes:,}")
