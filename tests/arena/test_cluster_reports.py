"""Reports of clusters: those of one process to the byte, whatever becomes of the workers.

With `KIBITZ_EVERY_REPORT=1` workers are killed under every kind of report, not two of them.
"""

import os
import signal
import sys
import threading

import pytest

from kibitz.arena import dask, gang
from tests.cli.shell import kibitz
from tests.store.games import random_record

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX processes"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
    pytest.mark.usefixtures("unsaid"),
]
EVERY_REPORT = "KIBITZ_EVERY_REPORT" in os.environ

CRASHING = """
import hashlib, os, sys
for line in sys.stdin:
    word, _, rest = line.rstrip("\\n").partition(" ")
    answers = {"ugi": "ugiok", "isready": "readyok"}
    if word in answers:
        print(answers[word], flush=True)
    elif word == "position":
        board = rest
    elif word == "legal":
        legal = rest.split("\\t")
    elif word == "quit":
        break
    elif word == "go":
        luck = hashlib.sha256(board.encode()).digest()[0]
        if luck % 16 == 0:
            os.abort()
        print("bestmove", legal[luck % len(legal)], flush=True)
"""


@pytest.fixture
def crashing(tmp_path):
    """A program that crashes in one position of sixteen."""
    file = tmp_path / "crashing.py"
    file.write_text(CRASHING)
    return f"exec:{sys.executable} {file}"


REPORTS = {
    "tictactoe": ("match", "tictactoe", "expert", "random", "--pairs", "40"),
    "cribbage": ("match", "cribbage", "beginner", "random", "--pairs", "50"),
    "dicechess": ("match", "dicechess", "beginner", "random", "--pairs", "6"),
    "tournament": ("tournament", "nim(3,4)", "expert", "beginner", "random", "--pairs", "25"),
    "test": ("match", "nim(3,4)", "expert", "beginner", "--sprt", "0", "30"),
    "simulation": ("sprt", "simulate", "--elo0", "0", "--elo1", "30", "--truncate", "2000"),
}


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_the_same_to_the_byte_alone_and_on_a_cluster(name, address):
    command = (*REPORTS[name], "--seed", "4", "--json")
    few = ("--threads", "1") if name == "simulation" else ("--workers", "1")
    expected = kibitz(*command, *few)
    there = kibitz(*command, "--cluster", address)
    assert there.code == expected.code, there.err
    assert there.out == expected.out
    two = ("--threads", "2") if name == "simulation" else ("--workers", "2", "--crew", "processes")
    assert kibitz(*command, *two).out == expected.out


ROOK = "4k3/8/8/8/4R3/8/8/4K3 b - - 0 1"
ROLLOUT, FIVE = "rollout(samples=2300)", ("--rollouts", "5", "--seed", "4")
AT_RANDOM = ("--analyst", "random", "--seed", "4")
PARTS = {
    "reviews": ("reviews", "{games}"),
    "progress": ("progress", "{games}", "--player", "random"),
    "train": ("train", "tictactoe", "--games", "300", "--seed", "4"),
    "opponents": ("holdem", "opponents", "{hands}", "--half-life", "5"),
    "levels": ("bench", "levels", "leduc", "--pairs", "60", "--seed", "1"),
    "rollout": ("analyse", "tictactoe", "X../.O./...", "--analyst", ROLLOUT, "--seed", "4"),
    "equity": ("equity", "dicechess", ROOK, "--rollouts", "130", "--seed", "4"),
    "players": ("equity", "dicechess", ROOK, "--analyst", "greedy", *FIVE),
    "cube": ("dicechess", "cube", ROOK, *AT_RANDOM, "--target-error", "0.01"),
    "plan": ("sprt", "plan", "--elo1", "30", "--elo", "0,30", "--simulate", "300", "--seed", "4"),
}


HAND = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
players = ["{}", "{}"]
actions = ["d dh p1 AhAd", "d dh p2 7c2d", "p2 cbr 6", "p1 f"]
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A file of games, and a folder of hands that begins with one that cannot be read."""
    folder = tmp_path_factory.mktemp("shelf")
    games = [random_record(seed, game) for seed in range(6) for game in ("nim", "tictactoe")]
    (folder / "games.jsonl").write_text("".join(game.to_json() + "\n" for game in games))
    (folder / "hands").mkdir()
    seated = [("ann", "bob"), ("bob", "ann")]
    text = "".join(f"[{n}]\n{HAND.format(*seated[n % 2])}\n" for n in range(1, 251))
    (folder / "hands" / "many.phhs").write_text(text)
    (folder / "hands" / "bad.phh").write_text("variant = 'XX'\n")
    return {"{games}": str(folder / "games.jsonl"), "{hands}": str(folder / "hands")}


@pytest.mark.parametrize("name", PARTS)
def test_work_in_parts_is_the_same_to_the_byte_here_in_processes_and_on_a_cluster(
    name, address, shelf
):
    command = (*(shelf.get(word, word) for word in PARTS[name]), "--json")
    few = "--threads" if name == "plan" else "--workers"
    expected = kibitz(*command, few, "1")
    assert expected.code in (0, 4), expected.err
    assert kibitz(*command, few, "2").out == expected.out
    assert kibitz(*command, "--cluster", address).out == expected.out


@pytest.fixture
def killer(team):
    """Kills a worker by -9 every second; how many it has killed."""
    killed, over = list[list[int]](), threading.Event()

    def kill():
        while not over.wait(1.0):
            there = [mate.process for mate in dask.roll(team.client).values() if mate.process]
            if len(there) > 1:
                os.kill(there[len(killed) % 2], signal.SIGKILL)
                killed.append(there)

    thread = threading.Thread(target=kill)
    thread.start()
    yield killed
    over.set()
    thread.join()


def test_reports_are_the_same_to_the_byte_while_workers_are_killed(
    crashing, address, killer, monkeypatch
):
    monkeypatch.setattr(gang, "ROLL_SECONDS", 0.1)
    wanted = {
        **(REPORTS if EVERY_REPORT else {"test": REPORTS["test"]}),
        "crashing": ("match", "tictactoe", crashing, "random", "--pairs", "30"),
        "train": ("train", "tictactoe", "--games", "3000"),
    }
    for name, told in wanted.items():
        command = (*told, "--seed", "5", "--json")
        there = kibitz(*command, "--cluster", address)
        few = ("--threads", "1") if name == "simulation" else ("--workers", "1")
        assert there.out == kibitz(*command, *few).out, name
    assert killer


def test_a_program_that_crashes_loses_the_same_games_on_a_cluster(crashing, address):
    command = ("match", "tictactoe", crashing, "random", "--pairs", "6", "--seed", "4", "--json")
    expected = kibitz(*command, "--workers", "1")
    assert expected.json["failures"]["counts"]
    assert kibitz(*command, "--workers", "2").out == expected.out
    assert kibitz(*command, "--cluster", address).out == expected.out


def test_an_import_by_a_cluster_keeps_and_refuses_the_same(address, tmp_path):
    lines = [random_record(seed).to_json() for seed in range(60)]
    lines[7], lines[30] = "{}", ""
    lines[40] = lines[40].replace("tictactoe", "tiktaktoe")
    (tmp_path / "games.jsonl").write_text("\n".join(lines))
    said, kept = [], []
    for there, name in (((), "a.sqlite"), (("--cluster", address), "b.sqlite")):
        place = ("--db", str(tmp_path / name))
        answer = kibitz("import", str(tmp_path / "games.jsonl"), *place, *there, "--json").json
        said.append({**answer, "archive": ""})
        kept.append(kibitz("archive", "export", *place).out)
    assert said[0] == said[1]
    assert (said[0]["new"], said[0]["refused"]) == (57, 2)
    assert kept[0] == kept[1]


def test_games_judged_by_a_cluster_say_the_same_from_files_and_from_an_archive(address, tmp_path):
    file, known = tmp_path / "games.jsonl", []
    file.write_text("".join(random_record(s, "nim").to_json() + "\n" for s in range(12)))
    for there, name in (((), "a.sqlite"), (("--cluster", address), "b.sqlite")):
        place = ("--db", str(tmp_path / name))
        kibitz("import", str(file), *place)
        asked = ("progress", "--player", "random", *there, "--json")
        known += [kibitz(*asked, str(file)), kibitz(*asked, *place), kibitz(*asked, *place)]
    assert known[0].json["reviewed"] == 12
    assert {answer.out for answer in known} == {known[0].out}
