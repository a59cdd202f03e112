"""The analyst that plays by equity and pot odds, with an idea of what the others hold.

Worlds are drawn from what the seat can know. Each gives our share of the pot at a
showdown and the strength of the best other hand as it looks now. An opponent who bet or
raised is taken to hold his better hands, with some bluffs; one who is raised goes on with
his better hands. Options are valued as if no more betting followed, all over the same
worlds, so equal moves are worth the same. That is a judgement: the worlds leave some doubt
in a difference, but nobody knows what leaving out the betting does.

`Reads` is that idea in numbers; its defaults are those of a balanced opponent. Heads-up
`reader` looks further; this one serves any number of seats.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game, Position, world
from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream
from kibitz.core.stream import Stream
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.holdem.cards.combos import COMBO
from kibitz.games.holdem.strategy.holdings import COMBO_STRENGTH, strength
from kibitz.games.holdem.table.position import (
    CALL,
    FOLD,
    PREFLOP,
    RIVER,
    Holdem,
    behind,
    bet,
    hole,
    is_in,
    paid,
    pot,
    to_call,
)
from kibitz.games.holdem.table.rules import value_of
from kibitz.games.holdem.table.sizes import SIZES, TWO_THIRDS
from kibitz.search.limit import check_positive, last_look

USUAL_SAMPLES, MOST_SAMPLES = 1000, 1 << 20  # all are kept in memory
DEAREST = 0.6  # a dearer bet is folded to no more often: who is left has a hand
UNLIKELY = 0.2  # weight of hands that would hardly have come this far
REALISED = 0.8  # of the equity of a call before the river
RISK = 0.1  # what a chip bet beyond the pot costs: later betting, which is not looked at
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@kernel
def look_around(
    v: Holdem, seat: int, shares: Floats, strengths: Floats, starts: Floats, stream: Stream
) -> None:
    """Draw a world for each place: our share at a showdown, the best other hand now and before."""
    for i in range(len(shares)):
        w = world(v, seat, stream)
        mine, winners, best, start = value_of(w, seat), 1, 0, 0
        for other in range(w.seats):
            if other != seat and is_in(w, other):
                yours = value_of(w, other)
                if yours > mine:
                    winners = 0
                elif yours == mine and winners > 0:
                    winners += 1
                best = max(best, strength(w, other))
                start = max(start, COMBO_STRENGTH[COMBO[hole(w, other, 0), hole(w, other, 1)]])
        shares[i] = 0.0 if winners == 0 else 1.0 / winners
        strengths[i] = best
        starts[i] = start


@dataclass(frozen=True)
class Reads:
    """What an opponent does: the parts of his hands, best first, with which he acts."""

    plays: float = 0.4  # pays to see a flop
    opens: float = 0.2  # raises before the flop
    reraises: float = 0.06  # raises a raise
    bets: float = 0.2  # bets or raises after the flop
    bluff: float = 0.12  # of his bets are bluffs
    fold: float = 0.25  # to a bet of two thirds of the pot: half of what makes a bluff break even


BALANCED = Reads()


def range_weights(p: Holdem, order: Ints, starts: Floats, reads: Reads) -> Floats:
    """The weight of each world, given how the betting went; `order` is strongest first."""
    weights = np.ones(len(order))
    if p.stage > PREFLOP:  # who has come this far began with better hands, the dearer the fewer
        dear = max(1.0, p.level / (3.0 * p.big))
        kept = np.quantile(starts, max(0.0, 1.0 - reads.plays / dear**0.5))
        weights[starts < kept] = UNLIKELY
    call = int(to_call(p, p.seat))
    if call == 0:
        return weights
    if p.stage == PREFLOP:
        again = reads.reraises / max(1, p.raises - 2)  # each raise more with fewer hands
        value = 1.0 if p.raises < 2 else reads.opens if p.raises == 2 else again
    else:
        value = reads.bets if p.raises < 2 else reads.bets / 3
    before = max(1, int(pot(p)) - call)
    value /= max(1.0, call / before) ** 0.5  # the larger the bet, the fewer hands make it
    mass = np.cumsum(weights[order])
    count = max(1, int(np.searchsorted(mass, value * mass[-1])))
    rest = order[count:]
    if len(rest):
        bluffs = reads.bluff / (1 - min(reads.bluff, 0.9)) * float(mass[count - 1])
        weights[rest] *= min(1.0, bluffs / float(weights[rest].sum()))
    return weights


@dataclass(frozen=True)
class EquityOdds(Analyst):
    """Equity against pot odds over sampled worlds; the settings are `Reads`."""

    name: ClassVar[str] = "odds"
    samples: int | None = None
    plays: float = BALANCED.plays
    opens: float = BALANCED.opens
    reraises: float = BALANCED.reraises
    bets: float = BALANCED.bets
    bluff: float = BALANCED.bluff
    fold: float = BALANCED.fold
    seconds: float | None = None

    def __post_init__(self) -> None:
        check_positive(self.name, samples=self.samples, seconds=self.seconds)

    @property
    def reads(self) -> Reads:
        settings = (self.plays, self.opens, self.reraises, self.bets, self.bluff, self.fold)
        return Reads(*settings)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        def look(samples: int) -> Analysis:
            return self._look(game, view, seat, seed, samples)

        if self.seconds is None:
            return look(self.samples or USUAL_SAMPLES)
        return last_look(look, self.samples or MOST_SAMPLES, self.seconds)

    def _look(self, game: Game, view: Position, seat: int, seed: int, samples: int) -> Analysis:
        shares, strengths, starts = (np.empty(samples) for _ in range(3))
        look_around(view, seat, shares, strengths, starts, stream(seed))
        order = np.argsort(-strengths, kind="stable")
        weights = range_weights(view, order, starts, self.reads)[order]
        ranked = _Ranked(shares[order], weights)
        moves = game.legal_moves(view)
        valued = [self._option(game, view, seat, move, ranked) for move in moves]
        best = max(valued, key=lambda pair: pair[0].value)
        options = [
            replace(option, loss_error=None if option is best[0] else _doubt(game, error, best[1]))
            for option, error in valued
        ]
        facts = {"samples": samples, "seed": seed, "stopped_by": "samples"}
        return Analysis.ranked(seat, options, game.unit, **facts)

    def _option(
        self, game: Game, p: Holdem, seat: int, move: int, ranked: "_Ranked"
    ) -> tuple[Option, float]:
        """A move by pot odds, with what the worlds that were drawn leave in doubt of its value."""
        if move == FOLD:
            chips, error, reason = 0.0, 0.0, "gives up what is in the pot"
        elif move == CALL:
            chips, error, reason = self._call(p, seat, ranked)
        else:
            chips, error, reason = self._raise(p, seat, move - CALL, ranked)
        value = (chips - int(paid(p, seat))) / p.big
        is_exact = move == FOLD
        estimate = Estimate.exact(value) if is_exact else Estimate.judged(value, "pot odds")
        facts = {"equity": ranked.equity, "chips": chips}
        option = Option(move, game.move_text(p, move), estimate, reason=reason, facts=facts)
        return option, error / p.big

    def _call(self, p: Holdem, seat: int, ranked: "_Ranked") -> tuple[float, float, str]:
        call, size = int(to_call(p, seat)), int(pot(p))
        chips = self._realised(p, seat, call) * ranked.equity * (size + call) - call
        error = ranked.error * (size + call)
        if call == 0:
            return chips, error, f"equity {ranked.equity:.1%} of {size} in the pot"
        needed = call / (size + call)
        return chips, error, f"pot odds need {needed:.1%}, equity is {ranked.equity:.1%}"

    def _fold(self, p: Holdem, seat: int) -> float:
        """How often they fold to two thirds of the pot: less who has paid much, or has bet."""
        dear: float = max(1.0, p.level / (3.0 * p.big))
        fold = self.reads.fold / math.sqrt(dear)
        blinds = 1 if p.stage == PREFLOP else 0  # the big blind is no sign of strength
        return fold / 2 if to_call(p, seat) > 0 and p.raises > blinds else fold

    def _realised(self, p: Holdem, seat: int, call: int) -> float:
        """The part of its equity that a caller comes to see, with bets still to face."""
        is_last = p.stage == RIVER or call >= int(behind(p, seat))
        return 1.0 if call == 0 or is_last else REALISED

    def _raise(self, p: Holdem, seat: int, to: int, ranked: "_Ranked") -> tuple[float, float, str]:
        """They fold, or go on with their better hands; what nobody can match comes back."""
        others = [s for s in range(p.seats) if s != seat and is_in(p, s)]
        most = max(int(bet(p, s)) + int(behind(p, s)) for s in others)
        to = min(to, most)
        cost, size = to - int(bet(p, seat)), int(pot(p))
        answer = to - p.high
        dear = min(cost / (size + cost), DEAREST)
        goes_on = max(0.1, 1.0 - self._fold(p, seat) / SIZES[TWO_THIRDS].share * dear)
        folds = (1.0 - goes_on) ** len(others)
        equity = ranked.against_best(goes_on)
        chips = folds * size + (1.0 - folds) * (equity * (size + cost + answer) - cost)
        chips -= RISK * max(0, cost - size)
        error = (1.0 - folds) * ranked.error * (size + cost + answer)
        reason = f"they fold {folds:.0%}; called, equity is {equity:.1%}"
        return chips, error, reason


def _doubt(game: Game, error: float, best: float) -> float:
    """What is in doubt of a loss: against several seats nobody knows, so it is no loss."""
    return math.inf if game.seats > 2 else math.hypot(error, best)


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
