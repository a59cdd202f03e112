"""Grades of cribbage: whether a closer look keeps them, and whether they tell the levels apart.

KIBITZ_GAMES sets how many games each level plays against itself (20), KIBITZ_LEVELS which,
KIBITZ_EXACT how many of them are reviewed by all three budgets (20), the others by `coaching`
alone. KIBITZ_JOURNAL names a file that keeps what was found, so that a run can go on where
another ended. Each grade that is shown is checked against the documented function of the cost
and the random cost that stand beside it.
"""

import json
import math
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.coach import game_of
from benchmarks.timing import report
from kibitz.coach.review import Reviewer
from kibitz.core.seeds import nth

LEVELS = ("random", "beginner", "intermediate", "advanced", "expert")
BUDGETS = ("fast", "coaching", "exact")
BORDERS = (("A+", 97), ("A", 88), ("B", 70), ("C", 40), ("D", 12), ("F", 0))  # docs/coach.md
SEED = 88_000
Row = Mapping[str, Any]


def main() -> None:
    """Review, then print what the reviews say of grades, budgets and levels."""
    wanted = os.environ.get("KIBITZ_LEVELS", " ".join(LEVELS)).split()
    rows = _rows(wanted, int(os.environ.get("KIBITZ_GAMES", "20")))
    _stability([row for row in rows if "exact" in row])
    _levels(rows, [level for level in LEVELS if level in wanted])
    shown = [
        seat for row in rows for budget in BUDGETS if budget in row for seat in row[budget]["seats"]
    ]
    right = sum(map(_is_documented, shown))
    report("grades that are the documented function", right / len(shown), 1.0, f"{len(shown)}")


def _rows(levels: list[str], games: int) -> list[Row]:
    """A row per game, from the journal where it is known; one game of each level in turn."""
    exact = int(os.environ.get("KIBITZ_EXACT", "20"))
    path = Path(os.environ.get("KIBITZ_JOURNAL", os.devnull))
    lines = path.read_text().splitlines() if path.is_file() else []
    known = {(row["level"], row["game"]): row for row in map(json.loads, lines)}
    rows = []
    for number in range(games):
        for level in levels:
            budgets = BUDGETS if number < exact else ("coaching",)
            row = known.get((level, number)) or _reviewed(level, number, budgets)
            rows.append(row)
            if (level, number) not in known:
                with path.open("a") as journal:
                    journal.write(json.dumps(row) + "\n")
    return rows


def _reviewed(level: str, number: int, budgets: tuple[str, ...]) -> Row:
    replay = game_of(level, nth(SEED, number)).replay()
    row: dict[str, Any] = {"level": level, "game": number}
    for budget in budgets:
        begun = time.perf_counter()
        seats = Reviewer(replay, budget=budget).review().seats
        told = ("grade", "accuracy", "cost", "random_cost")
        figures = [{name: seat.fields()[name] for name in told} for seat in seats]
        row[budget] = {"seconds": time.perf_counter() - begun, "seats": figures}
    return row


def _is_documented(seat: Row) -> bool:
    """Whether accuracy and grade are what the documentation says, worked out anew."""
    if not seat["random_cost"] or seat["random_cost"] < 0.01:
        return seat["grade"] is None and seat["accuracy"] is None
    accuracy = 100 * 20 ** -(seat["cost"] / seat["random_cost"])
    given = next(name for name, least in BORDERS if math.floor(accuracy + 0.5) >= least)
    return abs(accuracy - seat["accuracy"]) < 1e-9 and seat["grade"] in (given, None)


def _stability(rows: list[Row]) -> None:
    """How many games and seats keep their grades from `coaching` to `exact`."""
    for budget in BUDGETS:
        spent = [row[budget]["seconds"] for row in rows]
        print(f"     {budget}: {np.mean(spent):.2f} s per game, {max(spent):.2f} at most")
    pairs = [[(c["grade"], e["grade"]) for c, e in _both(row)] for row in rows]
    kept = [sum(one == two is not None for one, two in game) for game in pairs]
    seats = [pair for game in pairs for pair in game]
    unknown = sum(None in pair for pair in seats)
    detail = f"{sum(kept)} of {len(seats)} seats kept, {unknown} not yet known"
    whole = sum(count == len(game) for count, game in zip(kept, pairs, strict=True))
    report(f"games of {len(rows)} that keep both grades", whole / len(rows), 0.95, detail)


def _both(row: Row) -> list[tuple[Row, Row]]:
    return list(zip(row["coaching"]["seats"], row["exact"]["seats"], strict=True))


def _levels(rows: list[Row], levels: list[str]) -> None:
    """Mean accuracies by level, and how far apart neighbours are in standard errors."""
    before: tuple[float, float] | None = None
    for level in levels:
        seats = [s for row in rows if row["level"] == level for s in row["coaching"]["seats"]]
        found = [s["accuracy"] for s in seats if s["accuracy"] is not None]
        mean, error = float(np.mean(found)), float(np.std(found, ddof=1)) / len(found) ** 0.5
        grades = [s["grade"] or "?" for s in seats]
        counts = " ".join(f"{g} {grades.count(g)}" for g in [*dict(BORDERS), "?"] if g in grades)
        print(
            f"     {level}: accuracy {mean:.1f} ± {error:.1f}, {max(found):.0f} at most; {counts}"
        )
        if before is not None:
            steps = (mean - before[0]) / math.hypot(error, before[1])
            report(f"standard errors that {level} stands above the level below", steps, 4.0)
        before = mean, error


if __name__ == "__main__":
    main()
