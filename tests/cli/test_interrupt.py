"""Ctrl-C ends every long command within two seconds, by exit code 130 and without a traceback."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from kibitz.arena.table import Table
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.players.player import RandomPlayer
from tests.cli.nursery import opened
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
    "match on a cluster of its own": [
        *("match", "ultimate", "mcts(iterations=3000000)", "random", "--pairs", "1000000"),
        *("--cluster", "local:2"),
    ],
    "tournament": [
        *("tournament", "tictactoe", "mcts(iterations=2000)", "random", "random"),
        *("--pairs", "1000000", "--workers", "2", "--store"),
    ],
    "import": ["import", "{games}"],
    "review": ["review", "{long}"],
    "reviews": ["reviews", "{many}", "--workers", "2"],
    "bench levels": ["bench", "levels", "dicechess", "--pairs", "100000"],
    "play": ["play", "ultimate", "--seat", "2", "--against", "mcts(iterations=100000000000)"],
}


def _scores() -> str:
    return "\n".join(str(n / 64) for n in range(65)) + "\n"


def _games() -> str:
    """Many short games, no two of which are the same."""
    fields = '"game": "nim(1)", "start": "1", "players": ["ann", "bob"], "moves": ["1:1"]'
    lines = (f'{{"record": 1, {fields}, "seed": {n}, "result": [1, -1]}}' for n in range(100_000))
    return "\n".join(lines) + "\n"


def _long_game(seed: int = 1) -> str:
    """A game with many hard decisions."""
    game = make_game("ultimate")
    table = Table(game, [RandomPlayer(game), RandomPlayer(game)], seed)
    table.finish()
    return table.record().to_json() + "\n"


def _long_games() -> str:
    """More of them than two workers see through in the time that it takes to start."""
    return "".join(map(_long_game, range(40)))


FILES = {"{scores}": _scores, "{games}": _games, "{long}": _long_game, "{many}": _long_games}
SMALL = ("--board", "Td9d6h", "--oop", "AA,KQs", "--ip", "KK,AQs", "--pot", "10", "--stack", "90")
WARMED = {"holdem solve": ["holdem", "solve", *SMALL, "--iterations", "2"]}  # and not compiling
WORKING_SECONDS = 0.6  # of processor time, after which a command that was loaded is at work
STARTING_SECONDS = 1.2  # the same of one that was not
CREW_SECONDS = 3.0  # the same of one with a crew, which loads as well, all taken together
CLUSTER_SECONDS = 6.0  # the same of a cluster, which takes its time to start
CREWS = (
    *("match by two workers", "match on a cluster of its own"),
    *("tournament", "reviews", "bench levels"),
)


@pytest.fixture(scope="module")
def nursery():
    with opened() as found:
        yield found


@pytest.mark.compiled
@pytest.mark.skipif(not COMPILED, reason="kernels alone keep Python from hearing")
@pytest.mark.parametrize("name", [name for name in LONG if name not in CREWS])
def test_ctrl_c_ends_a_long_command_within_two_seconds(name, tmp_path, nursery):
    args, environment = _prepared(LONG[name], tmp_path)
    if name in WARMED:
        assert kibitz(*WARMED[name]).code == 0
    command = nursery.started(tmp_path, *args, env=environment)
    while command.is_running() and command.worked() < WORKING_SECONDS:
        time.sleep(0.01)
    assert command.is_running(), f"ended before it was interrupted: {command.ended(0)}"
    spent, begun = command.worked(), time.monotonic()
    command.interrupt()
    ended = command.ended(30)
    taken = time.monotonic() - begun
    assert ended.code == 130, ended
    assert "Traceback" not in ended.err
    assert taken < _two_seconds() or ended.worked - spent < 2.0


@pytest.mark.compiled
@pytest.mark.skipif(not COMPILED, reason="kernels alone keep Python from hearing")
@pytest.mark.parametrize("name", CREWS)
def test_ctrl_c_ends_a_command_and_its_crew_within_two_seconds(name, tmp_path):
    args, environment = _prepared(LONG[name], tmp_path)
    with started(*args, env=environment) as process:
        try:
            _wait_until_at_work(process, _starting_seconds(name))
            crew, begun = _crew_of(process), time.monotonic()
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=30)  # which waits for all who could write
            taken = time.monotonic() - begun
        finally:
            process.kill()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert taken < _two_seconds()
    assert crew
    assert _all_end(crew, begun + 2 * _two_seconds())


@pytest.mark.compiled
@pytest.mark.parametrize("name", CREWS)
def test_a_crew_does_not_outlive_a_command_that_was_killed(name, tmp_path):
    args, environment = _prepared(LONG[name], tmp_path)
    with started(*args, env=environment) as process:
        try:
            _wait_until_at_work(process, _starting_seconds(name))
            crew = _crew_of(process)
        finally:
            process.kill()
    assert crew
    assert _all_end(crew, time.monotonic() + 2 * _two_seconds())


def _starting_seconds(name: str) -> float:
    return CLUSTER_SECONDS if "cluster" in name else CREW_SECONDS


def _prepared(words: list[str], folder: Path) -> tuple[list[str], dict[str, str]]:
    """The words of a command, with the file that it reads, and its environment."""
    for word, text in FILES.items():
        if word in words:
            (folder / "file.jsonl").write_text(text())
    args = [str(folder / "file.jsonl") if word in FILES else word for word in words]
    return args, {**os.environ, "KIBITZ_DB": str(folder / "games.sqlite")}


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
    process = subprocess.Popen(
        [sys.executable, "-c", f"try:\n {work}\n"
         "except KeyboardInterrupt:\n raise SystemExit(7)"],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )  # fmt: skip
    try:
        _wait_until_at_work(process)
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


def _worked_by_all(process: "subprocess.Popen[str]") -> float:
    """Processor time of a process that runs and of those it started: a crew has the work."""
    running = _processes()
    family = _crew_of(process) | {process.pid}
    spent = sum(each.ticks for number, each in running.items() if number in family)
    return spent / os.sysconf("SC_CLK_TCK")


def _crew_of(process: "subprocess.Popen[str]") -> set[int]:
    """The numbers of all processes that a process has started, and those that they have."""
    running = _processes()

    def is_of_the_family(number: int) -> bool:
        while number in running and number != process.pid:
            number = running[number].parent
        return number == process.pid

    return {number for number in running if is_of_the_family(number)} - {process.pid}


def _all_end(crew: set[int], end: float) -> bool:
    """Whether no process of a crew is left by then; one closes its files before it has ended."""
    while crew & _processes().keys() and time.monotonic() < end:
        time.sleep(0.05)
    return not crew & _processes().keys()


class Running(NamedTuple):
    """Who started a process, and what processor time it has used."""

    parent: int
    ticks: int


def _processes() -> dict[int, Running]:
    """Every process that runs, by its number; one that has ended may still wait for its parent."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # one that has just ended
            fields = path.read_text().rpartition(")")[2].split()
            ticks = int(fields[11]) + int(fields[12])
            if fields[0] not in "ZX":
                found[int(path.parent.name)] = Running(int(fields[1]), ticks)
    return found


def _wait_until_at_work(
    process: "subprocess.Popen[str]", starting_seconds: float = STARTING_SECONDS
) -> None:
    """Until the process and its crew have used as much time as it takes to load."""
    while process.poll() is None:
        if _worked_by_all(process) > starting_seconds:
            return
        time.sleep(0.02)
    out, err = process.communicate()
    raise AssertionError(f"ended before it was interrupted: {out}{err}")
