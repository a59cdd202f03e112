"""No program hangs a match: each bad one loses its games, and nothing of it is left.

Every bad program plays a pair against `random`, with one worker and with two, with a limit
and without; those that stall are given a moment instead of a minute. Two of the four ways
(`KIBITZ_REPEATS=2`: all of them) are taken by all programs, the others by every fourth.
"""

import os
import resource
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from kibitz.arena.chunk import Chunk, Pairing, Setting
from kibitz.arena.processes import Processes
from kibitz.arena.workers import Serial
from kibitz.players.foreign import ForeignPlayer
from tests.cli.shell import started
from tests.players.bad_programs import BAD, LEAVER, STALLED
from tests.repeats import repeats

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")

MOMENT, GENEROUS = 0.25, 20.0
MOST_BYTES = 300 << 20
WAYS = [(workers, limit) for workers in (1, 2) for limit in (None, GENEROUS)]
NAMES = list(BAD)
EVERY = 4 if repeats(1) == 1 else 1
OURS = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


class Hasty(ForeignPlayer):
    """A program that is given a moment where it would have minutes."""

    def limit(self, seconds):
        super().limit(None if seconds is None else MOMENT)


def make(text, bad, game):
    """Programs that stall are not waited for; the others get all the time they need."""
    if bad.ending != STALLED:
        return ForeignPlayer(game, text)
    if bad.hello:
        return Hasty(game, text, start_seconds=2 * MOMENT, usual_seconds=MOMENT)
    return Hasty(game, text, usual_seconds=MOMENT)


def names_of(way):
    """The programs that are tried that way."""
    workers, limit = way
    return NAMES if (workers == 1) == (limit is None) else NAMES[::EVERY]


def text_of(folder, name):
    file = folder / f"{NAMES.index(name)}.py"
    file.write_text(BAD[name].script)
    return f"exec:{sys.executable} -I -S {file}"


def played(folder, workers, limit, names):
    """How each program lost its games, by name."""
    folder.mkdir(exist_ok=True)
    makers = [partial(make, text_of(folder, name), BAD[name]) for name in names]
    setting = Setting("tictactoe", (*makers, "random"), limit)
    chunks = [Chunk(Pairing((i, len(names)), 3), 0, 1) for i in range(len(names))]
    wraps = np.errstate(over="ignore")  # of uncompiled kernels, which each thread must be told
    with wraps, Serial(setting) if workers == 1 else Processes(setting, workers) as crew:
        batches = list(crew.run(chunks))
    return {
        name: [(f.player, f.kind) for f in batch.failures.values()]
        for name, batch in zip(names, batches, strict=True)
    }


def alive(folder):
    """The processes that were started from this folder."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes().decode(errors="replace")
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if str(folder) in line and state != "Z":
                found[int(entry.name)] = line
    return found


def gone(folder, seconds=5.0):
    """What is still alive after so long."""
    deadline = time.monotonic() + seconds
    while (left := alive(folder)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """Every way at once, the single workers in three parts: they mostly wait."""
    root = tmp_path_factory.mktemp("bad")
    before = [resource.getrusage(who).ru_maxrss << 10 for who in OURS]
    runs = []
    with ThreadPoolExecutor() as pool:
        for way in WAYS:
            for part in range(3 // way[0]):
                names = names_of(way)[part :: 3 // way[0]]
                runs.append((way, pool.submit(played, root / f"{way[0]}-{way[1]}", *way, names)))
    found: dict[tuple[int, float | None], dict[str, list[tuple[int, str]]]] = {w: {} for w in WAYS}
    for way, run in runs:
        found[way] |= run.result()
    after = [resource.getrusage(who).ru_maxrss << 10 for who in OURS]
    return found, gone(root), list(zip(before, after, strict=True))


def test_there_are_more_than_thirty_kinds():
    assert len(BAD) > 30


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way[0]} workers, limit {way[1]}")
def test_every_bad_program_loses_its_own_games_and_no_other(outcomes, way):
    found, _, _ = outcomes
    wanted = {
        name: [] if BAD[name].ending is None else [(0, BAD[name].ending)] * 2
        for name in names_of(way)
    }
    assert found[way] == wanted


def test_nothing_is_left_of_any_program_and_memory_is_bounded(outcomes):
    _, left, ((before, after), (largest_before, largest)) = outcomes
    assert left == {}
    assert after - before < MOST_BYTES // 3
    forked = after + MOST_BYTES // 3  # a fork of this process begins as large as it is
    assert largest < max(MOST_BYTES, largest_before + 1, forked)  # of all below the workers


ENDS = [
    (signal.SIGINT, "1"),
    (signal.SIGTERM, "1"),
    (signal.SIGINT, "2"),
    (signal.SIGKILL, "2"),
]


def test_programs_end_with_the_match_however_it_ends(tmp_path):
    """Ctrl-C, TERM and KILL; the programs ignore TERM and have a child in another session."""
    body = f"no_term(); child({LEAVER!r}); hang()"
    matches = {}
    for number, workers in ENDS:
        folder = tmp_path / f"{number.name}{workers}"
        folder.mkdir()
        file = folder / "bot.py"
        file.write_text(BAD["sleeps"].script.replace("exec('hang()')", f"exec({body!r})"))
        text = f"exec:{sys.executable} -I -S {file}"
        args = ("match", "tictactoe", text, text, "--pairs", "4", "--workers", workers)
        matches[number, workers] = started(
            *args, env={**os.environ, "KIBITZ_STATE": str(folder / "s")}
        )
    for (number, workers), process in matches.items():
        folder = tmp_path / f"{number.name}{workers}"
        deadline = time.monotonic() + 60
        while len(alive(folder)) < 6 and time.monotonic() < deadline:  # ours, keeper, bot, child
            time.sleep(0.05)
        assert len(alive(folder)) >= 6
        process.send_signal(number)
        assert process.wait(20) == (130 if number == signal.SIGINT else -number)
        process.communicate()
        assert gone(folder) == {}


def test_a_match_against_a_flood_takes_little_memory(tmp_path):
    floods = [name for name in NAMES if "flood" in name and not BAD[name].hello]
    texts = [text_of(tmp_path, name) for name in floods]
    args = ("tournament", "tictactoe", "random", *texts, "--format", "gauntlet", "--pairs", "1")
    state = {**os.environ, "KIBITZ_STATE": str(tmp_path / "s")}
    process = started(*args, "--limit", "0.3", "--workers", "2", env=state)
    peak = 0
    while process.poll() is None:
        peak = max([peak, *(_peak_bytes(pid) for pid in _descendants(process.pid))])
        time.sleep(0.1)
    assert process.returncode == 0, process.communicate()
    process.communicate()
    assert 50 << 20 < peak < MOST_BYTES
    assert gone(tmp_path) == {}


def _peak_bytes(pid):
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM")), 0)


def _descendants(pid):
    """A process and everything below it."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            parents[int(entry.name)] = parent
    found, new = [], [pid]
    while new:
        found += new
        new = [child for child, parent in parents.items() if parent in new]
    return found
