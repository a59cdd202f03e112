"""Damage to the files of a cache, and a trial: does any of it ever change an answer?

`python -m tests.core.damage [RUNS]` asks four questions with a cache of their own each, then
damages one file of it after the other, asks again in a new process and compares. It prints a
table, and ends with exit code 1 if an answer was wrong, a process failed or a file was not
mended.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

ASK = "from kibitz.cli.main import main; main()"
FEW = ("--hands", "20", "--pairs", "2", "--base-pairs", "2", "--deals", "20")
QUESTIONS = {
    "match": ("match", "tictactoe", "mcts(iterations=20)", "random", "--pairs", "4"),
    "analysis": ("analyse", "nim", "1,2", "--analyst", "rollout(samples=4)"),
    "exploit": ("holdem", "exploit", *FEW),
    "equity": ("equity", "holdem", "AsKs", "QhQd", "--samples", "1000"),
}
Damage = Callable[[bytes, random.Random], bytes]


def emptied(content: bytes, chance: random.Random) -> bytes:
    """A file that was opened and never written."""
    return b""


def cut_off(content: bytes, chance: random.Random) -> bytes:
    """A file that was not written to its end."""
    return content[: chance.randrange(len(content))]


def bit_flipped(content: bytes, chance: random.Random) -> bytes:
    """A file with one bit changed."""
    at = chance.randrange(8 * len(content))
    changed = bytearray(content)
    changed[at // 8] ^= 1 << at % 8
    return bytes(changed)


def zeroed(content: bytes, chance: random.Random) -> bytes:
    """A file with a block that never came to the disk."""
    at = chance.randrange(len(content)) // 512 * 512
    lost = content[at : at + 512]
    return content[:at] + bytes(len(lost)) + content[at + len(lost) :]


DAMAGES: tuple[Damage, ...] = (emptied, cut_off, bit_flipped, zeroed)


class Answered(NamedTuple):
    """What a process said, without what differs from run to run."""

    code: int
    text: str
    notes: str


def asked(question: tuple[str, ...], cache: Path, db: Path) -> Answered:
    """The answer of a new process with this cache."""
    environment = {**os.environ, "KIBITZ_CACHE": str(cache), "KIBITZ_DB": str(db)}
    command = [sys.executable, "-c", ASK, *question, "--seed", "1", "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return Answered(done.returncode, re.sub(r'"seconds":[^,}]*', "", done.stdout), done.stderr)


def kept_files(cache: Path) -> list[Path]:
    """Everything in a cache, in an order that is the same in each run."""
    return sorted(path for path in cache.rglob("*") if path.is_file())


class _Trial:
    """One question, its cache and what became of its answer."""

    def __init__(self, question: tuple[str, ...], folder: Path) -> None:
        self.question, self.folder = question, folder
        self.truth = self._asked()
        assert self.truth.code == 0, self.truth.notes
        self.files = kept_files(folder / "cache")

    def _asked(self) -> Answered:
        return asked(self.question, self.folder / "cache", self.folder / "db")

    def outcome(self, file: Path, damage: Damage, chance: random.Random) -> str:
        whole = file.read_bytes()
        damaged = damage(whole, chance)
        file.write_bytes(damaged)
        answered = self._asked()
        if answered.code:
            return "failed"
        if answered.text != self.truth.text:
            return "wrong"
        if damaged != whole and (not file.exists() or file.read_bytes() == damaged):
            return "not mended"
        return "told" if "was damaged" in answered.notes else "not told"


def _parts(trials: dict[str, _Trial]) -> list[tuple[str, Path]]:
    """Every file of every trial, tables and answers first, questions by turns."""
    rows = {
        name: sorted(trial.files, key=lambda file: "kernels" in file.parts)
        for name, trial in trials.items()
    }
    longest = max(map(len, rows.values()))
    return [(name, row[i]) for i in range(longest) for name, row in rows.items() if i < len(row)]


def main(runs: int) -> int:
    """Damage and ask, so many times; the exit code."""
    chance, table = random.Random(1), Counter[tuple[str, str, str]]()
    folder = Path(tempfile.mkdtemp(prefix="kibitz-damage-"))
    try:
        trials = {name: _Trial(asks, folder / name) for name, asks in QUESTIONS.items()}
        for run, (name, file) in enumerate(islice(cycle(_parts(trials)), runs)):
            damage = DAMAGES[(run // len(trials) + run) % len(DAMAGES)]
            outcome = trials[name].outcome(file, damage, chance)
            table[name, damage.__name__, outcome] += 1
    finally:
        shutil.rmtree(folder)
    for key, count in sorted(table.items()):
        sys.stdout.write("{:10} {:12} {:10} {:4}\n".format(*key, count))
    bad = sum(table.values()) - sum(n for key, n in table.items() if key[2] == "told")
    sys.stdout.write(f"{runs} runs, {bad} not as they should be\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 200))
