"""How the unseen cards are spread over the other hands and the pile, so that all counts agree.

Each hand has so many unknown cards and each rank so many unseen ones. A hand is rid of the
ranks that it was asked for (see `kept`), it has what it is said to have taken rather than other
cards, and the pile holds what was claimed there rather than what was put down in lies. From
such weights the table of hands by ranks is fitted to its margins by turns, rows and columns
(iterative proportional fitting): the flattest spread that agrees with all that is known.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.games.bluff.kept import ranks_gone, unknown_cards
from kibitz.games.bluff.layout import (
    ACTOR,
    CLAIMED,
    CLAIMS,
    PILED,
    PLAYERS,
    RANK,
    RANKS,
    SEATS,
    TAKEN,
    Ints,
    count_of,
)
from kibitz.games.bluff.unseen import unseen_of_rank

Table = NDArray[np.float64]

ROUNDS = 6  # of fitting
GONE = 0.01  # the weight of a rank that a hand was asked for: it may have been kept back
SAID = 4.0  # what a card adds that is said to have been taken or put on the pile
LIED = 0.4  # the weight of a rank on the pile that nobody claims to have put there
SLIGHT = 1e-3  # the least share of a rank that is taken to be in the hand
LEAST_LEFT = 0.2  # places, in place of none left elsewhere


@kernel
def weigh_hands(v: Ints, seat: int, table: Table, margins: Table) -> None:
    """Write the weight of each rank in each other hand, and how many unknown cards it has."""
    for other in range(v[PLAYERS]):
        margins[other] = 0.0
        table[other] = 0.0
        if other == seat:
            continue
        margins[other], gone = unknown_cards(v, seat, other), ranks_gone(v, other)
        if other == v[ACTOR]:
            gone &= ~(1 << v[RANK])
        for rank in range(RANKS):
            weight = GONE if gone >> rank & 1 else 1.0
            table[other, rank] = weight + SAID * count_of(v[TAKEN + other], rank)


@kernel
def weigh_pile(v: Ints, seat: int, table: Table, margins: Table) -> None:
    """Write the weight of each rank on the pile, without the play on the table."""
    pile, actor = v[PLAYERS], v[ACTOR]
    margins[pile], table[pile] = -v[CLAIMED], LIED
    for other in range(v[PLAYERS]):
        if other != seat:
            margins[pile] += v[PILED + other]
            for rank in range(RANKS):
                if other != actor or rank != v[RANK]:
                    table[pile, rank] += SAID * count_of(v[CLAIMS + other], rank)


@kernel
def fit_spread(table: Table, margins: Table, unseen: Table, rows: int) -> None:
    """Scale columns and rows by turns until they add up to what is unseen."""
    for _ in range(ROUNDS):
        for rank in range(RANKS):
            total = 0.0
            for row in range(rows):
                total += table[row, rank]
            for row in range(rows):
                table[row, rank] *= unseen[rank] / max(total, 1e-9)
        for row in range(rows):
            total = table[row].sum()
            table[row] *= margins[row] / max(total, 1e-9)


@kernel
def none_to_one(share: float, matching: float, drawn: float) -> float:
    """The odds, as a logarithm, that a hand has none of the rank against one of it.

    The hand holds that share of the rank as if it were drawn from so many places alike: where
    it is, as in a fresh deal, these are the odds of the hypergeometric law.
    """
    places = drawn / max(share, SLIGHT)
    elsewhere = max(places - drawn - matching + 1.0, LEAST_LEFT)
    return float(np.log(elsewhere / (max(drawn, 1.0) * max(matching, 1.0))))


@kernel
def spread_signs(v: Ints, seat: int) -> tuple[float, float, float]:
    """The odds that the claimant has none of the rank against one; cards of it in other hands
    and on the pile."""
    rows, rank, actor = v[PLAYERS] + 1, v[RANK], v[ACTOR]
    table, margins, unseen = np.empty((SEATS + 1, RANKS)), np.empty(SEATS + 1), np.empty(RANKS)
    for one in range(RANKS):
        unseen[one] = max(unseen_of_rank(v, seat, one), 0)
    weigh_hands(v, seat, table, margins)
    weigh_pile(v, seat, table, margins)
    fit_spread(table, margins, unseen, rows)
    total, piled = 0.0, table[v[PLAYERS], rank]
    for row in range(rows):
        total += table[row, rank]
    share = table[actor, rank] / max(total, SLIGHT)
    odds = none_to_one(share, unseen[rank], margins[actor])
    return odds, total - table[actor, rank] - piled, piled
