"""A range as the 13x13 picture that players know: in a terminal and as SVG.

Rows and columns run from the ace down; pairs stand on the diagonal, suited hands above
it, offsuit hands below. The stronger the colour, the more of the class is in the range.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

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


def picture_markup(shares: Sequence[float] | NDArray[np.float64]) -> str:
    """The picture for a terminal, in rich's markup.

    Absent hands are dots; a digit behind a hand says that about so many tenths are in.
    """
    rows = []
    for row in range(RANKS):
        cells = []
        for column in range(RANKS):
            share = float(shares[row * RANKS + column])
            name = CLASS_TEXTS[row * RANKS + column].ljust(3)
            red, green, blue = _mixed(row, column, share)
            mark = " " if share >= 0.9995 else _tenth(share)
            shown = f"[white on rgb({red},{green},{blue})] {name}{mark}[/]"
            cells.append(shown if share > 0 else "[dim]  ·  [/dim]")
        rows.append("".join(cells))
    return "\n".join(rows)


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
