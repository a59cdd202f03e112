"""`kibitz holdem`: ranges and their pictures, push or fold, what is known of opponents."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options
from kibitz.cli.holdem_exploit import exploit
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from kibitz.games.holdem.opponents.opponents import Opponent, Statistic
    from kibitz.games.holdem.strategy.pushfold import PushFold

_svg = click.option(
    "--svg",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    default=None,
    metavar="FILE",
    help="Write the picture as SVG.",
)


@click.group()
def holdem() -> None:
    """Hold'em: ranges, push or fold, opponents."""


holdem.add_command(exploit)


@holdem.command("range")
@click.argument("text", metavar="RANGE")
@_svg
@options.as_json
def show_range(text: str, svg: Path | None, as_json: bool) -> None:
    """Show a RANGE such as '22+,A2s+,KTo+,AKs:0.5' in its 13x13 picture."""
    from kibitz.games.holdem.cards.combos import CLASS_TEXTS
    from kibitz.games.holdem.cards.picture import picture_markup, picture_svg
    from kibitz.games.holdem.cards.ranges import parse_range

    found = parse_range(text)
    shares = found.class_shares()
    if svg is not None:
        _write(svg, picture_svg(shares, str(found)))
    if as_json:
        classes = {name: share for name, share in zip(CLASS_TEXTS, shares, strict=True) if share}
        print_json(range=str(found), combos=len(found.combos), share=found.share, classes=classes)
        return
    out = console()
    out.print(picture_markup(shares))
    out.print(f"{found}", soft_wrap=True)
    out.print(f"{float(found.weights.sum()):g} of 1326 combos, {found.share:.2%} of all hands")


@holdem.command()
@click.option("--stack", type=float, default=10.0, show_default=True, help="Big blinds each.")
@click.option(
    "--chart", is_flag=True, help="The greatest stack at which each hand pushes or calls."
)
@_svg
@options.as_json
def pushfold(stack: float, chart: bool, svg: Path | None, as_json: bool) -> None:
    """Solve push or fold before the flop, heads-up: the small blind pushes, the big blind calls."""
    if chart:
        _print_chart(as_json)
        return
    from kibitz.games.holdem.cards.combos import CLASS_TEXTS
    from kibitz.games.holdem.cards.picture import picture_svg
    from kibitz.games.holdem.strategy.pushfold import push_fold

    _say_first_use()
    found = push_fold(stack)
    if svg is not None:
        _write(svg, picture_svg(found.push, f"push with {stack:g} big blinds"))
    if as_json:
        print_json(
            stack=stack,
            value=found.value,
            exploitability=found.exploitability,
            push_share=found.push_share,
            call_share=found.call_share,
            push=dict(zip(CLASS_TEXTS, found.push.round(4).tolist(), strict=True)),
            call=dict(zip(CLASS_TEXTS, found.call.round(4).tolist(), strict=True)),
        )
        return
    _print_push_fold(found)


def _print_push_fold(found: "PushFold") -> None:
    from kibitz.games.holdem.cards.picture import picture_markup

    out = console()
    pictures = (("push", found.push, found.push_share), ("call", found.call, found.call_share))
    for name, odds, share in pictures:
        out.print(f"{name} with {found.stack:g} big blinds: {share:.1%} of all hands")
        out.print(picture_markup((odds > 0.005) * odds))
        out.print()
    out.print(f"value to the small blind {found.value:+.4f} big blinds a hand", end="")
    out.print(f", exploitability {found.exploitability:.1e}")


def _print_chart(as_json: bool) -> None:
    from kibitz.games.holdem.cards.combos import CLASS_TEXTS
    from kibitz.games.holdem.strategy.pushfold import greatest_stacks

    _say_first_use()
    push, call = greatest_stacks()
    if as_json:
        print_json(
            push=dict(zip(CLASS_TEXTS, push, strict=True)),
            call=dict(zip(CLASS_TEXTS, call, strict=True)),
        )
        return
    out = console()
    for name, stacks in (("push", push), ("call", call)):
        out.print(f"{name} up to this many big blinds (20+ is 20 or more)")
        for row in range(13):
            cells = (
                _chart_cell(CLASS_TEXTS[13 * row + c], stacks[13 * row + c]) for c in range(13)
            )
            out.print(" ".join(cells), soft_wrap=True)
        out.print()


def _chart_cell(name: str, stack: float) -> str:
    return f"{name.ljust(3)} {'20+' if stack >= 20 else f'{stack:g}' if stack else '-'}".ljust(8)


def _say_first_use() -> None:
    from kibitz.games.holdem.equity.preflop import is_kept

    if not is_kept():
        click.echo("counting all 47,086 pairings before the flop, first use only", err=True)


@holdem.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option("--half-life", type=click.FloatRange(0, min_open=True), metavar="HANDS", default=None)
@options.as_json
def opponents(folder: Path, half_life: float | None, as_json: bool) -> None:
    """What the PHH files in FOLDER tell of each player, and how well that predicts."""
    from kibitz.games.holdem.histories.phh import read_folder
    from kibitz.games.holdem.opponents.opponents import held_out_loss, observe

    hands = read_folder(folder)
    models, loss = observe(hands, half_life), held_out_loss(hands)
    if as_json:
        print_json(
            hands=len(hands),
            players=[_opponent_fields(model) for model in models.values()],
            log_loss={
                "model": loss.model,
                "marginal": loss.marginal,
                "decisions": loss.decisions,
            },
        )
        return
    out = console()
    out.print(_opponent_table(list(models.values())))
    out.print(f"{len(hands)} hands; log loss on the last {loss.decisions} decisions: ", end="")
    out.print(f"model {loss.model:.4f}, marginal frequencies {loss.marginal:.4f} nats")


def _opponent_fields(model: "Opponent") -> dict[str, Any]:
    from kibitz.games.holdem.opponents.opponents import STATISTICS

    statistics = {}
    for name in STATISTICS:
        found = model.statistic(name)
        low, high = found.interval
        statistics[name] = {
            "made": found.made,
            "chances": found.chances,
            "rate": found.rate,
            "mean": found.mean,
            "low": low,
            "high": high,
        }
    return {
        "name": model.name,
        "hands": model.hands,
        "statistics": statistics,
        "aggression_factor": model.aggression_factor,
        "archetypes": model.archetypes(),
    }


def _opponent_table(models: "list[Opponent]") -> Any:
    from rich.table import Table

    from kibitz.games.holdem.opponents.opponents import STATISTICS

    shown = ("vpip", "pfr", "three_bet", "afq", "wtsd", "wsd", "cbet", "bluff")
    table = Table("player", box=None, pad_edge=False)
    for title in ("hands", *(STATISTICS[name][0] for name in shown), "AF"):
        table.add_column(title, justify="right")
    table.add_column("archetype")
    for model in models:
        factor = model.aggression_factor
        kind, chance = max(model.archetypes().items(), key=lambda item: item[1])
        table.add_row(
            model.name,
            f"{model.hands:.0f}",
            *(_rate(model.statistic(name)) for name in shown),
            "-" if factor is None else f"{factor:.1f}",
            f"{kind} {chance:.0%}",
        )
    return table


def _rate(found: "Statistic") -> str:
    if found.rate is None:
        return "-"
    low, high = found.interval
    return f"{found.rate:.0%} [{low:.0%},{high:.0%}]"


def _write(path: Path, text: str) -> None:
    from kibitz.errors import BadValue

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadValue(f"cannot write '{path}': {error.strerror}") from None
