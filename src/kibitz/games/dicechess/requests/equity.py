"""`equity.dicechess`: who wins before the next roll?"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from kibitz.core.doubt import error_text, give_or_take
from kibitz.core.request import POSITION, Answer, Progress, Request, ask, ask_seconds, ask_seed
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.errors import BadValue
from kibitz.games.dicechess.requests.chances import (
    AT_RANDOM,
    JUDGE,
    PLAYED_ROLLOUTS,
    chances,
    is_compiled,
    player_words,
    usual_rollouts,
)
from kibitz.lab.company import ask_cluster, ask_workers, check_cluster, hands_at

if TYPE_CHECKING:
    from kibitz.games.dicechess.equity import EquityOptions, RolloutEquity
    from kibitz.games.dicechess.rules import DiceChess

MOST_ROLLOUTS = 1_000_000  # with a target error and no number
COMPARED_ROLLOUTS = 4000


@dataclass(frozen=True)
class Chances(Answer):
    """Chances that sum to 1, with the standard errors of the two wins.

    A variance ratio is None where the chances are exact. `gain` is what a second of computing
    gives, measured in seconds of plain simulation (of rollouts to the end, for the judge's that
    are cut off); None where it was not compared.
    """

    schema: ClassVar[str] = "equity.dicechess/2"
    position: str
    white_win: float
    black_win: float
    undecided: float
    error: float
    white_error: float
    black_error: float
    rollouts: int
    most_rollouts: int
    variance_ratio: float | None
    plies: int
    stopped_by: str  # empty while it runs
    exact: bool
    gain: float | None
    player: str  # whose turns were played
    cut: int  # plies after which the judge had the last word, 0 where nobody had
    seed: int

    @property
    def progress(self) -> Progress | None:
        if self.stopped_by:
            return None
        words = f"White {self.white_win:.4f}{give_or_take(self.white_error, 4)}"
        return Progress(self.rollouts, self.most_rollouts, words)

    def sheet(self) -> Sheet:
        from kibitz.core.pictures import picture_at

        rows = [(r["outcome"], f"{r['chance']:.4f}", _error(r["error"])) for r in self.rows()]
        columns = ("outcome", "chance", "standard error")
        table = listing(columns, rows, numbers=columns[1:])
        return [picture_at("dicechess", self.position), table, Words(tuple(self._told()))]

    def _told(self) -> Iterator[str]:
        """How the chances were found."""
        if self.exact:
            yield "Exact: this roll decides, or the game is over."
        else:
            cut = f" cut off after {self.cut} plies" if self.cut else ""
            ratio = "infinitely" if self.variance_ratio is None else f"{self.variance_ratio:.1f}"
            yield (
                f"{self.rollouts} rollouts of {player_words(self.player)}{cut}, variance {ratio} "
                f"times smaller than with one winner each; seed {self.seed}, "
                f"stopped by {self.stopped_by}."
            )
        if self.gain is not None:
            plain = "play to the end" if self.player == JUDGE else "plain simulation"
            yield f"One second gives {self.gain:.2f} times what {plain} gives."

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"outcome": "White wins", "chance": self.white_win, "error": self.white_error},
            {"outcome": "Black wins", "chance": self.black_win, "error": self.black_error},
            {"outcome": "undecided", "chance": self.undecided, "error": None},
        ]


def _error(error: float | None) -> str:
    return "" if not error else error_text(error, 4)


@dataclass(frozen=True)
class ChancesRequest(Request[Chances]):
    """Estimate who wins a dice chess position, before the roll."""

    verb: ClassVar[str] = "equity.dicechess"
    examples: ClassVar[tuple[str, ...]] = (
        '"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" --rollouts 200',
    )
    gives: ClassVar[type[Answer]] = Chances
    is_long: ClassVar[bool] = True

    position: str = ask(
        help="A position before a roll.", argument=True, metavar="DFEN", holds=POSITION
    )
    rollouts: int | None = ask(
        None, "At most N rollouts (400, or 4000 at random).", low=1, metavar="N"
    )
    target_error: float | None = ask(None, "Stop at this standard error.", above=0, metavar="E")
    seconds: float | None = ask_seconds()
    min_rollouts: int = ask(400, "At least N before it may stop.", low=1, metavar="N")
    max_plies: int = ask(400, "Longer games count as undecided.", low=1, metavar="N")
    turns: Literal["paths", "positions"] = ask("paths", "What a random turn is uniform over.")
    analyst: str = ask(JUDGE, "Level or analyst that plays all turns, or random.", metavar="NAME")
    cut: int = ask(
        6, "Plies until the judge has the last word; 0 plays to the end.", low=0, metavar="N"
    )
    stratified: bool = ask(True, "Spread the first rolls evenly.")
    threads: int = ask(
        1, "How many work at once; the answer does not change.", low=1, high=1024, metavar="N"
    )
    workers: int | None = ask_workers()
    cluster: str | None = ask_cluster()
    compare: bool = ask(False, "Also measure plain simulation.")
    seed: int | None = ask_seed()

    def check(self) -> None:
        check_cluster(self.cluster, self.workers)
        if self.threads > 1 and (self.workers or self.cluster):
            raise BadValue(f"--threads excludes --{'workers' if self.workers else 'cluster'}")

    @property
    def _play(self) -> str:
        """Whose turns the kernels play."""
        return self.analyst if is_compiled(self.analyst) else AT_RANDOM

    def answers(self) -> Iterator[Chances]:
        from kibitz.games.dicechess.notation import parse_dfen

        p, options = parse_dfen(self.position), self._options()
        with hands_at(self.cluster, self.workers) as hands:
            for found in chances(p, self.analyst, options, self.seed, hands):
                is_compared = self.compare and found.stopped_by
                gain = _gain(p, options, found.seed) if is_compared else None
                yield self._answer(p, found, options, gain)

    def _options(self) -> "EquityOptions":
        from kibitz.games.dicechess.equity import EquityOptions

        most = self.rollouts
        if most is None:
            most = usual_rollouts(self.analyst, PLAYED_ROLLOUTS)
            if self.target_error is not None and is_compiled(self.analyst):
                most = MOST_ROLLOUTS
        return EquityOptions(
            rollouts=most,
            max_plies=self.max_plies,
            target_error=self.target_error,
            min_rollouts=min(self.min_rollouts, most),
            is_stratified=self.stratified,
            turns=self.turns,
            threads=self.threads,
            seconds=self.seconds,
            play=self._play,
            cut=self.cut if self._play == JUDGE else 0,
        )

    def _answer(
        self, p: "DiceChess", found: "RolloutEquity", options: "EquityOptions", gain: float | None
    ) -> Chances:
        from kibitz.games.dicechess.notation import dfen

        ratio = found.variance_ratio
        return Chances(
            dfen(p),
            found.white_win,
            found.black_win,
            found.undecided,
            found.error,
            found.white_error,
            found.black_error,
            found.rollouts,
            options.rollouts,
            ratio if math.isfinite(ratio) else None,
            found.plies,
            found.stopped_by,
            found.is_exact,
            gain,
            self.analyst,
            options.cut,
            found.seed,
        )


def _gain(p: "DiceChess", options: "EquityOptions", seed: int) -> float | None:
    """How much more a second of computing gives than in plain simulation, or without a cut."""
    import time

    from kibitz.games.dicechess.equity import equity

    fewer = min(options.rollouts, COMPARED_ROLLOUTS)
    same = replace(options, target_error=None, rollouts=fewer, threads=1)
    plain = replace(same, cut=0) if options.play == JUDGE else replace(same, plain=True)
    costs = []
    for way in (same, plain):
        equity(p, replace(way, rollouts=1), seed)  # compiled before the clock runs
        begin = time.process_time()
        found = equity(p, way, seed)
        costs.append(found.white_error**2 * (time.process_time() - begin))
    return costs[1] / costs[0] if costs[0] else None
