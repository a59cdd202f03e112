"""Who goes by the learned judge: at one turn, or two turns ahead for the best few boards."""

import time
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Moves
from kibitz.core.seeds import child
from kibitz.estimate.estimate import Advice, Estimate, Facts
from kibitz.games.dicechess.analysts import (
    NO_FLOOR,
    WORST,
    FoundBoard,
    TurnAnalyst,
    Values,
    WideAnalyst,
)
from kibitz.games.dicechess.cube import Cube, advise
from kibitz.games.dicechess.dice import ROLL_OF
from kibitz.games.dicechess.equity import STRONG, equity
from kibitz.games.dicechess.foresight import foreseen_row, judge_boards, new_reply_room
from kibitz.games.dicechess.judge import shipped_judge
from kibitz.games.dicechess.lookahead import FEW
from kibitz.games.dicechess.rules import DiceChess
from kibitz.games.dicechess.turnlist import TurnList
from kibitz.games.dicechess.turns import CODE
from kibitz.search.limit import check_not_negative, check_positive


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

    Before a turn begins the coach's adds advice on the cube, from `cube_rollouts` rollouts.
    """

    name: ClassVar[str] = "foresight"
    by: ClassVar[str] = "learned judge"
    few: int = FEW
    cube_rollouts: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        check_not_negative(self.name, cube_rollouts=self.cube_rollouts)
        check_positive(self.name, few=self.few)

    def static_values(self, boards: NDArray[np.uint64], rows: Moves) -> Values:
        return judged_values(boards, rows)

    def looked(self, turns: TurnList, rows: Moves, seed: int) -> list[FoundBoard]:
        judge = shipped_judge()
        room, begin = new_reply_room(self.few, len(judge.net.outer)), time.perf_counter()
        found: list[FoundBoard] = []
        floor = NO_FLOOR
        for row in rows:
            value = float(foreseen_row(turns.boards, int(row), floor, *judge, room))
            estimate = Estimate.judged(value, "2 turns")
            found.append(FoundBoard(int(turns.paths[row]) & CODE, int(row), estimate))
            if self.width:  # the coach wants every value, a player the best alone
                floor = max(floor, value)
            if self.seconds is not None and time.perf_counter() - begin > self.seconds:
                break
        return found

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
