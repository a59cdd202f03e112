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
LARGER = 3
ENTRIES = 16  # of a game that is written down
SEED = 1
GENERAL = ("mcts", "alphabeta")  # analysts of every game, or of every one without secrets


class Task(NamedTuple):
    """One thing to ask: a command line, or a game to play against a player and to review."""

    name: str  # of the game, or of what is asked
    line: tuple[str, ...] = ()
    against: str = ""
    is_written: bool = False  # whether it is analysed by everybody, learned from and written down


def tasks(games: Sequence[str] = ()) -> list[Task]:
    """What is asked for these games, for all and everything else where none is named."""
    played = [task for name in games or game_names() for task in _games(name)]
    return played + [task for verb in verb_names() for task in _examples(verb, games)]


def _games(name: str) -> list[Task]:
    players = list(advised(make_game(name)).levels) or ["mcts"]
    games = [Task(name, against=player, is_written=player == players[0]) for player in players]
    return [*reversed(games), *_larger(name)]


def _larger(name: str) -> Iterator[Task]:
    """A game at a table for three, whose players may be of another kind."""
    text = f"{name}({LARGER})"
    with suppress(KibitzError):
        game = make_game(text)
        if game.seats == LARGER:
            levels = list(advised(game).levels)
            yield Task(text, against=levels[-1] if levels else "mcts")


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
    name = str(folder / "game.jsonl")
    Path(name).write_text(f"{_played(task)}\n")
    run(["review", name, "--budget", "fast"])
    run(["review", name, "--html", str(folder / "page.html")])
    if task.is_written:
        _analyse(name)
        _learn(name)
        _write_down(name, folder)


def _analyse(name: str) -> None:
    """Ask every analyst for the first decision of the game, its last one and one between."""
    from kibitz.cli.main import run
    from kibitz.core.game import CHANCE, view
    from kibitz.lab.records import load_record

    record = load_record(name)
    game = make_game(record.game)
    made = [step for step in record.replay().steps if step.seat != CHANCE]
    for step in (made[0], made[len(made) // 2], made[-1]):
        position = game.position_text(view(step.position, step.seat))
        for analyst in dict.fromkeys([*advised(game).analysts, *GENERAL]):
            run(["analyse", record.game, position, "--analyst", analyst, "--budget", "fast"])


def _learn(name: str) -> None:
    """Ask for the mistakes of the first seat, and be told how the worst was to be made good."""
    from kibitz.lab.learn import learn

    course = learn((name,), player="1", count=1)
    while not course.is_over:
        course.hint()
        course.picture()
        course.show()
        course.next()


def _write_down(name: str, folder: Path) -> None:
    """Write the beginning of the game down from the first seat, and review what was written."""
    from kibitz.cli.main import run
    from kibitz.core.script import script_of, seen_from, written_texts
    from kibitz.core.writing import writing_of
    from kibitz.lab.records import load_record
    from kibitz.lab.scribe import NotesPlan, Scribe

    record = load_record(name)
    game = make_game(record.game)
    seat = 0 if game.has_secrets else None
    texts = written_texts(record.replay()) if seat is None else seen_from(record, 0).moves
    scribe = Scribe(NotesPlan.made(record.game, record.players, seat))
    for text in writing_of(game).spread(texts)[:ENTRIES]:
        with suppress(KibitzError):  # what a scribe writes himself
            scribe.enter(text)
    scribe.picture()
    path = folder / "written.kibitz"
    path.write_text(script_of(scribe.record()))
    run(["review", str(path), "--budget", "fast"])


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
