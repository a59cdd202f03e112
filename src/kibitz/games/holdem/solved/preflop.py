"""Before the flop as a game of matrices between the 169 classes.

All in is exact. What follows a flop is the classes' equity, changed by what their kind of hand
makes of it in and out of position: numbers fitted to solved flops (`class_training`). Once it is
known about which ranges meet there, it is changed by these, too (`class_worth`), again and again
while the game is solved.
"""

import json
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import CLASS_SIZES, CLASSES
from kibitz.games.holdem.solved import class_worth
from kibitz.games.holdem.solved.class_figures import class_deals, class_edges, figures
from kibitz.games.holdem.solved.class_worth import CLASS_DEPTHS, RangeNumbers, changes_at, floored
from kibitz.games.holdem.solved.pairs import Singles
from kibitz.games.holdem.solved.preflop_tree import Blinds, preflop_street
from kibitz.games.holdem.solved.street import StreetGame
from kibitz.games.holdem.solved.worth import depth_powers
from kibitz.games.holdem.solver.tree import FOLD, ON, Street

FILE = Path(__file__).with_name("classes.json")
FIRST, AGAIN, LAST = 20, 10, 30  # iterations before, between and after looks at the ranges
LOOKS = 16
STEP = 0.5  # of the way to what a look says: whole steps would swing to and fro
_ONE, _EQUITY, _STEEP = 0, 1, 3  # figures
# Figures of the first and the second hand.
EDGE_TERMS = tuple(
    (mine, theirs) for mine in (_ONE, _EQUITY, _STEEP) for theirs in (_ONE, _EQUITY, _STEEP)
)
_KEPT = 16  # depths in memory


@cache
def numbers() -> dict[str, Singles]:
    """Fitted numbers by powers of the depth: of edges, of figures, of single classes."""
    kept = json.loads(FILE.read_text())
    names = ("edges", "oop", "ip", "oop_classes", "ip_classes")
    return {name: np.array(kept[name], np.float32) for name in names}


def shares_at(stack_to_pot: float) -> Singles:
    """The share of the pot of each class of seat 0 against each of seat 1 after the flop."""
    powers, own = depth_powers(stack_to_pot), figures()
    fitted, edge = numbers(), class_edges()
    edges = fitted["edges"] @ powers
    oop, ip = (
        (fitted[seat] @ powers) @ own + fitted[f"{seat}_classes"] @ powers[:CLASS_DEPTHS]
        for seat in ("oop", "ip")
    )
    out = oop[:, None] + ip[None, :]
    for (mine, theirs), number in zip(EDGE_TERMS, edges.tolist(), strict=True):
        out = out + number * np.outer(own[mine], own[theirs]) * edge
    return np.asarray(out, np.float32)


class ClassEnds:
    """The ends of the betting before the flop that are no folds."""

    def __init__(self, pots: list[float], stacks: list[float]) -> None:
        self.pots, self.stacks = pots, stacks
        ahead = [pot if stack > 0 else 0.0 for pot, stack in zip(pots, stacks, strict=True)]
        self.flop_pots = np.array(ahead, np.float32)  # 0 where all are in
        self._by_classes = [
            class_edges() / 2 if stack <= 0 else shares_at(stack / pot) - 0.5
            for pot, stack in zip(pots, stacks, strict=True)
        ]
        # Of seat 0 above one half, class by class.
        self.shares = [table.copy() for table in self._by_classes]
        self._write()

    def meet(self, reaches: tuple[Singles, Singles], fitted: RangeNumbers) -> None:
        """Bring the shares nearer to those of the ranges that come to each end, a row each."""
        for end, (pot, stack) in enumerate(zip(self.pots, self.stacks, strict=True)):
            if stack > 0:
                weights = floored(reaches[0][end]), floored(reaches[1][end])
                changes = changes_at(weights, stack / pot, fitted)
                found = (self._by_classes[end] + changes).astype(np.float32)
                self.shares[end] += STEP * (found - self.shares[end])
        self._write()

    def _write(self) -> None:
        """The tables of each end: a row for each of the other's classes."""
        deals = class_deals()
        tables = [pot * share for pot, share in zip(self.pots, self.shares, strict=True)]
        self._tables = tuple(
            np.ascontiguousarray(
                np.stack([((table if hero == 0 else -table.T) * deals).T for table in tables])
            )
            for hero in (0, 1)
        )

    def unblocked(self, reach: Singles) -> Singles:
        beside: Singles = reach @ class_deals().T
        return beside

    def worth(self, hero: int, reach: Singles) -> Singles:
        chips: Singles = np.zeros(reach.shape, np.float32)
        add_rows(self._tables[hero], reach, chips)
        return chips


class ClassChips:
    """Ends at which a class gets fixed chips whatever it meets: [seat, end, class]; folds none."""

    def __init__(self, chips: Singles) -> None:
        self._chips = chips

    def unblocked(self, reach: Singles) -> Singles:
        beside: Singles = reach @ class_deals().T
        return beside

    def worth(self, hero: int, reach: Singles) -> Singles:
        gained: Singles = self._chips[hero] * self.unblocked(reach)
        return gained


def met_chips(game: StreetGame, chips: Singles) -> tuple[list[Singles], list[Singles]]:
    """What every action brings the classes of both seats if ends bring them these chips.

    Strategies are those of the game; values are weighted as its own are. With the pots that a
    flop follows it is the mean pot that an action leaves to the fit.
    """
    twin = StreetGame(
        game.street, game.weights, game.half_pot, game.unit, ClassChips(chips), game.counts
    )
    twin.sums, twin.fold_chips = game.sums, 0 * game.fold_chips
    return twin.action_values(0), twin.action_values(1)


@kernel
def add_rows(tables: Singles, reach: Singles, out: Singles) -> None:
    """For each table the sum of its rows, each times its weight.

    A kernel, since threads of a library for matrices this small would cost more than they save.
    """
    for end in range(len(tables)):
        for row in range(tables.shape[1]):
            weight = reach[end, row]
            if weight != 0.0:
                out[end] += weight * tables[end, row]


def ends_of(street: Street, ante: int, stack: int) -> tuple[list[float], list[float]]:
    """The pot and what is left behind at every end that is no fold."""
    each = [step.chips for d in street.decisions for step in d.steps if step.kind not in (ON, FOLD)]
    return [2.0 * (ante + chips) for chips in each], [float(stack - chips) for chips in each]


@lru_cache(maxsize=_KEPT)
def solved_preflop(
    blinds: Blinds, played: tuple[int, ...] = (), locked: int = 0, ranges: bytes = b""
) -> StreetGame:
    """The game before the flop, solved; what was really raised to is in its tree.

    `ranges` are the 169 weights of both seats where moves are locked.
    """
    weights = np.ones((2, CLASSES), np.float32)
    if ranges:
        weights = np.frombuffer(ranges, np.float32).reshape(2, CLASSES).copy()
    pair = (weights[0], weights[1])
    return solve_classes(blinds, preflop_street(blinds, played, locked), pair)


def solve_classes(
    blinds: Blinds,
    street: Street,
    weights: tuple[Singles, Singles],
    fitted: RangeNumbers | None = None,
) -> StreetGame:
    """A street before the flop solved for two ranges."""
    fitted = class_worth.numbers() if fitted is None else fitted
    ends = ClassEnds(*ends_of(street, blinds.ante, blinds.stack))
    counts = CLASS_SIZES.astype(np.float32)
    game = StreetGame(street, weights, float(blinds.ante), 1, ends, counts)
    game.run(FIRST)
    for look in range(LOOKS):
        ends.meet((game.end_reaches(0), game.end_reaches(1)), fitted)
        game.run(AGAIN if look + 1 < LOOKS else LAST)
    return game
