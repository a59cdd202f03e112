"""What is left once two seats are: solved with the ranges that the betting left them.

The rest of the hand is a game of two seats, in which each has paid half of what was in the
pot. Chips count double there, so that half a pot is whole chips.
"""

from collections.abc import Sequence
from dataclasses import replace

from kibitz.core.game import Game
from kibitz.core.kernel import COMPILED
from kibitz.errors import BadValue
from kibitz.estimate.estimate import Analysis, Option
from kibitz.games.holdem.ring.buckets import Floats
from kibitz.games.holdem.ring.ranges import public_ranges
from kibitz.games.holdem.solved.analyst import SolvedOptions
from kibitz.games.holdem.solved.hand import HandWalk
from kibitz.games.holdem.table.chips import packed
from kibitz.games.holdem.table.position import (
    CALL,
    CHIPS,
    FIXED,
    FLOP,
    HOLE_BITS,
    NO_HOLES,
    PREFLOP,
    RAISER_BITS,
    RIVER,
    Holdem,
    behind,
    bet,
    hole,
    is_in,
    paid,
    pot,
    raiser,
)

DOUBLE = 2
NOTE = "the ranges that came to this street are those of the trained strategy"


def two_left(v: Holdem) -> tuple[int, int] | None:
    """The two seats that began this street, where it is one after the first and they can bet."""
    seats = [s for s in range(int(v.seats)) if is_in(v, s)]
    if not COMPILED or v.kind == FIXED or not FLOP <= v.stage <= RIVER or len(seats) != 2:
        return None
    if not v.line or any(int(bet(v, s)) for s in range(int(v.seats)) if s not in seats):
        return None
    began = [int(behind(v, s)) + int(bet(v, s)) for s in seats]
    if min(began) == 0 or DOUBLE * (int(pot(v)) + max(began)) > CHIPS:
        return None
    return seats[0], seats[1]


def as_two(v: Holdem, seats: tuple[int, int]) -> Holdem:
    """The same decision at a table of two."""
    bets = [DOUBLE * int(bet(v, s)) for s in seats]
    level = int(pot(v)) - sum(bets) // DOUBLE
    chips = [level + bets[i] for i in range(2)]
    stacks = [chips[i] + DOUBLE * int(behind(v, s)) for i, s in enumerate(seats)]
    me, last = seats.index(int(v.seat)), int(raiser(v, v.stage))
    own = int(hole(v, v.seat, 0)) | int(hole(v, v.seat, 1)) << 6
    hidden = (1 << HOLE_BITS) - 1
    holes = NO_HOLES & ~(hidden << HOLE_BITS * me) | own << HOLE_BITS * me
    acted = sum(1 << i for i, s in enumerate(seats) if v.acted >> s & 1)
    line = seats.index(last) + 1 if last in seats else 0
    rules = (2, v.kind, v.big, DOUBLE * v.big, 0)
    state = (DOUBLE * v.high, DOUBLE * v.raise_by, v.raises, acted, 0)
    return Holdem._make(
        int(number)
        for number in (
            *rules,
            *packed(stacks),
            *packed(chips),
            *packed([0, 0]),
            holes,
            NO_HOLES,
            v.board,
            v.stage,
            me,
            level,
            *state,
            line << RAISER_BITS * (v.stage - PREFLOP),
        )
    )


class TwoLeft:
    """A decision between two, solved."""

    def __init__(self, v: Holdem, seats: tuple[int, int], legal: Sequence[int], table: Floats):
        self.view, self.legal = v, list(legal)
        known = as_two(v, seats)
        ranges = public_ranges(v, table)
        weights = [ranges[s].copy() for s in seats]
        self.walk = HandWalk(known, int(known.seat), weights=weights, first=int(v.stage))
        self.found = SolvedOptions(self.walk, [_doubled(move) for move in legal])
        self.known = known

    def odds(self) -> list[tuple[int, float]]:
        """How often the solution makes each move."""
        often = self.found.frequencies
        return [(move, often[_doubled(move)]) for move in self.legal if _doubled(move) in often]

    def analysis(self, game: Game, seed: int) -> Analysis:
        """All options, solved."""
        options = [self._option(game, move) for move in self.legal]
        notes = (NOTE, *self.walk.notes)
        return Analysis.ranked(int(self.view.seat), options, game.unit, seed=seed, notes=notes)

    def _option(self, game: Game, move: int) -> Option:
        """As at the table of two, but for what this seat really paid into the pot."""
        v, w = self.view, self.known
        found = self.found.option(_doubled(move), game.move_text(v, move))
        more = int(paid(w, w.seat)) / w.big - int(paid(v, v.seat)) / v.big
        estimate = replace(found.estimate, value=found.estimate.value + more)
        return replace(found, move=move, estimate=estimate)


def solved_decision(v: Holdem, legal: Sequence[int], table: Floats) -> TwoLeft | None:
    """The decision solved, where two are left from the flop on."""
    seats = two_left(v)
    if seats is None:
        return None
    try:
        return TwoLeft(v, seats, legal, table)
    except BadValue:  # a line that was typed and cannot be
        return None


def _doubled(move: int) -> int:
    return move if move <= CALL else CALL + DOUBLE * (move - CALL)
