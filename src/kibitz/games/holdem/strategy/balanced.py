"""The analyst that plays heads-up by a balanced strategy, or by an answer to a model.

Without habits it plays the strategy that regrets have found (see `regrets`), which nobody
can gain much on: it is the safe base. With habits of an opponent it plays the answer to
them, which leaves the base as far as they can be trusted (see `strategies`). It can be made to
err as people do (see `erring`): it misjudges its hands, and now and then calls come what may.

Its values are big blinds: every option is played out in the same worlds, he by what is
expected of him, we by our strategy. Where any raise is allowed a few sizes are played, and
sizes between them are worth what lies between their values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst, Choice, Level, Mixed
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.estimate.selection import loss_errors
from kibitz.games.holdem.cards.combos import CLASS_OF, CLASS_SIZES, CLASSES, COMBO, COMBOS
from kibitz.games.holdem.opponents.habits import parse_habits
from kibitz.games.holdem.solved.hand import HandWalk
from kibitz.games.holdem.strategy.erring import (
    called_more,
    check_parts,
    class_chances,
    erring_strategy,
    is_cheap,
    misjudged,
)
from kibitz.games.holdem.strategy.holdings import STRENGTHS, Floats, Ints, tell_holdings
from kibitz.games.holdem.strategy.playouts import Sides, odds_now, play_options
from kibitz.games.holdem.strategy.spots import CHOICES, NO_MOVE
from kibitz.games.holdem.strategy.strategies import ANSWER_DEALS, answer, expected
from kibitz.games.holdem.table.position import (
    CALL,
    FIXED,
    FOLD,
    PREFLOP,
    Holdem,
    behind,
    hole,
    pot,
    started,
    to_call,
)
from kibitz.games.holdem.table.rules import few_raises
from kibitz.games.holdem.table.sizes import COARSE
from kibitz.search.limit import check_positive, last_look

USUAL_SAMPLES, MOST_SAMPLES = 1000, 1 << 20  # all are kept in memory
LEAST_STACK = 4  # small blinds, to learn with
MANY = 6  # moves; of more than these only some sizes are played out


@dataclass(frozen=True)
class Balanced(Analyst):
    """Plays by a strategy and plays options out with it; `habits` are the other's, as text.

    `misjudges` is the part of all hands by which it takes its own for better or worse at most,
    `calls` how often it checks or calls whatever it holds, for a bet of at most twice the pot.
    """

    name: ClassVar[str] = "balanced"
    samples: int | None = None
    habits: str = ""
    deals: int = ANSWER_DEALS  # from which the answer to habits is learned
    seconds: float | None = None
    misjudges: float = 0.0
    calls: float = 0.0

    def __post_init__(self) -> None:
        check_positive(self.name, samples=self.samples, deals=self.deals, seconds=self.seconds)
        check_parts(self.name, misjudges=self.misjudges, calls=self.calls)
        parse_habits(self.habits)

    @property
    def usual_choice(self) -> Choice:
        return Mixed()

    def odds(self, game: Game, view: Position, seat: int) -> list[tuple[int, float]]:
        self._check(game)
        if COMPILED and not self.habits and is_shoved(view):
            call = float(shove_calls(view, seat, self.misjudges)[own_combo(view, seat)])
            odds = [(FOLD, 1.0 - call), (CALL, call)]
        else:
            odds = self._trained(view, seat)
        return called_more(odds, self.calls) if is_cheap(view) else odds

    def _trained(self, view: Holdem, seat: int) -> list[tuple[int, float]]:
        """How often it makes each move by its strategy."""
        moves, odds = np.empty(CHOICES, np.int64), np.empty(CHOICES)
        odds_now(view, seat, self._strategy(view), moves, odds)
        pairs = zip(moves.tolist(), odds.tolist(), strict=True)
        return [(move, chance) for move, chance in pairs if move != NO_MOVE]

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        odds = dict(self.odds(game, view, seat))
        sides = Sides(seat, self._strategy(view), expected(view.kind, self.habits))
        legal = game.legal_moves(view)
        tries = options_to_play(view, legal, odds)

        def look(samples: int) -> Analysis:
            options = OptionPlayouts(view, tries, sides, samples, seed).options(game, legal, odds)
            facts = {"samples": samples, "seed": seed, "stopped_by": "samples"}
            return Analysis.ranked(seat, options, game.unit, **facts)

        if self.seconds is None:
            return look(self.samples or USUAL_SAMPLES)
        return last_look(look, self.samples or MOST_SAMPLES, self.seconds)

    def _strategy(self, v: Holdem) -> Floats:
        if not self.habits:
            return erring_strategy(v.kind, self.misjudges)
        shorter = min(int(started(v, seat)) for seat in range(2))
        stack = max(2 * shorter // v.big, LEAST_STACK)
        found = answer(v.kind, stack, self.habits, self.deals)
        return misjudged(found, self.misjudges) if self.misjudges else found

    def _check(self, game: Game) -> None:
        game.demand(self.name, has_secrets=True)
        if game.seats != 2:
            raise BadValue(f"{self.name} plays heads-up; {game.text} has {game.seats} seats")


def is_shoved(v: Holdem) -> bool:
    """Whether the seat to act before the flop must call for all chips of one seat, or fold."""
    other = 1 - v.seat
    price = int(to_call(v, v.seat))
    is_all_in = price >= int(behind(v, v.seat)) or int(behind(v, other)) == 0
    return bool(v.kind != FIXED and v.stage == PREFLOP and price > 0 and is_all_in)


def shove_calls(v: Holdem, seat: int, misjudges: float = 0.0) -> Floats:
    """How often each combo calls a shove, by push or fold: training met few of them."""
    calls: Floats = np.nan_to_num(HandWalk(v, seat).point.strategy[-1])
    if not misjudges:
        return calls
    by_class = np.bincount(CLASS_OF, calls, CLASSES) / CLASS_SIZES
    taken: Floats = (class_chances(misjudges) @ by_class)[CLASS_OF]
    return taken


def own_combo(v: Holdem, seat: int) -> int:
    """The cards of a seat."""
    return int(COMBO[int(hole(v, seat, 0)), int(hole(v, seat, 1))])


def options_to_play(v: Holdem, legal: Sequence[int], odds: dict[int, float]) -> Ints:
    """The moves that are played out: all, or some sizes of raise among very many."""
    if len(legal) <= MANY:
        return np.array(legal, np.int64)
    sizes = np.empty(len(COARSE) + 2, np.int64)
    count = few_raises(v, sizes, 0)
    return np.array(sorted({*legal[:2], *odds, *sizes[:count].tolist()} & set(legal)), np.int64)


def weigh_holdings(v: Holdem, other: int, table: Floats) -> Floats:
    """The weight of each combo that `other` can hold, if he plays by that strategy."""
    weights, places = np.empty(COMBOS), np.empty(STRENGTHS)
    tell_holdings(v, other, table, weights, np.zeros(COMBOS, np.int64), places)
    return weights


class OptionPlayouts:
    """The options of a decision played out in the same worlds."""

    def __init__(self, v: Holdem, tries: Ints, sides: Sides, samples: int, seed: int) -> None:
        self.view, self.seat, self.tries, self.samples = v, sides.me, tries, samples
        heights = np.cumsum(weigh_holdings(v, 1 - sides.me, sides.his))
        table, self.answers = np.empty((samples, len(tries) + 1)), np.zeros((len(tries), 2))
        play_options(v, tries, heights, sides, table, self.answers, stream(seed))
        self.values, self.equities = table[:, :-1], table[:, -1]

    @cached_property
    def equity(self) -> float:
        """Our part of the pot at a showdown."""
        return float(self.equities.mean())

    def options(self, game: Game, legal: Sequence[int], odds: dict[int, float]) -> list[Option]:
        """Every legal move, sizes that were not played as a mixture of their neighbours."""
        mixed = self.values @ self._mixtures(legal)
        means, errors = mixed.mean(axis=0), self._errors(mixed)
        losses = self._loss_errors(mixed, legal)
        return [
            Option(
                move,
                game.move_text(self.view, move),
                Estimate.exact(float(means[i]))
                if move == FOLD
                else Estimate.sampled(float(means[i]), float(errors[i]), self.samples),
                reason=self.reason(move),
                loss_error=losses[i],
                frequency=odds.get(move),
                facts=self._facts(move),
            )
            for i, move in enumerate(legal)
        ]

    def _errors(self, mixed: Floats) -> Floats:
        """The standard errors, with one more world thought of, half a pot away from the mean."""
        deviations = self.samples * mixed.var(axis=0)
        away = int(pot(self.view)) / self.view.big / 2
        return np.asarray(np.sqrt(deviations + away**2) / self.samples)

    def _loss_errors(self, mixed: Floats, legal: Sequence[int]) -> list[float]:
        """The errors of the losses, with one more world thought of in which the stakes change
        hands: where nobody called in any world, raises of all sizes seem to be worth the same."""
        means = mixed.mean(axis=0)
        best = int(means.argmax())
        chips = np.array([max(int(move) - CALL, 0) for move in legal])
        away = (int(pot(self.view)) / 2 + np.maximum(chips, chips[best])) / self.view.big
        deviations = self.samples * (mixed - mixed[:, [best]]).var(axis=0)
        errors = np.sqrt(deviations + away**2) / self.samples
        errors[best] = 0.0
        return loss_errors((means[best] - means).tolist(), errors.tolist())

    def _mixtures(self, legal: Sequence[int]) -> Floats:
        """One column a legal move: how much of each option that was played is in it."""
        sizes = np.array([float(move) for move in self.tries])
        columns = np.zeros((len(sizes), len(legal)))
        for i, move in enumerate(legal):
            at = min(int(np.searchsorted(sizes, move)), len(sizes) - 1)
            if sizes[at] == move or at == 0:
                columns[at, i] = 1.0
            else:
                part = (move - sizes[at - 1]) / (sizes[at] - sizes[at - 1])
                columns[at - 1, i], columns[at, i] = 1.0 - part, part
        return columns

    @property
    def needed(self) -> float:
        """The equity that the price of a call asks for."""
        call = int(to_call(self.view, self.seat))
        return call / (int(pot(self.view)) + call)

    def _facts(self, move: int) -> dict[str, float]:
        facts = {"equity": self.equity, "pot_odds": self.needed}
        if move > CALL:
            facts["folds"], facts["equity_called"] = self._answer(move)
        return facts

    def _answer(self, move: int) -> tuple[float, float]:
        """How often he folds to a raise, and our equity where he does not."""
        nearest = int(np.abs(self.tries - move).argmin())
        folds, wins = self.answers[nearest] / self.samples
        return float(folds), float(wins / (1.0 - folds)) if folds < 1.0 else 0.0

    def reason(self, move: int) -> str:
        """Why the option is worth what it is, in pot odds."""
        call, size = int(to_call(self.view, self.seat)), int(pot(self.view))
        if move == FOLD:
            return f"gives up {size} in the pot; a call needs {self.needed:.1%} equity, {self._had}"
        if move > CALL:
            folds, called = self._answer(move)
            return f"they fold {folds:.0%}; if called, our equity is {called:.1%}"
        if call == 0:
            return f"free; {self._had} of {size} in the pot"
        return f"{call} to win {size}: pot odds need {self.needed:.1%} equity, {self._had}"

    @property
    def _had(self) -> str:
        return f"we have {self.equity:.1%}"


# With fixed limits.
BALANCED_LEVELS: Mapping[str, Level] = {
    "beginner": Level(Balanced(misjudges=0.6, calls=0.75), Mixed(), 800, "calls far too often"),
    "intermediate": Level(
        Balanced(misjudges=0.4, calls=0.35), Mixed(), 1200, "balanced, but calls too often"
    ),
    "advanced": Level(Balanced(misjudges=0.3), Mixed(), 1600, "balanced, misjudges its hands"),
    "expert": Level(Balanced(), Mixed(), 2000, "balanced: hard to gain on"),
}
