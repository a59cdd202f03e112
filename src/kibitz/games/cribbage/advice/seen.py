"""From the view of a seat to what the analysts of throws and of the play work with."""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.cribbage.pegging.careful import FULL, less
from kibitz.games.cribbage.pegging.peg import Peg
from kibitz.games.cribbage.pegging.stakes import Stakes
from kibitz.games.cribbage.pegging.suspects import Floats, Ints, Suspects, suspects
from kibitz.games.cribbage.table.knowledge import bar_of, held_by, known_cards
from kibitz.games.cribbage.table.pile import pile_count
from kibitz.games.cribbage.table.rules import HAND, PLAYED, SCORE, THROWN, Cribbage
from kibitz.games.cribbage.table.score import DECK, PAIR, RANKS, lowest_card, set_points


@kernel
def role_of(v: Cribbage, seat: int) -> int:
    """0 for pone, 1 for the dealer."""
    return 1 if seat == v.dealer else 0


@kernel
def hand_ranks(cards: int) -> int:
    """A set of cards as ranks of 4 bits each, highest card last."""
    ranks = 0
    while cards:
        ranks = ranks << 4 | (lowest_card(cards) >> 2) + 1
        cards &= cards - 1
    return ranks


@kernel
def peg_position(v: Cribbage, seat: int) -> Peg:
    """The play as the seat to act sees it: the other hand is empty."""
    mine = hand_ranks(v[HAND + seat])
    role, pile, count = role_of(v, seat), v.pile, pile_count(v.pile)
    pone, dealer = v[SCORE + 1 - v.dealer], v[SCORE + v.dealer]
    return Peg(0 if role else mine, mine if role else 0, pile, count, role, pone, dealer)


@kernel
def write_unseen(v: Cribbage, left: Ints) -> None:
    """Write how many cards of each rank the view does not show."""
    left[:] = 4
    known = known_cards(v)
    for card in range(DECK):
        if known >> card & 1:
            left[card >> 2] -= 1


@kernel
def unshown_of(v: Cribbage) -> int:
    """The cards of two hands that neither starter nor play has shown, in packed counts."""
    counts, shown = FULL, v.played0 | v.played1 | 1 << v.starter
    while shown:
        counts = less(counts, lowest_card(shown) >> 2)
        shown &= shown - 1
    return counts


@kernel
def suspects_of(v: Cribbage, seat: int, keeps: Floats) -> Suspects:
    """What the other of two players may hold, by the likelihood of keeps of its role."""
    other = 1 - seat
    left = np.empty(13, np.int64)
    write_unseen(v, left)
    shown = hand_ranks(v[PLAYED + other])
    return suspects(left, shown, held_by(v, other), bar_of(v, other), keeps[role_of(v, other)])


@kernel
def thrown_pair(cards: int) -> int:
    """The rank pair of a set of two cards."""
    ranks = hand_ranks(cards)
    return int(PAIR[RANKS * ((ranks >> 4) - 1) + (ranks & 15) - 1])


@kernel
def stakes_of(v: Cribbage, seat: int, is_decisive: int, throw_sums: Floats, win: Floats) -> Stakes:
    """What the seat to play knows of the show."""
    kept = v[HAND + seat] | v[PLAYED + seat]
    count = set_points(kept, v.starter, 0)
    pair = thrown_pair(v[THROWN + seat])
    theirs = throw_sums[role_of(v, 1 - seat)]
    return Stakes(is_decisive, v.starter >> 2, count, pair, theirs, win)


@kernel
def write_six(hand: int, six: Ints) -> None:
    """Write the six cards of a hand, ascending."""
    for i in range(len(six)):
        six[i] = lowest_card(hand)
        hand &= hand - 1


@kernel
def card_of_rank(hand: int, rank: int) -> int:
    """The lowest card of a rank in a hand that has one."""
    for card in range(4 * rank, 4 * rank + 4):
        if hand >> card & 1:
            return card
    return -1
