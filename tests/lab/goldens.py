"""Golden answers: how they are asked for, what of them may differ, and how they are renewed.

A module `golden_<part>` lists command lines by verb (`COMMANDS`), files they read (`FILES`)
and commands that go before (`BEFORE`). `{tmp}` stands for a folder of their own. The answers
are kept in `golden/<verb>.json`; `python -m tests.lab.goldens [VERB...]` writes them anew.
"""

import importlib
import json
import math
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.cli.shell import kibitz

HERE = Path(__file__).parent
FOLDER = HERE / "golden"
VARYING = {"seconds", "times", "version", "added", "bytes"}
CLOSE = 1e-9  # relative
# Solved by products of large matrices in single precision, which processors round differently.
ROUNDED = dict.fromkeys(("holdem.duel", "holdem.lbr"), 1e-3)


def parts() -> list[Any]:
    """The modules that list command lines."""
    names = sorted(path.stem for path in HERE.glob("golden_*.py"))
    return [importlib.import_module(f"tests.lab.{name}") for name in names]


def commands() -> dict[str, list[list[str]]]:
    """All command lines by verb."""
    return {verb: lines for part in parts() for verb, lines in part.COMMANDS.items()}


def needs_kernels(verb: str) -> bool:
    """Whether a verb is too slow uncompiled (`COMPILED` of its part)."""
    return any(verb in getattr(part, "COMPILED", ()) for part in parts())


def answers_to(verb: str, tmp: Path) -> list[dict[str, Any]]:
    """Each command line of a verb with its answer; the archive and the state are below `tmp`."""
    os.environ["KIBITZ_DB"] = str(tmp / "kibitz.sqlite")
    os.environ["KIBITZ_STATE"] = str(tmp / "state")
    part = next(part for part in parts() if verb in part.COMMANDS)
    for name, text in getattr(part, "FILES", {}).items():
        (tmp / name).write_text(text)
    for line in getattr(part, "BEFORE", {}).get(verb, []):
        assert kibitz(*_placed(line, tmp)).code == 0
    return [{"args": line, "answer": _answer(verb, line, tmp)} for line in part.COMMANDS[verb]]


def _answer(verb: str, line: list[str], tmp: Path) -> Any:
    said = kibitz(*verb.split("."), *_placed(line, tmp), "--json")
    assert said.code in (0, 3, 4), said.err
    return json.loads(said.out.replace(str(tmp), "{tmp}"))


def _placed(line: list[str], tmp: Path) -> list[str]:
    return [word.replace("{tmp}", str(tmp)) for word in line]


def kept(verb: str) -> Any:
    """The golden answers of a verb."""
    return json.loads((FOLDER / f"{verb}.json").read_text())


def differences(found: Any, golden: Any, path: str = "", close: float = CLOSE) -> list[str]:
    """Where two answers differ by more than rounding, times and places aside."""
    if isinstance(found, dict) and isinstance(golden, dict):
        if found.keys() != golden.keys():
            return [f"{path} has {sorted(found)}, not {sorted(golden)}"]
        both = [(name, found[name], golden[name]) for name in golden if name not in VARYING]
        return [text for name, a, b in both for text in differences(a, b, f"{path}.{name}", close)]
    if isinstance(found, list) and isinstance(golden, list) and len(found) == len(golden):
        both = [(str(i), *ends) for i, ends in enumerate(zip(found, golden, strict=True))]
        return [text for name, a, b in both for text in differences(a, b, f"{path}[{name}]", close)]
    if isinstance(found, float) and isinstance(golden, float):
        is_same = math.isclose(found, golden, rel_tol=close, abs_tol=close)
    else:
        is_same = type(found) is type(golden) and found == golden
    return [] if is_same else [f"{path} is {found!r}, not {golden!r}"]


def write(verb: str) -> None:
    """Keep the answers of today."""
    with tempfile.TemporaryDirectory() as tmp:
        made = answers_to(verb, Path(tmp))
    text = json.dumps(made, indent=1, ensure_ascii=False)
    (FOLDER / f"{verb}.json").write_text(text + "\n")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or commands():
        write(wanted)
