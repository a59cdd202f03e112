"""`kibitz equity holdem`: hands or ranges against each other and against random opponents."""

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from kibitz.games.holdem.equity.equity import Equity, HandEquity


@click.command()
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@click.option("--board", default="", metavar="CARDS", help="The cards on the board: 0, 3, 4 or 5.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that nobody can get any more.")
@click.option("--opponents", default=0, metavar="K", help="Random hands beside those named.")
@click.option(
    "--samples", type=click.IntRange(1), default=None, metavar="N", help="Sample N deals."
)
@click.option("--categories", is_flag=True, help="How often each hand makes a pair, a flush, ...")
@click.option("--runouts", is_flag=True, help="The equities after each card that can come next.")
@click.option("--compare", is_flag=True, help="Measure ways to sample: variance, time, error.")
@options.seed
@options.as_json
def holdem(
    hands: tuple[str, ...],
    board: str,
    dead: str,
    opponents: int,
    samples: int | None,
    categories: bool,
    runouts: bool,
    compare: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Equity of HANDs such as AhKh or ranges such as 'QQ+,AKs'; one HAND alone meets a random one.

    The answer is exact wherever enumeration fits, and says so; otherwise it is sampled,
    with its standard error.
    """
    if compare:
        _compare(hands, board, dead, samples, seed, as_json)
        return
    from kibitz.games.holdem.equity.equity import holdem_equity, runout_table

    if len(hands) == 1 and opponents == 0:
        opponents = 1
    result = holdem_equity(hands, board, dead, opponents, samples, seed, categories=categories)
    nexts = runout_table(hands, board, dead) if runouts else {}
    if as_json:
        print_json(**_fields(result), board=board, dead=dead, **_runout_fields(nexts))
        return
    _print(result, nexts)


def _fields(result: "Equity") -> dict[str, Any]:
    return {
        "hands": [_hand_fields(hand) for hand in result.hands],
        "exact": result.is_exact,
        "method": result.method,
        "total": result.total,
        "samples": result.samples,
        "seed": result.seed,
        "winner_sets": {"+".join(map(str, s)): n for s, n in result.winner_sets.items()},
    }


def _hand_fields(hand: "HandEquity") -> dict[str, Any]:
    fields: dict[str, Any] = {
        "hand": hand.text,
        "win": hand.win,
        "tie": hand.tie,
        "lose": hand.lose,
        "equity": hand.equity.value,
        "error": hand.equity.error,
    }
    return fields if hand.categories is None else {**fields, "categories": dict(hand.categories)}


def _runout_fields(nexts: "dict[str, Equity]") -> dict[str, Any]:
    if not nexts:
        return {}
    return {"runouts": {c: [h.equity.value for h in r.hands] for c, r in nexts.items()}}


def _print(result: "Equity", nexts: "dict[str, Equity]") -> None:
    from rich.table import Table

    out = console()
    table = Table(box=None, pad_edge=False)
    for name in ("hand", "equity", "error", "win", "tie", "lose"):
        table.add_column(name, justify="left" if name == "hand" else "right")
    for hand in result.hands:
        error = "exact" if result.is_exact else f"±{hand.equity.error:.4%}"
        counts = (_percent(n, result.total) for n in (hand.win, hand.tie, hand.lose))
        table.add_row(hand.text, f"{hand.equity.value:.4%}", error, *counts)
    out.print(table)
    out.print(_how(result))
    if result.hands[0].categories is not None:
        out.print(_category_table(result))
    if nexts:
        out.print(_runout_rows(result, nexts))


def _percent(count: float | None, total: float) -> str:
    return "-" if count is None else f"{count / total:.4%}"


def _how(result: "Equity") -> str:
    if result.is_exact:
        return f"exact by {result.method}: {result.total:,} deals"
    return f"sampled: {result.samples:,} deals, seed {result.seed}"


def _category_table(result: "Equity") -> Any:
    from rich.table import Table

    table = Table("category", box=None, pad_edge=False)
    for hand in result.hands:
        table.add_column(hand.text, justify="right")
    for name in reversed(list(result.hands[0].categories or ())):
        shares = [(hand.categories or {})[name] for hand in result.hands]
        table.add_row(name, *(f"{share:.3%}" for share in shares))
    return table


def _runout_rows(result: "Equity", nexts: "dict[str, Equity]") -> Any:
    from rich.table import Table

    table = Table("next card", box=None, pad_edge=False)
    for hand in result.hands:
        table.add_column(hand.text, justify="right")
    ranked = sorted(nexts.items(), key=lambda item: -item[1].hands[0].equity.value)
    for card, after in ranked:
        table.add_row(card, *(f"{hand.equity.value:.2%}" for hand in after.hands))
    return table


def _compare(
    hands: tuple[str, ...],
    board: str,
    dead: str,
    samples: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    from kibitz.games.holdem.equity.reduction import compare

    found = compare(hands, board, dead, samples or 20_000, seed or 0)
    if as_json:
        print_json(
            exact=found.exact.hands[0].equity.value,
            techniques=[_technique_fields(row) for row in found.techniques],
            rare=[_technique_fields(row) for row in found.rare],
            sizes=[_technique_fields(row) for row in found.sizes],
        )
        return
    out = console()
    exact = found.exact.hands[0].equity
    out.print(f"equity {exact.value:.4%}" + (" exactly" if exact.is_exact else " sampled"))
    out.print(_technique_table("equity by", found.techniques))
    out.print("the chance that we make four of a kind or better")
    out.print(_technique_table("by", found.rare))
    out.print("what more samples buy")
    out.print(_technique_table("samples", found.sizes))


def _technique_fields(row: Any) -> dict[str, Any]:
    return {
        "name": row.name,
        "value": row.estimate.value,
        "error": row.estimate.error,
        "samples": row.estimate.samples,
        "variance_ratio": row.ratio,
        "seconds": round(row.seconds, 6),
    }


def _technique_table(title: str, rows: Any) -> Any:
    from rich.table import Table

    table = Table(title, box=None, pad_edge=False)
    for name in ("value", "error", "variance ratio", "seconds"):
        table.add_column(name, justify="right")
    for row in rows:
        made = row.estimate
        ratio = "-" if row.ratio is None else f"{row.ratio:.2f}"
        table.add_row(
            row.name, f"{made.value:.4%}", f"{made.error:.4%}", ratio, f"{row.seconds:.4f}"
        )
    return table
