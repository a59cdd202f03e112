"""The sizes of bets and raises as parts of the pot: one table for all who list them.

A part is of the pot after a call, in whole chips. The words and the dial know all sizes;
the game with few raises and the strategies know the COARSE ones between the least raise and
all in; what is learned of opponents tells KINDS of bets apart.
"""

from typing import NamedTuple

from kibitz.core.kernel import kernel


class PotPart(NamedTuple):
    """A part of the pot, with its names."""

    over: int
    under: int
    stop: str  # on a dial
    words: str  # after the amount

    @property
    def part(self) -> float:
        """Of the pot before it."""
        return self.over / self.under

    @property
    def share(self) -> float:
        """Of the pot with it."""
        return self.over / (self.over + self.under)


SIZES = (
    PotPart(1, 3, "third of the pot", "a third of the pot"),
    PotPart(1, 2, "half pot", "half the pot"),
    PotPart(2, 3, "two thirds", "two thirds of the pot"),
    PotPart(1, 1, "pot", "the pot"),
)
THIRD, HALF_POT, TWO_THIRDS, WHOLE_POT = range(len(SIZES))
COARSE = (HALF_POT, WHOLE_POT)

KINDS = ("small", "medium", "big")
BORDERS = (0.4, 0.85)  # parts of the pot at which the next kind begins

_OVERS = tuple(size.over for size in SIZES)
_UNDERS = tuple(size.under for size in SIZES)


@kernel
def part_of(pot: int, size: int) -> int:
    """What a size is of a pot, in chips."""
    return pot * _OVERS[size] // _UNDERS[size]


def kind_of(part: float) -> str:
    """The kind of a bet of that part of the pot.

    >>> kind_of(0.33), kind_of(0.5), kind_of(1.0)
    ('small', 'medium', 'big')
    """
    return KINDS[sum(part >= border for border in BORDERS)]
