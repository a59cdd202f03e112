"""The shooters of battleship: anywhere, hunt and target, density, pattern, posterior.

A shooter gives every cell not shot at a heat; what the heat means is its unit: the
posterior's is the chance of a hit. No shooter sees anything but its view.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.core.seeds import stream
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.battleship.density import density_map
from kibitz.games.battleship.pattern import pattern_map
from kibitz.games.battleship.placement import TRIES, best_completions, touch_table
from kibitz.games.battleship.posterior import probability_map
from kibitz.games.battleship.rules import FLEET, byte, is_placing, placed_count
from kibitz.games.battleship.sight import LENGTH, Sight, clear, sight_of
from kibitz.games.battleship.solo import fill_hunt, put

HIT_CHANCE = "hit chance"


@dataclass(frozen=True)
class Shooter(Analyst):
    """Values cells by a heat map; places its ships anywhere."""

    unit: ClassVar[str]

    @abstractmethod
    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        """The heat of every cell, and notes on how it was found."""

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        if is_placing(view):
            return self.place(game, view, seat, seed)
        heat, notes = self.estimates(sight_of(view, seat), seed)
        options = [
            Option(move, game.move_text(view, move), heat[move]) for move in game.legal_moves(view)
        ]
        samples = max(option.estimate.samples for option in options)
        return Analysis.ranked(seat, options, self.unit, samples=samples, seed=seed, notes=notes)

    def place(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        """Every place as good as any other."""
        options = [
            Option(move, game.move_text(view, move), Estimate(0.0))
            for move in game.legal_moves(view)
        ]
        note = f"{self.name} does not value places and puts its ships anywhere"
        return Analysis.ranked(seat, options, "shots", seed=seed, notes=(note,))


@dataclass(frozen=True)
class Anywhere(Shooter):
    """Every cell is as good as any other."""

    name: ClassVar[str] = "anywhere"
    unit: ClassVar[str] = "preference"

    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        return [Estimate(0.0)] * len(sight.marks), ()


@dataclass(frozen=True)
class HuntTarget(Shooter):
    """Beside a hit if it can, else on every second cell: a rule of thumb, not a chance."""

    name: ClassVar[str] = "hunt"
    unit: ClassVar[str] = "preference"
    parity: bool = True

    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        heat = np.empty(len(sight.marks))
        fill_hunt(sight, self.parity, heat)
        return [Estimate(float(value)) for value in heat], ()


@dataclass(frozen=True)
class Density(Shooter):
    """Counts the places of each ship afloat by itself, those over open hits far more."""

    name: ClassVar[str] = "density"
    unit: ClassVar[str] = "density"

    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        heat = density_map(sight)
        total = max(float(heat.sum()), 1.0)
        note = "density is a share of places, not a chance: ships are counted one by one"
        return [Estimate(float(value) / total) for value in heat], (note,)


@dataclass(frozen=True)
class Pattern(Shooter):
    """The density of each ship as a share, tilted to a chequered sea; places with care."""

    name: ClassVar[str] = "pattern"
    unit: ClassVar[str] = "density"
    tries: int = TRIES  # fleets drawn for each ship

    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        heat = pattern_map(sight)
        total = max(float(heat.sum()), 1e-9)
        note = "the pattern is a preference, not a chance: it spares shots to come"
        return [Estimate(float(value) / total) for value in heat], (note,)

    def place(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        return place_with_care(game, view, seat, seed, self.tries)


@dataclass(frozen=True)
class Posterior(Shooter):
    """The chance of a hit over all fleets that explain the announcements."""

    name: ClassVar[str] = "posterior"
    unit: ClassVar[str] = HIT_CHANCE
    samples: int = 4000  # fleets built where too many explain the announcements
    budget: int = 20_000  # choices tried to count them all

    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        found = probability_map(sight, self.budget, self.samples, stream(seed))
        if found.is_exact:
            heat = [Estimate.exact(float(x), found.fleets or 0) for x in found.heat]
            return heat, (f"all {found.fleets} fleets were counted",)
        heat = [
            Estimate(
                float(x),
                found.error(float(x)),
                found.samples,
                stopped_by="max_samples",
                effective_samples=found.effective_samples,
            )
            for x in found.heat
        ]
        note = f"{found.samples} fleets were built, worth {found.effective_samples:.0f} equal ones"
        return heat, (note,)

    def place(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        return place_with_care(game, view, seat, seed, TRIES)


def place_with_care(game: Game, view: Position, seat: int, seed: int, tries: int) -> Analysis:
    """By the best fleet drawn with the ship in that place: the later it is found, the better."""
    legal, fleet = game.legal_moves(view), view[FLEET + seat]
    placed, sight = int(placed_count(fleet)), sight_of(view, seat)
    clear(sight)
    before = np.full(len(sight.marks), -1)
    codes = np.zeros(len(sight.facts), np.int64)
    for ship in range(placed):
        codes[ship] = byte(fleet, ship) - 1
        put(sight, before, codes[ship], ship)
    lengths = tuple(int(n) for n in sight.facts[:, LENGTH])
    touches = touch_table(lengths, sight.rows, sight.cols, sight.rules)
    worths = np.zeros(2 * len(sight.marks))
    best_completions(sight, touches, tries, placed, codes, before, worths, stream(seed))
    options = [
        Option(move, game.move_text(view, move), Estimate(float(worths[move]))) for move in legal
    ]
    mean = "the mean shot with which a density shooter first hits a ship"
    note = f"{mean}, in the best of {tries} fleets drawn; 0 where none was"
    return Analysis.ranked(seat, options, "shots", samples=tries, seed=seed, notes=(note,))
