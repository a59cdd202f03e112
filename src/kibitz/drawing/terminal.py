"""A sheet on a terminal.

Text from outside is never read as markup, and has no escape sequences left (`plain`). There
is no colour where the output is not a terminal or NO_COLOR is set.
"""

from itertools import pairwise

from rich.console import Console, Group
from rich.text import Text

from kibitz.core.sheet import Block, Cells, Chart, Heading, Listing, Picture, Sheet, Words
from kibitz.drawing.plain import one_line, plain
from kibitz.drawing.strips import cells_lines, chart_lines
from kibitz.drawing.table import listing_lines
from kibitz.drawing.wrap import styled, wrapped

__all__ = ["plain", "sheet_to_rich", "show", "terminal"]


def terminal(*, stderr: bool = False) -> Console:
    """A console that keeps plain text plain."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def show(sheet: Sheet, *, stderr: bool = False) -> None:
    """Print a sheet, as wide as the terminal is."""
    console = terminal(stderr=stderr)
    # lines are broken here already: what is longer than the terminal must not be cut by rich
    console.print(sheet_to_rich(sheet, console.width), soft_wrap=True)


def sheet_to_rich(sheet: Sheet, width: int) -> Group:
    """The lines of a sheet on a terminal of `width` columns."""
    return Group(*sheet_lines(sheet, width))


def sheet_lines(sheet: Sheet, width: int) -> list[Text]:
    """The same as a list."""
    if not sheet:
        return []
    found = _block_lines(sheet[0], width)
    for before, block in pairwise(sheet):
        found += [Text()] * _is_apart(before, block) + _block_lines(block, width)
    return found


def _is_apart(before: Block, block: Block) -> bool:
    """Whether a blank line stands between two blocks."""
    if isinstance(before, Heading):
        return False
    return not (isinstance(before, Words) and isinstance(block, Words))


def _block_lines(block: Block, width: int) -> list[Text]:
    match block:
        case Heading(text):
            return wrapped(Text(one_line(text), "bold"), width)
        case Words(lines, role):
            return [part for line in lines for part in wrapped(styled(line, role), width)]
        case Listing():
            return listing_lines(block, width)
        case Picture(text):
            return list(styled(text).split("\n", allow_blank=True))
        case Chart():
            return chart_lines(block, width)
        case Cells():
            return cells_lines(block, width)
