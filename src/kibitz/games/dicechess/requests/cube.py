"""`dicechess.cube`: double, and take?"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.ink import ink
from kibitz.core.request import (
    POSITION,
    Answer,
    Progress,
    Request,
    ask,
    ask_archive,
    ask_seconds,
    ask_seed,
)
from kibitz.core.sheet import Block, Sheet, Words, listing
from kibitz.games.dicechess.requests.chances import (
    AT_RANDOM,
    FEW_PLAYED,
    JUDGE,
    chances,
    is_compiled,
    player_words,
    usual_rollouts,
)
from kibitz.games.dicechess.requests.games import games_at
from kibitz.lab.company import ask_cluster, ask_workers, check_cluster, hands_at

if TYPE_CHECKING:
    from kibitz.games.dicechess.book import Cell
    from kibitz.games.dicechess.cube import Cube
    from kibitz.games.dicechess.equity import EquityOptions, RolloutEquity
    from kibitz.games.dicechess.rules import DiceChess

LEAST_ROLLOUTS = 400  # inside a kernel, before a target error may stop
LEAST_PLAYED = 10  # the same between players
WAYS = ("no_double", "double_take", "double_pass")


@dataclass(frozen=True)
class Points:
    """A chance at which a decision turns: for a dead cube, as the advice uses it, fully live."""

    cubeless: float
    used: float  # at the efficiency of the advice
    live: float


@dataclass(frozen=True)
class CubeAdvice(Answer):
    """What to do with the cube, and what each way is worth, in points of the present stake."""

    schema: ClassVar[str] = "dicechess.cube/2"
    position: str
    side: str
    advice: str
    chance: float
    error: float
    too_close_to_call: bool
    can_double: bool
    owner: str
    stake: int
    efficiency: float
    take_point: Points  # the least chance with which the other side takes
    double_point: Points  # from here on the side about to roll doubles, up to
    cash_point: Points  # where the other side passes
    no_double: float
    double_take: float
    double_pass: float
    games: int  # of the archive that came to this position
    rollouts: int
    most_rollouts: int
    stopped_by: str  # empty while it runs
    seed: int
    player: str

    @property
    def progress(self) -> Progress | None:
        if self.stopped_by:
            return None
        return Progress(self.rollouts, self.most_rollouts, self._verdict)

    @property
    def _verdict(self) -> str:
        from kibitz.games.dicechess.cube import verdict_text

        close = self.too_close_to_call
        return verdict_text(self.advice, self.chance, self.error, is_close=close)

    def sheet(self) -> Sheet:
        from kibitz.core.pictures import picture_at

        side = {"w": "White", "b": "Black"}[self.side]
        told = [f"{side} about to roll: " + ink(self._verdict, "strong")]
        if not self.can_double:
            told.append(ink(f"The cube is {self.owner}'s: there is nothing to decide."))
        columns = ("cube", f"value (stake {self.stake})")
        rows = [(row["cube"], f"{row['value']:+.3f}") for row in self.rows()]
        rollouts = f"chances by {self.rollouts:,} rollouts of {self.player}"
        played = rollouts if self.rollouts else "exact: this roll decides, or the game is over"
        games = f" and {self.games:,} games of the archive" if self.games else ""
        return [
            picture_at("dicechess", self.position),
            Words(tuple(told)),
            listing(columns, rows, numbers=columns[1:]),
            self._points(),
            Words.of(f"{played}{games}", role="quiet"),
        ]

    def _points(self) -> Block:
        """The chances at which decisions turn."""
        used = f"efficiency {self.efficiency:g}"
        columns = ("point", used, "dead cube", "fully live")
        points = {
            "to double": self.double_point,
            "to cash (the other side passes)": self.cash_point,
            "to take (the other side's chance)": self.take_point,
        }
        rows = [
            (name, f"{p.used:.1%}", f"{p.cubeless:.1%}", f"{p.live:.1%}")
            for name, p in points.items()
        ]
        return listing(columns, rows, numbers=columns[1:])

    def rows(self) -> list[dict[str, Any]]:
        return [{"cube": way.replace("_", " "), "value": getattr(self, way)} for way in WAYS]


@dataclass(frozen=True)
class CubeRequest(Request[CubeAdvice]):
    """Advise whether to double before a roll, and whether to take.

    Chances are those of the learned judge's rollouts, or between those named by --analyst;
    random play flatters the side ahead. Games of the archive that came to the position
    count as well.
    """

    verb: ClassVar[str] = "dicechess.cube"
    examples: ClassVar[tuple[str, ...]] = (
        '"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" --rollouts 200',
    )
    gives: ClassVar[type[Answer]] = CubeAdvice
    is_long: ClassVar[bool] = True

    position: str = ask(
        help="A position before a roll.", argument=True, metavar="DFEN", holds=POSITION
    )
    owner: str = ask("centre", "Who has the cube: centre, white or black.")
    stake: int = ask(1, "The present stake.", low=1, metavar="N")
    efficiency: float | None = ask(
        None, "0 dead cube to 1 fully live (0.68).", low=0, high=1, metavar="X"
    )
    rollouts: int | None = ask(
        None, "At most N rollouts (400, or 4000 of random play).", low=1, metavar="N"
    )
    target_error: float | None = ask(None, "Stop at this standard error.", above=0, metavar="E")
    seconds: float | None = ask_seconds()
    analyst: str = ask(JUDGE, "Level or analyst that plays all turns, or random.")
    seed: int | None = ask_seed()
    db: str | None = ask_archive()
    workers: int | None = ask_workers()
    cluster: str | None = ask_cluster()

    def check(self) -> None:
        check_cluster(self.cluster, self.workers)

    def answers(self) -> Iterator[CubeAdvice]:
        from kibitz.games.dicechess.cube import Cube
        from kibitz.games.dicechess.notation import parse_dfen

        p, cube = parse_dfen(self.position), Cube(self.owner.lower(), self.stake)
        options, games = self._options(), games_at(p, self.db)
        with hands_at(self.cluster, self.workers) as hands:
            for found in chances(p, self.analyst, options, self.seed, hands):
                yield self._advice(p, cube, found, games, options.rollouts)

    def _options(self) -> "EquityOptions":
        from kibitz.games.dicechess.equity import STRONG_CUT, EquityOptions

        most = self.rollouts or usual_rollouts(self.analyst, FEW_PLAYED)
        least = LEAST_ROLLOUTS if is_compiled(self.analyst) else LEAST_PLAYED
        is_judged = self.analyst == JUDGE
        return EquityOptions(
            rollouts=most,
            target_error=self.target_error,
            min_rollouts=min(least, most),
            seconds=self.seconds,
            play=JUDGE if is_judged else AT_RANDOM,
            cut=STRONG_CUT if is_judged else 0,
        )

    def _advice(
        self, p: "DiceChess", cube: "Cube", found: "RolloutEquity", games: "Cell", most: int
    ) -> CubeAdvice:
        from kibitz.games.dicechess import cube as theory
        from kibitz.games.dicechess.notation import dfen

        x = theory.USUAL_EFFICIENCY if self.efficiency is None else self.efficiency
        value, error = _with_games(found, p.seat, games)
        advice = theory.advise(value, error, p.seat, cube, x)
        centred, kinds = cube.owner == theory.CENTRE, (theory.DEAD, x, theory.LIVE)
        return CubeAdvice(
            dfen(p),
            "wb"[p.seat],
            advice.action,
            advice.chance,
            advice.error,
            advice.is_close,
            advice.can_double,
            cube.owner,
            cube.stake,
            x,
            Points(*(theory.take_point(kind) for kind in kinds)),
            Points(*(theory.double_point(centred, kind) for kind in kinds)),
            Points(*(theory.cash_point(kind) for kind in kinds)),
            cube.stake * advice.no_double,
            cube.stake * advice.double_take,
            cube.stake * advice.double_pass,
            games.games,
            found.rollouts,
            most,
            found.stopped_by,
            found.seed,
            player_words(self.analyst),
        )


def _with_games(found: "RolloutEquity", seat: int, games: "Cell") -> tuple[float, float]:
    """Wins less losses and their error: what rollouts say, drawn towards the games."""
    from kibitz.stats.shrinkage import PRIOR_GAMES, belief, prior_games

    value, error = found.value(seat), found.value_error
    if found.is_exact or not games.games:
        return value, error
    prior = min(max((1 + value) / 2, 0.0), 1.0)
    worth = min(PRIOR_GAMES, prior_games(prior, error / 2))
    law = belief(games.score, games.games, prior, worth)
    return 2 * law.rate - 1, 2 * law.error
