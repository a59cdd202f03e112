"""The command line called in this process: what it prints and how it ends."""

import contextlib
import io
import json
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from kibitz.cli.main import run


@dataclass(frozen=True)
class Answer:
    """What one command said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def kibitz(*args: str) -> Answer:
    """Run `kibitz args` and catch what it prints."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(list(args))
    return Answer(code, out.getvalue(), err.getvalue())


def started(*args: str, prelude: str = "", **settings: Any) -> "subprocess.Popen[str]":
    """`kibitz args` in a process of its own, which hears Ctrl-C even where we do not.

    `prelude` is a program that runs before.
    """
    return subprocess.Popen(
        [sys.executable, "-c", f"{prelude}\nfrom kibitz.__main__ import main; main()", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
        **settings,
    )


def interrupted(process: "subprocess.Popen[str]") -> tuple[str, str]:
    """What the process said after Ctrl-C; it does not outlive the test."""
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=120)
    finally:
        process.kill()


def check_refused(answer: Answer, *words: str) -> None:
    """One sentence on stderr that names the text at fault, exit code 2, nothing on stdout."""
    said = [line for line in answer.err.splitlines() if not line.startswith("compiling ")]
    assert answer.code == 2, answer
    assert answer.out == ""
    assert len(said) == 1, said
    assert "Traceback" not in answer.err
    for word in words:
        assert word in said[0]
