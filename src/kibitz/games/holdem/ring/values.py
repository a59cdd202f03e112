"""What options are worth at a table of several, played out in the same worlds, and how surely.

Half of the worlds hold players who all play by the tables, half a crowd of all styles (see
`crowd`). An option is worth the mean of what the better of two ways to go on brings. Limps and
sizes of bets that the tables never play, they answer badly: such an option counts as no better
than the best of those that the tables do play.

The error of a value, and of what an option loses, holds the luck of the worlds, what the two
companies make of it differently, and a part of the chips that it goes on to pay and of the pot.
`benchmarks/holdem_ring.py` measures these parts, so that nine in ten true losses lie within two
errors. Where nobody has measured, values are judged and no loss counts.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game
from kibitz.core.seeds import stream
from kibitz.estimate.estimate import Estimate, Option
from kibitz.games.holdem.ring.buckets import Floats, Ints
from kibitz.games.holdem.ring.crowd import crowd_of
from kibitz.games.holdem.ring.playouts import ANSWERS, PAID_FREE, PAID_ON, play_options
from kibitz.games.holdem.ring.ranges import crowd_ranges
from kibitz.games.holdem.strategy.balanced import OptionPlayouts, options_to_play
from kibitz.games.holdem.strategy.erring import is_cheap
from kibitz.games.holdem.table.position import (
    CALL,
    FOLD,
    NO_LIMIT,
    PREFLOP,
    Holdem,
    bet,
    dead,
    is_in,
    pot,
    started,
)

BY = "play-outs against ranges"
APART = 0.7  # of half of what the two companies differ by: the errors that were measured,
OF_PAID = (0.08, 0.12)  # of what options go on to pay, before the flop and after it,
OF_POT, VALUE_OF_POT = 0.05, 0.10  # and of the pot, for a loss and for a value
POTS_TRIED = (2, 5)  # sizes that are played out beside the usual ones
MOST_SEATS, DEPTHS = 9, (5, 250)  # what was measured: seats, big blinds
ENOUGH = 16_000  # worlds after which more would hardly make the error less
MOSTLY = 0.3  # part of the rest of the error below which luck adds little


def is_measured(v: Holdem) -> bool:
    """Whether the errors of values were measured at such a table, by such betting."""
    if v.kind != NO_LIMIT or v.seats > MOST_SEATS or v.ante > 0 or 3 * v.small < v.big:
        return False
    is_told = v.line != 0 if v.stage > PREFLOP or v.raises > 1 else v.high == v.big
    seats = range(int(v.seats))
    depths = [int(started(v, seat)) / v.big for seat in seats if is_in(v, seat)]
    has_dead = any(int(dead(v, seat)) for seat in seats)
    return is_told and not has_dead and DEPTHS[0] <= min(depths) and max(depths) <= DEPTHS[1]


def tries_of(v: Holdem, legal: Sequence[int], odds: dict[int, float], asked: int | None) -> Ints:
    """The moves that are played out: the usual ones, some large sizes, and what is asked about."""
    usual = options_to_play(v, legal, odds)
    if len(usual) == len(legal):
        return usual
    whole, high = int(pot(v)) + int(v.high) - int(bet(v, v.seat)), int(v.high)
    more = {CALL + high + pots * whole for pots in POTS_TRIED} | {asked}
    return np.array(sorted({*usual.tolist(), *(more & set(legal))}), np.int64)


class RingPlayouts(OptionPlayouts):
    """The options of a decision against several, played out in the same worlds."""

    def __init__(
        self, v: Holdem, tries: Ints, menu: Collection[int], samples: int, seed: int
    ) -> None:
        self.view, self.seat, self.tries, self.menu = v, int(v.seat), tries, menu
        self.half = max(samples // 2, 1)  # worlds with either company
        self.samples = 2 * self.half
        table, answers = self._played(seed)
        count = len(tries)
        going_on, staying_free, self.equities = table[:, :count], table[:, count:-1], table[:, -1]
        is_better = staying_free.mean(axis=0) > going_on.mean(axis=0)
        self.values = np.where(is_better, staying_free, going_on)
        paid = np.where(is_better, answers[:, PAID_FREE], answers[:, PAID_ON])
        self.paid: Floats = paid / self.samples / v.big  # on average, from now on
        self.answers = answers[:, :2]

    def _played(self, seed: int) -> tuple[Floats, Floats]:
        """The tries played out with either company: what each world brought, and the answers."""
        v, count, luck = self.view, len(self.tries), stream(seed)
        table, answers = np.empty((self.samples, 2 * count + 1)), np.zeros((count, ANSWERS))
        crowd = crowd_of(int(v.kind))
        mixed = crowd_ranges(v, self.seat, crowd)
        alike = mixed.copy()
        alike[:, 1:] = 0.0
        for part, weights in enumerate((alike, mixed)):
            heights = np.cumsum(weights.reshape(len(weights), -1), axis=1)
            rows = table[part * self.half : (part + 1) * self.half]
            play_options(v, self.tries, heights, crowd, rows, answers, luck)
        return table, answers

    def options(self, game: Game, legal: Sequence[int], odds: dict[int, float]) -> list[Option]:
        """Every legal move with its error, where that was measured."""
        found = self.judged(legal)
        is_known = is_measured(self.view)
        return [
            Option(
                move,
                game.move_text(self.view, move),
                self._estimate(move, found, i, is_known),
                reason=self.reason(move) + self._capped(game, found, i, legal),
                preference=1.0 if move in self.menu else 0.0,
                loss_error=self._loss_error(found, i, is_known, legal),
                frequency=odds.get(move, 0.0),
                facts=self._facts(move),
                rule_error=self._rule_error(found, i, legal) if is_known else 0.0,
            )
            for i, move in enumerate(legal)
        ]

    def judged(self, legal: Sequence[int]) -> "JudgedOptions":
        """What every legal move is worth, and how surely."""
        parts = self._mixtures(legal)
        halves = self.values[: self.half], self.values[self.half :]
        first, second = (np.atleast_2d(np.cov(rows.T, bias=True)) for rows in halves)
        return JudgedOptions(
            np.stack([rows.mean(axis=0) for rows in halves]),
            parts,
            (first + second) / (4 * self.half),
            self.paid @ parts,
            np.array([move in self.menu for move in legal]),
            int(pot(self.view)) / self.view.big,
            OF_PAID[self.view.stage > PREFLOP],
        )

    def _estimate(self, move: int, found: "JudgedOptions", i: int, is_known: bool) -> Estimate:
        value = float(found.values[i])
        if move == FOLD:
            return Estimate.exact(value)
        if not is_known:
            return Estimate.judged(value, BY)
        sampled = Estimate.sampled(value, float(found.value_errors[i]), self.samples)
        is_done = self.samples >= ENOUGH or found.is_mostly_known
        return replace(sampled, stopped_by="complete") if is_done else sampled

    def _loss_error(
        self, found: "JudgedOptions", i: int, is_known: bool, legal: Sequence[int]
    ) -> float | None:
        if i == found.best:
            return None
        more = self._bluffed(found, i, legal)
        return float(found.loss_errors[i]) + more if is_known else math.inf

    def _rule_error(self, found: "JudgedOptions", i: int, legal: Sequence[int]) -> float:
        return float(found.rule_errors[i]) + self._bluffed(found, i, legal)

    def _bluffed(self, found: "JudgedOptions", i: int, legal: Sequence[int]) -> float:
        """What of a fold's loss rests on folds to a raise of more than twice the pot.

        The tables seldom bet so much and give it up too often, so there a fold is blamed for a
        call that was missed, not for a raise.
        """
        if legal[i] != FOLD or CALL not in legal or is_cheap(self.view):
            return 0.0
        return float(found.values[found.best] - found.values[list(legal).index(CALL)])

    def _capped(self, game: Game, found: "JudgedOptions", i: int, legal: Sequence[int]) -> str:
        if not found.is_capped[i]:
            return ""
        best = game.move_text(self.view, legal[found.best])
        return f"; counted as no better than {best}: the tables never play it, and answer it badly"


@dataclass(frozen=True)
class JudgedOptions:
    """What moves are worth and how surely, in big blinds; arrays have a place for each move."""

    tried: Floats  # the means of what was played out: [company, try]
    parts: Floats  # how much of each try is in a move: [try, move]
    covariance: Floats  # of the means of the tries
    paid: Floats  # from now on
    is_played: NDArray[np.bool_]  # by the tables
    pot: float
    of_paid: float

    @cached_property
    def means(self) -> Floats:
        """Of every move: [company, move]."""
        return np.asarray(self.tried @ self.parts)

    @cached_property
    def raw(self) -> Floats:
        """The values as they were played out."""
        return np.asarray(self.means.mean(axis=0))

    @cached_property
    def best(self) -> int:
        """The best of what the tables play."""
        return int(np.where(self.is_played, self.raw, -math.inf).argmax())

    @cached_property
    def is_capped(self) -> NDArray[np.bool_]:
        return np.asarray(self.raw > self.raw[self.best])

    @cached_property
    def values(self) -> Floats:
        return np.asarray(np.minimum(self.raw, self.raw[self.best]))

    @cached_property
    def value_errors(self) -> Floats:
        """What is capped may be worth what was played out."""
        luck = self._luck(self.parts)
        rest = self._rest(self.means, luck, self.paid**2, VALUE_OF_POT)
        return np.asarray(np.sqrt(luck**2 + rest**2 + (self.raw - self.values) ** 2))

    @cached_property
    def loss_errors(self) -> Floats:
        luck, rest = self._loss_parts
        return np.asarray(np.sqrt(luck**2 + rest**2))

    @property
    def rule_errors(self) -> Floats:
        """The part of the errors of losses that more worlds would not lessen."""
        return self._loss_parts[1]

    @property
    def is_mostly_known(self) -> bool:
        """Whether more worlds would hardly make the errors of losses less."""
        luck, rest = self._loss_parts
        return bool((luck <= MOSTLY * rest).all())

    @cached_property
    def _loss_parts(self) -> tuple[Floats, Floats]:
        """The errors of losses: by the luck of the worlds, and by all else."""
        luck = self._luck(self.parts - self.parts[:, [self.best]])
        gaps = self.means - self.means[:, [self.best]]
        paid = self.paid**2 + self.paid[self.best] ** 2
        return luck, self._rest(gaps, luck, paid, OF_POT)

    def _luck(self, parts: Floats) -> Floats:
        squares = np.einsum("im,ij,jm->m", parts, self.covariance, parts)
        return np.asarray(np.sqrt(np.maximum(squares, 0.0)))

    def _rest(self, means: Floats, luck: Floats, paid: Floats, of_pot: float) -> Floats:
        """What the companies differ by beyond luck, parts of chips and pot, what lies between."""
        apart = np.maximum(((means[0] - means[1]) / 2) ** 2 - luck**2, 0.0)
        squares = APART**2 * apart + self.of_paid**2 * paid + (of_pot * self.pot) ** 2
        return np.asarray(np.sqrt(squares + self._between))

    @cached_property
    def _between(self) -> Floats:
        """The square of how far a size that was not played out may be off: its neighbours vary."""
        tried = self.tried.mean(axis=0)
        return np.asarray(np.maximum(tried**2 @ self.parts - (tried @ self.parts) ** 2, 0.0))
