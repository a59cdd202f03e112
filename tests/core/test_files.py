"""Files by themselves: what is looked at, read and written, and what is left behind."""

import errno
import io
import os
import stat
import threading

import pytest

from kibitz.core import files
from kibitz.core.files import (
    append_line,
    bounded_lines,
    check_writable,
    failed,
    home_path,
    locked,
    read_bytes,
    text_lines,
    write_whole,
)
from kibitz.errors import BadRecord, BadValue, HouseFault


def test_asking_whether_a_file_can_be_written_leaves_nothing_and_changes_nothing(tmp_path):
    old = tmp_path / "old"
    old.write_text("as it was")
    check_writable(old)
    check_writable(tmp_path / "new")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("old", "as it was")]
    with pytest.raises(BadValue, match="there is no folder"):
        check_writable(tmp_path / "none" / "new")


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path):
    path = tmp_path / "secret"
    path.write_text("before")
    path.chmod(0o640)
    write_whole(path, ["after"])
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("after", 0o640)


def test_a_link_stays_a_link_when_what_it_leads_to_is_replaced(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("before")
    link.symlink_to(path)
    write_whole(link, ["after"])
    assert link.is_symlink()
    assert path.read_text() == "after"


def test_a_pipe_is_read_from_its_first_byte_and_refused_where_nobody_writes(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(BadValue, match="nobody writes to the pipe"):
        read_bytes(pipe)
    monkeypatch.setattr(files, "PATIENCE", 10.0)
    writer = threading.Thread(target=lambda: pipe.write_text("one\ntwo\n"))
    writer.start()
    assert list(text_lines(pipe)) == ["one\n", "two\n"]
    writer.join()


def test_no_line_and_no_file_is_longer_than_allowed(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"12345678")
    assert read_bytes(path, 8) == b"12345678"
    with pytest.raises(BadValue, match="is longer than"):
        read_bytes(path, 7)
    assert list(bounded_lines(io.BytesIO(b"123\n45"), 4)) == [b"123\n", b"45"]
    with pytest.raises(BadRecord, match="line 2 is longer than"):
        list(bounded_lines(io.BytesIO(b"123\n45678\n"), 4))


def test_a_line_is_appended_to_what_is_there(tmp_path):
    path = tmp_path / "lines"
    append_line(path, "one")
    append_line(path, "two \ud800")
    assert path.read_bytes() == b"one\ntwo \\ud800\n"


def test_a_folder_is_held_by_one_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LOCK_SECONDS", 0.05)
    held = pytest.raises(BadValue, match="another process holds")
    with locked(tmp_path), held, locked(tmp_path):
        raise AssertionError("two hold it")
    with locked(tmp_path):
        pass


def test_a_full_disk_is_the_machines_fault_and_a_wrong_name_the_users():
    assert isinstance(failed("x", OSError(errno.ENOSPC, "No space left")), HouseFault)
    assert not isinstance(failed("x", OSError(errno.ENOENT, "No such file")), HouseFault)
    with pytest.raises(BadValue, match="a user whom nobody knows"):
        home_path("~nobodyatall/x")
