"""Exact values for two-seat games without chance or secrets."""

from dataclasses import dataclass
from typing import ClassVar

from kibitz.core.game import Game, Position
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis


@dataclass(frozen=True)
class AlphaBeta(Analyst):
    """Iterative deepening with a transposition table."""

    name: ClassVar[str] = "alphabeta"
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        raise NotImplementedError
