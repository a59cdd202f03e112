"""What is asked to compile everything: each example is a question, and each level is met."""

import shlex
from collections.abc import Callable
from dataclasses import fields

import pytest

from kibitz.cli import main, warming
from kibitz.cli.form import command_of
from kibitz.cli.warming import Task, carry_out, tasks
from kibitz.core.advised import advised
from kibitz.core.registry import game_names, make_game
from kibitz.core.verbs import request_named, verb_names
from tests.cli.shell import kibitz

EXAMPLES = [(verb, line) for verb in verb_names() for line in request_named(verb).examples]


@pytest.mark.parametrize(("verb", "line"), EXAMPLES)
def test_every_example_is_a_question_that_can_be_asked(verb, line):
    request = request_named(verb)
    given = command_of(request).make_context(verb, shlex.split(line)).params
    names = {field.name for field in fields(request)}
    request(**{name: value for name, value in given.items() if name in names})


def test_every_verb_of_a_game_has_an_example_but_those_that_read_files():
    of_games = [verb for verb in verb_names() if {*verb.split(".")} & {*game_names()}]
    without = {verb for verb in of_games if not request_named(verb).examples}
    assert without == {"dicechess.book", "holdem.look", "holdem.opponents"}


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_played_against_each_of_its_levels(name):
    against = {task.against for task in tasks([name]) if task.against}
    assert against == set(advised(make_game(name)).levels)


@pytest.mark.compiled
def test_every_analyst_of_a_game_is_asked_and_has_an_answer(monkeypatch):
    asked: list[tuple[list[str], int]] = []
    true = main.run
    monkeypatch.setattr(main, "run", lambda args: asked.append((args, true(args))))
    for task in tasks(["dots"]):
        if task.is_written or task.line:
            carry_out(task)
    heard = {args[-3] for args, code in asked if args[0] == "analyse" and code == 0}
    assert heard == {*advised(make_game("dots")).analysts, "mcts", "alphabeta"}


@pytest.mark.compiled
def test_a_game_is_written_down_and_learned_from_once(monkeypatch):
    written = [task for task in tasks(["leduc"]) if task.is_written]
    assert [task.against for task in written] == ["beginner"]
    done: list[str] = []

    def noting(step: str, true: Callable[..., None]) -> Callable[..., None]:
        def noted(*args: object) -> None:
            true(*args)
            done.append(step)

        return noted

    for step in ("_learn", "_write_down"):
        monkeypatch.setattr(warming, step, noting(step, getattr(warming, step)))
    carry_out(written[0])
    assert done == ["_learn", "_write_down"]


def test_a_question_that_is_carried_out_says_nothing_and_names_the_kernels_it_called(capfd):
    called = carry_out(Task("nim grundy", ("nim", "grundy", "ruler", "9")))
    assert capfd.readouterr() == ("", "")
    assert isinstance(called, list)


def test_what_is_no_game_is_refused():
    said = kibitz("warm", "nimm")
    assert (said.code, said.err) == (2, "kibitz: unknown game 'nimm'; did you mean 'nim'?\n")
