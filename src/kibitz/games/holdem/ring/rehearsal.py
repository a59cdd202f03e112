"""Moves tried before they are made: what the tables do by habit and seems to lose is left out.

A row of the tables that learning seldom met may call with four of a kind. So the options are
played out in likely worlds, as the coach does (see `values`), and a move that loses more than
half of the error measured there is not made; the others keep their proportions. Were the values
exact, such a step could only win against players of the styles that were played out with (the
rollouts of Tesauro and Galperin 1996).
"""

from collections.abc import Sequence

from kibitz.core.kernel import COMPILED
from kibitz.games.holdem.ring.values import JudgedOptions, is_measured
from kibitz.games.holdem.table.position import Holdem

DOUBT = 0.5  # of the error of a loss: a move that loses more is not made
SEED = 8_100_437  # the same for every decision: whoever is asked twice says the same
Odds = list[tuple[int, float]]


def can_rehearse(view: Holdem) -> bool:
    """Whether the errors of values are known, and play-outs are fast."""
    return COMPILED and is_measured(view)


def defensible(found: JudgedOptions, legal: Sequence[int], odds: Odds) -> Odds:
    """How often each move is made without those that seem to lose."""
    losses = found.values[found.best] - found.values
    is_worse = losses > DOUBT * found.loss_errors
    kept = [(move, chance) for move, chance in odds if not is_worse[list(legal).index(move)]]
    whole = sum(chance for _, chance in kept)
    if whole <= 0.0:
        return [(legal[found.best], 1.0)]
    return [(move, chance / whole) for move, chance in kept]
