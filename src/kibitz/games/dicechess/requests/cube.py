"""`dicechess.cube`: double, and take?"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.ink import ink
from kibitz.core.request import Answer, Progress, Request, ask, ask_seed
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.games.dicechess.requests.chances import PLAYED_ROLLOUTS, RANDOM, ROLLOUTS, chances

if TYPE_CHECKING:
    from kibitz.games.dicechess.cube import Cube
    from kibitz.games.dicechess.equity import EquityOptions, RolloutEquity
    from kibitz.games.dicechess.rules import DiceChess

LEAST_ROLLOUTS = 400  # before a target error may stop
WAYS = ("no_double", "double_take", "double_pass")


@dataclass(frozen=True)
class Points:
    """A chance at which a decision turns, for a dead and for a fully live cube."""

    cubeless: float
    live: float


@dataclass(frozen=True)
class CubeAdvice(Answer):
    """What to do with the cube, and what each way is worth, in points of the present stake."""

    schema: ClassVar[str] = "dicechess.cube/1"
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
    take_point: Points
    double_point: Points
    no_double: float
    double_take: float
    double_pass: float
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
        close = ", too close to call" if self.too_close_to_call else ""
        return f"{self.advice} ({100 * self.chance:.1f} % ± {100 * self.error:.1f}{close})"

    def sheet(self) -> Sheet:
        from kibitz.core.pictures import picture_at

        side = {"w": "White", "b": "Black"}[self.side]
        told = [f"{side} about to roll: " + ink(self._verdict, "strong")]
        if not self.can_double:
            told.append(ink(f"The cube is {self.owner}'s: there is nothing to decide."))
        columns = ("cube", f"value (stake {self.stake})")
        rows = [(row["cube"], f"{row['value']:+.3f}") for row in self.rows()]
        take, double = self.take_point, self.double_point
        return [
            picture_at("dicechess", self.position),
            Words(tuple(told)),
            listing(columns, rows, numbers=columns[1:]),
            Words.of(
                f"taker's chance to take: {take.cubeless:.0%} cubeless, {take.live:.0%} live",
                f"to double: {double.cubeless:.0%} cubeless, {double.live:.0%} live",
            ),
            Words.of(f"chances by {self.rollouts} rollouts of {self.player}", role="quiet"),
        ]

    def rows(self) -> list[dict[str, Any]]:
        return [{"cube": way.replace("_", " "), "value": getattr(self, way)} for way in WAYS]


@dataclass(frozen=True)
class CubeRequest(Request[CubeAdvice]):
    """Advise whether to double before a roll, and whether to take.

    Chances assume random play, which flatters the side ahead, or play by --player.
    """

    verb: ClassVar[str] = "dicechess.cube"
    gives: ClassVar[type[Answer]] = CubeAdvice
    is_long: ClassVar[bool] = True

    position: str = ask(help="A position before a roll.", argument=True, metavar="DFEN")
    owner: str = ask("centre", "Who has the cube: centre, white or black.")
    stake: int = ask(1, "The present stake.", low=1, metavar="N")
    efficiency: float | None = ask(
        None, "0 dead cube to 1 fully live (0.68).", low=0, high=1, metavar="X"
    )
    rollouts: int | None = ask(
        None, "At most N rollouts (4000, or 100 with --player).", low=1, metavar="N"
    )
    target_error: float | None = ask(None, "Stop at this standard error.", above=0, metavar="E")
    player: str | None = ask(None, "Level or analyst that plays all turns.", metavar="NAME")
    seed: int | None = ask_seed()

    def answers(self) -> Iterator[CubeAdvice]:
        from kibitz.games.dicechess.cube import Cube
        from kibitz.games.dicechess.notation import parse_dfen

        p, cube = parse_dfen(self.position), Cube(self.owner.lower(), self.stake)
        options = self._options()
        for found in chances(p, self.player, options, self.seed):
            yield self._advice(p, cube, found, options.rollouts)

    def _options(self) -> "EquityOptions":
        from kibitz.games.dicechess.equity import EquityOptions

        usual = PLAYED_ROLLOUTS if self.player else ROLLOUTS
        most = usual if self.rollouts is None else self.rollouts
        return EquityOptions(
            rollouts=most,
            target_error=self.target_error,
            min_rollouts=min(LEAST_ROLLOUTS, most),
        )

    def _advice(
        self, p: "DiceChess", cube: "Cube", found: "RolloutEquity", most: int
    ) -> CubeAdvice:
        from kibitz.games.dicechess import cube as theory
        from kibitz.games.dicechess.notation import dfen

        usual, dead, live = theory.USUAL_EFFICIENCY, theory.DEAD, theory.LIVE
        x = usual if self.efficiency is None else self.efficiency
        advice = theory.advise(found.value(p.seat), found.value_error, p.seat, cube, x)
        centred = cube.owner == theory.CENTRE
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
            Points(theory.take_point(dead), theory.take_point(live)),
            Points(theory.double_point(centred, dead), theory.double_point(centred, live)),
            cube.stake * advice.no_double,
            cube.stake * advice.double_take,
            cube.stake * advice.double_pass,
            found.rollouts,
            most,
            found.stopped_by,
            found.seed,
            self.player or RANDOM,
        )
