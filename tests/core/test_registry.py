"""Games that other packages bring."""

import json
import os
import subprocess
import sys
from pathlib import Path

PLUGIN = """
from typing import ClassVar, NamedTuple
from kibitz.core.game import OVER, Game, Moves, rule


class Countdown(NamedTuple):
    left: int
    seat: int


@rule
def turn(p: Countdown) -> int:
    return p.seat if p.left else OVER


@rule
def moves(p: Countdown, out: Moves) -> int:
    out[0] = 1
    return 1


@rule
def play(p: Countdown, move: int) -> Countdown:
    return Countdown(p.left - move, 1 - p.seat)


@rule
def payoff(p: Countdown, seat: int) -> float:
    return -1.0 if seat == p.seat else 1.0


class CountdownGame(Game):
    name: ClassVar[str] = "countdown"
    title: ClassVar[str] = "Countdown"
    summary: ClassVar[str] = "Count down in turn; who says nought wins."
    position_type: ClassVar[type] = Countdown
    most_moves = 1

    def __init__(self, left: int = 5) -> None:
        self.left = left

    def start(self) -> Countdown:
        return Countdown(self.left, 0)

    def position_text(self, p: Countdown) -> str:
        return f"{p.left}@{p.seat}"

    def parse_position(self, text: str) -> Countdown:
        return Countdown(*map(int, text.split("@")))

    def move_text(self, p: Countdown, move: int) -> str:
        return "one"

    def show(self, p: Countdown, seat: int | None = None) -> str:
        return str(p.left)
"""


def test_a_game_of_another_package_is_played_like_our_own(tmp_path):
    environment = _with_plugin(tmp_path, "countdown = countdown_plugin:CountdownGame")
    done = _kibitz(environment, "analyse", "countdown", "3@0", "--json", "--analyst", "rollout")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["best"], answer["options"][0]["value"]) == ("one", 1.0)


def test_a_game_that_does_not_load_is_named_and_hurts_no_other(tmp_path):
    environment = _with_plugin(tmp_path, "broken = no_such_module:Game")
    refused = _kibitz(environment, "analyse", "broken", "3")
    assert refused.returncode == 2
    assert "game 'broken' does not load" in refused.stderr
    assert _kibitz(environment, "analyse", "nim", "3", "--json").returncode == 0


def _with_plugin(folder: Path, entry: str) -> dict[str, str]:
    (folder / "countdown_plugin.py").write_text(PLUGIN)
    info = folder / "countdown_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: countdown-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[kibitz.games]\n{entry}\n")
    return {**os.environ, "PYTHONPATH": str(folder)}


def _kibitz(environment: dict[str, str], *args: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", "from kibitz.cli.main import main; main()", *args]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
