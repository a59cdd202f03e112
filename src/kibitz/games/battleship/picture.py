"""Battleship in a terminal: the enemy's waters beside one's own, and heat maps."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.games.battleship.board import holds
from kibitz.games.battleship.notation import LETTERS
from kibitz.games.battleship.rules import (
    FLEET,
    HIDDEN,
    HIGH_HITS,
    HIGH_SHOTS,
    LOW_HITS,
    LOW_SHOTS,
    SINKS,
    Battle,
    byte,
    ship_at,
)
from kibitz.games.battleship.sight import AIMED, HIT, MISS, Ints

SEA, SPLASH, FIRE, HULL, AIM = (
    "[dim]·[/dim]",
    "[blue]o[/blue]",
    "[bold red]X[/bold red]",
    "[green]#[/green]",
    "[yellow]+[/yellow]",
)
SHADES = ("dim blue", "blue", "cyan", "green", "yellow", "red", "bold red")


def waters(p: Battle, seat: int, ships: Sequence[int]) -> str:
    """What `seat` has before it: the enemy's waters on the left, its own on the right."""
    theirs, own = _grid(p, 1 - seat), _grid(p, seat)
    width = 2 * p.cols + 2
    rows = [
        f"{'the enemy':<{width + 5}}own waters",
        *map("     ".join, zip(theirs, own, strict=True)),
    ]
    sunk = [f"{n} ({ships[n - 1]})" for n in _sunk(p, seat, len(ships))]
    lost = [f"{n} ({ships[n - 1]})" for n in _sunk(p, 1 - seat, len(ships))]
    rows.append(f"sunk: {', '.join(sunk) or 'none'}; lost: {', '.join(lost) or 'none'}")
    return "\n".join(rows)


def _sunk(p: Battle, seat: int, ships: int) -> list[int]:
    return [ship + 1 for ship in range(ships) if byte(p[SINKS + seat], ship)]


def _grid(p: Battle, owner: int) -> list[str]:
    """The waters of `owner`, with the other's shots."""
    rows = [_heading(p.cols, 1)]
    for row in range(p.rows):
        cells = [_mark(p, owner, row * p.cols + col) for col in range(p.cols)]
        rows.append(f"{row + 1:2d} " + " ".join(cells))
    rows[0] = rows[0].ljust(2 * p.cols + 2)
    return rows


def _heading(cols: int, width: int) -> str:
    return "   " + " ".join(letter.rjust(width) for letter in LETTERS[:cols])


def _mark(p: Battle, owner: int, cell: int) -> str:
    shooter, fleet = 1 - owner, p[FLEET + owner]
    if holds(p[LOW_HITS + shooter], p[HIGH_HITS + shooter], cell):
        return FIRE
    if holds(p[LOW_SHOTS + shooter], p[HIGH_SHOTS + shooter], cell):
        return SPLASH
    if shooter == p.seat and holds(p.low_aimed, p.high_aimed, cell):
        return AIM
    if byte(fleet, 0) not in (0, HIDDEN) and ship_at(fleet, cell, p.lengths, p.rows, p.cols) >= 0:
        return HULL
    return SEA


def heat_map(heat: NDArray[np.float64], marks: Ints, rows: int, cols: int) -> str:
    """The chance of every cell in per cent, in colours from cold to hot."""
    hottest = max((x for x, mark in zip(heat, marks, strict=True) if mark == 0), default=0.0)
    lines = [_heading(cols, 3)]
    for row in range(rows):
        cells = [
            _heat_cell(float(heat[cell]), int(marks[cell]), float(hottest))
            for cell in range(row * cols, row * cols + cols)
        ]
        lines.append(f"{row + 1:2d} " + " ".join(cells))
    return "\n".join(lines)


def _heat_cell(chance: float, mark: int, hottest: float) -> str:
    if mark == HIT:
        return f"  {FIRE}"
    if mark == MISS:
        return f"  {SPLASH}"
    if mark == AIMED:
        return f"  {AIM}"
    share = chance / hottest if hottest else 0.0
    shade = SHADES[min(int(share * len(SHADES)), len(SHADES) - 1)]
    return f"[{shade}]{100 * chance:3.0f}[/{shade}]"
