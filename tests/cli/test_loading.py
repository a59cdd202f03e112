"""Ctrl-C while the modules of a command load: exit code 130 and one word, never a traceback."""

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]["kibitz"]
# interrupts itself as the module of that name begins to load, as a person may
INTERRUPTING = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == WANTED and not done:
            done.append(name)
            os.kill(os.getpid(), signal.SIGINT)

done, WANTED = [], sys.argv.pop(1)
sys.meta_path.insert(0, Interrupting())
sys.modules.pop(WANTED, None)
"""
MODULE, _, FUNCTION = SCRIPT.partition(":")
DOORS = {
    "the script": f"from {MODULE} import {FUNCTION}\nsys.exit({FUNCTION}())",
    "python -m kibitz": "import runpy\nrunpy.run_module('kibitz', run_name='__main__')",
}
LOADED = (
    *("kibitz.cli.main", "click", "kibitz.errors", "kibitz.cli.patience", "kibitz.cli.verbs"),
    *("kibitz.lab.analysis", "kibitz.core.game", "numpy", "numba", "llvmlite", "rich.console"),
)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("module", LOADED)
def test_an_interrupt_while_modules_load_ends_with_one_word(module, door):
    ended = interrupted_at(module, DOORS[door])
    assert (ended.returncode, ended.stderr.strip()) == (130, "interrupted")
    assert ended.stdout == ""


def interrupted_at(module, door):
    return subprocess.run(
        [sys.executable, "-c", INTERRUPTING + door, module, "analyse", "tictactoe", "X../.O./..."],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
        env={**os.environ, "TERM": "dumb"},
    )


def test_the_package_itself_loads_nothing_in_which_an_interrupt_could_come():
    told = "import sys; before = set(sys.modules); import kibitz.__main__;"
    told += "print(*sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["kibitz", "kibitz.__main__"]


def test_whoever_ignores_interrupts_goes_on():
    """As `nohup` and a shell that starts a command in the background have it."""
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTING + DOORS["the script"], "click", "--version"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN) and None,
    )
    assert (run.returncode, run.stderr) == (0, "")
