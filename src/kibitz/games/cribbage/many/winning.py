"""The chance to win of each side from every score, with three and four players.

With four the two sides deal in turn: the table is that of the dealer's side by both scores, as
for two players. With three it has three scores, so it is kept at some distances from the end
(`NODES`), close ones near the end and wide ones far away, and read between them by straight
lines. A row gives the chance of the dealer and of the one who leads; the third has the rest.
Chances stand in one flat array either way, so that one kernel serves both.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.cribbage.many.hands import Floats, Ints
from kibitz.games.cribbage.many.lore import NODES, SIZE, WIN_SIZES, many_lore
from kibitz.games.cribbage.table.rules import DONE, SCORE, TARGET, Cribbage, side_of
from kibitz.games.cribbage.winning.winning import NEVER


class ThreeLaw(NamedTuple):
    """Hands of three in such a form that they are quickly counted from any score."""

    times: NDArray[np.int16]  # by role, points and hand, the place of the event that reaches them
    totals: Ints  # by role and hand


_NEEDS = np.arange(TARGET + 1)
BELOW = np.clip(np.searchsorted(NODES, _NEEDS, side="right") - 1, 0, SIZE - 2)
PART = (_NEEDS - NODES[BELOW]) / (NODES[BELOW + 1] - NODES[BELOW])  # of the way to the next


@kernel
def read_three(win: Floats, needs: tuple[int, int, int], who: int) -> float:
    """The chance of the dealer (0) or the leader (1), by the points that roles 0, 1, 2 need."""
    total = 0.0
    for corner in range(8):
        place, weight = 0, 1.0
        for role in range(3):
            step = corner >> role & 1
            part = PART[needs[role]]
            weight *= part if step else 1.0 - part
            place = place * SIZE + BELOW[needs[role]] + step
        if weight > 0.0:
            total += weight * win[2 * place + who]
    return total


@kernel
def chance_of_role(players: int, needs: tuple[int, int, int], role: int, win: Floats) -> float:
    """The chance of a role to win before a deal, by what each role (or side) needs."""
    if players == 4:
        chance = win[(TARGET - needs[0]) * TARGET + TARGET - needs[1]]
        return float(chance if role % 2 == 0 else 1.0 - chance)
    if role < 2:
        return read_three(win, needs, role)
    return 1.0 - read_three(win, needs, 0) - read_three(win, needs, 1)


@kernel
def needs_of(p: Cribbage) -> tuple[int, int, int]:
    """What the dealer and the next two need; with four, what both sides do."""
    one, two = side_of(p, (p.dealer + 1) % p.players), side_of(p, (p.dealer + 2) % p.players)
    dealer = side_of(p, p.dealer)
    return TARGET - p[SCORE + dealer], TARGET - p[SCORE + one], TARGET - p[SCORE + two]


@kernel
def chance_to_win(p: Cribbage, seat: int, win: Floats) -> float:
    """The chance of the side of a seat, before a deal or after the game."""
    if p.phase == DONE:
        return 1.0 if p[SCORE + side_of(p, seat)] >= TARGET else 0.0
    return chance_of_role(p.players, needs_of(p), (seat - p.dealer) % p.players, win)


def many_chances(scores: list[int]) -> list[float]:
    """The chance of each side to win, by scores before a deal: the dealer's first, then leftward.

    Three scores are those of three players, two those of the sides of four.
    """
    if len(scores) not in (2, 3) or not all(0 <= score < TARGET for score in scores):
        raise BadValue(f"scores {scores} are not two or three from 0 to {TARGET - 1}")
    players = 4 if len(scores) == 2 else 3
    needs = [TARGET - score for score in (*scores, 0)[:3]]
    win = many_lore(players).win
    return [
        float(chance_of_role(players, (needs[0], needs[1], needs[2]), role, win))
        for role in range(len(scores))
    ]


@kernel
def chances_after(needs: tuple[int, int, int], win: Floats) -> tuple[float, float]:
    """The chances of roles 0 and 1 after a hand that nobody won, by what each now needs.

    The leader deals next: roles 1, 2, 0 become 0, 1, 2.
    """
    passed = (needs[1], needs[2], needs[0])
    dealer, leader = read_three(win, passed, 0), read_three(win, passed, 1)
    return 1.0 - dealer - leader, dealer


@kernel
def three_worth(law: ThreeLaw, needs: tuple[int, int, int], win: Floats, out: Floats) -> None:
    """Write the mean chance of roles 0 and 1 over all hands of a law, from what each needs."""
    out[:] = 0.0
    times, totals = law.times, law.totals
    hands = totals.shape[1]
    for i in range(hands):
        best, when = -1, NEVER
        for role in range(3):
            if times[role, needs[role], i] < when:
                best, when = role, int(times[role, needs[role], i])
        if best < 0:
            left = (needs[0] - totals[0, i], needs[1] - totals[1, i], needs[2] - totals[2, i])
            dealer, leader = chances_after(left, win)
            out[0] += dealer
            out[1] += leader
        elif best < 2:
            out[best] += 1.0
    out /= hands


@kernel
def lift(chances: Floats, lifts: Floats) -> None:
    """Move the chance p of each role by p (1 - p) times its lift, and make them add up to 1.

    Chances of roles 0 and 1 are given; role 2 has the rest. What is sure stays so.
    """
    third = 1.0 - chances[0] - chances[1]
    a = chances[0] * (1.0 + (1.0 - chances[0]) * lifts[0])
    b = chances[1] * (1.0 + (1.0 - chances[1]) * lifts[1])
    c = third * (1.0 + (1.0 - third) * lifts[2])
    chances[0], chances[1] = a / (a + b + c), b / (a + b + c)


@kernel
def sweep_three(law: ThreeLaw, lifts: Floats, win: Floats) -> None:
    """Fill the whole table once, from the end on, reading what is already there.

    The lifts are what regard for the score changes, by node and role.
    """
    found = np.empty(2)
    for far in range(3 * SIZE - 2):
        for i in range(SIZE):
            for j in range(SIZE):
                k = far - i - j
                if 0 <= k < SIZE:
                    needs = (int(NODES[i]), int(NODES[j]), int(NODES[k]))
                    three_worth(law, needs, win, found)
                    place = (i * SIZE + j) * SIZE + k
                    lift(found, lifts[place])
                    win[2 * place], win[2 * place + 1] = found[0], found[1]


def win_three(law: ThreeLaw, sweeps: int = 3) -> Floats:
    """The table of three players whose hands come by a law; wide nodes need a few sweeps."""
    win, none = np.full(WIN_SIZES[3], 1.0 / 3.0), np.zeros((SIZE**3, 3))
    for _ in range(sweeps):
        sweep_three(law, none, win)
    return win
