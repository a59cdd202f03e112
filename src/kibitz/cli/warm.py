"""`kibitz warm`: compile everything now, so that nothing has to wait later."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import NamedTuple

import click

from kibitz.cli import options, streams
from kibitz.errors import HouseFault

PROCESSES = 2  # compilers of one machine share what they have made; more gain little


@click.command(cls=options.CarefulCommand)
@click.argument("games", nargs=-1, metavar="[GAME]...")
@options.as_json
def warm(games: tuple[str, ...], as_json: bool) -> None:
    """Compile a game's kernels, or all, so that nothing waits for the compiler later.

    Without GAME everything is compiled. What is there already is not compiled again.
    """
    from kibitz.cli.bar import Bar
    from kibitz.core.registry import game_class
    from kibitz.core.request import Progress

    for game in games:
        game_class(game)  # refuses what it does not know
    began, done = time.monotonic(), 0
    with Bar(is_shown=not as_json) as bar:
        for each in warmed(games):
            done += 1
            bar.tell(Progress(done, each.total, each.name))
    _tell(done, time.monotonic() - began, as_json)


class Warmed(NamedTuple):
    """A question that was answered, of how many, and the kernels that Python called so far."""

    name: str
    total: int
    called: list[str]


def warmed(games: Sequence[str] = ()) -> Iterator[Warmed]:
    """Ask everything that concerns these games; without any, everything."""
    from kibitz.arena.leash import Leash
    from kibitz.cli.warming import carry_out, tasks

    asked, context = tasks(games), get_context("spawn")
    leash = Leash(context)
    with ProcessPoolExecutor(PROCESSES, context, **leash.terms) as pool:
        try:
            under_way = {pool.submit(carry_out, task): task.name for task in asked}
            for ended in as_completed(under_way):
                yield Warmed(under_way[ended], len(asked), ended.result())
        except BrokenProcessPool:
            raise HouseFault("a process that compiled was ended from outside") from None
        finally:
            leash.let_go()
            pool.shutdown(cancel_futures=True)
            leash.close()


def _tell(done: int, seconds: float, as_json: bool) -> None:
    if as_json:
        streams.echo_json(f'{{"schema":"warm/1","questions":{done},"seconds":{seconds:.1f}}}')
    else:
        click.echo(f"ready after {seconds:.0f} s: {done} questions were asked")
