"""The players of bluff as analysts: honest, naive, modelling and foresight.

The values of the first three are in cards: the expected change of the seat's cards against the
others'. Foresight and SO-ISMCTS, the general search over worlds, give wins. None sees anything
but the view.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.core.seeds import stream
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import UNSEEN, Analysis, Estimate, Option
from kibitz.games.bluff.belief import belief, cannot_be_true
from kibitz.games.bluff.foresight import COUNT, SQUARES, STAGE, TOTAL, foresee, worth
from kibitz.games.bluff.habits import Floats
from kibitz.games.bluff.layout import NOBODY, Ints, opened
from kibitz.games.bluff.scale import FITS, ChanceScale, place_of, scale_of, wins_at_once
from kibitz.games.bluff.shortlist import list_worthwhile
from kibitz.games.bluff.values import HONEST, MODELLING, NAIVE, fill_values
from kibitz.search.limit import LONGEST_LOOK, check_positive, check_turn, last_look
from kibitz.search.mean import error_of, mean_estimate

USUAL_PLAYOUTS = 1000
SCALED = "chances to win are fitted to tables of all levels; in one company they may be off"


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
    asked: int | None = None  # a move that is looked at to the last, on the shortlist or not

    def __post_init__(self) -> None:
        check_positive(self.name, samples=self.samples, seconds=self.seconds)

    def asked_about(self, move: int) -> Self:
        return replace(self, asked=move)

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
        legal = game.legal_moves(view)
        asked, short = self.asked if self.asked in legal else None, shortlist(game, view)
        listed = sorted({*short, *([] if asked is None else [asked])})
        v = opened(view)
        looked = looked_at(v, seat, listed, asked, playouts, seed)
        scale = scale_of(FITS[game.seats], place_of(v, seat), looked.best_share())
        found = dict(zip(listed, looked.outlooks(game, scale), strict=True))
        least = min(found[move].estimate.value for move in short)
        unseen = Outlook(Estimate.judged(least, UNSEEN), _span(game))
        options = [
            Option(move, game.move_text(view, move), **one._asdict())
            for move, one in ((move, found.get(move, unseen)) for move in legal)
        ]
        is_asked = view.asked != NOBODY
        notes = _belief_notes(view, seat) if is_asked else _shortlist_notes(len(listed), len(legal))
        facts = {"samples": int(looked.sums[:, COUNT].sum()), "notes": (*notes, SCALED)}
        return Analysis.ranked(seat, options, game.unit, seed=seed, **facts)


def shortlist(game: Game, view: Position) -> list[int]:
    """The moves that are worth a look, ascending."""
    out = game.scratch()
    listed: list[int] = out[: int(list_worthwhile(opened(view), out))].tolist()
    return listed


def _belief_notes(view: Position, seat: int) -> tuple[str, ...]:
    lie = float(belief(opened(view), seat))
    return (f"the claim is a lie with chance {100 * lie:.1f} %",)


def _shortlist_notes(listed: int, legal: int) -> tuple[str, ...]:
    if listed == legal:
        return ()
    return (f"{listed} of {legal} plays were looked at; the others are put last",)


class Outlook(NamedTuple):
    """What an option pays, and the error of its loss against the best, where that is known.

    Of options with the same value, those that were kept longer are preferred.
    """

    estimate: Estimate
    loss_error: float | None = None
    preference: float = -1.0


class ToldShare(NamedTuple):
    """How much an option wins in play-outs, its chance on the scale, and how fast that moves."""

    share: float
    chance: float
    steepness: float  # by its own share
    pulled: float  # by the share of the best


class Looked(NamedTuple):
    """The options after all play-outs; those that `stay` were kept however they did."""

    sums: Floats
    products: Floats
    honest: int
    stay: frozenset[int]
    sure: frozenset[int] = frozenset()  # those that win by the rules

    def outlooks(self, game: Game, scale: ChanceScale) -> list[Outlook]:
        """What each option pays; one dropped earlier is no better than those kept.

        The errors take in how far the handicap and the better options have moved the values.
        """
        shares = self.shares()
        best = max(range(len(shares)), key=lambda i: (self.sums[i, STAGE], shares[i]))
        told = [self._told(scale, share, i) for i, share in enumerate(shares)]
        return [self._outlook(game, told, i, best) for i in range(len(told))]

    def shares(self) -> list[float]:
        """How much each option wins; what outlasts another on its merits is no worse."""
        found = [float(worth(self.sums, i, self.honest)) for i in range(len(self.sums))]
        bound = 1.0
        for i in sorted(range(len(found)), key=lambda i: (-self.sums[i, STAGE], -found[i])):
            if i not in self.stay:
                bound = found[i] = min(bound, found[i])
        return found

    def best_share(self) -> float:
        """How much the best option wins; one that wins by the rules is on no scale."""
        shares = self.shares()
        open_shares = [share for i, share in enumerate(shares) if i not in self.sure]
        return max(open_shares or shares)

    def _told(self, scale: ChanceScale, share: float, i: int) -> ToldShare:
        if i in self.sure:
            return ToldShare(share, share, 1.0, 0.0)
        return ToldShare(share, scale.told(share), scale.steepness(share), scale.pulled(share))

    def _outlook(self, game: Game, told: list[ToldShare], i: int, best: int) -> Outlook:
        count, one = int(self.sums[i, COUNT]), told[i]
        mine, other = self._share_error(told, i), self._share_error(told, best)
        if i == best:
            error = abs(one.steepness + one.pulled) * mine
        else:
            error = math.hypot(one.steepness * mine, one.pulled * other)
        paid = (one.chance * game.seats - 1.0) / (game.seats - 1.0)
        estimate = Estimate.sampled(paid, _span(game) * error, count)
        is_kept = i != best and self.sums[i, STAGE] == self.sums[best, STAGE]
        loss_error = self._gap_error(game, told, i, best) if is_kept else None
        return Outlook(estimate, loss_error, float(self.sums[i, STAGE]))

    def _share_error(self, told: list[ToldShare], i: int) -> float:
        """The error of how much an option wins in play-outs."""
        count, total, squares = self.sums[i, COUNT], self.sums[i, TOTAL], self.sums[i, SQUARES]
        mean = mean_estimate(float(total), float(squares), int(count), 1.0)
        return math.hypot(mean.error, mean.value - told[i].share)

    def _gap_error(self, game: Game, told: list[ToldShare], i: int, best: int) -> float:
        """The error of what an option pays less than the best, in the worlds that both had.

        What either wins in a world counts as fast as the difference moves with it.
        """
        count, mine = self.sums[i, COUNT], told[i].steepness
        other = told[best].steepness + told[best].pulled - told[i].pulled
        total = other * self.sums[best, TOTAL] - mine * self.sums[i, TOTAL]
        squares = other**2 * self.products[best, best] + mine**2 * self.products[i, i]
        squares -= 2.0 * other * mine * self.products[i, best]
        error = error_of(float(total), float(squares), int(count), max(mine, other))
        moved = float(total / count) - (other * told[best].share - mine * told[i].share)
        return _span(game) * math.hypot(error, moved)


def looked_at(
    v: Ints, seat: int, listed: list[int], asked: int | None, playouts: int, seed: int
) -> Looked:
    """The listed options, played out."""
    place = -1 if asked is None else listed.index(asked)
    sums, products = np.zeros((len(listed), 4)), np.zeros((len(listed), len(listed)))
    luck, moves = stream(seed), np.array(listed)
    honest = int(foresee(v, seat, moves, place, playouts, sums, products, luck))
    sure = frozenset(i for i, move in enumerate(listed) if wins_at_once(v, seat, move))
    return Looked(sums, products, honest, frozenset({honest, place}), sure)


def _span(game: Game) -> float:
    """How far payoffs lie apart at most."""
    return game.greatest_payoff - game.least_payoff
