"""Rollouts before a roll: who takes the king first if both sides move at random from here?

A rollout never rolls a capture. Each ply adds `survive * p` exactly, where p is the chance that
the roll takes the king, and goes on with a roll that does not (Rao and Blackwell: the chance of
the event in place of the event). Small survival is put to a roulette that keeps the mean: it
ends, or is raised. What it loses or gains is charged to both sides as they stand on this line,
so that the three chances sum to 1 on every line.
`plain_rollouts` is the ordinary simulation, one winner each.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Moves
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, uniform
from kibitz.games.dicechess.board import Board, turned
from kibitz.games.dicechess.capture import capturing_rolls
from kibitz.games.dicechess.continuation import (
    OVER_PATHS_BY_WALK,
    OVER_POSITIONS,
    draw_path,
    draw_path_by_walk,
    draw_position,
    draw_roll,
    followed,
    quiet_after,
    roll_at,
)
from kibitz.games.dicechess.dice import ALL_ROLLS, ORDERED, POOLS, rolls_weight
from kibitz.games.dicechess.rules import QUIET_LIMIT, DiceChess, board_of
from kibitz.games.dicechess.turns import Walk

SUMS = 6  # what a batch adds up: mover, other, their squares, plies, rollouts
NO_TICKET = -1
_ALL = np.uint64(ALL_ROLLS)


@kernel
def next_path(b: Board, pool: int, over: int, walk: Walk, stream: Stream) -> int:
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
    b: Board,
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
    Survival below `roulette` ends, or is raised to it with the chance that keeps the mean.
    """
    won, lost, survive = 0.0, 0.0, 1.0
    for ply in range(most_plies):
        rolls = capturing_rolls(b)
        taken = survive * rolls_weight(rolls) / ORDERED
        if ply % 2 == 0:
            won += taken
        else:
            lost += taken
        survive -= taken
        if rolls == _ALL:
            return won, lost, ply + 1
        if survive < roulette:
            share = won / (won + lost)
            is_over = uniform(stream) * roulette >= survive
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
    weight, offset = ORDERED - rolls_weight(capturing_rolls(b)), uniform(stream)
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
def plain_rollouts(
    p: DiceChess,
    count: int,
    most_plies: int,
    over: int,
    walk: Walk,
    stream: Stream,
    sums: NDArray[np.float64],
) -> None:
    """Add up `count` simulated games: every roll is rolled, and a capture ends the game."""
    sums[:] = 0.0
    for _ in range(count):
        b, quiet, plies = board_of(p), p.quiet, 0
        while plies < most_plies and quiet < QUIET_LIMIT:
            rolls, roll = capturing_rolls(b), roll_at(_ALL, below(stream, ORDERED))
            plies += 1
            if rolls >> np.uint64(roll) & np.uint64(1) != np.uint64(0):
                winner = 1 - plies % 2  # 0: the side that moved first
                sums[winner] += 1.0
                sums[2 + winner] += 1.0
                break
            path = next_path(b, POOLS[roll], over, walk, stream)
            quiet = quiet_after(b, path, quiet)
            b = turned(followed(b, path))
        sums[4] += plies
        sums[5] += 1.0
