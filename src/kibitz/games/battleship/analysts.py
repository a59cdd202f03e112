"""The shooters of battleship: anywhere, hunt and target, density, pattern, plan, posterior.

A shooter gives every cell not shot at a heat; what the heat means is its unit: the
posterior's is the chance of a hit. No shooter sees anything but its view.
"""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.core.seeds import stream
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import UNSEEN, Analysis, Estimate, Option
from kibitz.games.battleship.density import density_map
from kibitz.games.battleship.pattern import pattern_map
from kibitz.games.battleship.placement import TRIES, best_completions, touch_table
from kibitz.games.battleship.plan import plan_map
from kibitz.games.battleship.posterior import ProbabilityMap, probability_map
from kibitz.games.battleship.rules import FLEET, byte, is_placing, placed_count
from kibitz.games.battleship.sight import LENGTH, Sight, clear, sight_of
from kibitz.games.battleship.solo import fill_hunt, put
from kibitz.search.limit import LONGEST_LOOK, check_positive, last_look

HIT_CHANCE, SHOTS = "hit chance", "shots"
NO_OPINION = Estimate.judged(0.0, "no opinion")
NO_FLEET = "no fleet could be built that explains the announcements"
PLANNED = "the plan's shot, which saves later ones"
USUAL_FLEETS = 4000
SAME = 1e-9  # of the greatest heat, within which two cells are as hot


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
            Option(move, game.move_text(view, move), NO_OPINION) for move in game.legal_moves(view)
        ]
        note = f"{self.name} does not value placements and puts its ships anywhere"
        return Analysis.ranked(seat, options, SHOTS, seed=seed, notes=(note,))


@dataclass(frozen=True)
class Anywhere(Shooter):
    """Every cell is as good as any other."""

    name: ClassVar[str] = "anywhere"
    unit: ClassVar[str] = "preference"

    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        return [NO_OPINION] * len(sight.marks), ()


@dataclass(frozen=True)
class HuntTarget(Shooter):
    """Beside a hit if it can, else on every second cell: a rule of thumb, not a chance."""

    name: ClassVar[str] = "hunt"
    unit: ClassVar[str] = "preference"
    parity: bool = True

    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        heat = np.empty(len(sight.marks))
        fill_hunt(sight, self.parity, heat)
        return [Estimate.judged(float(value), "rule of thumb") for value in heat], ()


@dataclass(frozen=True)
class Density(Shooter):
    """Counts the places of each ship afloat by itself, those over open hits far more."""

    name: ClassVar[str] = "density"
    unit: ClassVar[str] = "density"

    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        heat = density_map(sight)
        total = max(float(heat.sum()), 1.0)
        note = "density is a share of places, not a chance: ships are counted one by one"
        return [Estimate.judged(float(value) / total, "density") for value in heat], (note,)


@dataclass(frozen=True)
class Pattern(Shooter):
    """The density of each ship as a share, tilted to a chequered sea; places with care."""

    name: ClassVar[str] = "pattern"
    unit: ClassVar[str] = "density"
    tries: int = TRIES  # fleets drawn for each ship

    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        heat = pattern_map(sight)
        total = max(float(heat.sum()), 1e-9)
        note = "the pattern is a preference, not a chance: it saves later shots"
        return [Estimate.judged(float(value) / total, "pattern") for value in heat], (note,)

    def place(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        return place_with_care(game, view, seat, seed, self.tries)


@dataclass(frozen=True)
class Planner(Pattern):
    """Hunts by rows of misses, probes beside hits with the other ships in mind; else Pattern."""

    name: ClassVar[str] = "plan"

    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        heat = plan_map(sight)
        total = max(float(heat.sum()), 1e-9)
        note = "the plan is a preference, not a chance: it saves later shots"
        return [Estimate.judged(float(value) / total, "plan") for value in heat], (note,)


@dataclass(frozen=True)
class Posterior(Shooter):
    """The chance of a hit over all fleets that explain the announcements.

    What the plan would shoot at is as good as the best chance: it saves shots later.
    """

    name: ClassVar[str] = "posterior"
    unit: ClassVar[str] = HIT_CHANCE
    samples: int | None = None  # fleets built where too many explain the announcements
    budget: int = 20_000  # choices tried to count them all
    seconds: float | None = None

    def __post_init__(self) -> None:
        check_positive(self.name, samples=self.samples, seconds=self.seconds)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        if is_placing(view):
            return super().analyse(game, view, seat, seed)
        if self.seconds is None:
            return _planned(super().analyse(game, view, seat, seed), sight_of(view, seat))

        def look(samples: int) -> Analysis:
            timeless = replace(self, samples=samples, seconds=None)
            return timeless.analyse(game, view, seat, seed)

        return last_look(look, self.samples or LONGEST_LOOK, self.seconds)

    def estimates(self, sight: Sight, seed: int) -> tuple[list[Estimate], tuple[str, ...]]:
        found = probability_map(sight, self.budget, self.samples or USUAL_FLEETS, stream(seed))
        if found.is_exact:
            heat = [Estimate.exact(float(x), found.fleets or 0) for x in found.heat]
            return heat, (f"all {found.fleets} fleets were counted",)
        if not found.samples:
            return [Estimate.judged(float(x), UNSEEN) for x in found.heat], (NO_FLEET,)
        heat = [_sampled(found, cell) for cell in range(len(found.heat))]
        note = f"{found.samples} fleets were built, worth {found.effective_samples:.0f} equal ones"
        return heat, (note,)

    def place(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        return place_with_care(game, view, seat, seed, TRIES)


def _planned(found: Analysis, sight: Sight) -> Analysis:
    """The analysis with the shots of the plan marked, equal ones all."""
    heat = plan_map(sight)
    greatest = max(heat[option.move] for option in found.options)
    least = greatest * (1.0 - SAME) if greatest > 0.0 else np.inf
    options = (
        replace(o, is_as_good=True, reason=PLANNED) if heat[o.move] >= least else o
        for o in found.options
    )
    return replace(found, options=tuple(options))


def _sampled(found: ProbabilityMap, cell: int) -> Estimate:
    return Estimate(
        float(found.heat[cell]),
        float(found.errors[cell]),
        found.samples,
        stopped_by="max_samples",
        effective_samples=found.effective_samples,
    )


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
    drawn = f"best of {tries} fleets"
    options = [
        Option(move, game.move_text(view, move), Estimate.judged(float(worths[move]), drawn))
        for move in legal
    ]
    mean = "the mean shot with which a density shooter first hits a ship"
    note = f"{mean}, in the best of {tries} fleets drawn; 0 where none was"
    return Analysis.ranked(seat, options, SHOTS, samples=tries, seed=seed, notes=(note,))
