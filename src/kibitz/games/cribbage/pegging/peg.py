"""The play of one hand as a game of its own, over ranks alone.

Seat 0 is pone, who led, seat 1 the dealer. A hand is 4 bits a card, rank + 1, in any
order; the pile and its count are those of `pile`. A move is a rank. Points may start
from the scores of the game: the play is over at once when they reach 121.
"""

from typing import NamedTuple

from kibitz.core.game import OVER, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below
from kibitz.games.cribbage.table.pile import LIMIT, peg_points
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.table.score import VALUES

NIBBLE = 15


class Peg(NamedTuple):
    hand0: int
    hand1: int
    pile: int
    total: int  # the count of the pile
    seat: int
    points0: int
    points1: int


@kernel
def can_play(hand: int, room: int) -> bool:
    """Whether a hand has a card that fits under the room."""
    while hand:
        if VALUES[(hand & NIBBLE) - 1] <= room:
            return True
        hand >>= 4
    return False


@kernel
def without(hand: int, rank: int) -> int:
    """The hand less one card of a rank that it holds."""
    shift = 0
    while (hand >> shift & NIBBLE) != rank + 1:
        shift += 4
    return hand >> shift + 4 << shift | hand & (1 << shift) - 1


@kernel
def is_over(p: Peg) -> bool:
    """Whether all cards are played or somebody has won."""
    return p.hand0 | p.hand1 == 0 or p.points0 >= TARGET or p.points1 >= TARGET


@rule
def turn(p: Peg) -> int:
    return OVER if is_over(p) else p.seat


@rule
def moves(p: Peg, out: Moves) -> int:
    hand, room, seen = p.hand1 if p.seat else p.hand0, LIMIT - p.total, 0
    while hand:
        rank = (hand & NIBBLE) - 1
        if VALUES[rank] <= room:
            seen |= 1 << rank
        hand >>= 4
    count = 0
    for rank in range(13):
        if seen >> rank & 1:
            out[count] = rank
            count += 1
    return count


@rule
def play(p: Peg, move: int) -> Peg:
    mine = without(p.hand1 if p.seat else p.hand0, move)
    yours = p.hand0 if p.seat else p.hand1
    pile, count = p.pile << 4 | move + 1, p.total + int(VALUES[move])
    points, room, seat = peg_points(pile, count), LIMIT - count, 1 - p.seat
    if not can_play(yours, room):
        if can_play(mine, room):
            seat = p.seat
        else:
            points += 1 if room else 0
            pile, count = 0, 0
            if yours == 0:
                seat = p.seat
    if p.seat:
        return Peg(yours, mine, pile, count, seat, p.points0, p.points1 + points)
    return Peg(mine, yours, pile, count, seat, p.points0 + points, p.points1)


@rule
def payoff(p: Peg, seat: int) -> float:
    lead = p.points0 - p.points1
    return float(-lead if seat else lead)


@kernel
def greedy_rank(p: Peg, stream: Stream) -> int:
    """The rank that pegs most at once; among equals a random one."""
    hand, best, most, equals = p.hand1 if p.seat else p.hand0, 0, -1, 0
    while hand:
        nibble = hand & NIBBLE
        count = p.total + VALUES[nibble - 1]
        if count <= LIMIT:
            points = peg_points(p.pile << 4 | nibble, count)
            if points > most:
                best, most, equals = nibble, points, 1
            elif points == most:
                equals += 1
                if below(stream, equals) == 0:
                    best = nibble
        hand >>= 4
    return best - 1


@rule
def policy(p: Peg, out: Moves, stream: Stream) -> int:
    return greedy_rank(p, stream)
