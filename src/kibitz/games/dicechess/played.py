"""Equity between players: the same estimate with every turn made by an analyst and a choice.

Each ply still adds the exact chance that the roll takes the king; only the turn after a roll
that does not is the player's. It runs move by move in Python: hundreds of rollouts, not
millions.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from kibitz.core.game import Game
from kibitz.core.hands import Hands, OwnHands
from kibitz.core.seeds import checked_seed, child, stream
from kibitz.core.stream import Stream, below
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst, Choice
from kibitz.games.dicechess.chance import king_rolls_against
from kibitz.games.dicechess.dice import ALL_ROLLS, ORDERED, roll_at, rolls_weight
from kibitz.games.dicechess.equity import EquityOptions, RolloutEquity
from kibitz.games.dicechess.notation import dfen
from kibitz.games.dicechess.rules import QUIET_LIMIT, DiceChess, has_both_kings, play

LEAST_SURVIVAL = 1e-4  # a line with less left is put down as undecided
Line: TypeAlias = tuple[float, float, int]  # the chances of White and Black along it, its plies


def played_equity(
    game: Game,
    p: DiceChess,
    analyst: Analyst,
    choice: Choice,
    rollouts: int,
    max_plies: int = 400,
    seed: int | None = None,
) -> RolloutEquity:
    """The chances of `p`, about to roll, if both sides choose so."""
    options = EquityOptions(rollouts=rollouts, max_plies=max_plies)
    *_, settled = played_equities(game, p, analyst, choice, options, seed)
    return settled


def played_equities(
    game: Game,
    p: DiceChess,
    analyst: Analyst,
    choice: Choice,
    options: EquityOptions,
    seed: int | None = None,
    hands: Hands | None = None,
) -> Iterator[RolloutEquity]:
    """The same after each rollout from the second on; the last one is the answer.

    Of the options it heeds the number of rollouts, the target error, the plies and the seconds.
    Where `hands` are given, they play the rollouts.
    """
    rollouts = options.rollouts
    if p.dice or not has_both_kings(p):
        raise BadValue(f"'{dfen(p)}' is not about to roll")
    if rollouts < 2:
        raise BadValue(f"{rollouts} rollouts do not show an error; play at least 2")
    root, lines, begun = checked_seed(seed), list[Line](), time.perf_counter()
    playing = PlayedRollout(game, p, analyst, choice, options.max_plies, root)
    for line in (hands or OwnHands()).ordered(playing, range(rollouts)):
        lines.append(line)
        if len(lines) < 2:
            continue
        found = _summed(lines, root)
        reason = options.ending(found, time.perf_counter() - begun)
        yield replace(found, stopped_by=reason)
        if reason:
            return


@dataclass(frozen=True)
class PlayedRollout:
    """The task to play one rollout, for hands anywhere."""

    game: Game
    start: DiceChess
    analyst: Analyst
    choice: Choice
    max_plies: int
    seed: int

    def __call__(self, index: int) -> Line:
        seed = child(self.seed, index)
        return _line(self.game, self.start, self.analyst, self.choice, self.max_plies, seed)


def _summed(lines: list[Line], seed: int) -> RolloutEquity:
    """What lines come to."""
    count = len(lines)
    table = np.array([(white, black) for white, black, _ in lines])
    white, black = (math.fsum(column) / count for column in table.T)
    errors = np.hypot(table.std(axis=0, ddof=1) / math.sqrt(count), 0.5 / count)
    plies = sum(line[2] for line in lines)
    undecided = max(0.0, 1 - white - black)
    return RolloutEquity(
        white,
        black,
        undecided,
        float(errors[0]),
        float(errors[1]),
        count,
        plies,
        seed,
        "rollouts",
    )


def _line(
    game: Game, p: DiceChess, analyst: Analyst, choice: Choice, max_plies: int, seed: int
) -> Line:
    """What comes of one line."""
    wins, survive, luck = [0.0, 0.0], 1.0, stream(seed)
    for ply in range(max_plies):
        rolls = king_rolls_against(p, 1 - p.seat)
        taken = survive * int(rolls_weight(np.uint64(rolls))) / ORDERED
        wins[p.seat] += taken
        survive -= taken
        if survive < LEAST_SURVIVAL or p.quiet >= QUIET_LIMIT:
            return wins[0], wins[1], ply + 1
        rest = np.uint64(ALL_ROLLS & ~int(rolls))
        roll = roll_at(rest, int(below(luck, int(rolls_weight(rest)))))
        p = _turn(game, play(p, roll), analyst, choice, child(seed, ply), luck)
    return wins[0], wins[1], max_plies


def _turn(
    game: Game, p: DiceChess, analyst: Analyst, choice: Choice, seed: int, luck: Stream
) -> DiceChess:
    """The position after the player's turn with rolled dice."""
    mover = p.seat
    while p.dice and p.seat == mover:
        p = play(p, choice.pick(analyst.analyse(game, p, mover, seed), luck))
    return p
