"""A package that is not ours brings a game and a verb of its own, and is served like ours."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kibitz.core.request import Answer
from kibitz.core.verbs import request_named, verb_names
from tests.cli import shell

HERE = Path(__file__).parents[2]

GAME = '''
"""Countdown: count down in turn; who says nought wins."""

from typing import ClassVar, NamedTuple

from kibitz.core.game import OVER, Game, Moves, rule
from kibitz.core.ink import Ink, ink


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

    def start(self) -> Countdown:
        return Countdown(5, 0)

    def position_text(self, p: Countdown) -> str:
        return f"{p.left}@{p.seat}"

    def parse_position(self, text: str) -> Countdown:
        return Countdown(*map(int, text.split("@")))

    def move_text(self, p: Countdown, move: int) -> str:
        return "one"

    def show(self, p: Countdown, seat: int | None = None) -> Ink:
        return ink(f"{p.left} to go", "strong")
'''

REQUESTS = '''
"""Who says nought?"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from kibitz.core.request import Answer, Progress, Request, ask
from kibitz.core.sheet import Sheet, Words


@dataclass(frozen=True)
class Step:
    seat: int
    said: int


@dataclass(frozen=True)
class Count(Answer):
    schema: ClassVar[str] = "countdown.count/1"
    position: str
    steps: tuple[Step, ...]
    winner: int | None
    left: int

    @property
    def progress(self) -> Progress | None:
        return Progress(len(self.steps), len(self.steps) + self.left) if self.left else None

    def sheet(self) -> Sheet:
        from kibitz.core.pictures import picture_at

        said = " ".join(str(step.said) for step in self.steps)
        board = picture_at("countdown", self.position)
        return [board, Words.of(f"{said}: seat {self.winner} wins")]


@dataclass(frozen=True)
class CountRequest(Request[Count]):
    """Count down from a position and tell who wins."""

    verb: ClassVar[str] = "countdown.count"
    gives: ClassVar[type[Answer]] = Count
    is_long: ClassVar[bool] = True

    position: str = ask(help="A position.", argument=True)
    first: int = ask(0, "Who begins.", low=0, high=1)
    pace: Literal["slow", "fast"] = ask("fast", "How fast.")

    def answers(self) -> Iterator[Count]:
        from kibitz.core.game import OVER, play, turn
        from kibitz.core.registry import make_game

        p, steps = make_game("countdown").parse_position(f"{self.position}@{self.first}"), ()
        while turn(p) != OVER:
            after = play(p, 1)
            steps = (*steps, Step(int(p.seat), int(after.left)))
            winner = None if after.left else int(p.seat)
            p = after
            yield Count(f"{self.position}@{self.first}", steps, winner, int(p.left))
'''

ENTRIES = """
[kibitz.games]
countdown = countdown_plugin.game:CountdownGame
[kibitz.requests]
countdown.count = countdown_plugin.requests:CountRequest
"""


ANSWERING = """
import json, sys
from tests.cli.shell import kibitz
for line in sys.stdin:
    said = kibitz(*json.loads(line))
    print(json.dumps([said.code, said.out, said.err]), flush=True)
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The command line in a process that sees the package as installed, one for all questions."""
    folder = tmp_path_factory.mktemp("site")
    package, info = folder / "countdown_plugin", folder / "countdown_plugin-1.0.dist-info"
    package.mkdir()
    info.mkdir()
    (package / "__init__.py").write_text("")
    (package / "game.py").write_text(GAME)
    (package / "requests.py").write_text(REQUESTS)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: countdown-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    kept = {"KIBITZ_DB": str(folder / "kept.sqlite"), "KIBITZ_STATE": str(folder / "state")}
    environment = {**os.environ, **kept, "PYTHONPATH": str(folder), "COLUMNS": "100"}
    with subprocess.Popen(
        [sys.executable, "-c", ANSWERING],
        cwd=HERE,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        asked, told = process.stdin, process.stdout
        assert asked is not None
        assert told is not None

        def ask(*args: str) -> shell.Answer:
            asked.write(json.dumps(args) + "\n")
            asked.flush()
            return shell.Answer(*json.loads(told.readline()))

        yield ask
        asked.close()


@pytest.mark.compiled
def test_its_verb_answers_in_json_that_keeps_its_schema(run):
    told = run("countdown", "count", "3", "--first", "1", "--json")
    assert told.code == 0, told.err
    answer = json.loads(told.out)
    assert answer["schema"] == "countdown.count/1"
    assert [step["said"] for step in answer["steps"]] == [2, 1, 0]
    assert (answer["winner"], answer["left"]) == (1, 0)
    schema = json.loads(run("schema", "countdown.count").out)
    assert schema["$id"] == "countdown.count/1"
    Draft202012Validator(schema).validate(answer)
    del answer["winner"]
    assert not Draft202012Validator(schema).is_valid(answer)


@pytest.mark.compiled
def test_its_verb_is_shown_and_streamed_like_ours(run):
    told = run("countdown", "count", "2")
    assert "2 to go" in told.out
    assert "1 0: seat 1 wins" in told.out
    lines = [json.loads(line) for line in run("countdown", "count", "2", "--stream").out.split()]
    assert [line["left"] for line in lines] == [1, 0]


@pytest.mark.compiled
def test_its_verb_and_its_game_are_listed(run):
    assert "countdown" in run("--help").out
    assert "Count down from a position and tell who wins." in run("countdown", "--help").out
    told = run("countdown", "count", "--help").out
    assert "--first" in told
    assert "[slow|fast]" in told
    assert "countdown.count/1" in run("schema").out
    assert "countdown" in run("games").out
    assert run("perft", "countdown", "2", "--json").code == 0


@pytest.mark.compiled
def test_its_game_is_shown_matched_kept_and_reviewed_by_defaults(run, tmp_path):
    """It brings rules, texts and `show`; everything else about it is a default."""
    db, games = str(tmp_path / "archive.sqlite"), tmp_path / "games.jsonl"
    assert "3 to go" in run("show", "countdown", "3@0").out
    told = json.loads(run("show", "countdown", "3@0", "--json").out)
    assert (told["prompt"], [words for _, words, *_ in told["plays"]]) == ("your move", ["one"])
    told = run(
        "match", "countdown", "random", "mcts", "--pairs", "2", "--store", "--db", db, "--json"
    )
    assert told.code == 0, told.err
    assert run("archive", "export", "--db", db, "--output", str(games)).code == 0
    told = run("review", str(games), "--json")
    assert told.code == 0, told.err
    decisions = json.loads(told.out)["decisions"]
    assert [(d["phase"], d["reason"]) for d in decisions] == [("move", "the only legal move")] * 5
    assert "0 to go" in run("archive", "show", "1", "--db", db).out
    told = json.loads(run("archive", "stats", "countdown", "4@1", "--db", db, "--json").out)
    seen = told["prospect"]["archive"]
    assert (seen["n"], seen["wins"]) == (4, 0)


@pytest.mark.compiled
def test_what_it_does_not_take_is_refused_in_one_sentence(run):
    for args, words in (
        (("countdown", "cuont", "3"), "did you mean 'count'?"),
        (("countdown", "count", "3", "--first", "2"), "first 2 is not between 0 and 1"),
        (("countdown", "count", "3", "--pace", "idle"), "idle"),
    ):
        refused = run(*args)
        assert (refused.code, refused.out) == (2, "")
        assert words in refused.err
        assert refused.err.count("\n") == 1


def test_modules_of_requests_load_neither_numba_nor_numpy():
    names = verb_names()
    script = (
        "import sys; from kibitz.core.verbs import request_named\n"
        f"for name in {names!r}:\n"
        "    request_named(name)\n"
        "    heavy = [m for m in ('numba', 'numpy', 'scipy', 'rich') if m in sys.modules]\n"
        "    if heavy: sys.exit(f'{name} loads {heavy}')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", verb_names())
def test_a_verb_is_registered_under_its_name_and_tells_what_it_does(name):
    request = request_named(name)
    assert request.verb == name
    first = (request.__doc__ or "").strip().splitlines()[0]
    assert first.endswith((".", "?"))
    assert request.gives.schema.partition("/")[2].isdecimal()


def test_no_two_verbs_share_a_schema_unless_they_give_the_same_answer():
    given: dict[str, type[Answer]] = {}
    for name in verb_names():
        answer = request_named(name).gives
        assert given.setdefault(answer.schema, answer) is answer
