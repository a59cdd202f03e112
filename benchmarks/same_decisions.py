"""What the levels lose at the same decisions: the second table of marks.

Marks are from games of each level's own. They also tell where a level gets to: in bluff who has
lost his chances early has little left to lose, and in hold'em one hand is worth a hundred times
the next. Here tables of all levels play, each level in every seat in turn; at every decision that
counts, whoever made it, each level is asked what it would do, and one coach judges all of them.

KIBITZ_MARKS names games (the three whose marks do not fall from level to level; a semicolon
between two), KIBITZ_GAMES how many are played of each (50; 0 prints the table of what is known),
KIBITZ_SEED the seed of the first (20261301), KIBITZ_SECONDS after how long no further one begins.
KIBITZ_JOURNAL names a file that keeps every game, so that a run can go on where another ended.
The figures go to `shared` in coach/marks.json. Progress does not use them: whoever plays his own
games is measured against the levels in theirs. ± are 95 % intervals with the game as the unit, of
each level, and of how much less it loses than the level before it at the same decisions.
"""

import json
import os
import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks._company import mixed
from benchmarks._same_decisions import shared_decisions
from benchmarks.marks import BUDGET, MARKS, falls_at_the_same
from kibitz.coach.progress import STRENGTHS, CostRate, rated
from kibitz.core.registry import make_game
from kibitz.estimate.estimate import Z95

GAMES = "bluff;holdem;holdem(seats=6)"
SEED = 20_261_301
Sums = Mapping[str, float]  # by level, what it loses in a game over all decisions
Kept = dict[str, Any]


def main() -> None:
    """Measure and keep, then print all that is known."""
    kept = json.loads(MARKS.read_text())
    count = int(os.environ.get("KIBITZ_GAMES", "50"))
    for name in os.environ.get("KIBITZ_MARKS", GAMES).split(";") if count else ():
        kept.setdefault("shared", {})[name] = figures(_measured(name, count))
        MARKS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
    print("\n".join(table(kept.get("shared", {}))))


def _measured(name: str, count: int) -> list[tuple[Sums, int]]:
    """The sums of each game, and over how many decisions, in the order of the games."""
    games, began = _journal(name), time.monotonic()
    most = float(os.environ.get("KIBITZ_SECONDS", "inf"))
    for number in range(count):
        if number not in games and time.monotonic() - began < most:
            games[number] = _game(name, number)
    return [games[number] for number in sorted(games) if number < count]


def _game(name: str, number: int) -> tuple[Sums, int]:
    """A game at a table of all levels, judged and noted."""
    game = make_game(name)
    seed = int(os.environ.get("KIBITZ_SEED", SEED)) + number
    found = shared_decisions(game, mixed(game, number), seed, BUDGET)
    row = {"game": name, "number": number, "decisions": [one._asdict() for one in found]}
    with Path(os.environ.get("KIBITZ_JOURNAL", os.devnull)).open("a") as journal:
        journal.write(json.dumps(row) + "\n")
    return _sums(row)


def _journal(name: str) -> dict[int, tuple[Sums, int]]:
    """The games that are known, by their numbers."""
    path = Path(os.environ.get("KIBITZ_JOURNAL", os.devnull))
    lines = path.read_text().splitlines() if path.is_file() else []
    return {row["number"]: _sums(row) for row in map(json.loads, lines) if row["game"] == name}


def _sums(row: Kept) -> tuple[Sums, int]:
    lost = [one["lost"] for one in row["decisions"]]
    return {level: sum(one[level] for one in lost) for level in STRENGTHS}, len(lost)


def figures(games: Sequence[tuple[Sums, int]]) -> Kept:
    """What each level loses, and how much less than the level before it, with errors."""
    rates = {level: rated(level, ((sums[level], n) for sums, n in games)) for level in STRENGTHS}
    steps = {
        stronger: rated(stronger, ((sums[weaker] - sums[stronger], n) for sums, n in games))
        for weaker, stronger in pairwise(STRENGTHS)
    }
    return {
        "games": len(games),
        "decisions": sum(n for _, n in games),
        "costs": {level: _figure(rate) for level, rate in rates.items()},
        "steps": {level: _figure(rate) for level, rate in steps.items()},
    }


def _figure(rate: CostRate) -> list[float]:
    """A cost with its standard error."""
    return [round(rate.cost or 0.0, 4), round(rate.error or 0.0, 5)]


def table(shared: Kept) -> list[str]:
    """The lines of the table: what the levels lose, and below how much less than the one before."""
    heads = ("game", *STRENGTHS, "games", "decisions", "falls")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, found in sorted(shared.items()):
        costs = [_cell(*found["costs"][level]) for level in STRENGTHS]
        steps = [_cell(*found["steps"][level]) for level in STRENGTHS[1:]]
        told = f"{found['games']} | {found['decisions']:,} | {falls_at_the_same(found)}"
        lines.append(f"| {name} | {' | '.join(costs)} | {told} |")
        lines.append(f"| less than the level before | | {' | '.join(steps)} | | | |")
    return lines


def _cell(cost: float, error: float) -> str:
    digits = 2 if cost >= 1 else 4
    return f"{cost:.{digits}f} ± {Z95 * error:.{digits}f}"
