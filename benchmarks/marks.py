"""What a decision costs the levels of each game: the marks that progress is shown against.

KIBITZ_MARKS names games (all that have levels), KIBITZ_LEVELS some of their levels (all),
KIBITZ_GAMES how many each plays against itself (20), KIBITZ_SECONDS after how long a level plays
no further game. The figures go to coach/marks.json, level by level, so that a run that is cut
short leaves those it has found; those of other games and levels stay as they are. `games` has
how many a mark is from: of each level where they differ.
"""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kibitz.coach
from kibitz.arena.table import Table
from kibitz.coach.judged import Judged, judged
from kibitz.coach.progress import Decisions, measure
from kibitz.coach.review import review
from kibitz.core.advised import advised
from kibitz.core.game import Game
from kibitz.core.registry import game_names, make_game
from kibitz.players.roster import make_player

SEED = 91_000
BUDGET = "fast"


def main() -> None:
    """Measure, print and keep the marks."""
    named = os.environ.get("KIBITZ_MARKS", "").split()
    path = Path(kibitz.coach.__file__).with_name("marks.json")
    kept = json.loads(path.read_text())
    count = int(os.environ.get("KIBITZ_GAMES", "20"))
    for name in named or game_names():
        counts = _counts(kept, name)
        for level, cost, played in _marks(name, count):
            kept["marks"].setdefault(name, {})[level] = cost
            counts[level] = played
            even = len(set(counts.values())) == 1
            kept["games"][name] = played if even else dict(counts)
            path.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")


def _counts(kept: dict[str, Any], name: str) -> dict[str, int]:
    """How many games the marks of a game are from, level by level."""
    known = kept["games"].get(name, 0)
    if isinstance(known, dict):
        return known
    return dict.fromkeys(kept["marks"].get(name, {}), known)


def _marks(name: str, count: int) -> Iterator[tuple[str, float, int]]:
    """The cost of the wanted levels of a game and from how many games, as they are found."""
    game = make_game(name)
    every = ("random", *advised(game).levels)
    wanted = os.environ.get("KIBITZ_LEVELS", " ".join(every)).split()
    most = float(os.environ.get("KIBITZ_SECONDS", "inf"))
    for level in (level for level in every if level in wanted):
        games: list[Decisions] = []
        began, played = time.monotonic(), 0
        while played < count and time.monotonic() - began < most:
            found = _judged_game(game, level, played)
            games += [found.of_seat(seat) for seat in range(game.seats)]
            played += 1
        rate = measure(level, games)
        cost = round(rate.cost or 0.0, 4)
        error = f"± {rate.error or 0.0:.4f} lost per decision"
        print(f"{name}, {level}: {cost:.4f} {error}, {played} games", flush=True)
        yield level, cost, played


def _judged_game(game: Game, level: str, number: int) -> Judged:
    players = [make_player(level, game) for _ in range(game.seats)]
    table = Table(game, players, SEED + number)
    table.finish()
    return judged(review(table.record(), BUDGET))
