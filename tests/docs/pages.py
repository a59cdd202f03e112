"""What the pages show: fenced blocks of code, and commands with the output that follows them.

A page is Markdown. A line `<!-- typed: hint; 1:2 -->` before a block says what is typed there,
separated by semicolons. A block of code whose first line is a comment with the name of a file is a
part of that file.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(
    r"(?:^<!-- typed: (?P<typed>[^\n]*) -->\n)?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.M | re.S
)
_FILE = re.compile(r"(?:#|//|/\*) ([\w./-]+\.\w+)")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    kind: str
    body: str
    typed: tuple[str, ...] = ()

    @property
    def file(self) -> str | None:
        """The name of the file it is a part of."""
        found = _FILE.match(self.body)
        return found[1] if found else None


class Shown(NamedTuple):
    """A command of a console, the output shown below it, and what is typed meanwhile."""

    command: str
    output: tuple[str, ...]
    typed: tuple[str, ...]


def blocks(page: Path) -> list[Block]:
    """All fenced blocks of a page, in order."""
    return [
        Block(found["kind"], found["body"], tuple(filter(None, (found["typed"] or "").split("; "))))
        for found in _FENCE.finditer(page.read_text())
    ]


def files(page: Path) -> dict[str, str]:
    """The files that a page writes, each put together from its parts in their order."""
    found: dict[str, str] = {}
    for block in blocks(page):
        if block.file:
            found[block.file] = found.get(block.file, "") + block.body + "\n"
    return found


def commands(page: Path) -> list[Shown]:
    """All commands that a page shows with their output."""
    return [shown for block in blocks(page) if block.kind == "console" for shown in _split(block)]


def _split(block: Block) -> list[Shown]:
    parts = re.split(r"^\$ ", block.body, flags=re.M)[1:]
    lines = [part.splitlines() for part in parts]
    return [Shown(first, tuple(rest), block.typed) for first, *rest in lines]


def shape(line: str) -> str:
    """A line without what moves from machine to machine: figures, cards and the width of columns.

    >>> shape("▸ 6♦ 7♣  18.09 ± 0.10  12.17  +4.80")
    '▸ card card # ± # # #'
    """
    plain = re.sub(r"(?:10|[2-9TJQKA])[♠♥♦♣]", "card", line)
    plain = re.sub(r"--resume \w+", "--resume name", plain)
    plain = re.sub(r"(?<![\w.])[-+−]?\d[\d,.]*(?!\w)", "#", plain)
    return " ".join(plain.split())


def fits(shown: tuple[str, ...], said: str) -> str:
    """Why what was said does not have the shape that is shown; empty where it has.

    A line `...` stands for any number of lines, none included; at the end of a line, for its rest.
    """
    wanted = [line if line.strip() == "..." else shape(line) for line in shown if line.strip()]
    left = [shape(line) for line in said.splitlines() if line.strip()]
    is_open = False
    for line in wanted:
        if line.strip() == "...":
            is_open = True
            continue
        reach = left if is_open else left[:1]
        found = next((n for n, one in enumerate(reach) if _is(one, line)), None)
        if found is None:
            return f"'{line}' is not in\n" + "\n".join(left[:60])
        left, is_open = left[found + 1 :], False
    return "" if is_open or not left else "more was said:\n" + "\n".join(left[:60])


def _is(said: str, wanted: str) -> bool:
    return said.startswith(wanted[:-3]) if wanted.endswith("...") else said == wanted
