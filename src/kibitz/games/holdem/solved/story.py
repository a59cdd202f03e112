"""How a hand was bet heads-up, from what a position keeps of it.

A street with one bet is told exactly, and so is the last raise of the street being played;
of several raises on a street that is over the earlier ones are taken to have grown by the
same factor, and before the flop a second reraise counts where the button raised last.
"""

from typing import NamedTuple

from kibitz.games.holdem.strategy.holdings import last_raiser, next_raise, street_begun
from kibitz.games.holdem.table.betting import Betting, bet_on
from kibitz.games.holdem.table.position import (
    CALL,
    PREFLOP,
    Holdem,
    level_at,
    past_raises,
)

_MANY = 3  # raises that a line counts no further
_LONGEST = 12  # moves on a street


class StreetMoves(NamedTuple):
    """What was done on a street: the seat and the amount raised to, 0 for a check or call."""

    stage: int
    moves: tuple[tuple[int, int], ...]

    @property
    def amounts(self) -> tuple[int, ...]:
        return tuple(amount for _, amount in self.moves)


def is_told(v: Holdem) -> bool:
    """Whether the position knows how its earlier streets were bet."""
    return bool(v.stage == PREFLOP or v.line)


def street_moves(v: Holdem, stage: int) -> StreetMoves:
    """The moves of a street up to now."""
    is_now, blinds = stage == v.stage, 1 if stage == PREFLOP else 0
    b: Betting = street_begun(v, stage)
    last = int(last_raiser(v, stage))
    made = _raises(v, stage, last) - blinds
    target = v.high if is_now else int(level_at(v, stage + 1)) - int(level_at(v, stage))
    moves: list[tuple[int, int]] = []
    while len(moves) < _LONGEST:
        left = made - (b.raises - blinds)
        if b.stage != stage or (is_now and left == 0 and b.seat == v.seat):
            break
        raises = left > 0 and (left % 2 == 1) == (b.seat == last)
        to = _raised_to(v, b, target, left) if raises else 0
        moves.append((int(b.seat), to))
        b = bet_on(b, CALL + to if raises else CALL)
    return StreetMoves(stage, tuple(moves))


def _raises(v: Holdem, stage: int, last: int) -> int:
    """How many bets a street had; a line that counted up to many leaves out the rest."""
    if stage == v.stage:
        return int(v.raises)
    count = int(past_raises(v, stage))
    return count + 1 if stage == PREFLOP and count == _MANY and last == 1 else count


def _raised_to(v: Holdem, b: Betting, target: int, left: int) -> int:
    """Of the street being played the raise before the last is known, too: the rest led there."""
    before = int(v.high - v.raise_by)
    if left > 1 and b.stage == v.stage and before >= b.high + b.raise_by:
        rest = int(next_raise(b, before, left - 1))
        return rest if left == 2 else min(rest, (before + int(b.high)) // 2)
    return int(next_raise(b, target, left))
