"""Nim and heaps: theory against search, and periods against values."""

from collections.abc import Iterator

import numpy as np

from kibitz.core.registry import make_game
from kibitz.estimate.trial import Trial, timed
from kibitz.games.nim.theory import NimTheory
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.grundy import Nimbers
from kibitz.search.heaps import HeapGame

KAYLES, KAYLES_LAST_EXCEPTION, KAYLES_PERIOD = "kayles", 70, 12  # Guy and Smith 1956


def trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Every trial of the game."""
    yield from _nim()
    yield from _grundy()


def _nim() -> Iterator[Trial]:
    """The nim-sum against search."""
    game = make_game("nim(3,4,5)")
    p, decision = game.start(), "nim 3,4,5"
    theory, seconds = timed(lambda: NimTheory().analyse(game, p, 0, 0), calls=50)
    truth = {o.move: o.value for o in AlphaBeta().analyse(game, p, 0, 0).options}
    error = max(abs(option.value - truth[option.move]) for option in theory.options)
    against = "every option as alpha-beta says"
    work = len(theory.options)
    yield Trial(decision, "nim-sum", seconds, work, "options", True, error, against)


def _grundy() -> Iterator[Trial]:
    """Grundy values: of positions by search against the nim-sum, of heaps against their period."""
    game, decision = make_game("nim(3,4,5)"), "nim 3,4,5"

    def searched() -> tuple[int, int]:
        nimbers = Nimbers(game, megabytes=1)
        return nimbers.value(game.start()), nimbers.nodes

    (value, nodes), seconds = timed(searched)
    error, name = abs(value - (3 ^ 4 ^ 5)), "Grundy by search"
    yield Trial(decision, name, seconds, nodes, "positions", True, error, "the nim-sum")
    heap = HeapGame.named(KAYLES)
    values, seconds = timed(lambda: heap.values(6000))
    late = np.asarray(values)[KAYLES_LAST_EXCEPTION + 1 :]
    strays = int((late[KAYLES_PERIOD:] != late[:-KAYLES_PERIOD]).sum())
    against = f"heaps beyond {KAYLES_LAST_EXCEPTION} that break the period {KAYLES_PERIOD}"
    yield Trial("Kayles to 6,000", "Grundy", seconds, 6000, "heaps", True, strays, against)
