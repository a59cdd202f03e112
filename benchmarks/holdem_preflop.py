"""Hold'em before the flop: how far the fitted values are from hands that are really played on.

The truth is the expert's own continuation. Where the betting before the flop ends without all
in, a flop is dealt at random and solved by pairs of hands with the ranges that come there; one
end of its betting is drawn, a turn is dealt and solved to the end, and what that says more than
the flop's own sums is added, divided by the chance of the draw. All classes of both seats are
valued at once. Luck is taken out by figures whose mean is known: the equity of each class on
this flop and turn less that before, and the weight of hands that the cards leave. Strategies
before the flop stay as they are: an option is worth what it gets against that opponent.

Every flop has its noise; the mean product of what two different flops say is the square of the
true error, since their noise is independent.

KIBITZ_FLOPS says how many flops are dealt at each end (4), KIBITZ_KEPT names a file that keeps
each, so that none is solved twice. What the documents say takes a quarter of an hour.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np

from kibitz.core.seeds import child
from kibitz.games.holdem.cards.combos import (
    CLASS_BY_TEXT,
    CLASS_OF,
    CLASS_SIZES,
    CLASSES,
    COMBO_CARDS,
    COMBOS,
)
from kibitz.games.holdem.cards.ranges import Range
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.measured.ledger import ResultLedger
from kibitz.games.holdem.solved import menus
from kibitz.games.holdem.solved.flop import solve_flop
from kibitz.games.holdem.solved.pairs import Singles, board_pairs
from kibitz.games.holdem.solved.points import Doubles
from kibitz.games.holdem.solved.preflop import (
    class_deals,
    class_edges,
    ends_of,
    met_chips,
    shares_at,
    solved_preflop,
)
from kibitz.games.holdem.solved.preflop_tree import Blinds
from kibitz.games.holdem.solved.street import StreetGame
from kibitz.games.holdem.solved.streets import FLOP_ITERATIONS, ITERATIONS, TARGETS
from kibitz.games.holdem.solver.solution import solution_of
from kibitz.games.holdem.solver.solver import SpotSolver
from kibitz.games.holdem.solver.spot import Spot
from kibitz.games.holdem.solver.tree import TreeDecision

SEED = 20_261_210
DEPTHS = (20, 100)  # big blinds
BIG = 2
FLOPS = int(os.environ.get("KIBITZ_FLOPS", "4"))
LIKELY = 4e-4  # of all hands: ends that fewer come to are not measured
OFTEN = 0.01  # of all hands: decisions that fewer come to are left out
KNOWN = 0.9  # of the pots that an option leads to: less is not counted as measured
HANDS = ("AA", "99", "AKs", "AJo", "KTs", "Q8o", "76s", "J4o", "72o")
FLOOR = 0.002  # of the heaviest weight, so that every class has a value
TURNS = 2  # solved after each flop
FLOP_LUCK, TURN_LUCK = 2.0, 1.8  # what equity brings; these decide only how much luck is left
EVEN = 0.05  # part of the draws of an end that are not by what hangs on it
LEFT_BY_FLOP = comb(CARDS, 3) / comb(CARDS - 4, 3)  # flops, by those beside two hands
LEFT_BY_TURN = (CARDS - 3) / (CARDS - 7)


class FlopEnd(NamedTuple):
    """An end before the flop that is followed by one: chips, and the ranges of both seats."""

    number: int  # among the ends that are no folds
    pot: float
    stack: float
    weights: tuple[Doubles, Doubles]  # by classes
    likely: float


def flop_ends(game: StreetGame, stack: int) -> Iterator[FlopEnd]:
    """The ends that are followed by a flop, by what the solution brings there."""
    both = [game._split(seat, True) for seat in (0, 1)]
    deals = float(CLASS_SIZES @ class_deals().sum(axis=1))
    for number, ((decision, action), pot, left) in enumerate(
        zip(game.shows, *ends_of(game.street, 0, stack), strict=True)
    ):
        rows = []
        for reach, parts in both:
            split = parts[decision]
            rows.append((reach[decision] if split is None else split[action]).astype(np.float64))
        likely = float((CLASS_SIZES * rows[0]) @ class_deals() @ rows[1]) / deals
        if left > 0 and likely >= LIKELY:
            floored = [np.maximum(row / row.max(), FLOOR) for row in rows]
            yield FlopEnd(number, pot, left, (floored[0], floored[1]), likely)


def fitted_shares(end: FlopEnd, seat: int) -> Doubles:
    """The share of the pot of every class of a seat, as the coach has it."""
    table = shares_at(end.stack / end.pot).astype(np.float64)
    table = table if seat == 0 else 1 - table.T
    met = class_deals() * end.weights[1 - seat]
    shares: Doubles = (table * met).sum(axis=1) / met.sum(axis=1)
    return shares


class PlayedFlop:
    """A flop solved by pairs, with one of its ends played on: values of both seats' combos.

    Values are chips above half of the pot, times the weight of the other's hands beside.
    """

    def __init__(self, end: FlopEnd, rng: np.random.Generator) -> None:
        self.end = end
        self.board = tuple(int(card) for card in rng.choice(CARDS, 3, replace=False))
        self.pairs = board_pairs(self.board)
        kinds = CLASS_OF[self.pairs.combos]
        mine, theirs = (end.weights[seat][kinds].astype(np.float32) for seat in (0, 1))
        self.weights = mine, theirs
        chips = (end.pot, end.stack, menus.FLOP_ALONE, FLOP_ITERATIONS, float(BIG))
        self.game = solve_flop(self.board, self.weights, *chips)
        self.values = [self.game.mean_values(seat).astype(np.float64) for seat in (0, 1)]
        self._play_on(rng)

    def _play_on(self, rng: np.random.Generator) -> None:
        """Draw ends of the betting and turns; add what they say more, by their chances."""
        rows = [self._reaches(seat) for seat in (0, 1)]
        open_ends, chances = self._chances(rows)
        left = [card for card in range(CARDS) if card not in self.board]
        more = [np.zeros(len(self.pairs.combos)) for _ in range(2)]
        for drawn in rng.choice(len(chances), TURNS, p=chances).tolist():
            place = int(open_ends[drawn])
            reach = rows[0][place], rows[1][place]
            found = self._turn_more(place, int(rng.choice(left)), reach, rows)
            for seat in (0, 1):
                more[seat] += reach[seat] / self.weights[seat] * found[seat] / chances[drawn]
        self.more = [row / TURNS for row in more]

    def _chances(self, rows: list[Singles]) -> tuple["np.ndarray", Doubles]:
        """The ends that are not all in, drawn by how much hangs on them for either seat."""
        open_ends = np.flatnonzero(~self.game.ends.is_over)  # type: ignore[attr-defined]
        stakes = np.zeros(len(open_ends))
        for seat in (0, 1):
            own = rows[seat][open_ends] / self.weights[seat]
            beside = self.pairs.unblocked(rows[1 - seat])[open_ends]
            stakes += ((own * beside) ** 2).sum(axis=1)
        stakes = np.sqrt(stakes) * self.game.ends.pots[open_ends]  # type: ignore[attr-defined]
        return open_ends, (1 - EVEN) * stakes / stakes.sum() + EVEN / len(stakes)

    def _reaches(self, seat: int) -> Singles:
        """A seat's weights at every end that is no fold."""
        reach, parts = self.game._split(seat, True)
        rows = []
        for decision, action in self.game.shows:
            split = parts[decision]
            rows.append(reach[decision] if split is None else split[action])
        return np.stack(rows)

    def _turn_more(
        self, place: int, card: int, reach: tuple[Singles, Singles], rows: list[Singles]
    ) -> list[Doubles]:
        """What a solved turn gives each combo more than the sums of the flop, luck taken out."""
        pot = float(self.game.ends.pots[place])  # type: ignore[attr-defined]
        stack = self.end.stack - (pot - self.end.pot) / 2
        turn, combos = board_pairs((*self.board, card)), self.pairs.combos
        left = ~(COMBO_CARDS[combos] == card).any(axis=1)
        node = _solved_turn(
            (*self.board, card), combos, (reach[0] * left, reach[1] * left), pot, stack
        )
        more = []
        for seat in (0, 1):
            theirs = reach[1 - seat] * left
            beside, edged = turn.unblocked(theirs[left][None])[0], turn.edged(theirs[left][None])[0]
            found, sure = np.zeros(len(combos)), np.zeros(len(combos))
            found[left] = (node[seat][combos[left]] - pot / 2) * beside * LEFT_BY_TURN
            sure[left] = edged * LEFT_BY_TURN
            luck = TURN_LUCK * pot / 2 * (sure - self.pairs.edged(reach[1 - seat][None])[0])
            expected = self.game.ends.worth(seat, rows[1 - seat])[place]
            more.append(np.nan_to_num(found) - luck - expected)
        return more

    def class_errors(self, seat: int) -> Doubles:
        """What each class got more than was fitted, in shares of the pot; its mean is the error."""
        kinds, theirs = CLASS_OF[self.pairs.combos], self.weights[1 - seat]
        met = class_deals() * self.end.weights[1 - seat]
        beside = met.sum(axis=1)
        scale = LEFT_BY_FLOP / (CLASS_SIZES * beside)
        fitted = fitted_shares(self.end, seat)
        mass = np.bincount(kinds, self.pairs.unblocked(theirs[None])[0], CLASSES) * scale
        edge = np.bincount(kinds, self.pairs.edged(theirs[None])[0], CLASSES) * scale
        luck = FLOP_LUCK / 2 * (edge - (class_edges() * met).sum(axis=1) / beside)
        got = (
            np.bincount(kinds, self.values[seat] + self.more[seat], CLASSES) * scale / self.end.pot
        )
        errors: Doubles = got - (fitted - 0.5) * mass - luck
        return errors


def _solved_turn(
    board: tuple[int, ...],
    combos: "np.ndarray",
    reach: tuple[Singles, Singles],
    pot: float,
    stack: float,
) -> list[Doubles]:
    ranges = []
    for row in reach:
        whole = np.zeros(COMBOS)
        whole[combos] = row / row.max()
        ranges.append(Range(whole))
    solver = SpotSolver(Spot(board, ranges[0], ranges[1], pot, stack, menus.FROM_TURN))
    *_, last = solver.run(TARGETS[4], ITERATIONS[4])
    node = solution_of(solver, last).node()
    return [node.values[0], node.values[1]]


def end_errors(depth: int, end: FlopEnd, flop: int) -> Doubles:
    """What a flop after an end says of the errors of all classes: [seat, class]."""
    rng = np.random.default_rng(child(SEED, depth, end.number, flop))
    played = PlayedFlop(end, rng)
    return np.stack([played.class_errors(seat) for seat in (0, 1)])


def measured(depth: int, ends: list[FlopEnd]) -> Doubles:
    """Every flop's word on the errors of every end: [flop, end, seat, class]."""
    ledger = ResultLedger(os.environ.get("KIBITZ_KEPT"), f"preflop {depth}")
    places = [(flop, end) for flop in range(FLOPS) for end in ends]

    def find(number: int) -> tuple[float, ...]:
        flop, end = places[number]
        return tuple(round(float(x), 5) for x in end_errors(depth, end, flop).ravel())

    list(ledger.through(SEED, range(len(places)), find))
    rows = [ledger.results[SEED, number] for number in range(len(places))]
    return np.array(rows, np.float64).reshape(FLOPS, len(ends), 2, CLASSES)


class DepthErrors:
    """How far the options of a depth are off, by every flop."""

    def __init__(self, depth: int) -> None:
        self.depth, stack = depth, BIG * depth
        self.game = solved_preflop(Blinds(BIG // 2, BIG, 0, stack))
        self.ends = list(flop_ends(self.game, stack))
        self.pots, left = (np.array(row) for row in ends_of(self.game.street, 0, stack))
        found = measured(depth, self.ends)
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
