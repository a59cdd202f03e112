"""Push or fold, heads-up before the flop, solved.

The small blind (0.5) is all in or out; the big blind (1) calls or folds. Stacks are in
big blinds, the blinds included. Each side's strategy is a chance for each of the 169
classes; who holds what is weighted by the deals that are left (card removal), and what a
call is worth is exact. The solver is CFR+ on the two vectors.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import CLASS_SIZES, CLASSES
from kibitz.games.holdem.equity.preflop import DuelTable, duel_table

SMALL_BLIND, BIG_BLIND = 0.5, 1.0
LEAST_STACK, GREATEST_STACK = 1.0, 100.0
CHART_STEP, MOST_CHARTED = 0.5, 20.0
ITERATIONS = 2000

Odds = NDArray[np.float64]


@dataclass(frozen=True)
class PushFold:
    """The equilibrium at one depth: how often each class pushes and calls."""

    stack: float
    push: Odds
    call: Odds
    value: float  # to the small blind, in big blinds a hand
    exploitability: float  # mean gain of a best response, in big blinds a hand

    @property
    def push_share(self) -> float:
        """The part of all hands that push."""
        return float(self.push @ CLASS_SIZES) / float(CLASS_SIZES.sum())

    @property
    def call_share(self) -> float:
        """The part of all hands that call."""
        return float(self.call @ CLASS_SIZES) / float(CLASS_SIZES.sum())


class _Duel:
    """What pushing, calling and folding bring at one depth."""

    def __init__(self, table: DuelTable, stack: float) -> None:
        self.stack = stack
        self.odds = table.deals / table.deals.sum()  # of class i against class j
        self.won = self.odds * stack * (2.0 * table.equity - 1.0)  # by the pusher, when called
        self.mine = self.odds.sum(1)

    def push_gain(self, call: Odds) -> Odds:
        """What each class gains by pushing rather than folding."""
        gain: Odds = self.won @ call + self.odds @ (1.0 - call) * BIG_BLIND
        gain += self.mine * SMALL_BLIND
        return gain

    def call_gain(self, push: Odds) -> Odds:
        """What each class gains by calling rather than folding."""
        gain: Odds = -(push @ self.won) + push @ self.odds * BIG_BLIND
        return gain

    def value(self, push: Odds, call: Odds) -> float:
        """What the small blind gets."""
        return float(push @ self.push_gain(call)) - SMALL_BLIND

    def exploitability(self, push: Odds, call: Odds) -> float:
        best_push = np.maximum(self.push_gain(call), 0.0).sum() - SMALL_BLIND
        best_call = np.maximum(self.call_gain(push), 0.0).sum()
        # a caller who always folds loses a big blind to every push
        fold_value = float(push @ self.mine) * BIG_BLIND - (1 - float(push @ self.mine)) * 0.5
        return float(best_push - (fold_value - best_call)) / 2


def checked_stack(stack: float) -> float:
    """`stack` if it can be solved."""
    if not LEAST_STACK <= stack <= GREATEST_STACK:
        limits = f"{LEAST_STACK:g} to {GREATEST_STACK:g} big blinds"
        raise BadValue(f"the stack {stack:g} is not from {limits}")
    return stack


@lru_cache(maxsize=256)
def push_fold(stack: float, iterations: int = ITERATIONS) -> PushFold:
    """The equilibrium with `stack` big blinds each."""
    duel = _Duel(duel_table(), checked_stack(stack))
    push, call = _cfr_plus(duel, iterations)
    return PushFold(stack, push, call, duel.value(push, call), duel.exploitability(push, call))


def _cfr_plus(duel: _Duel, iterations: int) -> tuple[Odds, Odds]:
    """The weighted averages of both strategies; regrets of pushing and of folding."""
    yes = np.zeros((2, CLASSES))
    no = np.zeros((2, CLASSES))
    now = np.full((2, CLASSES), 0.5)
    total = np.zeros((2, CLASSES))
    for t in range(1, iterations + 1):
        for me in (0, 1):
            gain = duel.push_gain(now[1]) if me == 0 else duel.call_gain(now[0])
            yes[me] = np.maximum(yes[me] + (1.0 - now[me]) * gain, 0.0)
            no[me] = np.maximum(no[me] - now[me] * gain, 0.0)
            total[me] += t * now[me]
            both = yes[me] + no[me]
            now[me] = np.where(both > 0, yes[me] / np.where(both > 0, both, 1.0), 0.5)
    push, call = total / (iterations * (iterations + 1) / 2)
    return push, call


def greatest_stacks(
    step: float = CHART_STEP, most: float = MOST_CHARTED
) -> tuple[list[float], list[float]]:
    """The greatest stack, up to `most`, at which each class pushes, and at which it calls.

    A few weak hands push again above a depth at which they fold; the greatest one counts.
    """
    *_, (_, push, call) = stack_charts(step, most)
    return push, call


def stack_charts(
    step: float = CHART_STEP, most: float = MOST_CHARTED
) -> Iterator[tuple[float, list[float], list[float]]]:
    """The same stack by stack: how far it is, and the greatest stacks up to there."""
    if not (step > 0.0 and LEAST_STACK <= most <= MOST_CHARTED):
        raise BadValue(f"steps of {step} up to {most} big blinds are not a chart")
    push, call = [0.0] * CLASSES, [0.0] * CLASSES
    for n in range(round((most - LEAST_STACK) / step) + 1):
        found = push_fold(LEAST_STACK + n * step)
        for place in range(CLASSES):
            push[place] = found.stack if found.push[place] > 0.5 else push[place]
            call[place] = found.stack if found.call[place] > 0.5 else call[place]
        yield found.stack, list(push), list(call)
