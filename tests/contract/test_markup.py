"""Markup, colours and terminals exist in the doors and in drawing alone."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled  # sources are the same uncompiled: one of the runs is enough
HOUSE = Path(__file__).parents[2] / "src" / "kibitz"
PLAIN = (
    "games",
    "coach",
    "arena",
    "players",
    "search",
    "estimate",
    "stats",
    "store",
    "core",
    "lab",
)
MARKUP = re.compile(
    r"\[/?(?:bold|dim|red|green|yellow|cyan|magenta|blue|italic|reverse|link)\b[^\]]*\]"
)
ESCAPE = "\x1b["


@cache
def _nodes(part: str) -> list[tuple[Path, ast.Constant | ast.Import | ast.ImportFrom]]:
    """The constants and imports of a part, with the file of each."""
    wanted = (ast.Constant, ast.Import, ast.ImportFrom)
    return [
        (path, node)
        for path in (HOUSE / part).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, wanted)
    ]


@pytest.mark.parametrize("part", PLAIN)
def test_no_text_has_terminal_markup_in_it(part):
    found = [
        (path.name, node.value)
        for path, node in _nodes(part)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if MARKUP.search(node.value) or ESCAPE in node.value
    ]
    assert found == []


@pytest.mark.parametrize("part", PLAIN)
def test_nothing_loads_rich_or_click(part):
    for path, node in _nodes(part):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not {name.split(".")[0] for name in names} & {"rich", "click"}, path


def test_the_pattern_finds_what_it_is_meant_to_find():
    assert MARKUP.search("[bold]x[/bold]")
    assert MARKUP.search("[bold cyan]")
    assert not MARKUP.search("hands[0] [A23] [NAME]")
