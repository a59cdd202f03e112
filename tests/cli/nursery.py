"""Commands that are born grown up: forked from a process that has loaded the whole house.

A command of its own takes most of a second to load. Here a process loads once, and each
command is a fork of it that goes on as `kibitz ARGS` would, to the end of its interpreter.
Not for commands with a crew: its members would be born here, too.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ended:
    """How a command ended, what it said on stderr, and the processor time it took in all."""

    code: int
    err: str
    worked: float


@dataclass(frozen=True)
class Command:
    """A command that runs."""

    nursery: "Nursery"
    number: int
    err: Path

    def worked(self) -> float:
        """The processor time it has taken, loading aside; it stays after its end."""
        fields = Path(f"/proc/{self.number}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_running(self) -> bool:
        stat = Path(f"/proc/{self.number}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] != "Z"

    def interrupt(self) -> None:
        os.kill(self.number, signal.SIGINT)

    def ended(self, seconds: float) -> Ended:
        """Wait for its end; one that does not come in time is brought about."""
        until = time.monotonic() + seconds
        while self.is_running() and time.monotonic() < until:
            time.sleep(0.005)
        if self.is_running():
            os.kill(self.number, signal.SIGKILL)
        code, worked = self.nursery.ask({"wait": self.number})
        return Ended(code, self.err.read_text(), worked)


@dataclass(frozen=True)
class Nursery:
    """The process that commands are forked from."""

    process: "subprocess.Popen[str]"

    def started(self, folder: Path, *args: str, env: dict[str, str]) -> Command:
        """`kibitz args`; what it says goes to files in a folder."""
        order = {"args": args, "env": env, "folder": str(folder)}
        return Command(self, self.ask(order), folder / "err")

    def ask(self, order: dict[str, Any]) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@contextmanager
def opened() -> Iterator[Nursery]:
    """A nursery, until nobody asks it any more."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.cli.nursery"],
        cwd=HERE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Nursery(process)
        assert process.stdin is not None
        process.stdin.close()


def _load() -> None:
    """Everything but the machine code of kernels."""
    from kibitz.core.registry import game_names, make_game
    from kibitz.core.verbs import request_named, verb_names

    for name in game_names():
        make_game(name)
    for name in verb_names():
        request_named(name)


def _become(order: dict[str, Any]) -> None:
    """Be a process that was just started with these words, in this environment."""
    folder = Path(order["folder"])
    os.dup2(os.pipe()[0], 0)  # a keyboard that nobody touches
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(folder / name, os.O_CREAT | os.O_WRONLY), number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.argv = ["kibitz", *order["args"]]
    os.environ.clear()
    os.environ.update(order["env"])
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _serve() -> None:
    """Fork for each order, until there are no more; in a child, be the command."""
    running: set[int] = set()
    for line in sys.stdin:
        order = json.loads(line)
        if "wait" in order:
            number, status, used = os.wait4(order["wait"], 0)
            running.remove(number)
            told: Any = os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime
        else:
            told = os.fork()
            if not told:
                _become(order)
                return
            running.add(told)
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
    for number in running:  # nobody waited for these
        os.kill(number, signal.SIGKILL)
    sys.exit(0)


if __name__ == "__main__":
    from kibitz.cli.main import main

    _load()
    _serve()
    main()
