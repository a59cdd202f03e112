"""A request becomes a command: its fields are options, its answer is shown or printed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

import pytest
from click.testing import CliRunner

from kibitz.cli.form import command_of
from kibitz.core.request import Answer, Progress, Request, ask, fields_of
from kibitz.core.sheet import Chart, Curve, Sheet, Words
from kibitz.errors import BadValue


@dataclass(frozen=True)
class Counted(Answer):
    schema: ClassVar[str] = "test.counted/1"

    total: int
    words: tuple[str, ...]
    done: bool

    @property
    def progress(self) -> Progress | None:
        return Progress(self.total, None)

    def sheet(self) -> Sheet:
        line = Curve(((0.0, 0.0), (1.0, 1.0)))
        return [Words.of(f"counted to {self.total}"), Chart("a line", "x", "y", (line,))]


@dataclass(frozen=True)
class Count(Request[Counted]):
    """Count to a number.

    Slowly.
    """

    verb: ClassVar[str] = "test.count"
    gives: ClassVar[type[Answer]] = Counted
    is_long: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = ("svg", "html")

    to: int = ask(help="How far.", argument=True, low=1, high=9)
    words: tuple[str, ...] = ask((), "Said on the way.")
    pair: tuple[float, float] | None = ask(None, "Two numbers.")
    how: Literal["fast", "slow"] = ask("fast", "The way.")
    aloud: bool = ask(True, "Say it.")
    share: float = ask(0.5, "Of one.", above=0.0, high=1.0)

    def check(self) -> None:
        if self.how == "slow" and self.to > 5:
            raise BadValue("slow counting ends at 5")

    def answers(self) -> Iterator[Counted]:
        for n in range(1, self.to + 1):
            yield Counted(n, self.words, n == self.to)


def _run(*args):
    return CliRunner().invoke(command_of(Count), list(args), catch_exceptions=True)


def test_the_answer_is_one_json_object_with_its_schema_first():
    out = _run("3", "--words", "a", "--words", "b", "--json").output
    assert out == '{"schema":"test.counted/1","total":3,"words":["a","b"],"done":true}\n'


def test_a_stream_has_a_line_for_every_snapshot():
    lines = _run("3", "--stream").output.splitlines()
    assert [line.count(f'"total":{n},') for n, line in enumerate(lines, 1)] == [1, 1, 1]


def test_people_see_the_sheet():
    assert "counted to 2" in _run("2").output


def test_an_answer_is_written_as_a_picture_and_as_a_page(tmp_path):
    svg, page = tmp_path / "a.svg", tmp_path / "a.html"
    _run("2", "--svg", str(svg), "--html", str(page))
    assert svg.read_text().startswith("<svg")
    assert page.read_text().startswith("<!doctype html>")
    assert not list(tmp_path.glob("*.part"))
    failed = _run("2", "--svg", str(tmp_path / "none" / "a.svg"))
    assert "no folder" in str(failed.exception)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["0"], "to 0 is not between 1 and 9"),
        (["10"], "to 10 is not between 1 and 9"),
        (["3", "--share", "0"], "share 0 is not between 0 and 1"),
        (["3", "--share", "nan"], "not a finite number"),
        (["6", "--how", "slow"], "slow counting ends at 5"),
    ],
)
def test_what_a_request_refuses_the_command_refuses(args, words):
    assert words in str(_run(*args).exception)


@pytest.mark.parametrize("option", ["--svg", "--words"])
def test_an_option_whose_value_was_forgotten_does_not_swallow_the_next(option):
    said = _run("3", option, "--json")
    assert said.exit_code == 2
    assert f"{option} needs a value, and --json is an option" in said.output


def test_help_is_the_docstring_and_the_fields():
    text = _run("--help").output
    for words in ("Count to a number.", "--how [fast|slow]", "--no-aloud", "default: 0.5", "--svg"):
        assert words in text


@pytest.mark.parametrize(
    "fields",
    [
        {"to": "3"},
        {"to": True},
        {"to": 2.5},
        {"to": 3, "words": ["a"]},
        {"to": 3, "words": (1,)},
        {"to": 3, "pair": (1.0,)},
        {"to": 3, "how": "medium"},
        {"to": 3, "aloud": 1},
        {"to": 3, "share": None},
    ],
)
def test_a_request_made_from_python_checks_its_types(fields):
    with pytest.raises(BadValue):
        Count(**fields)


def test_every_registered_request_says_how_each_field_is_read():
    from kibitz.core.verbs import request_named, verb_names

    for name in verb_names():
        request = request_named(name)
        assert request.verb == name
        for field in fields_of(request):
            assert field.is_argument or field.help, (name, field.name)
