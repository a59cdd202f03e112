"""What the pages name exists: files, commands, options."""

import doctest
import importlib
import re
import shlex
from pathlib import Path

import click
import pytest
from docs.made.commands import commands
from docs.made.schemas import schemas

from kibitz.cli.main import kibitz
from kibitz.core.verbs import request_named, verb_names
from tests.docs.pages import DOCS, ROOT

NEW = sorted({*DOCS.glob("players/*.md"), *DOCS.glob("bots/*.md"), *DOCS.glob("developers/*.md"),
              DOCS / "start.md", DOCS / "numbers.md", ROOT / "README.md"})  # fmt: skip
FILE = re.compile(r"`((?:src/kibitz/|tests/|docs/)?[\w/]+\.py|tests/\w+|docs/\w+)`")
COMMAND = re.compile(r"`(kibitz [^`]+)`|^(?:\$ )?(kibitz [^\n#]+)", re.MULTILINE)


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", NEW, ids=_name)
def test_the_files_that_a_page_names_exist(page):
    named = set(FILE.findall(page.read_text()))
    missing = [f for f in named if not any((r / f).exists() for r in (ROOT, ROOT / "src/kibitz"))]
    assert not missing


@pytest.mark.parametrize("page", NEW, ids=_name)
def test_the_commands_and_options_that_a_page_names_exist(page):
    """Every one is found by its words, and has the options that stand behind it."""
    named = [inside or line for inside, line in COMMAND.findall(page.read_text())]
    wrong = [text for text in named if not _exists(text)]
    assert not wrong


def _exists(text: str) -> bool:
    words = shlex.split(text.replace("...", ""), comments=True)[1:]
    command: click.Command = kibitz
    context = click.Context(kibitz, info_name="kibitz")
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words[0])
        if found is None:
            return words[0].isupper()  # GAME, POSITION: a word to be replaced
        context, command, words = click.Context(found, parent=context), found, words[1:]
    known = {name for p in command.get_params(context) for name in (*p.opts, *p.secondary_opts)}
    return {word for word in words if word.startswith("--")} <= known


def test_a_command_that_does_not_exist_is_found():
    assert _exists("kibitz cribbage throw HAND --dealer --json")
    assert not _exists("kibitz cribbage thrwo HAND")
    assert not _exists("kibitz cribbage throw HAND --dealre")


def test_the_reference_has_every_command_and_its_examples():
    text = commands()
    for verb in verb_names():
        words = f"kibitz {verb.replace('.', ' ')}"
        assert f"### {words}\n" in text
        assert all(f"{words} {example}" in text for example in request_named(verb).examples)


def test_the_reference_names_every_schema_and_who_answers_with_it():
    text = schemas()
    assert all(f"](../schemas/{path.name})" in text for path in DOCS.glob("schemas/*.json"))
    assert all(f"`kibitz {verb.replace('.', ' ')}`" in text for verb in verb_names())


def test_every_figure_of_the_readme_stands_on_the_page_that_measures_it():
    rows = re.findall(
        r"^\| [^|]+ \| ([^|`]*\d[^|`]*) \| `python", (ROOT / "README.md").read_text(), re.M
    )
    pages = "\n".join(page.read_text() for page in DOCS.glob("*.md"))
    figures = [figure for row in rows for figure in re.findall(r"\d[\d.]*\d", row)]
    assert len(rows) >= 5
    assert [figure for figure in figures if figure not in pages] == []


@pytest.mark.parametrize("name", ["docs.made.links", "tests.docs.pages"])
def test_the_examples_of_what_makes_and_reads_pages_are_true(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0
