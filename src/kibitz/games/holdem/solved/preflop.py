"""Before the flop as a game of matrices between the 169 classes.

All in is exact. What follows a flop is the classes' equity, changed by what their kind of hand
makes of it in and out of position: numbers fitted to solved flops (`training`).
"""

import json
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import CLASS_SIZES, CLASSES
from kibitz.games.holdem.cards.tables import RANKS
from kibitz.games.holdem.equity.preflop import duel_table
from kibitz.games.holdem.solved.pairs import Singles
from kibitz.games.holdem.solved.preflop_tree import Blinds, preflop_street
from kibitz.games.holdem.solved.street import StreetGame
from kibitz.games.holdem.solved.worth import depth_powers
from kibitz.games.holdem.solver.tree import FOLD, ON, Street

FILE = Path(__file__).with_name("classes.json")
ITERATIONS = 200
CLASS_DEPTHS = 2  # powers of the depth that single classes know
_ONE, _EQUITY, _STEEP = 0, 1, 3  # figures
# Figures of the first and the second hand.
EDGE_TERMS = tuple(
    (mine, theirs) for mine in (_ONE, _EQUITY, _STEEP) for theirs in (_ONE, _EQUITY, _STEEP)
)
_KEPT = 16  # depths in memory


@cache
def figures() -> Singles:
    """Figures of the classes: 1, equity against any hand with powers, suited, a pair, gap, low."""
    equity = duel_table().against_random
    row, column = np.divmod(np.arange(CLASSES), RANKS)
    high, low = np.minimum(row, column), np.maximum(row, column)
    gap = np.where(row == column, 0, np.minimum(low - high - 1, 4)) / 4
    is_suited, is_pair = row < column, row == column
    powers = [equity, equity**2, (equity / equity.max()) ** 6]
    rows = [np.ones(CLASSES), *powers, is_suited, is_pair, gap, low / 12]
    rows += [is_suited * (1 - gap), is_pair * equity]
    return np.array(rows, np.float32)


@cache
def class_edges() -> Singles:
    """2 * equity - 1 of each class against each other."""
    return (2 * duel_table().equity - 1).astype(np.float32)


@cache
def class_deals() -> Singles:
    """How many combos of the second class can be dealt beside a combo of the first."""
    return (duel_table().deals / CLASS_SIZES[:, None]).astype(np.float32)


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

    def __init__(self, pots: "list[float]", stacks: "list[float]") -> None:
        deals, edge = class_deals(), class_edges()
        ahead = [pot if stack > 0 else 0.0 for pot, stack in zip(pots, stacks, strict=True)]
        self.flop_pots = np.array(ahead, np.float32)  # 0 where all are in
        tables = []
        for pot, stack in zip(pots, stacks, strict=True):
            share = edge / 2 if stack <= 0 else shares_at(stack / pot) - 0.5
            tables.append(pot * share)
        self._tables = tuple(  # of each end: a row for each of the other's classes
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
    street = preflop_street(blinds, played, locked)
    ends = ClassEnds(*ends_of(street, blinds.ante, blinds.stack))
    weights = np.ones((2, CLASSES), np.float32)
    if ranges:
        weights = np.frombuffer(ranges, np.float32).reshape(2, CLASSES).copy()
    counts = CLASS_SIZES.astype(np.float32)
    pair = (weights[0], weights[1])
    game = StreetGame(street, pair, float(blinds.ante), 1, ends, counts)
    game.run(ITERATIONS)
    return game
