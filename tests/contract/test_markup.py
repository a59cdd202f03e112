"""Markup, colours and terminals exist in the doors and in drawing alone."""

import ast
import re
from pathlib import Path

import pytest

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


def _strings(source: str) -> list[str]:
    nodes = ast.walk(ast.parse(source))
    return [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]


@pytest.mark.parametrize("part", PLAIN)
def test_no_text_has_terminal_markup_in_it(part):
    found = [
        (path.name, text)
        for path in (HOUSE / part).rglob("*.py")
        for text in _strings(path.read_text(encoding="utf-8"))
        if MARKUP.search(text) or ESCAPE in text
    ]
    assert found == []


@pytest.mark.parametrize("part", PLAIN)
def test_nothing_loads_rich_or_click(part):
    for path in (HOUSE / part).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.split(".")[0] for name in names} & {"rich", "click"}, path


def test_the_pattern_finds_what_it_is_meant_to_find():
    assert MARKUP.search("[bold]x[/bold]")
    assert MARKUP.search("[bold cyan]")
    assert not MARKUP.search("hands[0] [A23] [NAME]")
