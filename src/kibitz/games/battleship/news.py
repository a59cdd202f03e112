"""What is said over the water: ships placed, shots called, hits, misses and sinkings.

All of it is read from what the listener saw before and after.
"""

from kibitz.core.game import OVER, turn
from kibitz.core.scene import Moment
from kibitz.core.speech import YOU, clause, listed, sentences
from kibitz.games.battleship.notation import cell_text
from kibitz.games.battleship.rules import FLEET, Battle, placed_count, ship_count
from kibitz.games.battleship.waters import (
    aimed_cells,
    hits_of,
    lengths_of,
    ship_hit,
    ship_names,
    shots_of,
    sunk_by,
)


def news(moment: Moment, listener: int, name: str) -> str:
    """What `listener` hears of a move of the seat called `name`."""
    before, after, seat = moment.before, moment.after, moment.seat
    who = YOU if seat == listener else name
    if placed_count(before[FLEET + seat]) < ship_count(before.lengths):
        has_all = placed_count(after[FLEET + seat]) == ship_count(after.lengths)
        return sentences([clause(who, "have", "placed the whole fleet")] if has_all else [])
    fallen = sorted(shots_of(after, seat) - shots_of(before, seat))
    if not fallen:
        cells = sorted(aimed_cells(after) - aimed_cells(before))
        return sentences([clause(who, "aim", f"at {_texts(after, cells)}")])
    fates = [_fate(moment, cell, listener) for cell in fallen]
    if len(fallen) == 1:
        shot = clause(who, "shoot", f"at {_texts(after, fallen)}: {fates[0]}")
    else:
        pairs = zip(fallen, fates, strict=True)
        results = ", ".join(f"{cell_text(cell, after.cols)} {fate}" for cell, fate in pairs)
        shot = clause(who, "fire", f"a salvo: {results}")
    return sentences([shot, _sinkings(moment, listener), _end(after, listener)])


def _texts(p: Battle, cells: list[int]) -> str:
    return listed(cell_text(cell, p.cols) for cell in cells)


def _fate(moment: Moment, cell: int, listener: int) -> str:
    """What one shot did."""
    after, seat = moment.after, moment.seat
    if cell not in hits_of(after, seat):
        return "a miss"
    ship = ship_hit(after, seat, cell)
    if ship is None or ship in sunk_by(after, seat):
        return "a hit"
    whose = "the" if seat == listener else "your"
    return f"a hit on {whose} {ship_names(lengths_of(after))[ship]}"


def _sinkings(moment: Moment, listener: int) -> str:
    after, seat = moment.after, moment.seat
    names, known = ship_names(lengths_of(after)), sunk_by(moment.before, seat)
    new = [names[ship] for ship in sunk_by(after, seat) if ship not in known]
    if not new:
        return ""
    whose = "the enemy's" if seat == listener else "your"
    verb = "is" if len(new) == 1 else "are"
    return f"{whose} {listed(new)} {verb} sunk"


def _end(after: Battle, listener: int) -> str:
    if turn(after) != OVER:
        return ""
    is_lost = len(hits_of(after, 1 - listener)) == sum(lengths_of(after))
    return "your whole fleet is sunk" if is_lost else "the enemy's whole fleet is sunk"
