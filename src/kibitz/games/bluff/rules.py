"""The rules of bluff (cheat): shed all cards, by truth or by lies that nobody calls.

In turn each seat plays 1 to 4 cards face down as the rank required, which rises by one each
turn. The other seats are asked in order from the left of the claimant; the first to
challenge turns the play over, and who was wrong takes the pile. A seat that has no cards
when its turn is settled wins. After `limit` turns the fewest cards win, shared if equal.

A play is a move of four digits to the base 14, ranks ascending, 13 for no card. A challenge
is 1, letting the claim stand 0. The deal is chance: one seed.

In the free-rank variant a seat plays one card and claims any rank; the move has two digits,
the card and the rank claimed.
"""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.game import CHANCE, OVER, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, reseed, seed62, shuffle
from kibitz.games.bluff.layout import (
    ACTOR,
    ASKED,
    BITS,
    BYTE,
    CALLED,
    CARDS,
    CLAIMED,
    CLAIMS,
    COPIES,
    DOUBTFUL,
    FEWEST,
    HAND,
    HIDDEN,
    KNOWN,
    LIMIT,
    MOST_PACKS,
    NOBODY,
    OWN,
    PACKS,
    PILED,
    PLAYED,
    PLAYERS,
    RANK,
    RANKS,
    RIGHT,
    SEATS,
    SHOWN,
    SIZE,
    STOOD,
    TAKEN,
    TOLD,
    TURNS,
    WINNER,
    WRONG,
    Bluff,
    Ints,
    byte,
    closed,
    count_of,
    opened,
    pack_count,
    size_of,
)

PASS, CHALLENGE = 0, 1
BASE, NO_CARD, MOST_PLAYED = 14, 13, 4
MOST_MOVES = 2379  # ways to choose up to four cards from 13 ranks
MOST_CLAIMED = 15  # of one rank that a seat is remembered to have claimed on the pile


@rule
def turn(p: Bluff) -> int:
    if p.winner != NOBODY:
        return OVER
    if p.size0 == 0 and p.size1 == 0:
        return CHANCE
    return p.actor if p.asked == NOBODY else p.asked


@kernel
def cards_of(move: int) -> int:
    """The cards that a play puts down."""
    cards = 0
    for _ in range(MOST_PLAYED):
        rank = move % BASE
        move //= BASE
        if rank != NO_CARD:
            cards += 1 << BITS * rank
    return cards


@kernel
def play_of(cards: int) -> int:
    """The move that puts down these cards, 1 to 4 of them."""
    move, count = 0, 0
    for rank in range(RANKS):
        for _ in range(count_of(cards, rank)):
            move = move * BASE + rank
            count += 1
    for _ in range(MOST_PLAYED - count):
        move = move * BASE + NO_CARD
    return move


@rule
def moves(p: Bluff, out: Moves) -> int:
    return list_moves(opened(p), out) if turn(p) >= 0 else 0


@kernel
def list_moves(a: Ints, out: Moves) -> int:
    """List the legal moves of the seat to act, ascending."""
    if a[ASKED] != NOBODY:
        out[0], out[1] = PASS, CHALLENGE
        return 2
    if a[PACKS]:
        return list_free_plays(a[HAND + a[ACTOR]], out)
    return list_plays(a[HAND + a[ACTOR]], out)


@kernel
def list_free_plays(hand: int, out: Moves) -> int:
    """List every card of the hand with every rank it may be claimed to be, ascending."""
    count = 0
    for card in range(RANKS):
        for rank in range(RANKS if count_of(hand, card) else 0):
            out[count] = card * BASE + rank
            count += 1
    return count


@kernel
def list_plays(hand: int, out: Moves) -> int:
    """List every play of 1 to 4 cards of the hand, ascending."""
    count = 0
    for a in range(RANKS):
        rest = hand - (1 << BITS * a)
        if not count_of(hand, a):
            continue
        for b in range(a, BASE):
            if b < NO_CARD and not count_of(rest, b):
                continue
            rest2 = rest - (1 << BITS * b) if b < NO_CARD else int64(0)
            for c in range(b, BASE):
                if c < NO_CARD and not count_of(rest2, c):
                    continue
                rest3 = rest2 - (1 << BITS * c) if c < NO_CARD else int64(0)
                for d in range(c, BASE):
                    if d == NO_CARD or count_of(rest3, d):
                        out[count] = ((a * BASE + b) * BASE + c) * BASE + d
                        count += 1
    return count


@kernel
def deal(a: Ints, seed: int, players: int, packs: int) -> None:
    """Deal out the packs, one card at a time from seat 0."""
    cards = CARDS * packs
    stream, pack = np.empty(4, np.uint64), np.empty(cards, np.int64)
    reseed(stream, seed)
    for card in range(cards):
        pack[card] = card // (COPIES * packs)
    shuffle(pack, stream)
    for card in range(cards):
        seat = card % players
        a[HAND + seat] += 1 << BITS * pack[card]
        a[SIZE + seat] += 1


@kernel
def left_of(seat: int, players: int) -> int:
    """The next seat; a division would take longer."""
    return seat + 1 if seat + 1 < players else 0


@kernel
def put_down(a: Ints, cards: int, players: int) -> None:
    """Put the actor's cards on the pile and ask the seat to his left."""
    actor, count = a[ACTOR], size_of(cards)
    a[HAND + actor] -= cards
    a[SIZE + actor] -= count
    a[OWN + actor] += cards
    a[PILED + actor] += count
    a[PLAYED], a[CLAIMED] = cards, count
    a[CLAIMS + actor] = add_claim(a[CLAIMS + actor], a[RANK], count)
    a[ASKED] = left_of(actor, players)
    for viewer in range(players):
        slot = KNOWN + SEATS * viewer + actor
        if a[slot] > 0:
            a[slot] = surely_left(a[slot], count)


@kernel
def add_claim(claims: int, rank: int, count: int) -> int:
    """The claims with so many more of a rank."""
    before = count_of(claims, rank)
    return claims + (min(before + count, MOST_CLAIMED) - before << BITS * rank)


@kernel
def surely_left(cards: int, gone: int) -> int:
    """What is surely left of these cards when `gone` unseen ones have left the hand."""
    left = 0
    for rank in range(RANKS):
        left += max(count_of(cards, rank) - gone, 0) << BITS * rank
    return left


@kernel
def forget_rank(a: Ints, actor: int) -> None:
    """After a play nothing is said of the rank that was required: truths put down all of it."""
    a[TAKEN + actor] -= count_of(a[TAKEN + actor], a[RANK]) << BITS * a[RANK]


@kernel
def note_taken(a: Ints, taker: int, players: int) -> None:
    """Remember what the pile that is taken is said to hold: claims, and the cards just shown."""
    for rank in range(RANKS):
        count = count_of(a[PLAYED], rank) - (a[CLAIMED] if rank == a[RANK] else 0)
        for seat in range(players):
            count += count_of(a[CLAIMS + seat], rank)
        a[TAKEN + taker] = add_claim(a[TAKEN + taker], rank, max(count, 0))


@kernel
def take_pile(a: Ints, taker: int, players: int) -> None:
    """Give the pile to `taker`; everybody remembers what he put there or saw."""
    actor = a[ACTOR]
    note_taken(a, taker, players)
    for viewer in range(players):
        seen = a[OWN + viewer]
        if viewer != actor:
            seen += a[PLAYED]
        if viewer != taker:
            a[KNOWN + SEATS * viewer + taker] += seen
    for seat in range(players):
        a[HAND + taker] += a[OWN + seat]
        a[SIZE + taker] += a[PILED + seat]
        a[OWN + seat], a[PILED + seat], a[CLAIMS + seat] = 0, 0, 0


@kernel
def add_byte(packed: int, index: int) -> int:
    """Count one more in a byte, which stops at 255."""
    return packed + (1 << BYTE * index) if byte(packed, index) < 255 else packed


@kernel
def settle(a: Ints, players: int, limit: int) -> None:
    """End the turn: the actor has won, or the next seat plays the next rank."""
    a[PLAYED], a[CLAIMED], a[ASKED] = 0, 0, NOBODY
    if a[SIZE + a[ACTOR]] == 0:
        a[WINNER] = a[ACTOR]
    a[ACTOR] = left_of(a[ACTOR], players)
    a[RANK] = 0 if a[PACKS] else (a[RANK] + 1) % RANKS
    a[TURNS] += 1
    if a[TURNS] == limit and a[WINNER] == NOBODY:
        a[WINNER] = FEWEST


@kernel
def note_answer(a: Ints, move: int, is_lie: bool) -> None:
    """Remember how the asked seat answers a claim that does not end the game."""
    left, slot = a[SIZE + a[ACTOR]], CALLED + a[ASKED]
    if left == 0:
        return
    if move == CHALLENGE:
        a[slot] = add_byte(a[slot], RIGHT if is_lie else WRONG)
    elif left + a[CLAIMED] <= DOUBTFUL * a[CLAIMED]:
        a[slot] = add_byte(a[slot], STOOD)


@kernel
def answer(a: Ints, move: int, players: int, limit: int) -> None:
    """Let the claim stand, ask the next seat, or turn the play over."""
    actor, count = a[ACTOR], a[CLAIMED]
    false = count - count_of(a[PLAYED], a[RANK])
    note_answer(a, move, false > 0)
    if move == CHALLENGE:
        a[SHOWN + actor] = add_byte(a[SHOWN + actor], false)
        forget_rank(a, actor)
        take_pile(a, actor if false else a[ASKED], players)
        settle(a, players, limit)
    elif left_of(a[ASKED], players) == actor:
        a[TOLD + actor] = add_byte(a[TOLD + actor], count - 1)
        forget_rank(a, actor)
        settle(a, players, limit)
    else:
        a[ASKED] = left_of(a[ASKED], players)


@kernel
def make_move(a: Ints, move: int) -> None:
    """Play a move of the seat to act, in place."""
    players = a[PLAYERS]
    if a[ASKED] != NOBODY:
        answer(a, move, players, a[LIMIT])
    elif a[PACKS]:
        a[RANK] = move % BASE
        put_down(a, 1 << BITS * (move // BASE), players)
    else:
        put_down(a, cards_of(move), players)


@rule
def play(p: Bluff, move: int) -> Bluff:
    a = opened(p)
    if turn(p) == CHANCE:
        deal(a, move, p.players, pack_count(a))
    else:
        make_move(a, move)
    return closed(a)


@rule
def payoff(p: Bluff, seat: int) -> float:
    """The winner gets 1 from the others together; equal winners share."""
    return (share_of(opened(p), seat) * p.players - 1.0) / (p.players - 1.0)


@kernel
def share_of(a: Ints, seat: int) -> float:
    """What `seat` has won of a finished game: 1 alone, less if shared."""
    fewest, winners = CARDS * MOST_PACKS, 0
    for other in range(a[PLAYERS]):
        if a[SIZE + other] < fewest:
            fewest, winners = a[SIZE + other], 0
        winners += 1 if a[SIZE + other] == fewest else 0
    return 1.0 / winners if a[SIZE + seat] == fewest else 0.0


@rule
def sample(p: Bluff, out: Moves, stream: Stream) -> int:
    if turn(p) == CHANCE:
        return seed62(stream)
    return out[below(stream, moves(p, out))]  # type: ignore[no-any-return]


@kernel
def hide(a: Ints, seat: int, players: int) -> None:
    """Blank what `seat` does not see."""
    for other in range(players):
        if other != seat:
            a[HAND + other], a[OWN + other] = HIDDEN, HIDDEN
            for holder in range(SEATS):
                a[KNOWN + SEATS * other + holder] = HIDDEN
    if a[ASKED] != NOBODY and a[ACTOR] != seat:
        a[PLAYED] = HIDDEN


@rule
def view(p: Bluff, seat: int) -> Bluff:
    if p.size0 == 0 and p.size1 == 0:
        return p
    a = opened(p)
    hide(a, seat, p.players)
    return closed(a)
