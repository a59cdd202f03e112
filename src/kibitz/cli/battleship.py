"""`kibitz battleship`: the probability map of the enemy's waters, and how placements resist."""

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
    out.print(str(heat_map(found.heat, sight.marks, game.rows, game.cols)))
    if best is not None:
        out.print(f"best shot {best_text}: a hit in {100 * chance:.1f} %", end="")
        out.print("" if found.is_exact else f" ± {100 * found.error(chance):.1f}")
    if found.is_exact:
        out.print(f"exact: all {found.fleets:,} fleets counted")
    else:
        effective = f"{found.effective_samples:,.0f}"
        out.print(f"{found.samples:,} fleets sampled, worth {effective} equal ones; seed {root}")


SHOOTERS = ("density", "pattern", "posterior")


@battleship.command("placement")
@click.option("--games", type=click.IntRange(2, 10_000_000), default=2000, show_default=True)
@click.option("--game", "game_text", default="battleship", metavar="G", help="With its options.")
@click.option(
    "--shooter",
    "shooters",
    type=click.Choice(SHOOTERS),
    multiple=True,
    default=SHOOTERS[:2],
    show_default=True,
    help="May be given more than once.",
)
@click.option(
    "--tries",
    type=click.IntRange(1, 100_000),
    default=16,
    show_default=True,
    help="Fleets drawn for each ship placed with care.",
)
@click.option(
    "--samples",
    type=click.IntRange(1, 1_000_000),
    default=200,
    show_default=True,
    help="Fleets a shot that the posterior builds.",
)
@options.seed
@options.as_json
def placement(
    games: int,
    game_text: str,
    shooters: tuple[str, ...],
    tries: int,
    samples: int,
    seed: int | None,
    as_json: bool,
) -> None:
    """Shots that sink uniform fleets, and fleets placed with care against a density shooter."""
    import math

    from rich.table import Table

    from kibitz.core.registry import make_game
    from kibitz.core.seeds import checked_seed
    from kibitz.errors import BadValue
    from kibitz.games.battleship.game import BattleshipGame
    from kibitz.games.battleship.resistance import Waters, entropy_left, fleet_count, resistance

    game = make_game(game_text)
    if not isinstance(game, BattleshipGame):
        raise BadValue(f"game '{game_text}' is not battleship")
    root = checked_seed(seed)
    waters = Waters(game.ships, game.rows, game.cols, game.rules)
    rows = [resistance(waters, name, tries, games, root, samples) for name in shooters]
    uniform, left = math.log2(fleet_count(waters, root)), entropy_left(waters, tries, root)
    if as_json:
        print_json(
            game=game.text,
            games=games,
            tries=tries,
            shooters=[row.as_dict() for row in rows],
            uniform_entropy_bits=uniform,
            least_entropy_bits=left,
            seed=root,
        )
        return
    out, table = console(), Table("shooter", "uniform", "careful", "gain")
    for row in rows:
        figures = (f"{mean:.2f} ± {1.96 * error:.2f}" for mean, error in row.figures)
        table.add_row(row.shooter, *figures)
    out.print(table)
    out.print(f"mean shots to sink a fleet, 95 %; {games:,} games each; seed {root}")
    out.print(f"entropy: uniform fleets {uniform:.1f} bits, careful ones at least {left:.1f}")
