"""Every card of the play, and every throw near the end, tried in worlds that all share.

A world is drawn from the model. After each card of the root all go on by the careful rule to
the end of the hand (or for a few cards), points count in their order by the rules of the game
itself, and the table of winning says the rest.
"""

import numpy as np

from kibitz.core.game import moves, play
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below
from kibitz.games.cribbage.many.careful import careful_end, pegged
from kibitz.games.cribbage.many.hands import FIVE, Floats, Ints
from kibitz.games.cribbage.many.lore import ManyLore
from kibitz.games.cribbage.many.seats import crib_share, role_at
from kibitz.games.cribbage.many.throw import write_five
from kibitz.games.cribbage.many.winning import chance_to_win
from kibitz.games.cribbage.many.worlds import model_world
from kibitz.games.cribbage.pegging.sums import RankSums, add_world
from kibitz.games.cribbage.table.knowledge import with_cards
from kibitz.games.cribbage.table.rules import HAND, Cribbage, crib_of, turned
from kibitz.games.cribbage.table.score import DECK, set_points

TO_THE_END = 99  # cards


@kernel
def legal_ranks(v: Cribbage, ranks: Ints, cards: Ints) -> int:
    """Write the ranks that may be played and a card of each; return how many."""
    out, count = np.empty(DECK, np.int64), 0
    for i in range(moves(v, out)):
        if count == 0 or ranks[count - 1] != out[i] >> 2:
            ranks[count], cards[count] = out[i] >> 2, out[i]
            count += 1
    return count


@kernel
def weigh_many(
    v: Cribbage,
    seat: int,
    worlds: int,
    ahead: int,
    lore: ManyLore,
    stream: Stream,
    sums: RankSums,
) -> None:
    """Add the rewards of each rank over all worlds, in points and in chances to win.

    The card itself and `ahead - 1` more are played; chances are told of whole hands alone.
    """
    ranks, cards = np.empty(4, np.int64), np.empty(4, np.int64)
    options, deck = legal_ranks(v, ranks, cards), np.empty(DECK, np.int64)
    mine, chances = np.empty(options), np.zeros(options)
    for _ in range(worlds):
        full = model_world(v, seat, lore.choices, deck, stream)
        for i in range(options):
            card = int(cards[i])
            after = play(full, card)
            end, net = careful_end(after, ahead - 1, seat)
            mine[i] = pegged(full, after, card) + net
            if ahead == TO_THE_END:
                chances[i] = chance_to_win(end, seat, lore.win)
        add_world(ranks[:options], mine, 1.0, sums.points, sums.point_products)
        add_world(ranks[:options], chances, 1.0, sums.wins, sums.win_products)


@kernel
def with_throw(p: Cribbage, seat: int, card: int, starter: int) -> Cribbage:
    """A world in which a seat throws a card and the starter is turned, with his heels."""
    hands = np.array([p.hand0, p.hand1, p.hand2, p.hand3])
    thrown = np.array([p.thrown0, p.thrown1, p.thrown2, p.thrown3, p.kitty])
    hands[seat] ^= 1 << card
    thrown[seat] = 1 << card
    return turned(with_cards(p, hands, thrown), starter)


@kernel
def drawn_starter(p: Cribbage, stream: Stream) -> int:
    """A random card that nobody holds and nobody threw."""
    held = p.hand0 | p.hand1 | p.hand2 | p.hand3 | crib_of(p)
    card = below(stream, DECK)
    while held >> card & 1:
        card = below(stream, DECK)
    return card


@kernel
def throw_chances(
    v: Cribbage, seat: int, lore: ManyLore, stream: Stream, chances: Floats, counts: Floats
) -> None:
    """Write the chance to win of each throw in each world, by rows.

    What hand and crib count for the seat in that world is written to `counts`.
    """
    five, deck = np.empty(FIVE, np.int64), np.empty(DECK, np.int64)
    hand, share = write_five(v[HAND + seat], five), crib_share(v.players, role_at(v, seat))
    for number in range(len(chances)):
        full = model_world(v, seat, lore.choices, deck, stream)
        starter = drawn_starter(full, stream)
        for i in range(FIVE):
            card = int(five[i])
            begun = with_throw(full, seat, card, starter)
            end, _ = careful_end(begun, TO_THE_END, seat)
            chances[number, i] = chance_to_win(end, seat, lore.win)
            counts[number, i] = set_points(hand ^ 1 << card, starter, 0)
            counts[number, i] += share * set_points(crib_of(begun), starter, 1)
