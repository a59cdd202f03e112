"""The result of a hand without the luck that is known (AIVAT, Burch and others 2018).

One seat's strategy is known for every combo. So the end is averaged over all that the seat
could have held as well, the cards of the deal and of each street are replaced by what they
bring on average, and so is each draw among the moves of the known seat. Every correction has
mean zero whatever values it uses; these are the solution's own for the other seat's hand, of
rivers the turn's solution's, and its equity where the solution ends. Values are big blinds of
the known seat.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

import numpy as np

from kibitz.core.game import payoff
from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import CLASS_OF, CLASS_SIZES, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.measured.draws import KnownDraw
from kibitz.games.holdem.measured.known import KnownMoves, beside, board_of, combo_of
from kibitz.games.holdem.solved.class_figures import class_deals, class_edges
from kibitz.games.holdem.solved.hand import HandWalk, blinds_of
from kibitz.games.holdem.solved.pairs import Ints, Values, board_pairs, write_values
from kibitz.games.holdem.solved.points import Doubles, SolvedSpot, StreetPoint
from kibitz.games.holdem.solved.preflop import solved_preflop
from kibitz.games.holdem.solved.preflop_tree import Blinds
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    FOLD,
    PREFLOP,
    RIVER,
    Holdem,
    behind,
    paid,
    pot,
    to_call,
)

FLOP_CARDS = 3
DEEPER, SEED_MONEY = 0.35, 0.2  # of `pot_share`: any numbers do, good ones leave less luck


@dataclass
class CorrectedHand:
    """A hand that is gone through once, from the deal to its end."""

    hand: Hand
    seat: int  # whose strategy is known
    told: dict[int, KnownMoves]  # by the numbers of its decisions
    other: int  # the combo of the other seat
    draws: dict[int, KnownDraw] = field(default_factory=dict)  # of the other seat, where known
    weights: Doubles = field(init=False)  # of the seat's combos, by what it has done
    luck: float = 0.0  # chips of the seat so far
    is_alone: bool = False

    def __post_init__(self) -> None:
        self.own = combo_of(self.hand.start, self.seat)
        self.weights = beside(tuple(int(card) for card in COMBO_CARDS[self.other]))
        self.stage = PREFLOP

    def result(self) -> float:
        """What the seat won, in big blinds, less its luck."""
        self.luck -= self._deal_luck()
        for number, (p, move) in enumerate(self.hand.positions()):
            if p.stage > self.stage:
                self._deal(p)
            if p.seat == self.seat:
                self._decide(p, move, self.told[number])
            elif number in self.draws:
                self.luck -= self.draws[number].luck(move, self.other)
        return float(self._end() - self.luck) / int(self.hand.end.big)

    def _deal_luck(self) -> float:
        """What the other seat's cards are worth more to it than any, by the first street."""
        worth = deal_worth(blinds_of(self.hand.start), 1 - self.seat)
        return float(worth[CLASS_OF[self.other]]) - float(worth @ CLASS_SIZES) / COMBOS

    def _deal(self, p: Holdem) -> None:
        """The cards of a street, against what they are worth to the other on average."""
        before, board = self.weights, board_of(p, int(p.stage))
        self.weights = before * beside(board)
        size = int(pot(p))
        if len(board) == FLOP_CARDS:  # an equity is the mean of what flops make of it
            mean = self._edge(PREFLOP, before)
            self.luck += (self._edge(int(p.stage), self.weights) - mean) * size / 2
        else:
            depth = min(int(behind(p, 0)), int(behind(p, 1))) / size
            chances, equities = next_equities(board[:-1], self.other, before)
            worth = self._solved_cards(int(p.stage) - 1)
            worth = pot_share(equities, depth) * size if worth is None else worth
            self.luck -= float(worth[board[-1]]) - float(chances @ worth)
        self.stage = int(p.stage)

    def _solved_cards(self, stage: int) -> Doubles | None:
        """What each next card leaves the other's hand, by the solution of a street that is over."""
        walk, amounts = None, []
        for number, (p, move) in enumerate(self.hand.positions()):
            if int(p.stage) == stage:
                amounts.append(max(move - CALL, 0))
                walk = self.told[number].walk if p.seat == self.seat else walk
        solution = None if walk is None else walk.solution
        if not isinstance(solution, SolvedSpot):
            return None
        table = next_values(solution, tuple(amounts), 1 - self.seat)
        return None if table is None else np.nan_to_num(table[:, self.other])

    def _edge(self, stage: int, weights: Doubles) -> float:
        """2 * equity - 1 of the weighted combos against the other's hand."""
        total = float(weights.sum())
        return float(weights @ self._edges(stage)) / total if total > 0 else 0.0

    def _edges(self, stage: int) -> Doubles:
        return edges_against(board_of(self.hand.start, stage), self.other)

    def _decide(self, p: Holdem, move: int, found: KnownMoves) -> None:
        """A draw among the moves of the known seat."""
        if found.is_alone or not found.of(move)[self.own] > 0:
            self.weights = np.zeros(COMBOS)
            self.weights[self.own] = 1.0
        parts = self.weights * found.often
        shares = parts.sum(axis=1)
        if found.often[:, self.own].sum() > 0 and shares.sum() > 0:
            worth = self._worth(p, found, parts)
            mean = float(shares @ worth / shares.sum())
            self.luck -= float(worth[found.moves.index(move)]) - mean
        self.weights = self.weights * found.of(move)
        if not self.weights.any():
            self.weights[self.own] = 1.0

    def _worth(self, p: Holdem, found: KnownMoves, parts: Doubles) -> Doubles:
        """What each move of the known seat leaves the other's hand, chips from here on."""
        solved = [None if m == FOLD else _after(found.walk, m) for m in found.moves]
        worth = []
        for move, row, point in zip(found.moves, parts, solved, strict=True):
            if move == FOLD:
                worth.append(float(pot(p)))
            elif point is not None and not np.isnan(point.values[:, self.other]).any():
                worth.append(float(point.mean[self.other]))
            else:
                worth.append(self._shown(p, move, row))
        return np.array(worth)

    def _shown(self, p: Holdem, move: int, row: Doubles) -> float:
        """The other's part of the pot, as if nobody bet any more."""
        call = int(to_call(p, self.seat)) if move == CALL else 0
        size, left = int(pot(p)) + call, min(int(behind(p, s)) for s in (0, 1))
        depth = 0.0 if self.stage in (PREFLOP, RIVER) else max(left - call, 0) / size
        equity = np.array([(1 - self._edge(self.stage, row)) / 2])
        return size * float(pot_share(equity, depth)[0])

    def _end(self) -> float:
        """Chips that the seat won, the mean over all that it could hold and over all boards."""
        end = self.hand.end
        if end.folded:
            return float(payoff(end, self.seat)) * int(end.big)
        matched = min(int(paid(end, 0)), int(paid(end, 1)))
        return self._edge(self.stage, self.weights) * matched


@lru_cache(maxsize=8)
def deal_worth(blinds: Blinds, seat: int) -> Doubles:
    """What each class is worth to a seat before the flop, chips."""
    worth: Doubles = solved_preflop(blinds).mean_values(seat) / class_deals().sum(axis=1)
    return worth


def edges_against(board: tuple[int, ...], hand: int) -> Doubles:
    """2 * equity - 1 of every combo against a hand; before the flop the mean of its class."""
    if not board:
        mean: Doubles = class_edges()[CLASS_OF, CLASS_OF[hand]].astype(np.float64)
        return mean
    pairs, out = board_pairs(board), np.zeros(COMBOS)
    out[pairs.combos] = pairs.edge[:, np.searchsorted(pairs.combos, hand)]
    return out


def pot_share(equities: Doubles, depth: float) -> Doubles:
    """A guess at the part of the pot that hands get: the deeper, the more good ones are paid."""
    more = DEEPER * np.log1p(depth)
    share: Doubles = np.maximum(equities + more * (equities**4 - SEED_MONEY), 0.0)
    return share


def next_equities(board: tuple[int, ...], hand: int, weights: Doubles) -> tuple[Doubles, Doubles]:
    """How likely each card comes next, and a hand's equity against weighted combos after it."""
    known = {*board, *COMBO_CARDS[hand].tolist()}
    if len(known) != len(board) + 2 or not known <= set(range(CARDS)) or len(board) >= BOARD:
        raise BadValue(f"no card comes next on the board {board} beside the hand {hand}")
    sums, counts = np.zeros(CARDS), np.zeros(CARDS)
    count_won(*runout_values(board), hand, weights * beside(board), sums, counts)
    equities = np.where(counts > 0, sums / np.where(counts > 0, counts, 1), 0.0)
    return counts / counts.sum(), equities


@lru_cache(maxsize=2)
def next_values(solution: SolvedSpot, path: tuple[int, ...], seat: int) -> Doubles | None:
    """The solution's own `next_values`, kept while a hand is looked at for several others."""
    return solution.next_values(path, seat)


@kernel
def count_won(
    runouts: Ints, values: Values, hand: int, weights: Doubles, sums: Doubles, counts: Doubles
) -> None:
    """By each card of the runouts: the weight that a hand beats, ties half, and all of it."""
    for runout in range(len(runouts)):
        mine = values[runout, hand]
        if mine == 0:
            continue
        won = total = 0.0
        row = values[runout]
        for combo in range(len(row)):
            weight = weights[combo] * (row[combo] > 0)
            total += weight
            won += weight * (0.5 * (row[combo] < mine) + 0.5 * (row[combo] <= mine))
        for card in runouts[runout]:
            sums[card] += won
            counts[card] += total


@lru_cache(maxsize=4)
def runout_values(board: tuple[int, ...]) -> tuple[Ints, Values]:
    """All cards that can still come, and the value of every combo with them; 0 for none."""
    left = [c for c in range(CARDS) if c not in board]
    runouts = np.array(list(combinations(left, BOARD - len(board))), np.int64)
    values = np.empty((len(runouts), COMBOS), np.uint16)
    write_values(runouts, COMBO_CARDS, np.array(board, np.int64), values)
    return runouts, values


def _after(walk: HandWalk | None, move: int) -> StreetPoint | None:
    """The other seat's decision after a move, where the solution knows it."""
    if walk is None or walk.solution is None:
        return None
    raises = [amount for amount in walk.point.amounts if amount > 0]
    if move == CALL or not raises:
        return walk.solution.point((*walk.path, 0))
    to = min(raises, key=lambda amount: abs(np.log(amount / (move - CALL))))
    return walk.solution.point((*walk.path, to))
