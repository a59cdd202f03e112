"""Kuhn poker in numbers (Kuhn 1950): jack, queen and king are 1, 2, 3; 0 is not dealt yet.

Both seats ante 1. `history` is a leading 1 and then a bit for each move: 0 passes (a
check or a fold), 1 bets (a bet or a call) another 1. Chance deals each seat a card, as a
move the card itself. In a view the other seat's card is HIDDEN, until a showdown.
"""

from typing import NamedTuple

from kibitz.core.game import CHANCE, OVER, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below

CARDS, HIDDEN = 3, 4
PASS, BET = 0, 1
# histories at which the game is over
PASS_PASS, BET_PASS, BET_BET, PASS_BET_PASS, PASS_BET_BET = 0b100, 0b110, 0b111, 0b1010, 0b1011


class Kuhn(NamedTuple):
    first: int
    second: int
    history: int


@rule
def turn(p: Kuhn) -> int:
    if p.second == 0:
        return CHANCE
    if p.history in (PASS_PASS, BET_PASS, BET_BET, PASS_BET_PASS, PASS_BET_BET):
        return OVER
    return 1 if 2 <= p.history <= 3 else 0


@rule
def moves(p: Kuhn, out: Moves) -> int:
    if p.second:
        out[0], out[1] = PASS, BET
        return 2
    count = 0
    for card in range(1, CARDS + 1):
        if card != p.first:
            out[count] = card
            count += 1
    return count


@rule
def play(p: Kuhn, move: int) -> Kuhn:
    if p.first == 0:
        return Kuhn(move, 0, 1)
    if p.second == 0:
        return Kuhn(p.first, move, 1)
    return Kuhn(p.first, p.second, p.history << 1 | move)


@rule
def payoff(p: Kuhn, seat: int) -> float:
    if p.history == BET_PASS:
        gain = 1.0
    elif p.history == PASS_BET_PASS:
        gain = -1.0
    else:
        stake = 1.0 if p.history == PASS_PASS else 2.0
        gain = stake if p.first > p.second else -stake
    return gain if seat == 0 else -gain


@kernel
def is_shown(p: Kuhn) -> bool:
    """Whether the hand went to a showdown, which lays both cards open."""
    return p.history in (PASS_PASS, BET_BET, PASS_BET_BET)


@rule
def view(p: Kuhn, seat: int) -> Kuhn:
    if is_shown(p):
        return p
    if seat == 0:
        return Kuhn(p.first, HIDDEN if p.second else 0, p.history)
    return Kuhn(HIDDEN if p.first else 0, p.second, p.history)


@rule
def world(v: Kuhn, seat: int, stream: Stream) -> Kuhn:
    if is_shown(v):
        return v
    mine = v.first if seat == 0 else v.second
    other = below(stream, CARDS - 1) + 1 if mine else below(stream, CARDS) + 1
    if mine and other >= mine:
        other += 1
    if seat == 0:
        return Kuhn(v.first, other if v.second else 0, v.history)
    return Kuhn(other if v.first else 0, v.second, v.history)
