"""Who values the options of a rolled position: every micro-move by the best turn it begins.

All of them list the legal turns once, value the distinct boards these lead to, and give a
micro-move the value of its best turn; one that takes the king, or can still, is a win. The
static ones (greedy, aggressive, standing) stop there. Expectimax and Monte Carlo look again at
the `width` best boards, or at the best board of every micro-move where it is 0; micro-moves
that lead to none of these stay behind, with a bound for a value. That is enough to choose a
move. Who wants every value asks for both kinds of boards (`every`). With `seconds` they stop
looking when those are over, but not before the first board.
"""

import math
import time
from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game, Moves, Position
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.convergence import Convergence
from kibitz.estimate.estimate import Advice, Analysis, Estimate, Option
from kibitz.estimate.paired import compare
from kibitz.estimate.sampler import Rng
from kibitz.estimate.selection import loss_errors
from kibitz.games.dicechess.board import FIELDS
from kibitz.games.dicechess.evaluation import (
    MATERIAL,
    PRESSURE,
    STANDING,
    board_chances,
    value_boards,
)
from kibitz.games.dicechess.lookahead import FEW, averaged_row
from kibitz.games.dicechess.rollout import rollout_values
from kibitz.games.dicechess.rules import PASS, DiceChess, play
from kibitz.games.dicechess.turnlist import TurnList
from kibitz.games.dicechess.turns import CODE, new_walk
from kibitz.search.limit import check_not_negative, check_positive, check_turn, most_samples

Values = NDArray[np.float64]
WORST = -1.0
UNSEEN = -9.0  # below any value
NO_FLOOR = -2.0
MOST_PLIES = 200  # of a Monte Carlo rollout
USUAL_SAMPLES = 200
BOUND = "a bound where it did not look"
TAKES = "the king can be taken this turn"
SPAN = 2.0  # from a loss to a win
FIRST = 25  # Monte Carlo samples before the first look at the clock


@dataclass(frozen=True)
class FoundBoard:
    """The best board of one micro-move, and what was found out about it."""

    move: int
    row: int  # of the turn list
    estimate: Estimate
    loss_error: float | None = None

    @property
    def value(self) -> float:
        return self.estimate.value


@dataclass(frozen=True)
class TurnAnalyst(Analyst):
    """Values boards at the end of a turn, and micro-moves by the best of them."""

    evaluation: ClassVar[int] = STANDING
    by: ClassVar[str] = "men and the kings' next rolls"  # what its evaluation looks at

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        check_turn(game, view, seat)
        turns = TurnList.of(view)
        winning = {int(path) & CODE for path in turns.captures}
        if winning:
            found = [one for one in self._best_boards(turns) if one.move not in winning]
        else:
            found = self._found(turns, view, seed)
        options = [
            Option(move, game.move_text(view, move), Estimate.exact(1.0), reason=TAKES)
            for move in sorted(winning)
        ]
        options += self._options(game, view, turns, found)
        samples = max((one.estimate.samples for one in found), default=0)
        facts = {
            "seed": seed,
            "samples": samples,
            "stopped_by": self.ending(samples),
            "advice": self.advice(view, seed),
        }
        return Analysis.ranked(seat, options, game.unit, **facts)

    def _found(self, turns: TurnList, view: DiceChess, seed: int) -> list[FoundBoard]:
        if turns.is_pass:
            boards = _row_of(play(view, PASS))
            value = self.static_values(boards, np.zeros(1, np.int64))[0]
            return [FoundBoard(PASS, 0, Estimate.judged(float(value), self.by))]
        values = self.static_values(turns.boards, turns.distinct)
        return self.refined(turns, values, seed)

    def _best_boards(self, turns: TurnList) -> list[FoundBoard]:
        """The best board of each first micro-move without a closer look, best first."""
        if not len(turns.paths):
            return []
        values = self.static_values(turns.boards, turns.distinct)
        return best_by_move(turns, values, self.by)

    def static_values(self, boards: NDArray[np.uint64], rows: Moves) -> Values:
        """The values of the boards in `rows` without looking ahead, each at its row."""
        values = np.full(len(boards), WORST)
        value_boards(boards, rows, self.evaluation, values)
        return values

    def refined(self, turns: TurnList, values: Values, seed: int) -> list[FoundBoard]:
        """The best board of each first micro-move, after a closer look for those who take one.

        `values` are those of the distinct boards, each at its row.
        """
        return best_by_move(turns, values, self.by)

    def _options(
        self, game: Game, view: DiceChess, turns: TurnList, found: list[FoundBoard]
    ) -> list[Option]:
        """Beside each value the chances of the next rolls: to lose the king, and to take one."""
        boards = _row_of(play(view, PASS)) if turns.is_pass else turns.boards
        chances = board_chances(boards, np.array([one.row for one in found], np.int64))
        return [
            Option(
                one.move,
                game.move_text(view, one.move),
                one.estimate,
                loss_error=one.loss_error,
                facts={"danger": float(danger), "threat": float(threat)},
            )
            for one, (danger, threat) in zip(found, chances, strict=True)
        ]

    def advice(self, view: DiceChess, seed: int) -> Advice | None:
        """What else is worth saying before this turn."""
        return None

    def ending(self, samples: int) -> str:
        """What ended the work, after so many samples."""
        return "complete"


def best_by_move(turns: TurnList, values: Values, by: str) -> list[FoundBoard]:
    """For each first micro-move the best of the boards that turns with it lead to, best first."""
    by_path = values[turns.first_equal]
    ranked = np.argsort(-by_path, kind="stable")
    moves, places = np.unique(turns.paths[ranked] & CODE, return_index=True)
    best = [
        FoundBoard(
            int(move), int(turns.first_equal[path]), Estimate.judged(float(by_path[path]), by)
        )
        for move, path in zip(moves, ranked[places], strict=True)
    ]
    return [best[i] for i in np.argsort(places)]


@dataclass(frozen=True)
class Greedy(TurnAnalyst):
    """Takes the king, else the most men, and among equals shelters its own king."""

    name: ClassVar[str] = "greedy"
    evaluation: ClassVar[int] = MATERIAL
    by: ClassVar[str] = "men"


@dataclass(frozen=True)
class Aggressive(TurnAnalyst):
    """Men, and pressure on the squares round the kings."""

    name: ClassVar[str] = "aggressive"
    evaluation: ClassVar[int] = PRESSURE
    by: ClassVar[str] = "men and pressure on the kings"


@dataclass(frozen=True)
class StandingAnalyst(TurnAnalyst):
    """Men, and the exact chances of both kings on the next rolls."""

    name: ClassVar[str] = "standing"


@dataclass(frozen=True)
class WideAnalyst(TurnAnalyst):
    """Looks at some of the boards again."""

    width: int = 8
    seconds: float | None = None
    every: bool = False  # whether the best board of every micro-move is among them

    @property
    def of_every_option(self) -> Self:
        return replace(self, every=True) if self.width else self

    @property
    def is_choosing(self) -> bool:
        """Whether bounds will do for all boards but the best."""
        return self.width > 0 and not self.every

    def __post_init__(self) -> None:
        check_not_negative(self.name, width=self.width)
        check_positive(self.name, seconds=self.seconds)

    def refined(self, turns: TurnList, values: Values, seed: int) -> list[FoundBoard]:
        first = best_by_move(turns, values, self.by)
        rows = self._rows(turns, first, values)
        if self.width and len(turns.distinct) == 1:
            return first
        looked = self.looked(turns, rows, seed)
        found = np.full(len(turns.paths), UNSEEN)
        for one in looked:
            found[one.row] = one.value
        again = {one.row: one for one in looked}
        best = [
            replace(again[one.row], move=one.move)
            for one in best_by_move(turns, found, self.by)
            if one.row in again
        ]
        seen, least = {one.move for one in best}, min(one.value for one in looked)
        behind = [one for one in first if one.move not in seen]
        return best + [replace(one, estimate=self._behind(one.value, least)) for one in behind]

    def _behind(self, value: float, least: float) -> Estimate:
        """What a board is taken to be worth that was not looked at again."""
        return Estimate.judged(max(WORST, min(value, least)), BOUND)

    def _rows(self, turns: TurnList, best: list[FoundBoard], values: Values) -> Moves:
        """The boards to look at, by falling value."""
        rows = turns.distinct
        widest = rows[np.argsort(-values[rows], kind="stable")[: self.width]]
        if self.is_choosing:
            return widest
        own = [one.row for one in best]
        return np.array(list(dict.fromkeys([*widest.tolist(), *own])), np.int64)

    @abstractmethod
    def looked(self, turns: TurnList, rows: Moves, seed: int) -> list[FoundBoard]:
        """Better values of the boards in `rows`, of the first of them at least."""


@dataclass(frozen=True)
class TwoPlies(WideAnalyst):
    """Expectimax: the other side's best reply to each of the 56 rolls."""

    name: ClassVar[str] = "expectimax"
    few: int = FEW

    def __post_init__(self) -> None:
        super().__post_init__()
        check_positive(self.name, few=self.few)

    def looked(self, turns: TurnList, rows: Moves, seed: int) -> list[FoundBoard]:
        kept, ranks = np.zeros((self.few, FIELDS), np.uint64), np.zeros(self.few)
        walk, begin, floor = new_walk(), time.perf_counter(), NO_FLOOR
        found: list[FoundBoard] = []
        for row in rows:
            value = averaged_row(turns.boards, int(row), floor, walk, kept, ranks)
            estimate = Estimate.judged(float(value), "2 turns ahead")
            found.append(FoundBoard(int(turns.paths[row]) & CODE, int(row), estimate))
            if self.is_choosing:
                floor = max(floor, float(value))
            if self.seconds is not None and time.perf_counter() - begin > self.seconds:
                break
        return found


@dataclass(frozen=True)
class MonteCarlo(WideAnalyst):
    """Rollouts from the best boards, all with the same luck."""

    name: ClassVar[str] = "montecarlo"
    samples: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_positive(self.name, samples=self.samples)

    @property
    def most(self) -> int:
        """The samples to take, if time allows."""
        return most_samples(self.samples, self.seconds, USUAL_SAMPLES)

    def ending(self, samples: int) -> str:
        if not samples:
            return "complete"
        return "samples" if samples == self.most else "seconds"

    def looked(self, turns: TurnList, rows: Moves, seed: int) -> list[FoundBoard]:
        limits = Convergence(max(2, min(FIRST, self.most)), max(2, self.most), 0.0, self.seconds)
        made = compare(partial(_rolled_out, turns.boards, rows), limits, seed)
        doubt = SPAN / made.reading.samples  # of one more line, a whole game off
        losses = [made.loss(i) for i in range(len(rows))]
        paired = [
            0.0 if i == made.best else math.hypot(loss.error, doubt)
            for i, loss in enumerate(losses)
        ]
        errors = loss_errors([loss.value for loss in losses], paired)
        # Another micro-move to the same board may have a better one that looks worse now.
        errors[made.best] = min((error for error in errors if error), default=doubt)
        return [
            FoundBoard(
                int(turns.paths[row]) & CODE,
                int(row),
                replace(value, error=math.hypot(value.error, doubt)),
                errors[i],
            )
            for i, (row, value) in enumerate(zip(rows, made.estimates, strict=True))
        ]


def _rolled_out(boards: NDArray[np.uint64], rows: Moves, count: int, rng: Rng) -> Values:
    """A row for each of `count` worlds, with what every board is worth in it."""
    table, luck = np.empty((len(rows), count)), rng.integers(1 << 62, size=count)
    rollout_values(boards, rows, luck, MOST_PLIES, new_walk(), table)
    return table.T


def _row_of(p: DiceChess) -> NDArray[np.uint64]:
    """The board of a position as the only row of an array."""
    return np.array([[int(field) & (1 << 64) - 1 for field in p[:FIELDS]]], np.uint64)
