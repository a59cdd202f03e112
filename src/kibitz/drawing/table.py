"""A listing as lines of a terminal, as wide as there is room.

Long texts are wrapped first. Where that is not enough, columns of importance 0 are left out,
and named below; then each row is told on lines of its own. Numbers are never cut.
"""

from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from kibitz.core.sheet import Column, Listing
from kibitz.drawing.plain import one_line
from kibitz.drawing.wrap import joined, longest_word, styled, widest_line, wrapped

GAP = 2
NARROWEST = 18  # to which a column of words is squeezed before a column is left out
MARK, NO_MARK = "▸ ", "  "


@dataclass(frozen=True)
class Grid:
    """The cells that are shown, and the columns they stand in."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Text, ...], ...]
    marked: frozenset[int]

    @property
    def edge(self) -> int:
        """The room for marks at the left."""
        return len(MARK) if self.marked else 0

    def without(self, gone: int) -> "Grid":
        keep = [i for i in range(len(self.columns)) if i != gone]
        rows = tuple(tuple(row[i] for i in keep) for row in self.rows)
        return Grid(tuple(self.columns[i] for i in keep), rows, self.marked)


def listing_lines(listing: Listing, width: int) -> list[Text]:
    """The lines of a listing."""
    shown = listing.rows if listing.most is None else listing.rows[: listing.most]
    cells = tuple(_cells(row, len(listing.columns)) for row in shown)
    grid = Grid(listing.columns, cells, frozenset(listing.marked) & frozenset(range(len(shown))))
    found = wrapped(Text(one_line(listing.title), "bold"), width) if listing.title else []
    grid, gone = _fitted(grid, width)
    widths = _widths(grid, width)
    found += _stacked(grid, width) if widths is None else _table(grid, widths)
    if len(shown) < len(listing.rows):
        found.append(Text(f"and {len(listing.rows) - len(shown)} more", "dim"))
    if gone:
        found += wrapped(Text(f"no room for: {', '.join(gone)}", "dim"), width)
    return found


def _cells(row: tuple[object, ...], count: int) -> tuple[Text, ...]:
    """One text for each column, even where a row is short."""
    texts = [styled(cell) for cell in row[:count]]  # type: ignore[arg-type]
    return (*texts, *(Text() for _ in range(count - len(texts))))


def _fitted(grid: Grid, width: int) -> tuple[Grid, list[str]]:
    """The grid without as many unimportant columns as it takes, the last of them first."""
    gone: list[str] = []
    while _widths(grid, width) is None:
        spare = [i for i, column in enumerate(grid.columns) if column.importance < 1]
        if not spare or len(grid.columns) < 2:
            break
        least = min(grid.columns[i].importance for i in spare)
        last = max(i for i in spare if grid.columns[i].importance == least)
        gone.insert(0, one_line(grid.columns[last].name))
        grid = grid.without(last)
    return grid, gone


def _widths(grid: Grid, width: int) -> list[int] | None:
    """The width of each column, None where there is no room for all."""
    if not grid.columns:
        return []
    room = width - grid.edge - GAP * (len(grid.columns) - 1)
    columns = list(zip(*grid.rows, strict=True)) or [()] * len(grid.columns)
    wide, least = [], []
    for column, texts in zip(grid.columns, columns, strict=True):
        head = Text(one_line(column.name))
        wide.append(max(map(widest_line, (head, *texts))))
        words = max(map(longest_word, (head, *texts)))
        least.append(wide[-1] if column.is_number else max(words, min(wide[-1], NARROWEST)))
    if sum(least) > room:
        return None
    return _squeezed(wide, least, room)


def _squeezed(wide: list[int], least: list[int], room: int) -> list[int]:
    """Widths that fit: the widest column that can yield does, one character at a time."""
    widths = list(wide)
    while sum(widths) > room:
        yielding = [i for i in range(len(widths)) if widths[i] > least[i]]
        widths[max(yielding, key=lambda i: widths[i])] -= 1
    return widths


def _table(grid: Grid, widths: list[int]) -> list[Text]:
    found = []
    if any(column.name for column in grid.columns):
        heads = tuple(Text(one_line(column.name), "bold") for column in grid.columns)
        found += _row(grid, heads, widths, NO_MARK)
    for number, row in enumerate(grid.rows):
        is_marked = number in grid.marked
        found += _row(grid, row, widths, MARK if is_marked else NO_MARK, "bold" * is_marked)
    return found


def _row(
    grid: Grid, cells: tuple[Text, ...], widths: list[int], mark: str, style: str = ""
) -> list[Text]:
    """The lines of one row, as many as its longest cell takes."""
    blocks = [wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    found = []
    for number in range(max(map(len, blocks), default=0)):
        parts = [Text((mark if number == 0 else NO_MARK) if grid.edge else "")]
        for i, block in enumerate(blocks):
            part = block[number] if number < len(block) else Text()
            parts += [_set(part, widths[i], grid.columns[i].is_number), Text(" " * GAP)]
        line = joined(*parts)
        line.rstrip()
        line.style = style
        found.append(line)
    return found


def _set(part: Text, width: int, is_number: bool) -> Text:
    blanks = Text(" " * max(0, width - part.cell_len))
    return joined(blanks, part) if is_number else joined(part, blanks)


def _stacked(grid: Grid, width: int) -> list[Text]:
    """Each row by itself: its first cell, and under it the others with their names."""
    names = [one_line(column.name) for column in grid.columns]
    margin = max(map(cell_len, names[1:]), default=0)
    found: list[Text] = []
    for number, row in enumerate(grid.rows):
        mark = (MARK if number in grid.marked else NO_MARK) if grid.edge else ""
        head = joined(mark, Text(f"{names[0]} " if names[0] else "", "dim"), row[0])
        head.style = "bold"
        found += wrapped(head, width, indent=2)
        for name, cell in zip(names[1:], row[1:], strict=True):
            if cell.plain:
                label = Text(f"{' ' * grid.edge}  {name:<{margin}}  ", "dim")
                found += wrapped(joined(label, cell), width, indent=grid.edge + 4)
    return found
