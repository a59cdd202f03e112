"""The archive: positions counted a second, microseconds a look-up, games imported a second.

The games whose positions are counted are walks down a tree with eight moves a position: the
first positions are in every game, the last in one alone. KIBITZ_BENCHMARK_GAMES sets how many
(a million is the figure of the documentation; it takes ten minutes of one core). Then so
many games of tic-tac-toe are imported, and the archive is asked what people ask it.
KIBITZ_PART=hands imports poker hands alone.
"""

import os
import random
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import select

from benchmarks._hands import PHH, write_hands
from benchmarks.timing import best_seconds, report
from kibitz import ask
from kibitz.arena.table import Table
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.core.seeds import nth
from kibitz.lab.library.intake import ImportReport
from kibitz.players.player import RandomPlayer
from kibitz.store.archive import Archive
from kibitz.store.entry import Observation
from kibitz.store.names import Names
from kibitz.store.positions import Sightings
from kibitz.store.schema import positions
from kibitz.store.transfer import import_lines

GAMES = int(os.environ.get("KIBITZ_BENCHMARK_GAMES", "100000"))
PLIES, WIDTH = 10, 8
BATCH = 5000  # games a transaction
HANDS, WANTED_HANDS = 20_000, 5000  # of poker, and how many a second
PART = os.environ.get("KIBITZ_PART", "")
WANTED_UPDATES, WANTED_MICROSECONDS, WANTED_IMPORTS = 100_000, 100, 20_000
KERNEL_GAMES = ("tictactoe", "nim", "kuhn", "leduc", "dots")
IMPORTED = min(GAMES, 50_000)  # games of each
DIFFERENT = 20_000  # games that differ by their moves
PLAYERS = tuple(f"player {letter}" for letter in "abcdefghijkl")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        _importing_hands(Path(folder))
        if PART == "hands":
            return
        with Archive.open(str(Path(folder) / "positions.sqlite")) as archive:
            rules = _counting(archive)
            _looking_up(archive, rules)
        _importing(Path(folder))
        _asking(Path(folder))


def _counting(archive: Archive) -> int:
    with archive.database.writing() as connection:
        rules = Names(connection).rules_id("tictactoe")
    seconds = worked = 0.0
    for batch in _batches():
        begun, work = time.perf_counter(), time.process_time()
        sightings = Sightings()
        sightings.add(rules, batch)
        with archive.database.writing() as connection:
            archive.positions.save(connection, sightings)
        seconds += time.perf_counter() - begun
        worked += time.process_time() - work
    updates, rows = GAMES * PLIES, archive.totals()["positions"]
    rate = updates / seconds
    detail = f"{updates:,} updates of {rows:,} positions: {rate:,.0f} a second"
    detail += f" ({updates / worked:,.0f} a second of this process's own time)"
    report("positions counted against 100,000 a second", rate / WANTED_UPDATES, 1.0, detail)
    return rules


def _batches() -> Iterator[list[Observation]]:
    dice = random.Random(1)
    for _ in range(0, GAMES, BATCH):
        yield [seen for _ in range(BATCH) for seen in _walk(dice)]


def _walk(dice: random.Random) -> list[Observation]:
    half_points, path, seen = dice.choice((0, 1, 2)), 0, []
    for ply in range(PLIES):
        key = nth(path, ply)
        seen.append(Observation(key, ply % 2, half_points if ply % 2 == 0 else 2 - half_points))
        path = path * WIDTH + dice.randrange(WIDTH) + 1
    return seen


def _looking_up(archive: Archive, rules: int) -> None:
    keys = [(seen.key, seen.seat) for seen in next(_batches())[:20_000]]
    counts_of_key = archive.positions.counts_of_key

    def look_up() -> int:
        return sum(counts_of_key(rules, key, seat).n > 0 for key, seat in keys)

    assert look_up() == len(keys)
    microseconds = 1e6 * best_seconds(look_up) / len(keys)
    detail = f"{microseconds:.1f} microseconds each"
    report("look-ups against 100 microseconds", WANTED_MICROSECONDS / microseconds, 1.0, detail)

    game = make_game("tictactoe")
    start = game.start()
    whole = 1e6 * best_seconds(lambda: archive.positions.counts("tictactoe", start, 0), 200)
    detail = f"{whole:.1f} microseconds, the key of the position included"
    report("the same from a position", WANTED_MICROSECONDS / whole, 1.0, detail)


def _importing(folder: Path) -> None:
    """Import the games of some kernel games, each into an archive of its own."""
    for name in KERNEL_GAMES:
        lines = _lines(name, IMPORTED, list(PLAYERS[:2]))
        with Archive.open(str(folder / f"{name}.sqlite")) as archive:
            import_lines(archive, lines[:100])
            _timed_import(archive, name, lines[100:])


def _timed_import(archive: Archive, name: str, lines: Iterable[bytes]) -> None:
    begun, work = time.perf_counter(), time.process_time()
    new = import_lines(archive, lines).new
    seconds, worked = time.perf_counter() - begun, time.process_time() - work
    own = new / worked
    detail = f"{new:,} games, {new / seconds:,.0f} a second, {own:,.0f} of the process's own time"
    report(f"{name} imported against 20,000 a second", own / WANTED_IMPORTS, 1.0, detail)


def _importing_hands(folder: Path) -> None:
    """Import poker hands in PHH: reading, checking and keeping; the best of three."""
    if not PHH.is_dir():
        print(f"     no hands in {PHH}; set KIBITZ_VECTORS")
        return
    hands = folder / "hands"
    write_hands(hands, HANDS)
    ask("import", files=(str(PHH / "dwan-ivey-2009.phh"),), db=str(folder / "first.sqlite"))
    spent = min(_hands_imported(hands, folder / f"hands{n}.sqlite") for n in range(3))
    rate = HANDS / spent
    detail = f"{HANDS:,} hands, {rate:,.0f} a second of the process's own time"
    report("PHH hands imported against 5,000 a second", rate / WANTED_HANDS, 1.0, detail)


def _hands_imported(hands: Path, archive: Path) -> float:
    """The process's own seconds for an import."""
    work = time.process_time()
    told = ask("import", files=(str(hands),), db=str(archive))
    assert isinstance(told, ImportReport)
    assert told.new == HANDS
    return time.process_time() - work


def _lines(name: str, count: int, players: list[str]) -> list[bytes]:
    """So many games of random moves, which differ by their seeds from the 20,000th on."""
    game, dice, seen = make_game(name), random.Random(1), list[Record]()
    for seed in range(min(count, DIFFERENT)):
        table = Table(game, [RandomPlayer(game), RandomPlayer(game)], seed)
        table.finish()
        seen.append(table.record())
    return [
        replace(seen[i % len(seen)], seed=i, seconds=(), players=tuple(dice.sample(players, 2)))
        .to_json()
        .encode()
        for i in range(count)
    ]


def _asking(folder: Path) -> None:
    """What people ask an archive of many games."""
    place = str(folder / "games.sqlite")
    with Archive.open(place) as archive:
        _timed_import(archive, "tictactoe", _lines("tictactoe", GAMES, list(PLAYERS)))
        rules = archive.positions._rules_id("tictactoe")
        assert rules is not None
        _looking_up_all(archive, rules)
    questions: dict[str, tuple[str, dict[str, Any]]] = {
        "a player's newest games": ("archive.list", {"player": PLAYERS[3]}),
        "the prospect of a position": (
            "archive.stats",
            {"game": "tictactoe", "position": "X../.O./..."},
        ),
        "the ratings": ("ratings", {"game": "tictactoe"}),
    }
    for words, (verb, asked) in questions.items():
        seconds = best_seconds(partial(ask, verb, db=place, **asked), 2)
        print(f"     {words} among {GAMES:,} games: {1000 * seconds:,.1f} ms")


def _looking_up_all(archive: Archive, rules: int) -> None:
    with archive.database.reading() as connection:
        query = select(positions.c.key, positions.c.seat).limit(5000)
        keys = [(row.key, row.seat) for row in connection.execute(query)]
    counts_of_key = archive.positions.counts_of_key
    seconds = best_seconds(lambda: [counts_of_key(rules, *place) for place in keys])
    microseconds = 1e6 * seconds / len(keys)
    detail = f"{microseconds:.1f} microseconds each among {archive.totals()['positions']:,}"
    report("look-ups against 20 microseconds", 20 / microseconds, 1.0, detail)
