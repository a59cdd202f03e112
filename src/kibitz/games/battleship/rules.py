"""The rules of battleship: both seats place their ships, then shoot in turn.

Seat 0 places all its ships, one per move, then seat 1; then seat 0 shoots first. Fields come
in pairs, one for each seat, so that `p[FLEET + seat]` is that seat's fleet:

- fleet: 8 bits a ship: 0 not placed yet, HIDDEN in a view, else the code of its placement + 1
- shots, hits: what that seat shot at and what of it hit, as two halves of a set of cells
- sinks: 8 bits a ship that this seat sank: the cell of the sinking shot + 1
- fits: 10 bits a ship that this seat sank: the placements it can have had when it sank; bit
  k (5 + k) is the one across (down) whose k-th cell was shot last. Later hits beside it do
  not confuse this.
- firsts, lasts: 8 bits a ship: its first and last hit cell + 1, where hits name the ship

A move is the code of a placement, or the cell shot at. `left` counts the shots left in the
turn. The shots of a salvo are only aimed, for both seats to see, until its last one is chosen;
then all fall, and are announced in the order of the cells.
"""

from typing import NamedTuple

from kibitz.core.bits import int64
from kibitz.core.game import OVER, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.battleship.board import (
    LONGEST,
    MOST_CELLS,
    MOST_SHIPS,
    MOST_SIDE,
    fits_board,
    halo,
    high_bit,
    high_body,
    holds,
    low_bit,
    low_body,
    size,
    step_of,
)

FLEET, LOW_SHOTS, HIGH_SHOTS, LOW_HITS, HIGH_HITS, SINKS, FITS, FIRSTS, LASTS = range(0, 18, 2)
AIMED = 18  # where the fields behind those pairs begin
BYTE, HIDDEN, FIT_BITS = 8, 255, 10
TOUCH, NAMED, SILENT, SALVO = 1, 2, 4, 8  # bits of `rules`
ROOMY = 16  # a bit of `rules`: no ship can ever take the last place of another


class Battle(NamedTuple):
    fleet0: int
    fleet1: int
    low_shots0: int
    low_shots1: int
    high_shots0: int
    high_shots1: int
    low_hits0: int
    low_hits1: int
    high_hits0: int
    high_hits1: int
    sinks0: int
    sinks1: int
    fits0: int
    fits1: int
    firsts0: int
    firsts1: int
    lasts0: int
    lasts1: int
    low_aimed: int  # shots of the salvo so far, not announced yet
    high_aimed: int
    seat: int
    left: int
    rows: int
    cols: int
    lengths: int  # 4 bits a ship, in the order in which they are placed
    rules: int


@kernel
def byte(packed: int, ship: int) -> int:
    """The 8 bits of one ship."""
    return packed >> BYTE * ship & 255


@kernel
def length_of(lengths: int, ship: int) -> int:
    """The length of a ship, 0 behind the last one."""
    return lengths >> 4 * ship & 15


@kernel
def ship_count(lengths: int) -> int:
    """The number of ships in a fleet."""
    count = 0
    while length_of(lengths, count):
        count += 1
    return count


@kernel
def fleet_cells(lengths: int) -> int:
    """The number of cells of a fleet: as many hits end the game."""
    total = 0
    for ship in range(ship_count(lengths)):
        total += length_of(lengths, ship)
    return total


@kernel
def placed_count(fleet: int) -> int:
    """How many ships of the fleet are placed."""
    count = 0
    while byte(fleet, count):
        count += 1
    return count


@kernel
def is_placing(p: Battle) -> bool:
    """Whether the seat to act has ships to place."""
    return placed_count(p[FLEET + p.seat]) < ship_count(p.lengths)


@kernel
def is_sunk(p: Battle, seat: int) -> bool:
    """Whether the whole fleet of `seat` is hit."""
    hit = size(p[LOW_HITS + 1 - seat], p[HIGH_HITS + 1 - seat])
    return hit == fleet_cells(p.lengths)


@rule
def turn(p: Battle) -> int:
    return OVER if is_sunk(p, 0) or is_sunk(p, 1) else p.seat


@rule
def payoff(p: Battle, seat: int) -> float:
    return -1.0 if is_sunk(p, seat) else 1.0


@kernel
def blocked_by(fleet: int, lengths: int, rows: int, cols: int, touch: int) -> tuple[int, int]:
    """The cells that the placed ships leave to no other ship."""
    low, high = 0, 0
    for ship in range(placed_count(fleet)):
        code, length = byte(fleet, ship) - 1, length_of(lengths, ship)
        low |= low_body(code, length, rows, cols)
        high |= high_body(code, length, rows, cols)
    if touch:
        return low, high
    return halo(low, high, rows, cols)


@kernel
def is_free(low: int, high: int, code: int, length: int, rows: int, cols: int) -> bool:
    """Whether a ship fits on the board outside the blocked cells."""
    if not fits_board(code, length, rows, cols):
        return False
    return not (
        low & low_body(code, length, rows, cols) or high & high_body(code, length, rows, cols)
    )


@kernel
def has_room(fleet: int, ship: int, lengths: int, rows: int, cols: int, touch: int) -> bool:
    """Whether the ships from `ship` on can still be placed beside those of the fleet."""
    length = length_of(lengths, ship)
    if length == 0:
        return True
    low, high = blocked_by(fleet, lengths, rows, cols, touch)
    for code in range(2 * rows * cols):
        if is_free(low, high, code, length, rows, cols) and has_room(
            fleet | code + 1 << BYTE * ship, ship + 1, lengths, rows, cols, touch
        ):
            return True
    return False


def is_roomy(ships: tuple[int, ...], rows: int, cols: int, touch: bool) -> bool:
    """Whether the ships before each one together take fewer places than it has.

    A ship of m cells takes at most m + n - 1 places along its line and m n across it from
    one of n cells; its halo, where ships may not touch, is two cells longer and three wide.
    """
    for number, n in enumerate(ships):
        has = rows * max(cols - n + 1, 0) + cols * max(rows - n + 1, 0)
        if touch:
            taken = sum(m + n - 1 + m * n for m in ships[:number])
        else:
            taken = sum(3 * (m + n + 1) + (m + 2) * (n + 2) for m in ships[:number])
        if taken >= has:
            return False
    return True


def check_waters(ships: tuple[int, ...], rows: int, cols: int, touch: bool) -> None:
    """Refuse a board that is too large, or ships that do not fit on it."""
    if not (rows >= 1 and 2 <= cols <= MOST_SIDE and rows * cols <= MOST_CELLS):
        raise BadValue(
            f"a board of {rows} rows and {cols} columns is refused: "
            f"it needs 2 to {MOST_SIDE} columns and at most {MOST_CELLS} cells"
        )
    if not 1 <= len(ships) <= MOST_SHIPS or any(not 2 <= n <= LONGEST for n in ships):
        raise BadValue(
            f"ships {','.join(map(str, ships))} are not up to {MOST_SHIPS} of 2 to {LONGEST} cells"
        )
    lengths = sum(length << 4 * ship for ship, length in enumerate(ships))
    if is_roomy(ships, rows, cols, touch):
        return
    if not has_room(0, int64(0), lengths, rows, cols, TOUCH if touch else 0):
        raise BadValue(f"the ships do not fit on a board of {rows} rows and {cols} columns")


@rule
def moves(p: Battle, out: Moves) -> int:
    count = 0
    if not is_placing(p):
        low, high = p[LOW_SHOTS + p.seat], p[HIGH_SHOTS + p.seat]
        for cell in range(p.rows * p.cols):
            if not holds(low | p.low_aimed, high | p.high_aimed, cell):
                out[count] = cell
                count += 1
        return count
    fleet = p[FLEET + p.seat]
    ship = placed_count(fleet)
    length, touch = length_of(p.lengths, ship), p.rules & TOUCH
    low, high = blocked_by(fleet, p.lengths, p.rows, p.cols, touch)
    for code in range(2 * p.rows * p.cols):
        if is_free(low, high, code, length, p.rows, p.cols) and (
            p.rules & ROOMY
            or has_room(fleet | code + 1 << BYTE * ship, ship + 1, p.lengths, p.rows, p.cols, touch)
        ):
            out[count] = code
            count += 1
    return count


@kernel
def place(p: Battle, code: int) -> Battle:
    """The position after the seat has placed its next ship."""
    ship = placed_count(p[FLEET + p.seat])
    placed = code + 1 << BYTE * ship
    fleet0 = p.fleet0 | placed if p.seat == 0 else p.fleet0
    fleet1 = p.fleet1 | placed if p.seat == 1 else p.fleet1
    done = ship + 1 == ship_count(p.lengths)
    seat = 1 - p.seat if done else p.seat
    left = ship_count(p.lengths) if p.rules & SALVO else 1
    return with_turn(with_fleets(p, fleet0, fleet1), 0, 0, seat, left)


@kernel
def with_fleets(p: Battle, fleet0: int, fleet1: int) -> Battle:
    """The position with other fleets."""
    return Battle(fleet0, fleet1, *p[2:])


@kernel
def with_turn(p: Battle, low_aimed: int, high_aimed: int, seat: int, left: int) -> Battle:
    """The position with other shots aimed, and another seat to act or shots left."""
    board = (p.rows, p.cols, p.lengths, p.rules)
    return Battle(*p[:AIMED], low_aimed, high_aimed, seat, left, *board)  # type: ignore[call-arg]


@kernel
def ship_at(fleet: int, cell: int, lengths: int, rows: int, cols: int) -> int:
    """The ship of the fleet on the cell, or -1."""
    for ship in range(ship_count(lengths)):
        code, length = byte(fleet, ship) - 1, length_of(lengths, ship)
        step, first = step_of(code, rows, cols), code % (rows * cols)
        for i in range(length):
            if first + i * step == cell:
                return ship
    return -1


@kernel
def fits_of(low_hits: int, high_hits: int, cell: int, length: int, rows: int, cols: int) -> int:
    """The placements over hits alone that a ship sunk by a shot at `cell` can have."""
    fits = 0
    for down in range(2):
        for back in range(length):
            row = cell // cols - (back if down else 0)
            col = cell % cols - (0 if down else back)
            code = row * cols + col + down * rows * cols
            if row < 0 or col < 0 or not fits_board(code, length, rows, cols):
                continue
            low, high = low_body(code, length, rows, cols), high_body(code, length, rows, cols)
            if low & low_hits == low and high & high_hits == high:
                fits |= 1 << back + LONGEST * down
    return fits


@kernel
def announced(p: Battle, cell: int) -> Battle:
    """The position after a shot of the seat at `cell` has fallen, with what is announced."""
    me, enemy = p.seat, 1 - p.seat
    ship = ship_at(p[FLEET + enemy], cell, p.lengths, p.rows, p.cols)
    low, high = low_bit(cell), high_bit(cell)
    low_hits, high_hits = p[LOW_HITS + me], p[HIGH_HITS + me]
    sinks, fits, firsts, lasts = p[SINKS + me], p[FITS + me], p[FIRSTS + me], p[LASTS + me]
    if ship >= 0:
        length, code = length_of(p.lengths, ship), byte(p[FLEET + enemy], ship) - 1
        low_hits |= low
        high_hits |= high
        body_low = low_body(code, length, p.rows, p.cols)
        body_high = high_body(code, length, p.rows, p.cols)
        is_down = low_hits & body_low == body_low and high_hits & body_high == body_high
        if is_down and not p.rules & SILENT:
            sinks |= cell + 1 << BYTE * ship
            fit = fits_of(low_hits, high_hits, cell, length, p.rows, p.cols)
            fits |= fit << FIT_BITS * ship
        if p.rules & NAMED:
            first, last = byte(firsts, ship), byte(lasts, ship)
            if first == 0 or cell + 1 < first:
                firsts += cell + 1 - first << BYTE * ship
            if cell + 1 > last:
                lasts += cell + 1 - last << BYTE * ship
    return Battle(
        p.fleet0,
        p.fleet1,
        p.low_shots0 | low if me == 0 else p.low_shots0,
        p.low_shots1 | low if me == 1 else p.low_shots1,
        p.high_shots0 | high if me == 0 else p.high_shots0,
        p.high_shots1 | high if me == 1 else p.high_shots1,
        low_hits if me == 0 else p.low_hits0,
        low_hits if me == 1 else p.low_hits1,
        high_hits if me == 0 else p.high_hits0,
        high_hits if me == 1 else p.high_hits1,
        sinks if me == 0 else p.sinks0,
        sinks if me == 1 else p.sinks1,
        fits if me == 0 else p.fits0,
        fits if me == 1 else p.fits1,
        firsts if me == 0 else p.firsts0,
        firsts if me == 1 else p.firsts1,
        lasts if me == 0 else p.lasts0,
        lasts if me == 1 else p.lasts1,
        p.low_aimed,
        p.high_aimed,
        p.seat,
        p.left,
        p.rows,
        p.cols,
        p.lengths,
        p.rules,
    )


@kernel
def shoot(p: Battle, cell: int) -> Battle:
    """The position after the seat has aimed at `cell`; with its last shot the salvo falls."""
    low, high = p.low_aimed | low_bit(cell), p.high_aimed | high_bit(cell)
    if p.left > 1:
        return with_turn(p, low, high, p.seat, p.left - 1)
    if not p.rules & SALVO:
        return with_turn(announced(p, cell), 0, 0, 1 - p.seat, 1)
    for aimed in range(p.rows * p.cols):
        if holds(low, high, aimed):
            p = announced(p, aimed)
    return with_turn(p, 0, 0, 1 - p.seat, salvo_size(p, 1 - p.seat))


@kernel
def salvo_size(p: Battle, seat: int) -> int:
    """How many shots the next salvo of `seat` has: its ships afloat, or the cells left."""
    ships = ship_count(p.lengths)
    afloat = ships - sunk_count(p[SINKS + 1 - seat], ships)
    cells = p.rows * p.cols - size(p[LOW_SHOTS + seat], p[HIGH_SHOTS + seat])
    return max(min(afloat, cells), 1)


@kernel
def sunk_count(sinks: int, ships: int) -> int:
    """How many ships these announcements name as sunk."""
    count = 0
    for ship in range(ships):
        if byte(sinks, ship):
            count += 1
    return count


@rule
def play(p: Battle, move: int) -> Battle:
    return place(p, move) if is_placing(p) else shoot(p, move)


@kernel
def hidden(fleet: int) -> int:
    """The fleet with every placed ship blanked."""
    blank = 0
    for ship in range(placed_count(fleet)):
        blank |= HIDDEN << BYTE * ship
    return blank


@rule
def view(p: Battle, seat: int) -> Battle:
    fleet0 = p.fleet0 if seat == 0 else hidden(p.fleet0)
    fleet1 = p.fleet1 if seat == 1 else hidden(p.fleet1)
    return with_fleets(p, fleet0, fleet1)
