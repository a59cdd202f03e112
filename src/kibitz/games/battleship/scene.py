"""Battleship drawn: the enemy's waters and one's own, and both fleets ship by ship.

A ship is placed by picking its two ends, a shot is one click. On a phone the waters stand
one above the other, the ones to click on first and large.
"""

from typing import NamedTuple

from kibitz.core.game import Game, turn
from kibitz.core.layout import (
    HEAD,
    MARGIN,
    PHONE,
    coordinates,
    head,
    situation,
    tile,
)
from kibitz.core.scene import Disc, Group, Piece, Play, Rect, Scene, Shape, Text, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import listed
from kibitz.games.battleship.notation import LETTERS, cell_text
from kibitz.games.battleship.rules import FLEET, SALVO, SILENT, Battle, is_placing, placed_count
from kibitz.games.battleship.waters import (
    fleet_of,
    lengths_of,
    ship_names,
    shots_of,
    states,
    sunk_by,
)

PITCH, SMALL = 34.0, 24.0  # of a cell, and where nothing can be clicked on a phone
EDGE = 26.0  # for the numbers left of a board
STRIP = 44.0  # for the fleet below a board
_GROUND = {"ship": "ship", "sunk": "sunk"}


class Sea(NamedTuple):
    """The waters of one seat as another sees them, and where they are drawn."""

    p: Battle
    owner: int
    is_mine: bool
    x: float
    y: float
    pitch: float

    @property
    def width(self) -> float:
        return EDGE + self.p.cols * self.pitch

    @property
    def height(self) -> float:
        return HEAD + 16 + self.p.rows * self.pitch + STRIP


def scene(game: Shown, p: Battle, seat: int, tall: bool, trail: Trail) -> Scene:
    """Both waters as `seat` sees them."""
    plays, state = game.plays(p, seat), _state(game, p, seat)
    seas = _seas(p, seat, tall, bool(plays) and bool(is_placing(p)))
    drawn: list[Shape] = [head(state[0].upper() + state[1:])]
    for sea in seas:
        drawn += _sea_marks(sea, plays, _last_fallen(trail, 1 - sea.owner))
    width = max(PHONE, *(sea.x + sea.width + MARGIN for sea in seas))
    height = max(sea.y + sea.height for sea in seas)
    summary = _summary(p, seat, state)
    return Scene(width, height, game.title, summary, tuple(drawn), plays)


def _last_fallen(trail: Trail, shooter: int) -> set[int]:
    """The cells that the last shots of a seat fell on."""
    for moment in reversed(trail):
        if moment.seat == shooter:
            fallen = shots_of(moment.after, shooter) - shots_of(moment.before, shooter)
            if fallen:
                return fallen
    return set()


def _state(game: Game, p: Battle, seat: int) -> str:
    state = situation(game, p, seat)
    if turn(p) == seat and is_placing(p):
        ship = int(placed_count(p[FLEET + seat]))
        name, length = ship_names(lengths_of(p))[ship], lengths_of(p)[ship]
        return f"place the {name}, {length} cells"
    if turn(p) == seat and p.rules & SALVO:
        return f"{state}, {p.left} {'shots' if p.left > 1 else 'shot'} left"
    return state


def _seas(p: Battle, seat: int, tall: bool, is_mine_first: bool) -> list[Sea]:
    """The enemy's waters and one's own; on a phone the ones that matter come first."""
    top = HEAD
    if not tall:
        theirs = Sea(p, 1 - seat, False, MARGIN, top, PITCH)
        return [theirs, Sea(p, seat, True, MARGIN + theirs.width + 24, top, PITCH)]
    order = (seat, 1 - seat) if is_mine_first else (1 - seat, seat)
    first = Sea(p, order[0], order[0] == seat, MARGIN, top, PITCH)
    below = top + first.height + 8
    return [first, Sea(p, order[1], order[1] == seat, MARGIN, below, SMALL)]


def _sea_marks(sea: Sea, plays: tuple[Play, ...], fresh: set[int]) -> list[Shape]:
    p = sea.p
    left, top = sea.x + EDGE, sea.y + HEAD + 16
    name = "your waters" if sea.is_mine else "the enemy's waters"
    middle = left + p.cols * sea.pitch / 2
    rows = [str(row + 1) for row in range(p.rows)]
    found: list[Shape] = [Text(middle, sea.y + 14, name, 15.0, "middle", True, role="ink")]
    found += coordinates(left, top, sea.pitch, LETTERS[: p.cols], rows)
    found += _cells(sea, plays, fresh)
    return found + _fleet(sea, left, top + p.rows * sea.pitch + 12)


def _cells(sea: Sea, plays: tuple[Play, ...], fresh: set[int]) -> list[Shape]:
    """The cells: on the enemy's waters shots, on one's own the ends of the ship to place."""
    placing, stands = bool(is_placing(sea.p)), states(sea.p, sea.owner)
    words = {play.move: play.words for play in plays if not placing and not sea.is_mine}
    ends = {pick for play in plays for pick in play.picks if sea.is_mine}
    return [
        _cell(sea, cell, stands.get(cell, ""), words, ends, cell in fresh)
        for cell in range(sea.p.rows * sea.p.cols)
    ]


def _cell(
    sea: Sea, cell: int, state: str, words: dict[str, str], ends: set[str], is_fresh: bool
) -> Shape:
    row, col = divmod(cell, sea.p.cols)
    x, y = sea.x + EDGE + col * sea.pitch, sea.y + HEAD + 16 + row * sea.pitch
    text, side = cell_text(cell, sea.p.cols), sea.pitch - 2
    said = f"{text}: {state}" if state else text if text in ends else ""
    role = "last_move" if is_fresh and state in ("miss", "hit") else _GROUND.get(state, "water")
    if state == "hit" and sea.is_mine and not is_fresh:
        role = "ship"
    box = Rect(
        x + 1,
        y + 1,
        side,
        side,
        2.0,
        role=role,
        label=words.get(text, said),
        move=text if text in words else None,
        pick=text if text in ends else None,
    )
    return tile(box, *_sign(state, x + sea.pitch / 2, y + sea.pitch / 2, sea.pitch))


def _sign(state: str, x: float, y: float, pitch: float) -> list[Shape]:
    if state in ("hit", "sunk"):
        return [Piece(x, y, 0.8 * pitch, "X", role="hit")]
    if state == "miss":
        return [Disc(x, y, 0.14 * pitch, role="miss")]
    if state == "aimed at":
        return [Disc(x, y, 0.24 * pitch, role="highlight")]
    return []


def _fleet(sea: Sea, x: float, y: float) -> list[Shape]:
    """The ships of a fleet side by side, those that are known to be sunk as such."""
    lengths, down = lengths_of(sea.p), sunk_by(sea.p, 1 - sea.owner)
    unit = min(12.0, sea.p.cols * sea.pitch / (sum(lengths) + len(lengths)))
    found: list[Shape] = []
    for ship, (name, length) in enumerate(zip(ship_names(lengths), lengths, strict=True)):
        is_sunk = ship in down
        cells = [
            Rect(x + i * unit, y, unit - 1, unit - 1, 1.0, role="sunk" if is_sunk else "ship")
            for i in range(length)
        ]
        label = f"{name}, {length} cells, {'sunk' if is_sunk else 'afloat'}"
        found.append(Group(tuple(cells), label=label))
        x += (length + 1) * unit
    return found


def _summary(p: Battle, seat: int, state: str) -> str:
    said = [f"{state[0].upper()}{state[1:]}."]
    for name, owner in (("The enemy's waters", 1 - seat), ("Your waters", seat)):
        stands = states(p, owner)
        for kind in ("miss", "hit", "sunk", "aimed at"):
            texts = [cell_text(c, p.cols) for c in sorted(stands) if stands[c] == kind]
            if texts:
                said.append(f"{name}, {kind}: {listed(texts)}.")
    lengths = lengths_of(p)
    names = ship_names(lengths)
    for ship, cells in fleet_of(p, seat).items():
        first, last = (cell_text(cell, p.cols) for cell in (cells[0], cells[-1]))
        said.append(f"Your {names[ship]}: {first} to {last}.")
    if not p.rules & SILENT:
        down = sunk_by(p, seat)
        afloat = [f"{n} ({lengths[i]})" for i, n in enumerate(names) if i not in down]
        said.append(f"The enemy's ships afloat: {listed(afloat) or 'none'}.")
    return " ".join(said)
