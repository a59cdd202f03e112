"""Dice chess: who is stronger by how much, with the luck of the rolls taken out.

KIBITZ_PLAYERS names two players (`expert;expectimax(width=6)`), who play KIBITZ_PAIRS pairs (20),
colours changed, from KIBITZ_SEED. At each roll the luck is what the roll is worth less the mean
over all 56 by their weights, where a roll that takes the king is worth a win and any other the
judge's word on the best of four turns. The mean of that is 0 whatever the judge says, so a score
without it is unbiased; how much luck is left hangs on the judge. KIBITZ_KEPT is a file that keeps
every pair, so that a run can go on where another ended.
"""

import json
import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import CHANCE, OVER, payoff, play, turn
from kibitz.core.kernel import kernel
from kibitz.core.seeds import child, stream
from kibitz.core.stream import below
from kibitz.games.dicechess.board import king_square
from kibitz.games.dicechess.capture import taking_rolls
from kibitz.games.dicechess.dice import ALL_ROLLS, ORDERED, POOLS, ROLLS, WEIGHTS, roll_at
from kibitz.games.dicechess.foresight import ReplyRoom, best_answer, new_reply_room
from kibitz.games.dicechess.game import DiceChessGame
from kibitz.games.dicechess.judge import shipped_judge
from kibitz.games.dicechess.rules import DiceChess, board_of
from kibitz.games.dicechess.sketch import Sketch
from kibitz.players.player import Player
from kibitz.players.roster import make_player
from kibitz.search.learning.net import Net

FEW = 4  # turns of a roll that the judge looks at
SEED = int(os.environ.get("KIBITZ_SEED", "1"))
_ALL, _U1 = np.uint64(ALL_ROLLS), np.uint64(1)


@kernel
def rolls_worth(
    p: DiceChess, net: Net, sketch: Sketch, room: ReplyRoom, worth: NDArray[np.float64]
) -> float:
    """Write what each roll is worth to the side about to roll, as a share; returns the mean."""
    b, mean = board_of(p), 0.0
    rolls = taking_rolls(b, king_square(b))
    for roll in range(ROLLS):
        worth[roll] = 1.0
        if rolls >> np.uint64(roll) & _U1 == np.uint64(0):
            worth[roll] = 0.5 + 0.5 * best_answer(b, POOLS[roll], net, sketch, room)
        mean += worth[roll] * WEIGHTS[roll] / ORDERED
    return mean


def game_score(players: tuple[Player, Player], first: int, seed: int) -> tuple[float, float]:
    """The score of the first player as it was played, and without luck; `first` is its seat."""
    p, judge, worth = DiceChessGame().start(), shipped_judge(), np.empty(ROLLS)
    room, luck = new_reply_room(FEW, len(judge.net.outer)), stream(seed)
    lucky, moves = 0.0, 0
    while (seat := turn(p)) != OVER:
        if seat == CHANCE:
            mean, roll = rolls_worth(p, *judge, room, worth), roll_at(_ALL, below(luck, ORDERED))
            lucky += (worth[roll] - mean) * (1 if p.seat == first else -1)
            p = play(p, roll)
        else:
            player = players[0] if seat == first else players[1]
            p = play(p, player.move(p, seat, child(seed, 1, moves)))
            moves += 1
    score = 0.5 + 0.5 * float(payoff(p, first))
    return score, score - float(lucky)


def main() -> None:
    """Play the pairs and print both scores with their 95 % intervals."""
    names = os.environ.get("KIBITZ_PLAYERS", "expert;expectimax(width=6)").split(";")
    pairs, kept = int(os.environ.get("KIBITZ_PAIRS", "20")), os.environ.get("KIBITZ_KEPT")
    rows = _kept(kept, names)
    game = DiceChessGame()
    players = make_player(names[0], game), make_player(names[1], game)
    for pair in (pair for pair in range(pairs) if pair not in rows):
        games = [game_score(players, first, child(SEED, pair)) for first in (0, 1)]
        rows[pair] = [float(np.mean(scores)) for scores in zip(*games, strict=True)]
        if kept:
            row = {"players": names, "seed": SEED, "pair": pair, "scores": rows[pair]}
            with Path(kept).open("a") as file:
                file.write(json.dumps(row) + "\n")
    found = np.array([rows[pair] for pair in sorted(rows) if pair < pairs])
    print(f"{names[0]} against {names[1]}, {len(found)} pairs, seed {SEED}")
    for what, scores in zip(("as played", "without luck"), found.T, strict=True):
        margin = 1.96 * scores.std(ddof=1) / len(scores) ** 0.5
        print(f"{what:12} {scores.mean():.4f} ± {margin:.4f}")


def _kept(path: str | None, names: list[str]) -> dict[int, list[float]]:
    """The pairs of these players and this seed that a file has."""
    if not path or not Path(path).exists():
        return {}
    rows = map(json.loads, Path(path).read_text().splitlines())
    return {r["pair"]: r["scores"] for r in rows if r["players"] == names and r["seed"] == SEED}


if __name__ == "__main__":
    main()
