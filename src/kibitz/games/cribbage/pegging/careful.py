"""A rule of play that fears replies: quick, and near enough to good play to go on by.

A card is worth the points it makes, less those of the replies that the other may hold, more
those of the own answers to them. The rule knows what its seat knows: the own hand, what was
played, the starter, and how many cards the other holds, of which all unseen ones are as
likely. Points that reach 121 count as a won game. It never draws lots, so that a play of two
known hands has one end.

Cards that nobody has shown are counted by rank in 3 bits each (`unshown`).
"""

from kibitz.core.game import play
from kibitz.core.kernel import kernel
from kibitz.games.cribbage.pegging.peg import NIBBLE, Peg, is_over, without
from kibitz.games.cribbage.table.pile import LIMIT, peg_points
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.table.score import RANKS, VALUES

BITS = 3  # for the cards of a rank
FULL = sum(4 << BITS * rank for rank in range(RANKS))
STUCK, GO = -0.6, 0.9  # having no answer; the other having no reply
FEAR = 1.15  # what a point of a reply counts: hands are kept for what they score
WON = 25.0  # what winning the game is worth, in points


@kernel
def count_of(counts: int, rank: int) -> int:
    """How many cards of a rank there are in packed counts."""
    return counts >> BITS * rank & 7


@kernel
def less(counts: int, rank: int) -> int:
    """Packed counts less one card of a rank."""
    return counts - (1 << BITS * rank)


@kernel
def less_hand(counts: int, hand: int) -> int:
    """Packed counts less the cards of a hand."""
    while hand:
        counts = less(counts, (hand & NIBBLE) - 1)
        hand >>= 4
    return counts


@kernel
def cards_in(hand: int) -> int:
    """How many cards a hand has."""
    cards = 0
    while hand:
        cards += 1
        hand >>= 4
    return cards


@kernel
def all_cards(counts: int) -> int:
    """How many cards there are in packed counts."""
    cards = 0
    while counts:
        cards += counts & 7
        counts >>= BITS
    return cards


@kernel
def worth(points: int, score: int) -> float:
    """What points are worth to a player with that score."""
    return WON if score + points >= TARGET and points else float(points)


@kernel
def best_answer(rest: int, pile: int, count: int, score: int) -> float:
    """The most that a card of `rest` makes on a pile; less than nothing if no card fits."""
    most = STUCK
    while rest:
        nibble = rest & NIBBLE
        after = count + VALUES[nibble - 1]
        if after <= LIMIT:
            most = max(most, worth(peg_points(pile << 4 | nibble, after), score))
        rest >>= 4
    return most


@kernel
def careful_value(p: Peg, rank: int, rest: int, held: int, left: int, unseen: int) -> float:
    """What laying a rank promises, `rest` being kept; the other holds some of what is left."""
    count, pile = p.total + VALUES[rank], p.pile << 4 | rank + 1
    mine, yours = (p.points1, p.points0) if p.seat else (p.points0, p.points1)
    gain = worth(peg_points(pile, count), mine)
    if held == 0:
        return gain
    fits, quiet, loss, hope = 0, 0, 0.0, 0.0
    for other in range(RANKS):
        after, copies = count + VALUES[other], count_of(left, other)
        if after > LIMIT:
            break
        if copies:
            laid = pile << 4 | other + 1
            points = peg_points(laid, after)
            answer = copies * best_answer(rest, laid, after, mine)
            fits += copies
            if points:
                loss += copies * FEAR * worth(points, yours) - answer
            else:
                quiet += copies
                hope += answer
    share, stuck = held / unseen, (1.0 - fits / unseen) ** held
    value = gain - loss * share + GO * stuck
    if quiet:
        value += max(0.0, 1.0 - (fits - quiet) * share - stuck) * hope / quiet
    return value


@kernel
def careful_rank(p: Peg, unshown: int) -> int:
    """The rank that a careful player lays."""
    hand, held = p.hand1 if p.seat else p.hand0, cards_in(p.hand0 if p.seat else p.hand1)
    options, best, cards = 0, -1, hand
    while cards:
        rank = (cards & NIBBLE) - 1
        if p.total + VALUES[rank] <= LIMIT and not options >> rank & 1:
            options |= 1 << rank
            best = rank
        cards >>= 4
    if options & (options - 1) == 0:
        return best
    left, most = less_hand(unshown, hand), -1e9
    unseen = all_cards(left)
    for rank in range(RANKS):
        if options >> rank & 1:
            value = careful_value(p, rank, without(hand, rank), held, left, unseen)
            if value > most:
                best, most = rank, value
    return best


@kernel
def careful_end(p: Peg, unshown: int) -> Peg:
    """The end of the play if both go on carefully."""
    while not is_over(p):
        rank = careful_rank(p, unshown)
        unshown = less(unshown, rank)
        p = play(p, rank)
    return p
