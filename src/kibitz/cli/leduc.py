"""`kibitz leduc`: solve Leduc poker and say how near to perfect the solution is."""

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json


@click.group()
def leduc() -> None:
    """Leduc poker: six cards, two rounds."""


@leduc.command()
@click.option("--iterations", type=click.IntRange(1), default=1000, show_default=True, metavar="N")
@click.option("--strategy", "with_strategy", is_flag=True, help="Print the first round, too.")
@options.as_json
def solve(iterations: int, with_strategy: bool, as_json: bool) -> None:
    """Solve it by CFR+ and print the value and the exploitability."""
    import time

    from kibitz.core.registry import make_game
    from kibitz.search.cfr import solve_tree
    from kibitz.search.gametree import build_tree

    game = make_game("leduc")
    tree = build_tree(game)
    start = time.perf_counter()
    solution = solve_tree(game.text, tree, iterations)
    seconds = time.perf_counter() - start
    rows = _first_round(solution) if with_strategy or as_json else []
    if as_json:
        print_json(
            game="leduc",
            iterations=iterations,
            value=solution.value,
            exploitability=solution.exploitability,
            nodes=tree.nodes,
            infosets=tree.infosets,
            strategy=dict(rows),
        )
        return
    out = console()
    out.print(f"value to the first seat  {solution.value:.6f} antes a hand")
    out.print(f"exploitability           {1000 * solution.exploitability:.4f} milli-antes a hand")
    out.print(f"{iterations} iterations of CFR+ over {tree.nodes} nodes in {seconds:.2f} s")
    for name, odds in rows:
        moves = "  ".join(f"{move} {chance:6.1%}" for move, chance in odds.items())
        out.print(f"  {name.ljust(10)} {moves}")


def _first_round(solution: "object") -> "list[tuple[str, dict[str, float]]]":
    """Each view of the first round with the chance of each move."""
    from kibitz.games.leduc.game import LeducGame
    from kibitz.games.leduc.rules import Leduc
    from kibitz.search.cfr import Solution

    assert isinstance(solution, Solution)
    game, rows = LeducGame(), []
    for seat, *fields in solution.tree.views:
        v = Leduc(*fields)
        if not v.public:
            odds = solution.odds(v, seat)
            named = {game.move_text(v, move): chance for move, chance in odds.items()}
            rows.append((game.position_text(v), named))
    return sorted(rows)
