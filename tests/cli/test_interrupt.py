"""Ctrl-C ends every long command within two seconds, by exit code 130 and without a traceback."""

import math
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kibitz.arena.table import Table
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.players.player import RandomPlayer
from tests.cli.shell import kibitz, started

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ULTIMATE = "/".join(["." * 9] * 9)
FLOP = ("--board", "Td9d6h", "--oop", "22+,A2+", "--ip", "22+,A2+", "--pot", "10", "--stack", "90")
LONG = {
    "leduc solve": ["leduc", "solve", "--iterations", "100000000"],
    "analyse leduc": ["analyse", "leduc", "J?:", "--iterations", "100000000"],
    "bluff calibration": [
        *("bluff", "calibration", "foresight", "honest"),
        *("--rounds", "100000", "--samples", "100000"),
    ],
    "stats bootstrap": ["stats", "bootstrap", "{scores}", "--resamples", "1000000000"],
    "sprt simulate": ["sprt", "simulate"],
    "sprt plan": ["sprt", "plan", "--simulate", "10000000"],
    "battleship map": ["battleship", "map", "-", "--samples", "10000000"],
    "battleship map, counted": ["battleship", "map", "-", "--budget", "1000000000"],
    "battleship placement": ["battleship", "placement", "--games", "10000000"],
    "battleship placement, one game": [
        *("battleship", "placement", "--shooter", "posterior", "--samples", "1000000"),
    ],
    "perft": ["perft", "ultimate", "14"],
    "dots solve": ["dots", "solve", "4x4", "--megabytes", "16"],
    "holdem solve": ["holdem", "solve", *FLOP, "--target", "0.000001"],
    "holdem exploit": ["holdem", "exploit", "--deals", "100000000"],
    "cribbage peg": [
        "cribbage",
        "peg",
        "5H 5S 6D 7C",
        "--method",
        "tree",
        "--iterations",
        "10000000",
    ],
    "equity holdem": ["equity", "holdem", "AhKh", "--opponents", "3", "--samples", "100000000"],
    "equity dicechess": ["equity", "dicechess", START, "--rollouts", "100000000"],
    "dicechess cube": ["dicechess", "cube", START, "--rollouts", "100000"],
    "a deep search": ["analyse", "ultimate", ULTIMATE, "--iterations", "100000000000"],
    "a large tree": [
        *("analyse", "ultimate", ULTIMATE, "--analyst", "mcts", "--iterations", "100000000000"),
    ],
    "match": ["match", "dicechess", "expert", "greedy", "--pairs", "100000", "--workers", "1"],
    "match by two workers": [
        *("match", "tictactoe", "mcts(iterations=2000)", "random", "--pairs", "1000000"),
        *("--workers", "2", "--crew", "processes"),
    ],
    "tournament": [
        *("tournament", "tictactoe", "mcts(iterations=2000)", "random", "random"),
        *("--pairs", "1000000", "--workers", "2", "--store"),
    ],
    "import": ["import", "{games}"],
    "review": ["review", "{long}"],
    "reviews": ["reviews", "{long}", "--workers", "2"],
    "bench levels": ["bench", "levels", "dicechess", "--pairs", "100000"],
    "play": ["play", "ultimate", "--seat", "1", "--against", "mcts(iterations=100000000000)"],
}


def _scores() -> str:
    return "\n".join(str(n / 64) for n in range(65)) + "\n"


def _games() -> str:
    """Many short games, no two of which are the same."""
    fields = '"game": "nim(1)", "start": "1", "players": ["ann", "bob"], "moves": ["1:1"]'
    lines = (f'{{"record": 1, {fields}, "seed": {n}, "result": [1, -1]}}' for n in range(100_000))
    return "\n".join(lines) + "\n"


def _long_game() -> str:
    """A game with many hard decisions."""
    game = make_game("ultimate")
    table = Table(game, [RandomPlayer(game), RandomPlayer(game)], 1)
    table.finish()
    return table.record().to_json() + "\n"


FILES = {"{scores}": _scores, "{games}": _games, "{long}": _long_game}
SMALL = ("--board", "Td9d6h", "--oop", "AA,KQs", "--ip", "KK,AQs", "--pot", "10", "--stack", "90")
WARMED = {"holdem solve": ["holdem", "solve", *SMALL, "--iterations", "2"]}  # and not compiling
AT_WORK_SECONDS = 0.4  # of processor time without another module, and a command is at work
# a thread that writes a dot to a pipe whenever modules have been loaded
TELLING = """
import os, sys, threading, time
def tell(pipe):
    told = 0
    while True:
        if len(sys.modules) != told:
            told = len(sys.modules)
            os.write(pipe, b".")
        time.sleep(0.01)
threading.Thread(target=tell, args=(int(os.environ["TEST_PIPE"]),), daemon=True).start()
"""


@pytest.mark.compiled
@pytest.mark.skipif(not COMPILED, reason="kernels alone keep Python from hearing")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_a_long_command_within_two_seconds(name, tmp_path):
    for word, text in FILES.items():
        if word in LONG[name]:
            (tmp_path / "file.jsonl").write_text(text())
    args = [str(tmp_path / "file.jsonl") if arg in FILES else arg for arg in LONG[name]]
    if name in WARMED:
        assert kibitz(*WARMED[name]).code == 0
    with _pipe() as (ear, mouth):
        env = {**os.environ, "KIBITZ_DB": str(tmp_path / "games.sqlite"), "TEST_PIPE": str(mouth)}
        process = started(*args, prelude=TELLING, env=env, pass_fds=[mouth])
        _check_interrupted(process, ear)


def _check_interrupted(process: "subprocess.Popen[str]", ear: int) -> None:
    try:
        _wait_until_at_work(process, ear)
        spent, begun = _worked_since(0.0) + _worked(process), time.monotonic()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
        taken = time.monotonic() - begun
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert taken < _two_seconds() or _worked_since(spent) < 2.0


@pytest.mark.compiled
@pytest.mark.parametrize(
    "work",
    [
        "from kibitz.search.cfr import solve; from kibitz.core.registry import make_game;"
        "solve(make_game('leduc'), 10**8)",
        "from kibitz.stats.bootstrap import bootstrap; import numpy as np;"
        "bootstrap(np.arange(1000.0), 10**8)",
        "from kibitz.games.battleship.resistance import shots_needed; shots_needed(2, 10**7, 1)",
        "from kibitz.search.perft import perft; from kibitz.core.registry import make_game;"
        "perft(make_game('ultimate'), 14)",
    ],
    ids=["solver", "bootstrap", "battleship", "perft"],
)
def test_kernels_give_way_to_an_interrupt_where_no_command_watches(work):
    """As in a notebook: the work itself lets Python hear, and the exception comes through."""
    program = f"{TELLING}\ntry:\n {work}\nexcept KeyboardInterrupt:\n raise SystemExit(7)"
    with _pipe() as (ear, mouth):
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TEST_PIPE": str(mouth)},
            pass_fds=[mouth],
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
        )
        try:
            _wait_until_at_work(process, ear)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=_two_seconds())
        finally:
            process.kill()
            process.wait()
    assert process.returncode == 7, err


def test_an_interrupt_that_nobody_could_catch_is_raised_again():
    """In a call back from the compiler Python reports an interrupt, and forgets it."""
    work = """
import ctypes, time
from kibitz.cli.patience import ending_soon
def call_back():
    print("at work", flush=True)
    time.sleep(20)
with ending_soon():
    try:
        ctypes.CFUNCTYPE(None)(call_back)()
        time.sleep(20)
    except KeyboardInterrupt:
        raise SystemExit(7)
"""
    assert _interrupted(work) == (7, "")


def test_an_interrupt_that_comes_while_another_is_found_lost_is_not_lost():
    """On a busy machine the one that is sent again may be early, and meet the report."""
    work = """
import ctypes, signal, time
from kibitz.cli import patience
class Hearing(patience.Hearing):
    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name == "first_lost" and value > 0:
            signal.raise_signal(signal.SIGINT)
patience.Hearing = Hearing
def call_back():
    print("at work", flush=True)
    time.sleep(20)
with patience.ending_soon():
    try:
        ctypes.CFUNCTYPE(None)(call_back)()
        time.sleep(20)
    except KeyboardInterrupt:
        raise SystemExit(7)
"""
    assert _interrupted(work) == (7, "")


def test_an_interrupt_that_is_lost_again_and_again_ends_the_process():
    """A sort in C calls back for every comparison, and each call back forgets an interrupt."""
    work = """
import ctypes, time
from kibitz.cli.patience import ending_soon
told = []
def compare(first, second):
    if not told:
        told.append(print("at work", flush=True))
    time.sleep(0.05)
    return 0
libc, numbers = ctypes.CDLL(None), (ctypes.c_int * 1000)()
kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
with ending_soon():
    libc.qsort(numbers, 1000, ctypes.sizeof(ctypes.c_int), kind(compare))
"""
    assert _interrupted(work) == (130, "\ninterrupted\n")


def _interrupted(work: str) -> tuple[int, str]:
    """How a program ends that is interrupted once it says that it is at work, and what it says."""
    process = subprocess.Popen(
        [sys.executable, "-c", work],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=15)
    finally:
        process.kill()
        process.wait()
    return process.returncode, err


def _two_seconds() -> float:
    """Two seconds, or what they come to where others wait for the same cores."""
    return 2.0 * max(1.0, os.getloadavg()[0] / len(os.sched_getaffinity(0)))


def _worked_since(spent: float) -> float:
    """Processor time of all processes that have ended, less what was spent before.

    A busy machine makes a command wait, and does not make it work.
    """
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - spent


def _worked(process: "subprocess.Popen[str]") -> float:
    """Processor time of a process that runs."""
    return _seconds_of(process.pid)


def _worked_with_workers(pid: int) -> float:
    """Processor time of a process and of all that it has started."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").glob("*/children"))
        workers = [int(worker) for task in tasks for worker in task.read_text().split()]
    except OSError:  # it has ended
        workers = []
    return _seconds_of(pid) + sum(map(_worked_with_workers, workers))


def _seconds_of(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _pipe() -> Iterator[tuple[int, int]]:
    ear, mouth = os.pipe()
    os.set_blocking(ear, False)
    try:
        yield ear, mouth
    finally:
        os.close(ear)
        os.close(mouth)


def _has_loaded(ear: int) -> bool:
    """Whether modules have been loaded since the last look."""
    try:
        return bool(os.read(ear, 1 << 16))
    except BlockingIOError:
        return False


def _wait_until_at_work(process: "subprocess.Popen[str]", ear: int) -> None:
    """Until the process has worked for a while without loading; the compiler may be at it."""
    loaded = math.inf
    while process.poll() is None:
        worked = _worked_with_workers(process.pid)
        if _has_loaded(ear):
            loaded = worked
        elif worked - loaded > AT_WORK_SECONDS:
            return
        time.sleep(0.02)
    out, err = process.communicate()
    raise AssertionError(f"ended before it was interrupted: {out}{err}")
