"""Shots on the water, clicked: unknown, missed, hit, the hit that sank a ship, and back.

The size of the water and the ships are those of the game that the page names,
`battleship(3,2,rows=6,cols=8)`. Whether the shots are possible is for the game to say.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from kibitz.core.scene import Disc, Group, Piece, Rect, Scene, Shape, Text
from kibitz.drawing.svg import svg
from kibitz.errors import BadValue

SIDE, EDGE = 40.0, 24.0
LETTERS = "ABCDEFGHIJKLMNOP"
MOST_CELLS = 100  # of a board; the game says the same
FLEET = (5, 4, 3, 3, 2)  # lengths of the usual ships, the first being ship 1
SHOT = {"miss": "missed", "hit": "hit", "sunk": "sunk here", "": "unknown"}
_CELL = re.compile(r"([A-P])([1-9][0-9]{0,2})")
_SIDES = re.compile(r"\b(rows|cols)\s*=\s*([0-9]{1,3})\b")


class ClickedSea(NamedTuple):
    """A board and the ships on it."""

    rows: int = 10
    cols: int = 10
    ships: tuple[int, ...] = FLEET

    def holds(self, cell: str) -> bool:
        found = _CELL.fullmatch(cell)
        return bool(found) and LETTERS.index(cell[0]) < self.cols and int(cell[1:]) <= self.rows

    def name(self, x: int, y: int) -> str:
        """The cell in a column, from 0, and a row, from 1; empty beside the board."""
        return f"{LETTERS[x]}{y}" if 0 <= x < self.cols and 1 <= y <= self.rows else ""


def sea_of(game: str) -> ClickedSea:
    """The board of a game as it is written."""
    inside = game.partition("(")[2].rpartition(")")[0]
    sides = {name: int(value) for name, value in _SIDES.findall(inside)}
    ships = tuple(int(word) for word in re.findall(r"(?:^|,)\s*([2-9])\s*(?=,|$)", inside))
    sea = ClickedSea(**sides, ships=ships or FLEET)
    if not (sea.rows >= 1 and 2 <= sea.cols <= len(LETTERS) and sea.rows * sea.cols <= MOST_CELLS):
        raise BadValue(f"a board of {sea.rows} rows and {sea.cols} columns cannot be clicked")
    return sea


def edited_sea(text: str, said: Mapping[str, str]) -> dict[str, Any]:
    """The shots after a click, and what they look like."""
    sea = sea_of(said.get("game", ""))
    misses, hits, sinks = _shots(text, sea)
    cell = said.get("at", "")
    if cell:
        if not sea.holds(cell):
            raise BadValue(f"'{cell[:10]}' is not a cell")
        _shoot(cell, misses, hits, sinks, sea)
    made = _shots_text(misses, hits, sinks)
    states = (
        dict.fromkeys(misses, "miss") | dict.fromkeys(hits, "hit") | dict.fromkeys(sinks, "sunk")
    )
    return {"text": made, "columns": sea.cols, "drawn": svg(_scene(states, sea), standalone=False)}


def _shots(text: str, sea: ClickedSea) -> tuple[list[str], list[str], dict[str, str]]:
    if text in ("", "-"):
        return [], [], {}
    parts = [[item for item in part.split(",") if item != "-" and item] for part in text.split("/")]
    cells = [sea.holds(item.upper()) for part in parts[:2] for item in part]
    if len(parts) != 3 or not all(cells):
        size = f"{sea.rows} rows and {sea.cols} columns"
        raise BadValue(f"only shots alone can be clicked: misses/hits/sinkings on {size}")
    misses, hits = ([item.upper() for item in part] for part in parts[:2])
    sinks = {re.split("[@=]", item)[1].upper(): item for item in parts[2] if "@" in item}
    return misses, hits, sinks


def _shoot(
    cell: str, misses: list[str], hits: list[str], sinks: dict[str, str], sea: ClickedSea
) -> None:
    if cell in misses:
        misses.remove(cell)
        hits.append(cell)
    elif cell not in hits:
        misses.append(cell)
    elif cell not in sinks and (ship := _ship(cell, hits, sinks, sea)):
        sinks[cell] = f"{ship}@{cell}"
    else:
        hits.remove(cell)
        for last, sunk in list(sinks.items()):
            if len(_run(last, hits, sea)) < _length(sunk, sea):
                del sinks[last]


def _length(sunk: str, sea: ClickedSea) -> int:
    """The length of the ship that a sinking names, 0 where there is none."""
    number = int(sunk[0]) if sunk[:1].isdecimal() else 0
    return sea.ships[number - 1] if 1 <= number <= len(sea.ships) else 0


def _ship(cell: str, hits: list[str], sinks: Mapping[str, str], sea: ClickedSea) -> int | None:
    """The longest ship afloat that the hits around a cell can be."""
    spent = {
        one for last, item in sinks.items() for one in _run(last, hits, sea)[: _length(item, sea)]
    }
    length = len(_run(cell, [hit for hit in hits if hit not in spent], sea))
    sunk = {item[0] for item in sinks.values()}
    afloat = [n for n in range(1, len(sea.ships) + 1) if str(n) not in sunk]
    fitting = [n for n in afloat if sea.ships[n - 1] <= length]
    return max(fitting, key=lambda n: (sea.ships[n - 1], -n), default=None)


def _run(cell: str, hits: list[str], sea: ClickedSea) -> list[str]:
    """The hits in a row with a cell, in the direction with more of them, the nearest first."""
    if cell not in hits:
        return []
    x, y = LETTERS.index(cell[0]), int(cell[1:])
    runs = []
    for dx, dy in ((1, 0), (0, 1)):
        run = [cell]
        for way in (1, -1):
            for n in range(1, max(sea.rows, sea.cols)):
                name = sea.name(x + way * n * dx, y + way * n * dy)
                if name not in hits:
                    break
                run.append(name)
        runs.append(sorted(run, key=lambda one: _distance(one, cell)))
    return max(runs, key=len)


def _distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def _shots_text(misses: list[str], hits: list[str], sinks: Mapping[str, str]) -> str:
    if not (misses or hits):
        return "-"
    return "/".join(",".join(part) for part in (misses, hits, sinks.values()))


def _scene(states: Mapping[str, str], sea: ClickedSea) -> Scene:
    marks: list[Shape] = []
    for i in range(sea.cols):
        middle = EDGE + SIDE * (i + 0.5)
        marks.append(Text(middle, 12.0, LETTERS[i], 13.0, "middle", role="quiet"))
    for row in range(sea.rows):
        y = EDGE + SIDE * row
        marks.append(Text(12.0, y + SIDE / 2, str(row + 1), 13.0, "middle", role="quiet"))
        for i in range(sea.cols):
            cell = sea.name(i, row + 1)
            marks.append(_cell(EDGE + SIDE * i, y, cell, states.get(cell, "")))
    told = ", ".join(f"{cell} {SHOT[state]}" for cell, state in states.items())
    width, height = (EDGE + side * SIDE + 8 for side in (sea.cols, sea.rows))
    return Scene(width, height, "Shots", told or "no shots yet", tuple(marks))


def _cell(x: float, y: float, cell: str, state: str) -> Shape:
    ground = "sunk" if state == "sunk" else "empty" if not state else "water"
    box = Rect(x + 1, y + 1, SIDE - 2, SIDE - 2, 3.0, role=ground)
    middle = (x + SIDE / 2, y + SIDE / 2)
    over: tuple[Shape, ...] = ()
    if state == "miss":
        over = (Disc(*middle, 0.15 * SIDE, role="miss"),)
    elif state:
        over = (Piece(*middle, 0.8 * SIDE, "X", role="hit"),)
    return Group((box, *over), label=f"{cell}: {SHOT[state]}", pick=cell)
