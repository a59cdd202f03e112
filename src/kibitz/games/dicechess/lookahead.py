"""One turn of the other side, averaged over its 56 rolls: expectimax on distinct boards.

A roll that takes the king costs the game. With any other the other side is given the best of
its turns: all are ranked by men, the first few distinct ones are valued exactly, and the one
that hurts most counts. The rolls come by falling weight, and a board is given up once even
winning on all rolls left cannot bring it above `floor`.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.games.dicechess.board import ChessBoard, king_square, turned
from kibitz.games.dicechess.capture import taking_rolls
from kibitz.games.dicechess.dice import ORDERED, POOLS, ROLLS, WEIGHTS, ZERO, rolls_weight
from kibitz.games.dicechess.evaluation import lead, standing
from kibitz.games.dicechess.turns import (
    NONE,
    Walk,
    advance_anew,
    board_at,
    board_hash,
    ending,
    enter,
    load,
    store,
)

FEW = 3  # replies of a roll that are valued exactly
BY_WEIGHT = np.array(sorted(range(ROLLS), key=lambda roll: (-WEIGHTS[roll], roll)), np.int64)
_U0, _U1 = np.uint64(0), np.uint64(1)


@kernel
def best_reply(
    b: ChessBoard, pool: int, walk: Walk, kept: NDArray[np.uint64], ranks: NDArray[np.float64]
) -> float:
    """The value of the mover's best turn with a roll that takes no king; a pass if it has none.

    `kept` and `ranks` are scratch for the few boards that count most men.
    """
    ranks[:] = -1e9
    most, size = NONE, len(ranks)
    enter(walk, ZERO, b, pool, ZERO)
    bunch = advance_anew(walk)
    while bunch:
        for i in range(bunch):
            dice = ending(walk, i)
            if dice > most:
                most = dice
                ranks[:] = -1e9
            if dice == most:
                after = board_at(walk, i)
                # men first, then a fixed shuffle, under which equal boards have equal ranks
                noise = board_hash(after, _U1) >> np.uint64(12)
                keep(after, np.float64(noise) * 2.0**-52 - lead(after), kept, ranks)
        bunch = advance_anew(walk)
    if most == NONE:
        return standing(turned(b))
    best = -2.0
    for i in range(size):
        if ranks[i] > -1e9:
            best = max(best, standing(turned(load(kept, i))))
    return best


@kernel
def keep(b: ChessBoard, rank: float, kept: NDArray[np.uint64], ranks: NDArray[np.float64]) -> None:
    """Put a board among the kept ones if it ranks above the least and is not there yet."""
    least = 0
    for i in range(len(ranks)):
        if ranks[i] == rank:
            return
        if ranks[i] < ranks[least]:
            least = i
    if rank > ranks[least]:
        ranks[least] = rank
        store(kept, least, b)


@kernel
def averaged(
    b: ChessBoard, floor: float, walk: Walk, kept: NDArray[np.uint64], ranks: NDArray[np.float64]
) -> float:
    """The value of a board, the other side about to roll, to the side that has just moved.

    Returns a bound below `floor` where the value cannot reach it.
    """
    rolls = taking_rolls(b, king_square(b))
    taken = rolls_weight(rolls)
    total, left = -float(taken), float(ORDERED - taken)
    for i in range(ROLLS):
        roll = BY_WEIGHT[i]
        if rolls >> np.uint64(roll) & _U1 == _U0:
            total -= WEIGHTS[roll] * best_reply(b, POOLS[roll], walk, kept, ranks)
            left -= WEIGHTS[roll]
            if total + left < floor * ORDERED:
                return (total + left) / ORDERED  # type: ignore[no-any-return]
    return total / ORDERED


@kernel
def averaged_row(
    boards: NDArray[np.uint64],
    row: int,
    floor: float,
    walk: Walk,
    kept: NDArray[np.uint64],
    ranks: NDArray[np.float64],
) -> float:
    """The same for a board in a row of an array."""
    return averaged(load(boards, row), floor, walk, kept, ranks)
