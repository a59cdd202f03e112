"""Every search on a small position: `python -m tests.search.every_search` prints what it finds."""

import sys

from kibitz.core.game import Game, Position, turn
from kibitz.estimate.analyst import Analyst
from kibitz.games.kuhn.game import KuhnGame
from kibitz.games.kuhn.rules import HIDDEN, Kuhn
from kibitz.games.nim.game import NimGame
from kibitz.games.tictactoe.game import TicTacToeGame
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.expectimax import Expectimax
from kibitz.search.grundy import Grundy
from kibitz.search.mcts import Mcts
from kibitz.search.perft import perft
from kibitz.search.rollout import Rollout
from tests.toys.grab import Grab, GrabGame
from tests.toys.race import Race, RaceGame
from tests.toys.trio import Trio, TrioGame

TICTACTOE, NIM = TicTacToeGame(), NimGame(1, 2, 2)
MIDDLE = TICTACTOE.parse_position("X.O/.X./..O")

CASES: list[tuple[Analyst, Game, Position]] = [
    (AlphaBeta(), TICTACTOE, MIDDLE),
    (AlphaBeta(nodes=300), NIM, NIM.start()),
    (AlphaBeta(depth=3), GrabGame(), Grab(9, 0, 0)),
    (Mcts(iterations=200), TICTACTOE, MIDDLE),
    (Mcts(iterations=100), NIM, NIM.start()),
    (Mcts(iterations=200), KuhnGame(), Kuhn(2, HIDDEN, 1)),
    (Mcts(iterations=200), RaceGame(), Race(2, 3, 0, 2, 4)),
    (Mcts(iterations=200), TrioGame(), Trio(6, 0)),
    (Rollout(samples=50), TICTACTOE, MIDDLE),
    (Rollout(samples=50), RaceGame(), Race(2, 3, 0, 2, 4)),
    (Expectimax(depth=3), RaceGame(), Race(2, 3, 0, 2, 4)),
    (Grundy(), NIM, NIM.start()),
]


def main() -> None:
    """Print every option of every case, all digits."""
    for analyst, game, p in CASES:
        analysis = analyst.analyse(game, p, int(turn(p)), 5)
        sys.stdout.write(f"{analyst.text} {game.name} {analysis.samples} {analysis.stopped_by}\n")
        for option in analysis.options:
            sys.stdout.write(f"  {option.move} {option.estimate!r} {dict(option.facts)}\n")
    sys.stdout.write(f"perft {perft(TICTACTOE, 4)} {perft(RaceGame(), 4)}\n")


if __name__ == "__main__":
    main()
