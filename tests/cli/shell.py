"""The command line called in this process: what it prints and how it ends."""

import contextlib
import io
import json
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


def check_refused(answer: Answer, *words: str) -> None:
    """One sentence on stderr that names the text at fault, exit code 2, nothing on stdout."""
    said = [line for line in answer.err.splitlines() if not line.startswith("compiling ")]
    assert answer.code == 2, answer
    assert answer.out == ""
    assert len(said) == 1, said
    assert "Traceback" not in answer.err
    for word in words:
        assert word in said[0]
