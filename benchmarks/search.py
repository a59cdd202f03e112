"""Generic search against the same search written for tic-tac-toe alone, and against pyspiel."""

import random

import numpy as np

from benchmarks import _tictactoe as by_hand
from benchmarks.random_games import play_random_games
from benchmarks.timing import best_of_each, report
from kibitz.core.seeds import stream
from kibitz.games.tictactoe.game import TicTacToeGame
from kibitz.search.alphabeta import Memory
from kibitz.search.desk import NODES, new_desk
from kibitz.search.negamax import score_options
from kibitz.search.ordering import new_notes
from kibitz.search.score import UNITS
from kibitz.search.table import new_table

GAME = TicTacToeGame()
DEPTHS = (1, 2, 4, 8, 9)
SOLVES, GAMES, SPIEL_GAMES = 5, 50_000, 500


def new_memory() -> Memory:
    """What one search of tic-tac-toe needs."""
    lists = np.empty((24, 9), np.int64)
    return Memory(new_table(1), lists, new_notes(12), new_desk(12, None, UNITS))


def solve(search) -> int:
    """Solve the empty board several times over; returns the nodes of one solution."""
    for _ in range(SOLVES):
        memory = new_memory()
        scores, proofs = np.zeros(9, np.int64), np.zeros(9, np.int64)
        for depth in DEPTHS:
            search(depth, scores, proofs, *memory)
        assert proofs.all()
        assert not scores.any()
    return int(memory.desk[NODES])


def alphabeta_ratio() -> None:
    """Nodes a second of the generic alpha-beta against the special one."""
    start = GAME.start()

    def generic(depth, *work):
        return score_options(start, depth, *work)

    nodes, special_nodes = solve(generic), solve(by_hand.score_cells)
    assert nodes == special_nodes, (nodes, special_nodes)
    ours, special = best_of_each(lambda: solve(generic), lambda: solve(by_hand.score_cells))
    rate = nodes * SOLVES / ours / 1e6
    report(
        "generic alpha-beta against one for a single game",
        special / ours,
        0.85,
        f"{rate:.1f} M nodes/s",
    )


def playout_ratio() -> float:
    """Random games a second of the generic play-out against the special one."""
    totals, out, luck = np.zeros(2), GAME.scratch(), stream(1)
    start = GAME.start()

    def generic():
        return play_random_games(start, GAMES, out, totals, luck)

    def special():
        return by_hand.play_boards(GAMES, totals, luck)

    generic(), special()
    ours, theirs = best_of_each(generic, special)
    rate = GAMES / ours
    report(
        "generic play-outs against those for a single game",
        theirs / ours,
        0.85,
        f"{rate / 1e6:.2f} M games/s",
    )
    return rate


def pyspiel_ratio(rate: float) -> None:
    """Random games a second against pyspiel's from Python."""
    try:
        import pyspiel
    except ImportError:
        print("skip random play-outs against pyspiel: open_spiel is not installed")
        return
    game, luck = pyspiel.load_game("tic_tac_toe"), random.Random(1)

    def spiel() -> None:
        for _ in range(SPIEL_GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(luck.choice(state.legal_actions()))
            state.returns()

    spiel()
    theirs = SPIEL_GAMES / best_of_each(spiel)[0]
    report(
        "random play-outs against pyspiel from Python",
        rate / theirs,
        50,
        f"{theirs / 1e3:.1f} k games/s there",
    )


def main() -> None:
    """Print every ratio."""
    alphabeta_ratio()
    pyspiel_ratio(playout_ratio())
