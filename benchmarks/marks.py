"""What a decision costs the levels of each game: the marks that progress is shown against.

KIBITZ_MARKS names games (all that have levels, and cribbage for three and four; a semicolon
between two), KIBITZ_LEVELS some of their levels (all), KIBITZ_GAMES how many each plays against
itself (50; 0 prints the table of what is known), or in the games of MIXED, where a loss hangs on
who else sits there, in the company of all levels but the weakest. KIBITZ_SECONDS says after how
long a level plays no further game, KIBITZ_SEED which seed the first game has (417000).
KIBITZ_JOURNAL names a file that keeps every judged game, so that a run can go on where another
ended. The figures go to coach/marks.json, level by level, so that a run that is cut short leaves
those it has found; those of other games and levels stay as they are. `games` has how many a mark is
from (of each level where they differ), `errors` the standard errors, with the game as the unit.
Progress leaves marks from fewer than ten games alone. At the end one table of all games is
printed, for docs/coach.md; it also tells what `python -m benchmarks same_decisions` has found.
"""

import json
import math
import os
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import kibitz.coach
from kibitz.arena.table import Table
from kibitz.coach.judged import judged
from kibitz.coach.progress import FEW_GAMES, STRENGTHS, CostRate, games_behind, rated, sums_of
from kibitz.coach.review import Reviewer
from kibitz.core.advised import advised
from kibitz.core.game import Game
from kibitz.core.registry import game_names, make_game
from kibitz.estimate.estimate import Z95
from kibitz.players.roster import make_player

SEED = int(os.environ.get("KIBITZ_SEED", "417000"))
BUDGET = "fast"
MIXED = ("bluff",)  # where liars gain by who believes them: every level has the same company
TABLES = ("cribbage(players=3)", "cribbage(players=4)", "holdem(seats=6)")  # of more seats
TOO_FEW = "too few games to tell"
MARKS = Path(kibitz.coach.__file__).with_name("marks.json")
Sums = tuple[float, int]  # what the weighed decisions of a game lost, and how many there are
Kept = dict[str, Any]


def main() -> None:
    """Measure and keep the marks, then print all of them."""
    named = os.environ.get("KIBITZ_MARKS", "")
    kept = json.loads(MARKS.read_text())
    count = int(os.environ.get("KIBITZ_GAMES", "50"))
    games = [name.strip() for name in named.split(";")] if named else [*game_names(), *TABLES]
    for name in games if count else ():
        for rate in _rates(name, count):
            _keep(kept, name, rate)
            MARKS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
    print("\n".join(table(kept)))


def table(kept: Kept) -> list[str]:
    """The lines of a table of all marks, with 95 % intervals."""
    lines = [f"| game | {' | '.join(STRENGTHS)} | games a level | falls |", "|---" * 8 + "|"]
    for name in sorted(kept["marks"]):
        games = set(games_behind(kept, name).values())
        least, most = min(games), max(games)
        told = f"{least}" if least == most else f"{least} to {most}"
        cells = [_cell(kept, name, level) for level in STRENGTHS]
        lines.append(f"| {name} | {' | '.join(cells)} | {told} | {_falls(kept, name)} |")
    return lines


def _cell(kept: Kept, name: str, level: str) -> str:
    cost = kept["marks"][name].get(level)
    if cost is None:
        return "-"
    error = kept["errors"].get(name, {}).get(level)
    digits = 2 if cost >= 1 else 4
    return f"{cost:.{digits}f}" + (f" ± {Z95 * error:.{digits}f}" if error else "")


def _falls(kept: Kept, name: str) -> str:
    """Whether each level loses less than the one below, in its own games and at the same decisions.

    Or which are not told apart; not every game was measured both ways.
    """
    own = _falls_in_own_games(kept, name)
    shared = kept.get("shared", {}).get(name)
    return own if shared is None else f"{own}; at the same decisions: {falls_at_the_same(shared)}"


def _falls_in_own_games(kept: Kept, name: str) -> str:
    costs, errors = kept["marks"][name], kept["errors"].get(name, {})
    if min(games_behind(kept, name).values()) < FEW_GAMES:
        return TOO_FEW
    known = [level for level in STRENGTHS if level in costs]
    steps = [
        (weaker, stronger, costs[weaker] - costs[stronger], _joint(errors, weaker, stronger))
        for weaker, stronger in pairwise(known)
    ]
    sure = "yes" if all(errors.get(level) is not None for level in known) else "yes, no intervals"
    return _doubts(steps) or sure


def _joint(errors: dict[str, float], one: str, other: str) -> float:
    """The standard error of the difference of two levels that were measured apart."""
    return math.hypot(errors.get(one, 0.0), errors.get(other, 0.0))


def falls_at_the_same(shared: Kept) -> str:
    """Whether each level loses less than the one below where all were asked the same."""
    if shared["games"] < FEW_GAMES:
        return TOO_FEW
    return (
        _doubts((low, high, *shared["steps"][high]) for low, high in pairwise(STRENGTHS)) or "yes"
    )


def _doubts(steps: Iterable[tuple[str, str, float, float]]) -> str:
    """Which steps are not shown: the weaker level, the stronger, what it loses less, the error."""
    return "; ".join(
        f"{stronger} {'not told from' if gap > 0 else 'no less than'} {weaker}"
        for weaker, stronger, gap, error in steps
        if gap <= Z95 * error
    )


def _keep(kept: Kept, name: str, rate: CostRate) -> None:
    """Note what was measured of a level."""
    counts = games_behind(kept, name)
    counts[rate.label] = rate.games
    kept["games"][name] = rate.games if len(set(counts.values())) == 1 else counts
    kept["marks"].setdefault(name, {})[rate.label] = round(rate.cost or 0.0, 4)
    if rate.error is not None:
        kept["errors"].setdefault(name, {})[rate.label] = round(rate.error, 5)


def _rates(name: str, count: int) -> Iterator[CostRate]:
    """The cost of the wanted levels of a game, as they are found."""
    game = make_game(name)
    every = ("random", *advised(game).levels)
    wanted = os.environ.get("KIBITZ_LEVELS", " ".join(every)).split()
    most = float(os.environ.get("KIBITZ_SECONDS", "inf"))
    for level in (level for level in every if level in wanted):
        began, games = time.monotonic(), _journal(name, level)
        for number in range(count):
            if number in games or time.monotonic() - began >= most:
                continue
            games[number] = _sums(game, level, number)
            _note(name, level, number, games[number])
        rate = rated(level, (games[number] for number in sorted(games) if number < count))
        told = f"{rate.cost or 0.0:.4f} ± {rate.error or 0.0:.4f} lost per decision"
        print(f"{name}, {level}: {told}, {rate.games} games", flush=True)
        yield rate


def _sums(game: Game, level: str, number: int) -> Sums:
    """A game of a level, judged: all seats together, or its seat among the other levels."""
    names = seated(game, level, number)
    table = Table(game, [make_player(name, game) for name in names], SEED + number)
    table.finish()
    reviewer = Reviewer(table.record().replay(), seat=seat_of(game, number), budget=BUDGET)
    return sums_of(judged(reviewer.review()).decisions)


def seated(game: Game, level: str, number: int) -> list[str]:
    """Who plays a game: the level alone, or in the place of the weakest at a table of all levels.

    So all levels meet the same others: with the weakest at the table there is more to win, and
    whoever sits there has more to lose.
    """
    if game.name not in MIXED:
        return [level] * game.seats
    _, *others = advised(game).levels
    every = [level, *others]
    return [every[(seat + number) % len(every)] for seat in range(game.seats)]


def seat_of(game: Game, number: int) -> int | None:
    """Where the level sits that is judged, another seat in each game; None where all are."""
    return -number % len(advised(game).levels) if game.name in MIXED else None


def _journal(name: str, level: str) -> dict[int, Sums]:
    """The judged games of a level that are known, by their numbers."""
    path = Path(os.environ.get("KIBITZ_JOURNAL", os.devnull))
    lines = path.read_text().splitlines() if path.is_file() else []
    rows = [row for row in map(json.loads, lines) if (row["game"], row["level"]) == (name, level)]
    return {row["number"]: (row["lost"], row["decisions"]) for row in rows}


def _note(name: str, level: str, number: int, sums: Sums) -> None:
    row = {"game": name, "level": level, "number": number, "lost": sums[0], "decisions": sums[1]}
    with Path(os.environ.get("KIBITZ_JOURNAL", os.devnull)).open("a") as journal:
        journal.write(json.dumps(row) + "\n")
