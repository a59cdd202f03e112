"""The archive: positions counted a second, microseconds a look-up, games imported a second.

The games are walks down a tree with eight moves a position: the first positions are in
every game, the last in one alone. KIBITZ_BENCHMARK_GAMES sets how many (a million is the
figure of the documentation; it takes a minute or two).
"""

import os
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.timing import best_seconds, report
from kibitz.arena.table import Table
from kibitz.core.registry import make_game
from kibitz.core.seeds import nth
from kibitz.players.player import RandomPlayer
from kibitz.store.archive import Archive
from kibitz.store.entry import Observation
from kibitz.store.names import Names
from kibitz.store.positions import Sightings
from kibitz.store.transfer import import_lines

GAMES = int(os.environ.get("KIBITZ_BENCHMARK_GAMES", "100000"))
PLIES, WIDTH = 10, 8
BATCH = 5000  # games a transaction
WANTED_UPDATES, WANTED_MICROSECONDS = 100_000, 100


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        with Archive.open(str(Path(folder) / "positions.sqlite")) as archive:
            rules = _counting(archive)
            _looking_up(archive, rules)
        with Archive.open(str(Path(folder) / "games.sqlite")) as archive:
            _importing(archive)


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


def _importing(archive: Archive) -> None:
    game = make_game("tictactoe")
    records = []
    for seed in range(200):
        table = Table(game, [RandomPlayer(game), RandomPlayer(game)], seed)
        table.finish()
        records.append(table.record())
    lines = [replace(r, seed=i).to_json().encode() for i in range(10) for r in records]
    plies = sum(len(r.moves) for r in records) * 10
    begun = time.perf_counter()
    new = import_lines(archive, lines).new
    seconds = time.perf_counter() - begun
    print(
        f"     {new / seconds:,.0f} games a second imported, {1e6 * seconds / plies:.0f} us a move"
    )
