"""The coach: what recording costs, how long a review takes, and what reviews and luck can tell.

KIBITZ_GAMES sets how many games of each level are reviewed (20), KIBITZ_LUCK how many games
are freed from their luck (100).
"""

import os
import time
from itertools import pairwise

import numpy as np

from benchmarks.arena import plain
from benchmarks.timing import best_seconds, report
from kibitz.arena.pair import PairTable
from kibitz.arena.table import Table
from kibitz.coach.luck import luck_of
from kibitz.coach.review import Reviewer
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.core.seeds import nth
from kibitz.players.roster import make_player

LEVELS = ("beginner", "intermediate", "advanced", "expert")
MOST_MICROSECONDS = 5.0  # that recording may add to a move
MOST_SECONDS = 2.0  # for the exact review of a game of cribbage
SEED = 77_000


def main() -> None:
    """Print every figure beside what we want of it."""
    _recording()
    _exact_review()
    _levels(int(os.environ.get("KIBITZ_GAMES", "20")))
    _luck(int(os.environ.get("KIBITZ_LUCK", "100")))


def game_of(level: str, seed: int) -> Record:
    """A game of cribbage of a level against itself."""
    game = make_game("cribbage")
    table = Table(game, [make_player(level, game) for _ in range(2)], seed)
    table.finish()
    return table.record()


def _recording() -> None:
    game = make_game("tictactoe")
    pair = [plain(game), plain(game)]
    spent: dict[bool, float] = {}
    for wants_records in (False, True, False, True):
        table = PairTable(game, pair, wants_records=wants_records)
        table.play(1, {})

        def play(table: PairTable = table) -> int:
            return sum(r.plies for i in range(300) for r in table.play(nth(1, i), {})[0])

        plies = play()
        best = best_seconds(play, 7) / plies * 1e6
        spent[wants_records] = min(best, spent.get(wants_records, best))
    added = max(spent[True] - spent[False], 1e-3)
    detail = f"{added:.2f} µs on top of {spent[False]:.1f}"
    report("recording a move within 5 µs", MOST_MICROSECONDS / added, 1.0, detail)


def _exact_review() -> None:
    replay = game_of("expert", SEED).replay()
    Reviewer(replay, budget="exact").review()
    spent = best_seconds(lambda: Reviewer(replay, budget="exact").review(), 3)
    decisions = len(Reviewer(replay, budget="exact").review().decisions)
    detail = f"{spent:.2f} s for {decisions} decisions"
    report("exact review of a game of cribbage within 2 s", MOST_SECONDS / spent, 1.0, detail)


def _levels(games: int) -> None:
    """Average losses must fall along the levels, and the beginner be worse game by game."""
    losses = {level: [_loss(level, i) for i in range(games)] for level in LEVELS}
    for level, found in losses.items():
        error = float(np.std(found, ddof=1)) / games**0.5
        print(f"     {level}: {np.mean(found):.3f} ± {error:.3f} points a decision")
    worse = sum(b > e for b, e in zip(losses["beginner"], losses["expert"], strict=True))
    report(f"beginner worse than expert in {games} games", worse / games, 0.95)
    means = [float(np.mean(losses[level])) for level in LEVELS]
    falls = sum(a > b for a, b in pairwise(means))
    report("steps of the ladder along which the average loss falls", falls, 3)


def _loss(level: str, number: int) -> float:
    """The loss per unforced decision of both seats in one game."""
    seats = Reviewer(game_of(level, nth(SEED, number)).replay(), budget="fast").review().seats
    return sum(s.total.loss for s in seats) / sum(s.total.counted for s in seats)


def _luck(games: int) -> None:
    """The results of equal players with and without their luck."""
    raw, adjusted = np.empty(games), np.empty(games)
    begun = time.perf_counter()
    for i in range(games):
        luck = luck_of(game_of("expert", nth(SEED + 1, i)).replay(), draws=200)
        assert luck is not None
        assert luck.result is not None
        assert luck.adjusted is not None
        raw[i], adjusted[i] = luck.result[0], luck.adjusted[0]
    luck_sum = raw - adjusted
    error = float(luck_sum.std(ddof=1)) / games**0.5
    seconds = (time.perf_counter() - begun) / games
    print(f"     luck of a seat: {luck_sum.mean():+.3f} ± {error:.3f} a game, {seconds:.2f} s each")
    ratio = float(raw.var(ddof=1) / adjusted.var(ddof=1))
    report(f"variance without luck, {games} games of experts", ratio, 3.0)


if __name__ == "__main__":
    main()
