"""Verdicts on the cube in dice chess: quick rollouts of the judge held to long ones of the expert.

In a long rollout both sides play to the end, two turns deep as the expert does, though of the
other side's rolls they look at those of three kinds alone, and at no third turn. As in all
rollouts no capture is rolled, each ply adds its exact chance. The luck of the other rolls is
taken out: what the judge thinks of the roll's best answer, less the mean of that over the rolls
that could have come, whose expectation is 0. Survival below ROULETTE is put to the roulette,
with the judge's word for what that changes.

A position is drawn from each of so many games of the judge against itself. It is rolled out in
batches until its chance is CLEAR errors from both points of the cube, or MOST_LINES are played.
"""

import math
from dataclasses import replace

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import child, generator, stream
from kibitz.core.stream import below, uniform
from kibitz.games.dicechess.board import FIELDS, king_square, turned
from kibitz.games.dicechess.capture import taking_rolls
from kibitz.games.dicechess.choosing import board_worth, distinct_turns, new_room
from kibitz.games.dicechess.continuation import draw_roll, quiet_after
from kibitz.games.dicechess.cube import (
    USUAL_EFFICIENCY,
    Cube,
    advise,
    cash_point,
    double_point,
)
from kibitz.games.dicechess.dice import (
    ALL_ROLLS,
    ORDERED,
    POOLS,
    ROLLS,
    WEIGHTS,
    ZERO,
    roll_at,
    rolls_weight,
)
from kibitz.games.dicechess.equity import STRONG, equity
from kibitz.games.dicechess.foresight import best_answer, glimpsed, new_reply_room
from kibitz.games.dicechess.game import DiceChessGame
from kibitz.games.dicechess.judge import shipped_judge
from kibitz.games.dicechess.lookahead import FEW
from kibitz.games.dicechess.rules import QUIET_LIMIT, board_of
from kibitz.games.dicechess.strongplay import after_turn
from kibitz.games.dicechess.turnlist import position_in
from kibitz.games.dicechess.turns import load, store
from kibitz.games.holdem.measured.ledger import ResultLedger

SEED = 61_000
WIDTH = 4  # boards that are looked at two turns deep
QUICK = 400  # rollouts behind the command's verdict
BATCH, MOST_LINES, CLEAR = 10, 60, 3.0
ROULETTE = 0.6
MOST_PLIES = 400
POINTS = (double_point(True, USUAL_EFFICIENCY), cash_point(USUAL_EFFICIENCY))
_ALL, _U0, _U1 = np.uint64(ALL_ROLLS), np.uint64(0), np.uint64(1)


@kernel
def expert_board(b, pool, net, sketch, room, replies):
    """The choice among the boards that a roll leads to two turns deep, -1 for a pass."""
    turns = distinct_turns(b, pool, sketch, room)
    if turns < 2:
        return turns - 1
    worth = np.empty(turns)
    for i in range(turns):
        worth[i] = board_worth(load(room.boards, i), net, room)
    order, best, chosen = np.argsort(worth), -2.0, ZERO
    for i in order[:WIDTH]:
        value = glimpsed(load(room.boards, i), net, sketch, replies)
        if value > best:
            best, chosen = value, i
    return chosen


@kernel
def roll_luck(b, roll, left, net, sketch, replies):
    """By how much the judge likes a roll's best answer more than the mean over the set `left`."""
    total, got = 0.0, 0.0
    for other in range(ROLLS):
        if left >> np.uint64(other) & _U1 != _U0:
            share = 0.5 + 0.5 * best_answer(b, POOLS[other], net, sketch, replies)
            total += WEIGHTS[other] * share
            if other == roll:
                got = share
    return got - total / rolls_weight(left)


@kernel
def long_rollout(p, net, sketch, room, replies, luck):
    """The share of the points of the side about to roll, along one line."""
    b, quiet, won, survive = board_of(p), p.quiet, 0.0, 1.0
    for ply in range(MOST_PLIES):
        rolls, is_mine = taking_rolls(b, king_square(b)), ply % 2 == 0
        taken = survive * rolls_weight(rolls) / ORDERED
        won += taken if is_mine else 0.0
        survive -= taken
        if rolls == _ALL:
            return won
        left = ~rolls & _ALL
        roll = draw_roll(left, luck)
        gain = survive * roll_luck(b, roll, left, net, sketch, replies)
        won -= gain if is_mine else -gain
        chosen = expert_board(b, POOLS[roll], net, sketch, room, replies)
        quiet = quiet_after(b, room.paths[chosen], quiet) if chosen >= 0 else quiet
        b = load(room.boards, chosen) if chosen >= 0 else turned(b)
        if quiet >= QUIET_LIMIT:
            break
        if survive < ROULETTE:
            is_over = uniform(luck) * ROULETTE >= survive
            fall = survive if is_over else survive - ROULETTE
            share = board_worth(b, net, room)
            won += fall * (1.0 - share if is_mine else share)
            survive -= fall
            if is_over:
                return won
    return won + 0.5 * survive


@kernel
def met_boards(p, net, sketch, room, luck, boards):
    """Write the boards before each roll of a game of the judge; how many there are."""
    b, quiet = board_of(p), p.quiet
    for ply in range(len(boards)):
        store(boards, ply, b)
        roll = roll_at(_ALL, below(luck, ORDERED))
        if taking_rolls(b, king_square(b)) >> np.uint64(roll) & _U1 != _U0:
            return ply + 1
        b, quiet = after_turn(b, roll, quiet, net, sketch, room)
        if quiet >= QUIET_LIMIT:
            return ply + 1
    return len(boards)


def met_position(number: int):
    """A position before a roll, drawn from a game of the judge against itself."""
    judge, boards = shipped_judge(), np.zeros((MOST_PLIES, FIELDS), np.uint64)
    room, start = new_room(judge.net), DiceChessGame().start()
    count = met_boards(start, *judge, room, stream(SEED, number, 0), boards)
    return position_in(boards, int(generator(SEED, number, 1).integers(count)), 0)


def long_chance(p, number: int) -> tuple[float, float, int]:
    """The chance of the side about to roll by long rollouts, its error, and the lines."""
    judge, shares = shipped_judge(), list[float]()
    room, replies = new_room(judge.net), new_reply_room(FEW, len(judge.net.outer))
    luck = stream(SEED, number, 2)
    while len(shares) < MOST_LINES:
        shares += [long_rollout(p, *judge, room, replies, luck) for _ in range(BATCH)]
        mean, error = np.mean(shares), np.std(shares, ddof=1) / math.sqrt(len(shares))
        if all(abs(mean - point) > CLEAR * error for point in POINTS):
            break
    return float(mean), float(error), len(shares)


def compared(number: int) -> tuple[float, ...]:
    """Chance and error of a position by quick and by long rollouts, and how many of the latter."""
    p = met_position(number)
    found = equity(p, replace(STRONG, rollouts=QUICK), child(SEED, number, 3))
    quick = (1 + found.value(0)) / 2, found.value_error / 2
    return (*quick, *long_chance(p, number))


def action(chance: float) -> str:
    """What to do with a centred cube."""
    return advise(2 * chance - 1, 0.0, 0, Cube()).action


def cube_verdicts(positions: int, place: str | None) -> None:
    """How often both say the same of positions that neither has within an error of a point."""
    ledger = ResultLedger(place, "dicechess cube verdicts")
    list(ledger.through(SEED, range(positions), compared))
    table = np.array(ledger.kept(), np.float64)
    away = [
        row
        for row in table
        if all(abs(row[i] - point) > row[i + 1] for i in (0, 2) for point in POINTS)
    ]
    same = sum(action(row[0]) == action(row[2]) for row in away)
    verdict = "ok  " if same >= 0.95 * len(away) else "LESS"
    print(
        f"{verdict} cube verdicts alike in {same} of {len(away)} positions that are clear, of "
        f"{len(table)} met; long rollouts {table[:, 4].mean():.1f} lines, "
        f"error {table[:, 3].mean():.4f}, quick ones {table[:, 1].mean():.4f}; "
        f"mean difference {np.mean(table[:, 0] - table[:, 2]):+.4f}"
    )
