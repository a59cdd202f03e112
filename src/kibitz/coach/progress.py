"""A player over many judged games: what a decision costs, by kind, over time, among the levels.

The cost is the weight lost per decision, in points or what weighs like one (`accuracy`). The
unit of an interval is the game, since decisions of one game hang together: the standard error
is that of a ratio of sums over games.
"""

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from kibitz.coach.accuracy import accuracy
from kibitz.coach.judged import JudgedDecision
from kibitz.estimate.estimate import Z95

FEW_GAMES = 10  # below this an interval says little
WINDOW = 20  # games that a point of the line is over, at the most
SEVERITIES = (  # those of games in points, then those of games that are won or lost
    *("excellent", "minor", "significant", "major", "critical"),
    *("inaccuracy", "mistake", "blunder"),
)
STRENGTHS = ("random", "beginner", "intermediate", "advanced", "expert")  # that have marks
Decisions = Sequence[JudgedDecision]


@dataclass(frozen=True)
class CostRate:
    """The cost of a decision over some games."""

    label: str
    games: int
    decisions: int
    cost: float | None
    error: float | None
    weight: float  # all that was lost

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval."""
        if self.cost is None or self.error is None:
            return None
        return max(0.0, self.cost - Z95 * self.error), self.cost + Z95 * self.error

    @property
    def warning(self) -> str:
        """What to think of a small sample; empty where it is large enough."""
        if self.games >= FEW_GAMES:
            return ""
        games = "game" if self.games == 1 else "games"
        return f"only {self.games} {games}: the figure may still change a lot"


def measure(label: str, games: Iterable[Decisions]) -> CostRate:
    """The cost over `games`, the weighed decisions of each."""
    return rated(label, map(sums_of, games))


def sums_of(game: Decisions) -> tuple[float, int]:
    """What the weighed decisions of a game lost, and how many there are."""
    weights = [d.weight for d in game if d.is_weighed]
    return sum(weights), len(weights)


def rated(label: str, sums: Iterable[tuple[float, int]]) -> CostRate:
    """The cost over games by their sums."""
    counted = [(weight, count) for weight, count in sums if count]
    decisions, weight = sum(count for _, count in counted), sum(w for w, _ in counted)
    if not decisions:
        return CostRate(label, 0, 0, None, None, 0.0)
    cost = weight / decisions
    error = _ratio_error(counted, cost, decisions)
    return CostRate(label, len(counted), decisions, cost, error, weight)


def _ratio_error(sums: list[tuple[float, int]], cost: float, decisions: int) -> float | None:
    """The standard error of a ratio of sums, by its residuals; one game has none."""
    n = len(sums)
    if n < 2:
        return None
    residuals = sum((weight - cost * count) ** 2 for weight, count in sums)
    return math.sqrt(n / (n - 1) * residuals) / decisions


def by(games: Sequence[Decisions], kind: Callable[[JudgedDecision], str]) -> list[CostRate]:
    """The cost of each kind of decision, what loses most first."""
    kinds: dict[str, dict[int, list[JudgedDecision]]] = {}
    for number, game in enumerate(games):
        for d in game:
            kinds.setdefault(kind(d), {}).setdefault(number, []).append(d)
    rates = [measure(name, split.values()) for name, split in kinds.items()]
    return sorted((rate for rate in rates if rate.decisions), key=lambda rate: -rate.weight)


def line(games: Sequence[Decisions], window: int = WINDOW) -> list[tuple[int, CostRate]]:
    """The cost over the last games, at every game that has enough before it."""
    size = max(1, min(window, len(games) // 2))
    sums = [sums_of(game) for game in games]
    return [(n, rated("", sums[n - size : n])) for n in range(size, len(games) + 1)]


def accuracy_of(games: Sequence[Decisions]) -> float | None:
    """The accuracy over all weighed decisions."""
    weighed = [d for game in games for d in game if d.is_weighed]
    lost, at_random = (sum(d.weight for d in weighed), sum(d.random_weight for d in weighed))
    return accuracy(lost / len(weighed), at_random / len(weighed)) if weighed else None


def severities(games: Sequence[Decisions]) -> dict[str, int]:
    """How often each severity occurred, mildest first on either scale."""
    found = dict.fromkeys(SEVERITIES, 0)
    for d in (d for game in games for d in game):
        found[d.severity] = found.get(d.severity, 0) + 1
    return {name: count for name, count in found.items() if count}


@cache
def level_costs(game: str) -> dict[str, float]:
    """What a decision costs the levels of a game, dearest first; empty where nobody measured.

    A table with more seats than usual is a game of its own here: `cribbage(players=3)`.

    `python -m benchmarks marks` measures them; what is from too few games is no mark yet.
    """
    kept = json.loads(resources.files("kibitz.coach").joinpath("marks.json").read_text("utf-8"))
    marks: dict[str, float] = kept["marks"].get(game, {})
    counts = games_behind(kept, game)
    enough = [mark for mark in marks.items() if counts[mark[0]] >= FEW_GAMES]
    return dict(sorted(enough, key=lambda mark: -mark[1]))


def games_behind(kept: dict[str, Any], game: str) -> dict[str, int]:
    """How many games the marks of a game are from, level by level."""
    known = kept["games"].get(game, 0)
    if isinstance(known, dict):
        return known
    return dict.fromkeys(kept["marks"].get(game, {}), known)


@dataclass(frozen=True)
class Rung:
    """Levels that their costs tell apart from all others, though not from each other."""

    levels: tuple[str, ...]  # weakest first
    cost: float

    @property
    def name(self) -> str:
        return " or ".join(self.levels)


def rungs(levels: dict[str, float]) -> list[Rung]:
    """The levels as steps of a ladder, weakest first.

    A level that costs no less than a weaker one shares its rung: a judge who likes the moves
    of the weaker better cannot say which of the two somebody plays like.
    """
    found: list[Rung] = []
    for level in sorted(levels, key=lambda name: (STRENGTHS.index(name), -levels[name])):
        rung = Rung((level,), levels[level])
        while found and found[-1].cost <= rung.cost:
            rung = _shared(found.pop(), rung)
        found.append(rung)
    return found


def _shared(weaker: Rung, stronger: Rung) -> Rung:
    counts = len(weaker.levels), len(stronger.levels)
    cost = (weaker.cost * counts[0] + stronger.cost * counts[1]) / sum(counts)
    return Rung(weaker.levels + stronger.levels, cost)


def doubts(levels: dict[str, float], wanted: Iterable[str], seats: int | None = None) -> list[str]:
    """What the marks of a game cannot tell, in sentences; `seats` where they are unusual."""
    if not levels:
        where = "of this game" if seats is None else f"at a table of {seats}"
        return [f"the levels {where} have no marks yet, so nobody is placed among them"]
    shared = [rung.name for rung in rungs(levels) if len(rung.levels) > 1]
    told = [f"what is lost does not tell {name.replace(' or ', ' from ')}" for name in shared]
    missing = [name for name in wanted if name not in levels]
    return told + [f"the level {name} has no mark yet" for name in missing]


def standing(rate: CostRate, levels: dict[str, float], wanted: Iterable[str] = ()) -> str:
    """Between which levels somebody plays, in a sentence; empty where that is not known.

    `wanted` are all levels that the game has: the best that is measured may not be the best.
    """
    if rate.cost is None or not levels:
        return ""
    ladder = rungs(levels)
    low, high = rate.interval or (rate.cost, rate.cost)
    within = [rung.name for rung in ladder if low <= rung.cost <= high]
    weaker = [rung.name for rung in ladder if rung.cost >= rate.cost]
    stronger = [rung.name for rung in ladder if rung.cost < rate.cost]
    best = ladder[-1].levels[-1]
    if within and rate.interval is not None:
        where = f"like {within[0]}" if len(within) == 1 else f"between {within[0]} and {within[-1]}"
    elif weaker and stronger:
        where = f"between {weaker[-1]} and {stronger[0]}"
    elif stronger:
        where = f"below {stronger[0]}"
    else:
        is_last = all(STRENGTHS.index(name) <= STRENGTHS.index(best) for name in wanted)
        where = f"{'' if is_last else 'at least '}as well as {weaker[-1]}"
    told = f"plays {where}: {rate.cost:.2f}"
    if rate.interval is None:
        return told
    return f"{told}, interval {rate.interval[0]:.2f} to {rate.interval[1]:.2f}"
