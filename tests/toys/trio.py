"""Trio, a toy for three: take 1 or 2 stones; whoever takes the last wins 2, the others lose 1."""

from typing import NamedTuple

from kibitz.core.game import OVER, Moves, rule
from tests.toys.toy import Toy

MOST = 12


class Trio(NamedTuple):
    stones: int
    seat: int


@rule
def turn(p: Trio) -> int:
    return p.seat if p.stones else OVER


@rule
def moves(p: Trio, out: Moves) -> int:
    out[0] = 1
    out[1] = 2
    return min(2, p.stones)


@rule
def play(p: Trio, move: int) -> Trio:
    return Trio(p.stones - move, (p.seat + 1) % 3)


@rule
def payoff(p: Trio, seat: int) -> float:
    return 2.0 if seat == (p.seat + 2) % 3 else -1.0


class TrioGame(Toy):
    name = "trio"
    title = "Trio"
    position_type = Trio
    seats = 3
    least_payoff, greatest_payoff = -1.0, 2.0
    most_moves = 2
    most_plies = MOST

    def start(self) -> Trio:
        return Trio(MOST, 0)
