"""Grab, a toy with extra turns: take 1 to 3 stones from a pile, each worth a point.

Whoever leaves a multiple of 3 (not 0) moves again. The payoff is one's own stones less
the other's.
"""

from typing import NamedTuple

from kibitz.core.game import OVER, Moves, rule
from tests.toys.toy import Toy

MOST = 24


class Grab(NamedTuple):
    stones: int
    lead: int  # of seat 0
    seat: int


@rule
def turn(p: Grab) -> int:
    return p.seat if p.stones else OVER


@rule
def moves(p: Grab, out: Moves) -> int:
    count = min(3, p.stones)
    for i in range(count):
        out[i] = i + 1
    return count


@rule
def play(p: Grab, move: int) -> Grab:
    left = p.stones - move
    lead = p.lead + (move if p.seat == 0 else -move)
    return Grab(left, lead, p.seat if left and left % 3 == 0 else 1 - p.seat)


@rule
def payoff(p: Grab, seat: int) -> float:
    return float(p.lead if seat == 0 else -p.lead)


@rule
def heuristic(p: Grab, seat: int) -> float:
    return float(p.lead if seat == 0 else -p.lead)


class GrabGame(Toy):
    name = "grab"
    title = "Grab"
    position_type = Grab
    unit = "stones"
    least_payoff, greatest_payoff = -float(MOST), float(MOST)
    most_moves = 3
    most_plies = MOST

    def start(self) -> Grab:
        return Grab(MOST, 0, 0)
