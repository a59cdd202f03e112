"""Damage to the files of a cache, and a trial: does any of it ever change an answer?

`python -m tests.core.damage [RUNS [QUESTION...]]` asks questions with a cache of their own
each, then damages one file of it after the other, asks again in a new process and compares.
It prints a table, and ends with exit code 1 if an answer was wrong, a process failed or a
file was not mended.
"""

import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple, NoReturn

from kibitz.cli.main import run as run_command

GOOD = "mended"
BRIEF = ("--pairs", "4", "--crew", "serial")
FEW = ("--hands", "20", "--pairs", "2", "--base-pairs", "2", "--deals", "20")
SEED = ("--seed", "1")
RIVER = ("--board", "KsQs9h5d2c", "--oop", "AA,KJs", "--ip", "QQ,T9s", "--pot", "20")
SOON = ("--stack", "20", "--iterations", "20", "--target", "0", "--threads", "1")
QUESTIONS = {
    "match": ("match", "tictactoe", "mcts(iterations=20)", "random", *BRIEF, *SEED),
    "analysis": ("analyse", "nim", "1,2", "--analyst", "rollout(samples=4)", *SEED),
    "exploit": ("holdem", "exploit", *FEW, *SEED),
    "equity": ("equity", "holdem", "AsKs", "QhQd", "--samples", "1000", *SEED),
    "solve": ("holdem", "solve", *RIVER, *SOON),
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

    code: int  # below nothing: the signal that killed it
    text: str
    notes: str


def asked(question: tuple[str, ...], folder: Path) -> Answered:
    """The answer of a new process with the cache in this folder.

    It is forked from this one, where the compiler is loaded and no kernel is.
    """
    said = [folder / "stdout", folder / "stderr"]
    child = os.fork()
    if child == 0:
        _answer([*question, "--json"], folder, said)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    text, notes = (path.read_text() for path in said)
    return Answered(code, re.sub(r'"seconds":[^,}]*', "", text), notes)


def _answer(question: list[str], folder: Path, said: list[Path]) -> NoReturn:
    code = 1
    try:
        for number, path in enumerate(said, start=1):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        os.environ.update(KIBITZ_CACHE=str(folder / "cache"), KIBITZ_DB=str(folder / "db"))
        os.environ["KIBITZ_PACKS"] = "off"  # they would stand in for what is damaged
        code = run_command(question)
    finally:
        sys.stdout.flush()
        os._exit(code)


def kept_files(cache: Path) -> list[Path]:
    """Everything in a cache, in an order that is the same in each run."""
    return sorted(path for path in cache.rglob("*") if path.is_file())


class _Trial:
    """One question, its cache and what becomes of its answer."""

    def __init__(self, question: tuple[str, ...], folder: Path) -> None:
        folder.mkdir()
        self.question, self.folder = question, folder
        self.truth = asked(question, folder)
        assert self.truth.code == 0, self.truth.notes
        self.files = self._read_files()

    def _read_files(self) -> list[Path]:
        """The files that an answer needs; kernels inside of others stand in those, too."""
        files = kept_files(self.folder / "cache")
        for file in files:
            os.utime(file, (0, 0))
        assert asked(self.question, self.folder).text == self.truth.text
        return [file for file in files if file.stat().st_mtime > 0]

    def outcome(self, file: Path, damage: Damage, chance: random.Random) -> str:
        """What the damage of a file led to: `mended`, or what should not be."""
        whole = file.read_bytes()
        damaged = damage(whole, chance)
        file.write_bytes(damaged)
        answered = asked(self.question, self.folder)
        if answered.code:
            return f"exit {answered.code}"
        if answered.text != self.truth.text:
            return "wrong"
        if "was damaged" not in answered.notes and damaged != whole:
            return "not told"
        is_mended = file.exists() and (file.read_bytes() != damaged or damaged == whole)
        return GOOD if is_mended else "not mended"


def _parts(trials: dict[str, _Trial]) -> list[tuple[str, Path]]:
    """Every file of every trial, tables and answers first, questions by turns."""
    rows = {
        name: sorted(trial.files, key=lambda file: "kernels" in file.parts)
        for name, trial in trials.items()
    }
    longest = max(map(len, rows.values()))
    return [(name, row[i]) for i in range(longest) for name, row in rows.items() if i < len(row)]


def trial(runs: int, names: list[str]) -> int:
    """Damage and ask, so many times; the exit code."""
    import_module("kibitz.core.kernel")
    chance, table = random.Random(1), Counter[tuple[str, str, str]]()
    with tempfile.TemporaryDirectory() as folder:
        trials = {name: _Trial(QUESTIONS[name], Path(folder) / name) for name in names}
        for run, (name, file) in enumerate(islice(cycle(_parts(trials)), runs)):
            damage = DAMAGES[(run + run // len(DAMAGES)) % len(DAMAGES)]
            outcome = trials[name].outcome(file, damage, chance)
            table[f"{name}, {file.parts[-3]}", damage.__name__, outcome] += 1
    for key, count in sorted(table.items()):
        sys.stdout.write("{:20} {:12} {:10} {:4}\n".format(*key, count))
    bad = sum(count for key, count in table.items() if key[2] != GOOD)
    sys.stdout.write(f"{runs} runs, {bad} with a wrong result, a failure or damage that stayed\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(trial(int([*sys.argv, "200"][1]), sys.argv[2:] or list(QUESTIONS)))
