"""Whatever the system refuses ends in one sentence, and nothing gets lost or half-written.

Commands run in this process where that is the same; streams are closed and limits set in
processes of their own.
"""

import errno
import io
import json
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.cli.room import LEAST
from kibitz.core.record import Record
from kibitz.lab.sitting import SittingStore
from tests.cli.shell import Answer, check_refused, kibitz

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")
NO_ROOM = "No space left on device"


def shell(line, **environment):
    """A line of shell in a process of its own; `kibitz` is ours."""
    ours = f"{sys.executable} -c 'from kibitz.cli.main import main; main()'"
    done = subprocess.run(
        ["/bin/sh", "-c", f'kibitz() {{ {ours} "$@"; }}\n{line}'],
        capture_output=True,
        env=os.environ | environment,
        timeout=120,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def check_failed(answer, *words):
    """Exit code 1, and one sentence on stderr."""
    said = [line for line in answer.err.splitlines() if not line.startswith("compiling ")]
    assert answer.code == 1, answer
    assert len(said) == 1, said
    assert said[0].startswith("kibitz: ")
    for word in words:
        assert word in said[0]


@pytest.fixture
def typed(monkeypatch):
    def play(lines, *args):
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
        return kibitz("play", *args)

    return play


@pytest.fixture
def full_disk(monkeypatch):
    """No file can be written any more."""

    def no_room(*args):
        raise OSError(errno.ENOSPC, NO_ROOM)

    def fill():
        monkeypatch.setattr(os, "write", no_room)
        monkeypatch.setattr("kibitz.core.files._pour", no_room)

    return fill


# closed, full and broken streams


@needs_full
def test_an_output_without_room_is_told():
    check_failed(shell("kibitz games > /dev/full"), NO_ROOM)
    check_failed(shell("kibitz games --json > /dev/full"), NO_ROOM)


def test_a_closed_output_is_told_and_a_closed_stderr_hurts_nobody():
    check_failed(shell("kibitz games >&-"), "Bad file descriptor")
    answer = shell("kibitz games 2>&-")
    assert (answer.code, answer.err) == (0, "")
    assert "nim" in answer.out
    assert shell("kibitz gmes 2>&-").code == 2


def test_a_closed_input_is_an_empty_one():
    assert "You left the table." in shell("kibitz play nim <&-").out
    check_refused(shell("kibitz stats bootstrap - <&-"), "empty")


def test_a_reader_who_leaves_is_no_failure():
    for command in ("kibitz schema scene/1 --json", "kibitz games"):
        answer = shell(f"({command}; echo $? >&2) | (exec <&-; sleep 3)")
        assert (answer.out, answer.err) == ("", "0\n")


# other encodings

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}


def test_an_ascii_terminal_shows_letters_for_signs():
    answer = shell("kibitz show tictactoe && kibitz cribbage score '5♥ 5♠ 5♦ J♣' 5♣", **ASCII)
    assert answer.code == 0, answer.err
    assert answer.out.isascii()
    assert "29" in answer.out
    assert "?" not in answer.out


def test_json_on_an_ascii_terminal_is_the_same_json():
    line = "kibitz cribbage score '5♥ 5♠ 5♦ J♣' 5♣ --json"
    plain, ascii_only = shell(line), shell(line, **ASCII)
    assert ascii_only.out.isascii()
    assert json.loads(plain.out) == json.loads(ascii_only.out)


def test_bytes_that_are_no_text_are_refused():
    check_refused(shell("kibitz show \"$(printf '\\377')\""), "not UTF-8 text")
    check_refused(kibitz("show", "nim", "\ud800"), "not UTF-8 text")
    check_refused(kibitz("archive", "list", "--player", "a\0b"), "null character")


@pytest.mark.parametrize("content", ["Größe".encode("latin-1"), '{"record": 1}'.encode("utf-16")])
def test_files_in_another_encoding_are_refused(tmp_path, content):
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    check_refused(kibitz("review", str(file)), "line 1", "UTF-8")
    check_refused(kibitz("stats", "bootstrap", str(file)), "UTF-8")
    check_refused(kibitz("archive", "import", str(file)), "line 1", "UTF-8")


# what is no file


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/dev/zero", "is a device"),
        (".", "is a folder"),
        ("n" * 300, "File name too long"),
        ("none/x", "No such file"),
        ("loop", "symbolic links"),
        ("fifo", "nobody writes to the pipe"),
    ],
)
def test_only_files_and_pipes_are_read(tmp_path, monkeypatch, name, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kibitz.core.files.PATIENCE", 0.1)
    os.symlink("loop", "loop")
    os.mkfifo("fifo")
    check_refused(kibitz("review", name), words)
    check_refused(kibitz("stats", "ratings", name), words)
    check_refused(kibitz("holdem", "look", name), words)


def test_a_pipe_is_read_to_its_end(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    line = f"(sleep 0.5; echo 0.5 1 0.75 1) > {tmp_path}/pipe & kibitz stats bootstrap"
    answer = shell(f"{line} {tmp_path}/pipe --seed 1")
    assert answer.code == 0, answer.err
    assert "over 4 pairs" in answer.out


def test_a_file_or_a_line_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("kibitz.core.files.bounded.__defaults__", (1000,))
    monkeypatch.setattr("kibitz.core.files.read_text.__defaults__", (1000,))
    monkeypatch.setattr("kibitz.core.files.bounded_lines.__defaults__", (1000,))
    file = tmp_path / "long"
    file.write_text("0.5 " * 300)
    check_refused(kibitz("stats", "bootstrap", str(file)), "is longer than")
    check_refused(kibitz("review", str(file)), "line 1 is longer than")


def test_numbers_of_games_have_an_end():
    check_refused(kibitz("review", "1" * 50), "no archive has a game")
    check_refused(kibitz("review", "1" * 5000), "no archive has a game")
    check_refused(kibitz("archive", "show", "9" * 5000))
    check_refused(kibitz("match", "nim", "random", "random", "--workers", "3000"), "workers 3000")
    check_refused(kibitz("archive", "list", "--db", "~nobodyatall/x"), "a user whom nobody knows")


# what is written


def test_a_device_is_written_to_and_never_replaced(tmp_path):
    assert kibitz("show", "nim", "--svg", "/dev/null").code == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    link = tmp_path / "link.svg"
    link.symlink_to(tmp_path / "there.svg")
    assert kibitz("show", "nim", "--svg", str(link)).code == 0
    assert link.is_symlink()
    assert (tmp_path / "there.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("name", ["x/y.svg", "n" * 300, "loop", "folder"])
def test_what_cannot_be_written_is_refused_before_the_work(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    os.symlink("loop", "loop")
    (tmp_path / "folder").mkdir()
    (tmp_path / "x").write_text("a file")
    check_refused(kibitz("sprt", "plan", "--svg", name))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "loop", "x"]


def test_the_longest_name_there_is_can_be_written(tmp_path):
    name = tmp_path / ("n" * 251 + ".svg")
    assert kibitz("show", "nim", "--svg", str(name)).code == 0
    assert [path.name for path in tmp_path.glob("*n*")] == [name.name]


def test_a_full_disk_leaves_no_half_picture_export_or_deck(tmp_path, full_disk):
    games, old = tmp_path / "games.jsonl", tmp_path / "old.svg"
    games.write_text(RECORD.to_json() + "\n")
    old.write_text("old")
    assert kibitz("archive", "import", str(games)).code == 0
    here = {path.name for path in tmp_path.iterdir()}
    full_disk()
    check_failed(kibitz("show", "nim", "--svg", str(old)), NO_ROOM, str(old))
    check_failed(kibitz("archive", "export", "--output", str(tmp_path / "out.jsonl")), NO_ROOM)
    deck = ("--deck", str(tmp_path / "deck.json"), "--json")
    check_failed(kibitz("drill", "nim", "--from", str(games), *deck), NO_ROOM)
    assert old.read_text() == "old"
    assert {path.name for path in tmp_path.iterdir()} == here


RECORD = Record("nim(3,4,5)", "3,4,5", ("ann", "bob"), 1, ("1:1", "2:1"), None)


def test_a_record_that_cannot_be_saved_is_printed(typed, tmp_path, full_disk):
    save = tmp_path / "games.jsonl"
    save.write_text("one\n")
    full_disk()
    answer = typed(["1:1"], "nim", "--start", "1", "--seed", "1", "--save", str(save))
    check_failed(answer, NO_ROOM, "the record was printed instead")
    (line,) = [line for line in answer.out.splitlines() if line.startswith("{")]
    assert Record.from_json(line).moves == ("1:1",)
    assert save.read_text() == "one\n"
    answer = typed(["1:1"], "nim", "--start", "1", "--save", str(save), "--json")
    assert answer.code == 1
    assert Record.from_json(answer.out).moves == ("1:1",)


def test_a_line_that_was_half_appended_is_taken_back(typed, tmp_path, monkeypatch):
    save, write = tmp_path / "games.jsonl", os.write
    save.write_text("one\n")

    def some(handle, content):
        if len(content) < 20:
            raise OSError(errno.ENOSPC, NO_ROOM)
        return write(handle, bytes(content)[: len(content) // 2])

    monkeypatch.setattr(os, "write", some)
    check_failed(typed(["1:1"], "nim", "--start", "1", "--save", str(save)), NO_ROOM)
    assert save.read_text() == "one\n"


def test_a_game_that_cannot_be_kept_is_played_to_its_end(typed, monkeypatch):
    monkeypatch.setenv("KIBITZ_STATE", "/proc/none")
    answer = typed(["1:1"], "nim", "--start", "1", "--seed", "1")
    assert answer.code == 0
    assert "cannot be saved" in answer.out
    assert "You win." in answer.out
    left = typed(["1:1", "quit"], "nim", "--seed", "1")
    check_refused(Answer(left.code, "", left.err), "the record was printed instead")
    (line,) = [line for line in left.out.splitlines() if line.startswith("{")]
    assert Record.from_json(line).moves[0] == "1:1"
    assert "--resume" not in left.out


def test_a_save_that_cannot_be_is_refused_before_the_game(typed):
    check_refused(typed([], "nim", "--save", "/proc/none/x"), "there is no folder /proc/none")
    assert SittingStore().listed() == []


def test_a_match_without_room_for_its_journal_leaves_none(tmp_path, full_disk):
    full_disk()
    answer = kibitz("match", "nim", "random", "random", "--pairs", "2", "--workers", "1")
    check_failed(answer, "journal", NO_ROOM)
    assert list((tmp_path / "state" / "matches").iterdir()) == []


def test_an_archive_without_room_is_told_and_leaves_nothing(tmp_path):
    games, place = tmp_path / "games.jsonl", tmp_path / "new.sqlite"
    games.write_text(RECORD.to_json() + "\n")
    line = f"ulimit -f 8; kibitz archive import {games} --db {place} 2>&1 | cat >&2"
    said = shell(line).err
    assert said.startswith("kibitz: the archive")
    assert said.count("\n") == 1
    assert list(tmp_path.glob("new.sqlite*")) == []


def match_within(size):
    """A match by a process that may address so many bytes."""
    ours = [sys.executable, "-c", "from kibitz.cli.main import main; main()"]
    done = subprocess.run(
        [*ours, "match", "nim", "random", "random", "--pairs", "2"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)),
        capture_output=True,
        text=True,
        timeout=120,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def test_too_little_memory_is_told():
    """Between 430 and 480 MB a library would ask for more without end."""
    check_failed(match_within(460 << 20), "460 MB is too small", "needs 1024 MB")


def test_the_least_memory_is_enough():
    assert match_within(LEAST).code == 0


# text from outside

WILD = ("[/x]", "[link=http://x]y[/link]", "\x1b[31mred", "\x1b]0;t\x07", "\x9b2J", "a\u202eb")


def check_tame(answer):
    """Nothing in it reaches a terminal as anything but text."""
    for text in (answer.out, answer.err):
        assert not any(ord(sign) < 32 and sign != "\n" for sign in text), text
        assert not any(0x7F <= ord(sign) < 0xA0 or sign == "\u202e" for sign in text), text
    assert "Traceback" not in answer.err


@pytest.mark.parametrize("wild", WILD)
def test_names_tags_and_files_from_outside_are_shown_as_text(tmp_path, wild):
    file, games = tmp_path / "games.jsonl", tmp_path / "games.csv"
    record = Record(
        "nim(3,4,5)", "3,4,5", (wild, "bob"), 1, ("1:1", "2:1"), None, tags={wild: wild}
    )
    file.write_text(record.to_json() + "\n")
    games.write_text(f"{wild},bob,1\nbob,{wild},0.5\n")
    for args in (
        ("review", str(file), "--budget", "fast"),
        ("review", str(file), "--budget", "fast", "--json"),
        ("progress", "--player", wild, str(file)),
        ("stats", "ratings", str(games)),
        ("stats", "ratings", str(games), "--json"),
        ("archive", "import", str(file), "--keep-going"),
        ("show", wild),
        ("show", "nim", wild),
        ("match", "nim", wild, "random"),
        ("review", wild),
        (wild,),
    ):
        check_tame(kibitz(*args))
    page = tmp_path / "page.html"
    assert kibitz("review", str(file), "--budget", "fast", "--html", str(page)).code == 0
    text = page.read_text()
    assert "\x1b" not in text
    assert "\x9b" not in text


def test_brackets_stay_in_what_is_shown(tmp_path):
    games = tmp_path / "games.csv"
    games.write_text("[/x],[bold]bob,1\n")
    said = kibitz("stats", "ratings", str(games))
    assert said.code == 0
    assert "[/x]" in said.out
    assert "[bold]bob" in said.out


def test_wild_moves_and_names_at_the_table_are_text(typed):
    for wild in WILD:
        check_tame(typed([wild, "quit"], "nim"))
        check_tame(typed(["quit"], "nim", "--against", wild))


def test_a_message_does_not_repeat_megabytes(tmp_path):
    file = tmp_path / "games.jsonl"
    file.write_text('{"record": 1, "game": "' + "x" * 2_000_000 + '"}\n')
    long = "9" * 100_000
    for args in (
        ("review", str(file)),
        ("stats", "ratings", str(file)),
        ("archive", "import", str(file)),
        ("show", "nim", long),
        ("show", long),
        (long,),
        ("cribbage", "score", long, "5h"),
        ("stats", "elo", long),
        ("review", "1", "--game", long),
    ):
        answer = kibitz(*args)
        assert answer.code == 2
        assert len(answer.err) < 1000, args


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:s3cr3t@[bad/db",
        "postgresql://127.0.0.1:1/db?password=s3cr3t",
        "ann:s3cr3t@x/",
    ],
)
def test_no_command_shows_a_password(address, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for args in (
        ("archive", "list", "--db", address, "--json"),
        ("archive", "import", "/dev/null", "--db", f"/proc/none/{address}"),
        ("match", "--resume", "7", "--db", address),
    ):
        answer = kibitz(*args)
        assert answer.code in (1, 2), args
        assert list(tmp_path.iterdir()) == []
        assert "s3cr3t" not in answer.out + answer.err, args
