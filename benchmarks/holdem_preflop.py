"""Hold'em before the flop: how far the fitted values are from hands that are really played on.

The truth is the expert's own continuation (`solved.played`). Strategies before the flop stay as
they are: an option is worth what it gets against that opponent.

Every flop has its noise; the mean product of what two different flops say is the square of the
true error, since their noise is independent.

KIBITZ_FLOPS says how many flops are dealt at each end (4), KIBITZ_KEPT names a file that keeps
each, so that none is solved twice. What the documents say takes a quarter of an hour.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kibitz.core.seeds import child
from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT, CLASS_SIZES, CLASSES, COMBOS
from kibitz.games.holdem.measured.ledger import ResultLedger
from kibitz.games.holdem.solved.class_figures import class_deals
from kibitz.games.holdem.solved.class_worth import Doubles, met_parts
from kibitz.games.holdem.solved.played import FlopEnd, PlayedFlop, flop_ends
from kibitz.games.holdem.solved.preflop import ClassEnds, ends_of, met_chips, solved_preflop
from kibitz.games.holdem.solved.preflop_tree import Blinds
from kibitz.games.holdem.solved.street import StreetGame
from kibitz.games.holdem.solver.tree import TreeDecision

SEED = 20_261_218
DEPTHS = (20, 100)  # big blinds
BIG = 2
FLOPS = int(os.environ.get("KIBITZ_FLOPS", "4"))
OFTEN = 0.01  # of all hands: decisions that fewer come to are left out
KNOWN = 0.9  # of the pots that an option leads to: less is not counted as measured
HANDS = ("AA", "99", "AKs", "AJo", "KTs", "Q8o", "76s", "J4o", "72o")


def fitted_shares(game: StreetGame, end: FlopEnd, seat: int) -> Doubles:
    """The share of the pot of every class of a seat, as the coach has it."""
    assert isinstance(game.ends, ClassEnds)
    table = game.ends.shares[end.number].astype(np.float64)
    above = met_parts(end.weights[1 - seat]) * (table if seat == 0 else -table.T)
    shares: Doubles = 0.5 + above.sum(axis=1)
    return shares


def end_errors(game: StreetGame, depth: int, end: FlopEnd, flop: int) -> Doubles:
    """What a flop after an end says of the errors of all classes: [seat, class]."""
    rng = np.random.default_rng(child(SEED, depth, end.number, flop))
    played = PlayedFlop(end, float(BIG), rng)
    fitted = (fitted_shares(game, end, seat) for seat in (0, 1))
    return np.stack([played.words(seat).errors(shares) for seat, shares in enumerate(fitted)])


def measured(game: StreetGame, depth: int, ends: list[FlopEnd]) -> Doubles:
    """Every flop's word on the errors of every end: [flop, end, seat, class]."""
    ledger = ResultLedger(os.environ.get("KIBITZ_KEPT"), f"preflop {depth}")
    places = [(flop, end) for flop in range(FLOPS) for end in ends]

    def find(number: int) -> tuple[float, ...]:
        flop, end = places[number]
        return tuple(round(float(x), 5) for x in end_errors(game, depth, end, flop).ravel())

    list(ledger.through(SEED, range(len(places)), find))
    rows = [ledger.results[SEED, number] for number in range(len(places))]
    return np.array(rows, np.float64).reshape(FLOPS, len(ends), 2, CLASSES)


class DepthErrors:
    """How far the options of a depth are off, by every flop."""

    def __init__(self, depth: int) -> None:
        self.depth, stack = depth, BIG * depth
        self.game = solved_preflop(Blinds(BIG // 2, BIG, 0, stack))
        self.ends = list(flop_ends(self.game, 0, stack))
        self.pots, left = (np.array(row) for row in ends_of(self.game.street, 0, stack))
        found = measured(self.game, depth, self.ends)
        self.errors = [self._chips(self._spread(row)) for row in found]
        self.met = self._chips(self._spread(np.ones_like(found[0])))
        self.whole = self._chips(np.tile((left > 0)[None, :, None], (2, 1, CLASSES)))

    def _spread(self, errors: Doubles) -> Doubles:
        rows = np.zeros((2, len(self.pots), CLASSES))
        rows[:, [end.number for end in self.ends]] = errors.transpose(1, 0, 2)
        return rows

    def _chips(self, shares: Doubles) -> list[Doubles]:
        """What shares of the pot at the ends come to for every option: rows of each decision."""
        chips = (shares * self.pots[:, None]).astype(np.float32)
        both = met_chips(self.game, chips)
        return [both[d.seat][n] / self._beside(n) for n, d in enumerate(self.game.street.decisions)]

    def _beside(self, number: int) -> Doubles:
        """The weight of the other's classes beside each at a decision."""
        theirs = self.game.reaches(1 - self.game.street.decisions[number].seat)[number]
        beside: Doubles = np.maximum(theirs @ class_deals().T, 1e-9).astype(np.float64)
        return beside

    def spots(self) -> "Iterator[SpotErrors]":
        """The decisions that one hand in a hundred comes to, if they lead to a flop."""
        values = self.game.action_values(0), self.game.action_values(1)
        for number, decision in enumerate(self.game.street.decisions):
            reach = self.game.reaches(decision.seat)[number]
            weights: Doubles = (CLASS_SIZES * reach).astype(np.float64)
            if weights.sum() >= OFTEN * COMBOS and self.met[number].any():
                yield SpotErrors(
                    self.depth,
                    decision,
                    weights,
                    values[decision.seat][number] / self._beside(number),
                    np.stack([rows[number] for rows in self.errors]),
                    self.met[number],
                    self.met[number] >= KNOWN * self.whole[number] - 1e-6,
                )


@dataclass(frozen=True)
class SpotErrors:
    """A decision: what its options are worth, and by every flop how far that is off."""

    depth: int
    decision: TreeDecision
    weights: Doubles  # of the seat's classes
    values: Doubles  # chips, a row for an option
    errors: Doubles  # [flop, option, class]
    met: Doubles  # mean pots that the fit shares out
    is_known: "np.ndarray"  # whether nearly all of these were measured

    @property
    def pot(self) -> int:
        return sum(self.decision.bets)

    def rows(self) -> Iterator["OptionRow"]:
        """For every option the squares of errors and of the pots behind them."""
        places = np.arange(CLASSES)
        best = self.values.argmax(axis=0)
        for option in range(len(self.values)):
            known = self.is_known[option] & self.is_known[best, places]
            weights = self.weights * known
            if weights.sum() < self.weights.sum() / 2:
                continue
            weights = weights / weights.sum()
            gaps = self.errors[:, option] - self.errors[:, best, places]
            met = self.met[option] ** 2
            yield OptionRow(
                self.decision.actions[option],
                square(self.errors[:, option], weights),
                float(weights @ met),
                square(gaps, weights),
                float(weights @ (met + self.met[best, places] ** 2)),
            )

    def truth(self, option: int, kind: int) -> tuple[float, float, float]:
        """An option in big blinds from here on: the coach's value, the truth and its error."""
        found = self.errors[:, option, kind] / BIG
        here = (self.values[option, kind] + self.decision.bets[self.decision.seat]) / BIG
        return here, here + found.mean(), float(found.std(ddof=1) / np.sqrt(len(found)))


class OptionRow(NamedTuple):
    """Mean squares, in chips: of the error and the pots of an option, and of a loss by it."""

    name: str
    value: float
    met: float
    loss: float
    both_met: float


def square(found: Doubles, weights: Doubles) -> float:
    """The mean square of what rows are noisy words on: the products of different rows."""
    rows = len(found)
    both = (found.sum(axis=0) ** 2 - (found**2).sum(axis=0)) / (rows * (rows - 1))
    return float(weights @ both)


def main() -> None:
    """Print the errors of every usual option, their means, and some hands."""
    spots = [spot for depth in DEPTHS for spot in DepthErrors(depth).spots()]
    rows = [(spot, row) for spot in spots for row in spot.rows()]
    for spot, row in rows:
        off = f"value {told(row.value, spot)}, loss {told(row.loss, spot)}"
        print(f"  {place(spot)} {row.name}: {off}")
    print(f"value: {rate([(row.value, row.met) for _, row in rows])} of pots that see a flop")
    print(f"loss: {rate([(row.loss, row.both_met) for _, row in rows])} of those of both options")
    for square_of in ("value", "loss"):
        parts = [
            (getattr(row, square_of), float(spot.pot) ** 2)
            for spot, row in rows
            if row.both_met > 1e-6
        ]
        print(f"{square_of}: {rate(parts)} of the pot")
    for spot in spots:
        for text in HANDS:
            print_hand(spot, text)


def print_hand(spot: SpotErrors, text: str) -> None:
    """The measured options of a hand."""
    kind = CLASS_BY_TEXT[text]
    for option, name in enumerate(spot.decision.actions):
        if spot.is_known[option, kind] and spot.met[option, kind] > 0 and spot.weights[kind] > 1e-3:
            here, truth, error = spot.truth(option, kind)
            print(
                f"  {place(spot)} {text} {name}: {here:+.3f}, played on {truth:+.3f} ± {error:.3f}"
            )


def place(spot: SpotErrors) -> str:
    """A decision in words."""
    theirs, mine = (spot.decision.bets[s] for s in (1 - spot.decision.seat, spot.decision.seat))
    seat = "button" if spot.decision.seat else "big blind"
    return f"{spot.depth} blinds, {seat}, {mine / BIG:g} against {theirs / BIG:g}:"


def told(square_of: float, spot: SpotErrors) -> str:
    """The root of a mean square, in percent of the pot; 0 where noise made it less."""
    return f"{100 * max(square_of, 0.0) ** 0.5 / spot.pot:.0f} %"


def rate(parts: list[tuple[float, float]]) -> str:
    """The root mean square of errors by what is behind them, each option alike."""
    ratios = np.array([error / behind for error, behind in parts if behind > 1e-6])
    most = float(np.sqrt(max(ratios.max(), 0.0)))
    return f"{100 * np.sqrt(max(float(ratios.mean()), 0.0)):.1f} %, at most {100 * most:.0f} %,"
