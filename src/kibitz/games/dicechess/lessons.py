"""How the judge of dice chess plays against itself: whole turns, and exact chances to win.

A game ends when a roll takes the king, but no aim rests on that roll: it holds the chance of
all rolls that would have, and one turn with a roll that does not. With `look` it holds the mean
over that many rolls that do not: the mean over the best of the few replies that rank first, and
what looking at more of them adds with the roll that came.
"""

import numpy as np

from kibitz.core.game import Inputs, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, uniform
from kibitz.games.dicechess.board import ChessBoard, king_square, turned
from kibitz.games.dicechess.capture import taking_rolls
from kibitz.games.dicechess.choosing import best_board, board_worth, distinct_turns, new_room
from kibitz.games.dicechess.continuation import draw_roll, quiet_after
from kibitz.games.dicechess.dice import ALL_ROLLS, ORDERED, POOLS, ZERO, roll_at
from kibitz.games.dicechess.features import board_features
from kibitz.games.dicechess.foresight import (
    ReplyRoom,
    best_answer,
    new_reply_room,
    sampled_answers,
)
from kibitz.games.dicechess.rules import QUIET_LIMIT, DiceChess, board_of
from kibitz.games.dicechess.sketch import Sketch, sketch_of
from kibitz.games.dicechess.turns import load
from kibitz.search.learning.lessons import LessonNotes, Manner, set_aims
from kibitz.search.learning.net import Net

REPLIES = 5  # to a roll that is looked at besides the one that came
_ALL = np.uint64(ALL_ROLLS)
_U0, _U1 = np.uint64(0), np.uint64(1)


@rule
def lesson(
    p: DiceChess,
    net: Net,
    aside: Inputs,
    manner: Manner,
    notes: LessonNotes,
    out: Moves,
    stream: Stream,
) -> int:
    room, replies, sketch = new_room(net), new_reply_room(REPLIES, len(net.outer)), sketch_of(aside)
    b, quiet, count, is_over = board_of(p), p.quiet, 0, False
    while not is_over and count < len(notes.aims):
        board_features(b, notes.rows[count])
        notes.next[count], notes.mean[count], notes.is_cut[count] = 0.0, 0.0, 0
        rolls = taking_rolls(b, king_square(b))
        if rolls == _ALL:
            count += 1
            break
        roll = roll_at(_ALL, below(stream, ORDERED))
        is_over = rolls >> np.uint64(roll) & _U1 != _U0
        if is_over:
            roll = draw_roll(~rolls & _ALL, stream)
        turns = distinct_turns(b, POOLS[roll], sketch, room)
        path, after = ZERO, turned(b)
        if turns:
            chosen, notes.next[count] = best_board(turns, net, room)
            choice = below(stream, turns) if uniform(stream) < manner.explore else chosen
            notes.is_cut[count] = 1 if choice != chosen else 0
            path, after = room.paths[choice], load(room.boards, choice)
        else:
            notes.next[count] = 1.0 - board_worth(after, net, room)
        notes.mean[count] = notes.next[count]
        if manner.look:
            luck = luck_of(b, roll, ~rolls & _ALL, manner.look, net, sketch, replies, stream)
            notes.mean[count] -= luck
        quiet = quiet_after(b, path, quiet)
        if quiet >= QUIET_LIMIT:
            notes.next[count], notes.mean[count], notes.is_cut[count] = 0.5, 0.5, 1
            is_over = True
        b = after
        count += 1
    if count:
        notes.is_cut[count - 1] |= 1
    set_aims(notes, count, manner.trace)
    return count


@kernel
def luck_of(
    b: ChessBoard, roll: int, left: np.uint64, look: int, net: Net, sketch: Sketch,
    replies: ReplyRoom, stream: Stream,
) -> float:  # fmt: skip
    """By how much a roll's best answer is better than the mean over `look` rolls of a set.

    As a share of the points. The expectation over the roll is 0.
    """
    got = best_answer(b, POOLS[roll], net, sketch, replies)
    return 0.5 * (got - sampled_answers(b, left, look, net, sketch, replies, stream))
