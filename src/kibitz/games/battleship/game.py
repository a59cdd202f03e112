"""Battleship for people: its options, texts, picture and levels.

A position is both fleets, both seats' shots and the seat to act, `FLEET FLEET SHOTS SHOTS 0`
(`0:3` with three shots left in a salvo, `0:1:A1,C4` with two aimed and one left); see
`notation` for fleets and shots. Shots alone are a position, too: those of seat 0 at a hidden
fleet.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

import numpy as np

from kibitz.core.advised import Advised
from kibitz.core.bits import int64
from kibitz.core.coached import Coached
from kibitz.core.game import OVER, Position, turn
from kibitz.core.ink import Ink, joined
from kibitz.core.scene import Harbour, Moment, Play, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.errors import BadNotation, BadValue, IllegalMove
from kibitz.estimate.analyst import Analyst, Best, Level, Slips
from kibitz.games.battleship.analysts import (
    SHOTS,
    Anywhere,
    Density,
    HuntTarget,
    Pattern,
    Planner,
    Posterior,
)
from kibitz.games.battleship.board import holds, size
from kibitz.games.battleship.fleets import choices_of, enumerate_fleets, new_state
from kibitz.games.battleship.news import news
from kibitz.games.battleship.notation import (
    ShotsReader,
    cell_text,
    cells_of,
    fleet_text,
    parse_cell,
    parse_fleet,
    parse_place,
    place_text,
    shots_text,
)
from kibitz.games.battleship.picture import waters
from kibitz.games.battleship.rules import (
    FLEET,
    HIDDEN,
    HIGH_SHOTS,
    LOW_SHOTS,
    NAMED,
    ROOMY,
    SALVO,
    SILENT,
    TOUCH,
    Battle,
    byte,
    check_waters,
    has_room,
    is_placing,
    is_roomy,
    placed_count,
    salvo_size,
)
from kibitz.games.battleship.scene import scene
from kibitz.games.battleship.sight import HIT, explains, sight_of
from kibitz.games.battleship.solo import is_free_of, put
from kibitz.games.battleship.waters import aimed_cells, body, fleet_of, ship_names, shots_of
from kibitz.games.battleship.world import world as _world  # noqa: F401 (a rule of the game)

STANDARD = (5, 4, 3, 3, 2)
ANNOUNCED = {"sink": 0, "ship": NAMED, "hit": SILENT}
LEFT = Battle._fields.index("left")
ENOUGH = 2_000_000  # choices tried before a hidden fleet is taken to be possible


class BattleshipGame(Shown, Coached, Advised):
    """Find and sink a hidden fleet before the other does."""

    name: ClassVar[str] = "battleship"
    title: ClassVar[str] = "Battleship"
    summary: ClassVar[str] = "Place a fleet, then find and sink the other's first."
    position_type: ClassVar[type] = Battle
    option_words: ClassVar[Mapping[str, str]] = {
        "ships": "lengths of the ships; 5,4,3,3,2 unless told",
        "rows": "rows of the board",
        "cols": "columns of the board",
        "touch": "whether ships may touch",
        "announce": "which ships are named: sink those that sink, ship all that are hit, hit none",
        "salvo": "whether a turn has as many shots as the seat has ships afloat",
    }

    has_secrets = True
    point = 0.05  # of hit chance

    def __init__(
        self,
        *ships: int,
        rows: int = 10,
        cols: int = 10,
        touch: bool = True,
        announce: str = "sink",
        salvo: bool = False,
    ) -> None:
        self.ships = ships or STANDARD
        self.rows, self.cols = rows, cols
        if announce not in ANNOUNCED:
            raise BadValue(f"announce '{announce}' of battleship is not {', '.join(ANNOUNCED)}")
        if salvo and announce == "hit":
            raise BadValue("salvo needs sinkings to be announced: announce must not be 'hit'")
        self.rules = (TOUCH if touch else 0) | ANNOUNCED[announce] | (SALVO if salvo else 0)
        check_waters(self.ships, rows, cols, touch)
        if is_roomy(self.ships, rows, cols, touch):
            self.rules |= ROOMY
        self.most_moves = 2 * rows * cols
        self.most_plies = 2 * (len(self.ships) + rows * cols)

    def start(self) -> Battle:
        lengths = sum(length << 4 * ship for ship, length in enumerate(self.ships))
        left = len(self.ships) if self.rules & SALVO else 1
        return Battle(*[0] * LEFT, left, self.rows, self.cols, lengths, self.rules)  # type: ignore[call-arg]

    def position_text(self, p: Position) -> str:
        ships = len(self.ships)
        seat = self._salvo_text(p) if self.rules & SALVO else str(p.seat)
        fleets = f"{fleet_text(p, 0, ships)} {fleet_text(p, 1, ships)}"
        return f"{fleets} {shots_text(p, 0, ships)} {shots_text(p, 1, ships)} {seat}"

    def _salvo_text(self, p: Position) -> str:
        aimed = cells_of(int(p.low_aimed), int(p.high_aimed))
        cells = ",".join(cell_text(cell, self.cols) for cell in aimed)
        return f"{p.seat}:{p.left}:{cells}" if aimed else f"{p.seat}:{p.left}"

    def parse_position(self, text: str) -> Battle:
        words = text.split()
        if len(words) == 1:
            hidden = ",".join("?" * len(self.ships))
            words = [hidden, hidden, words[0], "-", "0"]
        if len(words) != 5:
            raise self.refuse(text, "it is not two fleets, two lists of shots and a seat")
        try:
            return self._checked(self._read(words))
        except BadNotation as error:
            raise self.refuse(text, str(error)) from None

    def _read(self, words: list[str]) -> Battle:
        reader = ShotsReader(self.ships, self.rows, self.cols, bool(self.rules & NAMED))
        fields = list(self.start())
        for seat in range(2):
            fleet = parse_fleet(words[seat], self.ships, self.rows, self.cols)
            for slot, value in ({FLEET: fleet} | reader.read(words[2 + seat])).items():
                fields[slot + seat] = value
        seat_text, _, rest = words[4].partition(":")
        left, _, aimed = rest.partition(":")
        if seat_text not in ("0", "1") or (left and left not in "123456"):
            raise BadNotation(f"'{words[4]}' is not seat 0 or 1 with its shots left")
        if left:
            fields[LEFT] = int(left)
        low, high = reader.halves_of(aimed)
        return Battle(*fields)._replace(seat=int(seat_text), low_aimed=low, high_aimed=high)

    def _checked(self, p: Battle) -> Battle:
        ships = len(self.ships)
        placed = [int(placed_count(p[FLEET + seat])) for seat in range(2)]
        if placed[0] < ships and (placed[1] or p.seat):
            raise BadNotation("seat 1 does not place or act before seat 0 has placed its fleet")
        if placed[1] < ships and p.seat != (placed[0] == ships):
            raise BadNotation(f"seat {p.seat} does not act before seat 1 has placed its fleet")
        self._check_salvo(p, placed[1] == ships)
        for seat in range(2):
            self._check_fleet(p, seat)
            self._check_shots(p, seat, placed[1] == ships)
        return p

    def _check_salvo(self, p: Battle, may_shoot: bool) -> None:
        """Refuse more shots than the seat has, and those aimed at cells shot at before."""
        aimed = int(size(p.low_aimed, p.high_aimed))
        if aimed and not may_shoot:
            raise BadNotation(f"seat {p.seat} aims before both fleets are placed")
        shots = salvo_size(p, p.seat) if self.rules & SALVO else 1
        if p.left + aimed > shots:
            raise BadNotation(f"seat {p.seat} does not have {p.left + aimed} shots")
        if p.low_aimed & p[LOW_SHOTS + p.seat] or p.high_aimed & p[HIGH_SHOTS + p.seat]:
            raise BadNotation(f"seat {p.seat} aims where it has shot before")

    def _check_fleet(self, p: Battle, seat: int) -> None:
        """Refuse ships that overlap, or touch where they may not."""
        cells = np.full(self.rows * self.cols, -1, np.int64)
        sight = sight_of(p, 1 - seat)
        for ship, length in enumerate(self.ships):
            code = int(byte(p[FLEET + seat], ship))
            if code in (0, HIDDEN):
                continue
            if not is_free_of(sight, cells, code - 1, length):
                place = place_text(code - 1, self.rows, self.cols)
                raise BadNotation(f"ship {ship + 1} at {place} is in the way of another")
            put(sight, cells, code - 1, ship)
        fleet, count = p[FLEET + seat], int(placed_count(p[FLEET + seat]))
        if count and byte(fleet, 0) != HIDDEN and not self.rules & ROOMY:
            lengths, touch = p.lengths, self.rules & TOUCH
            if not has_room(fleet, int64(count), lengths, self.rows, self.cols, touch):
                raise BadNotation(f"the fleet of seat {seat} leaves no room for its other ships")

    def _check_shots(self, p: Battle, seat: int, may_shoot: bool) -> None:
        """Refuse announcements to `seat` that the other's fleet cannot have given."""
        if not p[LOW_SHOTS + seat] | p[HIGH_SHOTS + seat]:
            return
        if not may_shoot:
            raise BadNotation(f"seat {seat} shot before both fleets were placed")
        sight, fleet = sight_of(p, seat), p[FLEET + 1 - seat]
        if byte(fleet, 0) == HIDDEN:
            choices = choices_of(sight)
            tally = np.zeros(choices.placements.shape[:2])
            if enumerate_fleets(choices, new_state(choices), tally, ENOUGH, True) == 0:
                raise BadNotation(f"no fleet explains what was announced to seat {seat}")
            return
        cells = np.full(len(sight.marks), -1, np.int64)
        for ship in range(len(self.ships)):
            code = int(byte(fleet, ship)) - 1
            put(sight, cells, code, ship)
            if not explains(sight, ship, code):
                place = place_text(code, self.rows, self.cols)
                raise BadNotation(
                    f"ship {ship + 1} at {place} contradicts the shots of seat {seat}"
                )
        for cell in range(len(cells)):
            if sight.marks[cell] == HIT and cells[cell] < 0:
                where = cell_text(cell, self.cols)
                raise BadNotation(f"seat {seat} hit {where}, where no ship is")

    def move_text(self, p: Position, move: int) -> str:
        if is_placing(p):
            return place_text(move, self.rows, self.cols)
        return cell_text(move, self.cols)

    def read_move(self, p: Position, text: str) -> int:
        where = self.position_text(p)
        if turn(p) == OVER:
            raise IllegalMove(f"'{text}' is not legal in {where}: the game is over")
        try:
            if is_placing(p):
                ship = int(placed_count(p[FLEET + p.seat]))
                move = parse_place(text, self.ships[ship], self.rows, self.cols)
            else:
                move = parse_cell(text, self.rows, self.cols)
        except BadNotation as error:
            raise IllegalMove(str(error)) from None
        if not self.is_legal(p, move):
            why = "other ships are in the way" if is_placing(p) else "it was shot at before"
            raise IllegalMove(f"'{text}' is not legal in {where}: {why}")
        return move

    def is_legal(self, p: Position, move: int) -> bool:
        if turn(p) == OVER or is_placing(p):
            return super().is_legal(p, move)
        shots = p[LOW_SHOTS + p.seat] | p.low_aimed, p[HIGH_SHOTS + p.seat] | p.high_aimed
        return 0 <= move < self.rows * self.cols and not holds(*shots, move)

    def weighs(self, unit: str) -> bool:
        """Not those of placements: the best of a few fleets drawn tells too little of a place."""
        return unit != SHOTS

    def phase(self, p: Position) -> str:
        return "placement" if is_placing(p) else "shot"

    def plays(self, known: Position, seat: int) -> tuple[Play, ...]:
        """Every legal move; a ship is picked by its two ends."""
        if turn(known) != seat or not is_placing(known):
            return super().plays(known, seat)
        ends = ((move, self._cells_to_place(known, move)) for move in self.legal_moves(known))
        return tuple(
            Play(
                self.move_text(known, move),
                self.move_words(known, move),
                (cell_text(cells[0], self.cols), cell_text(cells[-1], self.cols)),
            )
            for move, cells in ends
        )

    def harbour(self, known: Position, seat: int) -> Harbour | None:
        if turn(known) != seat or not is_placing(known):
            return None
        first = int(placed_count(known[FLEET + seat]))
        pieces = tuple(zip(ship_names(self.ships), self.ships, strict=True))[first:]
        stands = (cell for cells in fleet_of(known, seat).values() for cell in cells)
        taken = tuple(cell_text(cell, self.cols) for cell in stands)
        return Harbour(self.rows, self.cols, pieces, taken, not self.rules & TOUCH)

    def _cells_to_place(self, p: Battle, move: int) -> list[int]:
        """The cells that the next ship would have."""
        return body(p, move, self.ships[int(placed_count(p[FLEET + p.seat]))])

    def move_words(self, p: Position, move: int) -> str:
        if not is_placing(p):
            aim = "aim" if p.left > 1 or p.low_aimed or p.high_aimed else "shoot"
            return f"{aim} at {cell_text(move, self.cols)}"
        ship = ship_names(self.ships)[int(placed_count(p[FLEET + p.seat]))]
        cells = self._cells_to_place(p, move)
        first, last = cell_text(cells[0], self.cols), cell_text(cells[-1], self.cols)
        return f"{ship} from {first} to {last}"

    def prompt(self, known: Position, seat: int) -> str:
        legal = self.legal_moves(known)
        example = self.move_text(known, legal[len(legal) // 2])
        if not is_placing(known):
            left = f", {known.left} shots left" if known.left > 1 else ""
            return f"shoot at a cell{left}, e.g. {example}"
        ship = int(placed_count(known[FLEET + seat]))
        name, length = ship_names(self.ships)[ship], self.ships[ship]
        return f"place the {name}, {length} cells, e.g. {example}"

    def seen_move(self, moment: Moment) -> int | None:
        """The shot, which both seats see, or the place of one's own ship."""
        before, after, seat = moment.before, moment.after, moment.seat
        placed = int(placed_count(before[FLEET + seat]))
        if placed < len(self.ships):
            code = int(byte(after[FLEET + seat], placed))
            return None if code == HIDDEN else code - 1
        known = shots_of(before, seat) | aimed_cells(before)
        new = (shots_of(after, seat) | aimed_cells(after)) - known
        return min(new, default=None)

    def told(self, moment: Moment, listener: int) -> str:
        return news(moment, listener, self.seat_name(moment.seat))

    def show(self, p: Position, seat: int | None = None) -> Ink:
        seats = (0, 1) if seat is None else (seat,)
        return joined("\n\n", [waters(p, mine, self.ships) for mine in seats])

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(self, known, seat, tall, trail)

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {
            "posterior": Posterior(),
            "plan": Planner(),
            "pattern": Pattern(),
            "density": Density(),
            "hunt": HuntTarget(),
            "anywhere": Anywhere(),
        }

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        return {
            "beginner": Level(HuntTarget(parity=False), Slips(0.4), 800, "often forgets its hits"),
            "intermediate": Level(HuntTarget(), Best(), 1200, "hunts, then shoots beside hits"),
            "advanced": Level(Density(), Best(), 1600, "shoots where ships fit in most ways"),
            "expert": Level(Planner(), Best(), 2000, "plans its shots to find all ships soon"),
        }
