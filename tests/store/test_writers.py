"""Several processes import at once, one of them killed: nothing lost, nothing doubled.

`KIBITZ_GAMES=100000` asks for so many games in all.
"""

import multiprocessing
import os
import time
import warnings

import pytest
from sqlalchemy import event

from kibitz.errors import BadValue
from kibitz.store import database as store_database
from kibitz.store import transfer
from kibitz.store.archive import Archive
from kibitz.store.audit import audit
from kibitz.store.transfer import import_lines
from tests.store.games import random_record, random_records

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
WRITERS, KILLS = 4, 2
GAMES = int(os.environ.get("KIBITZ_GAMES", 400))
SHARED = GAMES // WRITERS // 5  # games that a writer has in common with the next


def take_in(place, file):
    """In a process of its own: import a file."""
    with Archive.open(place) as archive, open(file, "rb") as lines:
        import_lines(archive, lines)


def begun(place, file):
    """A writer at work; it has loaded all that we have."""
    writer = multiprocessing.get_context("fork").Process(target=take_in, args=(place, file))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # we have threads, it has not
        writer.start()
    return writer


def written(folder):
    """A file for each writer; the games at its end stand at the beginning of the next one's."""
    each, files = GAMES // WRITERS, []
    for number in range(WRITERS):
        games = range(number * each, (number + 1) * each + SHARED)
        file = folder / f"{number}.jsonl"
        with open(file, "w") as out:
            out.writelines(f"{random_record(seed).to_json()}\n" for seed in games)
        files.append(file)
    return files


def test_four_writers_and_a_killed_one_leave_every_game_once_and_counters_that_agree(
    place, tmp_path, monkeypatch
):
    monkeypatch.setattr(transfer, "BATCH", max(10, GAMES // 500))
    files = written(tmp_path)
    Archive.open(place).close()
    writers = [begun(place, file) for file in files]
    for _ in range(KILLS):
        kill_when_under_way(place, writers[0])
        writers[0] = begun(place, files[0])
    for writer in writers:
        writer.join(600)
    assert [writer.exitcode for writer in writers] == [0] * WRITERS
    with Archive.open(place) as archive:
        assert archive.totals()["games"] == GAMES + SHARED
        report = audit(archive)
        assert (report.games, report.wrong_counters, report.bad_games) == (GAMES + SHARED, 0, ())


def kill_when_under_way(place, writer):
    """Kill -9 once some game is kept, or when it is done."""
    with Archive.open(place) as archive:
        before = archive.totals()["games"]
        while writer.is_alive() and archive.totals()["games"] == before:
            time.sleep(0.01)
    writer.kill()
    writer.join()


def test_a_batch_that_the_server_could_not_put_in_order_goes_again(archive, monkeypatch):
    monkeypatch.setattr(store_database, "REST_SECONDS", 0.0)
    tries = []

    def work(connection):
        tries.append(1)
        if len(tries) < 4:
            raise fault("40001")
        return "done"

    assert archive.database.adding(work) == "done"
    assert len(tries) == 4
    tries.clear()

    def never(connection):
        tries.append(1)
        raise fault("40P01")

    with pytest.raises(BadValue, match="failed: crosswise"):
        archive.database.adding(never)
    assert len(tries) == store_database.TRIES


def fault(state):
    """What SQLAlchemy makes of an error with that code."""
    from sqlalchemy.exc import DBAPIError

    class Crosswise(Exception):
        sqlstate = state

    return DBAPIError("UPDATE", {}, Crosswise("crosswise"))


def test_an_error_of_another_kind_is_not_tried_again(archive):
    tries = []

    def work(connection):
        tries.append(1)
        raise fault("23505")

    with pytest.raises(BadValue):
        archive.database.adding(work)
    assert len(tries) == 1


def test_counters_are_written_in_the_order_of_their_table(archive):
    rows = []

    @event.listens_for(archive.database.engine, "before_cursor_execute")
    def listen(connection, cursor, text, given, context, many):
        if text.strip().startswith("INSERT INTO positions"):
            rows.append(given)

    archive.add([*random_records(5), *random_records(5, "nim")])
    (given,) = rows
    places = given if archive.database.is_sqlite else list(zip(*given, strict=True))
    keys = [tuple(place[:3]) for place in places]
    assert len(keys) > 20
    assert keys == sorted(set(keys))
