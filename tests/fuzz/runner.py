"""Runs many commands in few processes: a child takes one after the other until one ends it.

A command is judged by what it says and how it ends. Where it takes long it is interrupted, as by
Ctrl-C, and must end then. A child that crashes or hangs is replaced, and the command that did it
is told. A case is made from the seed and its number alone, so each can be run again by itself.
"""

import contextlib
import faulthandler
import io
import json
import os
import resource
import select
import shlex
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import click

from kibitz.cli.interrupt import is_in_a_kernel
from kibitz.cli.patience import LATER
from kibitz.core import files
from tests.fuzz import formats, grammar, samples
from tests.fuzz.words import is_safe

PATIENCE = 4.0  # seconds until a command is interrupted
ANSWER = 2.0  # seconds of processor time in which it must end then
HANG = 15.0  # seconds more after which its process is killed
MOST_BYTES = 1 << 30  # that a command may take
ADDRESSES = 12 << 30
RENEWED = 150  # commands until a child is replaced by a fresh one
MOST_SAID = 6_000  # letters on stderr
VERDICTS = ("match", "sprt", "tournament")  # which end with 3 or 4, too
TYPED = "random\n1:1\nhint\nmoves\nundo\n\x1b[31m[/x]\n9999\nresign\n\n"
COMMANDS, FILES, EDGES = "commands", "files", "edges"


@dataclass(frozen=True)
class Case:
    """One command with what it reads."""

    args: list[str]
    name: str = ""  # of the spoilt file
    content: bytes = b""

    @property
    def line(self) -> str:
        """The command as it would be typed."""
        return shlex.join(["kibitz", *(arg.encode(errors="replace").decode() for arg in self.args)])


@dataclass
class Report:
    """What became of some cases."""

    cases: int = 0
    refused: int = 0
    expensive: int = 0
    failures: tuple[str, ...] = ()


def case_of(kind: str, seed: int, number: int) -> Case:
    """The case of that number."""
    luck = Random(f"{kind} {seed} {number}")
    if kind == FILES:
        return Case(*formats.spoilt(luck))
    if kind == EDGES:
        return Case(list(grammar.edges()[number]))
    while True:
        args = grammar.command(luck)
        if is_safe(args):
            return Case(args)


def run(kind: str, seed: int, numbers: Iterable[int], home: Path) -> Iterator[tuple[str, str]]:
    """For every number: `fine`, `refused`, `expensive` or `failed`, and what failed."""
    left = list(numbers)
    while left:
        child = Child(kind, seed, left[:RENEWED], home)
        told = 0
        for outcome in child.outcomes():
            told += 1
            yield outcome
        left = left[told:]


class Child:
    """A process that runs cases and tells what became of each."""

    def __init__(self, kind: str, seed: int, numbers: list[int], home: Path) -> None:
        self._kind, self._seed, self._numbers = kind, seed, numbers
        self._read, write = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._read)
            _serve(kind, seed, numbers, home, write)
        os.close(write)

    def outcomes(self) -> Iterator[tuple[str, str]]:
        """One for each case that was begun; the last one may be the child's end."""
        told, buffered = 0, b""
        try:
            while told < len(self._numbers):
                line, buffered = self._line(buffered)
                if not line:
                    yield "failed", self._words(self._numbers[told], hangs=line is None)
                    return
                told += 1
                outcome, words = json.loads(line)
                yield outcome, words
        finally:
            self._end()

    def _line(self, buffered: bytes) -> tuple[bytes | None, bytes]:
        """The next line, empty where the child has ended, None where it says nothing more."""
        deadline = time.monotonic() + PATIENCE + 2 * HANG
        while b"\n" not in buffered:
            ready, _, _ = select.select([self._read], [], [], max(0, deadline - time.monotonic()))
            piece = os.read(self._read, 1 << 16) if ready else b""
            if not piece:
                return (b"" if ready else None), b""
            buffered += piece
        line, _, rest = buffered.partition(b"\n")
        return line, rest

    def _words(self, number: int, *, hangs: bool) -> str:
        """How the child ended in the midst of a case."""
        ended = "it hung"
        if not hangs:
            ended = f"its process ended with {os.waitpid(self._pid, 0)[1]}"
        case = case_of(self._kind, self._seed, number)
        return f"{ended}: {case.line} ({self._kind} {self._seed} {number})"

    def _end(self) -> None:
        os.close(self._read)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)


def _serve(kind: str, seed: int, numbers: list[int], home: Path, write: int) -> None:
    """Run cases in a folder of its own; never returns."""
    try:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        faulthandler.disable()  # the parent tells who crashed
        files.PATIENCE = 0.1  # for pipes that nobody writes to
        folder = Path(tempfile.mkdtemp(dir=home))
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for number in numbers:
            _restore(home / "samples", folder)
            outcome = judged(case_of(kind, seed, number), f"{kind} {seed} {number}")
            os.write(write, json.dumps(outcome).encode() + b"\n")
        shutil.rmtree(folder, ignore_errors=True)
    except BaseException:
        os.write(2, traceback.format_exc().encode(errors="replace"))
    finally:
        os._exit(0)


def _restore(kept: Path, folder: Path) -> None:
    """The samples as they were."""
    samples.settle(folder)
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    for path in kept.iterdir():
        if path.is_symlink():
            os.symlink(os.readlink(path), path.name)
        elif path.is_fifo():
            os.mkfifo(path.name)
        elif path.is_dir():
            shutil.copytree(path, path.name)
        else:
            shutil.copyfile(path, path.name)


def _is_compiling(frame: FrameType | None) -> bool:
    """Whether the compiler is at work somewhere below."""
    while frame is not None:
        if str(frame.f_globals.get("__name__", "")).startswith(("numba.core", "llvmlite")):
            return True
        frame = frame.f_back
    return False


class Clock:
    """Interrupts a command that takes long, as Ctrl-C would; compiling is not counted."""

    def __init__(self, err: io.StringIO) -> None:
        self._err, self._compiled = err, 0
        self.rung_at: float | None = None  # processor time

    def __enter__(self) -> "Clock":
        signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if is_in_a_kernel(frame):
            signal.setitimer(signal.ITIMER_REAL, LATER)
            return
        if _is_compiling(frame):  # which cannot be interrupted everywhere
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)
            return
        compiled = self._err.getvalue().count("compiling ")
        if compiled > self._compiled:
            self._compiled = compiled
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)
            return
        self.rung_at = time.process_time()
        raise KeyboardInterrupt


class _Typed(io.TextIOWrapper):
    """What is typed: a few lines, and then nothing more."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(TYPED.encode()), encoding="utf-8")


def judged(case: Case, name: str) -> tuple[str, str]:
    """Run a case here, and judge it."""
    if case.name:
        Path(case.name).parent.mkdir(parents=True, exist_ok=True)
        Path(case.name).write_bytes(case.content)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    said = _said(case.args)
    taken = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10
    wrong = _wrong(case, said)
    if not wrong and taken > MOST_BYTES:
        wrong = f"it took {taken >> 20} MB"
    if wrong:
        return "failed", f"{wrong}: {case.line} ({name})"
    if said["rung"] is not None:
        return "expensive", case.line
    return ("refused" if said["code"] else "fine"), ""


def _said(args: list[str]) -> dict[str, Any]:
    from kibitz.cli.main import run as command

    setattr(click.utils, "should_strip_ansi", lambda *_: False)  # noqa: B010 (as on a terminal)
    out, err, code, trace = io.StringIO(), io.StringIO(), None, ""
    typed, sys.stdin = sys.stdin, _Typed()
    clock = Clock(err)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), clock:
            code = command(list(args))
    except KeyboardInterrupt:
        code = 130  # it came while the command was about to begin or to end
    except BaseException as error:
        trace = _short(error)
    finally:
        sys.stdin = typed
    slow = 0.0 if clock.rung_at is None else time.process_time() - clock.rung_at
    return {
        "code": code, "trace": trace, "out": out.getvalue(), "err": err.getvalue(),
        "rung": clock.rung_at, "slow": slow,
    }  # fmt: skip


def _short(error: BaseException) -> str:
    """An error with the last places of ours that it came through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [
        f"{f.filename.rpartition('kibitz/')[2]}:{f.lineno}" for f in frames if "/src/" in f.filename
    ]
    return f"{type(error).__name__}: {str(error)[:300]} (at {', '.join(ours[-4:])})"


def _wrong(case: Case, said: dict[str, Any]) -> str:
    """What is wrong with an answer; empty where nothing is."""
    code, err = said["code"], said["err"]
    if said["trace"]:
        return f"a traceback, {said['trace']}"
    if said["slow"] > ANSWER:
        return f"it took {said['slow']:.1f} s to end after Ctrl-C"
    allowed = {0, 1, 2} | ({3, 4} if case.args[:1] and case.args[0] in VERDICTS else set())
    if code not in allowed | ({130} if said["rung"] is not None else set()):
        return f"exit code {code}"
    lines = [line for line in err.splitlines() if not line.startswith("compiling ")]
    if code in (1, 2) and [line.startswith("kibitz: ") for line in lines].count(True) != 1:
        return f"exit code {code} without one sentence, {err[:600]!r}"
    if "Warning: " in err or "Traceback" in err or len(err) > MOST_SAID:
        return f"stderr says {err[:600]!r} of {len(err)} letters"
    return _unfit(said["out"] + err) or _not_json(case, said)


def _unfit(text: str) -> str:
    odd = {
        sign
        for sign in text
        if sign != "\n" and not sign.isprintable() and sign not in "\u200d\xa0"
    }
    is_harmful = any(
        ord(sign) < 32 or 0x7F <= ord(sign) < 0xA0 or 0xD800 <= ord(sign) < 0xE000 for sign in odd
    )
    return f"it prints {sorted(odd)!a}" if is_harmful else ""


def _not_json(case: Case, said: dict[str, Any]) -> str:
    """Whether an answer that was to be JSON is none."""
    if "--json" not in case.args or said["code"] not in (0, 3, 4) or "--help" in case.args:
        return ""
    try:
        for line in said["out"].splitlines():
            json.loads(line, parse_constant=_no_number)
    except ValueError as error:
        return f"it prints JSON that is none ({error}), {said['out'][:200]!r}"
    return ""


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")
