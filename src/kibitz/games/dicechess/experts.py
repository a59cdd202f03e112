"""Who goes by the learned judge: at one turn, or two and three turns ahead for the best few boards.

The micro-moves of one turn are chosen one after the other, mostly between the same boards; what
was found out about a board is remembered.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Moves
from kibitz.core.seeds import child
from kibitz.estimate.estimate import Advice, Estimate, Facts
from kibitz.games.dicechess.analysts import (
    WORST,
    FoundBoard,
    TurnAnalyst,
    Values,
    WideAnalyst,
)
from kibitz.games.dicechess.board import FIELDS
from kibitz.games.dicechess.cube import Cube, advise
from kibitz.games.dicechess.dice import ROLL_OF, ROLLS
from kibitz.games.dicechess.equity import STRONG, equity
from kibitz.games.dicechess.foresight import (
    VARIED,
    judge_boards,
    new_reply_room,
    row_answers,
    row_average,
    row_third_turn,
)
from kibitz.games.dicechess.judge import shipped_judge
from kibitz.games.dicechess.lookahead import FEW
from kibitz.games.dicechess.rules import DiceChess
from kibitz.games.dicechess.turnlist import TurnList
from kibitz.games.dicechess.turns import CODE
from kibitz.search.limit import check_not_negative, check_positive

KNOWN = 1 << 12  # boards that are remembered
BEHIND = 0.06  # in wins less losses, after which a glimpse is enough
CLOSE = 0.04  # below which a third turn tells boards apart


def glimpse(board: bytes, few: int) -> float:
    """A quick value of a board, given as bytes, to the side that has just moved."""
    return float(row_average(_row(board), *_first_answers(board, few)))


def sight(board: bytes, few: int) -> float:
    """Its value two turns deep."""
    (total, weight), (more, rest) = _first_answers(board, few), _other_answers(board, few)
    return float(row_average(_row(board), total + more, weight + rest))


@lru_cache(KNOWN)
def change_by_third_turn(board: bytes, few: int) -> float:
    """What the third turn changes in that, up to what it changes in all boards alike."""
    judge = shipped_judge()
    rooms = (new_reply_room(few, len(judge.net.outer)) for _ in range(2))
    return float(row_third_turn(_row(board), *judge, *rooms))


@lru_cache(KNOWN)
def _first_answers(board: bytes, few: int) -> tuple[float, int]:
    return _answers(board, few, 0, VARIED)


@lru_cache(KNOWN)
def _other_answers(board: bytes, few: int) -> tuple[float, int]:
    return _answers(board, few, VARIED, ROLLS)


def _answers(board: bytes, few: int, first: int, last: int) -> tuple[float, int]:
    judge = shipped_judge()
    room = new_reply_room(few, len(judge.net.outer))
    return row_answers(_row(board), first, last, *judge, room)


def _row(board: bytes) -> NDArray[np.uint64]:
    return np.frombuffer(board, np.uint64).reshape(1, FIELDS)


def judged_values(boards: NDArray[np.uint64], rows: Moves) -> Values:
    """The judge's values of some boards, each at its row."""
    values = np.full(len(boards), WORST)
    judge_boards(boards, rows, shipped_judge().net, values)
    return values


@dataclass(frozen=True)
class JudgeAnalyst(TurnAnalyst):
    """The learned judge, one turn deep."""

    name: ClassVar[str] = "judge"
    by: ClassVar[str] = "learned judge"

    def static_values(self, boards: NDArray[np.uint64], rows: Moves) -> Values:
        return judged_values(boards, rows)


@dataclass(frozen=True)
class JudgeAhead(WideAnalyst):
    """The learned judge after the other side's best reply to each of the 56 rolls.

    Of the boards to look at a player drops those that a glimpse leaves behind; the coach wants
    every value. Up to `close` boards whose values are close are told apart by a third turn.
    Before a turn begins the coach's adds advice on the cube, from `cube_rollouts` rollouts.
    """

    name: ClassVar[str] = "foresight"
    by: ClassVar[str] = "learned judge"
    few: int = FEW
    close: int = 0
    cube_rollouts: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        check_not_negative(self.name, cube_rollouts=self.cube_rollouts, close=self.close)
        check_positive(self.name, few=self.few)

    def static_values(self, boards: NDArray[np.uint64], rows: Moves) -> Values:
        return judged_values(boards, rows)

    def looked(self, turns: TurnList, rows: Moves, seed: int) -> list[FoundBoard]:
        is_over = self._clock()
        boards = {int(row): turns.boards[row].tobytes() for row in rows}
        likely = self._likely(boards, is_over) if self.is_choosing else list(boards)
        values = {}
        for row in likely:
            values[row] = sight(boards[row], self.few)
            if is_over():
                break
        said = dict.fromkeys(values, "2 turns ahead")
        for row, value in self._told_apart(values, boards, is_over).items():
            values[row], said[row] = value, "3 turns ahead"
        return [
            FoundBoard(int(turns.paths[row]) & CODE, row, Estimate.judged(value, said[row]))
            for row, value in values.items()
        ]

    def _clock(self) -> Callable[[], bool]:
        """Says whether the seconds are over."""
        if self.seconds is None:
            return lambda: False
        end = time.perf_counter() + self.seconds
        return lambda: time.perf_counter() > end

    def _likely(self, boards: dict[int, bytes], is_over: Callable[[], bool]) -> list[int]:
        """The boards that a glimpse does not leave behind, best first."""
        seen = {}
        for row, board in boards.items():
            seen[row] = glimpse(board, self.few)
            if is_over():
                break
        least = max(seen.values()) - BEHIND
        return sorted((row for row in seen if seen[row] >= least), key=lambda row: -seen[row])

    def _told_apart(
        self, values: dict[int, float], boards: dict[int, bytes], is_over: Callable[[], bool]
    ) -> dict[int, float]:
        """The values of the best few with a third turn, if they are close; their mean stays."""
        best = max(values.values())
        rows = [row for row in values if values[row] > best - CLOSE]
        rows = sorted(rows, key=lambda row: -values[row])[: self.close]
        changes = []
        for row in rows if len(rows) > 1 else ():
            changes.append(change_by_third_turn(boards[row], self.few))
            if is_over() and len(changes) < len(rows):
                return {}  # what is not known of all of them cannot tell them apart
        usual = sum(changes) / max(len(changes), 1)
        return {
            row: values[row] + change - usual for row, change in zip(rows, changes, strict=False)
        }

    def advice(self, view: DiceChess, seed: int) -> Advice | None:
        """What the side to move should have done with a centred cube before this roll."""
        if not self.cube_rollouts or ROLL_OF[view.dice] < 0:
            return None
        options = replace(STRONG, rollouts=self.cube_rollouts)
        found = equity(view._replace(dice=0, must=0), options, child(seed, 1))
        cube = advise(found.value(view.seat), found.value_error, view.seat, Cube())
        facts: Facts = {
            "action": cube.action,
            "chance": cube.chance,
            "error": cube.error,
            "no_double": cube.no_double,
            "double_take": cube.double_take,
            "double_pass": cube.double_pass,
        }
        return Advice("cube", str(cube), facts, "before the roll")
