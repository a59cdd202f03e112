"""Mutated commands and files end in an answer or in one sentence: a few, the same each time.

`make fuzz` runs many more. Every request that is registered is among them.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import pytest

from kibitz.core.verbs import verb_names
from tests.fuzz import grammar, runner, samples
from tests.fuzz.words import is_safe

pytestmark = pytest.mark.compiled
SEED, COMMANDS, FILES = 1, 120, 120


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home, here = tmp_path_factory.mktemp("fuzz"), os.getcwd()
    before, temporary = dict(os.environ), tempfile.tempdir
    (home / "samples").mkdir()
    samples.make(home / "samples")
    yield home
    os.chdir(here)
    os.environ.clear()
    os.environ |= before
    tempfile.tempdir = temporary


@pytest.mark.parametrize(
    ("kind", "count"), [(runner.COMMANDS, COMMANDS), (runner.FILES, FILES)], ids=str
)
def test_no_command_and_no_file_ends_in_a_traceback_or_a_hang(home, kind, count):
    found = list(runner.run(kind, SEED, range(count), home))
    assert [words for outcome, words in found if outcome == "failed"] == []
    assert len(found) == count
    assert {"fine", "refused"} <= {outcome for outcome, _ in found}


def test_the_grammar_tries_every_verb_and_all_that_it_asks_for():
    luck = Random(1)
    left_out = {
        "bench.decisions",
        "bench.levels",
        "cluster.join",
        "cluster.start",
        "cluster.status",
        "train",
    }
    assert set(verb_names()) - set(grammar.verbs()) == left_out
    said = {word for _ in range(300) for word in grammar.grown("match", luck)}
    assert {"--pairs", "--sprt", "--resume", "--journal", "--allow-programs", "--json"} <= said


def test_every_number_that_may_be_given_is_tried_at_its_edges():
    tried = {word for line in grammar.edges() for word in line}
    assert {"--deals", "--megabytes", "--target-error", "--base-pairs", "--half-life"} <= tried
    assert ["1e308", "1e308"] in [list(line[-2:]) for line in grammar.edges() if "--sprt" in line]


def test_a_run_that_is_ended_leaves_nothing_behind(tmp_path):
    """By what `timeout` and a runner of tests send."""
    run = subprocess.Popen(
        [sys.executable, "-m", "tests.fuzz", "--commands", "9", "--files", "0"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "TMPDIR": str(tmp_path), "HOME": str(Path.home())},
        stdout=subprocess.DEVNULL,
    )
    try:
        while run.poll() is None and not list(tmp_path.glob("kibitz-fuzz-*/samples")):
            time.sleep(0.02)
        run.terminate()
        assert run.wait(30) == 143
    finally:
        run.kill()
    assert list(tmp_path.iterdir()) == []


def test_no_command_runs_a_program_or_writes_elsewhere():
    assert is_safe(["show", "nim", "--svg", "out.svg"])
    for bad in ("exec:touch x", "/etc/x", "--svg=/etc/x", "../../x", "http://host/"):
        assert not is_safe(["match", "nim", bad])


# what the runner itself must notice


def outcomes(monkeypatch, home, command):
    """What is told of three cases of which `command` runs each."""
    monkeypatch.setattr("kibitz.cli.main.run", command)
    monkeypatch.setattr(runner, "PATIENCE", 0.3)
    monkeypatch.setattr(runner, "HANG", 0.5)
    return [(what, words[:60]) for what, words in runner.run("commands", 1, range(3), home)]


def test_a_traceback_is_told_with_its_command(monkeypatch, home):
    def broken(args):
        raise ZeroDivisionError("division by zero")

    (what, words), *_ = outcomes(monkeypatch, home, broken)
    assert what == "failed"
    assert words.startswith("a traceback, ZeroDivisionError: division by zero")


def test_a_crash_ends_one_process_and_no_more(monkeypatch, home):
    found = outcomes(monkeypatch, home, lambda args: os.kill(os.getpid(), signal.SIGSEGV))
    assert [words.startswith("its process ended") for _, words in found] == [True] * 3


def test_a_command_that_hears_no_ctrl_c_is_ended(monkeypatch, home):
    def deaf(args):
        while True:
            with contextlib.suppress(KeyboardInterrupt):
                time.sleep(60)

    found = outcomes(monkeypatch, home, deaf)
    assert [words.startswith("it hung") for _, words in found] == [True] * 3


@pytest.mark.parametrize(
    ("code", "said", "words"),
    [
        (2, "", "exit code 2 without one sentence"),
        (2, "kibitz: one\nkibitz: two", "exit code 2 without one sentence"),
        (7, "", "exit code 7"),
        (0, "\x1b[31m", "it prints"),
        (0, "x.py:1: RuntimeWarning: overflow", "stderr says"),
        (2, "kibitz: " + "x" * 9000, "stderr says"),
    ],
)
def test_bad_manners_are_told(monkeypatch, home, code, said, words):
    def rude(args):
        sys.stderr.write(f"{said}\n")
        return code

    (what, told), *_ = outcomes(monkeypatch, home, rude)
    assert what == "failed"
    assert told.startswith(words)


def test_what_takes_long_but_hears_ctrl_c_is_expensive(monkeypatch, home):
    def long(args):
        time.sleep(60)

    assert {what for what, _ in outcomes(monkeypatch, home, long)} == {"expensive"}
