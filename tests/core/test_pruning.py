"""What goes from the cache folder, and what stays."""

import os
import time

import pytest

from kibitz.core import pruning
from kibitz.core.kept import CacheFolder, _prune_once
from kibitz.core.pruning import KEEP_OLD_SECONDS, KEEP_PART_SECONDS, KEEP_SECONDS, prune

OLD = (
    "kernels/nim/kibitz.games.nim.rules.turn-0123456789abcdef0123.kernel",
    "kernels/nim/kibitz.games.nim.rules.turn-0123456789abcdef0123.kernelx7a8b9cd",
    "holdem-answer-0123456789abcdef.npz",
    "nim-0123456789abcdef/rules_8a7b/rules.turn-12.py311.nbi",
    "nim-0123456789abcdef/rules_8a7b/rules.turn-12.py311.1.nbc",
)
NEW = ("kernels/nim/turn-0123.kept", "tables/holdem/answer-0123.kept")
PART = ("kernels/nim/.kibitz-0123456789abcdef.part",)
FOREIGN = ("thesis.tex", "kernels/linux.tar", "nim-0123456789abcdef/notes.txt", "a/b/c.npz")


@pytest.fixture
def put(tmp_path):
    """Puts a file of ten bytes there that was used some seconds ago."""

    def put(name, age):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"0123456789")
        os.utime(path, (time.time() - age, time.time() - age))
        return path

    return put


@pytest.mark.parametrize(
    ("names", "limit"),
    [(NEW, KEEP_SECONDS), (OLD, KEEP_OLD_SECONDS), (PART, KEEP_PART_SECONDS)],
)
def test_every_kind_of_file_goes_when_it_is_unused_for_its_time(names, limit, put, tmp_path):
    files = [put(name, limit - 60) for name in names]
    prune(tmp_path)
    assert all(file.exists() for file in files)
    for name in names:
        put(name, limit + 60)
    prune(tmp_path)
    assert not any(file.exists() for file in files)


def test_files_that_kibitz_did_not_write_stay(put, tmp_path):
    files = [put(name, 100 * KEEP_SECONDS) for name in FOREIGN]
    for name in OLD:
        put(name, 100 * KEEP_SECONDS)
    prune(tmp_path)
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted(files)


def test_an_old_folder_goes_with_its_last_file(put, tmp_path):
    put(OLD[3], 100 * KEEP_SECONDS)
    prune(tmp_path)
    assert not list(tmp_path.iterdir())


def test_of_too_many_bytes_the_longest_unused_go_whatever_their_kind(put, tmp_path, monkeypatch):
    monkeypatch.setattr(pruning, "KEEP_BYTES", 35)
    ages = {NEW[0]: 0, OLD[0]: 60, NEW[1]: 120, OLD[2]: 180, "kernels/nim/last.kept": 240}
    files = [put(name, age) for name, age in ages.items()]
    prune(tmp_path)
    assert [file.exists() for file in files] == [True, True, True, False, False]


def test_reading_counts_as_use_and_writing_prunes(put, tmp_path):
    folder = CacheFolder(tmp_path)
    folder.write("tables/toy/read", b"1")
    folder.write("tables/toy/unread", b"1")
    for name in ("read", "unread"):
        os.utime(tmp_path / f"tables/toy/{name}.kept", (0, 0))
    assert folder.read("tables/toy/read") == b"1"
    _prune_once.cache_clear()
    folder.write("tables/toy/written", b"1")
    names = sorted(path.stem for path in (tmp_path / "tables" / "toy").iterdir())
    assert names == ["read", "written"]
