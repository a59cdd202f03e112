"""One street of betting solved as a game of matrices.

Hands are any kinds of holding, the same for both seats. Where the betting ends, what a hand
gets is linear in the other's range; `Ends` says how. Discounted CFR (see `solver.solver`) over
vectors; the exploitability is exact within this game.

Values are chips above a seat's half of the pot, times the weight of the other's hands that
can be dealt beside one's own (`Ends.unblocked`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import numpy as np

from kibitz.games.holdem.solved.pairs import Singles
from kibitz.games.holdem.solver.solver import MEAN_POWER, REGRET_LOSS, REGRET_POWER
from kibitz.games.holdem.solver.tree import FOLD, ON, Street

TINY = 1e-12
Join: TypeAlias = Callable[[int, Singles], Singles]  # what rows of a decision come to


class Ends(Protocol):
    """What hands get where the betting is over, for rows of the other's weights."""

    def unblocked(self, reach: Singles) -> Singles:
        """The weight that can be dealt beside each hand."""

    def worth(self, hero: int, reach: Singles) -> Singles:
        """What each hand of `hero` gets at each end that is no fold, one row of reach each."""


@dataclass
class StreetGame:
    """A street with its ends; regrets and strategies of every decision, a row for an action."""

    street: Street
    weights: tuple[Singles, Singles]
    half_pot: float
    unit: int
    ends: Ends
    counts: Singles | None = None  # how many deals a hand stands for; one each by default
    iterations: int = 0
    regrets: list[Singles] = field(default_factory=list)
    sums: list[Singles] = field(default_factory=list)

    def __post_init__(self) -> None:
        shapes = [(len(d.actions), len(self.weights[0])) for d in self.street.decisions]
        self.regrets = [np.zeros(shape, np.float32) for shape in shapes]
        self.sums = [np.zeros(shape, np.float32) for shape in shapes]
        self.folds: list[tuple[int, int]] = []  # decision and action
        self.shows: list[tuple[int, int]] = []
        for number, decision in enumerate(self.street.decisions):
            for action, step in enumerate(decision.steps):
                if step.kind == FOLD:
                    self.folds.append((number, action))
                elif step.kind != ON:
                    self.shows.append((number, action))
        self.fold_chips = np.array(
            [self._signed_chips(*place) for place in self.folds], np.float32
        )[:, None]

    def _signed_chips(self, number: int, action: int) -> float:
        """What a fold brings the first seat."""
        decision = self.street.decisions[number]
        chips = (self.half_pot * self.unit + decision.steps[action].chips) / self.unit
        return -chips if decision.seat == 0 else chips

    def run(self, iterations: int) -> None:
        """Iterate; both seats learn in turn."""
        for _ in range(iterations):
            for hero in (0, 1):
                self._learn(hero, self.iterations)
            self.iterations += 1

    def strategy(self, number: int) -> Singles:
        """The average strategy of a decision."""
        return _shares(self.sums[number])

    def reaches(self, seat: int, average: bool = True) -> list[Singles]:
        """A seat's weights at every decision."""
        return self._split(seat, average)[0]

    def _split(self, seat: int, average: bool) -> tuple[list[Singles], list[Singles | None]]:
        """A seat's weights at every decision, and at its own those of each action."""
        tables = self.sums if average else self.regrets
        reach: list[Singles] = [self.weights[seat]] * len(self.street.decisions)
        parts: list[Singles | None] = []
        for number, decision in enumerate(self.street.decisions):
            is_own = decision.seat == seat
            split = _shares(tables[number]) * reach[number] if is_own else None
            parts.append(split)
            for action, step in enumerate(decision.steps):
                if step.kind == ON:
                    reach[step.target] = reach[number] if split is None else split[action]
        return reach, parts

    def end_reaches(self, seat: int, average: bool = True) -> Singles:
        """A seat's weights at every end that is no fold, a row each."""
        reach, parts = self._split(seat, average)
        return np.stack([_at(reach, parts, *place) for place in self.shows])

    def action_values(self, hero: int, average: bool = True) -> list[Singles]:
        """What the actions of every decision bring each hand of `hero`, a row for an action.

        The others' actions come weighted by how often they are taken; hero goes on by his
        average strategy.
        """
        return self._values(hero, average, lambda number, rows: _mean(self.sums[number], rows))

    def best_values(self, hero: int) -> Singles:
        """What a best response to the average strategy brings each hand at the root."""
        values = self._values(hero, True, lambda _, rows: rows.max(axis=0))
        return self._joined(hero, values, lambda _, rows: rows.max(axis=0))

    def mean_values(self, hero: int) -> Singles:
        """What the average strategy brings each hand at the root."""
        values = self.action_values(hero)
        return self._joined(hero, values, lambda number, rows: _mean(self.sums[number], rows))

    @property
    def exploitability(self) -> float:
        """The mean gain of the best responses, in chips."""
        counts = 1.0 if self.counts is None else self.counts
        mine, theirs = (counts * weights for weights in self.weights)
        deals = float(mine @ self.ends.unblocked(self.weights[1][None])[0])
        gains = mine @ self.best_values(0) + theirs @ self.best_values(1)
        return float(gains) / 2 / deals

    def _joined(self, hero: int, values: list[Singles], own: Join) -> Singles:
        rows = values[0]
        joined: Singles = own(0, rows) if self.street.decisions[0].seat == hero else rows.sum(0)
        return joined

    def _learn(self, hero: int, age: int) -> None:
        gain = age**REGRET_POWER
        keep = gain / (gain + 1.0)
        fade = (age / (age + 1.0)) ** MEAN_POWER

        def learn(number: int, rows: Singles) -> Singles:
            regrets = self.regrets[number]
            now = _shares(regrets)
            value: Singles = (now * rows).sum(axis=0)
            regrets *= np.where(regrets > 0, np.float32(keep), np.float32(REGRET_LOSS))
            regrets += rows - value
            sums = self.sums[number]
            sums *= np.float32(fade)
            sums += now
            return value

        self._values(hero, False, learn)

    def _values(self, hero: int, average: bool, own: Join) -> list[Singles]:
        """Rows of every decision, from the last to the first; `own` joins hero's rows."""
        decisions = self.street.decisions
        rows = [np.empty((len(d.actions), len(self.weights[0])), np.float32) for d in decisions]
        self._fill_ends(hero, average, rows)
        for number in range(len(decisions) - 1, -1, -1):
            for action, step in enumerate(decisions[number].steps):
                if step.kind == ON:
                    below, is_mine = rows[step.target], decisions[step.target].seat == hero
                    rows[number][action] = own(step.target, below) if is_mine else below.sum(axis=0)
        if decisions[0].seat == hero:
            own(0, rows[0])
        return rows

    def _fill_ends(self, hero: int, average: bool, rows: list[Singles]) -> None:
        reach, parts = self._split(1 - hero, average)
        if self.folds:
            sign = 1 if hero == 0 else -1
            rest = np.stack([_at(reach, parts, *place) for place in self.folds])
            folded = self.ends.unblocked(rest)
            folded *= sign * self.fold_chips
            for (number, action), row in zip(self.folds, folded, strict=True):
                rows[number][action] = row
        met = np.stack([_at(reach, parts, *place) for place in self.shows])
        shown = self.ends.worth(hero, met)
        for (number, action), row in zip(self.shows, shown, strict=True):
            rows[number][action] = row


def _at(reach: list[Singles], parts: list[Singles | None], number: int, action: int) -> Singles:
    """A seat's weights after an action of a decision."""
    split = parts[number]
    return reach[number] if split is None else split[action]


def _shares(table: Singles) -> Singles:
    """Rows of one decision as shares of 1: what is below zero is not played."""
    shares: Singles = np.maximum(table, 0)
    total = shares.sum(axis=0)
    is_empty = total <= TINY
    shares /= np.maximum(total, TINY)
    if is_empty.any():
        shares[:, is_empty] = np.float32(1.0 / len(table))
    return shares


def _mean(sums: Singles, rows: Singles) -> Singles:
    joined: Singles = (_shares(sums) * rows).sum(axis=0)
    return joined
