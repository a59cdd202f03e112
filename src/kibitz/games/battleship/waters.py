"""What can be seen of both seas: ships, shots, hits and what has sunk, as sets of cells.

Everything here is read from one seat's view. The fleet of the other seat is hidden in it,
so its ships are known only as far as sinkings tell where they lay.
"""

from collections.abc import Sequence

from kibitz.games.battleship.board import LONGEST, step_of
from kibitz.games.battleship.notation import cells_of
from kibitz.games.battleship.rules import (
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
    length_of,
    ship_count,
)

_NAMES = {
    5: ("carrier",),
    4: ("battleship",),
    3: ("cruiser", "submarine"),
    2: ("destroyer", "patrol boat"),
}


def ship_names(ships: Sequence[int]) -> list[str]:
    """What the ships of a fleet are called, by their lengths.

    >>> ship_names([5, 3, 3, 3])
    ['carrier', 'cruiser', 'submarine', 'cruiser 2']
    """
    found = []
    for number, length in enumerate(ships):
        before, names = ships[:number].count(length), _NAMES[length]
        again = before // len(names)
        found.append(names[before % len(names)] + (f" {again + 1}" if again else ""))
    return found


def lengths_of(p: Battle) -> list[int]:
    """The lengths of the ships of a fleet."""
    return [int(length_of(p.lengths, ship)) for ship in range(ship_count(p.lengths))]


def body(p: Battle, code: int, length: int) -> list[int]:
    """The cells of a placement, from its first on."""
    first, step = code % (p.rows * p.cols), int(step_of(code, p.rows, p.cols))
    return [first + i * step for i in range(length)]


def fleet_of(p: Battle, seat: int) -> dict[int, list[int]]:
    """The cells of each ship of a seat that is placed and can be seen."""
    found = {}
    for ship, length in enumerate(lengths_of(p)):
        code = int(byte(p[FLEET + seat], ship))
        if code not in (0, HIDDEN):
            found[ship] = body(p, code - 1, length)
    return found


def shots_of(p: Battle, seat: int) -> set[int]:
    """The cells that a seat has shot at, and was told of."""
    return set(cells_of(int(p[LOW_SHOTS + seat]), int(p[HIGH_SHOTS + seat])))


def hits_of(p: Battle, seat: int) -> set[int]:
    """The shots of a seat that hit."""
    return set(cells_of(int(p[LOW_HITS + seat]), int(p[HIGH_HITS + seat])))


def aimed_cells(p: Battle) -> set[int]:
    """The shots of the seat to act that have not fallen yet."""
    return set(cells_of(int(p.low_aimed), int(p.high_aimed)))


def sunk_by(p: Battle, seat: int) -> list[int]:
    """The ships that a seat was told it sank."""
    return [ship for ship in range(ship_count(p.lengths)) if byte(p[SINKS + seat], ship)]


def wrecks(p: Battle, seat: int) -> set[int]:
    """The cells of the ships that a seat sank, as far as one knows where they lay."""
    lengths, seen = lengths_of(p), fleet_of(p, 1 - seat)
    found: set[int] = set()
    for ship in sunk_by(p, seat):
        places = [seen[ship]] if ship in seen else _fits(p, seat, ship, lengths[ship])
        found |= set.intersection(*map(set, places))
    return found


def _fits(p: Battle, seat: int, ship: int, length: int) -> list[list[int]]:
    """The places that a ship can have had when it sank."""
    last, fits = int(byte(p[SINKS + seat], ship)) - 1, int(p[FITS + seat]) >> FIT_BITS * ship
    found = []
    for bit in range(FIT_BITS):
        if fits >> bit & 1:
            down, back = divmod(bit, LONGEST)
            step = p.cols if down else 1
            found.append([last + (i - back) * step for i in range(length)])
    return found


def states(p: Battle, owner: int) -> dict[int, str]:
    """What stands on the cells of the waters of `owner` that are not plain sea."""
    shooter = 1 - owner
    layers = {
        "ship": {cell for cells in fleet_of(p, owner).values() for cell in cells},
        "aimed at": aimed_cells(p) if shooter == p.seat else set(),
        "miss": shots_of(p, shooter),
        "hit": hits_of(p, shooter),
        "sunk": wrecks(p, shooter),
    }
    return {cell: state for state, cells in layers.items() for cell in cells}


def ship_hit(p: Battle, seat: int, cell: int) -> int | None:
    """The ship that a hit of `seat` was on, where its owner looks or hits are named."""
    for ship, cells in fleet_of(p, 1 - seat).items():
        if cell in cells:
            return ship
    if not p.rules & NAMED:
        return None
    for ship in range(ship_count(p.lengths)):
        first, last = (int(byte(p[field + seat], ship)) - 1 for field in (FIRSTS, LASTS))
        step = p.cols if first % p.cols == last % p.cols else 1
        if first >= 0 and cell in range(first, last + 1, step):
            return ship
    return None
