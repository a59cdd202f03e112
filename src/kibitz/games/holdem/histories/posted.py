"""What was paid before the first decision of a hand, and the position that follows.

Blinds may stand anywhere: straddles, one blind alone, blinds the wrong way round. In PHH the
list of two seats is written with the small blind first although seat 0 has the big one, and a
negative blind is what a late comer posts. Whoever comes after the largest blind acts first. An
ante that not all pay is dead, and so is what a late comer posts beyond the big blind.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kibitz.games.holdem.table.chips import Paid, chip_fields
from kibitz.games.holdem.table.position import CHIPS

LEAST_BOUND = 100  # the round numbers that bound stacks begin here


@dataclass(frozen=True)
class Posted:
    """The chips before the first decision, in order of seats, and who decides first."""

    seats: tuple[Paid, ...]
    level: int  # the ante that each has paid in full
    high: int  # the bet to match
    by: int  # the least raise
    first: int

    @cached_property
    def fields(self) -> tuple[int, ...]:
        """The fields of a position that hold them."""
        return chip_fields(self.seats)

    @cached_property
    def is_short(self) -> bool:
        """Whether somebody is all in already."""
        return any(one.live + one.dead == one.stack for one in self.seats)

    @property
    def acted(self) -> int:
        """The seats with nothing to decide: one that alone has chips, and no bet to match."""
        able = [s for s, one in enumerate(self.seats) if one.live + one.dead < one.stack]
        if len(able) == 1 and self.seats[able[0]].live - self.level >= self.high:
            return 1 << able[0]
        return 0


Chips = tuple[int, ...]


@lru_cache(maxsize=1024)
def posted(stacks: Chips, antes: Chips, blinds: Chips, least: int, trims: bool) -> Posted:
    """The chips of all seats; `least` is the least bet, `trims` whether short antes are matched."""
    if len(stacks) == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    short = any(stack < ante for stack, ante in zip(stacks, antes, strict=True))
    is_even = len(set(antes)) == 1 and (trims or not short)
    level = antes[0] if is_even else 0
    seats = tuple(
        _paid(stack, ante, blind, least, is_even=is_even)
        for stack, ante, blind in zip(stacks, antes, blinds, strict=True)
    )
    bets = [max(one.live - level, 0) for one in seats]
    largest = max(range(len(seats)), key=lambda s: (bets[s] if blinds[s] >= 0 else -bets[s], s))
    return Posted(seats, level, max(bets), least, (largest + 1) % len(seats))


def _paid(stack: int, ante: int, blind: int, least: int, *, is_even: bool) -> Paid:
    anted = min(ante, stack)
    bet = min(abs(blind), stack - anted)
    extra = max(bet - least, 0) if blind < 0 else 0
    if is_even:
        return Paid(anted + bet - extra, extra, stack)
    return Paid(bet - extra, anted + extra, stack)


def bound_of(stacks: Sequence[int]) -> int:
    """The stack that a game is given so that these fit: their own, or a round number above.

    >>> bound_of([200, 200]), bound_of([180, 322]), bound_of([7, 3])
    (200, 500, 100)
    """
    largest, step = max(stacks), LEAST_BOUND
    if all(stack == largest for stack in stacks):
        return largest
    while True:
        for factor in (1, 2, 5):
            if factor * step >= largest:
                return min(factor * step, CHIPS)
        step *= 10
