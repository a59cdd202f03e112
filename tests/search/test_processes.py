"""The same answers in every process: compiled, from the cache, and not compiled at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run_every_search(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.search.every_search"],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.compiled
def test_a_fresh_process_answers_from_the_cache_as_it_did_compiling_and_uncompiled():
    first = run_every_search()  # compiles what no other test has yet
    warm = run_every_search()
    plain = run_every_search(NUMBA_DISABLE_JIT="1")
    assert (first.returncode, warm.returncode, plain.returncode) == (0, 0, 0), warm.stderr
    assert "compiling" not in warm.stderr
    assert first.stdout == warm.stdout == plain.stdout
    assert first.stdout.count("\n") > 40
