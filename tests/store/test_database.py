"""Transactions: two processes at once, a killed one, and what goes wrong in one sentence."""

import multiprocessing
import os
import signal
import sqlite3
import sys
import threading
import time

import pytest
from sqlalchemy import func, select

from kibitz.core.registry import make_game
from kibitz.errors import BadValue
from kibitz.store import archive as store_archive
from kibitz.store.archive import Archive, Kept
from kibitz.store.schema import games
from kibitz.store.selection import Selection
from tests.store.games import random_record, random_records

SPAWN = multiprocessing.get_context("spawn")
GAMES = 25


def write_games(place, first, barrier):
    """In a process of its own: add games one by one, each in its transaction."""
    barrier.wait()  # both open the empty place at the same moment
    with Archive.open(place) as archive:
        for seed in range(first, first + GAMES):
            archive.add([random_record(seed)])


def write_for_ever(place, ready):
    with Archive.open(place) as archive:
        for seed in range(1_000_000):
            archive.add(random_records(3, first=3 * seed))
            if seed == 2:
                ready.set()


def test_two_processes_write_at_once_and_nothing_is_lost(place):
    barrier = SPAWN.Barrier(2)
    starts = (0, GAMES - 10)  # ten games are written by both
    writers = [SPAWN.Process(target=write_games, args=(place, s, barrier)) for s in starts]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert [writer.exitcode for writer in writers] == [0, 0]
    with Archive.open(place) as archive:
        assert archive.totals()["games"] == 2 * GAMES - 10
        start = make_game("tictactoe").start()
        assert archive.positions.counts("tictactoe", start, 0).n == 2 * GAMES - 10


def test_a_game_that_another_writes_at_this_moment_is_kept_once(place, monkeypatch):
    """It is not known when one looks, and is there when one's own is to go in."""
    game = [random_record(1)]
    with Archive.open(place) as first, Archive.open(place) as second:
        if first.database.is_sqlite:
            pytest.skip("a file has one writer at a time")
        look_up = store_archive._known_games

        def look_up_late(connection, digests):
            found = look_up(connection, digests)
            monkeypatch.setattr(store_archive, "_known_games", look_up)
            assert second.add(game).new == 1
            return found

        monkeypatch.setattr(store_archive, "_known_games", look_up_late)
        assert first.add(game) == Kept((1,), 0)
        assert first.totals()["games"] == 1


def test_a_killed_writer_leaves_whole_games_only(place):
    ready = SPAWN.Event()
    writer = SPAWN.Process(target=write_for_ever, args=(place, ready))
    writer.start()
    assert ready.wait(120)
    time.sleep(0.05)
    assert writer.pid
    os.kill(writer.pid, signal.SIGKILL)
    writer.join()
    with Archive.open(place) as archive:
        kept = archive.totals()["games"]
        assert kept >= 9
        assert kept % 3 == 0
        start = make_game("tictactoe").start()
        assert archive.positions.counts("tictactoe", start, 0).n == kept
        assert len(set(archive.lines(Selection()))) == kept
        archive.add([random_record(-1)])  # the dead one holds no lock


def test_a_reader_sees_one_moment_while_another_writes(place):
    with Archive.open(place) as writer, Archive.open(place) as reader:
        writer.add(random_records(3))
        lines = reader.lines()
        next(lines)
        writer.add(random_records(3, "nim"))
        assert len(list(lines)) == 2
        assert len(list(reader.lines())) == 6


def test_a_look_up_sees_what_another_connection_has_just_written(place):
    start = make_game("tictactoe").start()
    with Archive.open(place) as writer, Archive.open(place) as reader:
        for count in (1, 2, 3):
            writer.add([random_record(count)])
            assert reader.positions.counts("tictactoe", start, 0).n == count


def test_opening_waits_for_whoever_holds_a_new_file(tmp_path):
    path = tmp_path / "a.sqlite"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE notes (text)")
    other.execute("BEGIN EXCLUSIVE")  # a file without its log yet: readers are locked out
    timer = threading.Timer(0.3, lambda: other.execute("COMMIT"))
    timer.start()
    with Archive.open(str(path)) as archive:
        assert archive.add([random_record(1)]).new == 1
    timer.join()
    other.close()


def test_sqlite_keeps_a_write_ahead_log(tmp_path):
    with Archive.open(str(tmp_path / "a.sqlite")) as archive, archive.database.reading() as c:
        pragma = lambda name: c.exec_driver_sql(f"PRAGMA {name}").scalar_one()  # noqa: E731
        assert pragma("journal_mode") == "wal"
        assert pragma("synchronous") == 1  # NORMAL
        assert pragma("foreign_keys") == 1
        assert pragma("busy_timeout") >= 10_000


def test_a_file_that_is_no_database_is_refused_in_one_sentence(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, " * 200)
    with pytest.raises(BadValue, match=r"letter.txt failed: file is not a database"):
        Archive.open(str(path))
    assert path.read_text().startswith("Dear Ada")


def test_a_folder_and_a_place_under_a_file_are_refused(tmp_path):
    with pytest.raises(BadValue, match="is a folder, not an archive"):
        Archive.open(str(tmp_path))
    (tmp_path / "file").write_text("")
    with pytest.raises(BadValue, match="cannot create an archive at"):
        Archive.open(str(tmp_path / "file" / "a.sqlite"))


def test_a_missing_archive_is_not_made_by_a_reader(tmp_path):
    path = tmp_path / "none.sqlite"
    with pytest.raises(BadValue, match="there is no archive at"):
        Archive.open(str(path), create=False)
    assert not path.exists()


def test_a_server_without_its_driver_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadValue, match=r"pip install 'kibitz\[postgres\]'"):
        Archive.open("postgresql://ada@127.0.0.1:1/games")


def test_several_looks_of_one_reader_see_one_moment(place):
    with Archive.open(place) as writer, Archive.open(place) as reader:
        count = select(func.count()).select_from(games)
        with reader.database.reading() as connection:
            before = connection.execute(count).scalar_one()
            writer.add([random_record(1)])
            assert connection.execute(count).scalar_one() == before == 0
        assert reader.totals()["games"] == 1


def test_a_server_that_does_not_answer_is_one_sentence_without_its_password():
    pytest.importorskip("psycopg", reason="psycopg (the extra 'postgres') is not installed")
    with pytest.raises(BadValue, match="failed: ") as refused:
        Archive.open("postgresql://ada:secret@127.0.0.1:1/games")
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)
