"""One small file of every format that Kibitz reads, made by Kibitz, and odd files beside them."""

import io
import os
import sys
import tempfile
from pathlib import Path

from kibitz.core.kept import cache_root
from tests.cli.shell import kibitz
from tests.cli.test_holdem import HAND
from tests.lab.goldens import parts

PLACES = (
    "games.jsonl", "rook.jsonl", "pairs.txt", "games.csv", "river.solution", "m.jsonl", "t.jsonl",
    "deck.json", "kibitz.sqlite", "out.jsonl", "new.sqlite",
)  # fmt: skip
NIM = ["nim(3,4)", "random", "random", "--seed", "1", "--workers", "1", "--pairs", "3"]
RIVER = (
    "--board KsQs9h5d2c --oop AA,KJs --ip QQ,T9s --pot 20 --stack 20 --bets 100 --raises 100"
    " --iterations 20 --target 0 --threads 1"
)
SITTING = "sitting"  # the name of a game that was left


def make(folder: Path, *, compiled: bool = True) -> None:
    """Fill a folder with samples."""
    settle(folder)
    for part in parts():
        for name, text in getattr(part, "FILES", {}).items():
            Path(name).write_text(text)
    Path("hands").mkdir(exist_ok=True)
    Path("hands/0.phh").write_text(HAND)
    _said("match", *NIM, "--journal", "m.jsonl")
    _said("tournament", *NIM, "--journal", "t.jsonl")
    for name in ("m.jsonl", "t.jsonl"):  # broken off: without the outcome and the last pair
        lines = Path(name).read_bytes().splitlines(keepends=True)
        Path(name).write_bytes(b"".join(lines[:-2]))
    _said("archive", "import", "games.jsonl", "rook.jsonl")
    _said("match", *NIM, "--store")
    _said("drill", "nim", "--from", "games.jsonl", "--deck", "deck.json", "--json")
    if compiled:
        _said("holdem", "solve", *RIVER.split(), "--save", "river.solution")
    else:
        Path("river.solution").write_bytes(b"kibitz solution 1\n{}\n" + bytes(40))
    _leave_a_game()
    _odd_files()


def settle(folder: Path) -> None:
    """Make a folder the place where everything is looked for and kept; the cache stays."""
    os.chdir(folder)
    tempfile.tempdir = str(folder.parent)
    os.environ |= {
        "KIBITZ_CACHE": str(cache_root()),
        "HOME": str(folder),
        "TMPDIR": str(folder.parent),
        "KIBITZ_DB": "kibitz.sqlite",
        "KIBITZ_STATE": str(folder / "state"),
        "XDG_DATA_HOME": str(folder / "data"),
        "NO_COLOR": "1",
        "COLUMNS": "100",
    }


def _said(*args: str) -> None:
    answer = kibitz(*args)
    assert answer.code in (0, 3, 4), (args, answer)


def _leave_a_game() -> None:
    typed, sys.stdin = sys.stdin, io.StringIO("1:1\nquit\n")
    try:
        _said("play", "nim", "--against", "random", "--seed", "1")
    finally:
        sys.stdin = typed
    (left,) = Path("state/sittings").glob("*.json")
    left.rename(left.with_name(f"{SITTING}.json"))


def _odd_files() -> None:
    Path("empty").write_bytes(b"")
    Path("latin1.txt").write_bytes("Größe".encode("latin-1"))
    Path("utf16.txt").write_bytes('{"record": 1}'.encode("utf-16"))
    Path("deep.json").write_bytes(b"[" * 100_000)
    Path("long.txt").write_bytes(b"0.5 " * 200_000)
    if not os.path.lexists("loop"):
        os.symlink("loop", "loop")
    if not os.path.exists("fifo"):
        os.mkfifo("fifo")
