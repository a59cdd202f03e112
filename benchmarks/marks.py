"""What a decision costs the levels of each game: the marks that progress is shown against.

KIBITZ_MARKS names games (all that have levels), KIBITZ_GAMES how many each level plays against
itself (20). The figures go to coach/marks.json, level by level, so that a run that is cut short
leaves those it has found; those of other games stay as they are.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import kibitz.coach
from kibitz.arena.table import Table
from kibitz.coach.judged import judged
from kibitz.coach.progress import measure
from kibitz.coach.review import review
from kibitz.core.advised import advised
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
        kept["marks"][name], kept["games"][name] = {}, count
        for level, cost in _marks(name, count):
            kept["marks"][name][level] = cost
            path.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")


def _marks(name: str, count: int) -> Iterator[tuple[str, float]]:
    """The cost of random play and of every level of a game, as they are found."""
    game = make_game(name)
    for level in ("random", *advised(game).levels):
        games = []
        for number in range(count):
            players = [make_player(level, game) for _ in range(game.seats)]
            table = Table(game, players, SEED + number)
            table.finish()
            found = judged(review(table.record(), BUDGET))
            games += [found.of_seat(seat) for seat in range(game.seats)]
        rate = measure(level, games)
        cost = round(rate.cost or 0.0, 4)
        print(f"{name}, {level}: {cost:.4f} ± {rate.error or 0.0:.4f} lost per decision")
        yield level, cost
