"""One hand against up to three random ones, exactly, on a full board.

The opponents' hands that do not beat ours are the edges of a graph on the unseen cards;
k opponents with different cards are a matching of k edges. A tied hand gets the weight
x, so the number of matchings is a polynomial in x whose coefficient c_j counts the deals
that we share with j opponents: our part of them is 1 / (1 + j). The polynomial is read
off its values at 0, 1, -1 and 2.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import count_bits, int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.evaluator import hand_value, keyed, value_with
from kibitz.games.holdem.cards.tables import CARD_KEYS, CARD_MASKS, CARDS, Ints, Keys
from kibitz.games.holdem.equity.runouts import BOARD

MOST_OPPONENTS = 3
_U0, _U1 = np.uint64(0), np.uint64(1)


@kernel
def draw_graphs(hole: Ints, board: Ints, unseen: Ints, beaten: Keys, tied: Keys) -> None:
    """Write, for each unseen card, which others make a hand with it that loses or ties."""
    key, mask = keyed(board)
    mine = value_with(key, mask, hole[0], hole[1])
    beaten[:] = _U0
    tied[:] = _U0
    for u in range(len(unseen)):
        key_u, mask_u = key + CARD_KEYS[unseen[u]], mask | CARD_MASKS[unseen[u]]
        for v in range(u):
            yours = hand_value(key_u + CARD_KEYS[unseen[v]], mask_u | CARD_MASKS[unseen[v]])
            if yours < mine:
                beaten[u] |= _U1 << np.uint64(v)
                beaten[v] |= _U1 << np.uint64(u)
            elif yours == mine:
                tied[u] |= _U1 << np.uint64(v)
                tied[v] |= _U1 << np.uint64(u)


@kernel
def count_degrees(beaten: Keys, tied: Keys, degrees: Ints) -> int:
    """Write how many edges of each kind meet at each card; return how many ties there are."""
    ties = 0
    for u in range(len(beaten)):
        degrees[0, u], degrees[1, u] = count_bits(beaten[u]), count_bits(tied[u])
        ties += degrees[1, u]
    return ties // 2


@kernel
def count_chains(beaten: Keys, tied: Keys, degrees: Ints, chains: Ints) -> None:
    """Write the coefficients, in x, of the weight of three edges of which one meets both others.

    `chains` less the triangles: an edge that meets two others, one at each end, is counted
    for each middle edge, so a triangle stands in it three times; matchings wants it once less.
    """
    pure, one, two, three = 0, 0, 0, 0
    chains[:] = 0
    for u in range(len(beaten)):
        for v in range(u):
            bit = _U1 << np.uint64(v)
            wins, ties = degrees[0, u], degrees[1, u]
            if beaten[u] & bit:
                pure += count_bits(beaten[u] & beaten[v])
                two += count_bits(tied[u] & tied[v])
                chains[0] += (wins - 1) * (degrees[0, v] - 1)
                chains[1] += (wins - 1) * degrees[1, v] + ties * (degrees[0, v] - 1)
                chains[2] += ties * degrees[1, v]
            elif tied[u] & bit:
                one += count_bits(beaten[u] & beaten[v])
                three += count_bits(tied[u] & tied[v])
                chains[1] += wins * degrees[0, v]
                chains[2] += wins * (degrees[1, v] - 1) + (ties - 1) * degrees[0, v]
                chains[3] += (ties - 1) * (degrees[1, v] - 1)
    chains[0] -= pure // 3
    chains[1] -= one
    chains[2] -= two
    chains[3] -= three // 3


@kernel
def matchings(degrees: Ints, chains: Ints, k: int, x: int) -> int:
    """The weight of all sets of k edges without a common card, a tied edge weighing x.

    For three edges: all triples, less each adjacent pair with any third edge, and back
    what that took away too often: triples with two adjacent pairs once, with three twice.
    """
    sum1, sum2, sum3, pairs, stars, spoiled = 0, 0, 0, 0, 0, 0
    for u in range(degrees.shape[1]):
        wins, ties = degrees[0, u], degrees[1, u]
        d, q, r = wins + x * ties, wins + x * x * ties, wins + x * x * x * ties
        sum1 += d
        sum2 += q
        sum3 += r
        pairs += d * d - q
        stars += d * d * d - 3 * d * q + 2 * r
        spoiled += d * q - r
    sum1, sum2, sum3 = sum1 // 2, sum2 // 2, sum3 // 2  # each edge was seen from both ends
    pairs, stars = pairs // 2, stars // 6
    if k == 1:
        return sum1
    if k == 2:
        return (sum1 * sum1 - sum2) // 2 - pairs
    triples = (sum1 * sum1 * sum1 - 3 * sum1 * sum2 + 2 * sum3) // 6
    adjacent = sum1 * pairs - spoiled
    middle = chains[0] + x * (chains[1] + x * (chains[2] + x * chains[3]))
    return int64(triples - adjacent + middle + 2 * stars)


@kernel
def shared_matchings(
    beaten: Keys, tied: Keys, k: int, degrees: Ints, chains: Ints, out: Ints
) -> None:
    """Write to out[j] how many sets of k opponents lose to us but for j that tie."""
    out[:] = 0
    ties = count_degrees(beaten, tied, degrees)
    if k == MOST_OPPONENTS:
        count_chains(beaten, tied, degrees, chains)
    at0 = matchings(degrees, chains, k, 0)
    out[0] = at0
    if ties == 0:
        return
    at1, at_minus = matchings(degrees, chains, k, 1), matchings(degrees, chains, k, -1)
    at2 = matchings(degrees, chains, k, 2)
    out[2] = (at1 + at_minus) // 2 - at0
    odd = (at1 - at_minus) // 2
    out[3] = (at2 - at0 - 4 * out[2] - 2 * odd) // 6
    out[1] = odd - out[3]


@kernel
def against_random(
    hole: Ints, board: Ints, dead: Ints, falls: Ints, ways: Ints, k: int, out: Ints
) -> None:
    """Add up over all runouts: out[j] counts the deals that we win together with j opponents.

    A row of `falls` holds the cards that complete the board; it counts `ways` times.
    """
    full, taken = np.empty(BOARD, np.int64), np.zeros(CARDS, np.bool_)
    full[: len(board)] = board
    size = CARDS - 2 - BOARD - len(dead)
    unseen, degrees = np.empty(size, np.int64), np.empty((2, size), np.int64)
    beaten, tied = np.empty(size, np.uint64), np.empty(size, np.uint64)
    counts, chains = np.empty(4, np.int64), np.empty(4, np.int64)
    for row in range(len(falls)):
        full[len(board) :] = falls[row]
        list_unseen(hole, full, dead, taken, unseen)
        draw_graphs(hole, full, unseen, beaten, tied)
        shared_matchings(beaten, tied, k, degrees, chains, counts)
        for j in range(4):
            out[j] += ways[row] * counts[j]


@kernel
def list_unseen(hole: Ints, board: Ints, dead: Ints, taken: NDArray[np.bool_], out: Ints) -> None:
    """Write the cards that are neither ours nor on the board nor dead."""
    taken[:] = False
    for card in hole:
        taken[card] = True
    for card in board:
        taken[card] = True
    for card in dead:
        taken[card] = True
    count = 0
    for card in range(CARDS):
        if not taken[card]:
            out[count] = card
            count += 1
