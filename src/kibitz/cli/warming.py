"""What is asked so that everything is compiled: the examples of every verb, and short games.

Each is asked as people ask it, and its answer thrown away.
"""

import io
import os
import shlex
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from kibitz.core.advised import advised
from kibitz.core.registry import game_names, make_game
from kibitz.core.verbs import request_named, verb_names
from kibitz.errors import KibitzError

MOVES = 40  # of a person, at most, in one game
HINTS = 3
SEED = 1


class Task(NamedTuple):
    """One thing to ask: a command line, or a game to play against a player and to review."""

    name: str  # of the game, or of what is asked
    line: tuple[str, ...] = ()
    against: str = ""


def tasks(games: Sequence[str] = ()) -> list[Task]:
    """What is asked for these games, for all and everything else where none is named."""
    played = [task for name in games or game_names() for task in _games(name)]
    return played + [task for verb in verb_names() for task in _examples(verb, games)]


def _games(name: str) -> list[Task]:
    players = list(advised(make_game(name)).levels) or ["mcts"]
    games = [Task(name, against=player) for player in reversed(players)]
    return [*games, Task(name, ("analyse", name))]


def _examples(verb: str, games: Sequence[str]) -> list[Task]:
    words = verb.split(".")
    if games and not set(words).intersection(games):
        return []
    lines = request_named(verb).examples
    return [Task(" ".join(words), (*words, *shlex.split(line))) for line in lines]


def carry_out(task: Task) -> list[str]:
    """Ask; the kernels that were called in this process so far."""
    from kibitz.core.cache import called

    with (
        tempfile.TemporaryDirectory() as folder,
        _own_places(folder),
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()),
    ):
        _ask(task, Path(folder))
    return list(called)


@contextmanager
def _own_places(folder: str) -> Iterator[None]:
    """No archive and no state but in this folder."""
    before = dict(os.environ)
    os.environ |= {"KIBITZ_DB": f"{folder}/kibitz.sqlite", "KIBITZ_STATE": f"{folder}/state"}
    try:
        yield
    finally:
        os.environ.clear()
        os.environ |= before


def _ask(task: Task, folder: Path) -> None:
    from kibitz.cli.main import run

    if task.line:
        run(list(task.line))
        return
    (folder / "game.jsonl").write_text(f"{_played(task)}\n")
    run(["review", str(folder / "game.jsonl"), "--budget", "fast"])
    run(["review", str(folder / "game.jsonl"), "--html", str(folder / "page.html")])


def _played(task: Task) -> str:
    """The record of a short game of a person who moves at random and is given hints."""
    from kibitz.lab.sitting import Sitting, SittingPlan
    from kibitz.lab.sitting.plan import players_around

    seating = players_around(task.name, task.against, 0)
    sitting = Sitting(SittingPlan.made(*seating, seed=SEED))
    for number in range(MOVES):
        for _ in islice(sitting.settle(), 10 * MOVES):
            pass
        if sitting.is_over or sitting.seat is None or not sitting.is_person(sitting.seat):
            break
        if number < HINTS:
            with suppress(KibitzError):  # an analyst that cannot judge this position
                sitting.hint(sitting.seat)
        sitting.glimpse(sitting.seat)
        sitting.play(sitting.random_move())
    record = sitting.record().to_json()
    sitting.close()
    return record
