"""The analyst for three seats and more: a trained strategy, and options played out with it.

As a player it draws its moves from the strategy, without those that seem to lose when it tries
them first (see `rehearsal`). As an analyst it deals the others hands that fit how they have bet
and plays every option out in the same worlds (see `values`), with errors that were measured.
Once two seats are left, the street is solved.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst, Choice, Level, Mixed
from kibitz.estimate.estimate import Analysis
from kibitz.games.holdem.ring.buckets import Floats, Ints
from kibitz.games.holdem.ring.crowd import STYLES, ring_strategy
from kibitz.games.holdem.ring.playouts import odds_now
from kibitz.games.holdem.ring.rehearsal import SEED, can_rehearse, defensible
from kibitz.games.holdem.ring.spots import CHOICES, NO_MOVE
from kibitz.games.holdem.ring.two_left import TwoLeft, solved_decision
from kibitz.games.holdem.ring.values import RingPlayouts, tries_of
from kibitz.games.holdem.strategy.erring import called_more, check_parts, is_cheap
from kibitz.games.holdem.table.position import UNKNOWN, Holdem, hole
from kibitz.search.limit import check_positive, last_look

USUAL_SAMPLES, MOST_SAMPLES = 1000, 1 << 18  # all are kept in memory
REHEARSED = 2000  # worlds in which moves are tried
COMPANIES = 2  # a sample is a world with either: players who are alike, and a crowd


@dataclass(frozen=True)
class RingStrategy(Analyst):
    """Plays by a strategy for several seats and plays options out with it.

    It can be made to err as people do, and then solves and rehearses nothing: it misjudges its
    hands by up to a part of all hands, and now and then calls whatever it holds.
    """

    name: ClassVar[str] = "ring"
    samples: int | None = None
    solves: bool = True  # what is left between two
    seconds: float | None = None
    misjudges: float = 0.0
    calls: float = 0.0  # how often, where the bet was at most twice the pot
    rehearses: int = REHEARSED  # worlds in which moves are tried before one is made
    asked: int | None = None  # a move that is played out whatever its size

    def __post_init__(self) -> None:
        check_positive(self.name, samples=self.samples, seconds=self.seconds)
        if self.rehearses < 0:
            raise BadValue(f"{self.name} cannot rehearse in {self.rehearses} worlds")
        check_parts(self.name, misjudges=self.misjudges, calls=self.calls)

    @property
    def usual_choice(self) -> Choice:
        return Mixed()

    def odds(self, game: Game, view: Position, seat: int) -> list[tuple[int, float]]:
        self._check(game, view, seat)
        solved = self._solved(game, view)
        if solved:
            return solved.odds()
        odds, legal = self._trained(game, view), game.legal_moves(view)
        if not self._rehearses_at(view):
            return odds
        menu = dict(table_odds(legal, view))
        tries = tries_of(view, legal, menu, None)
        playouts = RingPlayouts(view, tries, menu, self.rehearses, SEED)
        return defensible(playouts.judged(legal), legal, odds)

    @property
    def errs(self) -> bool:
        """Whether it errs as people do: then it neither solves nor tries a move first."""
        return bool(self.misjudges or self.calls)

    def _rehearses_at(self, view: Holdem) -> bool:
        return self.rehearses > 0 and not self.errs and can_rehearse(view)

    def _solved(self, game: Game, view: Position) -> TwoLeft | None:
        if not self.solves or self.errs:
            return None
        return solved_decision(view, game.legal_moves(view), ring_strategy(view.kind))

    def _trained(self, game: Game, view: Position) -> list[tuple[int, float]]:
        """How often it makes each move by the strategy, errors included."""
        found = table_odds(game.legal_moves(view), view, self.misjudges)
        return called_more(found, self.calls) if is_cheap(view) else found

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        self._check(game, view, seat)
        solved = self._solved(game, view)
        if solved:
            return solved.analysis(game, seed)
        odds, legal = self._trained(game, view), game.legal_moves(view)
        menu = dict(table_odds(legal, view))
        tries = tries_of(view, legal, menu, self.asked)

        def look(samples: int) -> Analysis:
            worlds = COMPANIES * samples
            playouts = RingPlayouts(view, tries, menu, worlds, seed)
            often = odds
            if self._rehearses_at(view):
                often = defensible(playouts.judged(legal), legal, odds)
            options = playouts.options(game, legal, dict(often))
            facts = {"samples": worlds, "seed": seed, "stopped_by": "samples"}
            return Analysis.ranked(seat, options, game.unit, **facts)

        if self.seconds is None:
            return look(self.samples or USUAL_SAMPLES)
        return last_look(look, self.samples or MOST_SAMPLES, self.seconds)

    def asked_about(self, move: int) -> Self:
        return replace(self, asked=move)

    def _check(self, game: Game, view: Position, seat: int) -> None:
        game.demand(self.name, has_secrets=True)
        if game.seats < 3:
            raise BadValue(f"{self.name} plays with three seats or more; {game.text} has two")
        if UNKNOWN in (int(hole(view, seat, 0)), int(hole(view, seat, 1))):
            raise BadValue(f"{self.name} cannot advise seat {seat}, whose cards are not known")


def table_odds(
    legal: Sequence[int], view: Holdem, misjudges: float = 0.0
) -> list[tuple[int, float]]:
    """The moves that the tables have for the seat to act, and how often they make each."""
    moves, odds = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    odds_now(view, ring_strategy(int(view.kind), misjudges), moves, odds)
    return legal_odds(legal, moves, odds)


def legal_odds(legal: Sequence[int], moves: Ints, odds: Floats) -> list[tuple[int, float]]:
    """How often each move is played; a size that the game does not offer is the nearest one."""
    out: dict[int, float] = {}
    for move, chance in zip(moves.tolist(), odds.tolist(), strict=True):
        if move != NO_MOVE:
            nearest = move if move in legal else min(legal, key=lambda known: abs(known - move))
            out[nearest] = out.get(nearest, 0.0) + chance
    return sorted(out.items())


_WORDS = (
    ("expert", 2000, "trained, and tries its moves before it makes them"),
    ("advanced", 1600, "trained, misjudges its hands"),
    ("intermediate", 1200, "trained, but calls too often"),
    ("beginner", 800, "calls far too often"),
)
RING_LEVELS: Mapping[str, Level] = {
    name: Level(RingStrategy(misjudges=style.misjudges, calls=style.calls), Mixed(), rating, words)
    for (name, rating, words), style in reversed(list(zip(_WORDS, STYLES, strict=True)))
}
