"""Variance reduction measured on one question: our hand against a hand of a range, and others.

A deal is a point of the unit cube: its first coordinate picks the opponent's combo, the
others the cards to come and then those of further random opponents, in the order of the
deck without what is taken. Every technique
evaluates the same kernel, so that its measured ratio against plain sampling and its time
compare like with like. What helps is said by the table, not by theory: the opponent's
cards explain little of the variance, the cards to come most of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.estimate.antithetic import Antithetic, mirrored
from kibitz.estimate.control import Controlled
from kibitz.estimate.convergence import Convergence
from kibitz.estimate.estimate import Estimate
from kibitz.estimate.importance import Importance
from kibitz.estimate.sampler import Rng
from kibitz.estimate.sampling import estimate
from kibitz.estimate.sobol import Sobol
from kibitz.estimate.stratified import Allocation, Stratified
from kibitz.games.holdem.cards.combos import CLASS_OF, COMBO_CARDS
from kibitz.games.holdem.cards.evaluator import hand_value, keyed, value_with
from kibitz.games.holdem.cards.tables import (
    CARD_KEYS,
    CARD_MASKS,
    CARDS,
    PLACE_BITS,
    Ints,
)
from kibitz.games.holdem.equity.equity import TableEquity, checked_table, holdem_equity
from kibitz.games.holdem.equity.runouts import BOARD
from kibitz.games.holdem.strategy.holdings import COMBO_STRENGTH

Floats = NDArray[np.float64]
RARE = 7  # the rare event: four of a kind or better
TILT = 6.0  # how much likelier cards of our own ranks are drawn when looking for it
SCRAMBLES = 16  # of Sobol's sequence, at least: their spread is the error
SAMPLE_SIZES = (100, 500, 1_000, 5_000, 10_000, 50_000)
_U0 = np.uint64(0)


@kernel
def pick(u: float, taken: np.uint64, left: int) -> int:
    """The card at the fraction u of those that are not taken, in the order of the deck."""
    skip = int(u * left)
    for card in range(CARDS):
        if not taken & CARD_MASKS[card]:
            if skip == 0:
                return card
            skip -= 1
    return CARDS - 1


@kernel
def evaluate_points(
    points: Floats, combos: Ints, mine: Ints, board: Ints, dead: Ints, others: int, out: Floats
) -> None:
    """Write our share, the opponent's strength, and how often the board meets our ranks.

    Besides the opponent of the combos there are `others` random ones.
    """
    falling = BOARD - len(board)
    start_key, start_mask = keyed(board)
    known = start_mask | keyed(dead)[1] | keyed(mine)[1]
    for i in range(len(points)):
        combo = combos[int(points[i, 0] * len(combos))]
        a, b = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1]
        taken = known | CARD_MASKS[a] | CARD_MASKS[b]
        left = CARDS - 4 - len(board) - len(dead)
        key, mask, hits = start_key, start_mask, 0
        for j in range(falling):
            card = pick(points[i, 1 + j], taken, left)
            taken |= CARD_MASKS[card]
            left -= 1
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
            hits += 1 if card >> 2 == mine[0] >> 2 or card >> 2 == mine[1] >> 2 else 0
        ours, best, ties = value_with(key, mask, mine[0], mine[1]), value_with(key, mask, a, b), 1
        for k in range(others):
            a = pick(points[i, 1 + falling + 2 * k], taken, left - 2 * k)
            taken |= CARD_MASKS[a]
            b = pick(points[i, 2 + falling + 2 * k], taken, left - 2 * k - 1)
            taken |= CARD_MASKS[b]
            theirs = value_with(key, mask, a, b)
            ties = 1 if theirs > best else ties + 1 if theirs == best else ties
            best = max(best, theirs)
        out[i, 0] = 1.0 if ours > best else 1.0 / (1 + ties) if ours == best else 0.0
        out[i, 1] = COMBO_STRENGTH[combo]
        out[i, 2] = hits


@kernel
def tilted_boards(
    points: Floats, mine: Ints, board: Ints, dead: Ints, tilt: float, out: Floats
) -> None:
    """Draw boards with our ranks `tilt` times as likely: the rare event, and its true weight."""
    start_key, start_mask = keyed(np.concatenate((board, mine)))
    odds = np.ones(CARDS)
    for card in range(CARDS):
        if card >> 2 == mine[0] >> 2 or card >> 2 == mine[1] >> 2:
            odds[card] = tilt
    for card in np.concatenate((board, dead, mine)):
        odds[card] = 0.0
    drawn = np.empty(BOARD, np.int64)
    for i in range(len(points)):
        key, mask, weight = start_key, start_mask, 1.0
        total, left, falling = odds.sum(), CARDS - 2 - len(board) - len(dead), BOARD - len(board)
        for j in range(falling):
            ticket, card = points[i, j] * total, -1
            for c in range(CARDS):
                if odds[c] > 0.0 and ticket >= 0.0 and mask & CARD_MASKS[c] == _U0:
                    card = c
                    ticket -= odds[c]
            weight *= total / odds[card] / left
            total -= odds[card]
            left -= 1
            drawn[j] = card
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
        out[i, 0] = 1.0 if hand_value(key, mask) >> PLACE_BITS >= RARE else 0.0
        out[i, 1] = weight


@dataclass(frozen=True)
class Technique:
    """One way to sample, measured: its estimate holds the variance ratio."""

    name: str
    estimate: Estimate
    seconds: float

    @property
    def ratio(self) -> float | None:
        """How many times the samples plain sampling would need."""
        return self.estimate.variance_ratio


@dataclass(frozen=True)
class TechniqueComparison:
    """All techniques on one question with the same number of samples, and the best answer.

    That is exact where it can be.
    """

    exact: TableEquity
    techniques: tuple[Technique, ...]
    rare: tuple[Technique, ...]  # on the rare event
    sizes: tuple[Technique, ...]  # plain sampling with more and more samples


class EquityQuestion:
    """Our two cards, the board, the opponent's combos, strongest last, and random opponents."""

    def __init__(self, hands: tuple[str, ...], board: str, dead: str, opponents: int = 0) -> None:
        table = checked_table(hands, board, dead, opponents or int(len(hands) == 1))
        ranges = table.all_ranges
        if len(table.ranges) > 2 or len(ranges[0].combos) != 1:
            raise BadValue(
                "--compare takes one hand of two cards against one hand or range, "
                "and any number of random ones"
            )
        self.others = len(ranges) - 2
        self.mine: Ints = COMBO_CARDS[ranges[0].combos[0]]
        theirs = ranges[1].without(int(card) for card in self.mine)
        if len(set(theirs.weights[theirs.combos])) != 1:
            raise BadValue("--compare takes ranges without weights")
        self.combos: Ints = theirs.combos[np.argsort(COMBO_STRENGTH[theirs.combos], kind="stable")]
        self.board = np.array(table.board, np.int64)
        self.dead = np.array(table.dead, np.int64)
        self.falling = table.falling
        self.dims = 1 + table.falling + 2 * self.others
        if table.falling == 0:
            raise BadValue("--compare needs cards to come; on a full board the answer is exact")

    def values(self, points: Floats, combos: Ints | None = None) -> Floats:
        """Share, strength and hits at each point."""
        out = np.empty((len(points), 3))
        chosen = self.combos if combos is None else combos
        cube = np.ascontiguousarray(points, np.float64)
        evaluate_points(cube, chosen, self.mine, self.board, self.dead, self.others, out)
        return out

    def plain(self, count: int, rng: Rng) -> Floats:
        shares: Floats = self.values(rng.random((count, self.dims)))[:, 0]
        return shares

    def controlled(self) -> Controlled:
        """The opponent's strength and our ranks on the board: both means are known."""
        unseen = CARDS - 2 - len(self.board) - len(self.dead)
        gone = {*self.board.tolist(), *self.dead.tolist(), *self.mine.tolist()}
        ours = [c for c in range(CARDS) if c not in gone and c // 4 in set(self.mine // 4)]
        cards = COMBO_CARDS[self.combos]
        held = np.isin(cards, ours).sum(1)
        hits = float(((len(ours) - held) / (unseen - 2)).mean()) * self.falling
        means = [float(COMBO_STRENGTH[self.combos].mean()), hits]
        return Controlled(lambda count, rng: self.values(rng.random((count, self.dims))), means)

    def by_class(self, allocation: Allocation) -> Stratified:
        """Strata are the classes of the opponent's hand, with their true chances as weights."""
        classes, whole = CLASS_OF[self.combos], len(self.combos)
        parts = [self.combos[classes == c] for c in np.unique(classes)]
        return Stratified([(len(part) / whole, self._stratum(part)) for part in parts], allocation)

    def _stratum(self, combos: Ints) -> Callable[[int, Rng], Floats]:
        def draw(count: int, rng: Rng) -> Floats:
            shares: Floats = self.values(rng.random((count, self.dims)), combos)[:, 0]
            return shares

        return draw

    def integrand(self, points: Floats) -> Floats:
        shares: Floats = self.values(points)[:, 0]
        return shares

    def rare_draw(self, tilt: float) -> Callable[[int, Rng], Floats]:
        def draw(count: int, rng: Rng) -> Floats:
            out = np.empty((count, 2))
            points = rng.random((count, self.falling))
            tilted_boards(points, self.mine, self.board, self.dead, tilt, out)
            return out

        return draw


def _measured(name: str, sampler: Any, samples: int, seed: int) -> Technique:
    start = perf_counter()
    made = estimate(sampler, Convergence.fixed(samples), seed)
    return Technique(name, made, perf_counter() - start)


def compare(
    hands: tuple[str, ...],
    board: str = "",
    dead: str = "",
    samples: int = 20_000,
    seed: int = 0,
    opponents: int = 0,
    threads: int = 1,
) -> TechniqueComparison:
    """Measure every technique on one question; the first row is plain sampling."""
    question = EquityQuestion(hands, board, dead, opponents)
    if samples < 5_000:
        raise BadValue(f"--compare needs at least 5000 samples for 169 strata, not {samples}")
    points = 1 << (samples // SCRAMBLES).bit_length() - 1
    sobol = Sobol(question.integrand, question.dims, points)
    sobol.rows(1, np.random.default_rng(0))  # compiling and loading are not sampling
    question.rare_draw(1.0)(10, np.random.default_rng(0))
    samplers = {
        "plain": question.plain,
        "strata, proportional": question.by_class("proportional"),
        "strata, Neyman": question.by_class("neyman"),
        "control variates": question.controlled(),
        "antithetic": Antithetic(mirrored(question.integrand, question.dims)),
        "Sobol": sobol,
    }
    rare = {
        "plain": lambda count, rng: question.rare_draw(1.0)(count, rng)[:, 0],
        f"importance, tilt {TILT:g}": Importance(question.rare_draw(TILT)),
    }
    others = opponents or int(len(hands) == 1)
    return TechniqueComparison(
        holdem_equity(hands, board, dead, others, seed=seed, threads=threads),
        tuple(_measured(name, s, samples, seed) for name, s in samplers.items()),
        tuple(_measured(name, s, samples, seed) for name, s in rare.items()),
        tuple(_measured(f"{n}", question.plain, n, seed) for n in SAMPLE_SIZES),
    )
