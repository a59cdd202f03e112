"""The players of bluff as analysts: honest, naive, modelling and foresight.

The values of the first three are in cards: the expected change of the seat's cards against the
others'. Foresight and SO-ISMCTS, the general search over worlds, give wins. None sees anything
but the view.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.core.seeds import stream
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import UNSEEN, Analysis, Estimate, Option
from kibitz.games.bluff.belief import belief, cannot_be_true
from kibitz.games.bluff.foresight import COUNT, SQUARES, STAGE, TOTAL, foresee, worth
from kibitz.games.bluff.habits import Floats
from kibitz.games.bluff.layout import NOBODY, opened
from kibitz.games.bluff.shortlist import list_worthwhile
from kibitz.games.bluff.values import HONEST, MODELLING, NAIVE, fill_values
from kibitz.search.limit import LONGEST_LOOK, check_positive, check_turn, last_look
from kibitz.search.mean import mean_estimate

USUAL_PLAYOUTS = 1000


@dataclass(frozen=True)
class ClaimAnalyst(Analyst):
    """Values every option by one of the three kinds."""

    way: ClassVar[int]
    by: ClassVar[str]  # what it judges by

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        out = game.scratch()
        values = np.empty(len(out))
        count = int(fill_values(opened(view), seat, self.way, out, values))
        options = [
            Option(
                int(move), game.move_text(view, int(move)), Estimate.judged(float(value), self.by)
            )
            for move, value in zip(out[:count], values[:count], strict=True)
        ]
        return Analysis.ranked(seat, options, "cards", seed=seed, notes=self._notes(view, seat))

    def _notes(self, view: Position, seat: int) -> tuple[str, ...]:
        if view.asked == NOBODY or self.way == HONEST:
            return ()
        if self.way == MODELLING:
            return _belief_notes(view, seat)
        chance = float(cannot_be_true(opened(view), seat))
        return (f"the claim cannot be true with chance {100 * chance:.1f} %",)


@dataclass(frozen=True)
class Honest(ClaimAnalyst):
    """The truth while there is one; challenges only what its own cards rule out."""

    name: ClassVar[str] = "honest"
    by: ClassVar[str] = "rule of thumb"
    way: ClassVar[int] = HONEST


@dataclass(frozen=True)
class Naive(ClaimAnalyst):
    """Plays honestly and challenges what is more likely impossible than not."""

    name: ClassVar[str] = "naive"
    by: ClassVar[str] = "what its own cards rule out"
    way: ClassVar[int] = NAIVE


@dataclass(frozen=True)
class Modelling(ClaimAnalyst):
    """Believes by what each seat has shown and weighs what a challenge changes."""

    name: ClassVar[str] = "modelling"
    by: ClassVar[str] = "what each seat has shown"
    way: ClassVar[int] = MODELLING


@dataclass(frozen=True)
class Foresight(Analyst):
    """Plays each option to the end in worlds where the others have likely habits.

    The claim on the table is a lie in as many worlds as the belief says. Plays not on the
    shortlist are put last. In the free-rank variant, where the truth is always at hand, it
    values options like the modelling player.
    """

    name: ClassVar[str] = "foresight"
    samples: int | None = None  # play-outs of one decision
    seconds: float | None = None

    def __post_init__(self) -> None:
        check_positive(self.name, samples=self.samples, seconds=self.seconds)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        check_turn(game, view, seat)
        if view.packs:
            return Modelling().analyse(game, view, seat, seed)

        def look(samples: int) -> Analysis:
            return self._look(game, view, seat, seed, samples)

        if self.seconds is None:
            return look(self.samples or USUAL_PLAYOUTS)
        return last_look(look, self.samples or LONGEST_LOOK, self.seconds)

    def _look(self, game: Game, view: Position, seat: int, seed: int, playouts: int) -> Analysis:
        v, out = opened(view), game.scratch()
        listed = out[: int(list_worthwhile(v, out))].copy()
        sums = np.zeros((len(listed), 4))
        honest = int(foresee(v, seat, listed, playouts, sums, stream(seed)))
        found = dict(zip(listed.tolist(), _estimates(game, sums, honest), strict=True))
        last = min(found.values(), key=lambda estimate: estimate.value)
        unseen, span = Estimate.judged(last.value, UNSEEN), game.greatest_payoff - game.least_payoff
        legal = game.legal_moves(view)
        options = [
            Option(move, game.move_text(view, move), found[move])
            if move in found
            else Option(move, game.move_text(view, move), unseen, loss_error=span)
            for move in legal
        ]
        is_asked = view.asked != NOBODY
        notes = _belief_notes(view, seat) if is_asked else _shortlist_notes(len(listed), len(legal))
        samples = int(sums[:, COUNT].sum())
        return Analysis.ranked(seat, options, game.unit, samples=samples, seed=seed, notes=notes)


def _belief_notes(view: Position, seat: int) -> tuple[str, ...]:
    lie = float(belief(opened(view), seat))
    return (f"the claim is a lie with chance {100 * lie:.1f} %",)


def _shortlist_notes(listed: int, legal: int) -> tuple[str, ...]:
    if listed == legal:
        return ()
    return (f"{listed} of {legal} plays were looked at; the others are put last",)


def _estimates(game: Game, sums: Floats, honest: int) -> list[Estimate]:
    """What each option pays; one dropped earlier is no better than those kept.

    The error takes in how far the handicap and the better options have moved the value.
    """
    seats, span = game.seats, game.greatest_payoff - game.least_payoff
    shares = [float(worth(sums, i, honest)) for i in range(len(sums))]
    best_first = sorted(range(len(sums)), key=lambda i: (-sums[i, STAGE], -shares[i]))
    found, bound = {}, 1.0
    for i in best_first:
        count, total, squares = sums[i, COUNT], sums[i, TOTAL], sums[i, SQUARES]
        mean = mean_estimate(float(total), float(squares), int(count), 1.0)
        bound = min(bound, shares[i])
        error = span * math.hypot(mean.error, mean.value - bound)
        found[i] = Estimate.sampled((bound * seats - 1.0) / (seats - 1.0), error, int(count))
    return [found[i] for i in range(len(sums))]
