"""`kibitz nim`: games of heaps by their codes."""

import time

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

_A_ROW = 16


@click.group()
def nim() -> None:
    """Nim and its relatives: Grundy values and periods."""


@nim.command()
@click.argument("code")
@click.argument("largest", type=click.IntRange(0, 1_000_000), metavar="N")
@click.option("--period", is_flag=True, help="Look for a period and prove it.")
@options.as_json
def grundy(code: str, largest: int, period: bool, as_json: bool) -> None:
    """The Grundy values of heaps from 0 to N in the game CODE.

    CODE is an octal code like 0.77 (its last digit repeats before `...`), or kayles,
    dawson-kayles, dawson-chess, lasker, nim, treblecross or officers; or a coin-turning
    game, whose heaps are coins: turning-turtles, mock-turtles or ruler.
    """
    from kibitz.search.coins import NAMES, coin_values
    from kibitz.search.heaps import HeapGame, find_period

    begun = time.perf_counter()
    if code in NAMES:
        game, values, found = None, coin_values(code, largest), None
    else:
        game = HeapGame.named(code, largest)
        values = game.values(largest)
        found = find_period(game.digits, values) if period and not game.is_endless else None
    seconds = time.perf_counter() - begun
    if as_json:
        print_json(
            code=code,
            digits=None if game is None else game.code,
            values=values.tolist(),
            period=None if found is None else found.length,
            last_exception=None if found is None else found.last_exception,
            seconds=round(seconds, 6),
        )
        return
    out = console()
    for first in range(0, len(values), _A_ROW):
        row = " ".join(f"{value:4d}" for value in values[first : first + _A_ROW])
        out.print(f"{first:7d}  {row}", soft_wrap=True)
    if period:
        out.print(_period_text(found, game is None or game.is_endless))


def _period_text(found: object, is_endless: bool) -> str:
    from kibitz.search.heaps import Period

    if isinstance(found, Period):
        after = "" if found.last_exception < 0 else f" after {found.last_exception}"
        return f"period {found.length}{after}, proven by Guy and Smith's theorem"
    if is_endless:
        return "no period is looked for: the theorem needs an octal code that ends"
    return "no period is proven by these values; larger heaps might show one"
