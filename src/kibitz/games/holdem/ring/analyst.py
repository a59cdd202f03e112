"""The analyst for three seats and more: a trained strategy, and options played out with it.

As a player it draws its moves from the strategy. As an analyst it deals the others hands that
fit how they have bet and plays every option out in the same worlds; an option is worth what the
better of two ways to go on brings. What several opponents do nobody has solved, so its values
are judged, and no loss is counted by them. Once two seats are left, the street is solved.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.core.seeds import stream
from kibitz.core.shipped import shipped_array
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst, Choice, Level, Mixed
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT, CLASSES
from kibitz.games.holdem.ring.buckets import Floats, Ints
from kibitz.games.holdem.ring.misjudged import misjudged
from kibitz.games.holdem.ring.playouts import odds_now, play_options
from kibitz.games.holdem.ring.ranges import seat_ranges
from kibitz.games.holdem.ring.rule import rule_odds
from kibitz.games.holdem.ring.spots import CHOICES, EARLY_ROWS, FOLDS, NO_MOVE, STAYS
from kibitz.games.holdem.ring.training import FILES
from kibitz.games.holdem.ring.two_left import TwoLeft, solved_decision
from kibitz.games.holdem.strategy.balanced import OptionPlayouts, options_to_play
from kibitz.games.holdem.strategy.erring import called_more, check_parts, is_cheap
from kibitz.games.holdem.strategy.training import normalised
from kibitz.games.holdem.table.position import (
    FIXED,
    FOLD,
    NO_LIMIT,
    UNKNOWN,
    Holdem,
    hole,
)
from kibitz.search.limit import check_positive, last_look

USUAL_SAMPLES, MOST_SAMPLES = 400, 1 << 18  # all are kept in memory
BY = "play-outs against ranges"


@lru_cache(maxsize=6)
def ring_strategy(kind: int, misjudges: float = 0.0) -> Floats:
    """The trained strategy of a kind of betting; rows it has never met go by the rule."""
    if misjudges > 0.0:
        return misjudged(ring_strategy(kind), misjudges)
    stored = shipped_array(FILES[FIXED if kind == FIXED else NO_LIMIT], "odds")
    odds: Floats = normalised(stored.astype(np.float64))
    unmet = odds.sum(axis=1) == 0.0
    odds[unmet] = rule_odds()[unmet]
    aces = np.arange(CLASS_BY_TEXT["AA"], EARLY_ROWS, CLASSES)
    odds[aces, STAYS] += odds[aces, FOLDS]  # nobody is ahead of them: a fold is noise of rare rows
    odds[aces, FOLDS] = 0.0
    return odds


@dataclass(frozen=True)
class RingStrategy(Analyst):
    """Plays by a strategy for several seats and plays options out with it.

    It can be made to err as people do, and then solves nothing: it misjudges its hands by up to
    a part of all hands, and now and then calls whatever it holds.
    """

    name: ClassVar[str] = "ring"
    samples: int | None = None
    solves: bool = True  # what is left between two
    seconds: float | None = None
    misjudges: float = 0.0
    calls: float = 0.0  # how often, where the bet was at most twice the pot

    def __post_init__(self) -> None:
        check_positive(self.name, samples=self.samples, seconds=self.seconds)
        check_parts(self.name, misjudges=self.misjudges, calls=self.calls)

    @property
    def usual_choice(self) -> Choice:
        return Mixed()

    def odds(self, game: Game, view: Position, seat: int) -> list[tuple[int, float]]:
        self._check(game, view, seat)
        solved = self._solved(game, view)
        return solved.odds() if solved else self._trained(game, view)

    def _solved(self, game: Game, view: Position) -> TwoLeft | None:
        if not self.solves or self.misjudges or self.calls:
            return None
        return solved_decision(view, game.legal_moves(view), ring_strategy(view.kind))

    def _trained(self, game: Game, view: Position) -> list[tuple[int, float]]:
        """How often it makes each move by the strategy, errors included."""
        moves, odds = np.empty(CHOICES, np.int64), np.empty(CHOICES)
        odds_now(view, ring_strategy(view.kind, self.misjudges), moves, odds)
        found = legal_odds(game.legal_moves(view), moves, odds)
        return called_more(found, self.calls) if is_cheap(view) else found

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        self._check(game, view, seat)
        solved = self._solved(game, view)
        if solved:
            return solved.analysis(game, seed)
        odds = dict(self._trained(game, view))
        legal = game.legal_moves(view)
        tries = options_to_play(view, legal, odds)

        def look(samples: int) -> Analysis:
            options = RingPlayouts(view, tries, samples, seed).options(game, legal, odds)
            facts = {"samples": samples, "seed": seed, "stopped_by": "samples"}
            return Analysis.ranked(seat, options, game.unit, **facts)

        if self.seconds is None:
            return look(self.samples or USUAL_SAMPLES)
        return last_look(look, self.samples or MOST_SAMPLES, self.seconds)

    def _check(self, game: Game, view: Position, seat: int) -> None:
        game.demand(self.name, has_secrets=True)
        if game.seats < 3:
            raise BadValue(f"{self.name} plays with three seats or more; {game.text} has two")
        if UNKNOWN in (int(hole(view, seat, 0)), int(hole(view, seat, 1))):
            raise BadValue(f"{self.name} cannot advise seat {seat}, whose cards are not known")


def legal_odds(legal: Sequence[int], moves: Ints, odds: Floats) -> list[tuple[int, float]]:
    """How often each move is played; a size that the game does not offer is the nearest one."""
    out: dict[int, float] = {}
    for move, chance in zip(moves.tolist(), odds.tolist(), strict=True):
        if move != NO_MOVE:
            nearest = move if move in legal else min(legal, key=lambda known: abs(known - move))
            out[nearest] = out.get(nearest, 0.0) + chance
    return sorted(out.items())


class RingPlayouts(OptionPlayouts):
    """The options of a decision against several, played out in the same worlds."""

    def __init__(self, v: Holdem, tries: Ints, samples: int, seed: int) -> None:
        self.view, self.seat, self.tries, self.samples = v, int(v.seat), tries, samples
        strategy = ring_strategy(int(v.kind))
        heights = np.cumsum(seat_ranges(v, self.seat, strategy), axis=1)
        count = len(tries)
        table, self.answers = np.empty((samples, 2 * count + 1)), np.zeros((count, 2))
        play_options(v, tries, heights, strategy, table, self.answers, stream(seed))
        going_on, staying_free, self.equities = table[:, :count], table[:, count:-1], table[:, -1]
        is_better = staying_free.mean(axis=0) > going_on.mean(axis=0)
        self.values = np.where(is_better, staying_free, going_on)

    def options(self, game: Game, legal: Sequence[int], odds: dict[int, float]) -> list[Option]:
        """Every legal move, judged; nobody knows how far off a value is, so none is a loss."""
        means = (self.values @ self._mixtures(legal)).mean(axis=0)
        best = int(means.argmax())
        return [
            Option(
                move,
                game.move_text(self.view, move),
                Estimate.exact(float(means[i]))
                if move == FOLD
                else Estimate.judged(float(means[i]), BY),
                reason=self.reason(move),
                loss_error=None if i == best else math.inf,
                frequency=odds.get(move, 0.0),
                facts=self._facts(move),
            )
            for i, move in enumerate(legal)
        ]


RING_LEVELS: Mapping[str, Level] = {
    "beginner": Level(RingStrategy(misjudges=0.6, calls=0.75), Mixed(), 800, "calls far too often"),
    "intermediate": Level(
        RingStrategy(misjudges=0.4, calls=0.35), Mixed(), 1200, "trained, but calls too often"
    ),
    "advanced": Level(RingStrategy(misjudges=0.3), Mixed(), 1600, "trained, misjudges its hands"),
    "expert": Level(RingStrategy(), Mixed(), 2000, "trained at tables of three to nine"),
}
