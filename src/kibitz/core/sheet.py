"""How an answer is laid out: sentences, listings, pictures and curves, for any surface.

An answer says what it shows in these blocks; a terminal, a page and a notebook draw them.
Nothing here knows colours or markup: words have roles (`core.ink`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kibitz.core.ink import Ink, Written
from kibitz.core.scene import Scene


@dataclass(frozen=True)
class Heading:
    """A few words above what follows."""

    text: str


@dataclass(frozen=True)
class Words:
    """Sentences, one per line."""

    lines: tuple[Written, ...]
    role: str = ""  # quiet for a footnote, warning for what must be seen

    @classmethod
    def of(cls, *lines: Written, role: str = "") -> "Words":
        return cls(lines, role)


@dataclass(frozen=True)
class Column:
    """A column of a listing; the least important ones go first where there is no room."""

    name: str
    is_number: bool = False
    importance: int = 1  # 0 is left out first


@dataclass(frozen=True)
class Listing:
    """Rows under the names of their columns; `marked` rows are the ones to look at."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Written, ...], ...]
    title: str = ""
    marked: tuple[int, ...] = ()
    most: int | None = None  # rows shown to people; the rest is counted


@dataclass(frozen=True)
class Picture:
    """A position: characters for a terminal, a scene for everything else."""

    text: Ink
    scene: Scene | None = None


@dataclass(frozen=True)
class Curve:
    """One curve through points, with points that stand out: x, y, role, words."""

    points: tuple[tuple[float, float], ...]
    name: str = ""
    role: str = "line"
    dots: "tuple[Dot, ...]" = ()
    band: tuple[tuple[float, float, float], ...] = ()  # x, low, high
    is_stepped: bool = False


@dataclass(frozen=True)
class Dot:
    """A point that stands out, with its interval where it has one, and what it leads to."""

    x: float
    y: float
    role: str = "mark"
    words: str = ""
    low: float | None = None
    high: float | None = None
    link: str = ""


@dataclass(frozen=True)
class Chart:
    """Curves over one axis; levels are horizontal lines with their names."""

    title: str
    x_name: str
    y_name: str
    lines: tuple[Curve, ...]
    levels: tuple[tuple[float, str], ...] = ()
    low: float | None = None  # of the y axis, where it is not to follow the data
    high: float | None = None
    is_percent: bool = False


@dataclass(frozen=True)
class Cells:
    """A grid of cells with a number from 0 to 1 each (None is empty) and a text."""

    title: str
    rows: tuple[tuple[float | None, ...], ...]
    texts: tuple[tuple[str, ...], ...]
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()


Block: TypeAlias = Heading | Words | Listing | Picture | Chart | Cells
Sheet: TypeAlias = Sequence[Block]


def listing(
    columns: Iterable[str | Column],
    rows: Iterable[Sequence[Written]],
    *,
    numbers: Iterable[str] = (),
    title: str = "",
    marked: Iterable[int] = (),
    most: int | None = None,
) -> Listing:
    """A listing from names of columns; those in `numbers` are set to the right."""
    right = set(numbers)
    made = tuple(c if isinstance(c, Column) else Column(c, c in right) for c in columns)
    return Listing(made, tuple(tuple(row) for row in rows), title, tuple(marked), most)
