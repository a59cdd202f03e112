"""Two turns ahead with the learned judge: the other side's best reply to each of its 56 rolls.

A roll that takes the king costs the game. With any other the other side is given the best of
its turns: all are ranked by the judge's sketch, the judge values the first few of them, and the
one that hurts most counts. The 20 rolls of three different kinds, 120 of 216, are half the work
and tell boards apart nearly as well: a glimpse.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Inputs
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, uniform
from kibitz.games.dicechess.board import (
    FIELDS,
    ChessBoard,
    is_castling,
    king_square,
    moved,
    turned,
)
from kibitz.games.dicechess.capture import taking_rolls
from kibitz.games.dicechess.dice import (
    ORDERED,
    POOLS,
    ROLLS,
    WEIGHTS,
    ZERO,
    roll_at,
    rolls_weight,
)
from kibitz.games.dicechess.features import FEATURES, board_features
from kibitz.games.dicechess.lookahead import BY_WEIGHT, keep
from kibitz.games.dicechess.sketch import Sketch, change_of_men, kings_guess, men_guess
from kibitz.games.dicechess.turns import (
    NONE,
    Walk,
    advance_anew,
    board_hash,
    ending,
    enter,
    last_code,
    load,
    new_walk,
)
from kibitz.search.learning.net import Net, judged

LEAST = -1e9
VARIED = 20  # rolls of three different kinds, the first by weight
NOISE = 2.0**-64  # makes less than 1 of 64 bits
_U0, _U1 = np.uint64(0), np.uint64(1)


class ReplyRoom(NamedTuple):
    """Room to look ahead in."""

    walk: Walk
    kept: NDArray[np.uint64]  # the few boards that rank first
    ranks: NDArray[np.float64]
    x: Inputs
    hidden: Inputs


@kernel
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
    """Keep the replies that rank first; returns the dice they spend, NONE if there is none.

    A reply that its men leave behind, whatever it does to the kings, is not made at all.
    """
    walk, ranks = room.walk, room.ranks
    ranks[:] = LEAST
    most, least = NONE, LEAST
    by_kings = sketch.threats.max() + sketch.dangers.max() + 1.0
    enter(walk, ZERO, b, pool, ZERO)
    bunch = advance_anew(walk)
    while bunch:
        before = load(walk.boards, walk.bunch[0])
        men = men_guess(before, sketch)
        for i in range(bunch):
            dice = ending(walk, i)
            if dice > most:
                most, least = dice, LEAST
                ranks[:] = LEAST
            code = last_code(walk, i)
            castles = is_castling(before, code)
            guess = men if castles else men + change_of_men(before, code, sketch)
            if dice == most and (castles or guess + by_kings > least):
                after = moved(before, code)
                if castles:
                    guess = men_guess(after, sketch)
                # a fixed shuffle, under which equal boards have equal ranks
                noise = np.float64(board_hash(after, _U1)) * NOISE
                keep(after, guess + kings_guess(after, sketch) + noise, room.kept, ranks)
                least = ranks.min()
        bunch = advance_anew(walk)
    return most


@kernel
def best_reply(
    b: ChessBoard, pool: int, net: Net, sketch: Sketch, room: ReplyRoom
) -> tuple[float, ChessBoard]:
    """The value of the mover's best turn with a roll that takes no king, and the board after it.

    A pass if it has none. The board is turned round.
    """
    best, found = -2.0, turned(b)
    if rank_replies(b, pool, sketch, room) == NONE:
        return judged_value(found, net, room.x, room.hidden), found
    for i in range(len(room.ranks)):
        if room.ranks[i] > LEAST:
            after = turned(load(room.kept, i))
            value = judged_value(after, net, room.x, room.hidden)
            if value > best:
                best, found = value, after
    return best, found


@kernel
def best_answer(b: ChessBoard, pool: int, net: Net, sketch: Sketch, room: ReplyRoom) -> float:
    """The value of that turn alone."""
    return best_reply(b, pool, net, sketch, room)[0]


@kernel
def answers(
    b: ChessBoard, first: int, last: int, net: Net, sketch: Sketch, room: ReplyRoom
) -> tuple[float, int]:
    """The best answers to some rolls that take no king, summed by weight, and that weight.

    The rolls are those from `first` to before `last` by falling weight.
    """
    rolls, total, weight = taking_rolls(b, king_square(b)), 0.0, 0
    for i in range(first, last):
        roll = BY_WEIGHT[i]
        if rolls >> np.uint64(roll) & _U1 == _U0:
            total += WEIGHTS[roll] * best_answer(b, POOLS[roll], net, sketch, room)
            weight += WEIGHTS[roll]
    return total, weight


@kernel
def sampled_answers(
    b: ChessBoard, left: np.uint64, count: int, net: Net, sketch: Sketch, room: ReplyRoom,
    stream: Stream,
) -> float:  # fmt: skip
    """The mean of the best answers to `count` rolls of a set, drawn evenly spread by weight."""
    weight, offset, total = rolls_weight(left), uniform(stream), 0.0
    for i in range(count):
        roll = roll_at(left, int((i + offset) / count * weight))
        total += best_answer(b, POOLS[roll], net, sketch, room)
    return total / count


@kernel
def averaged_answers(b: ChessBoard, total: float, weight: int) -> float:
    """The value of a board to the side that has just moved, from `answers` to so much weight.

    The rolls that are missing are taken to be like the others.
    """
    taken = rolls_weight(taking_rolls(b, king_square(b)))
    left = total * (ORDERED - taken) / weight if weight else 0.0
    return (-left - taken) / ORDERED


@kernel
def glimpsed(b: ChessBoard, net: Net, sketch: Sketch, room: ReplyRoom) -> float:
    """The value of a board to the side that has just moved, by rolls of three kinds alone."""
    total, weight = answers(b, ZERO, ZERO + VARIED, net, sketch, room)
    return averaged_answers(b, total, weight)


@kernel
def foreseen(b: ChessBoard, net: Net, sketch: Sketch, room: ReplyRoom) -> float:
    """The value of a board to the side that has just moved, by all rolls of the other side."""
    total, weight = answers(b, ZERO, ZERO + ROLLS, net, sketch, room)
    return averaged_answers(b, total, weight)


@kernel
def third_turn(b: ChessBoard, net: Net, sketch: Sketch, room: ReplyRoom, later: ReplyRoom) -> float:
    """What the next own turn changes in the value of a board to the side that has just moved.

    After the best reply to each roll of three kinds the board is glimpsed, where two turns take
    the judge's word. That the glimpse sees few replies is in all boards alike.
    """
    rolls, total, weight = taking_rolls(b, king_square(b)), 0.0, 0
    for i in range(VARIED):
        roll = BY_WEIGHT[i]
        if rolls >> np.uint64(roll) & _U1 == _U0:
            value, reply = best_reply(b, POOLS[roll], net, sketch, room)
            total -= WEIGHTS[roll] * (glimpsed(reply, net, sketch, later) - value)
            weight += WEIGHTS[roll]
    left = ORDERED - rolls_weight(rolls)
    return total * left / (weight * ORDERED) if weight else 0.0


@kernel
def row_answers(
    boards: NDArray[np.uint64],
    first: int,
    last: int,
    net: Net,
    sketch: Sketch,
    room: ReplyRoom,
) -> tuple[float, int]:
    """`answers` for the board in the first row of an array."""
    return answers(load(boards, ZERO), first, last, net, sketch, room)


@kernel
def row_average(boards: NDArray[np.uint64], total: float, weight: int) -> float:
    """`averaged_answers` for the board in the first row of an array."""
    return averaged_answers(load(boards, ZERO), total, weight)


@kernel
def row_third_turn(
    boards: NDArray[np.uint64], net: Net, sketch: Sketch, room: ReplyRoom, later: ReplyRoom
) -> float:
    """`third_turn` for the board in the first row of an array."""
    return third_turn(load(boards, ZERO), net, sketch, room, later)
