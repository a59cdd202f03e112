"""Who values the options of a rolled position: every micro-move by the best turn it begins.

All of them list the legal turns once, value the distinct boards these lead to, and give a
micro-move the value of its best turn; one that takes the king, or can still, is a win. The
static ones (greedy, aggressive, standing) stop there. Expectimax and Monte Carlo look at the
best board of each micro-move again: the first `width` of them, or all where it is 0. Those
left out keep their place behind.
"""

import time
from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game, Moves, Position
from kibitz.core.seeds import child
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.dicechess.board import FIELDS
from kibitz.games.dicechess.chance import king_risk
from kibitz.games.dicechess.cube import Cube, advise
from kibitz.games.dicechess.dice import ORDERED, ROLL_OF
from kibitz.games.dicechess.equity import EquityOptions, equity
from kibitz.games.dicechess.evaluation import MATERIAL, PRESSURE, STANDING, value_boards
from kibitz.games.dicechess.lookahead import FEW, average_boards
from kibitz.games.dicechess.rollout import rollout_values
from kibitz.games.dicechess.rules import PASS, DiceChess, play
from kibitz.games.dicechess.turnlist import TurnList, position_in
from kibitz.games.dicechess.turns import CODE, new_walk
from kibitz.search.limit import check_not_negative, check_positive, check_turn

Values = NDArray[np.float64]
WORST = -1.0
MOST_PLIES = 200  # of a Monte Carlo rollout
BATCH = 25  # Monte Carlo samples between two looks at the clock


@dataclass(frozen=True)
class Judged:
    """The best board of one micro-move, and what was found out about it."""

    move: int
    row: int  # of the turn list, -1 for a pass
    value: float
    error: float = 0.0
    loss_error: float | None = None
    samples: int = 0


@dataclass(frozen=True)
class TurnAnalyst(Analyst):
    """Values boards at the end of a turn, and micro-moves by the best of them."""

    evaluation: ClassVar[int] = STANDING

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        check_turn(game, view, seat)
        turns = TurnList.of(view)
        winning = {int(path) & CODE for path in turns.captures}
        quiet = [] if winning else self._judged(turns, view, seed)
        losing = self._behind(turns, winning) if winning else []
        reason = self._cube_reason(view, seed)
        options = [
            Option(move, game.move_text(view, move), Estimate.exact(1.0), reason=reason)
            for move in sorted(winning)
        ]
        options += [self._option(game, view, turns, one, reason) for one in quiet + losing]
        samples = max((one.samples for one in quiet), default=0)
        return Analysis.ranked(seat, options, game.unit, seed=seed, samples=samples)

    def _judged(self, turns: TurnList, view: DiceChess, seed: int) -> list[Judged]:
        if turns.is_pass:
            rows = _row_of(play(view, PASS))
            value = _static_values(rows, np.zeros(1, np.int64), self.evaluation)[0]
            return [Judged(PASS, -1, float(value))]
        return self.refined(turns, self._best_rows(turns), seed)

    def _behind(self, turns: TurnList, winning: set[int]) -> list[Judged]:
        """The moves that let a won king go, valued without a closer look."""
        best = self._best_rows(turns) if len(turns.paths) else []
        return [one for one in best if one.move not in winning]

    def _best_rows(self, turns: TurnList) -> list[Judged]:
        """The best board of each first micro-move, best first."""
        values = _static_values(turns.boards, turns.distinct, self.evaluation)[turns.first_equal]
        best: dict[int, Judged] = {}
        for row in np.argsort(-values, kind="stable"):
            move = int(turns.paths[row]) & CODE
            if move not in best:
                best[move] = Judged(move, int(row), float(values[row]))
        return list(best.values())

    def refined(self, turns: TurnList, best: list[Judged], seed: int) -> list[Judged]:
        """A closer look at the best boards, for those who take one."""
        return best

    def _option(
        self, game: Game, view: DiceChess, turns: TurnList, one: Judged, reason: str
    ) -> Option:
        after = (
            play(view, PASS) if one.row < 0 else position_in(turns.boards, one.row, 1 - view.seat)
        )
        parts = {
            "king safety": -king_risk(after, view.seat) / ORDERED,
            "threat": king_risk(after, 1 - view.seat) / ORDERED,
        }
        estimate = Estimate(one.value, one.error, one.samples)
        text = game.move_text(view, one.move)
        return Option(one.move, text, estimate, parts, reason, loss_error=one.loss_error)

    def _cube_reason(self, view: DiceChess, seed: int) -> str:
        return ""


@dataclass(frozen=True)
class Greedy(TurnAnalyst):
    """Takes the king, else the most men, and among equals shelters its own king."""

    name: ClassVar[str] = "greedy"
    evaluation: ClassVar[int] = MATERIAL


@dataclass(frozen=True)
class Aggressive(TurnAnalyst):
    """Men, and pressure on the squares round the kings."""

    name: ClassVar[str] = "aggressive"
    evaluation: ClassVar[int] = PRESSURE


@dataclass(frozen=True)
class Standing(TurnAnalyst):
    """Men, and the exact chances of both kings on the next rolls."""

    name: ClassVar[str] = "standing"


@dataclass(frozen=True)
class WideAnalyst(TurnAnalyst):
    """Looks at some of the boards again."""

    width: int = 8

    def refined(self, turns: TurnList, best: list[Judged], seed: int) -> list[Judged]:
        count = self.width or len(best)
        looked = self.looked(turns, best[:count], seed)
        least = min(one.value for one in looked)
        behind = [
            Judged(one.move, one.row, max(WORST, min(one.value, least))) for one in best[count:]
        ]
        return looked + behind

    @abstractmethod
    def looked(self, turns: TurnList, best: list[Judged], seed: int) -> list[Judged]:
        """The same boards with better values."""


@dataclass(frozen=True)
class TwoPlies(WideAnalyst):
    """Expectimax: the other side's best reply to each of the 56 rolls.

    Before a turn begins the coach's adds advice on the cube, from `cube_rollouts` rollouts.
    """

    name: ClassVar[str] = "expectimax"
    few: int = FEW
    cube_rollouts: int = 0

    def __post_init__(self) -> None:
        check_not_negative(self.name, width=self.width, cube_rollouts=self.cube_rollouts)
        check_positive(self.name, few=self.few)

    def looked(self, turns: TurnList, best: list[Judged], seed: int) -> list[Judged]:
        rows = np.array([one.row for one in best], np.int64)
        values, prunes = np.full(len(turns.paths), WORST), 1 if self.width else len(rows)
        kept, ranks = np.zeros((self.few, FIELDS), np.uint64), np.zeros(self.few)
        average_boards(turns.boards, rows, prunes, new_walk(), kept, ranks, values)
        return [Judged(one.move, one.row, float(values[one.row])) for one in best]

    def _cube_reason(self, view: DiceChess, seed: int) -> str:
        """What the side to move should have done with a centred cube before this roll."""
        if not self.cube_rollouts or ROLL_OF[view.dice] < 0:
            return ""
        before = view._replace(dice=0, must=0)
        found = equity(before, EquityOptions(rollouts=self.cube_rollouts), child(seed, 1))
        advice = advise(found.value(view.seat), found.value_error, view.seat, Cube())
        return f"cube before the roll: {advice}"


@dataclass(frozen=True)
class MonteCarlo(WideAnalyst):
    """Rollouts from the best boards, all with the same luck."""

    name: ClassVar[str] = "montecarlo"
    samples: int = 200
    seconds: float | None = None

    def __post_init__(self) -> None:
        check_not_negative(self.name, width=self.width)
        check_positive(self.name, samples=self.samples, seconds=self.seconds)

    def looked(self, turns: TurnList, best: list[Judged], seed: int) -> list[Judged]:
        rows = np.array([one.row for one in best], np.int64)
        table = self._sampled(turns.boards, rows, seed)
        means, count = table.mean(axis=1), table.shape[1]
        errors = _deviations(table) / np.sqrt(count)
        first = int(means.argmax())
        paired = _deviations(table - table[first]) / np.sqrt(count)
        return [
            Judged(one.move, one.row, float(means[i]), float(errors[i]), float(paired[i]), count)
            for i, one in enumerate(best)
        ]

    def _sampled(self, boards: NDArray[np.uint64], rows: Moves, seed: int) -> Values:
        """A row of values for each board; column k of all comes from the same luck."""
        table, done, begin = np.empty((len(rows), self.samples)), 0, time.perf_counter()
        while done < self.samples:
            end = min(done + BATCH, self.samples)
            luck = np.array([child(seed, k) for k in range(done, end)], np.int64)
            rollout_values(boards, rows, luck, MOST_PLIES, new_walk(), table[:, done:end])
            done = end
            if self.seconds is not None and time.perf_counter() - begin > self.seconds:
                break
        return table[:, :done]


def _deviations(table: Values) -> Values:
    """The standard deviation of each row; one sample alone says nothing."""
    if table.shape[1] < 2:
        return np.ones(len(table))
    return np.asarray(table.std(axis=1, ddof=1))


def _static_values(boards: NDArray[np.uint64], rows: Moves, evaluation: int) -> Values:
    values = np.full(len(boards), WORST)
    value_boards(boards, rows, evaluation, values)
    return values


def _row_of(p: DiceChess) -> NDArray[np.uint64]:
    """The board of a position as the only row of an array."""
    return np.array([[int(field) & (1 << 64) - 1 for field in p[:FIELDS]]], np.uint64)
