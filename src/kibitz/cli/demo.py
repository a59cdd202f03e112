"""`kibitz demo`: a tour of at most a minute through what the program can do."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from rich.console import Console

NEXT = """[bold]What to try next[/bold]
  kibitz games                                     what there is to play
  kibitz play tictactoe --against expert           play; type help for hints and take-backs
  kibitz analyse nim 3,4,5 --json                  every option with its value, for programs
  kibitz analyse tictactoe X.O/.X./..O --player "mcts(iterations=5000)"
  kibitz COMMAND --help                            all options of a command"""


@click.command()
@options.seed
@options.as_json
def demo(seed: int | None, as_json: bool) -> None:
    """A tour of a minute through what Kibitz can do."""
    seed = 2026 if seed is None else seed
    out = console(stderr=as_json)
    told = {name: step(out, seed) for name, step in STEPS.items()}
    out.print(NEXT)
    if as_json:
        print_json(seed=seed, steps=told)


def _title(out: "Console", text: str) -> None:
    out.print()
    out.rule(f"[bold]{text}[/bold]", align="left")


def _a_game(out: "Console", seed: int) -> object:
    from kibitz.arena.table import Table
    from kibitz.core.registry import make_game
    from kibitz.players.roster import make_player

    _title(out, "A game: tic-tac-toe, beginner (X) against expert (O)")
    game = make_game("tictactoe")
    table = Table(game, [make_player(level, game) for level in ("beginner", "expert")], seed)
    result = table.finish()
    record = table.record()
    out.print(game.show(table.position))
    word = {1.0: "X wins", -1.0: "O wins", 0.0: "a draw"}[result[0]]
    out.print(f"moves {' '.join(record.moves)}: {word}; the same seed ({seed}) plays it again")
    return {"moves": record.moves, "result": result}


def _an_analysis(out: "Console", seed: int) -> object:
    from kibitz.cli.analyse import print_analysis
    from kibitz.core.registry import make_game
    from kibitz.players.roster import default_analyst

    _title(out, "An analysis: nim 3,4,5, every option with its exact value")
    game = make_game("nim")
    analysis = default_analyst(game).analyse(game, game.start(), 0, seed)
    out.print(game.show(game.start()))
    print_analysis(game, analysis, most=4, out=out)
    return {"best": analysis.best.text, "value": analysis.best.value}


def _a_match(out: "Console", seed: int) -> object:
    from kibitz.arena.table import Table
    from kibitz.core.registry import make_game
    from kibitz.core.seeds import nth
    from kibitz.players.roster import make_player

    _title(out, "A short match: tic-tac-toe, intermediate against random, 40 pairs")
    game = make_game("tictactoe")
    players = [make_player(text, game) for text in ("intermediate", "random")]
    points = 0.0
    for pair in range(40):
        points += Table(game, players, nth(seed, pair)).finish()[0]
        points += Table(game, players[::-1], nth(seed, pair)).finish()[1]
    score = 0.5 + points / 160
    out.print(
        f"intermediate scores [bold]{score:.1%}[/bold] of 80 games, seats swapped in each pair"
    )
    return {"score": score}


STEPS: dict[str, Callable[["Console", int], object]] = {
    "game": _a_game,
    "analysis": _an_analysis,
    "match": _a_match,
}
