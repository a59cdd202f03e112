"""`python -m tests.fuzz`: mutated commands and files by the thousand, each failure told.

python -m tests.fuzz --commands 20000 --files 10000 --edges --seed 1
python -m tests.fuzz --case commands 1 4711        # one case again, with what it says
"""

import argparse
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.fuzz import grammar, runner, samples


class Ended(BaseException):
    """Somebody ended the run; no command catches this."""


def main() -> int:
    signal.signal(signal.SIGTERM, _end)
    try:
        return _run(_asked())
    except Ended:
        return 128 + signal.SIGTERM


def _end(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # while everything is cleaned up
    raise Ended


def _run(asked: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="kibitz-fuzz-") as name:
        home = Path(name)
        (home / "samples").mkdir()
        samples.make(home / "samples")
        if asked.case:
            kind, seed, number = asked.case
            return _one(kind, int(seed), int(number), home)
        wrong = [
            _many(kind, asked.seed, range(asked.first, asked.first + count), home)
            for kind, count in ((runner.COMMANDS, asked.commands), (runner.FILES, asked.files))
        ]
        if asked.edges:
            wrong.append(_many(runner.EDGES, 0, range(len(grammar.edges())), home))
    return int(any(wrong))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--commands", type=int, default=20_000)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--edges", action="store_true", help="every number at its edges, too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--case", nargs=3, metavar=("KIND", "SEED", "NUMBER"))
    return parser.parse_args()


def _many(kind: str, seed: int, numbers: range, home: Path) -> int:
    """Run many cases; return how many failed."""
    found, begun = Counter[str](), time.monotonic()
    for outcome, words in runner.run(kind, seed, numbers, home):
        found[outcome] += 1
        if outcome in ("failed", "expensive"):
            sys.stdout.write(f"{outcome}: {words}\n")
        if found.total() % 500 == 0:
            sys.stdout.write(f"{found.total():,} {kind}, {dict(found)}\n")
        sys.stdout.flush()
    taken = time.monotonic() - begun
    sys.stdout.write(f"{found.total():,} {kind} in {taken:.0f} s: {dict(found)}\n")
    return found["failed"]


def _one(kind: str, seed: int, number: int, home: Path) -> int:
    samples.settle(home / "samples")
    case = runner.case_of(kind, seed, number)
    outcome, words = runner.judged(case, f"{kind} {seed} {number}")
    sys.stdout.write(f"{case.args!r}\n{case.content[:2000]!r}\n{outcome} {words}\n")
    return int(outcome == "failed")


if __name__ == "__main__":
    sys.exit(main())
