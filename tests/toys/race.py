"""A race, a toy with dice: roll, then run so many steps or stay; who reaches the goal wins.

The die has faces 1, 2 and 3 with weights 3, 2 and 1. A seat that is on a square where the
other stands, other than 0, sends it back to 0. After a number of rolls the one in front
wins a half.
"""

from typing import NamedTuple

from kibitz.core.game import CHANCE, OVER, Moves, rule
from tests.toys.toy import Toy

GOAL, ROLLS = 6, 8
STAY, RUN = 0, 1


class Race(NamedTuple):
    place0: int
    place1: int
    seat: int
    roll: int  # 0 before it is rolled
    rolls_left: int


@rule
def turn(p: Race) -> int:
    if p.place0 >= GOAL or p.place1 >= GOAL or (p.roll == 0 and p.rolls_left == 0):
        return OVER
    return CHANCE if p.roll == 0 else p.seat


@rule
def moves(p: Race, out: Moves) -> int:
    if p.roll == 0:
        out[0], out[1], out[2] = 1, 2, 3
        return 3
    out[0], out[1] = STAY, RUN
    return 2


@rule
def weight(p: Race, move: int) -> int:
    return 4 - move


@rule
def play(p: Race, move: int) -> Race:
    if p.roll == 0:
        return Race(p.place0, p.place1, p.seat, move, p.rolls_left - 1)
    place0, place1 = p.place0, p.place1
    if move == RUN and p.seat == 0:
        place0 += p.roll
        place1 = 0 if place1 == place0 else place1
    elif move == RUN:
        place1 += p.roll
        place0 = 0 if place0 == place1 else place0
    return Race(place0, place1, 1 - p.seat, 0, p.rolls_left)


@rule
def payoff(p: Race, seat: int) -> float:
    first = 0.5 * (p.place0 > p.place1) - 0.5 * (p.place0 < p.place1)
    if p.place0 >= GOAL or p.place1 >= GOAL:
        first *= 2.0
    return first if seat == 0 else -first


@rule
def heuristic(p: Race, seat: int) -> float:
    lead = (p.place0 - p.place1) / (2.0 * GOAL)
    return lead if seat == 0 else -lead


@rule
def priority(p: Race, move: int) -> int:
    return move


class RaceGame(Toy):
    name = "race"
    title = "Race"
    position_type = Race
    most_moves = 3
    most_plies = 2 * ROLLS
    has_chance = True

    def start(self) -> Race:
        return Race(0, 0, 0, 0, ROLLS)
