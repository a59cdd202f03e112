"""Two turns ahead with the learned judge: the other side's best reply to each of its 56 rolls.

A roll that takes the king costs the game. With any other the other side is given the best of
its turns: all are ranked by the judge's sketch, the judge values the first few of them, and the
one that hurts most counts. The rolls come by falling weight, and a board is given up once even
winning on all rolls left cannot bring it above `floor`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Inputs
from kibitz.core.kernel import kernel
from kibitz.games.dicechess.board import (
    FIELDS,
    ChessBoard,
    is_castling,
    king_square,
    moved,
    turned,
)
from kibitz.games.dicechess.capture import taking_rolls
from kibitz.games.dicechess.dice import ORDERED, POOLS, ROLLS, WEIGHTS, ZERO, rolls_weight
from kibitz.games.dicechess.features import FEATURES, board_features
from kibitz.games.dicechess.lookahead import BY_WEIGHT, keep
from kibitz.games.dicechess.sketch import Sketch, change_of_men, kings_guess, men_guess
from kibitz.games.dicechess.turns import (
    NONE,
    Walk,
    advance,
    board_hash,
    ending,
    enter,
    last_code,
    load,
    new_walk,
)
from kibitz.search.learning.net import Net, judged

LEAST = -1e9
NOISE = 2.0**-64  # makes less than 1 of 64 bits
_U0, _U1 = np.uint64(0), np.uint64(1)


class ReplyRoom(NamedTuple):
    """Room to look ahead in."""

    walk: Walk
    kept: NDArray[np.uint64]  # the few boards that rank first
    ranks: NDArray[np.float64]
    x: Inputs
    hidden: Inputs


def new_reply_room(few: int, units: int) -> ReplyRoom:
    """Room for keeping `few` replies."""
    return ReplyRoom(
        new_walk(),
        np.zeros((few, FIELDS), np.uint64),
        np.zeros(few),
        np.zeros(FEATURES, np.float32),
        np.zeros(units, np.float32),
    )


@kernel
def judged_value(b: ChessBoard, net: Net, x: Inputs, hidden: Inputs) -> float:
    """Wins less losses of the side that has just moved, the other about to roll."""
    return 1.0 - 2.0 * judged(net, x, board_features(b, x), hidden)


@kernel
def judge_boards(
    boards: NDArray[np.uint64], chosen: NDArray[np.int64], net: Net, out: NDArray[np.float64]
) -> None:
    """Write the judge's values of the chosen rows, each at its own index."""
    x, hidden = np.zeros(FEATURES, np.float32), np.zeros_like(net.outer)
    for i in chosen:
        out[i] = judged_value(load(boards, i), net, x, hidden)


@kernel
def rank_replies(b: ChessBoard, pool: int, sketch: Sketch, room: ReplyRoom) -> int:
    """Keep the replies that rank first; returns the dice they spend, NONE if there is none."""
    walk, ranks = room.walk, room.ranks
    ranks[:] = LEAST
    most = NONE
    enter(walk, ZERO, b, pool, ZERO)
    bunch = advance(walk)
    while bunch:
        before = load(walk.boards, walk.bunch[0])
        men = men_guess(before, sketch)
        for i in range(bunch):
            dice = ending(walk, i)
            if dice > most:
                most = dice
                ranks[:] = LEAST
            if dice == most:
                code = last_code(walk, i)
                after = moved(before, code)
                if is_castling(before, code):
                    guess = men_guess(after, sketch)
                else:
                    guess = men + change_of_men(before, code, sketch)
                # a fixed shuffle, under which equal boards have equal ranks
                noise = np.float64(board_hash(after, _U1)) * NOISE
                keep(after, guess + kings_guess(after, sketch) + noise, room.kept, ranks)
        bunch = advance(walk)
    return most


@kernel
def best_answer(b: ChessBoard, pool: int, net: Net, sketch: Sketch, room: ReplyRoom) -> float:
    """The value of the mover's best turn with a roll that takes no king; a pass if it has none."""
    if rank_replies(b, pool, sketch, room) == NONE:
        return judged_value(turned(b), net, room.x, room.hidden)
    best = -2.0
    for i in range(len(room.ranks)):
        if room.ranks[i] > LEAST:
            after = turned(load(room.kept, i))
            best = max(best, judged_value(after, net, room.x, room.hidden))
    return best


@kernel
def foreseen(b: ChessBoard, floor: float, net: Net, sketch: Sketch, room: ReplyRoom) -> float:
    """The value of a board, the other side about to roll, to the side that has just moved.

    Returns a bound below `floor` where the value cannot reach it.
    """
    rolls = taking_rolls(b, king_square(b))
    taken = rolls_weight(rolls)
    total, left = -float(taken), float(ORDERED - taken)
    for i in range(ROLLS):
        roll = BY_WEIGHT[i]
        if rolls >> np.uint64(roll) & _U1 == _U0:
            total -= WEIGHTS[roll] * best_answer(b, POOLS[roll], net, sketch, room)
            left -= WEIGHTS[roll]
            if total + left < floor * ORDERED:
                return (total + left) / ORDERED  # type: ignore[no-any-return]
    return total / ORDERED


@kernel
def foreseen_row(
    boards: NDArray[np.uint64], row: int, floor: float, net: Net, sketch: Sketch, room: ReplyRoom
) -> float:
    """The same for a board in a row of an array."""
    return foreseen(load(boards, row), floor, net, sketch, room)
