"""A range as the 13x13 picture that players know: in characters, as cells and as SVG.

Rows and columns run from the ace down; pairs stand on the diagonal, suited hands above
it, offsuit hands below. The stronger the colour, the more of the class is in the range.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.core.ink import Ink, ink, joined, lines
from kibitz.core.sheet import Cells
from kibitz.games.holdem.cards.combos import CLASS_TEXTS
from kibitz.games.holdem.cards.tables import RANKS

_CELL, _MARGIN = 40, 4
_BASES = ((196, 98, 16), (30, 120, 60), (40, 84, 160))  # pairs, suited, offsuit
_EMPTY = (236, 236, 230)


def _base(row: int, column: int) -> tuple[int, int, int]:
    return _BASES[0] if row == column else _BASES[1] if row < column else _BASES[2]


def _mixed(row: int, column: int, share: float) -> tuple[int, int, int]:
    """The colour of a cell, between empty and full."""
    part = 0.0 if share <= 0 else 0.25 + 0.75 * share
    red, green, blue = (
        round(empty + (full - empty) * part)
        for empty, full in zip(_EMPTY, _base(row, column), strict=True)
    )
    return red, green, blue


def picture_ink(shares: Sequence[float] | NDArray[np.float64]) -> Ink:
    """The picture in characters: pairs, suited and offsuit hands each in a role of their own.

    Absent hands are dots; a digit behind a hand says that about so many tenths are in.
    """
    return lines(
        joined("", (_cell(row, column, shares) for column in range(RANKS))) for row in range(RANKS)
    )


def _cell(row: int, column: int, shares: Sequence[float] | NDArray[np.float64]) -> Ink:
    share = float(shares[row * RANKS + column])
    if share <= 0:
        return ink("  ·  ", "quiet")
    mark = " " if share >= 0.9995 else _tenth(share)
    return ink(f" {CLASS_TEXTS[row * RANKS + column]:3}{mark}", _role(row, column))


def _role(row: int, column: int) -> str:
    return "third" if row == column else "first" if row < column else "second"


def picture_cells(shares: Sequence[float] | NDArray[np.float64], title: str) -> Cells:
    """The picture as a block of an answer."""
    rows = range(RANKS)
    texts = tuple(tuple(CLASS_TEXTS[row * RANKS + column] for column in rows) for row in rows)
    cells = tuple(tuple(float(shares[row * RANKS + column]) for column in rows) for row in rows)
    return Cells(title, cells, texts)


def _tenth(share: float) -> str:
    """One digit for a part of a class: 5 is about a half."""
    return str(min(9, max(1, round(share * 10))))


def picture_svg(shares: Sequence[float] | NDArray[np.float64], title: str) -> str:
    """The picture as an SVG image."""
    size = RANKS * _CELL + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        f'width="{size}" height="{size}" font-family="sans-serif" font-size="13">',
        f"<title>{_escaped(title)}</title>",
    ]
    for place, name in enumerate(CLASS_TEXTS):
        row, column = divmod(place, RANKS)
        parts.append(_svg_cell(row, column, name, float(shares[place])))
    return "\n".join([*parts, "</svg>", ""])


def _svg_cell(row: int, column: int, name: str, share: float) -> str:
    x, y = _MARGIN + column * _CELL, _MARGIN + row * _CELL
    red, green, blue = _mixed(row, column, share)
    ink = "white" if share > 0.4 else "#444"
    return (
        f'<rect x="{x}" y="{y}" width="{_CELL - 1}" height="{_CELL - 1}" '
        f'fill="rgb({red},{green},{blue})"><title>{name} {share:.0%}</title></rect>'
        f'<text x="{x + _CELL // 2}" y="{y + 25}" fill="{ink}" text-anchor="middle">{name}</text>'
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
