"""Rollouts before a roll: who takes the king first if both sides move at random from here?

A rollout never rolls a capture. Each ply adds `survive * p` exactly, where p is the chance that
the roll takes the king, and goes on with a roll that does not (Rao and Blackwell: the chance of
the event in place of the event). Small survival is put to a roulette that keeps the mean: it
ends, or is raised. What it loses or gains is charged to both sides as they stand on this line,
so that the three chances sum to 1 on every line.
Ordinary simulation, one winner each, is the same with PLAIN in place of the roulette.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.game import Moves
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, reseed, uniform
from kibitz.games.dicechess.board import ChessBoard, king_square, turned
from kibitz.games.dicechess.capture import taking_rolls
from kibitz.games.dicechess.continuation import (
    OVER_PATHS,
    OVER_PATHS_BY_WALK,
    OVER_POSITIONS,
    draw_path,
    draw_path_by_walk,
    draw_position,
    draw_roll,
    followed,
    quiet_after,
)
from kibitz.games.dicechess.dice import ALL_ROLLS, ORDERED, POOLS, ZERO, roll_at, rolls_weight
from kibitz.games.dicechess.rules import QUIET_LIMIT, DiceChess, board_of
from kibitz.games.dicechess.turns import Walk, load

SUMS = 6  # what a batch adds up: mover, other, their squares, plies, rollouts
NO_TICKET = int64(-1)
PLAIN = -1.0  # in place of a roulette
LUCK_ROULETTE = 0.3
_ALL = np.uint64(ALL_ROLLS)
_U0, _U1 = np.uint64(0), np.uint64(1)


@kernel
def next_path(b: ChessBoard, pool: int, over: int, walk: Walk, stream: Stream) -> int:
    """A random turn, uniform over paths or over positions."""
    if over == OVER_POSITIONS:
        return draw_position(b, pool, walk, stream)
    if over == OVER_PATHS_BY_WALK:
        return draw_path_by_walk(b, pool, walk, stream)
    return draw_path(b, pool, walk, stream)


@kernel
def draw_turns(p: DiceChess, over: int, walk: Walk, stream: Stream, out: Moves) -> None:
    """Fill `out` with random turns of a rolled position, as paths."""
    for i in range(len(out)):
        out[i] = next_path(board_of(p), p.dice, over, walk, stream)


@kernel
def rollout(
    b: ChessBoard,
    quiet: int,
    ticket: int,
    most_plies: int,
    over: int,
    roulette: float,
    walk: Walk,
    stream: Stream,
) -> tuple[float, float, int]:
    """The chances that the mover and the other side win, along one line, and its plies.

    A `ticket` that is not NO_TICKET says where in the weight of its set the first roll falls.
    Survival below `roulette` ends, or is raised to it with the chance that keeps the mean. A
    `roulette` of PLAIN is ordinary simulation: every roll is rolled, and a capture ends all.
    """
    won, lost, survive = 0.0, 0.0, 1.0
    for ply in range(most_plies):
        rolls = taking_rolls(b, king_square(b))
        if roulette == PLAIN:
            roll = roll_at(_ALL, below(stream, ORDERED))
            if rolls >> np.uint64(roll) & _U1 != _U0:
                return 1.0 - ply % 2, 0.0 + ply % 2, ply + 1
        else:
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
            rest = ~rolls & _ALL
            roll = roll_at(rest, ticket) if ply == 0 and ticket >= 0 else draw_roll(rest, stream)
        path = next_path(b, POOLS[roll], over, walk, stream)
        quiet = quiet_after(b, path, quiet)
        if quiet >= QUIET_LIMIT:
            return won, lost, ply + 1
        b = turned(followed(b, path))
    return won, lost, most_plies


@kernel
def rollouts(
    p: DiceChess,
    count: int,
    most_plies: int,
    over: int,
    roulette: float,
    is_stratified: bool,
    walk: Walk,
    stream: Stream,
    sums: NDArray[np.float64],
) -> None:
    """Add up `count` rollouts; stratified ones spread their first rolls evenly over the weight."""
    b = board_of(p)
    weight, offset = ORDERED - rolls_weight(taking_rolls(b, king_square(b))), uniform(stream)
    sums[:] = 0.0
    for i in range(count):
        ticket = int((i + offset) / count * weight) if is_stratified else NO_TICKET
        won, lost, plies = rollout(b, p.quiet, ticket, most_plies, over, roulette, walk, stream)
        sums[0] += won
        sums[1] += lost
        sums[2] += won * won
        sums[3] += lost * lost
        sums[4] += plies
        sums[5] += 1.0


@kernel
def rollout_values(
    boards: NDArray[np.uint64],
    rows: Moves,
    seeds: Moves,
    most_plies: int,
    walk: Walk,
    out: NDArray[np.float64],
) -> None:
    """Wins less losses for the side that moved before each board, in one rollout a seed.

    All boards meet the same luck: their streams begin at the same seeds.
    """
    stream = np.empty(4, np.uint64)
    for i in range(len(rows)):
        b = load(boards, rows[i])
        for k in range(len(seeds)):
            reseed(stream, seeds[k])
            won, lost, _ = rollout(
                b, ZERO, NO_TICKET, most_plies, ZERO + OVER_PATHS, LUCK_ROULETTE, walk, stream
            )
            out[i, k] = lost - won
