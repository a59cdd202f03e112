"""The analyst that coaches heads-up no-limit by solutions, and plays by them.

An option is worth what the hand gets by it against an opponent who plays the solution, in big
blinds; `frequency` is how often the solution takes it. Sizes that were not solved are worth
what lies between their neighbours; all in is always valued, by the small game of `shoves`.
Two options within a hundredth of the pot are too close to call; on a flop by pairs of hands,
where losses are known no closer, within six hundredths. Before the flop the pots that a flop is
still to decide are shared by a fit, and errors are parts of those: the mean pot that an option
leads to, 0 for a fold or all in (`StreetPoint.fitted`).

As a player it can be made to err as people do (`strategy.erring`): it takes its hand for one of
about as much equity against what the other can hold, and now and then calls come what may.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.core.kernel import COMPILED
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst, Choice, Level, Mixed
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.holdem.cards.combos import COMBO_CARDS
from kibitz.games.holdem.solved.hand import HandWalk, shove_game
from kibitz.games.holdem.solved.points import FOLDED, Doubles, shares_of
from kibitz.games.holdem.solved.shoves import ShoveAnswers
from kibitz.games.holdem.strategy.balanced import Balanced
from kibitz.games.holdem.strategy.erring import (
    called_rows,
    check_parts,
    is_cheap,
    misjudged_rows,
)
from kibitz.games.holdem.table.position import (
    CALL,
    FIXED,
    FLOP,
    FOLD,
    TURN,
    UNKNOWN,
    Holdem,
    hole,
    paid,
    pot,
    to_call,
)
from kibitz.search.limit import check_positive

CLOSE = 0.01  # of the pot: less is no mistake
FULL_WORK = 50_000  # what a reviewer who wants it exact asks for
BY = ("", "by classes of hands", "flop by pairs of hands", "to the end", "to the end")
STAND_IN = Balanced(20)  # without compiled kernels a single street would take hours
ROUGH = 0.06  # of the pot: how far values of the flop by pairs are from whole solutions
ROUGH_LOSS = 0.03  # of the pot: how far what a move loses there is
FITTED = 0.065  # of pots that see a flop: how far values before it are from hands played on
FITTED_LOSS = 0.05  # of those of two options together: how far what a move loses there is


@dataclass(frozen=True)
class HandSolver(Analyst):
    """Solves the rest of the hand; `full` solves flops to the end, too.

    `misjudges` and `calls` change what it plays, not what it says of values: see `Balanced`.
    """

    name: ClassVar[str] = "solver"
    full: bool = False
    seconds: float | None = None
    misjudges: float = 0.0
    calls: float = 0.0

    def __post_init__(self) -> None:
        check_positive(self.name, seconds=self.seconds)
        check_parts(self.name, misjudges=self.misjudges, calls=self.calls)

    def within(self, *, iterations: int | None = None, seconds: float | None = None) -> Self:
        """Very much work solves flops to the end; less makes no difference."""
        full = self.full or (iterations or 0) >= FULL_WORK
        return replace(self, full=full, seconds=self.seconds if seconds is None else seconds)

    @property
    def usual_choice(self) -> Choice:
        return Mixed()

    def odds(self, game: Game, view: Position, seat: int) -> list[tuple[int, float]]:
        self._check(game, view, seat)
        if not COMPILED:
            return self._stand_in.odds(game, view, seat)
        walk = self.played(view, seat)
        moves, often = self.all_odds(walk, game.legal_moves(view))
        return sorted(zip(moves, often[:, walk.combo].tolist(), strict=True))

    @property
    def _stand_in(self) -> Balanced:
        return replace(STAND_IN, misjudges=self.misjudges, calls=self.calls)

    @property
    def errs(self) -> bool:
        """Whether it plays anything but the solution."""
        return self.misjudges > 0.0 or self.calls > 0.0

    def played(self, view: Holdem, seat: int) -> HandWalk:
        """A hand that a seat has played by these solutions, or nearly."""
        return HandWalk(view, seat, self.full, self.seconds, is_own=not self.errs)

    def all_odds(self, walk: HandWalk, legal: Sequence[int]) -> tuple[tuple[int, ...], Doubles]:
        """The moves that it plays, and how often with each combo, errors included."""
        moves, often = SolvedOptions(walk, legal).all_odds
        if self.misjudges:
            equities = walk.holdings.equities(walk.point.reach[1 - walk.seat])
            often = misjudged_rows(often, np.nan_to_num(equities), self.misjudges)
        return called_rows(moves, often, self.calls) if is_cheap(walk.view) else (moves, often)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        self._check(game, view, seat)
        if not COMPILED:
            return self._stand_in.analyse(game, view, seat, seed)
        walk = HandWalk(view, seat, self.full, self.seconds)
        found = SolvedOptions(walk, game.legal_moves(view))
        options = [found.option(move, game.move_text(view, move)) for move in found.legal]
        if self.errs:
            odds = dict(self.odds(game, view, seat))
            options = [replace(option, frequency=odds.get(option.move, 0.0)) for option in options]
        facts = {"seed": seed, "notes": tuple(walk.notes)}
        return Analysis.ranked(seat, options, game.unit, **facts)

    def _check(self, game: Game, view: Position, seat: int) -> None:
        game.demand(self.name, has_secrets=True)
        if game.seats != 2 or view.kind == FIXED:
            raise BadValue(f"{self.name} plays heads-up without a limit, not {game.text}")
        if UNKNOWN in (int(hole(view, seat, 0)), int(hole(view, seat, 1))):
            raise BadValue(f"{self.name} cannot advise seat {seat}, whose cards are not known")


class SolvedOptions:
    """The legal moves of a decision with what the solution says of them."""

    def __init__(self, walk: HandWalk, legal: Sequence[int]) -> None:
        self.walk, self.legal, self.point = walk, list(legal), walk.point
        self.view: Holdem = walk.view
        self.me, self.combo = walk.seat, walk.combo
        self.stack = walk.start.stack

    def _move(self, amount: int) -> int:
        """The legal move that comes nearest to an amount of the solution."""
        if amount in (FOLDED, 0):
            return FOLD if amount == FOLDED else CALL
        raises = [move for move in self.legal if move > CALL]
        if not raises:
            return CALL
        if amount >= self.stack:
            return raises[-1]
        return min(raises, key=lambda move: abs(np.log((move - CALL) / amount)))

    @cached_property
    def frequencies(self) -> dict[int, float]:
        """How often the solution makes each move that it makes at all."""
        out: dict[int, float] = {}
        for action, amount in enumerate(self.point.amounts):
            often = float(np.nan_to_num(self.point.strategy[action, self.combo]))
            move = self._move(amount)
            out[move] = out.get(move, 0.0) + often
        total = sum(often for move, often in out.items() if move in self.legal) or 1.0
        return {move: often / total for move, often in out.items() if move in self.legal}

    @cached_property
    def all_odds(self) -> tuple[tuple[int, ...], Doubles]:
        """The moves that are played, and how often each combo makes each; 0 for unknown ones.

        Ranges are followed by the same, so that later streets know what is held.
        """
        rows: dict[int, Doubles] = {}
        for amount, often in zip(self.point.amounts, self.point.played, strict=True):
            move = self._move(amount)
            rows[move] = rows[move] + often if move in rows else often
        kept = {move: row for move, row in rows.items() if move in self.legal}
        return tuple(kept), shares_of(np.stack(list(kept.values())))

    @cached_property
    def values(self) -> dict[int, float]:
        """Chips from here on of each amount that was solved, and of going all in."""
        found = {
            amount: 0.0 if amount == FOLDED else float(self.point.values[action, self.combo])
            for action, amount in enumerate(self.point.amounts)
        }
        can_raise = any(move > CALL for move in self.legal)
        if can_raise and self.stack not in found:
            worth = self.walk.holdings.spread(self._shove.value)
            found[self.stack] = float(worth[self.combo])
        return found

    @cached_property
    def _shove(self) -> ShoveAnswers:
        """Going all in where the solution has no such size."""
        return shove_game(self.walk.start, self.point)[0]

    def value(self, move: int) -> float:
        """Chips from here on."""
        return self._between(move, self.values)

    def fitted(self, move: int) -> float:
        """The mean pot after a move that a fit shares out: before the flop, until all are in."""
        return self._between(move, self._fitted_pots) if self._fitted_pots else 0.0

    @cached_property
    def _fitted_pots(self) -> dict[int, float]:
        rows = self.point.fitted
        if rows is None:
            return {}
        pots = dict(zip(self.point.amounts, rows[:, self.combo].tolist(), strict=True))
        return {amount: pots.get(amount, 0.0) for amount in self.values}

    def _between(self, move: int, found: dict[int, float]) -> float:
        """A figure of amounts for a move; sizes between those solved lie between theirs.

        The smallest raise is no more than a call, to begin with.
        """
        if move in self.solved_moves:
            return found[self.solved_moves[move]]
        sizes = sorted(amount for amount in found if amount > 0)
        ends = [found[0], *(found[size] for size in sizes)]
        return float(np.interp(min(move - CALL, self.stack), [self.view.high, *sizes], ends))

    @cached_property
    def solved_moves(self) -> dict[int, int]:
        """The solved amounts that moves stand for, the most frequent one of each."""
        often = dict(zip(self.point.amounts, self.point.strategy[:, self.combo], strict=True))
        order = sorted(self.values, key=lambda amount: float(often.get(amount, 0.0)))
        return {self._move(amount): amount for amount in order}

    @cached_property
    def best(self) -> int:
        """The move of the highest value."""
        return max(self.legal, key=self.value)

    def option(self, move: int, text: str) -> Option:
        """The option of a move, in big blinds."""
        v = self.view
        worth = (self.value(move) - int(paid(v, self.me))) / v.big
        error = self.value_error(move) / v.big
        estimate = Estimate.solved(worth, error, solved_by(int(v.stage), self.walk.full))
        if move == FOLD:
            estimate = Estimate.exact(worth)
        return Option(
            move,
            text,
            estimate,
            reason=self.reason(move),
            preference=self.frequencies.get(move, 0.0),
            loss_error=self.loss_error(move) / v.big,
            frequency=self.frequencies.get(move, 0.0),
            facts=self.facts(move),
        )

    @property
    def _is_rough(self) -> bool:
        return bool(self.view.stage == FLOP) and not self.walk.full

    def value_error(self, move: int) -> float:
        """The error of what a move is worth, in chips."""
        solved = (ROUGH if self._is_rough else CLOSE / 2) * self.point.pot
        return float(np.hypot(solved, FITTED * self.fitted(move)))

    def loss_error(self, move: int) -> float:
        """The error of what a move loses against the best, in chips."""
        solved = (ROUGH_LOSS if self._is_rough else CLOSE / 2) * self.point.pot
        fitted = np.hypot(self.fitted(move), self.fitted(self.best))
        return float(np.hypot(solved, FITTED_LOSS * fitted))

    @cached_property
    def equity(self) -> float:
        """Of our hand against his range."""
        found = self.walk.holdings.equities(self.point.reach[1 - self.me])[self.combo]
        return float(np.nan_to_num(found))

    @cached_property
    def needed(self) -> float:
        """The equity that the price of a call asks for."""
        call = int(to_call(self.view, self.me))
        return call / (int(pot(self.view)) + call)

    def answer(self, move: int) -> tuple[float, float]:
        """How often he folds to a raise, and our equity where he does not."""
        return self._answers(min(move - CALL, self.stack))

    def _answers(self, to: int) -> tuple[float, float]:
        sizes = [amount for amount in self.point.amounts if amount > 0]
        nearest = min([*sizes, self.stack], key=lambda size: abs(np.log(size / to)))
        if nearest not in self._answered:
            self._answered[nearest] = self._folds_to(nearest)
        return self._answered[nearest]

    @cached_property
    def _answered(self) -> dict[int, tuple[float, float]]:
        return {}

    def _folds_to(self, size: int) -> tuple[float, float]:
        then = None
        if self.walk.solution is not None and size in self.point.amounts:
            then = self.walk.solution.point((*self.walk.path, size))
        if then is not None:
            folds, stays = np.nan_to_num(then.strategy[0]), 1 - np.nan_to_num(then.strategy[0])
            reach = then.reach[1 - self.me]
        else:
            stays = np.nan_to_num(self.walk.holdings.spread(self._shove.call))
            folds, reach = 1 - stays, self.point.reach[1 - self.me]
        beside = _beside(self.combo) * reach
        total = float(beside.sum())
        share = float(beside @ folds) / total if total > 0 else 0.0
        called = self.walk.holdings.equities(reach * stays)[self.combo]
        return share, float(np.nan_to_num(called))

    def facts(self, move: int) -> dict[str, float]:
        facts = {"equity": self.equity, "pot_odds": self.needed, "bets": self.bet_share}
        if move > CALL:
            facts["folds"], facts["equity_called"] = self.answer(move)
        return facts

    @cached_property
    def bet_share(self) -> float:
        """How often the solution bets or raises here with all its hands."""
        raises = (i for i, amount in enumerate(self.point.amounts) if amount > 0)
        return sum(self.point.share(action) for action in raises)

    def reason(self, move: int) -> str:
        """Why the option is worth what it is."""
        call, size = int(to_call(self.view, self.me)), int(pot(self.view))
        had = f"we have {self.equity:.1%} against their range"
        if move == FOLD:
            return f"gives up {size} in the pot; a call needs {self.needed:.1%} equity, {had}"
        if move > CALL:
            folds, called = self.answer(move)
            often = f"the solution bets {self.bet_share:.0%} of its hands here"
            return f"they fold {folds:.0%}; if called, our equity is {called:.1%}; {often}"
        if call == 0:
            return f"free; {had}"
        return f"{call} to win {size}: pot odds need {self.needed:.1%} equity, {had}"


def solved_by(stage: int, full: bool) -> str:
    """How a street is solved, in words."""
    return BY[TURN] if stage == FLOP and full else BY[stage]


def _beside(combo: int) -> Doubles:
    """1 for the combos that share no card with one."""
    own = COMBO_CARDS[combo]
    apart = ~np.isin(COMBO_CARDS, own).any(axis=1)
    return np.where(apart, 1.0, 0.0)


SOLVER_LEVELS: Mapping[str, Level] = {
    "beginner": Level(Balanced(misjudges=1.0, calls=0.3), Mixed(), 800, "hardly knows a good hand"),
    "intermediate": Level(
        HandSolver(misjudges=0.45, calls=0.2), Mixed(), 1200, "misjudges its hands, calls too often"
    ),
    "advanced": Level(HandSolver(misjudges=0.2), Mixed(), 1600, "solves, misjudges its hands"),
    "expert": Level(HandSolver(), Mixed(), 2000, "solves the hand: hard to gain on"),
}
