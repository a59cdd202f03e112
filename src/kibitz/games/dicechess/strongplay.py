"""Rollouts in which both sides move as the learned judge would, and the judge has the last word.

As in rollouts of random play, each ply adds the exact chance that the roll takes the king and
goes on with a roll that does not. After `cut` plies the judge says what the rest is worth;
without a cut a line is played to the end, small survival put to the roulette.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, uniform
from kibitz.games.dicechess.board import ChessBoard, king_square, turned
from kibitz.games.dicechess.capture import taking_rolls
from kibitz.games.dicechess.choosing import (
    Room,
    best_board,
    board_worth,
    distinct_turns,
    new_room,
)
from kibitz.games.dicechess.continuation import draw_roll, quiet_after
from kibitz.games.dicechess.dice import ALL_ROLLS, ORDERED, POOLS, roll_at, rolls_weight
from kibitz.games.dicechess.rollout import NO_TICKET
from kibitz.games.dicechess.rules import QUIET_LIMIT, DiceChess, board_of
from kibitz.games.dicechess.sketch import Sketch
from kibitz.games.dicechess.turns import load
from kibitz.search.learning.net import Net

_ALL = np.uint64(ALL_ROLLS)


@kernel
def after_turn(
    b: ChessBoard, roll: int, quiet: int, net: Net, sketch: Sketch, room: Room
) -> tuple[ChessBoard, int]:
    """The board after the judge's turn, seen from the other side, and the clock of quiet moves."""
    turns = distinct_turns(b, POOLS[roll], sketch, room)
    if not turns:
        return turned(b), quiet
    chosen, _ = best_board(turns, net, room)
    return load(room.boards, chosen), quiet_after(b, room.paths[chosen], quiet)


@kernel
def strong_rollout(
    b: ChessBoard, quiet: int, ticket: int, most_plies: int, cut: int, roulette: float,
    net: Net, sketch: Sketch, room: Room, stream: Stream,
) -> tuple[float, float, int]:  # fmt: skip
    """The chances that the mover and the other side win, along one line, and its plies."""
    won, lost, survive = 0.0, 0.0, 1.0
    for ply in range(most_plies):
        if ply == cut:
            rest = survive * board_worth(b, net, room)
            if ply % 2 == 1:
                rest = survive - rest
            return won + rest, lost + survive - rest, ply
        rolls = taking_rolls(b, king_square(b))
        taken = survive * rolls_weight(rolls) / ORDERED
        won += taken if ply % 2 == 0 else 0.0
        lost += taken if ply % 2 == 1 else 0.0
        survive -= taken
        if rolls == _ALL:
            return won, lost, ply + 1
        if survive < roulette:
            share, is_over = won / (won + lost), uniform(stream) * roulette >= survive
            rise = -survive if is_over else roulette - survive
            won -= rise * share
            lost -= rise * (1.0 - share)
            survive += rise
            if is_over:
                return won, lost, ply + 1
        left = ~rolls & _ALL
        roll = roll_at(left, ticket) if ply == 0 and ticket >= 0 else draw_roll(left, stream)
        b, quiet = after_turn(b, roll, quiet, net, sketch, room)
        if quiet >= QUIET_LIMIT:
            return won, lost, ply + 1
    return won, lost, most_plies


@kernel
def strong_rollouts(
    p: DiceChess, count: int, most_plies: int, cut: int, roulette: float, is_stratified: bool,
    net: Net, sketch: Sketch, stream: Stream, sums: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add up `count` rollouts; stratified ones spread their first rolls evenly over the weight."""
    b, room = board_of(p), new_room(net)
    weight, offset = ORDERED - rolls_weight(taking_rolls(b, king_square(b))), uniform(stream)
    sums[:] = 0.0
    for i in range(count):
        ticket = int((i + offset) / count * weight) if is_stratified else NO_TICKET
        won, lost, plies = strong_rollout(
            b, p.quiet, ticket, most_plies, cut, roulette, net, sketch, room, stream
        )
        sums[0] += won
        sums[1] += lost
        sums[2] += won * won
        sums[3] += lost * lost
        sums[4] += plies
        sums[5] += 1.0
