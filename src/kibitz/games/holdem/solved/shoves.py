"""All in where nobody would have gone all in: who does it, and who calls.

A seat either goes all in or takes what its hand is worth otherwise; the other calls or folds.
The equilibrium of that small game gives the shover a range that makes sense, and the caller
an answer by which no shove gains (the gadget of Burch, Johanson and Bowling 2014, solved by
CFR+). Before the flop, with nothing but a fold as the alternative, it is push or fold.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kibitz.games.holdem.solved.pairs import Singles

ITERATIONS = 60  # by combos
CLASS_ITERATIONS = 400  # before the flop


class Holdings(Protocol):
    """Hands that meet: sums over the other's weights, for rows of them."""

    def edged(self, reach: Singles) -> Singles:
        """The sum of each hand's edges."""

    def unblocked(self, reach: Singles) -> Singles:
        """The weight that can be dealt beside each hand."""


@dataclass(frozen=True)
class ShoveStakes:
    """What is at stake, in chips: the pot before, and what each seat still puts in."""

    pot: float
    shover: float
    caller: float

    @property
    def whole(self) -> float:
        """The pot after a call."""
        return self.pot + self.shover + self.caller


@dataclass(frozen=True)
class ShoveAnswers:
    """How often each hand goes all in and calls; what a shove is worth from there on."""

    push: Singles
    call: Singles
    value: Singles  # of a shove, chips of each of the shover's hands


def shove_answers(
    holdings: Holdings,
    stakes: ShoveStakes,
    shover: Singles,
    caller: Singles,
    otherwise: Singles,
    iterations: int = ITERATIONS,
) -> ShoveAnswers:
    """The equilibrium for two ranges; `otherwise` is what not shoving is worth to each hand."""
    shape = (2, len(shover))
    yes, no, total = (np.zeros(shape, np.float32) for _ in range(3))
    now = np.full(shape, 0.5, np.float32)
    beside = np.maximum(holdings.unblocked(caller[None])[0], 1e-9)
    for t in range(1, iterations + 1):
        for me in (0, 1):
            if me == 0:
                gain = _shove_worth(holdings, stakes, caller, now[1]) - otherwise * beside
            else:
                gain = _call_gain(holdings, stakes, shover * now[0])
            yes[me] = np.maximum(yes[me] + (1.0 - now[me]) * gain, 0.0)
            no[me] = np.maximum(no[me] - now[me] * gain, 0.0)
            total[me] += t * now[me]
            both = yes[me] + no[me]
            now[me] = np.where(both > 0, yes[me] / np.maximum(both, 1e-30), 0.5)
    push, call = total / (iterations * (iterations + 1) / 2)
    return ShoveAnswers(push, call, _shove_worth(holdings, stakes, caller, call) / beside)


def call_values(holdings: Holdings, stakes: ShoveStakes, shover: Singles) -> Singles:
    """What calling a shove is worth to each hand, against the shover's range."""
    beside = np.maximum(holdings.unblocked(shover[None])[0], 1e-9)
    worth: Singles = _call_gain(holdings, stakes, shover) / beside
    return worth


def _shove_worth(holdings: Holdings, s: ShoveStakes, caller: Singles, call: Singles) -> Singles:
    """What a shove brings, times the weight of the caller's hands."""
    rows = np.stack([caller * call, caller * (1 - call)])
    edge, beside = holdings.edged(rows[:1])[0], holdings.unblocked(rows)
    called: Singles = s.whole / 2 * edge + (s.whole / 2 - s.shover) * beside[0]
    worth: Singles = called + s.pot * beside[1]
    return worth


def _call_gain(holdings: Holdings, s: ShoveStakes, shover: Singles) -> Singles:
    """What a call brings, times the weight of the shover's hands."""
    row = shover[None]
    edge, beside = holdings.edged(row)[0], holdings.unblocked(row)[0]
    gain: Singles = s.whole / 2 * edge + (s.whole / 2 - s.caller) * beside
    return gain
