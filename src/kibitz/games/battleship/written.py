"""Battleship as people write it down: own ships, `?` for the enemy's, shots with what was said.

`C5(miss)`, `C6(hit)` and `C7(sunk 3)` tell what a shot did; where hits name the ship it is
`C6(hit 3)`. Of a salvo the last shot tells it all, cell by cell: `C7(A1 miss, C7 hit)`. From what
was said a fleet is drawn that explains it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kibitz.core.game import Position
from kibitz.core.scene import Moment
from kibitz.core.stream import Stream, below
from kibitz.core.writing import UNSEEN, Result, Seen, Writing, parted
from kibitz.errors import BadRecord
from kibitz.games.battleship.notation import cell_text, parse_cell, parse_place, place_text
from kibitz.games.battleship.rules import (
    FLEET,
    SALVO,
    SILENT,
    SINKS,
    TOUCH,
    byte,
    is_placing,
    placed_count,
    ship_count,
)
from kibitz.games.battleship.waters import body, hits_of, lengths_of, ship_hit, shots_of, sunk_by

MISS, STRUCK, SUNK = "miss", "hit", "sunk"
MOST_TRIED = 100_000  # placements of ships


class BattleshipWriting(Writing):
    """How battleship is written down."""

    def said(self, moment: Moment) -> str:
        seat, before, after = moment
        if placed_count(before[FLEET + seat]) < ship_count(before.lengths):
            return ""
        fallen = sorted(shots_of(after, seat) - shots_of(before, seat))
        fates = [_fate(moment, cell) for cell in fallen]
        if len(fallen) <= 1 and not self._is_salvo(before):
            return "".join(fates)
        cells = [cell_text(cell, after.cols) for cell in fallen]
        return ", ".join(f"{cell} {fate}" for cell, fate in zip(cells, fates, strict=True))

    def _is_salvo(self, p: Position) -> bool:
        return bool(p.rules & SALVO)

    def seen_step(self, step: Seen, seat: int) -> str:
        if is_placing(step.before) and step.seat != seat:
            return UNSEEN
        text = self.game.move_text(step.before, step.move)
        said = self.said(Moment(step.seat, step.before, step.after))
        return f"{text}({said})" if said else text

    def completed(
        self, start: Position, texts: Sequence[str], seat: int, luck: Stream, result: Result = None
    ) -> list[str]:
        ships = list(lengths_of(start))
        count, enemy = len(ships), 1 - seat
        if len(texts) > 2 * count:
            places = _Waters.told(start, texts, seat).fleet(luck)
        else:
            places = _Waters(start, ships).fleet(luck)
        filled = [place_text(code, start.rows, start.cols) for code in places]
        first = enemy * count
        return [
            filled[i - first] if first <= i < first + count and text == UNSEEN else text
            for i, text in enumerate(texts)
        ]

    def wanted(self, texts: Sequence[str], p: Position, seat: int | None) -> str:
        if is_placing(p):
            length = lengths_of(p)[int(placed_count(p[FLEET + p.seat]))]
            whose = "your" if p.seat == seat else f"{self.game.seat_name(p.seat)}'s"
            return f"{whose} ship of {length}, e.g. C7h across or C7v down"
        if p.seat != seat:
            return f"where {self.game.seat_name(p.seat)} shot"
        if self._is_salvo(p):
            return "your shot; with the last one of the salvo what was said: C7(A1 miss, C7 hit)"
        fates = "hit or miss" if p.rules & SILENT else "miss, hit or sunk 3"
        return f"your shot and what was said ({fates}), e.g. C7 hit"

    def entered(self, texts: Sequence[str], p: Position, seat: int | None, text: str) -> list[str]:
        cell, _, said = text.strip().partition(" ")
        if said and "(" not in text:
            return [f"{cell}({said.strip()})"]
        return [text.strip()]

    def unasked(self, texts: Sequence[str], p: Position, seat: int | None) -> str | None:
        return UNSEEN if seat is not None and is_placing(p) and p.seat != seat else None


def _fate(moment: Moment, cell: int) -> str:
    """What one shot did."""
    seat, before, after = moment
    if cell not in hits_of(after, seat):
        return MISS
    sunk = [ship for ship in sunk_by(after, seat) if ship not in sunk_by(before, seat)]
    for ship in sunk:
        if int(byte(after[SINKS + seat], ship)) - 1 == cell:
            return f"{SUNK} {ship + 1}"
    named = ship_hit(after, seat, cell)
    return STRUCK if named is None else f"{STRUCK} {named + 1}"


@dataclass
class _Waters:
    """What was said of the shots at a fleet that nobody saw."""

    start: Position
    lengths: list[int]
    misses: set[int] = field(default_factory=set)
    hits: list[int] = field(default_factory=list)  # in their order
    owners: dict[int, int] = field(default_factory=dict)  # the ship of a cell, where it was named
    sunk: dict[int, int] = field(default_factory=dict)  # the hits until a ship had sunk

    @classmethod
    def told(cls, start: Position, texts: Sequence[str], seat: int) -> "_Waters":
        """What the shots of `seat` were said to do."""
        waters = cls(start, list(lengths_of(start)))
        count = len(waters.lengths)
        mine = [
            body(start, parse_place(parted(text)[0], length, start.rows, start.cols), length)
            for text, length in zip(texts[seat * count :], waters.lengths, strict=False)
        ]
        against: set[int] = set()
        shooter, left, salvo = 0, 0, bool(start.rules & SALVO)
        aimed: list[str] = []
        for text in texts[2 * count :]:
            if not left:
                afloat = waters._afloat() if shooter != seat else _afloat(mine, against)
                left = afloat if salvo else 1
            cell, said = parted(text)
            left = 0 if said else left - 1  # whoever hears what a salvo did has shot it all
            aimed.append(cell)
            if shooter != seat:
                against.add(parse_cell(cell, start.rows, start.cols))
            elif not left:
                waters._hear(said if "," in said or salvo else f"{cell} {said}", aimed)
            if not left:
                shooter, aimed = 1 - shooter, []
        return waters

    def _afloat(self) -> int:
        return len(self.lengths) - len(self.sunk)

    def _hear(self, said: str, aimed: list[str]) -> None:
        """Note what was said of some shots."""
        for part in said.split(","):
            cell_word, _, fate = part.strip().partition(" ")
            cell = parse_cell(cell_word, self.start.rows, self.start.cols)
            word, _, number = fate.strip().partition(" ")
            if word not in (MISS, STRUCK, SUNK) or (number and not number.isdecimal()):
                raise BadRecord(
                    f"what the shot at {cell_word} did is not told: "
                    f"write {cell_word}(miss), (hit) or (sunk 3)"
                )
            if word == MISS:
                self.misses.add(cell)
                continue
            self.hits.append(cell)
            if number:
                ship = int(number) - 1
                if not 0 <= ship < len(self.lengths):
                    raise BadRecord(f"'{part.strip()}' names ship {number} of {len(self.lengths)}")
                self.owners[cell] = ship
                if word == SUNK:
                    self.sunk[ship] = len(self.hits)

    def fleet(self, luck: Stream) -> list[int]:
        """A fleet that explains it all."""
        self._tried = 0
        order = sorted(range(len(self.lengths)), key=lambda ship: ship not in self.sunk)
        found = self._placed({}, order, luck)
        if found is None:
            raise BadRecord("no fleet explains what was said of the shots")
        return [found[ship] for ship in range(len(self.lengths))]

    def _placed(
        self, codes: dict[int, int], order: list[int], luck: Stream
    ) -> dict[int, int] | None:
        taken = {cell for ship, code in codes.items() for cell in self._body(ship, code)}
        uncovered = set(self.hits) - taken
        if not order:
            return None if uncovered else codes
        if len(uncovered) > sum(self.lengths[ship] for ship in order):
            return None
        ship, *rest = order
        choices = [code for code in self._places(ship) if self._fits(ship, code, taken)]
        while choices:
            self._tried += 1
            if self._tried > MOST_TRIED:
                raise BadRecord("no fleet was found that explains what was said of the shots")
            code = choices.pop(int(below(luck, len(choices))))
            found = self._placed({**codes, ship: code}, rest, luck)
            if found is not None:
                return found
        return None

    def _places(self, ship: int) -> list[int]:
        rows, cols, length = self.start.rows, self.start.cols, self.lengths[ship]
        across = [r * cols + c for r in range(rows) for c in range(cols - length + 1)]
        down = [r * cols + c + rows * cols for r in range(rows - length + 1) for c in range(cols)]
        return across + (down if length > 1 else [])

    def _body(self, ship: int, code: int) -> list[int]:
        return body(self.start, code, self.lengths[ship])

    def _fits(self, ship: int, code: int, taken: set[int]) -> bool:
        cells = self._body(ship, code)
        if self.misses.intersection(cells) or taken.intersection(cells):
            return False
        if not self.start.rules & TOUCH and self._halo(cells) & taken:
            return False
        if any((ship == owner) != (cell in cells) for cell, owner in self.owners.items()):
            return False
        struck = [self.hits.index(cell) + 1 for cell in cells if cell in self.hits]
        if ship in self.sunk:
            return len(struck) == len(cells) and max(struck) == self.sunk[ship]
        return bool(self.start.rules & SILENT) or len(struck) < len(cells)

    def _halo(self, cells: list[int]) -> set[int]:
        cols, rows = self.start.cols, self.start.rows
        return {
            r * cols + c
            for cell in cells
            for r in range(max(0, cell // cols - 1), min(rows, cell // cols + 2))
            for c in range(max(0, cell % cols - 1), min(cols, cell % cols + 2))
        }


def _afloat(fleet: list[list[int]], against: set[int]) -> int:
    """How many ships of a fleet are not all shot at."""
    return sum(1 for cells in fleet if not against.issuperset(cells))
