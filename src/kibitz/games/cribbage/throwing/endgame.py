"""The chance to win of each throw, by worlds that all throws share.

A world is the opponent's six cards and the starter. The opponent throws what is best by
the model; the play goes greedily from the scores of the game; hands and crib count in
order, with their suits; and the table of winning says the rest.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream
from kibitz.games.cribbage.advice.seen import hand_ranks, write_six
from kibitz.games.cribbage.pegging.ismcts import play_out
from kibitz.games.cribbage.pegging.lore import Lore
from kibitz.games.cribbage.pegging.peg import Peg
from kibitz.games.cribbage.pegging.stakes import dealer_wins
from kibitz.games.cribbage.pegging.sums import add_world
from kibitz.games.cribbage.pegging.suspects import Floats, Ints
from kibitz.games.cribbage.table.rules import HEELS, draw_set
from kibitz.games.cribbage.table.score import DECK, JACK, PAIR, PAIRS, RANKS, set_points
from kibitz.games.cribbage.throwing.keeps import KEEP
from kibitz.games.cribbage.throwing.throw import HIGH, LOW, SIX, THROWS, crib_values, hand_values
from kibitz.games.cribbage.throwing.throw import KEEPS as KEPT_PLACES

DECISIVE_WORLDS = 200  # where chances to win decide about a throw


@kernel
def keep_of(cards: int) -> int:
    """The place of a set of four cards among the rank keeps."""
    ranks = hand_ranks(cards)
    one = PAIR[RANKS * ((ranks >> 12 & 15) - 1) + (ranks >> 8 & 15) - 1]
    two = PAIR[RANKS * ((ranks >> 4 & 15) - 1) + (ranks & 15) - 1]
    return int(KEEP[one * PAIRS + two])


@kernel
def pegging_parts(six: Ints, pegging: Floats, out: Floats) -> None:
    """Write what the keep of each throw pegs net, by the table of a role."""
    for i in range(THROWS):
        a, b = six[KEPT_PLACES[i, 0]] >> 2, six[KEPT_PLACES[i, 1]] >> 2
        c, d = six[KEPT_PLACES[i, 2]] >> 2, six[KEPT_PLACES[i, 3]] >> 2
        out[i] = pegging[KEEP[PAIR[RANKS * a + b] * PAIRS + PAIR[RANKS * c + d]]]


@kernel
def throw_values(six: Ints, role: int, lore: Lore, values: Floats) -> None:
    """Write the value of each throw in points: hand, crib by the model, and pegging."""
    part = np.empty(THROWS)
    hand_values(six, values)
    crib_values(six, lore.throws[1 - role], part)
    for i in range(THROWS):
        values[i] += part[i] if role else -part[i]
    pegging_parts(six, lore.pegging[role], part)
    for i in range(THROWS):
        values[i] += part[i]


@kernel
def thrown_set(six: Ints, place: int) -> int:
    """The set of cards of the throw at a place."""
    return (1 << int(six[HIGH[place]])) | (1 << int(six[LOW[place]]))


@kernel
def hand_ends(
    hands: tuple[int, int],
    crib: int,
    starter: int,
    scores: tuple[int, int],
    win: Floats,
    stream: Stream,
) -> float:
    """The dealer's chance to win a hand played greedily; hands and scores are pone's first."""
    dealer = scores[1] + (HEELS if starter >> 2 == JACK else 0)
    start = Peg(hand_ranks(hands[0]), hand_ranks(hands[1]), 0, 0, 0, scores[0], dealer)
    end = play_out(start, stream)
    shows = (
        set_points(hands[0], starter, 0),
        set_points(hands[1], starter, 0),
        set_points(crib, starter, 1),
    )
    return dealer_wins(end.points0, end.points1, shows, win)


@kernel
def throw_wins(
    six: Ints,
    role: int,
    scores: tuple[int, int],
    lore: Lore,
    worlds: int,
    wanted: Ints,
    stream: Stream,
    wins: Floats,
    products: Floats,
) -> None:
    """Add the chance to win of each wanted throw over so many worlds; scores are pone's first.

    Of two throws, the products of their chances in each world are added, too.
    """
    chances = np.empty(len(wanted))
    deck, theirs, values = np.empty(DECK, np.int64), np.empty(SIX, np.int64), np.empty(THROWS)
    mine, unseen = 0, 0
    for card in six:
        mine |= 1 << int(card)
    for card in range(DECK):
        if not mine >> card & 1:
            deck[unseen] = card
            unseen += 1
    for _ in range(worlds):
        held = draw_set(deck, unseen, SIX, stream)
        draw_set(deck, unseen - SIX, 1, stream)
        starter = int(deck[unseen - SIX - 1])
        write_six(held, theirs)
        throw_values(theirs, 1 - role, lore, values)
        away = thrown_set(theirs, int(np.argmax(values)))
        for i in range(len(wanted)):
            own = thrown_set(six, int(wanted[i]))
            keep, kept = mine ^ own, held ^ away
            hands = (keep, kept) if role == 0 else (kept, keep)
            dealer = hand_ends(hands, own | away, starter, scores, lore.win, stream)
            chances[i] = dealer if role else 1.0 - dealer
        add_world(wanted, chances, wins, products)
