"""`kibitz drill`: past mistakes again when they are due, and fresh positions on demand."""

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.coach.drill import Deck, Exercise
    from kibitz.core.game import Game, Position


@click.command()
@click.argument("game")
@click.option("--from", "records", multiple=True, metavar="RECORD", help="Add mistakes of a game.")
@click.option("--player", "seat", type=int, default=None, metavar="SEAT", help="Only this seat's.")
@click.option("--quiz", default=None, metavar="D", help="Fresh positions: close, mistakes or any.")
@click.option("--count", type=click.IntRange(1, 100), default=5, metavar="N", help="How many.")
@click.option("--deck", type=click.Path(dir_okay=False), default=None, help="Where exercises are.")
@options.seed
@options.as_json
def drill(
    game: str,
    records: tuple[str, ...],
    seat: int | None,
    quiz: str | None,
    count: int,
    deck: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Practise GAME: answer with a move, or quit. With --json the exercises are listed instead."""
    from kibitz.coach.drill import Deck
    from kibitz.core.registry import make_game

    made = make_game(game)
    kept = Deck(Path(deck) if deck else usual_deck())
    added = kept.add(_mistakes(records, seat))
    if records:
        kept.save()
    exercises = _fresh(made, quiz, count, seed) if quiz else kept.due(made.name)[:count]
    if as_json:
        rows = [{"game": e.game, "position": e.position, "seat": e.seat} for e in exercises]
        print_json(game=made.text, added=added, deck=len(kept), exercises=rows)
        return
    _practise(exercises, None if quiz else kept, added)


def usual_deck() -> Path:
    """The deck in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "kibitz" / "drill.json"


def _mistakes(records: tuple[str, ...], seat: int | None) -> "list[Exercise]":
    from kibitz.cli.review import load_record
    from kibitz.coach.drill import exercises_from
    from kibitz.coach.review import review

    found = [exercises_from(review(load_record(name)), seat) for name in records]
    return [exercise for some in found for exercise in some]


def _fresh(game: "Game", difficulty: str, count: int, seed: int | None) -> "list[Exercise]":
    from kibitz.coach.drill import quiz
    from kibitz.core.seeds import checked_seed
    from kibitz.errors import BadValue

    found = list(islice(quiz(game, difficulty, checked_seed(seed)), count))
    if not found:
        raise BadValue(f"no '{difficulty}' decisions were found in {game.name}; try --quiz any")
    return found


def _practise(exercises: "list[Exercise]", deck: "Deck | None", added: int) -> None:
    out = console()
    if added:
        out.print(f"{added} new exercises from your mistakes.")
    if not exercises:
        out.print("Nothing is due. Add mistakes with --from RECORD, or try --quiz close.")
        return
    right = 0
    for number, exercise in enumerate(exercises, 1):
        out.print(f"\n[bold]Exercise {number} of {len(exercises)}[/bold]")
        answer = _ask(out, exercise, deck)
        if answer is None:
            break
        right += answer
    out.print(f"\n{right} right.")


def _ask(out: "Console", exercise: "Exercise", deck: "Deck | None") -> bool | None:
    """One exercise: whether the answer was accepted; None if the person stops."""
    from kibitz.coach.drill import mark

    game, p = exercise.set_up()
    out.print(game.show(p, exercise.seat))
    move = _read(out, game, p)
    if move is None:
        return None
    answer = mark(exercise, move)
    if answer.is_accepted:
        out.print(f"[green]Right.[/green] {'' if answer.is_best else answer.reason}")
    else:
        out.print(f"[red]It gives up {answer.loss:.3g} {answer.analysis.unit}.[/red] ", end="")
        out.print(answer.reason)
    if deck is not None:
        due = deck.answered(exercise, answer)
        deck.save()
        out.print(f"due again {due:%Y-%m-%d %H:%M}", style="dim")
    return answer.is_accepted


def _read(out: "Console", game: "Game", p: "Position") -> int | None:
    from kibitz.errors import KibitzError

    while True:
        try:
            text = out.input("your move: ").strip()
        except EOFError:
            return None
        if text.lower() in ("quit", "q", "exit"):
            return None
        try:
            return game.parse_move(p, text)
        except KibitzError as error:
            out.print(str(error), style="yellow", markup=False)
