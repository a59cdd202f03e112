"""`kibitz battleship`: the probability map of the enemy's waters."""

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json


@click.group()
def battleship() -> None:
    """Battleship: where is the fleet?"""


@battleship.command("map")
@click.argument("position")
@click.option("--game", "game_text", default="battleship", metavar="G", help="With its options.")
@click.option("--samples", type=click.IntRange(10, 10_000_000), default=20_000, show_default=True)
@click.option(
    "--budget",
    type=click.IntRange(0, 1_000_000_000),
    default=2_000_000,
    show_default=True,
    help="Choices tried to count every fleet before sampling.",
)
@options.seed
@options.as_json
def probability(
    position: str, game_text: str, samples: int, budget: int, seed: int | None, as_json: bool
) -> None:
    """The chance of a ship on every cell of POSITION, for the seat to act.

    POSITION is a position of battleship, or shots alone: 'misses/hits/sinkings', for example
    'A1,J10/C3,C4/' or 'A1/C3,C4,C5/3@C5'; '-' is no shot yet.
    """
    from kibitz.core.registry import make_game
    from kibitz.core.seeds import checked_seed
    from kibitz.core.seeds import stream as stream_of
    from kibitz.errors import BadValue
    from kibitz.games.battleship.density import density_map
    from kibitz.games.battleship.game import BattleshipGame
    from kibitz.games.battleship.notation import cell_text
    from kibitz.games.battleship.picture import heat_map
    from kibitz.games.battleship.posterior import probability_map
    from kibitz.games.battleship.sight import sight_of

    game = make_game(game_text)
    if not isinstance(game, BattleshipGame):
        raise BadValue(f"game '{game_text}' is not battleship")
    p = game.parse_position(position)
    root = checked_seed(seed)
    sight = sight_of(p, p.seat)
    found = probability_map(sight, budget, samples, stream_of(root))
    unknown = [cell for cell in range(len(found.heat)) if sight.marks[cell] == 0]
    best = max(unknown, key=lambda cell: (found.heat[cell], -cell), default=None)
    best_text = None if best is None else cell_text(best, game.cols)
    chance = 0.0 if best is None else float(found.heat[best])
    if as_json:
        density = density_map(sight)
        print_json(
            game=game.text,
            position=game.position_text(p),
            seat=p.seat,
            exact=found.is_exact,
            fleets=found.fleets,
            samples=found.samples,
            effective_samples=None if found.is_exact else found.effective_samples,
            best=best_text,
            chance=chance,
            error=found.error(chance),
            map={cell_text(cell, game.cols): float(found.heat[cell]) for cell in unknown},
            density={cell_text(cell, game.cols): float(density[cell]) for cell in unknown},
            seed=root,
        )
        return
    out = console()
    out.print(heat_map(found.heat, sight.marks, game.rows, game.cols))
    if best is not None:
        out.print(f"best shot {best_text}: a hit in {100 * chance:.1f} %", end="")
        out.print("" if found.is_exact else f" ± {100 * found.error(chance):.1f}")
    if found.is_exact:
        out.print(f"exact: all {found.fleets:,} fleets counted")
    else:
        effective = f"{found.effective_samples:,.0f}"
        out.print(f"{found.samples:,} fleets sampled, worth {effective} equal ones; seed {root}")
