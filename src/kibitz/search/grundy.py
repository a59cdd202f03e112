"""Sprague-Grundy values: every position of an impartial game is a heap of nim.

In normal play, where whoever moves last wins, a position is worth the least number that
none of its successors is worth (mex), a sum of positions the xor of their values, and a
position is lost exactly if that is 0. `heaps` has a faster engine for games of heaps.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import signed
from kibitz.core.game import OVER, Game, Position, generic, key, moves, payoff, play, turn
from kibitz.errors import BadValue, WrongKind
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.search.limit import check_positive, check_turn
from kibitz.search.table import EXACT, SCORE, Table, find, keep, new_table

USUAL_NODES = 50_000_000
NODES, MOST_NODES, TROUBLE = range(3)  # places of a desk
FINE, TOO_LARGE, LAST_LOSES, NO_TURNS = range(4)  # kinds of trouble
_WHY = {
    LAST_LOSES: "whoever moves last does not always win",
    NO_TURNS: "its seats do not take turns",
}


@generic
def grundy_here(
    p: Position,
    ply: int,
    lists: NDArray[np.int64],
    seen: NDArray[np.int64],
    table: Table,
    desk: NDArray[np.int64],
) -> int:
    """The Grundy value of `p`, which is not over; row `ply` of `seen` marks those of successors."""
    name = signed(key(p))
    row = find(table, name)
    if row >= 0:
        return table[row, SCORE]  # type: ignore[no-any-return]
    desk[NODES] += 1
    if desk[NODES] > desk[MOST_NODES]:
        desk[TROUBLE] = TOO_LARGE
    me, mark = turn(p), desk[NODES]
    for i in range(moves(p, lists[ply])):
        after = play(p, lists[ply, i])
        you, value = turn(after), 0
        if you == me:
            desk[TROUBLE] = NO_TURNS
        elif you != OVER:
            value = grundy_here(after, ply + 1, lists, seen, table, desk)
        elif payoff(after, me) <= 0:
            desk[TROUBLE] = LAST_LOSES
        if desk[TROUBLE]:
            return 0
        seen[ply, value] = mark
    mex = 0
    while seen[ply, mex] == mark:
        mex += 1
    keep(table, name, mex, 0, 0, 1, EXACT)
    return mex


class Nimbers:
    """The Grundy values of one game's positions, remembered from one question to the next."""

    def __init__(self, game: Game, nodes: int = USUAL_NODES, megabytes: int = 32) -> None:
        game.demand("grundy", is_impartial=True, has_chance=False, has_secrets=False)
        if game.seats != 2:
            raise WrongKind(f"grundy cannot play {game.name}: it has {game.seats} seats, not two")
        self.game, self.table, self.nodes = game, new_table(megabytes), 0
        self._most_nodes = nodes

    def value(self, p: Position) -> int:
        """The size of the heap of nim that `p` is worth."""
        if turn(p) == OVER:
            return 0
        rows, width = self.game.most_plies + 1, self.game.most_moves
        lists = np.empty((rows, width), np.int64)
        seen = np.zeros((rows, width + 2), np.int64)
        desk = np.array([self.nodes, self._most_nodes, FINE])
        found = int(grundy_here(p, 0, lists, seen, self.table, desk))
        self.nodes = int(desk[NODES])
        if desk[TROUBLE] == TOO_LARGE:
            where = self.game.position_text(p)
            raise BadValue(f"grundy gave up on {where} after {self._most_nodes} positions")
        if desk[TROUBLE]:
            raise WrongKind(f"grundy cannot play {self.game.name}: {_WHY[int(desk[TROUBLE])]}")
        return found

    def sum_value(self, parts: Sequence[Position]) -> int:
        """The value of several positions in which a turn is a move in one of them."""
        return reduce(xor, map(self.value, parts), 0)

    def winning_moves(self, parts: Sequence[Position]) -> list[tuple[int, int]]:
        """The moves that win such a sum: which part, and the move in it."""
        total = self.sum_value(parts)
        return [
            (i, move)
            for i, p in enumerate(parts)
            for move in self.game.legal_moves(p)
            if self.value(play(p, move)) == total ^ self.value(p)
        ]


@dataclass(frozen=True)
class Grundy(Analyst):
    """Exact for impartial games in normal play: a move wins if it leaves Grundy value 0."""

    name: ClassVar[str] = "grundy"
    nodes: int = USUAL_NODES  # gives up beyond

    def __post_init__(self) -> None:
        check_positive(self.name, nodes=self.nodes)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        nimbers = Nimbers(game, self.nodes)
        check_turn(game, view, seat)
        began = time.perf_counter()
        options = [self._option(nimbers, view, move) for move in game.legal_moves(view)]
        spent = time.perf_counter() - began
        facts = {"samples": nimbers.nodes, "seconds": spent, "seed": seed}
        return Analysis.ranked(seat, options, game.unit, **facts)

    def _option(self, nimbers: Nimbers, p: Position, move: int) -> Option:
        game, left = nimbers.game, nimbers.value(play(p, move))
        return Option(
            move,
            game.move_text(p, move),
            Estimate.exact(game.least_payoff if left else game.greatest_payoff),
            reason=f"leaves Grundy value {left} and {'loses' if left else 'wins'}",
            facts={"grundy": left},
        )
