"""The pile of the play: ranks since the last restart, and the points its last card makes.

A pile is one integer of 4 bits a card, rank + 1, the newest card lowest. The count is
always derived from the pile. The point for a go or the last card belongs to the rules.
"""

from collections.abc import Iterable
from typing import NamedTuple

from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.cribbage.table.score import RANKS, VALUES

LIMIT = 31  # Rule 4: the count may not pass it
MOST_CARDS = 15  # that an integer has room for, more than can be played
PAIR_ROYAL = (0, 0, 2, 6, 12)  # points of n equal cards


class PegScore(NamedTuple):
    """The points that the newest card of a pile makes, and where they come from."""

    fifteen: int
    thirty_one: int
    pairs: int
    run: int

    @property
    def total(self) -> int:
        return sum(self)


@kernel
def pile_count(pile: int) -> int:
    """The sum of the values in the pile."""
    count = 0
    while pile:
        count += int(VALUES[(pile & 15) - 1])
        pile >>= 4
    return count


@kernel
def equal_cards(pile: int) -> int:
    """How many of the newest cards, unbroken, are of one rank."""
    newest, equal = pile & 15, 0
    while pile and pile & 15 == newest:
        equal += 1
        pile >>= 4
    return equal


@kernel
def run_length(pile: int) -> int:
    """The most newest cards that form a run of three or more in any order, else 0."""
    seen, lowest, highest, cards, longest = 0, 15, 0, 0, 0
    while pile:
        rank = pile & 15
        if seen >> rank & 1:
            break
        seen |= 1 << rank
        lowest, highest, cards = min(lowest, rank), max(highest, rank), cards + 1
        if cards >= 3 and highest - lowest == cards - 1:
            longest = cards
        pile >>= 4
    return longest


@kernel
def peg_points(pile: int, count: int) -> int:
    """The points of the newest card of a pile that stands at `count`."""
    points = 2 if count in (15, LIMIT) else 0
    equal = equal_cards(pile)
    if equal > 1:
        return points + PAIR_ROYAL[equal]
    return points + run_length(pile)


def pile_of(ranks: Iterable[int]) -> int:
    """The pile of these ranks, oldest first."""
    pile = 0
    for rank in ranks:
        if not 0 <= rank < RANKS:
            raise BadValue(f"{rank} is not a rank; ranks run from 0 to {RANKS - 1}")
        pile = pile << 4 | rank + 1
    if pile >> 4 * MOST_CARDS:
        raise BadValue(f"a pile never has more than {MOST_CARDS} cards")
    return pile


def pile_ranks(pile: int) -> list[int]:
    """The ranks of a pile, oldest first."""
    if pile < 0:
        raise BadValue(f"{pile} is not a pile")
    ranks = []
    while pile:
        ranks.append((pile & 15) - 1)
        pile >>= 4
    return ranks[::-1]


def peg(ranks: Iterable[int]) -> PegScore:
    """The points that the last of these ranks makes on those before it, in parts.

    >>> peg([4, 4, 4])  # 5-5-5
    PegScore(fifteen=2, thirty_one=0, pairs=6, run=0)
    """
    pile = pile_of(ranks)
    count = int(pile_count(pile))
    return PegScore(
        2 * (count == 15),
        2 * (count == LIMIT),
        PAIR_ROYAL[int(equal_cards(pile))],
        int(run_length(pile)),
    )
