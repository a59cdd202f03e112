"""`bench.levels`: each level against the next, in every game and at every table.

Pairs are played until the interval of the upper level's result is clear of even, or the most
pairs are reached. Exit codes: 0 all in order, 3 one is out of order, 4 some are not told apart.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import PLACE, Answer, Progress, Request, ask, ask_seed, row_of
from kibitz.core.sheet import Column, Sheet, Words, listing
from kibitz.lab.company import ask_cluster, ask_workers, check_cluster
from kibitz.lab.figures import duration
from kibitz.lab.pulse import Pulse
from kibitz.lab.trials.rungs import (
    IN_ORDER,
    OPEN,
    OUT_OF_ORDER,
    LadderRung,
    RungResult,
    keep_rung,
    kept_rungs,
    ladder,
    with_wins,
)

if TYPE_CHECKING:
    from kibitz.arena.chunk import Setting
    from kibitz.arena.match import MatchRun
    from kibitz.arena.workers import Crew

USUAL_PAIRS = 2000
MOST_PAIRS = 10_000_000
TIMED_PAIRS = 4  # that are played for the clock alone, where kernels play without one
COLUMNS = (
    Column("game", importance=9),
    Column("levels", importance=9),
    Column("pairs", True, 5),
    Column("result, 95 % at any time", True, 9),
    Column("", importance=8),
)
TIME = Column("a move", True, 3)


@dataclass(frozen=True)
class Levels(Answer):
    """The rungs that were played; more come while it runs."""

    schema: ClassVar[str] = "bench.levels/1"
    seed: int
    most_pairs: int
    rungs: tuple[RungResult, ...]
    total: int
    _now: str = ""

    @property
    def progress(self) -> Progress | None:
        if len(self.rungs) == self.total:
            return None
        return Progress(len(self.rungs), self.total, self._now)

    @property
    def exit_code(self) -> int:
        verdicts = {rung.verdict for rung in self.rungs}
        return 3 if OUT_OF_ORDER in verdicts else 4 if OPEN in verdicts else 0

    def sheet(self) -> Sheet:
        is_timed = any(rung.times for rung in self.rungs)
        columns = (*COLUMNS, TIME) if is_timed else COLUMNS
        rows = [_cells(rung, is_timed) for rung in self.rungs]
        told = f"at most {self.most_pairs:,} pairs each, seed {self.seed}"
        return [listing(columns, rows), Words.of(told, role="quiet")]

    def rows(self) -> list[dict[str, Any]]:
        return [row_of(rung) for rung in self.rungs]


def _cells(rung: RungResult, is_timed: bool) -> tuple[str, ...]:
    meeting = f"{rung.upper} over {rung.lower}"
    cells = (rung.game, meeting, f"{rung.pairs:,}", _outcome(rung), rung.verdict)
    times = " / ".join(duration(one) if one is not None else "-" for one in rung.times or ())
    return (*cells, times) if is_timed else cells


def _outcome(rung: RungResult) -> str:
    """The score, or what was won; at larger tables with what even is."""
    if rung.measure == "score":
        return _percent(rung.value, rung.interval)
    if rung.wins is not None and rung.win_interval and rung.even_wins is not None:
        return f"won {_percent(rung.wins, rung.win_interval)}, even is {rung.even_wins:.1%}"
    low, high = rung.interval
    figures = (f"{figure:+.{_places(high - low)}f}" for figure in (rung.value, low, high))
    return "{} [{}, {}] {}".format(*figures, rung.unit)


def _percent(value: float, ends: tuple[float, float]) -> str:
    low, high = ends
    return f"{value:.1%} [{100 * low:.1f}, {100 * high:.1f}]"


def _places(width: float) -> int:
    """Decimals by which an interval of that width is told in three figures."""
    return max(0, 2 - math.floor(math.log10(width))) if width > 0.0 else 2


@dataclass(frozen=True)
class LevelsRequest(Request[Levels]):
    """Play each level against the next, until one is clearly ahead.

    All games that have levels, at tables of 2, 3, 4 and 6 seats where a game leaves the choice;
    or GAME alone, and --seats. At more than two seats one of the upper level sits among those of
    the lower, in every seat in turn. The interval may be looked at any time.
    """

    verb: ClassVar[str] = "bench.levels"
    examples: ClassVar[tuple[str, ...]] = ("kuhn --pairs 500 --seed 1",)
    gives: ClassVar[type[Answer]] = Levels
    is_long: ClassVar[bool] = True

    game: str | None = ask(None, "A game with its options; else all.", argument=True)
    seats: int | None = ask(None, "Only tables of so many seats.", low=2, high=100, metavar="N")
    pairs: int = ask(
        USUAL_PAIRS, "Pairs of a rung at most.", low=1, high=MOST_PAIRS, metavar="MOST"
    )
    seed: int | None = ask_seed()
    keep: str | None = ask(
        None,
        "Add results to this file, and take over those that it has.",
        metavar="FILE",
        holds=PLACE,
    )
    times: bool = ask(False, "Report seconds per move; they vary.")
    workers: int | None = ask_workers()
    cluster: str | None = ask_cluster()

    def check(self) -> None:
        check_cluster(self.cluster, self.workers)

    def answers(self) -> Iterator[Levels]:
        from kibitz.core.files import check_writable
        from kibitz.core.seeds import checked_seed

        root, rungs = checked_seed(self.seed), ladder(self.game, self.seats)
        if self.keep is not None:
            check_writable(self.keep)
        known = kept_rungs(self.keep)
        found = Levels(root, self.pairs, (), len(rungs))
        with _crews(self.cluster, self.workers) as crew_for:
            for rung in rungs:
                result = known.get((rung, rung.seed(root), self.pairs))
                if result is None:
                    run = _begun(rung, root, self.pairs)
                    for words in _playing(rung, run, crew_for):
                        yield replace(found, _now=words)
                    result = _result(rung, run)
                    keep_rung(self.keep, result)
                if self.times:
                    result = replace(result, times=result.times or _times(rung, result))
                found = replace(found, rungs=(*found.rungs, result))
                yield found


def _begun(rung: LadderRung, root: int, most: int) -> "MatchRun":
    from kibitz.arena.match import Match
    from kibitz.arena.stop import ClearOfEven

    return Match(rung.game, rung.players, ClearOfEven(most), rung.seed(root)).begin()


def _playing(
    rung: LadderRung, run: "MatchRun", crew_for: "Callable[[Setting], Crew]"
) -> Iterator[str]:
    """Play a rung; says now and then how it stands."""
    pulse, told = Pulse(None), f"{rung.game}: {rung.upper} over {rung.lower}"
    yield told
    with crew_for(run.match.setting()) as crew, closing(run.run(crew)) as running:
        for _ in running:
            if pulse.is_due(run.tally.pairs):
                yield pulse.taken(run.tally.pairs, lambda: f"{told}, {run.tally.pairs} pairs")


def _result(rung: LadderRung, run: "MatchRun") -> RungResult:
    from kibitz.arena.stop import ClearJudge
    from kibitz.core.registry import make_game

    judge, game = run.judge, make_game(rung.game)
    assert isinstance(judge, ClearJudge)
    even = 0.0 if judge.is_paid else 0.5
    low, high = judge.interval
    found = RungResult(
        game=rung.game,
        seats=rung.seats,
        upper=rung.upper,
        lower=rung.lower,
        pairs=judge.known.pairs,
        measure="payoff" if judge.is_paid else "score",
        unit=game.unit if judge.is_paid else "",
        value=even + judge.known.mean,
        interval=(even + low, even + high),
        verdict=IN_ORDER if low > 0.0 else OUT_OF_ORDER if high < 0.0 else OPEN,
        seed=run.match.seed,
        most_pairs=run.match.rule.most,
    )
    return with_wins(found)


def _times(rung: LadderRung, result: RungResult) -> tuple[float | None, float | None]:
    """Seconds per move of both levels, over a few pairs played here one move after the other."""
    from kibitz.arena.batch import Batch
    from kibitz.arena.deal import deals
    from kibitz.arena.pair import PairTable
    from kibitz.arena.tally import Sums
    from kibitz.core.registry import make_game
    from kibitz.players.roster import make_player

    game = make_game(rung.game)
    players, sums = [make_player(name, game) for name in rung.players], Sums(rung.seats)
    table = PairTable(game, players)
    dealt = deals(result.seed, 0, TIMED_PAIRS + 1, game.seats)
    played = [table.play(deal, {})[0] for deal in dealt]
    sums.add(Batch.of(tuple(range(rung.seats)), 1, played[1:]))  # the first may have compiled
    lower = sum(sums.seconds[1:]) / max(sum(sums.decisions[1:]), 1)
    return sums.seconds[0] / max(sums.decisions[0], 1), lower


@contextmanager
def _crews(cluster: str | None, workers: int | None) -> "Iterator[Callable[[Setting], Crew]]":
    """Who plays a setting: a crew of this machine for each, or one cluster for all."""
    from kibitz.arena.workers import make_crew

    if cluster is None:
        yield lambda setting: make_crew(setting, workers)
        return
    from kibitz.arena.cluster import Cluster
    from kibitz.arena.gang import Gang

    with Gang(cluster) as gang:
        yield lambda setting: Cluster(setting, cluster, gang)
