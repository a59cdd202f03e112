"""Battleship in text: cells, placements, fleets and what was announced of shots.

A cell is a column letter and a row number, `C7`; a placement adds `h` for across or `v` for
down, `C7h`. A fleet is its placements in order, `?` for a hidden ship, `-` before the first.
Shots are `misses/hits/sinkings`, and `/names` where hits name the ship; `-` is none:
`A1,J10/C3,C4,C5/3@C5` missed twice and sank ship 3 with the shot at C5. A sinking lists the
places that the ship could have then, `3@C5=C3h|C5v`, where hits since would suggest others.
"""

import re
from collections.abc import Iterable

from kibitz.errors import BadNotation
from kibitz.games.battleship.board import HALF, LONGEST, fits_board, step_of
from kibitz.games.battleship.rules import (
    BYTE,
    FIRSTS,
    FIT_BITS,
    FITS,
    FLEET,
    HIDDEN,
    HIGH_HITS,
    HIGH_SHOTS,
    LASTS,
    LOW_HITS,
    LOW_SHOTS,
    NAMED,
    SINKS,
    Battle,
    byte,
    fits_of,
    length_of,
)

LETTERS = "ABCDEFGHIJKLMNOP"
_CELL = re.compile(r"([A-Pa-p])([1-9][0-9]?)", re.ASCII)
_PLACE = re.compile(r"([A-Pa-p][1-9][0-9]?)([hvHV])", re.ASCII)
_SINKING = re.compile(r"([1-9])@([^=]+)(?:=(.+))?", re.ASCII)
_NAME = re.compile(r"([1-9]):([^-]+)-(.+)", re.ASCII)


def cell_text(cell: int, cols: int) -> str:
    """`C7`.

    >>> cell_text(62, 10)
    'C7'
    """
    return f"{LETTERS[cell % cols]}{cell // cols + 1}"


def parse_cell(text: str, rows: int, cols: int) -> int:
    """The cell that `text` names.

    >>> parse_cell("c7", 10, 10)
    62
    """
    found = _CELL.fullmatch(text.strip())
    if not found:
        raise BadNotation(f"'{text}' is not a cell; write a column letter and a row, like C7")
    col, row = LETTERS.index(found[1].upper()), int(found[2]) - 1
    if col >= cols or row >= rows:
        raise BadNotation(f"cell '{text}' is not on a board of {rows} rows and {cols} columns")
    return row * cols + col


def place_text(code: int, rows: int, cols: int) -> str:
    """`C7h` or `C7v`."""
    return cell_text(code % (rows * cols), cols) + ("v" if code >= rows * cols else "h")


def parse_place(text: str, length: int, rows: int, cols: int) -> int:
    """The code of the placement that `text` names, for a ship of that length."""
    found = _PLACE.fullmatch(text.strip())
    if not found:
        raise BadNotation(f"'{text}' is not a placement; write its first cell and h or v, like C7h")
    code = parse_cell(found[1], rows, cols) + (rows * cols if found[2] in "vV" else 0)
    if not fits_board(code, length, rows, cols):
        raise BadNotation(f"a ship of {length} at '{text}' does not fit on the board")
    return code


def fleet_text(p: Battle, seat: int, ships: int) -> str:
    """The fleet of a seat."""
    parts = []
    for ship in range(ships):
        code = int(byte(p[FLEET + seat], ship))
        if code:
            parts.append("?" if code == HIDDEN else place_text(code - 1, p.rows, p.cols))
    return ",".join(parts) or "-"


def parse_fleet(text: str, lengths: tuple[int, ...], rows: int, cols: int) -> int:
    """The fleet that `text` names, packed."""
    parts = [] if text == "-" else text.split(",")
    if len(parts) > len(lengths):
        raise BadNotation(f"the fleet '{text}' has {len(parts)} ships, not {len(lengths)}")
    if "?" in parts and set(parts) != {"?"}:
        raise BadNotation(f"the fleet '{text}' is only partly hidden")
    fleet = 0
    for ship, part in enumerate(parts):
        code = HIDDEN if part == "?" else parse_place(part, lengths[ship], rows, cols) + 1
        fleet |= code << BYTE * ship
    return fleet


def cells_of(low: int, high: int) -> list[int]:
    """The cells of a set, ascending."""
    return [cell for cell in range(2 * HALF) if (low | high << HALF) >> cell & 1]


def halves(cells: Iterable[int]) -> tuple[int, int]:
    """The set of some cells."""
    whole = sum(1 << cell for cell in set(cells))
    return whole & (1 << HALF) - 1, whole >> HALF


def shots_text(p: Battle, seat: int, ships: int) -> str:
    """What a seat shot at and what was announced."""
    shots = cells_of(int(p[LOW_SHOTS + seat]), int(p[HIGH_SHOTS + seat]))
    hits = cells_of(int(p[LOW_HITS + seat]), int(p[HIGH_HITS + seat]))
    if not shots:
        return "-"
    parts = [
        ",".join(cell_text(cell, p.cols) for cell in shots if cell not in hits),
        ",".join(cell_text(cell, p.cols) for cell in hits),
        ",".join(
            _sinking_text(p, seat, ship) for ship in range(ships) if byte(p[SINKS + seat], ship)
        ),
    ]
    if p.rules & NAMED:
        named = [ship for ship in range(ships) if byte(p[FIRSTS + seat], ship)]
        parts.append(",".join(_name_text(p, seat, ship) for ship in named))
    return "/".join(parts).rstrip("/") or "-"


def _name_text(p: Battle, seat: int, ship: int) -> str:
    first, last = int(byte(p[FIRSTS + seat], ship)), int(byte(p[LASTS + seat], ship))
    return f"{ship + 1}:{cell_text(first - 1, p.cols)}-{cell_text(last - 1, p.cols)}"


def _sinking_text(p: Battle, seat: int, ship: int) -> str:
    cell = int(byte(p[SINKS + seat], ship)) - 1
    fits = int(p[FITS + seat]) >> FIT_BITS * ship & (1 << FIT_BITS) - 1
    length = int(length_of(p.lengths, ship))
    text = f"{ship + 1}@{cell_text(cell, p.cols)}"
    if fits == fits_of(p[LOW_HITS + seat], p[HIGH_HITS + seat], cell, length, p.rows, p.cols):
        return text
    codes = [_fit_code(bit, cell, p.rows, p.cols) for bit in range(FIT_BITS) if fits >> bit & 1]
    return f"{text}=" + "|".join(place_text(code, p.rows, p.cols) for code in codes)


def _fit_code(bit: int, cell: int, rows: int, cols: int) -> int:
    down, back = divmod(bit, LONGEST)
    return cell - back * (cols if down else 1) + down * rows * cols


class ShotsReader:
    """Reads the shots of one seat on one board."""

    def __init__(self, lengths: tuple[int, ...], rows: int, cols: int, is_named: bool) -> None:
        self.lengths, self.rows, self.cols, self.is_named = lengths, rows, cols, is_named

    def read(self, text: str) -> dict[int, int]:
        """The fields that hold these shots, by their place in a pair."""
        parts = ["", ""] if text == "-" else text.split("/")
        if len(parts) > (4 if self.is_named else 3):
            raise BadNotation(f"the shots '{text}' have {len(parts)} parts, too many")
        misses, hits, sinks, names = (parts + [""] * 4)[:4]
        missed, hit = self._cells(misses), self._cells(hits)
        if missed & hit:
            both = cell_text(min(missed & hit), self.cols)
            raise BadNotation(f"cell {both} of the shots '{text}' is both a miss and a hit")
        fields = dict(zip((LOW_SHOTS, HIGH_SHOTS), halves(missed | hit), strict=True))
        fields |= dict(zip((LOW_HITS, HIGH_HITS), halves(hit), strict=True))
        return fields | self._sinkings(sinks, hit) | self._names(names, hit)

    def halves_of(self, text: str) -> tuple[int, int]:
        """The set of the cells that `text` lists."""
        return halves(self._cells(text))

    def _cells(self, text: str) -> set[int]:
        cells: set[int] = set()
        for part in _listed(text):
            cell = parse_cell(part, self.rows, self.cols)
            if cell in cells:
                raise BadNotation(f"cell '{part}' appears twice in '{text}'")
            cells.add(cell)
        return cells

    def _ship(self, number: str, part: str) -> int:
        if int(number) > len(self.lengths):
            raise BadNotation(f"'{part}' names ship {number} of {len(self.lengths)}")
        return int(number) - 1

    def _sinkings(self, text: str, hits: set[int]) -> dict[int, int]:
        sinks, fits, sunk = 0, 0, set()
        for part in _listed(text):
            found = _SINKING.fullmatch(part)
            if not found:
                raise BadNotation(f"'{part}' is not a sinking; write ship@cell, like 3@C5")
            ship, cell = self._ship(found[1], part), parse_cell(found[2], self.rows, self.cols)
            fit = self._fits(found[3], ship, cell, hits)
            if ship in sunk or cell not in hits or not fit:
                raise BadNotation(f"the hits do not allow the sinking '{part}'")
            sunk.add(ship)
            sinks |= cell + 1 << BYTE * ship
            fits |= fit << FIT_BITS * ship
        return {SINKS: sinks, FITS: fits}

    def _fits(self, text: str | None, ship: int, cell: int, hits: set[int]) -> int:
        """The places the sunk ship could have, among those that the hits allow now."""
        length = self.lengths[ship]
        low, high = halves(hits)
        allowed = int(fits_of(low, high, cell, length, self.rows, self.cols))
        if text is None:
            return allowed
        fits = 0
        for part in text.split("|"):
            code = parse_place(part, length, self.rows, self.cols)
            step = int(step_of(code, self.rows, self.cols))
            back = (cell - code % (self.rows * self.cols)) // step
            if 0 <= back < length:
                fits |= 1 << back + (LONGEST if code >= self.rows * self.cols else 0)
        return fits if fits & allowed == fits else 0

    def _names(self, text: str, hits: set[int]) -> dict[int, int]:
        firsts, lasts = 0, 0
        for part in _listed(text):
            found = _NAME.fullmatch(part)
            if not found:
                raise BadNotation(
                    f"'{part}' is not a named hit; write ship:first-last, like 3:C3-C5"
                )
            ship = self._ship(found[1], part)
            first, last = (parse_cell(found[i], self.rows, self.cols) for i in (2, 3))
            if first > last or not {first, last} <= hits or firsts >> BYTE * ship & 255:
                raise BadNotation(f"the hits do not allow the named hit '{part}'")
            firsts |= first + 1 << BYTE * ship
            lasts |= last + 1 << BYTE * ship
        return {FIRSTS: firsts, LASTS: lasts}


def _listed(text: str) -> list[str]:
    return text.split(",") if text else []
