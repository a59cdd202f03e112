"""What each seat has paid, as text: `4,4`, or `4/150,4+2/90` where there is more to say.

After `+` stand dead chips, which count for no bet; after `/` the stack with which the seat
began the hand, where it is not the one that the options of the game give it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from kibitz.games.holdem.table.position import CHIP_BITS, CHIPS, Holdem, dead, live, started

_CHIPS = re.compile(r"(\d{1,7})(?:\+(\d{1,7}))?(?:/(\d{1,7}))?")
WORDS = 4  # integers that hold the chips of all seats
_NOTHING = (0,) * WORDS


class Paid(NamedTuple):
    """The chips of one seat."""

    live: int
    dead: int
    stack: int

    def text(self, stack: int) -> str:
        """These chips, where the game gives the seat that stack."""
        extra = f"+{self.dead}" if self.dead else ""
        return f"{self.live}{extra}" + (f"/{self.stack}" if self.stack != stack else "")


def chips_text(p: Holdem, stacks: Sequence[int]) -> str:
    """What each seat has paid."""
    seats = (
        Paid(int(live(p, s)), int(dead(p, s)), int(started(p, s))).text(stacks[s])
        for s in range(p.seats)
    )
    return ",".join(seats)


def parse_chips(text: str, stacks: Sequence[int]) -> list[Paid] | str:
    """What `chips_text` writes so, or why it cannot be."""
    found = [_CHIPS.fullmatch(part) for part in text.split(",")]
    if len(found) != len(stacks) or not all(found):
        return f"'{text}' is not {len(stacks)} numbers"
    seats = []
    for one, usual in zip(found, stacks, strict=True):
        assert one is not None
        paid = Paid(int(one[1]), int(one[2] or 0), int(one[3] or usual))
        if paid.stack > max(stacks):
            return f"a stack of {paid.stack} is more than the {max(stacks)} of the game"
        if paid.live + paid.dead > paid.stack:
            return f"{paid.live + paid.dead} chips were paid from a stack of {paid.stack}"
        seats.append(paid)
    return seats


def packed(chips: Sequence[int]) -> tuple[int, ...]:
    """The chips of all seats in few integers."""
    if not any(chips):
        return _NOTHING
    words = [0] * WORDS
    for seat, count in enumerate(chips):
        words[seat // 3] |= count << CHIP_BITS * (seat % 3)
    return tuple(words)


def chip_fields(seats: Sequence[Paid]) -> tuple[int, ...]:
    """The fields `stacks`, `paid` and `dead` of a position."""
    assert all(one.stack <= CHIPS for one in seats)
    stacks = packed([one.stack for one in seats])
    paid = packed([one.live + one.dead for one in seats])
    return (*stacks, *paid, *packed([one.dead for one in seats]))
