"""Habits from decisions that were seen: how often he folded and raised, and what he could hold.

In each place his borders are moved until they would have made him fold and raise as often
as he did with what he could hold then. All places of a kind move together first, and a
place by itself as far as it has evidence of its own: what is expected of it is worth LEAN
decisions more. Without decisions nothing moves, and the more there are the more the
borders are trusted: DOUBT decisions make it one half.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import COMBOS
from kibitz.games.holdem.opponents.habits import (
    BLUFFS,
    FOLDS,
    GENERIC,
    GOES_ON,
    RAISES,
    TRAP,
    TRUST,
    VALUE,
    Floats,
    Habits,
)
from kibitz.games.holdem.opponents.situation import FACINGS, FIRST_IN, FREE, PLACES, situation
from kibitz.games.holdem.strategy.holdings import STRENGTHS, Ints, tell_holdings
from kibitz.games.holdem.strategy.spots import ALL_IN, ALMOST, HALF, POT
from kibitz.games.holdem.strategy.strategies import habits_strategy
from kibitz.games.holdem.table.position import CALL, Holdem, behind, bet, pot, to_call
from kibitz.games.holdem.table.sizes import COARSE, SIZES

LEAN = 8.0
DOUBT, KINDRED = 12.0, 0.1
BINS = 100  # of ranks
ROUNDS = 2  # what he could hold depends on his habits, so they are learned twice
MOST_BLUFFS = 0.9
_HALF_ENDS = sum(SIZES[size].part for size in COARSE) / 2  # of the pot: more is rather all of it
_EDGES, _LEAST = np.arange(BINS + 1), 1e-4
_FAR, _HALVINGS = 6.0, 40  # how far borders move, in logits, and how finely
_facing = np.arange(PLACES) % FACINGS
_is_late = np.arange(PLACES) // FACINGS > 0
KINDS = np.where(_facing == FREE, 0, np.where(~_is_late & (_facing == FIRST_IN), 1, 2)) + 3 * (
    _is_late
)


class SeenDecision(NamedTuple):
    """A decision of a player heads-up: the position, what he did, and how much it counts.

    Of a raise the size counts, too: half the pot, the pot or everything, whichever is nearest.
    """

    position: Holdem
    action: int
    weight: float
    size: int = 0


def raise_size(p: Holdem, move: int) -> int:
    """The size of a raise among half the pot, the pot and everything."""
    call, most = int(to_call(p, p.seat)), int(bet(p, p.seat) + behind(p, p.seat))
    if move - CALL > ALMOST * most:
        return ALL_IN - HALF
    part = (move - CALL - p.high) / (int(pot(p)) + call)
    return 0 if part < _HALF_ENDS else POT - HALF


@kernel
def add_ranks(
    p: Holdem,
    table: Floats,
    weight: float,
    weights: Floats,
    strengths: Ints,
    places: Floats,
    bins: Floats,
) -> None:
    """Add what the seat to act can hold to `bins` by rank."""
    tell_holdings(p, p.seat, table, weights, strengths, places)
    total = weights.sum()
    for combo in range(COMBOS):
        if weights[combo] > 0.0:
            at = min(int(places[strengths[combo]] * BINS), BINS - 1)
            bins[at] += weight * weights[combo] / total


def learned_habits(decisions: Sequence[SeenDecision], bluff: float) -> Habits:
    """The habits that fit the decisions; `bluff` of the raises are bluffs."""
    habits = GENERIC
    if not decisions:
        return habits
    sizes = _sizes(decisions)
    counts = np.zeros((PLACES, 3))
    for seen in decisions:
        counts[situation(seen.position) // 2, seen.action] += seen.weight
    for _ in range(ROUNDS):
        below = _ranks(decisions, habits_strategy(habits))
        habits = Habits(_moved(counts, below, bluff), sizes)
    habits.borders[:, TRUST] = _trust(counts)
    return habits


def _trust(counts: Floats) -> Floats:
    """How far each place is known: by its own decisions, and a little by those of its kind."""
    own = counts.sum(axis=1)
    kind = np.array([own[kind == KINDS].sum() for kind in KINDS])
    evidence = own + KINDRED * kind
    trust: Floats = evidence / (evidence + DOUBT)
    return trust


def _sizes(decisions: Sequence[SeenDecision]) -> Floats:
    """Which part of his raises has each size, with what is expected counted LEAN times."""
    counts = LEAN * GENERIC.sizes
    for seen in decisions:
        if seen.action == RAISES:
            counts[seen.size] += seen.weight
    parts: Floats = counts / counts.sum()
    return parts


def _ranks(decisions: Sequence[SeenDecision], table: Floats) -> Floats:
    """For each place the part of what he could hold below each rank; evenly where unseen."""
    bins = np.zeros((PLACES, BINS))
    scratch = (np.empty(COMBOS), np.zeros(COMBOS, np.int64), np.empty(STRENGTHS))
    weights: dict[Holdem, float] = defaultdict(float)
    for seen in decisions:
        weights[seen.position] += seen.weight
    for position, weight in weights.items():
        row = bins[situation(position) // 2]
        add_ranks(position, table, weight, *scratch, row)
    bins[bins.sum(axis=1) == 0.0] = 1.0
    below = np.zeros((PLACES, BINS + 1))
    below[:, 1:] = np.cumsum(bins, axis=1) / bins.sum(axis=1, keepdims=True)
    return below


def _moved(counts: Floats, below: Floats, bluff: float) -> Floats:
    """The borders that fold and raise as often as was seen: kinds first, then each place."""
    borders = GENERIC.borders.copy()
    alone = (place == np.arange(PLACES) for place in range(PLACES))
    kinds = (kind == KINDS for kind in range(int(KINDS.max()) + 1))
    for like in (*kinds, *alone):
        if counts[like].sum() > 0.0:
            borders[like] = _Fit(borders[like], counts[like], below[like]).moved(bluff)
    return borders


class _Fit:
    """Borders of some places that move together."""

    def __init__(self, borders: Floats, counts: Floats, below: Floats) -> None:
        self.borders, self.counts, self.below = borders.copy(), counts, below
        self.totals = counts.sum(axis=1)
        self.all = float(self.totals.sum())

    def moved(self, bluff: float) -> Floats:
        folded, raised = (float(self.counts[:, action].sum()) for action in (FOLDS, RAISES))
        expected = float(self.totals @ self.borders[:, BLUFFS])
        if expected > 0.0:
            self.borders[:, BLUFFS] *= self._believed(bluff * raised, expected) / expected
            np.minimum(self.borders[:, BLUFFS], MOST_BLUFFS, out=self.borders[:, BLUFFS])
        self._move(VALUE, raised * (1.0 - bluff) / (1.0 - TRAP))
        bluffs = float(self.totals @ self.borders[:, BLUFFS]) / self.all
        if (self.borders[:, GOES_ON] < 1.0).any():
            self._move(GOES_ON, max(self.all - folded / (1.0 - bluffs), 0.0))
        np.maximum(self.borders[:, GOES_ON], self.borders[:, VALUE], out=self.borders[:, GOES_ON])
        return self.borders

    def _believed(self, made: float, expected: float) -> float:
        """What was seen, with LEAN decisions more that went as expected."""
        return (made + LEAN * expected / self.all) * self.all / (self.all + LEAN)

    def _move(self, column: int, made: float) -> None:
        """Move a border until so many decisions fall below it."""
        wanted = self._believed(made, self._number(self.borders[:, column]))
        low, high = -_FAR, _FAR
        for _ in range(_HALVINGS):
            middle = (low + high) / 2.0
            if self._number(_shifted(self.borders[:, column], middle)) < wanted:
                low = middle
            else:
                high = middle
        self.borders[:, column] = _shifted(self.borders[:, column], low)

    def _number(self, border: Floats) -> float:
        """How many decisions had a hand below the border."""
        parts = [
            np.interp(b * BINS, _EDGES, row) for b, row in zip(border, self.below, strict=True)
        ]
        return float(self.totals @ np.array(parts))


def _shifted(border: Floats, shift: float) -> Floats:
    """Borders moved by as many logits."""
    odds = np.clip(border, _LEAST, 1.0 - _LEAST)
    moved: Floats = 1.0 / (1.0 + (1.0 / odds - 1.0) * np.exp(-shift))
    return moved
