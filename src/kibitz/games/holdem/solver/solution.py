"""A solved spot that can be walked: strategy, ranges and values at every decision.

Values at a decision are chips from there on: what a seat gets of the pot, less what it still
puts in; a fold is worth 0. At the root that is the value of the spot.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import COMBO_CARDS, COMBOS, combo_text
from kibitz.games.holdem.cards.ranges import Range
from kibitz.games.holdem.solver.boards import CARDS, Ints
from kibitz.games.holdem.solver.crew import Hero, SolverCrew
from kibitz.games.holdem.solver.game import Books, Doubles, Layout
from kibitz.games.holdem.solver.lanes import Floats
from kibitz.games.holdem.solver.passes import (
    MEAN,
    Mode,
    StreetBook,
    hand_down,
    open_board,
    pass_last,
    pass_middle,
)
from kibitz.games.holdem.solver.solver import Snapshot, SpotSolver
from kibitz.games.holdem.solver.walk import DecisionPlace, decision_at, walk

_MEAN = Mode(MEAN, 1.0, 1.0, 1.0)


class ActionChoice(NamedTuple):
    """One action of one combo, or of a whole range: how often, and what it is worth."""

    action: str
    frequency: float
    value: float


@dataclass(frozen=True)
class Node:
    """A decision of a solution; arrays are by the 1,326 combos, NaN where one is impossible."""

    line: str
    board: tuple[int, ...]
    seat: int  # who acts
    pot: float  # chips in the middle, bets of this street included
    actions: tuple[str, ...]
    strategy: Doubles  # of each action, for the combos of the seat
    action_values: Doubles  # of each action
    reach: tuple[Doubles, Doubles]  # weights of both ranges here
    values: tuple[Doubles, Doubles]  # of both seats' combos

    def range_of(self, seat: int) -> Range:
        """A seat's range here, its heaviest combo 1."""
        heaviest = float(self.reach[seat].max())
        return Range(self.reach[seat] / heaviest if heaviest > 0 else self.reach[seat].copy())

    def weights(self, seat: int) -> Doubles:
        """How likely each combo of a seat is here, given both ranges; they sum to 1."""
        weights = self.reach[seat] * unblocked(self.reach[1 - seat])
        total = float(weights.sum())
        return weights / total if total > 0 else weights

    def value(self, seat: int) -> float:
        """What the spot is worth to a seat's whole range; NaN where nobody gets here."""
        weights = self.weights(seat)
        return float(np.nansum(weights * self.values[seat])) if weights.any() else float("nan")

    def choices(self) -> list[ActionChoice]:
        """Each action of the whole range: how often it is taken, and what it is then worth."""
        shares = np.nan_to_num(self.weights(self.seat) * self.strategy)
        out = []
        for label, share, values in zip(self.actions, shares, self.action_values, strict=True):
            taken = float(share.sum())
            worth = float(np.nansum(share * values)) / taken if taken > 0 else float("nan")
            out.append(ActionChoice(label, taken, worth))
        return out

    def choices_of(self, combo: int) -> list[ActionChoice]:
        """Each action of one combo of the seat that acts."""
        if np.isnan(self.strategy[0, combo]):
            raise BadValue(f"{combo_text(combo)} is not in the range or meets the board")
        rows = zip(self.actions, self.strategy[:, combo], self.action_values[:, combo], strict=True)
        return [ActionChoice(label, float(often), float(worth)) for label, often, worth in rows]


class SpotSolution:
    """The average strategies of a solved spot; looking at it solves nothing again."""

    def __init__(
        self, layout: Layout, strategies: list[tuple[Floats, Floats]], facts: Snapshot
    ) -> None:
        self.layout, self.facts = layout, facts
        self.strategies = strategies  # of each street and seat, in any scale
        nothing = np.zeros(0, np.float32)
        books: Books = [
            (
                StreetBook(layout.block(street, 0), nothing, oop),
                StreetBook(layout.block(street, 1), nothing, ip),
            )
            for street, (oop, ip) in enumerate(strategies)
        ]
        self._crew = SolverCrew(layout, books)
        self._path: tuple[int, ...] = ()

    def node(self, line: str = "") -> Node:
        """What the solution does at the end of a line; the empty line is the root."""
        place = walk(self.layout, line)
        if place.path != self._path:
            for seat in (0, 1):
                self._evaluate(seat, place.path)
            self._path = place.path
        return self._node(line, place)

    def _evaluate(self, seat: int, path: tuple[int, ...]) -> None:
        """Reach and values of all decisions on the last board of a path."""
        hero = self._crew.heroes[seat]
        scenes, desks = hero.scenes, hero.desks[0]
        last = len(path) - 1
        if last == 0:
            self._crew.make_pass(seat, _MEAN)
            return
        for street in range(last):
            open_board(scenes[street], path[street], _MEAN, desks[street])
            below = path[street + 1]
            hand_down(scenes[street], scenes[street + 1], below, desks[street], desks[street + 1])
        if last + 1 == len(scenes):
            pass_last(scenes[last], path[last], _MEAN, desks[last])
        else:
            pass_middle(
                scenes[last], scenes[last + 1], path[last], _MEAN, desks[last], desks[last + 1]
            )

    def _node(self, line: str, place: DecisionPlace) -> Node:
        decision = decision_at(self.layout, place)
        seat, count = decision.seat, len(decision.actions)
        reach = self._reach(place, 0), self._reach(place, 1)
        values = self._values(place, 0, reach), self._values(place, 1, reach)
        hero = self._crew.heroes[seat]
        _, at, first, _ = (int(n) for n in hero.scenes[place.street].program.places[place.decision])
        rows = [self._row(place, seat, first + action, reach) for action in range(count)]
        return Node(
            line,
            place.board,
            seat,
            self.layout.chips(self.layout.tree.pot + 2 * decision.each + sum(decision.bets)),
            decision.actions,
            self._strategy(place, seat, at, count),
            np.array(rows),
            reach,
            values,
        )

    def _combos(self, place: DecisionPlace, seat: int) -> Ints:
        """What the places of a seat on the board really are."""
        table, board = self.layout.seats[place.street][seat], place.path[-1]
        start = board * table.stride
        solved = table.combo[start : start + int(table.counts[board])].astype(np.int64)
        return place.combos(solved)

    def _reach(self, place: DecisionPlace, seat: int) -> Doubles:
        other: Hero = self._crew.heroes[1 - seat]
        scene, desk = other.scenes[place.street], other.desks[0][place.street]
        start = int(scene.program.places[place.decision, 0]) * scene.theirs.stride
        combos = self._combos(place, seat)
        out = np.zeros(COMBOS)
        out[combos] = desk.reach[start : start + len(combos)]
        return out

    def _values(self, place: DecisionPlace, seat: int, reach: tuple[Doubles, Doubles]) -> Doubles:
        program = self._crew.heroes[seat].scenes[place.street].program
        return self._row(place, seat, int(program.places[place.decision, 3]), reach)

    def _row(
        self, place: DecisionPlace, seat: int, row: int, reach: tuple[Doubles, Doubles]
    ) -> Doubles:
        """A value row as chips from here on, by combo."""
        hero = self._crew.heroes[seat]
        scene, desk = hero.scenes[place.street], hero.desks[0][place.street]
        decision = decision_at(self.layout, place)
        combos, start = self._combos(place, seat), row * scene.mine.stride
        weight = unblocked(reach[1 - seat])[combos]
        half, unit = self.layout.tree.pot / 2, self.layout.tree.unit
        here = (half + decision.each + decision.bets[seat]) / unit
        out = np.full(COMBOS, np.nan)
        worth = desk.values[start : start + len(combos)].astype(np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            out[combos] = np.where(weight > 0, worth / weight + here, np.nan)
        return out

    def _strategy(self, place: DecisionPlace, seat: int, at: int, count: int) -> Doubles:
        table, board = self.layout.seats[place.street][seat], place.path[-1]
        block = self.layout.block(place.street, seat)
        start = board * block + at * table.stride
        sums = self.strategies[place.street][seat]
        return _shares(sums, start, count, table.stride, self._combos(place, seat))


def unblocked(reach: Doubles) -> Doubles:
    """For every combo the weight of the others that share no card with it."""
    by_card = np.bincount(COMBO_CARDS.ravel(), np.repeat(reach, 2), CARDS)
    left = reach.sum() - by_card[COMBO_CARDS[:, 0]] - by_card[COMBO_CARDS[:, 1]] + reach
    return np.maximum(np.where(left > 1e-9 * reach.sum(), left, 0.0), 0.0)


def solution_of(solver: SpotSolver, facts: Snapshot) -> SpotSolution:
    """What a solver has found so far; it goes on with the same arrays."""
    sums = [(oop.sums, ip.sums) for oop, ip in solver.books]
    return SpotSolution(solver.layout, sums, facts)


def root_strategy(solver: SpotSolver) -> Doubles:
    """What the first seat does at the root so far, by combo."""
    layout, sums = solver.layout, solver.books[0][0].sums
    count, table = len(layout.tree.streets[0].decisions[0].actions), layout.seats[0][0]
    combos = table.combo[: int(table.counts[0])]
    return _shares(sums, 0, count, table.stride, combos.astype(np.int64))


def _shares(sums: Floats, start: int, count: int, stride: int, combos: Ints) -> Doubles:
    """Rows of one decision as shares of 1, by combo."""
    out = np.full((count, COMBOS), np.nan)
    for action in range(count):
        row = start + action * stride
        out[action, combos] = sums[row : row + len(combos)]
    total = out.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(total > 0, out / total, np.where(total == 0, 1 / count, np.nan))
