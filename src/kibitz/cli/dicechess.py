"""`kibitz dicechess`: turns, capture chances, the cube and the book of dice chess positions."""

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.dicechess_book import book
from kibitz.cli.options import as_json, seed
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from kibitz.games.dicechess.cube import Advice, Cube
    from kibitz.games.dicechess.rules import DiceChess
    from kibitz.games.dicechess.turnlist import TurnList

SHOWN_TURNS = 40  # on a terminal without --list


@click.group()
def dicechess() -> None:
    """Questions about dice chess positions, written as DFEN."""


dicechess.add_command(book)


@dicechess.command()
@click.argument("position", metavar="DFEN")
@click.option("--list", "with_list", is_flag=True, help="List every turn as UCI micro-moves.")
@as_json
def turns(position: str, with_list: bool, as_json: bool) -> None:
    """Count the legal turns of a roll: "... w KQkq - 0 1 PNB"."""
    from kibitz.games.dicechess.notation import micro_text, parse_dfen
    from kibitz.games.dicechess.turnlist import TurnList

    p = parse_dfen(position)
    found = TurnList.of(p)
    first_moves = [micro_text(p.seat, code) for code in found.first_moves]
    if as_json:
        listed = {"turns": found.texts()} if with_list else {}
        print_json(
            paths=len(found.paths) + len(found.captures),
            captures=len(found.captures),
            positions=len(found.distinct),
            dice_spent=found.dice_spent,
            first_moves=first_moves,
            **{"pass": found.is_pass},
            **listed,
        )
    else:
        _show_turns(found, first_moves, with_list)


def _show_turns(found: "TurnList", first_moves: list[str], with_list: bool) -> None:
    from kibitz.games.dicechess.picture import picture

    out = console()
    out.print(picture(found.start, found.start.seat))
    if found.is_pass:
        out.print("\nNothing can be played: the turn is a pass.")
        return
    out.print(
        f"\n{len(found.paths) + len(found.captures)} turns, "
        f"{len(found.captures)} of which take the king; the others spend "
        f"{found.dice_spent} dice and lead to {len(found.distinct)} positions."
    )
    out.print(f"First moves: {' '.join(first_moves)}")
    texts = found.texts()
    for text in texts if with_list else texts[:SHOWN_TURNS]:
        out.print("  " + " ".join(text))
    if not with_list and len(texts) > SHOWN_TURNS:
        out.print(f"  ... and {len(texts) - SHOWN_TURNS} more; --list shows all")


@dicechess.command()
@click.argument("position", metavar="DFEN")
@click.option("--queens", is_flag=True, help="Also the chances that a queen is taken.")
@as_json
def capture(position: str, queens: bool, as_json: bool) -> None:
    """With how many of the 216 rolls is each king taken, with the other side about to roll?"""
    from kibitz.games.dicechess.chance import king_risk, queen_risk
    from kibitz.games.dicechess.notation import parse_dfen

    p = parse_dfen(position)
    risks = {"white_king": king_risk(p, 0), "black_king": king_risk(p, 1)}
    if queens:
        risks |= {"white_queen": queen_risk(p, 0), "black_queen": queen_risk(p, 1)}
    if as_json:
        print_json(**risks)
    else:
        _show_risks(p, risks)


def _show_risks(p: "DiceChess", risks: dict[str, int]) -> None:
    from rich.table import Table

    from kibitz.games.dicechess.chance import king_rolls_against, roll_texts
    from kibitz.games.dicechess.dice import ORDERED
    from kibitz.games.dicechess.picture import picture

    out = console()
    out.print(picture(p))
    table = Table("taken", "rolls of 216", "chance")
    for name, risk in risks.items():
        table.add_row(name.replace("_", " "), str(risk), f"{risk / ORDERED:.4f}")
    out.print(table)
    for seat, name in enumerate(("White", "Black")):
        rolls = roll_texts(king_rolls_against(p, seat))
        if rolls:
            out.print(f"{name}'s king falls to: {' '.join(rolls)}")


@dicechess.command()
@click.argument("position", metavar="DFEN")
@click.option("--owner", default="centre", show_default=True, help="centre, white or black.")
@click.option("--stake", type=int, default=1, show_default=True, metavar="N")
@click.option("--efficiency", type=float, metavar="X", help="0 dead cube to 1 fully live (0.68).")
@click.option("--rollouts", type=int, metavar="N", help="4000; 100 with --player.")
@click.option("--target-error", type=float, metavar="E", help="Stop at this standard error.")
@click.option("--player", metavar="NAME", help="Let this level or analyst make all turns.")
@seed
@as_json
def cube(
    position: str,
    owner: str,
    stake: int,
    efficiency: float | None,
    rollouts: int | None,
    target_error: float | None,
    player: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Should the side about to roll double, and should the other take?

    Chances are those of random play, which flatters the side ahead, or of --player.
    """
    from kibitz.cli.dicechess_equity import PLAYED_ROLLOUTS, equity_between
    from kibitz.games.dicechess.cube import USUAL_EFFICIENCY, Cube, advise
    from kibitz.games.dicechess.equity import EquityOptions, equity
    from kibitz.games.dicechess.notation import parse_dfen

    p, held = parse_dfen(position), Cube(owner.lower(), stake)
    x = USUAL_EFFICIENCY if efficiency is None else efficiency
    advise(0.0, 0.0, p.seat, held, x)  # refuses before the long work
    most = rollouts if rollouts is not None else PLAYED_ROLLOUTS if player else 4000
    options = EquityOptions(
        rollouts=most, target_error=target_error, min_rollouts=max(1, min(400, most))
    )
    if player is None:
        found = equity(p, options, seed)
    else:
        found = equity_between(player, p, most, options.max_plies, seed)
    advice = advise(found.value(p.seat), found.value_error, p.seat, held, x)
    facts = _cube_facts(advice, held, x) | {"rollouts": found.rollouts, "seed": found.seed}
    facts["player"] = player or "random play"
    if as_json:
        print_json(side="wb"[p.seat], **facts)
    else:
        _show_cube(p, advice, facts)


def _cube_facts(advice: "Advice", held: "Cube", efficiency: float) -> dict[str, Any]:
    from kibitz.games.dicechess.cube import CENTRE, DEAD, LIVE, double_point, take_point

    centred = held.owner == CENTRE
    return {
        "advice": advice.action,
        "chance": advice.chance,
        "error": advice.error,
        "too_close_to_call": advice.is_close,
        "can_double": advice.can_double,
        "owner": held.owner,
        "stake": held.stake,
        "efficiency": efficiency,
        "take_point": {"cubeless": take_point(DEAD), "live": take_point(LIVE)},
        "double_point": {
            "cubeless": double_point(centred, DEAD),
            "live": double_point(centred, LIVE),
        },
        "no_double": held.stake * advice.no_double,
        "double_take": held.stake * advice.double_take,
        "double_pass": held.stake * advice.double_pass,
    }


def _show_cube(p: "DiceChess", advice: "Advice", facts: dict[str, Any]) -> None:
    from rich.table import Table

    from kibitz.games.dicechess.picture import picture

    out = console()
    out.print(picture(p))
    out.print(f"\n{('White', 'Black')[p.seat]} about to roll: [bold]{advice}[/bold]")
    if not advice.can_double:
        out.print(f"The cube is {facts['owner']}'s: there is nothing to decide.")
    table = Table("cube", f"value (stake {facts['stake']})")
    for name in ("no_double", "double_take", "double_pass"):
        table.add_row(name.replace("_", " "), f"{facts[name]:+.3f}")
    out.print(table)
    for name, what in (("take_point", "taker's chance to take"), ("double_point", "to double")):
        points = facts[name]
        out.print(f"{what}: {points['cubeless']:.0%} cubeless, {points['live']:.0%} live")
    out.print(f"chances by {facts['rollouts']} rollouts of {facts['player']}", style="dim")
