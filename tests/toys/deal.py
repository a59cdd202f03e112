"""Deal, a toy whose chance cannot be listed: stop or draw a number from a seed, once."""

from typing import NamedTuple

from kibitz.core.game import CHANCE, OVER, Moves, rule
from kibitz.core.stream import Stream, seed62
from tests.toys.toy import Toy

STOP, DRAW = 0, 1


class Deal(NamedTuple):
    stage: int  # 0 to decide, 1 to be dealt, 2 over
    points: int


@rule
def turn(p: Deal) -> int:
    return 0 if p.stage == 0 else CHANCE if p.stage == 1 else OVER


@rule
def moves(p: Deal, out: Moves) -> int:
    out[0] = STOP
    out[1] = DRAW
    return 2 if p.stage == 0 else 0


@rule
def play(p: Deal, move: int) -> Deal:
    if p.stage == 0:
        return Deal(2 - move, p.points)
    return Deal(2, move % 11)


@rule
def sample(p: Deal, out: Moves, stream: Stream) -> int:
    return seed62(stream) if p.stage == 1 else seed62(stream) % 2


@rule
def payoff(p: Deal, seat: int) -> float:
    return p.points / 10.0


class DealGame(Toy):
    name = "deal"
    title = "Deal"
    position_type = Deal
    seats = 1
    least_payoff, greatest_payoff = 0.0, 1.0
    most_moves = 2
    most_plies = 2
    has_chance = True

    def start(self) -> Deal:
        return Deal(0, 4)
