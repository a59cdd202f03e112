"""The analyst that plays by equity and pot odds, with an idea of what the others hold.

Worlds are drawn from what the seat can know. Each gives our share of the pot at a
showdown and the strength of the best other hand as it looks now. An opponent who bet or
raised is taken to hold his better hands, with some bluffs; one who is raised goes on with
his better hands. Options are valued as if no more betting followed, all over the same
worlds, so equal moves are worth the same.

`Reads` is that idea in numbers. Its defaults are those of a balanced opponent; a model of
an opponent replaces them as evidence grows (see `opponents`).
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.game import Game, Position, world
from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream
from kibitz.core.stream import Stream
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.holdem.combos import CLASS_BY_TEXT, CLASS_OF, COMBO
from kibitz.games.holdem.evaluator import hand_value
from kibitz.games.holdem.ranges import BY_STRENGTH
from kibitz.games.holdem.rules import (
    CALL,
    FOLD,
    PREFLOP,
    SHOWN,
    Holdem,
    behind,
    bet,
    board_card,
    hole,
    is_in,
    paid,
    pot,
    to_call,
    value_of,
)
from kibitz.games.holdem.tables import CARD_KEYS, CARD_MASKS, EMPTY_KEY

_place = {CLASS_BY_TEXT[name]: len(BY_STRENGTH) - n for n, name in enumerate(BY_STRENGTH)}
COMBO_STRENGTH: NDArray[np.int64] = np.array([_place[int(c)] for c in CLASS_OF], np.int64)
_U0 = np.uint64(0)
Floats = NDArray[np.float64]


@kernel
def strength(p: Holdem, seat: int) -> int:
    """How good a seat's hand looks now: its class before the flop, its value after it."""
    a, b = hole(p, seat, 0), hole(p, seat, 1)
    if p.stage == PREFLOP:
        return COMBO_STRENGTH[COMBO[a, b]]  # type: ignore[no-any-return]
    key = EMPTY_KEY + CARD_KEYS[a] + CARD_KEYS[b]
    mask = CARD_MASKS[a] | CARD_MASKS[b]
    for i in range(SHOWN[p.stage]):
        key += CARD_KEYS[board_card(p, i)]
        mask |= CARD_MASKS[board_card(p, i)]
    return int64(hand_value(key, mask))


@kernel
def look_around(v: Holdem, seat: int, shares: Floats, strengths: Floats, stream: Stream) -> None:
    """Draw a world for each place: our share at a showdown, and the best other hand now."""
    for i in range(len(shares)):
        w = world(v, seat, stream)
        mine, winners, best = value_of(w, seat), 1, 0
        for other in range(w.seats):
            if other != seat and is_in(w, other):
                yours = value_of(w, other)
                if yours > mine:
                    winners = 0
                elif yours == mine and winners > 0:
                    winners += 1
                best = max(best, strength(w, other))
        shares[i] = 0.0 if winners == 0 else 1.0 / winners
        strengths[i] = best


@dataclass(frozen=True)
class Reads:
    """What an opponent does: the parts of his hands, best first, with which he acts."""

    opens: float = 0.5  # raises before the flop
    reraises: float = 0.15  # raises a raise
    bets: float = 0.45  # bets or raises after the flop
    bluff: float = 0.33  # of his bets are bluffs
    fold: float | None = None  # to a bet; None: as often as makes bluffing break even
    weight: float = 1.0  # how far this is believed against the balanced opponent


BALANCED = Reads()


def blended(reads: Reads) -> Reads:
    """Reads pulled towards the balanced opponent, as far as they are not believed."""
    w = reads.weight
    return Reads(
        w * reads.opens + (1 - w) * BALANCED.opens,
        w * reads.reraises + (1 - w) * BALANCED.reraises,
        w * reads.bets + (1 - w) * BALANCED.bets,
        w * reads.bluff + (1 - w) * BALANCED.bluff,
        reads.fold,
        w,
    )


def range_weights(p: Holdem, order: NDArray[np.int64], reads: Reads) -> Floats:
    """The weight of each world, given how the betting went; `order` is strongest first."""
    weights = np.ones(len(order))
    if to_call(p, p.seat) == 0:
        return weights
    if p.stage == PREFLOP:
        value = 1.0 if p.raises < 2 else reads.opens if p.raises == 2 else reads.reraises
    else:
        value = reads.bets if p.raises < 2 else reads.bets / 3
    count = max(1, round(value * len(order)))
    rest = len(order) - count
    if rest:
        bluffs = reads.bluff / (1 - min(reads.bluff, 0.9)) * count
        weights[order[count:]] = min(1.0, bluffs / rest)
    return weights


@dataclass(frozen=True)
class EquityOdds(Analyst):
    """Equity against pot odds over sampled worlds; the settings are `Reads`."""

    name: ClassVar[str] = "odds"
    samples: int = 1000
    opens: float = BALANCED.opens
    reraises: float = BALANCED.reraises
    bets: float = BALANCED.bets
    bluff: float = BALANCED.bluff
    fold: float | None = None
    weight: float = 1.0

    @property
    def reads(self) -> Reads:
        return blended(
            Reads(self.opens, self.reraises, self.bets, self.bluff, self.fold, self.weight)
        )

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        shares, strengths = np.empty(self.samples), np.empty(self.samples)
        look_around(view, seat, shares, strengths, stream(seed))
        order = np.argsort(-strengths, kind="stable")
        weights = range_weights(view, order, self.reads)[order]
        ranked = _Ranked(shares[order], weights)
        options = [self._option(game, view, seat, move, ranked) for move in game.legal_moves(view)]
        facts = {"samples": self.samples, "seed": seed, "stopped_by": "samples"}
        return Analysis.ranked(seat, options, game.unit, **facts)

    def _option(self, game: Game, p: Holdem, seat: int, move: int, ranked: "_Ranked") -> Option:
        if move == FOLD:
            chips, error, reason = 0.0, 0.0, "gives up what is in the pot"
        elif move == CALL:
            chips, error, reason = self._call(p, seat, ranked)
        else:
            chips, error, reason = self._raise(p, seat, move - CALL, ranked)
        value = (chips - int(paid(p, seat))) / p.big
        estimate = Estimate(value, error / p.big, self.samples)
        parts = {"equity": ranked.equity, "chips": chips}
        return Option(move, game.move_text(p, move), estimate, parts, reason)

    def _call(self, p: Holdem, seat: int, ranked: "_Ranked") -> tuple[float, float, str]:
        call, size = int(to_call(p, seat)), int(pot(p))
        chips = ranked.equity * (size + call) - call
        error = ranked.error * (size + call)
        if call == 0:
            return chips, error, f"equity {ranked.equity:.1%} of {size} in the pot"
        needed = call / (size + call)
        return chips, error, f"pot odds ask {needed:.1%}, equity is {ranked.equity:.1%}"

    def _raise(self, p: Holdem, seat: int, to: int, ranked: "_Ranked") -> tuple[float, float, str]:
        """They fold, or go on with their better hands; what nobody can match comes back."""
        others = [s for s in range(p.seats) if s != seat and is_in(p, s)]
        most = max(int(bet(p, s)) + int(behind(p, s)) for s in others)
        to = min(to, most)
        cost, size = to - int(bet(p, seat)), int(pot(p))
        answer = to - p.high
        balanced = size / (size + cost)  # goes on so often that a pure bluff breaks even
        goes_on = balanced
        if self.fold is not None:
            goes_on = self.weight * (1.0 - self.fold) + (1.0 - self.weight) * balanced
        folds = (1.0 - goes_on) ** len(others)
        equity = ranked.against_best(goes_on)
        chips = folds * size + (1.0 - folds) * (equity * (size + cost + answer) - cost)
        error = (1.0 - folds) * ranked.error * (size + cost + answer)
        reason = f"they fold {folds:.0%}; called, equity is {equity:.1%}"
        return chips, error, reason


class _Ranked:
    """Shares and weights of the worlds, strongest opposition first."""

    def __init__(self, shares: Floats, weights: Floats) -> None:
        self.mass = np.cumsum(weights)
        self.gain = np.cumsum(weights * shares)
        self.equity = float(self.gain[-1] / self.mass[-1])
        spread = float(weights @ (weights * (shares - self.equity) ** 2))
        self.error = float(np.sqrt(spread) / self.mass[-1])

    def against_best(self, part: float) -> float:
        """Our equity against the best part of their hands."""
        last = int(np.searchsorted(self.mass, part * self.mass[-1]))
        last = min(last, len(self.mass) - 1)
        return float(self.gain[last] / self.mass[last])
