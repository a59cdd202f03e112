"""What one seat sees, as flat shapes that any surface can draw.

A game makes a scene from a view and the moments that the seat saw (`Trail`), so nothing
hidden can be in it. Lengths are in units of the scene; x grows to the right and y down.
A mark has a role, a name of the theme and never a colour. What can be played is written
as the game writes moves: `plays` and `dials` together name exactly the legal moves of the
seat to act, and are empty for everybody else.

A mark with a `move` plays it by a click. A mark with a `pick` is a part of moves (a card
of a throw, a square): a play is chosen when just its picks are. Marks with equal picks are
equal parts (two queens where suits mean nothing), and each that is clicked counts.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias


class Moment(NamedTuple):
    """One move as a seat saw it: who made it, and that seat's views before and after."""

    seat: int  # who acted, CHANCE included
    before: Any
    after: Any


Trail: TypeAlias = tuple[Moment, ...]


@dataclass(frozen=True, kw_only=True)
class Mark:
    """What every shape may carry."""

    role: str = "ink"  # a name of the theme
    label: str = ""  # for a screen reader; every mark with a move or a pick has one
    move: str | None = None  # what a click plays
    pick: str | None = None  # the part of a move that a click picks
    heat: float | None = None  # -1 to 1: how strongly an overlay tints it
    note: str = ""  # a few characters on it
    hint: str = ""  # set by an overlay: best, or scale_0 to scale_4


@dataclass(frozen=True)
class Rect(Mark):
    """A box; `corner` is the radius of its corners."""

    x: float
    y: float
    width: float
    height: float
    corner: float = 0.0


@dataclass(frozen=True)
class Disc(Mark):
    """A filled circle about its centre."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Line(Mark):
    """A stroke from one point to another; `is_dashed` for what is only possible."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 1.0
    is_dashed: bool = False


@dataclass(frozen=True)
class Path(Mark):
    """A line through points; filled when it is closed and `width` is 0."""

    points: tuple[tuple[float, float], ...]
    width: float = 1.0
    is_closed: bool = False


@dataclass(frozen=True)
class Text(Mark):
    """One line of text; `anchor` is start, middle or end, and y its middle."""

    x: float
    y: float
    text: str
    size: float = 14.0
    anchor: str = "start"
    is_strong: bool = False


@dataclass(frozen=True)
class Card(Mark):
    """A playing card from its upper left corner, 5 wide to 7 high; None shows its back.

    A card is written as cards are (`5h`), or as a rank alone where suits mean nothing.
    """

    x: float
    y: float
    width: float
    card: str | None
    is_raised: bool = False  # picked, scoring or otherwise to be seen


@dataclass(frozen=True)
class Die(Mark):
    """A die from its upper left corner, with pips (1 to 6) or a letter of a piece."""

    x: float
    y: float
    size: float
    face: str
    is_spent: bool = False


@dataclass(frozen=True)
class Piece(Mark):
    """A piece about its centre: KQRBNP for White, kqrbnp for Black, or X and O."""

    x: float
    y: float
    size: float
    piece: str


@dataclass(frozen=True)
class Track(Mark):
    """A row of holes from left to right, `filled` of them passed, with a peg on the last.

    Where more are filled than there are holes, the peg has gone on to another row. Lines
    stand after the holes in `ticks`.
    """

    x: float
    y: float
    width: float
    holes: int
    filled: int
    radius: float = 3.0
    back: int = 0  # the hole of the second peg, 0 where there is none
    ticks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Group(Mark):
    """Marks that belong together: one label, one move, one tint."""

    marks: "tuple[Shape, ...]"


Shape: TypeAlias = Rect | Disc | Line | Path | Text | Card | Die | Piece | Track | Group


class Play(NamedTuple):
    """One legal move: as it is written, in words, and the picks that make it up."""

    move: str
    words: str
    picks: tuple[str, ...] = ()


class Stop(NamedTuple):
    """A named place on a dial: half pot, pot, all in."""

    words: str
    amount: int


@dataclass(frozen=True)
class Dial:
    """Moves that differ by a number: `form` with `{}` replaced by each amount, least to most."""

    words: str
    form: str
    least: int
    most: int
    step: int = 1
    stops: tuple[Stop, ...] = ()

    def moves(self) -> list[str]:
        """Every move of the dial, as it is written."""
        return [self.form.format(n) for n in range(self.least, self.most + 1, self.step)]


class Harbour(NamedTuple):
    """Straight pieces that a seat sets up one after the other, before play begins.

    A place is the first cell and `h` for across or `v` for down, as moves are written: `C7h`.
    """

    rows: int
    cols: int
    pieces: tuple[tuple[str, int], ...]  # still to set up, in their order: names and cells
    taken: tuple[str, ...]  # the cells of those that stand already
    are_apart: bool  # whether no two may touch, not even at a corner


@dataclass(frozen=True)
class Scene:
    """What one seat sees: shapes, what can be played, and the same in words."""

    width: float
    height: float
    title: str
    summary: str  # what a person who cannot see needs to know
    marks: tuple[Shape, ...]
    plays: tuple[Play, ...] = ()
    dials: tuple[Dial, ...] = ()


def text_scene(title: str, text: str, plays: tuple[Play, ...]) -> Scene:
    """A scene of characters, for a game that has no drawing of its own."""
    size, rows = 16.0, text.splitlines()
    lines = tuple(Text(12.0, 20.0 + 22.0 * i, row, size, role="mono") for i, row in enumerate(rows))
    width = 24.0 + 0.62 * size * max(map(len, rows), default=0)
    return Scene(max(width, 240.0), 20.0 + 22.0 * len(rows), title, text, lines, plays)
