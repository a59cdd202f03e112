"""The notebook and the doctests of the front door: what people copy must run."""

import doctest
import importlib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.notebooks import run

EXAMPLES = Path(__file__).parents[1] / "examples"
SOURCES = Path(__file__).parents[1] / "src" / "kibitz"


@pytest.mark.compiled
def test_the_notebook_shows_a_position_an_analysis_a_review_and_a_match():
    cells = run(EXAMPLES / "tour.ipynb")
    shown = ["".join(o["data"]["text/html"]) for c in cells for o in c["outputs"] if "data" in o
             and "text/html" in o["data"]]  # fmt: skip
    assert all(html.startswith('<div class="kibitz">') for html in shown)
    titles = "\n".join(_title(svg) for html in shown for svg in _drawings(html))
    assert "Cribbage" in titles
    assert "chance to win" in titles
    together = "\n".join(shown)
    assert "gives up" in together
    assert "grade" in together
    assert "likelihood of superiority" in together


def _drawings(html: str) -> list[ET.Element]:
    parts = html.split("<svg")[1:]
    return [ET.fromstring("<svg" + part.split("</svg>")[0] + "</svg>") for part in parts]


def _title(svg: ET.Element) -> str:
    return svg.findtext("{http://www.w3.org/2000/svg}title") or svg.findtext("title") or ""


def _with_examples() -> list[str]:
    files = (path for path in SOURCES.rglob("*.py") if ">>> " in path.read_text())
    names = (path.relative_to(SOURCES.parent).with_suffix("") for path in files)
    return sorted(".".join(name.parts).removesuffix(".__init__") for name in names)


@pytest.mark.compiled
@pytest.mark.parametrize("name", _with_examples())
def test_the_examples_in_docstrings_are_true(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0
