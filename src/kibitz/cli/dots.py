"""`kibitz dots`: exact values of boards of dots and boxes."""

import re
import time
from typing import TYPE_CHECKING

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from threading import Thread

    from kibitz.games.dots.rules import Dots
    from kibitz.games.dots.solver import Solver

_SIZE = re.compile(r"(\d{1,2})x(\d{1,2})", re.ASCII)
_POSITIONS = {
    (2, 6): 7_100_000,
    (3, 4): 2_530_000,
    (4, 4): 389_500_000,
}  # that it took to solve these boards
_LOOK_SECONDS = 0.1  # between two looks at a solver under way


@click.group()
def dots() -> None:
    """Dots and boxes: solve a board."""


@dots.command()
@click.argument("size", metavar="RxC")
@click.option("--position", default=None, metavar="P", help="Solve this, not the empty board.")
@click.option(
    "--megabytes",
    type=click.IntRange(1, 1 << 16),
    default=None,
    metavar="M",
    help="Of the table; 16 to 4096 by the board, at most half of what is free.",
)
@options.as_json
def solve(size: str, position: str | None, megabytes: int | None, as_json: bool) -> None:
    """The margin of the player to move on a board of R rows and C columns of boxes.

    The value is exact. 3x4 takes seconds, 4x4 minutes and 4096 megabytes if there are; nothing
    is kept of what is interrupted.
    """
    from kibitz.core.registry import make_game
    from kibitz.errors import BadNotation
    from kibitz.games.dots.board import Board
    from kibitz.games.dots.game import DotsGame
    from kibitz.games.dots.solver import Solver

    found = _SIZE.fullmatch(size.strip().lower())
    if not found:
        raise BadNotation(f"'{size}' is not a size of boxes like 3x4")
    game = make_game(f"dots({int(found[1])},{int(found[2])})")
    assert isinstance(game, DotsGame)
    p = game.start() if position is None else game.parse_position(position)
    Solver(Board(1, 1), megabytes=1).margin(0)  # loads the kernels
    begun = time.perf_counter()
    solver = Solver(game.board, megabytes=megabytes or _usual_megabytes(game.board.lines))
    margin = _watched(solver, p)
    seconds = time.perf_counter() - begun
    lead = int(p.first - p.second) * (1 if p.seat == 0 else -1)
    value = (lead + margin) * (1 if p.seat == 0 else -1)
    if as_json:
        print_json(
            game=game.text,
            position=game.position_text(p),
            value=value,
            margin_to_come=margin,
            seat=int(p.seat),
            nodes=solver.nodes,
            seconds=round(seconds, 6),
        )
        return
    verdict = "a draw" if value == 0 else f"player {1 if value > 0 else 2} wins by {abs(value)}"
    out = console()
    out.print(f"{found[1]}x{found[2]}: {verdict} (player 1's margin {value:+d})")
    spent = f"{seconds:.3g} s" if seconds < 100 else f"{seconds / 60:.1f} min"
    out.print(f"{solver.nodes:,} positions in {spent}", style="dim")


def _watched(solver: "Solver", p: "Dots") -> int:
    """The margin still to come, with a bar on stderr while it is searched."""
    from threading import Thread

    import numpy as np

    answer: list[int | None] = []
    boxes_left = p.rows * p.columns - p.first - p.second
    guess = 0 if boxes_left % 2 == 0 else -1

    def search() -> None:
        with np.errstate(over="ignore"):  # a thread has settings of its own
            answer.append(solver.margin(int(p.lines), guess))

    thread = Thread(target=search, daemon=True)
    thread.start()
    thread.join(1.0)
    if thread.is_alive():
        expected = _POSITIONS.get((int(p.rows), int(p.columns))) if p.lines == 0 else None
        _show_progress(solver, thread, expected)
    margin = answer[0] if answer else None
    assert margin is not None
    return margin


def _show_progress(solver: "Solver", thread: "Thread", expected: int | None) -> None:
    """A bar of the positions that were expected, if they are known, while a thread solves."""
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = [TextColumn("{task.description}"), BarColumn(20), TimeElapsedColumn()]
    if expected:
        columns.append(TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("solving", total=expected)
        try:
            while thread.is_alive():
                thread.join(_LOOK_SECONDS)
                now = solver.progress
                path = " ".join(f"{move}/{moves}" for move, moves in now.path)
                of = f" of about {expected / 1e6:.0f}" if expected else ""
                text = f"{now.asked:+d} or more? {path}; {solver.nodes / 1e6:.1f}{of} M positions"
                bar.update(task, description=text, completed=solver.nodes)
        except KeyboardInterrupt:
            solver.stop()
            thread.join()
            asked, _ = solver.progress
            bar.console.print(
                f"not solved: {solver.nodes:,} positions so far, asking {asked:+d} or more"
            )
            raise


def _usual_megabytes(lines: int) -> int:
    """The size of a table for a board: twice as much for each line more, from 16 to 4096, but
    no more than half of the memory that is free."""
    import os

    wanted = 1 << max(4, min(lines - 24, 12))
    try:
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (AttributeError, OSError, ValueError):  # not known on every system
        return min(wanted, 256)
    return max(1, min(wanted, free // 2))
