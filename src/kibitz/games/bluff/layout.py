"""A position of bluff as integers: fields in rows of six, one for each seat.

Suits never matter, so cards are counts by rank, 4 bits each, aces lowest. A row is reached
as `p[HAND + seat]`:

- hand: cards held; size: how many (public)
- own: what the seat has put on the pile; piled: how many cards that is (public)
- known: row `KNOWN + 6 * viewer + holder`: cards that `viewer` knows `holder` to have, from
  piles taken; after each play of k cards at least so many less k of each rank are left
- told: claims nobody challenged, by size, 8 bits each from 1
- shown: claims that were challenged: truths, then lies by how many cards were false, 8 bits each
- called: the seat's answers to claims of seats that had cards left: wrong challenges, right
  ones, and doubtful claims (see DOUBTFUL) that it let stand, 8 bits each
- claims: what the seat claimed to have put on the pile, by rank, 15 of one at most (public)
- taken: what the seat is said to have taken with piles since it was last asked for each rank:
  the cards that were shown, and what was claimed of the others (public)

`played` is the play just claimed, `asked` the seat that may challenge it now, or -1 while
`actor` is to play. `packs` is 0 under the standard rules, else the number of packs of the
free-rank variant. A view has HIDDEN in place of what others hold, put down and know.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel

Ints: TypeAlias = NDArray[np.int64]

SEATS, RANKS, COPIES, CARDS = 6, 13, 4, 52
MOST_PACKS = 3
HAND, SIZE, OWN, PILED, KNOWN, TOLD, SHOWN, CALLED, CLAIMS = 0, 6, 12, 18, 24, 60, 66, 72, 78
TAKEN = 84
PLAYED, CLAIMED, RANK, ACTOR, ASKED, TURNS, PLAYERS, LIMIT, WINNER, PACKS = range(90, 100)
FIELDS = 100
WRONG, RIGHT, STOOD = range(3)  # bytes of `called`
DOUBTFUL = 6  # a claim is doubtful from a hand of at most so many cards for each one claimed
HIDDEN, NOBODY, FEWEST = -1, -1, 6
BITS, BYTE = 4, 8
EVEN_RANKS = 0x0F0F0F0F0F0F0F  # the counts of every other rank, from the first to the last


class Bluff(NamedTuple):
    hand0: int
    hand1: int
    hand2: int
    hand3: int
    hand4: int
    hand5: int
    size0: int
    size1: int
    size2: int
    size3: int
    size4: int
    size5: int
    own0: int
    own1: int
    own2: int
    own3: int
    own4: int
    own5: int
    piled0: int
    piled1: int
    piled2: int
    piled3: int
    piled4: int
    piled5: int
    known00: int
    known01: int
    known02: int
    known03: int
    known04: int
    known05: int
    known10: int
    known11: int
    known12: int
    known13: int
    known14: int
    known15: int
    known20: int
    known21: int
    known22: int
    known23: int
    known24: int
    known25: int
    known30: int
    known31: int
    known32: int
    known33: int
    known34: int
    known35: int
    known40: int
    known41: int
    known42: int
    known43: int
    known44: int
    known45: int
    known50: int
    known51: int
    known52: int
    known53: int
    known54: int
    known55: int
    told0: int
    told1: int
    told2: int
    told3: int
    told4: int
    told5: int
    shown0: int
    shown1: int
    shown2: int
    shown3: int
    shown4: int
    shown5: int
    called0: int
    called1: int
    called2: int
    called3: int
    called4: int
    called5: int
    claims0: int
    claims1: int
    claims2: int
    claims3: int
    claims4: int
    claims5: int
    taken0: int
    taken1: int
    taken2: int
    taken3: int
    taken4: int
    taken5: int
    played: int
    claimed: int
    rank: int
    actor: int
    asked: int
    turns: int
    players: int
    limit: int
    winner: int
    packs: int


@kernel
def count_of(cards: int, rank: int) -> int:
    """How many of the cards have that rank."""
    return cards >> BITS * rank & 15


@kernel
def size_of(cards: int) -> int:
    """How many cards there are: the sum of all counts, which the remainder by 255 takes.

    Counts of neighbours are added to one byte; 256 leaves 1 over 255, so the bytes add up.
    """
    return ((cards & EVEN_RANKS) + (cards >> BITS & EVEN_RANKS >> 2 * BITS)) % 255


@kernel
def byte(packed: int, index: int) -> int:
    """One of the counts that share an integer."""
    return packed >> BYTE * index & 255


@kernel
def pack_count(a: Ints) -> int:
    """How many packs are dealt out."""
    return max(a[PACKS], 1)  # type: ignore[no-any-return]


@kernel
def opened(p: Bluff) -> Ints:
    """The fields as an array that can be changed."""
    a = np.empty(FIELDS, np.int64)
    for i in range(FIELDS):
        a[i] = p[i]
    return a


@kernel
def row(a: Ints, slot: int) -> tuple[int, int, int, int, int, int]:
    """The fields of one row."""
    return a[slot], a[slot + 1], a[slot + 2], a[slot + 3], a[slot + 4], a[slot + 5]


@kernel
def knowledge(a: Ints) -> tuple[int, ...]:
    """The rows of what each seat knows the others to have."""
    first = row(a, KNOWN) + row(a, KNOWN + 6) + row(a, KNOWN + 12)
    return first + row(a, KNOWN + 18) + row(a, KNOWN + 24) + row(a, KNOWN + 30)


@kernel
def closed(a: Ints) -> Bluff:
    """The position with these fields."""
    cards = row(a, HAND) + row(a, SIZE) + row(a, OWN) + row(a, PILED) + knowledge(a)
    record = row(a, TOLD) + row(a, SHOWN) + row(a, CALLED) + row(a, CLAIMS) + row(a, TAKEN)
    table, end = row(a, PLAYED), (a[PLAYERS], a[LIMIT], a[WINNER], a[PACKS])
    return Bluff(*(cards + record + table + end))
