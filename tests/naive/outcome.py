"""Who wins a game without chance, by playing all of it: three lines of minimax."""

from functools import cache
from typing import Any

from kibitz.core.game import OVER, Game, payoff, play, turn


def solver(game: Game) -> Any:
    """A function from positions to what the seat to move (or stuck) gets with best play."""

    @cache
    def value(p: Any) -> float:
        if turn(p) == OVER:
            return float(payoff(p, int(p.seat)))
        return max(-value(_plain(play(p, move))) for move in game.legal_moves(p))

    return value


def _plain(p: Any) -> Any:
    """The position with Python's own integers, so that equal ones are one."""
    return type(p)(*map(int, p))
