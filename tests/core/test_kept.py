"""The cache folder: what is not exactly what was kept is not there."""

import errno
import os
import stat
import subprocess
import sys
from threading import Thread

import pytest

from kibitz.core import kept, notice
from kibitz.core.files import write_whole
from kibitz.core.kept import CacheFolder, cache_root
from kibitz.errors import BadValue

NAME, CONTENT = "tables/toy/squares-0123", bytes(range(40))


@pytest.fixture(autouse=True)
def nothing_said_yet(monkeypatch):
    """A process that has said nothing and pruned nothing."""
    monkeypatch.setattr(notice, "_said", set())
    kept._prune_once.cache_clear()


@pytest.fixture
def folder(tmp_path):
    """A cache folder with one file."""
    folder = CacheFolder(tmp_path / "cache")
    folder.write(NAME, CONTENT)
    return folder


@pytest.fixture
def file(folder):
    """That file."""
    (path,) = folder.root.glob("*/*/*")
    return path


def test_what_is_kept_is_read_again_and_other_names_hold_nothing(folder, capsys):
    assert folder.read(NAME) == CONTENT
    assert folder.read("tables/toy/cubes-0123") is None
    assert folder.read("kernels/toy/squares-0123") is None
    assert capsys.readouterr().err == ""


def test_a_file_with_any_bit_changed_is_removed(folder, file, capsys):
    whole = file.read_bytes()
    for bit in range(8 * len(whole)):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        file.write_bytes(changed)
        assert folder.read(NAME) is None
        assert not file.exists()
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_cut_off_anywhere_or_too_long_is_removed(folder, file):
    whole = file.read_bytes()
    for wrong in [whole[:size] for size in range(len(whole))] + [whole + b"\0"]:
        file.write_bytes(wrong)
        assert folder.read(NAME) is None
        assert not file.exists()


def test_a_file_in_the_place_of_another_is_removed(folder, file):
    file.rename(file.with_name("cubes-0123.kept"))
    assert folder.read("tables/toy/cubes-0123") is None
    folder.write(NAME, CONTENT)
    assert folder.read(NAME) == CONTENT


def test_damage_is_told_once_and_what_was_made_anew_is_kept(folder, file, capsys):
    for _ in range(2):
        file.write_bytes(b"")
        assert folder.read(NAME) is None
        folder.write(NAME, CONTENT)
        assert folder.read(NAME) == CONTENT
    said = f"cache: {folder.root} was damaged; making anew what does not match\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES])
def test_where_nothing_can_be_written_nothing_is_kept_and_that_is_told_once(
    code, tmp_path, monkeypatch, capsys
):
    def fails(*_):
        raise OSError(code, os.strerror(code))

    folder = CacheFolder(tmp_path)
    monkeypatch.setattr(os, "open", fails)
    for _ in range(2):
        folder.write(NAME, CONTENT)
        assert folder.read(NAME) is None
    monkeypatch.undo()
    said = f"cache: nothing can be kept in {tmp_path} ({os.strerror(code)})\n"
    assert capsys.readouterr().err == said


def test_a_disk_that_fills_up_while_a_file_is_written_keeps_nothing_of_it(tmp_path):
    program = f"""
import resource
from pathlib import Path
from kibitz.core.kept import CacheFolder
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
folder = CacheFolder(Path({str(tmp_path)!r}))
folder.write({NAME!r}, bytes(5000))
folder.write({NAME!r} + "-small", bytes(500))
assert folder.read({NAME!r}) is None
assert folder.read({NAME!r} + "-small") == bytes(500)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == f"cache: nothing can be kept in {tmp_path} (File too large)\n"
    assert [path.name for path in tmp_path.glob("*/*/*")] == ["squares-0123-small.kept"]


def test_readers_see_one_whole_content_or_another_while_several_write(tmp_path):
    contents = [bytes([letter]) * 200_000 for letter in b"abc"]
    folder = CacheFolder(tmp_path)
    writers = [
        Thread(target=lambda c=content: [folder.write(NAME, c) for _ in range(30)])
        for content in contents
    ]
    for writer in writers:
        writer.start()
    seen = []
    while any(writer.is_alive() for writer in writers):
        seen.append(folder.read(NAME))
    assert {*seen, folder.read(NAME)} <= {None, *contents}
    first = next(i for i, content in enumerate([*seen, b""]) if content is not None)
    assert None not in seen[first:]
    assert len(list(tmp_path.glob("*/*/*"))) == 1


def test_folders_and_files_are_made_for_the_user_alone(tmp_path):
    before = os.umask(0)
    try:
        CacheFolder(tmp_path / "cache").write(NAME, CONTENT)
    finally:
        os.umask(before)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in sorted(tmp_path.glob("cache/**/*"))]
    assert modes == [0o700, 0o700, 0o600]
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777])
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_folder_that_others_may_write_is_neither_read_nor_written(
    depth, mode, folder, file, capsys
):
    place = [folder.root, folder.root / "tables", folder.root / "tables" / "toy"][depth]
    place.chmod(mode)
    assert folder.read(NAME) is None
    folder.write("tables/toy/cubes-0123", CONTENT)
    assert capsys.readouterr().err == (
        f"cache: others may write to {place}, so nothing is kept; see KIBITZ_CACHE\n"
    )
    place.chmod(0o755)
    assert folder.read(NAME) == CONTENT
    assert folder.read("tables/toy/cubes-0123") is None


def test_a_file_that_others_may_write_is_not_read_and_is_replaced(folder, file, capsys):
    file.chmod(0o666)
    assert folder.read(NAME) is None
    assert f"others may write to {file}" in capsys.readouterr().err
    folder.write(NAME, CONTENT)
    assert folder.read(NAME) == CONTENT


def test_of_a_link_the_folder_it_leads_to_counts(folder, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(folder.root)
    assert CacheFolder(link).read(NAME) == CONTENT
    folder.root.chmod(0o777)
    assert CacheFolder(link).read(NAME) is None


def test_a_folder_of_another_user_is_neither_read_nor_written(folder, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert folder.read(NAME) is None
    folder.write("tables/toy/cubes-0123", CONTENT)
    assert capsys.readouterr().err == (
        f"cache: {folder.root} belongs to another user, so nothing is kept; see KIBITZ_CACHE\n"
    )
    monkeypatch.undo()
    assert folder.read("tables/toy/cubes-0123") is None


def test_a_folder_of_ones_own_below_one_for_all_is_used(tmp_path):
    everybodys = tmp_path / "tmp"
    everybodys.mkdir()
    everybodys.chmod(0o1777)
    folder = CacheFolder(everybodys / "mine")
    folder.write(NAME, CONTENT)
    assert folder.read(NAME) == CONTENT


def test_the_cache_is_where_the_user_wants_it(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    assert cache_root() == tmp_path
    monkeypatch.delenv("KIBITZ_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "kibitz"


def test_a_file_that_could_not_be_completed_leaves_nothing_and_harms_nothing(tmp_path):
    path = tmp_path / "?"

    def interrupted():
        yield "half"
        raise KeyboardInterrupt

    path.write_text("before")
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, interrupted())
    with pytest.raises(BadValue, match="cannot be written: Is a directory"):
        write_whole(tmp_path, ["whole"])
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("?", "before")]
    assert not list(tmp_path.parent.glob("*.part"))
    write_whole(path, ["wh", "ole"])
    assert path.read_text() == "whole"


def test_written_files_have_the_mode_of_any_new_file(tmp_path):
    before = os.umask(0o022)
    try:
        write_whole(tmp_path / "answer", ["text"])
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "answer").stat().st_mode) == 0o644
