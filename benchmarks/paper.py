"""The paper games: speed against OpenSpiel's C++ and the clock, and strength against its bot.

Strength takes long; KIBITZ_PAIRS says how many pairs each match has (none without it), and
KIBITZ_TENFOLD_PAIRS how many the match at a tenth of the other's processor time has.
"""

import math
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.timing import best_of_each, report
from kibitz.arena.table import Table
from kibitz.core.game import OVER, Game, Moves, Position, generic, play, sample, turn
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.core.stream import Stream
from kibitz.games.dots.board import DotsBoard
from kibitz.games.dots.solver import Solver
from kibitz.players.player import Player
from kibitz.players.roster import make_player
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.heaps import HeapGame
from kibitz.search.mcts import Mcts

GAMES, ROLLOUTS, SIMULATIONS, NODES = 20_000, 4_000, 20_000, 4_000_000
OUR_SECONDS, TENFOLD = 0.1, 10  # of the processor, a move; how much more the other gets
FIRST_SIMULATIONS = 100_000  # about a second each move


@generic
def random_games(p: Position, games: int, out: Moves, luck: Stream) -> int:
    """The plies of so many random games."""
    plies = 0
    for _ in range(games):
        q = p
        while turn(q) != OVER:
            q = play(q, sample(q, out, luck))
            plies += 1
    return plies


def spiel() -> Any:
    """OpenSpiel, or None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        print("skip comparisons with OpenSpiel: open_spiel is not installed")
        return None
    return pyspiel


def spiel_bot(pyspiel: Any, simulations: int, rollouts: int = 1, seed: int = 1) -> Any:
    """OpenSpiel's tree search in C++ with random rollouts and proven values."""
    game = pyspiel.load_game("ultimate_tic_tac_toe")
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    return pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, True, seed, False)


def ultimate_speed(pyspiel: Any) -> None:
    """Play-outs, tree searches and nodes a second of ultimate tic-tac-toe."""
    game = make_game("ultimate")
    p, out, luck = game.start(), game.scratch(), stream(1)
    tree, alphabeta = Mcts(iterations=SIMULATIONS, c=0.5), AlphaBeta(nodes=NODES)
    works = [
        lambda: random_games(p, GAMES, out, luck),
        lambda: tree.analyse(game, p, 0, 1),
        lambda: alphabeta.analyse(game, p, 0, 1),
    ]
    if pyspiel:
        state = pyspiel.load_game("ultimate_tic_tac_toe").new_initial_state()
        works += [
            lambda: spiel_bot(pyspiel, 1, ROLLOUTS).step(state),
            lambda: spiel_bot(pyspiel, SIMULATIONS).step(state),
        ]
    for work in works:
        work()
    seconds = best_of_each(*works, repeats=5)
    games, trees, nodes = GAMES / seconds[0], SIMULATIONS / seconds[1], NODES / seconds[2]
    if pyspiel:
        their_games, their_trees = ROLLOUTS / seconds[3], SIMULATIONS / seconds[4]
        detail = f"{games / 1e3:.0f} k against {their_games / 1e3:.0f} k a second"
        report("ultimate play-outs against OpenSpiel", games / their_games, 5, detail)
        detail = f"{trees / 1e3:.0f} k against {their_trees / 1e3:.0f} k a second"
        report("ultimate tree searches against OpenSpiel", trees / their_trees, 3, detail)
    report("alpha-beta on ultimate, of 10 M nodes a second", nodes / 1e7, 1, f"{nodes / 1e6:.1f} M")


def dots_speed() -> None:
    """Boards solved from cold, after compilation."""
    Solver(DotsBoard(1, 2), megabytes=1).margin(0)
    for rows, columns, limit, repeats in ((3, 3, 3.0, 3), (3, 4, 20.0, 1)):
        seconds, positions = solved(DotsBoard(rows, columns), repeats)
        detail = f"{seconds:.2f} s, {positions:,} positions"
        report(f"dots {rows}x{columns} in less than {limit:g} s", limit / seconds, 1, detail)


def solved(board: DotsBoard, repeats: int) -> tuple[float, int]:
    """The seconds and the positions it takes to solve a board."""
    nodes = []

    def solve() -> None:
        solver = Solver(board, megabytes=256)
        solver.margin(0)
        nodes.append(solver.nodes)

    (seconds,) = best_of_each(solve, repeats=repeats)
    return seconds, nodes[-1]


def grundy_speed() -> None:
    """Values to n = 6,000."""
    for code in ("0.77", "0.165", "0.7777777"):
        game = HeapGame.named(code)
        game.values(10)
        (seconds,) = best_of_each(partial(game.values, 6000), repeats=5)
        report(f"Grundy values of {code} to 6,000 in 0.1 s", 0.1 / seconds, 1, f"{seconds:.3f} s")


class SpielBot(Player):
    """OpenSpiel's bot in a seat; it chooses a free board and its cell as two moves."""

    def __init__(self, pyspiel: Any, simulations: int) -> None:
        self.text, self._pyspiel, self.simulations = "open_spiel", pyspiel, simulations

    def new_game(self, seed: int) -> None:
        self._bot = spiel_bot(self._pyspiel, self.simulations, seed=seed & 0xFFFFFF)

    def move(self, view: Position, seat: int, seed: int) -> int:
        state = self._state()
        if state.current_player() != seat:
            raise AssertionError("OpenSpiel sees another seat to move")
        board = int(view.target) if view.target < 9 else self._step(state)
        return 9 * board + self._step(state)

    def _step(self, state: Any) -> int:
        action = int(self._bot.step(state))
        state.apply_action(action)
        return action

    def _state(self) -> Any:
        """The moves so far, played over there; a choice of board is a move of its own."""
        game = self._pyspiel.load_game("ultimate_tic_tac_toe")
        state = game.new_initial_state()
        for move in self.history:
            if "Forced board: any" in str(state):
                state.apply_action(move // 9)
            state.apply_action(move % 9)
        return state

    history: list[int] = []  # noqa: RUF012 (the moves of the game at the table)


def remember(history: list[int], p: Position, seat: int, move: int) -> None:
    """Add a move to the history."""
    history.append(move)


class Timed(Player):
    """A player and the processor time of its moves."""

    def __init__(self, player: Player) -> None:
        self.text, self._player, self.seconds, self.moves = player.text, player, 0.0, 0

    def new_game(self, seed: int) -> None:
        self._player.new_game(seed)

    def move(self, view: Position, seat: int, seed: int) -> int:
        began = time.process_time()
        move = self._player.move(view, seat, seed)
        self.seconds += time.process_time() - began
        self.moves += 1
        return move


def pair_scores(
    game: Game, ours: Player, theirs: Player, pairs: int, random_plies: int
) -> Iterator[float]:
    """The scores of `ours` in pairs that start with some random moves, one by one."""
    for pair in range(pairs):
        luck, start, opening = stream(1, pair), game.start(), []
        for _ in range(random_plies):
            opening.append(int(sample(start, game.scratch(), luck)))
            start = play(start, opening[-1])
        points = 0.0
        for seat in (0, 1):
            players = [ours, theirs] if seat == 0 else [theirs, ours]
            history = list(opening)
            SpielBot.history = history
            table = Table(
                game,
                players,
                seed=2 * pair + seat,
                start=start,
                watch=partial(remember, history),
            )
            points += (table.finish()[seat] + 1) / 2
        yield points / 2


def tenfold(pyspiel: Any, pairs: int) -> None:
    """A match at 0.1 s a move against OpenSpiel's bot at ten times that, told after each pair.

    We get the positions that take so long at the start, by the processor's clock; the bot's
    simulations are set anew after each pair, by the times of both so far.
    """
    game = make_game("ultimate")
    AlphaBeta(nodes=1000).analyse(game, game.start(), 0, 1)  # compiles
    seconds = processor_seconds(lambda: AlphaBeta(nodes=NODES).analyse(game, game.start(), 0, 1))
    bot = SpielBot(pyspiel, FIRST_SIMULATIONS)
    nodes = round(NODES * OUR_SECONDS / seconds)
    ours = make_player(f"alphabeta(nodes={nodes},only_best=true)", game)
    us, them, scores = Timed(ours), Timed(bot), list[float]()
    for score in pair_scores(game, us, them, pairs, 2):
        scores.append(score)
        error = np.std(scores, ddof=1) / math.sqrt(len(scores)) if len(scores) > 1 else math.nan
        mine, yours = (1000 * player.seconds / player.moves for player in (us, them))
        print(
            f"{len(scores)} pairs: {np.mean(scores):.3f} +/- {error:.3f} for alpha-beta, {nodes:,} "
            f"positions in {mine:.0f} ms a move, against OpenSpiel's bot, last "
            f"{bot.simulations:,} simulations, in {yours:.0f} ms",
            flush=True,
        )
        bot.simulations = round(bot.simulations * TENFOLD * mine / yours)


def processor_seconds(work: Callable[[], object]) -> float:
    """The processor time that something takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def strength(pyspiel: Any, pairs: int) -> None:
    """Matches against OpenSpiel's bot at 20,000 simulations, and of our levels."""
    game = make_game("ultimate")
    for name in ("expert", f"mcts(iterations={SIMULATIONS},c=0.2,playout_plies=4)"):
        ours, theirs = make_player(name, game), SpielBot(pyspiel, SIMULATIONS)
        score = float(np.mean(list(pair_scores(game, ours, theirs, pairs, 2))))
        error = math.sqrt(score * (1 - score) / (2 * pairs))
        detail = f"{score:.3f} +/- {error:.3f} of {2 * pairs} games"
        report(f"score of {name} against OpenSpiel's bot, of 0.55", score / 0.55, 1, detail)


def main() -> None:
    """Print every ratio."""
    pyspiel = spiel()
    ultimate_speed(pyspiel)
    grundy_speed()
    dots_speed()
    pairs = int(os.environ.get("KIBITZ_PAIRS", "0"))
    if pyspiel and pairs:
        strength(pyspiel, pairs)
    tenfold_pairs = int(os.environ.get("KIBITZ_TENFOLD_PAIRS", "0"))
    if pyspiel and tenfold_pairs:
        tenfold(pyspiel, tenfold_pairs)
