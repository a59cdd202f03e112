"""Flops after the betting before them, played on as the expert plays: what classes get there.

Where the betting before the flop ends without all in, a flop is dealt at random and solved by
pairs of hands with the ranges that come there; ends of its betting are drawn, a turn is dealt to
each and solved to the end, and what that says more than the flop's own sums is added, divided by
the chance of the draw. All classes of both seats are valued at once. Luck is taken out by figures
whose mean is known: the equity of each class on this flop and turn less that before, and the
weight of hands that the cards leave.
"""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np

from kibitz.games.holdem.cards.combos import CLASS_OF, CLASS_SIZES, CLASSES, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.ranges import Range
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.solved import menus
from kibitz.games.holdem.solved.class_figures import class_deals, class_edges
from kibitz.games.holdem.solved.class_worth import Doubles, floored
from kibitz.games.holdem.solved.flop import solve_flop
from kibitz.games.holdem.solved.pairs import Ints, Singles, board_pairs
from kibitz.games.holdem.solved.preflop import ends_of
from kibitz.games.holdem.solved.street import StreetGame
from kibitz.games.holdem.solved.streets import FLOP_ITERATIONS, ITERATIONS, TARGETS
from kibitz.games.holdem.solver.solution import solution_of
from kibitz.games.holdem.solver.solver import SpotSolver
from kibitz.games.holdem.solver.spot import Spot

LIKELY = 4e-4  # of all hands: ends that fewer come to are not looked at
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


def flop_ends(game: StreetGame, ante: int, stack: int) -> Iterator[FlopEnd]:
    """The ends that are followed by a flop, by what the solution brings there."""
    rows = game.end_reaches(0), game.end_reaches(1)
    deals = float(CLASS_SIZES @ class_deals().sum(axis=1))
    for number, (pot, left) in enumerate(zip(*ends_of(game.street, ante, stack), strict=True)):
        mine, theirs = (row[number].astype(np.float64) for row in rows)
        likely = float((CLASS_SIZES * mine) @ class_deals() @ theirs) / deals
        if left > 0 and likely >= LIKELY:
            weights = floored(mine), floored(theirs)
            yield FlopEnd(number, pot, left, weights, likely)


class ClassWords(NamedTuple):
    """What a played flop says of every class of a seat, in shares of the pot above one half."""

    got: Doubles  # on the flop, by pairs of hands
    more: Doubles  # what the drawn turns say more
    mass: Doubles  # the weight of hands that the flop leaves; its mean is 1
    luck: Doubles  # what the flop changed of the class's edge, mass included; its mean is 0

    def errors(self, fitted: Doubles) -> Doubles:
        """What each class got more than its fitted share, luck taken out; its mean is the error."""
        errors: Doubles = self.got + self.more - (fitted - 0.5) * self.mass
        return errors - FLOP_LUCK / 2 * self.luck


class PlayedFlop:
    """A flop solved by pairs, with ends of its betting played on: values of both seats' combos.

    Values are chips above half of the pot, times the weight of the other's hands beside.
    """

    def __init__(
        self,
        end: FlopEnd,
        least: float,
        rng: np.random.Generator,
        iterations: int = FLOP_ITERATIONS,
    ) -> None:
        self.end = end
        self.board = tuple(int(card) for card in rng.choice(CARDS, 3, replace=False))
        self.pairs = board_pairs(self.board)
        kinds = CLASS_OF[self.pairs.combos]
        mine, theirs = (end.weights[seat][kinds].astype(np.float32) for seat in (0, 1))
        self.weights = mine, theirs
        chips = (end.pot, end.stack, menus.FLOP_ALONE, iterations, least)
        self.game = solve_flop(self.board, self.weights, *chips)
        self.values = [self.game.mean_values(seat).astype(np.float64) for seat in (0, 1)]
        self._play_on(rng)

    def _play_on(self, rng: np.random.Generator) -> None:
        """Draw ends of the betting and turns; add what they say more, by their chances."""
        rows = self.game.end_reaches(0), self.game.end_reaches(1)
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

    def _chances(self, rows: tuple[Singles, Singles]) -> tuple[Ints, Doubles]:
        """The ends that are not all in, drawn by how much hangs on them for either seat."""
        open_ends = np.flatnonzero(~self.game.ends.is_over)  # type: ignore[attr-defined]
        stakes = np.zeros(len(open_ends))
        for seat in (0, 1):
            own = rows[seat][open_ends] / self.weights[seat]
            beside = self.pairs.unblocked(rows[1 - seat])[open_ends]
            stakes += ((own * beside) ** 2).sum(axis=1)
        stakes = np.sqrt(stakes) * self.game.ends.pots[open_ends]  # type: ignore[attr-defined]
        return open_ends, (1 - EVEN) * stakes / stakes.sum() + EVEN / len(stakes)

    def _turn_more(
        self,
        place: int,
        card: int,
        reach: tuple[Singles, Singles],
        rows: tuple[Singles, Singles],
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

    def words(self, seat: int) -> ClassWords:
        """What it says of the classes of a seat."""
        kinds, theirs = CLASS_OF[self.pairs.combos], self.weights[1 - seat]
        met = class_deals() * self.end.weights[1 - seat]
        beside = met.sum(axis=1)
        scale = LEFT_BY_FLOP / (CLASS_SIZES * beside)
        edge = np.bincount(kinds, self.pairs.edged(theirs[None])[0], CLASSES) * scale
        return ClassWords(
            np.bincount(kinds, self.values[seat], CLASSES) * scale / self.end.pot,
            np.bincount(kinds, self.more[seat], CLASSES) * scale / self.end.pot,
            np.bincount(kinds, self.pairs.unblocked(theirs[None])[0], CLASSES) * scale,
            edge - (class_edges() * met).sum(axis=1) / beside,
        )


def _solved_turn(
    board: tuple[int, ...],
    combos: Ints,
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
