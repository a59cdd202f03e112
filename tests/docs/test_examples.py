"""Every example of the guides runs, and says what the page shows."""

import io
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.shell import kibitz
from tests.docs.pages import DOCS, ROOT, Block, Shown, blocks, commands, fits, shape

GUIDES = sorted({*DOCS.glob("players/*.md"), *DOCS.glob("bots/*.md")})
PAGES = [ROOT / "README.md", DOCS / "index.md", DOCS / "start.md", DOCS / "numbers.md",
         DOCS / "concepts.md", *GUIDES]  # fmt: skip


class Echoed(io.StringIO):
    """A keyboard: what is typed is seen, as on a terminal."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = super().readline(-1)
        sys.stdout.write(line)
        return line


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.compiled
@pytest.mark.parametrize("page", [p for p in PAGES if commands(p)], ids=_name)
def test_the_commands_of_a_page_say_what_it_shows(page, monkeypatch, tmp_path):
    """One after the other in one empty folder, so that one may use what another has written."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for shown in commands(page):
        assert _told(shown, monkeypatch) == "", f"$ {shown.command}"


def _told(shown: Shown, monkeypatch) -> str:
    """What is wrong with a command of a page; empty where nothing is."""
    program, *args = shlex.split(shown.command, comments=True)
    if program != "kibitz":
        return f"a page shows only kibitz at work, not {program}"
    monkeypatch.setattr(sys, "stdin", Echoed("".join(f"{line}\n" for line in shown.typed)))
    answer = kibitz(*args)
    if answer.code:
        return f"it ended with {answer.code}: {answer.err}"
    return fits(shown.output, answer.out)


def _runs(block: Block) -> bool:
    return block.kind == "python" and block.file is None


@pytest.mark.compiled
@pytest.mark.parametrize("page", [p for p in PAGES if any(map(_runs, blocks(p)))], ids=_name)
def test_the_python_of_a_page_runs(page, monkeypatch, tmp_path):
    """All blocks of a page are one program; a comment behind an expression says what it gives."""
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for block in filter(_runs, blocks(page)):
        exec(compile(block.body, _name(page), "exec"), names)
        for line in block.body.splitlines():
            expression, said, value = line.partition("  # gives ")
            if said:
                assert shape(repr(eval(expression, names))) == shape(value)


def test_a_shape_forgives_figures_and_nothing_else():
    said = "  throw   value\n▸ 6♦ 7♣  18.09\n  Q♠ K♥  18.00\nseed 7"
    assert not fits(("throw value", "▸ 5♥ 5♣ 1.5", "...", "seed 99"), said)
    assert fits(("throw value", "seed 99"), said)
    assert fits(("throw worth", "..."), said)
    assert fits(("throw value", "▸ 5♥ 5♣ 1.5"), said)
