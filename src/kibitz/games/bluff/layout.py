"""A position of bluff as integers: fields in rows of six, one for each seat.

Suits never matter, so cards are counts by rank, 4 bits each, aces lowest. A row is reached
as `p[HAND + seat]`:

- hand: cards held; size: how many (public)
- own: what the seat has put on the pile; piled: how many cards that is (public)
- known: row `KNOWN + 6 * viewer + holder`: cards that `viewer` knows `holder` to have, from
  piles taken; after each play of k cards at least so many less k of each rank are left
- told: claims nobody challenged, by size, 8 bits each from 1
- shown: claims that were challenged: truths, then lies by how many cards were false, 8 bits each

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
HAND, SIZE, OWN, PILED, KNOWN, TOLD, SHOWN = 0, 6, 12, 18, 24, 60, 66
PLAYED, CLAIMED, RANK, ACTOR, ASKED, TURNS, PLAYERS, LIMIT, WINNER, PACKS = range(72, 82)
FIELDS = 82
HIDDEN, NOBODY, FEWEST = -1, -1, 6
BITS = 4


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
    """How many cards there are."""
    total = 0
    for rank in range(RANKS):
        total += count_of(cards, rank)
    return total


@kernel
def pack_count(p: Bluff) -> int:
    """How many packs are dealt out."""
    return max(p.packs, 1)


@kernel
def opened(p: Bluff) -> Ints:
    """The fields as an array that can be changed."""
    a = np.empty(FIELDS, np.int64)
    for i in range(FIELDS):
        a[i] = p[i]
    return a


@kernel
def closed(a: Ints) -> Bluff:
    """The position with these fields."""
    return Bluff(
        a[0],
        a[1],
        a[2],
        a[3],
        a[4],
        a[5],
        a[6],
        a[7],
        a[8],
        a[9],
        a[10],
        a[11],
        a[12],
        a[13],
        a[14],
        a[15],
        a[16],
        a[17],
        a[18],
        a[19],
        a[20],
        a[21],
        a[22],
        a[23],
        a[24],
        a[25],
        a[26],
        a[27],
        a[28],
        a[29],
        a[30],
        a[31],
        a[32],
        a[33],
        a[34],
        a[35],
        a[36],
        a[37],
        a[38],
        a[39],
        a[40],
        a[41],
        a[42],
        a[43],
        a[44],
        a[45],
        a[46],
        a[47],
        a[48],
        a[49],
        a[50],
        a[51],
        a[52],
        a[53],
        a[54],
        a[55],
        a[56],
        a[57],
        a[58],
        a[59],
        a[60],
        a[61],
        a[62],
        a[63],
        a[64],
        a[65],
        a[66],
        a[67],
        a[68],
        a[69],
        a[70],
        a[71],
        a[72],
        a[73],
        a[74],
        a[75],
        a[76],
        a[77],
        a[78],
        a[79],
        a[80],
        a[81],
    )
