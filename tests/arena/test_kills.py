"""Matches, tournaments, archives and imports that are killed (kill -9) end as if nothing had been.

Each command runs in a fork of this process, which has its kernels loaded already, and is killed
at some moment of its run; then it is taken up again, killed again, and at last finished. What it
says and what it leaves in the archive is the same, to the byte. `KIBITZ_REPEATS=40` does each
40 times.
"""

import os
import random
import signal
import time
import warnings
from dataclasses import dataclass

import pytest

from kibitz.arena.journal import Journal, usual_folder
from tests.cli.shell import kibitz
from tests.repeats import repeats

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
]
TIMES = repeats(3)
KILLS = 2  # of one run, before it may end

NIM = ("nim(3,4)", "expert", "beginner")
STORED = ("tictactoe", "random", "playout", "--store")
SERIAL = ("--seed", "6", "--json", "--workers", "1")
COMMANDS = {
    "match": ("match", *NIM, "--pairs", "500", *SERIAL),
    "tournament": ("tournament", *NIM, "random", "--pairs", "150", *SERIAL),
    "stored match": ("match", *STORED, "--pairs", "150", *SERIAL),
    "import": ("archive", "import", "games.jsonl", "--json"),
}


@dataclass
class Run:
    """A command in a state of its own, and whether and how it is resumed."""

    args: tuple[str, ...]
    was_resumed: bool = False

    def next_args(self):
        """The command, or how to go on with what a killed one left."""
        if self.args[0] == "archive":
            return self.args
        known = self._kept() or self._stored()
        if not known:
            return self.args
        self.was_resumed = True
        return (self.args[0], "--resume", known[0], "--json", "--workers", "1")

    def _kept(self):
        """The match in the journals; one killed before it wrote its plan has not begun."""
        folder = usual_folder()
        return [match_id for match_id in Journal().known() if _size(folder, match_id)]

    def _stored(self):
        listed = kibitz("archive", "list", "matches", "--json")
        return [str(row["id"]) for row in listed.json["matches"]] if listed.code == 0 else []

    def kill_after(self, seconds):
        """Run it in a fork and kill it after so long; whether it was still running then."""
        args = self.next_args()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the test has threads, it has not
            child = os.fork()
        if child == 0:
            os._exit(kibitz(*args).code)
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL

    def finish(self):
        """What it says at last, if it says anything new, and all that the archive holds."""
        said = kibitz(*self.next_args())
        assert said.code == 0, said.err
        return said.out if self.args[0] != "archive" else "", kibitz("archive", "export").out


def _size(folder, match_id):
    return (folder / f"{match_id}.jsonl").stat().st_size


@pytest.fixture
def afresh(tmp_path, monkeypatch):
    """Makes a new run of a command, where nothing is known of others."""
    monkeypatch.chdir(tmp_path)
    number = iter(range(10**6))

    def make(name):
        folder = tmp_path / str(next(number))
        folder.mkdir()
        monkeypatch.setenv("KIBITZ_STATE", str(folder))
        monkeypatch.setenv("KIBITZ_DB", str(folder / "kibitz.sqlite"))
        return Run(COMMANDS[name])

    return make


@pytest.mark.parametrize("name", COMMANDS)
def test_a_killed_run_is_finished_to_the_same_bytes(name, afresh, tmp_path):
    if name == "import":
        afresh("stored match").finish()
        (tmp_path / "games.jsonl").write_text(kibitz("archive", "export").out)
    expected = afresh(name).finish()
    begun = time.monotonic()
    afresh(name).finish()
    seconds, luck, killed, resumed = time.monotonic() - begun, random.Random(name), 0, 0
    for _ in range(TIMES):
        run = afresh(name)
        for _ in range(KILLS):
            killed += run.kill_after(luck.uniform(0.1 * seconds, 0.8 * seconds))
        assert run.finish() == expected
        resumed += run.was_resumed
    assert killed > TIMES / 2
    assert resumed or name == "import"
