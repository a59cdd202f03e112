"""Kuhn poker as a toy: three cards, one each, ante 1, one bet of 1 (Kuhn 1950).

Cards are 0 (Jack), 1 (Queen), 2 (King); UNKNOWN hides one, NO_CARD is not dealt yet. A
move is PASS or BET for a seat, and for chance the deal: 3 * seat 0's card + seat 1's.
`history` has a digit 1 + move in base 3 for each move, the latest last.
"""

from typing import NamedTuple

from kibitz.core.game import CHANCE, OVER, Moves, Position, rule
from kibitz.core.stream import Stream, below
from tests.toys.toy import Toy

PASS, BET = 0, 1
UNKNOWN, NO_CARD = 3, 4


class Kuhn(NamedTuple):
    card0: int
    card1: int
    history: int


# Histories that end the game: pass pass, bet pass, bet bet, pass bet pass, pass bet bet.
PP, BP, BB, PBP, PBB = 4, 7, 8, 16, 17


@rule
def turn(p: Kuhn) -> int:
    if p.card0 == NO_CARD:
        return CHANCE
    if p.history in (PP, BP, BB, PBP, PBB):
        return OVER
    return 1 if p.history in (1, 2) else 0


@rule
def moves(p: Kuhn, out: Moves) -> int:
    if p.card0 != NO_CARD:
        out[0], out[1] = PASS, BET
        return 2
    count = 0
    for deal in range(9):
        if deal // 3 != deal % 3:
            out[count] = deal
            count += 1
    return count


@rule
def play(p: Kuhn, move: int) -> Kuhn:
    if p.card0 == NO_CARD:
        return Kuhn(move // 3, move % 3, 0)
    return Kuhn(p.card0, p.card1, 3 * p.history + 1 + move)


@rule
def payoff(p: Kuhn, seat: int) -> float:
    if p.history == BP:
        first = 1.0
    elif p.history == PBP:
        first = -1.0
    else:
        stake = 1.0 if p.history == PP else 2.0
        first = stake if p.card0 > p.card1 else -stake
    return first if seat == 0 else -first


@rule
def view(p: Kuhn, seat: int) -> Kuhn:
    if p.card0 == NO_CARD:
        return p
    if seat == 0:
        return Kuhn(p.card0, UNKNOWN, p.history)
    return Kuhn(UNKNOWN, p.card1, p.history)


@rule
def world(v: Kuhn, seat: int, stream: Stream) -> Kuhn:
    if v.card0 == NO_CARD:
        return v
    mine = v.card0 if seat == 0 else v.card1
    other = below(stream, 2)
    if other >= mine:
        other += 1
    return Kuhn(mine, other, v.history) if seat == 0 else Kuhn(other, mine, v.history)


class KuhnGame(Toy):
    name = "kuhn-toy"
    title = "Kuhn poker"
    position_type = Kuhn
    unit = "chips"
    least_payoff, greatest_payoff = -2.0, 2.0
    most_moves = 9
    most_plies = 4
    has_chance = has_secrets = True

    def start(self) -> Position:
        return Kuhn(NO_CARD, NO_CARD, 0)
