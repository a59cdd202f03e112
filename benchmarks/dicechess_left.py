"""Dice chess: what is left to gain on the expert's turns, by long rollouts.

Games of the expert against the older one are played up to a turn of the expert's, one turn of a
game. Its board, the older expert's and up to five more that stay within 0.06 two turns deep are
rolled out twice, KIBITZ_LINES (1,500) lines each time, ten plies by the judge. Who picks the best
board by one half is held to the other half: what that gains is gained by looking on, not luck.
KIBITZ_TURNS (10) turns are looked at, from KIBITZ_SEED.
"""

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.seeds import generator, stream
from kibitz.core.stream import Stream
from kibitz.games.dicechess.analysts import TwoPlies, WideAnalyst
from kibitz.games.dicechess.dice import ROLLS, WEIGHTS
from kibitz.games.dicechess.experts import JudgeAhead, judged_values, sight
from kibitz.games.dicechess.game import DiceChessGame
from kibitz.games.dicechess.judge import shipped_judge
from kibitz.games.dicechess.rules import PASS, play
from kibitz.games.dicechess.strongplay import strong_rollouts
from kibitz.games.dicechess.turnlist import TurnList, position_in

EXPERT, OLDER = JudgeAhead(width=12, few=4, close=8), TwoPlies(width=6)
SEED = int(os.environ.get("KIBITZ_SEED", "1"))
LINES = int(os.environ.get("KIBITZ_LINES", "1500"))
PLIES, ROULETTE, MOST_PLIES = 10, 0.3, 400
TURNS = 8  # the first of a side, of which one is looked at
WIDTH, NEAR, MOST = 12, 0.06, 5  # boards looked at two turns deep, and those rolled out
Halves = tuple[NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True)
class LookedAt:
    """Boards of a turn, the expert's first, and what two halves of the rollouts say of them."""

    boards: list[int]
    older: int  # the place of the older expert's
    halves: Halves

    def gain(self, is_older: bool = False) -> float:
        """What the board that looks best in one half is worth more in the other than a choice."""
        place = self.older if is_older else 0
        gains = [
            other[one.argmax()] - other[place] for one, other in (self.halves, self.halves[::-1])
        ]
        return float(np.mean(gains))


def picked(analyst: WideAnalyst, turns: TurnList) -> int:
    """The row of the board that an analyst turns to."""
    values = analyst.static_values(turns.boards, turns.distinct)
    return int(analyst.refined(turns, values, 1)[0].row)


def rolled_out(turns: TurnList, row: int, luck: Stream) -> float:
    """The share of the points of the side that moved, from a board on."""
    sums = np.zeros(6)
    after = position_in(turns.boards, row, 1 - turns.start.seat)
    judge = shipped_judge()
    strong_rollouts(after, LINES, MOST_PLIES, PLIES, ROULETTE, True, *judge, luck, sums)
    return 0.5 + 0.5 * float(sums[1] - sums[0]) / LINES


def looked_at(turns: TurnList, number: int) -> LookedAt:
    """The boards of a turn and their rollouts."""
    values = judged_values(turns.boards, turns.distinct)
    rows = turns.distinct[np.argsort(-values[turns.distinct])[:WIDTH]]
    seen = {int(row): sight(turns.boards[row].tobytes(), EXPERT.few) for row in rows}
    ranked = sorted(seen, key=lambda row: -seen[row])
    near = [row for row in ranked if seen[row] > seen[ranked[0]] - NEAR][:MOST]
    ours, theirs = picked(EXPERT, turns), picked(OLDER, turns)
    boards = list(dict.fromkeys([ours, theirs, *near]))
    halves = [
        np.array([rolled_out(turns, row, stream(SEED, number, half)) for row in boards])
        if len(boards) > 1
        else np.zeros(1)
        for half in range(2)
    ]
    return LookedAt(boards, boards.index(theirs), (halves[0], halves[1]))


def chosen_turn(side: int, rng: np.random.Generator) -> TurnList | None:
    """One of the expert's turns in a game, if the game lasts until then."""
    p, ply = DiceChessGame().start(), 0
    wanted = int(rng.integers(0, TURNS)) * 2 + side
    while True:
        rolled = play(p, int(rng.choice(ROLLS, p=np.array(WEIGHTS) / sum(WEIGHTS))))
        turns = TurnList.of(rolled)
        if len(turns.captures):
            return None
        if turns.is_pass:
            p = play(rolled, PASS)
        elif ply == wanted:
            return turns
        else:
            analyst = EXPERT if ply % 2 == side else OLDER
            p = position_in(turns.boards, picked(analyst, turns), 1 - rolled.seat)
        ply += 1
        if ply > wanted:
            return None


def main() -> None:
    """Print what rollouts gain on the expert, and on the older one."""
    wanted, rng, game = int(os.environ.get("KIBITZ_TURNS", "10")), generator(SEED), 0
    found: list[LookedAt] = []
    while len(found) < wanted:
        game += 1
        turns = chosen_turn(game % 2, rng)
        if turns is not None:
            found.append(looked_at(turns, len(found)))
    for what, is_older in (("the expert", False), ("expectimax(width=6)", True)):
        gains = np.array([one.gain(is_older) for one in found])
        error = gains.std(ddof=1) / len(gains) ** 0.5
        print(f"{what:20} gives away {gains.mean():+.4f} ± {error:.4f} of a win in each turn")
    print(f"{len(found)} turns, {LINES:,} lines, seed {SEED}; ± is one standard error")


if __name__ == "__main__":
    main()
