"""Warm start: what the command line adds to loading the compiler it needs."""

import subprocess
import sys

from benchmarks.timing import best_seconds, report

ASK = "from kibitz.cli.main import main; main()"


def main() -> None:
    """Compare `kibitz analyse nim 3,4,5` with `import numba`, best of several fresh processes."""
    _run("-c", ASK, "analyse", "nim", "3,4,5")
    numba = best_seconds(lambda: _run("-c", "import numba"), 9)
    analyse = best_seconds(lambda: _run("-c", ASK, "analyse", "nim", "3,4,5"), 9)
    helped = best_seconds(lambda: _run("-c", ASK, "--help"), 9)
    detail = f"{analyse * 1e3:.0f} ms against {numba * 1e3:.0f} ms; --help {helped * 1e3:.0f} ms"
    report("2.5 x import numba, over a warm analysis of nim", 2.5 * numba / analyse, 1.0, detail)


def _run(*args: str) -> None:
    subprocess.run([sys.executable, *args], capture_output=True, check=True)
