"""Chances to win that a review tells, against the games that were won: do they come true?

KIBITZ_CHANCES names games (a semicolon between two), KIBITZ_GAMES how many are played of each (20),
KIBITZ_COMPANY by whom: a level against itself (expert), or `mixed` for tables of all levels, each
in every seat in turn. KIBITZ_SEED is the seed of the first game (71000). At every decision the
chance with the best move is noted, and at the end whether the seat won. One side wins each game, so
the means must agree; so must those of each fifth of the scale. ± is the standard error, with the
game as the unit.
"""

import os
from collections.abc import Iterable

import numpy as np

from benchmarks._company import mixed
from kibitz.arena.table import Table
from kibitz.coach.review import Reviewer
from kibitz.core.game import Game
from kibitz.core.registry import make_game
from kibitz.players.roster import make_player

GAMES = "bluff;bluff(2);cribbage;cribbage(players=3)"
COMPANY, MIXED = os.environ.get("KIBITZ_COMPANY", "expert"), "mixed"
BUDGET = "fast"
SEED = int(os.environ.get("KIBITZ_SEED", "71000"))
FIFTHS = 5
Told = tuple[int, float, float]  # the game, the chance that was told, and what was won of it


def main() -> None:
    """Print a line for each game and each fifth of the scale."""
    count = int(os.environ.get("KIBITZ_GAMES", "20"))
    for text in os.environ.get("KIBITZ_CHANCES", GAMES).split(";"):
        found = [one for number in range(count) for one in _told(text, number)]
        print(f"{text}, {count} games, {COMPANY}: {_line(found)}")
        for fifth in range(FIFTHS):
            part = [one for one in found if min(int(FIFTHS * one[1]), FIFTHS - 1) == fifth]
            ends = f"{100 * fifth // FIFTHS} to {100 * (fifth + 1) // FIFTHS} %"
            print(f"  {ends}: {_line(part) if part else 'never told'}", flush=True)


def _told(text: str, number: int) -> Iterable[Told]:
    """The chances that were told in one game."""
    game = make_game(text)
    table = Table(game, [make_player(name, game) for name in _seated(game, number)], SEED + number)
    table.finish()
    record = table.record()
    won = [game.chance_to_win(paid) for paid in record.result or ()]
    for d in Reviewer(record.replay(), budget=BUDGET).review().decisions:
        if d.win_before is not None and not d.is_forced:
            yield number, d.win_before, won[d.seat]


def _seated(game: Game, number: int) -> list[str]:
    """Who sits where."""
    return mixed(game, number) if COMPANY == MIXED else [COMPANY] * game.seats


def _line(found: list[Told]) -> str:
    """Means over decisions, and the error of their difference over games."""
    number, told, won = (np.array(column) for column in zip(*found, strict=True))
    gaps = told - won
    sums = np.array([(gaps[number == n] - gaps.mean()).sum() for n in np.unique(number)])
    error = np.sqrt((sums**2).sum()) / len(gaps)
    means = f"told {100 * told.mean():.1f} %, won {100 * won.mean():.1f} %"
    return f"{means}, {100 * gaps.mean():+.1f} ± {100 * error:.1f} in {len(gaps):,} decisions"
