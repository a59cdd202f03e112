"""Solved streets, looked at decision by decision.

A decision is reached by a path: for each move on the street the amount raised to, 0 for a
check or call. At a point everything is by the 1,326 combos; values are chips from there on,
a fold worth 0, NaN where a combo is impossible or nobody is there to play against.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kibitz.core.cards import CARDS, card_text
from kibitz.games.holdem.cards.combos import CLASS_OF, CLASSES, COMBOS
from kibitz.games.holdem.solved.pairs import Ints, Singles
from kibitz.games.holdem.solved.preflop import ClassEnds, met_chips
from kibitz.games.holdem.solved.street import StreetGame
from kibitz.games.holdem.solver.solution import SpotSolution, unblocked
from kibitz.games.holdem.solver.tree import DEAL, ON, Street, TreeDecision, TreeStep

Doubles = NDArray[np.float64]
FOLDED = -1  # the amount of a fold
LOSING = 0.03  # of the pot: a move that loses more by the solution's own values is not settled
SELDOM = 0.02  # a frequency below which nothing is settled, either
_TINY = 1e-6


@dataclass(frozen=True)
class StreetPoint:
    """A decision: each action with its amount, how often each combo takes it, and its worth."""

    seat: int
    bets: tuple[int, int]  # of both seats on the street
    pot: float  # with these
    amounts: tuple[int, ...]
    strategy: Doubles
    values: Doubles
    reach: tuple[Doubles, Doubles]
    fitted: Doubles | None = None  # mean pots of each action that a fit shares out, 0 elsewhere

    def action(self, amount: int) -> int | None:
        """The action of an amount, if it is one of them."""
        return self.amounts.index(amount) if amount in self.amounts else None

    @property
    def best(self) -> Doubles:
        """What the best action is worth to each combo; 0 where nothing is known."""
        known = ~np.isnan(self.values).all(axis=0)
        out = np.zeros(COMBOS)
        out[known] = np.nanmax(self.values[:, known], axis=0)
        return out

    @property
    def mean(self) -> Doubles:
        """What each combo gets by the strategy; 0 where nothing is known."""
        sums: Doubles = np.nan_to_num(self.strategy * self.values).sum(axis=0)
        return sums

    @property
    def played(self) -> Doubles:
        """How often each combo takes each action, without those that it loses much by.

        A solution is stopped before every combo has given up its mistakes. 0 for unknown combos.
        """
        strategy: Doubles = np.nan_to_num(self.strategy)
        good = np.where(self.best - self.values > LOSING * self.pot, 0.0, strategy)
        left = np.where(good.sum(axis=0) >= SELDOM, good, strategy)
        return shares_of(np.where(shares_of(left) >= SELDOM, left, 0.0))

    def share(self, action: int, combo: int | None = None) -> float:
        """How often the whole range takes an action; seen by a combo of the other seat."""
        weights = self.reach[self.seat]
        if combo is None:
            weights = weights * unblocked(self.reach[1 - self.seat])
        else:
            own = np.zeros(COMBOS)
            own[combo] = 1.0
            weights = weights * unblocked(own)
        total = float(weights.sum())
        taken = float(np.nansum(weights * self.strategy[action]))
        return taken / total if total > 0 else 0.0


def shares_of(rows: Doubles) -> Doubles:
    """Columns as shares of 1; those without anything stay so."""
    total = rows.sum(axis=0)
    return np.where(total > 0, rows / np.where(total > 0, total, 1.0), 0.0)


def amounts_of(decision: TreeDecision) -> tuple[int, ...]:
    """The amounts of a decision's actions, in chips of a game without decimals."""
    return tuple(
        FOLDED if label == "F" else 0 if label in "XC" else int(label[1:])
        for label in decision.actions
    )


def find_decision(street: Street, path: Sequence[int]) -> int | None:
    """The decision at the end of a path, or nothing where the tree does not go that way."""
    number = 0
    for amount in path:
        decision = street.decisions[number]
        amounts = amounts_of(decision)
        if amount not in amounts:
            return None
        step = decision.steps[amounts.index(amount)]
        if step.kind != ON:
            return None
        number = step.target
    return number


def has_path(street: Street, path: Sequence[int]) -> bool:
    """Whether a tree has all moves of a path, of which the last may end the street."""
    if not path:
        return True
    number = find_decision(street, path[:-1])
    return number is not None and path[-1] in amounts_of(street.decisions[number])


class SolvedStreet(ABC):
    """A street that has been solved."""

    @abstractmethod
    def point(self, path: Sequence[int]) -> StreetPoint | None:
        """The decision at the end of a path."""


class SolvedMatrix(SolvedStreet):
    """A street solved as a game of matrices; `place` is each combo's hand in it, -1 for none."""

    def __init__(self, game: StreetGame, place: Ints) -> None:
        self.game, self.place = game, place

    @cached_property
    def _reach(self) -> tuple[list[Singles], list[Singles]]:
        return self.game.reaches(0), self.game.reaches(1)

    @cached_property
    def _values(self) -> tuple[list[Singles], list[Singles]]:
        return self.game.action_values(0), self.game.action_values(1)

    def point(self, path: Sequence[int]) -> StreetPoint | None:
        number = find_decision(self.game.street, path)
        if number is None:
            return None
        decision = self.game.street.decisions[number]
        seat = decision.seat
        reach = self._reach[0][number], self._reach[1][number]
        beside = self.game.ends.unblocked(reach[1 - seat][None])[0]
        here = self.game.half_pot + decision.bets[seat] / self.game.unit
        is_met = beside > _TINY * max(float(beside.max()), _TINY)
        alone = np.where(is_met, beside, np.nan)
        return StreetPoint(
            seat,
            decision.bets,
            2 * self.game.half_pot + sum(decision.bets),
            amounts_of(decision),
            self._spread(self.game.strategy(number)),
            self._spread(self._values[seat][number] / alone + here),
            (self._weights(reach[0]), self._weights(reach[1])),
            self._fitted(seat, number, alone),
        )

    def _fitted(self, seat: int, number: int, beside: Singles) -> Doubles | None:
        """What the point says of `fitted`."""
        return None

    def _spread(self, rows: Singles | Doubles) -> Doubles:
        out = np.full((len(rows), COMBOS), np.nan)
        held = self.place >= 0
        out[:, held] = rows[:, self.place[held]]
        return out

    def _weights(self, row: Singles) -> Doubles:
        weights: Doubles = np.nan_to_num(self._spread(row[None])[0])
        return weights


class SolvedClasses(SolvedMatrix):
    """The street before the flop: what follows a flop is fitted."""

    @cached_property
    def _pots(self) -> tuple[list[Singles], list[Singles]]:
        assert isinstance(self.game.ends, ClassEnds)
        pots = np.tile(self.game.ends.flop_pots[None, :, None], (2, 1, CLASSES))
        return met_chips(self.game, pots)

    def _fitted(self, seat: int, number: int, beside: Singles) -> Doubles | None:
        return np.nan_to_num(self._spread(self._pots[seat][number] / beside))


class SolvedSpot(SolvedStreet):
    """A street solved to the end of the hand."""

    def __init__(self, solution: SpotSolution) -> None:
        self.solution = solution

    def point(self, path: Sequence[int]) -> StreetPoint | None:
        if find_decision(self._street, path) is None:
            return None
        labels, step = self._walked(path)
        node = self.solution.node("-".join(labels))
        here = self._street.decisions[step.target if step else 0]
        facts = (node.seat, here.bets, node.pot, amounts_of(here))
        return StreetPoint(*facts, node.strategy, node.action_values, node.reach)

    def next_values(self, path: Sequence[int], seat: int) -> Doubles | None:
        """What each combo of a seat gets after each card that may come next.

        A row for each card; nothing where the path is not one by which a card comes.
        """
        if not has_path(self._street, path):
            return None
        labels, step = self._walked(path)
        if step is None or step.kind != DEAL:
            return None
        line, board = "-".join(labels), self.solution.layout.spot.board
        out = np.full((CARDS, COMBOS), np.nan)
        for card in range(CARDS):
            if card not in board:
                out[card] = self.solution.node(f"{line}/{card_text(card)}").values[seat]
        return out

    @property
    def _street(self) -> Street:
        return self.solution.layout.tree.streets[0]

    def _walked(self, path: Sequence[int]) -> tuple[list[str], TreeStep | None]:
        """The labels of a path in the tree, and its last step."""
        labels, number, step = [], 0, None
        for amount in path:
            decision = self._street.decisions[number]
            action = amounts_of(decision).index(amount)
            labels.append(decision.actions[action])
            step = decision.steps[action]
            number = step.target
        return labels, step


def class_places() -> Ints:
    """The class of every combo, as a hand of the game before the flop."""
    return CLASS_OF


def board_places(combos: Ints) -> Ints:
    """The place of every combo among those of a board."""
    out = np.full(COMBOS, -1, np.int64)
    out[combos] = np.arange(len(combos))
    return out
