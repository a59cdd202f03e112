"""Battleship in a terminal: the enemy's waters beside one's own."""

from collections.abc import Sequence

from kibitz.core.ink import Ink, ink, joined, lines
from kibitz.games.battleship.notation import LETTERS
from kibitz.games.battleship.rules import Battle
from kibitz.games.battleship.waters import ship_names, states, sunk_by

SEA = ink("·", "quiet")
SIGNS = {
    "ship": ink("#", "ship"),
    "aimed at": ink("+", "warning"),
    "miss": ink("o", "miss"),
    "hit": ink("X", "hit"),
    "sunk": ink("X", "sunk"),
}


def waters(p: Battle, seat: int, ships: Sequence[int]) -> Ink:
    """What `seat` has before it: the enemy's waters on the left, its own on the right."""
    theirs, own = _grid(p, 1 - seat), _grid(p, seat)
    width = 2 * p.cols + 2
    names = ship_names(ships)
    sunk, lost = ([names[ship] for ship in sunk_by(p, who)] for who in (seat, 1 - seat))
    return lines(
        [
            f"{'the enemy':<{width + 5}}own waters",
            *(joined("     ", pair) for pair in zip(theirs, own, strict=True)),
            f"sunk: {', '.join(sunk) or 'none'}; lost: {', '.join(lost) or 'none'}",
        ]
    )


def _grid(p: Battle, owner: int) -> list[Ink]:
    """The waters of `owner`, with the other's shots."""
    marks = {cell: SIGNS[state] for cell, state in states(p, owner).items()}
    rows = [ink(_heading(p.cols, 1).ljust(2 * p.cols + 2))]
    for row in range(p.rows):
        cells = [marks.get(row * p.cols + col, SEA) for col in range(p.cols)]
        rows.append(f"{row + 1:2d} " + joined(" ", cells))
    return rows


def _heading(cols: int, width: int) -> str:
    return "   " + " ".join(letter.rjust(width) for letter in LETTERS[:cols])
