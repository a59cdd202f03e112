"""`kibitz bluff`: how likely a claim is true, and how good the beliefs are."""

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json


@click.group()
def bluff() -> None:
    """Bluff: who lies?"""


@bluff.command("belief")
@click.argument("claimed", type=click.IntRange(1, 4))
@click.option("--hand", type=click.IntRange(0, 52), required=True, help="Claimant's cards before.")
@click.option("--unseen", type=click.IntRange(1, 52), required=True, help="Cards you cannot place.")
@click.option("--hold", type=click.IntRange(0, 4), default=0, help="Cards of the rank you can.")
@click.option("--players", type=click.IntRange(2, 6), default=4, show_default=True)
@click.option("--truths", type=click.IntRange(0, 255), default=0, help="Claims shown true.")
@click.option("--lies", type=click.IntRange(0, 255), default=0, help="Claims shown one card false.")
@click.option("--stood", type=click.IntRange(0, 255), default=0, help="Claims of one that stood.")
@options.as_json
def belief(
    claimed: int,
    hand: int,
    unseen: int,
    hold: int,
    players: int,
    truths: int,
    lies: int,
    stood: int,
    as_json: bool,
) -> None:
    """How likely it is that a claim of CLAIMED cards can be true, and that it is a lie."""
    from kibitz.errors import BadValue
    from kibitz.games.bluff.belief import bluff_rate, can_be_true, lie_chance

    if hand > unseen:
        raise BadValue(f"a hand of {hand} does not fit into {unseen} unseen cards")
    if 4 - hold > unseen:
        raise BadValue(f"{4 - hold} cards of the rank do not fit into {unseen} unseen cards")
    shown = truths | lies << 8
    possible = float(can_be_true(unseen, 4 - hold, hand, claimed))
    rate = float(bluff_rate(stood, shown, players))
    lie = float(lie_chance(unseen, 4 - hold, hand, 0, claimed, rate, shown))
    if as_json:
        print_json(
            claimed=claimed,
            hand=hand,
            unseen=unseen,
            hold=hold,
            p_can_be_true=possible,
            bluff_rate=rate,
            p_lie=lie,
        )
        return
    out = console()
    out.print(f"can be true  {100 * possible:6.2f} %  (exact)")
    out.print(f"is a lie     {100 * lie:6.2f} %  (by the model; bluffs at will {100 * rate:.1f} %)")


@bluff.command("calibration")
@click.argument("players", nargs=-1, required=True)
@click.option("--rounds", type=click.IntRange(2, 1_000_000), default=100, show_default=True)
@click.option(
    "--samples",
    type=click.IntRange(1, 1_000_000),
    default=500,
    show_default=True,
    help="Play-outs that foresight has for a decision.",
)
@options.seed
@options.as_json
def calibration(
    players: tuple[str, ...], rounds: int, samples: int, seed: int | None, as_json: bool
) -> None:
    """Play PLAYERS on every seat; their payoffs, and the beliefs.

    Players are honest, naive, modelling and foresight.

    A round is one deal, played once for each rotation of the seats.
    """
    from rich.table import Table

    from kibitz.core.seeds import checked_seed
    from kibitz.errors import UnknownName
    from kibitz.games.bluff.contest import WAYS, contest
    from kibitz.games.bluff.game import BluffGame

    for name in players:
        if name not in WAYS:
            raise UnknownName("player", name, WAYS)
    root, game = checked_seed(seed), BluffGame(len(players))
    ways = tuple(WAYS[name] for name in players)
    found = contest(game.start(), ways, rounds, root, samples)
    if as_json:
        print_json(
            players=list(players),
            rounds=rounds,
            samples=samples,
            games=rounds * len(players),
            payoffs=found.means,
            errors=found.errors,
            claims=found.claims,
            lie_rate=found.lie_rate,
            brier=found.brier,
            base_brier=found.base_brier,
            log_loss=found.log_loss,
            bins=found.bins,
            seed=root,
        )
        return
    out = console()
    table = Table("player", "payoff a game", "95 %")
    for name, mean, error in zip(players, found.means, found.errors, strict=True):
        table.add_row(name, f"{mean:+.3f}", f"± {1.96 * error:.3f}")
    out.print(table)
    beliefs = Table("belief", "claims", "said", "lies")
    for tenth, (count, said, lies) in enumerate(found.bins):
        if count:
            label = f"{10 * tenth}-{10 * tenth + 10} %"
            beliefs.add_row(label, f"{count:,}", f"{100 * said:.1f} %", f"{100 * lies:.1f} %")
    out.print(beliefs)
    out.print(
        f"Brier score {found.brier:.4f}, of the base rate {found.base_brier:.4f}; "
        f"log loss {found.log_loss:.3f}; {found.claims:,} beliefs; seed {root}"
    )
