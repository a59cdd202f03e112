"""The whole tree of a small game of two seats, laid flat for solvers.

Nodes stand in order of depth, the children of a node side by side. An infoset is what a
seat knows: its view. All nodes of an infoset have the same depth and the same moves, and
a seat never forgets what it knew (perfect recall), which the view must bear out.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import CHANCE, OVER, Game, Position, payoff, play, turn, view, weight
from kibitz.errors import WrongKind

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

MOST_NODES = 2_000_000


class FlatTree(NamedTuple):
    """A tree as kernels take it: arrays over nodes, and over infosets."""

    seat: Ints  # who decides, CHANCE or OVER
    first_child: Ints
    children: Ints  # how many
    chance: Floats  # of this node from its parent, where chance chose; else 1
    infoset: Ints  # -1 where nobody decides
    payoff: Floats  # of seat 0, where the game is over
    depth_start: Ints  # first node of each depth, and the end
    first_slot: Ints  # of each infoset, and the end
    leader: Ints  # the first node of each infoset
    infoset_seat: Ints


@dataclass(frozen=True)
class GameTree:
    """The tree, and what its infosets stand for; `slots` are the (infoset, move) pairs."""

    flat: FlatTree
    views: dict[tuple[int, ...], int]  # (seat, *view) to infoset
    moves: tuple[tuple[int, ...], ...]  # of each infoset

    @property
    def nodes(self) -> int:
        return len(self.flat.seat)

    @property
    def infosets(self) -> int:
        return len(self.flat.leader)

    @property
    def first_slot(self) -> Ints:
        """The first slot of each infoset, and the end."""
        return self.flat.first_slot

    @property
    def slots(self) -> int:
        return int(self.first_slot[-1])

    def infoset_of(self, v: Position, seat: int) -> int | None:
        """The infoset of a seat's view, if the tree has it."""
        return self.views.get((seat, *(int(field) for field in v)))

    def uniform(self) -> Floats:
        """The strategy that takes every move alike."""
        sizes = np.diff(self.first_slot)
        return np.repeat(1.0 / sizes, sizes)


class _Builder:
    """Lays the tree out, one depth after the other."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows: list[list[Any]] = []  # seat, first child, children, chance, infoset, payoff
        self.views: dict[tuple[int, ...], int] = {}
        self.moves: list[tuple[int, ...]] = []
        self.leaders: list[int] = []
        self.seats: list[int] = []

    def lay(self) -> list[int]:
        """Fill the rows; return where each depth begins."""
        level: list[Position] = [self.game.start()]
        chances = [1.0]
        starts = [0]
        while level:
            if len(self.rows) + len(level) > MOST_NODES:
                raise WrongKind(f"cfr cannot solve {self.game.text}: its tree is too large")
            below: list[Position] = []
            below_chances: list[float] = []
            first = starts[-1] + len(level)
            for p, chance in zip(level, chances, strict=True):
                self._lay_node(p, chance, first + len(below), below, below_chances)
            starts.append(first)
            level, chances = below, below_chances
        return starts

    def _lay_node(
        self, p: Position, chance: float, first: int, below: list[Position], odds: list[float]
    ) -> None:
        seat = int(turn(p))
        if seat == OVER:
            self.rows.append([seat, 0, 0, chance, -1, float(payoff(p, 0))])
            return
        legal = self.game.legal_moves(p)
        if not legal:
            raise WrongKind(f"cfr cannot solve {self.game.text}: it deals too many cards to list")
        infoset = -1
        if seat == CHANCE:
            weights = [int(weight(p, move)) for move in legal]
            odds += [w / sum(weights) for w in weights]
        else:
            odds += [1.0] * len(legal)
            infoset = self._infoset(p, seat, tuple(legal))
        self.rows.append([seat, first, len(legal), chance, infoset, 0.0])
        below += [play(p, move) for move in legal]

    def _infoset(self, p: Position, seat: int, legal: tuple[int, ...]) -> int:
        known = (seat, *(int(field) for field in view(p, seat)))
        if known not in self.views:
            self.views[known] = len(self.moves)
            self.moves.append(legal)
            self.leaders.append(len(self.rows))
            self.seats.append(seat)
        return self.views[known]


def build_tree(game: Game) -> GameTree:
    """The tree of a game; refused where the game is not of the kind that CFR solves."""
    if game.seats != 2:
        raise WrongKind(f"cfr cannot solve {game.text}: it has {game.seats} seats, not 2")
    builder = _Builder(game)
    starts = builder.lay()
    seat, first, children, chance, infoset, payoffs = (
        np.array(column) for column in zip(*builder.rows, strict=True)
    )
    sizes = [len(moves) for moves in builder.moves]
    flat = FlatTree(
        seat,
        first,
        children,
        chance,
        infoset,
        payoffs,
        np.array(starts),
        np.cumsum([0, *sizes]),
        np.array(builder.leaders, np.int64),
        np.array(builder.seats, np.int64),
    )
    return GameTree(flat, builder.views, tuple(builder.moves))
