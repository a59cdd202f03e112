"""Cribbage in numbers, for two to four players.

A set of cards is an integer with bit `card` set. Fields that end in a number belong to
the seat of that number (scores: to the side; with four players seats 0 and 2 are one
side, 1 and 3 the other). `hand` is what a seat holds, `played` what it has laid down in
this hand, `thrown` what it laid away; `kitty` is the card from the deck that completes
the crib of three. `bars` holds 5 bits a seat: the seat has no card of that value or
less, which its go has proved. Points for the show are counted as the last card falls, and
the cards stay until the next deal so that they can be looked at.

A move is the dealer's seat (FIRST), a seed (DEAL), the set of cards thrown (THROW), the
starter (CUT) or the card played (PLAY).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import CHANCE, OVER, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, reseed, seed62
from kibitz.games.cribbage.table.pile import LIMIT, peg_points, pile_count
from kibitz.games.cribbage.table.score import DECK, JACK, VALUES, set_points

TARGET = 121  # Rule 6
HEELS = 2  # Rule 3: for a starter Jack
SKUNK, DOUBLE_SKUNK = 90, 60  # Rule 7: the most that a loser so beaten has
FIRST, DEAL, THROW, CUT, PLAY, DONE = range(6)  # the phases
NONE = -1  # no starter yet
KEPT = 4  # cards a seat plays with
BAR_BITS, BAR = 5, 31

# The cards that fit under a room of 0 to 31.
FITTING = np.array(
    [sum(1 << card for card in range(DECK) if VALUES[card >> 2] <= room) for room in range(32)],
    np.int64,
)


class Cribbage(NamedTuple):
    phase: int
    players: int
    skunks: int  # 1 where a skunk counts two games and a double skunk three
    dealer: int
    seat: int
    starter: int
    pile: int
    bars: int
    kitty: int
    deals: int  # so far in this game
    score0: int
    score1: int
    score2: int
    hand0: int
    hand1: int
    hand2: int
    hand3: int
    played0: int
    played1: int
    played2: int
    played3: int
    thrown0: int
    thrown1: int
    thrown2: int
    thrown3: int


SCORE, HAND, PLAYED, THROWN = (
    Cribbage._fields.index(f"{name}0") for name in ("score", "hand", "played", "thrown")
)


@kernel
def side_of(p: Cribbage, seat: int) -> int:
    """The side whose score a seat pegs on."""
    return seat % 2 if p.players == 4 else seat


@kernel
def thrown_by_each(p: Cribbage) -> int:
    """How many cards a seat lays away."""
    return 2 if p.players == 2 else 1


@kernel
def crib_of(p: Cribbage) -> int:
    """The cards in the crib."""
    return p.thrown0 | p.thrown1 | p.thrown2 | p.thrown3 | p.kitty


Scores = tuple[int, int, int]


@kernel
def added(scores: Scores, side: int, points: int) -> Scores:
    """The scores with points added to one side; nobody goes past the target."""
    return (
        min(TARGET, scores[0] + (points if side == 0 else 0)),
        min(TARGET, scores[1] + (points if side == 1 else 0)),
        min(TARGET, scores[2] + (points if side == 2 else 0)),
    )


@kernel
def has_won(scores: Scores) -> bool:
    """Whether a side has reached the target: the game is over at once."""
    return max(scores[0], scores[1], scores[2]) == TARGET


@kernel
def moved(
    p: Cribbage,
    phase: int,
    dealer: int,
    seat: int,
    starter: int,
    pile: int,
    bars: int,
    scores: Scores,
    card: int,
) -> Cribbage:
    """The position after the seat to act has laid down a set of one card, or of none."""
    c0 = card if p.seat == 0 else 0
    c1 = card if p.seat == 1 else 0
    c2 = card if p.seat == 2 else 0
    c3 = card if p.seat == 3 else 0
    if has_won(scores):
        phase = DONE
    return Cribbage(
        *(phase, p.players, p.skunks),
        *(dealer, seat, starter, pile, bars, p.kitty, p.deals),
        *(scores[0], scores[1], scores[2]),
        *(p.hand0 ^ c0, p.hand1 ^ c1, p.hand2 ^ c2, p.hand3 ^ c3),
        *(p.played0 | c0, p.played1 | c1, p.played2 | c2, p.played3 | c3),
        *(p.thrown0, p.thrown1, p.thrown2, p.thrown3),
    )


@kernel
def draw_set(deck: NDArray[np.int64], size: int, count: int, stream: Stream) -> int:
    """Draw `count` cards from the first `size` of `deck`; the drawn ones move to their end."""
    cards = 0
    for i in range(size - 1, size - 1 - count, -1):
        j = below(stream, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
        cards |= 1 << int(deck[i])
    return cards


@kernel
def dealt(p: Cribbage, seed: int) -> Cribbage:
    """Deal from a seed, left of the dealer first; a kitty where three play."""
    stream = np.empty(4, np.uint64)
    reseed(stream, seed)
    deck = np.arange(DECK)
    each = KEPT + thrown_by_each(p)
    h0 = draw_set(deck, DECK, each, stream)
    h1 = draw_set(deck, DECK - each, each, stream)
    h2 = draw_set(deck, DECK - 2 * each, each if p.players > 2 else 0, stream)
    h3 = draw_set(deck, DECK - 3 * each, each if p.players > 3 else 0, stream)
    kitty = draw_set(deck, DECK - 3 * each, 1 if p.players == 3 else 0, stream)
    first = (p.dealer + 1) % p.players
    return Cribbage(
        *(THROW, p.players, p.skunks, p.dealer, first, NONE, 0, 0, kitty, p.deals + 1),
        *(p.score0, p.score1, p.score2),
        *(h0, h1, h2, h3),
        *(0, 0, 0, 0, 0, 0, 0, 0),
    )


@kernel
def laid_away(p: Cribbage, cards: int) -> Cribbage:
    """The seat to act throws a set of cards; after the dealer comes the cut."""
    c0 = cards if p.seat == 0 else 0
    c1 = cards if p.seat == 1 else 0
    c2 = cards if p.seat == 2 else 0
    c3 = cards if p.seat == 3 else 0
    phase = CUT if p.seat == p.dealer else THROW
    return Cribbage(
        *(phase, p.players, p.skunks, p.dealer),
        *((p.seat + 1) % p.players, p.starter, p.pile, p.bars, p.kitty, p.deals),
        *(p.score0, p.score1, p.score2),
        *(p.hand0 ^ c0, p.hand1 ^ c1, p.hand2 ^ c2, p.hand3 ^ c3),
        *(p.played0, p.played1, p.played2, p.played3),
        *(p.thrown0 | c0, p.thrown1 | c1, p.thrown2 | c2, p.thrown3 | c3),
    )


@kernel
def turned(p: Cribbage, starter: int) -> Cribbage:
    """The dealer turns the starter; left of the dealer leads, unless his heels win the game."""
    heels = HEELS if starter >> 2 == JACK else 0
    scores = added((p.score0, p.score1, p.score2), side_of(p, p.dealer), heels)
    return moved(p, PLAY, p.dealer, (p.dealer + 1) % p.players, starter, 0, 0, scores, 0)


@kernel
def next_holder(p: Cribbage, cards: int) -> int:
    """The first seat after the one that played, itself last, that holds any of `cards`."""
    for step in range(1, p.players + 1):
        seat = (p.seat + step) % p.players
        if p[HAND + seat] & cards:
            return seat
    return NONE


@kernel
def raised_bars(p: Cribbage, until: int, room: int, laid: int) -> int:
    """The bars after every seat from the next up to `until` (not in it) has said go."""
    bars = p.bars
    for step in range(1, p.players + 1):
        seat = (p.seat + step) % p.players
        if seat == until:
            break
        shift = BAR_BITS * seat
        if p[HAND + seat] & ~laid and bars >> shift & BAR < room:
            bars = bars & ~(BAR << shift) | room << shift
    return bars


@kernel
def shown(p: Cribbage, scores: Scores, laid: int) -> Scores:
    """The scores after the show: left of the dealer first, the crib last, no further than 121."""
    for step in range(1, p.players + 2):
        seat = (p.dealer + min(step, p.players)) % p.players
        is_crib = 1 if step > p.players else 0
        cards = p[PLAYED + seat] | (laid if seat == p.seat else 0)
        points = set_points(crib_of(p) if is_crib else cards, p.starter, is_crib)
        scores = added(scores, side_of(p, seat), points)
        if has_won(scores):
            break
    return scores


@kernel
def played(p: Cribbage, card: int) -> Cribbage:
    """A card is played and counted; then go, restart or show, as far as no seat decides."""
    laid, side = 1 << card, side_of(p, p.seat)
    pile = p.pile << 4 | (card >> 2) + 1
    count = pile_count(pile)
    room = LIMIT - count
    scores = added((p.score0, p.score1, p.score2), side, peg_points(pile, count))
    phase, dealer, starter = PLAY, p.dealer, p.starter
    seat = next_holder(p, FITTING[room] & ~laid)
    bars = raised_bars(p, seat, room, laid)
    if seat == NONE and not has_won(scores):
        # Rule 4: one for the go or the last card, but 31 has had its two.
        scores, pile = added(scores, side, 1 if room else 0), 0
        seat = next_holder(p, ~laid)
        if seat == NONE and not has_won(scores):
            scores = shown(p, scores, laid)
            if not has_won(scores):
                phase, dealer, bars = DEAL, (p.dealer + 1) % p.players, 0
                seat = dealer
    if has_won(scores):
        seat = p.seat
    return moved(p, phase, dealer, seat, starter, pile, bars, scores, laid)


@rule
def turn(p: Cribbage) -> int:
    if p.phase == DONE:
        return OVER
    return p.seat if p.phase in (THROW, PLAY) else CHANCE


@kernel
def write_throws(hand: int, size: int, out: Moves) -> int:
    """Write every set of `size` (1 or 2) cards of the hand, ascending."""
    count = 0
    for high in range(DECK):
        if hand >> high & 1:
            if size == 1:
                out[count] = 1 << high
                count += 1
            else:
                for low in range(high):
                    if hand >> low & 1:
                        out[count] = 1 << high | 1 << low
                        count += 1
    return count


@kernel
def write_cards(cards: int, out: Moves) -> int:
    """Write the cards of a set, ascending."""
    count = 0
    for card in range(DECK):
        if cards >> card & 1:
            out[count] = card
            count += 1
    return count


@rule
def moves(p: Cribbage, out: Moves) -> int:
    if p.phase == PLAY:
        return write_cards(p[HAND + p.seat] & FITTING[LIMIT - pile_count(p.pile)], out)
    if p.phase == THROW:
        return write_throws(p[HAND + p.seat], thrown_by_each(p), out)
    if p.phase == CUT:
        held = p.hand0 | p.hand1 | p.hand2 | p.hand3
        return write_cards(((1 << DECK) - 1) & ~(held | crib_of(p)), out)
    if p.phase == FIRST:
        for seat in range(p.players):
            out[seat] = seat
        return p.players
    return 0  # a deal has too many outcomes to list


@rule
def sample(p: Cribbage, out: Moves, stream: Stream) -> int:
    if p.phase == DEAL:
        return seed62(stream)
    return int(out[below(stream, moves(p, out))])


@rule
def play(p: Cribbage, move: int) -> Cribbage:
    if p.phase == PLAY:
        return played(p, move)
    if p.phase == THROW:
        return laid_away(p, move)
    if p.phase == CUT:
        return turned(p, move)
    if p.phase == DEAL:
        return dealt(p, move)
    scores = (p.score0, p.score1, p.score2)  # Rule 1: the lower cut deals
    return moved(p, DEAL, move, move, NONE, 0, 0, scores, 0)


@kernel
def games_lost(p: Cribbage, score: int) -> int:
    """How many games a loser with this score pays (Rule 7)."""
    if p.skunks == 0 or score > SKUNK:
        return 1
    return 2 if score > DOUBLE_SKUNK else 3


@rule
def payoff(p: Cribbage, seat: int) -> float:
    """One game for each the winner wins; of three players each loser pays a half."""
    sides = 3 if p.players == 3 else 2
    mine, lost, share = side_of(p, seat), 0, 0.5 if sides == 3 else 1.0
    for side in range(sides):
        if p[SCORE + side] < TARGET:
            if side == mine:
                return -share * games_lost(p, p[SCORE + side])
            lost += games_lost(p, p[SCORE + side])
    return share * lost
