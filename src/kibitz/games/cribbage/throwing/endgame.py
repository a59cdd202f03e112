"""The chance to win of each throw, by worlds that all throws share.

A world is the opponent's six cards and the starter. The opponent throws by the model; the
play goes greedily from the scores of the game; hands and crib count in order, with their
suits; and the table of winning says the rest. What a throw is worth in points (hand, crib and
what good players peg) is known, so that chances are corrected for the luck of the worlds drawn
and for pegging greedily (a control variate): so points and chances speak of the same play.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream
from kibitz.games.cribbage.advice.seen import hand_ranks, write_six
from kibitz.games.cribbage.pegging.ismcts import play_out
from kibitz.games.cribbage.pegging.lore import Lore
from kibitz.games.cribbage.pegging.peg import Peg
from kibitz.games.cribbage.pegging.stakes import dealer_wins
from kibitz.games.cribbage.pegging.suspects import Floats, Ints
from kibitz.games.cribbage.table.rules import HEELS, TARGET, draw_set
from kibitz.games.cribbage.table.score import DECK, JACK, PAIR, PAIRS, RANKS, set_points
from kibitz.games.cribbage.throwing.cribs import model_cribs
from kibitz.games.cribbage.throwing.keeps import KEEP
from kibitz.games.cribbage.throwing.model import Model, modelled_place
from kibitz.games.cribbage.throwing.throw import HIGH, LOW, SIX, THROWS, hand_values
from kibitz.games.cribbage.throwing.throw import KEEPS as KEPT_PLACES

DECISIVE_WORLDS = 1000  # where chances to win decide about a throw
FEWEST = 50  # worlds that tell how chances follow points


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
def thrown_set(six: Ints, place: int) -> int:
    """The set of cards of the throw at a place."""
    return (1 << int(six[HIGH[place]])) | (1 << int(six[LOW[place]]))


@kernel
def hand_ends(
    hands: tuple[int, int],
    shows: tuple[int, int, int],
    heels: int,
    scores: tuple[int, int],
    win: Floats,
    stream: Stream,
) -> tuple[float, int]:
    """The dealer's chance to win a hand played greedily, and what the dealer pegs net.

    Hands, as ranks, and scores are pone's first. What is pegged leaves out his heels, and goes
    on where the game would end: then the same play is gone through again, to its end.
    """
    luck = (stream[0], stream[1], stream[2], stream[3])
    end = play_out(Peg(hands[0], hands[1], 0, 0, 0, 0, 0), stream)
    net = end.points1 - end.points0
    pone, dealer = scores[0] + end.points0, scores[1] + heels + end.points1
    if max(pone, dealer) >= TARGET:
        for i in range(4):
            stream[i] = luck[i]
        end = play_out(Peg(hands[0], hands[1], 0, 0, 0, scores[0], scores[1] + heels), stream)
        pone, dealer = end.points0, end.points1
    return dealer_wins(pone, dealer, shows, win), net


@kernel
def unseen_deck(six: Ints, deck: Ints) -> int:
    """Write the cards that six cards leave unseen; return how many."""
    mine, unseen = 0, 0
    for card in six:
        mine |= 1 << int(card)
    for card in range(DECK):
        if not mine >> card & 1:
            deck[unseen] = card
            unseen += 1
    return unseen


@kernel
def drawn_world(
    deck: Ints, unseen: int, model: Model, theirs: Ints, stream: Stream
) -> tuple[int, int, int]:
    """The set that the opponent holds, what it throws by the model, and the starter."""
    held = draw_set(deck, unseen, SIX, stream)
    draw_set(deck, unseen - SIX, 1, stream)
    write_six(held, theirs)
    away = thrown_set(theirs, modelled_place(theirs, model, stream))
    return held, away, int(deck[unseen - SIX - 1])


@kernel
def own_counts(six: Ints) -> Ints:
    """What the keep of each throw counts with each starter that is left."""
    counts, mine = np.zeros((THROWS, DECK), np.int64), 0
    for card in six:
        mine |= 1 << int(card)
    for i in range(THROWS):
        for starter in range(DECK):
            if not mine >> starter & 1:
                counts[i, starter] = set_points(mine ^ thrown_set(six, i), starter, 0)
    return counts


@kernel
def own_ranks(six: Ints) -> Ints:
    """The keep of each throw as ranks of 4 bits each."""
    ranks, mine = np.empty(THROWS, np.int64), 0
    for card in six:
        mine |= 1 << int(card)
    for i in range(THROWS):
        ranks[i] = hand_ranks(mine ^ thrown_set(six, i))
    return ranks


@kernel
def throw_wins(
    six: Ints,
    role: int,
    scores: tuple[int, int],
    lore: Lore,
    stream: Stream,
    chances: Floats,
    counts: Floats,
) -> None:
    """Write the chance to win of each throw in each world, by rows; scores are pone's first.

    What hand, crib and pegging count for the thrower in that world is written to `counts`.
    """
    theirs, deck = np.empty(SIX, np.int64), np.empty(DECK, np.int64)
    unseen, own, keeps = unseen_deck(six, deck), own_counts(six), own_ranks(six)
    for world in range(len(chances)):
        held, away, starter = drawn_world(deck, unseen, lore.models[1 - role], theirs, stream)
        heels, kept = HEELS if starter >> 2 == JACK else 0, hand_ranks(held ^ away)
        shown = set_points(held ^ away, starter, 0)
        for i in range(THROWS):
            hand, keep = int(own[i, starter]), int(keeps[i])
            crib = set_points(thrown_set(six, i) | away, starter, 1)
            if role:
                shows, hands = (shown, hand, crib), (kept, keep)
            else:
                shows, hands = (hand, shown, crib), (keep, kept)
            dealer, net = hand_ends(hands, shows, heels, scores, lore.win, stream)
            chances[world, i] = dealer if role else 1.0 - dealer
            counts[world, i] = hand + crib + net if role else hand - crib - net


@kernel
def correct(chances: Floats, counts: Floats, known: Floats) -> None:
    """Take from each chance what its hand, crib and pegging gave more than they are worth.

    How much a point is worth is fitted throw by throw, if there are worlds enough to tell.
    """
    worlds = len(chances)
    if worlds < FEWEST:
        return
    for i in range(chances.shape[1]):
        chance, count = chances[:, i].mean(), counts[:, i].mean()
        both, square = 0.0, 0.0
        for world in range(worlds):
            away = counts[world, i] - count
            both += away * (chances[world, i] - chance)
            square += away * away
        slope = both / square if square > 0.0 else 0.0
        for world in range(worlds):
            chances[world, i] -= slope * (counts[world, i] - known[i])


@kernel
def known_counts(six: Ints, role: int, lore: Lore, known: Floats) -> None:
    """Write what hand and crib of each throw count on average."""
    part = np.empty(THROWS)
    hand_values(six, known)
    model_cribs(six, lore.models[1 - role], part)
    for i in range(THROWS):
        known[i] += part[i] if role else -part[i]


@kernel
def throw_values(six: Ints, role: int, lore: Lore, values: Floats) -> None:
    """Write the value of each throw in points: hand, crib by the model, and pegging."""
    part = np.empty(THROWS)
    known_counts(six, role, lore, values)
    pegging_parts(six, lore.pegging[role], part)
    for i in range(THROWS):
        values[i] += part[i]
