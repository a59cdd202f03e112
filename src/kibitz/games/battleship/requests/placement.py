"""`battleship.placement`: the shots that sink fleets, uniform ones and those placed with care."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from kibitz.core.doubt import give_or_take
from kibitz.core.request import Answer, Progress, Request, ask, ask_seed
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.games.battleship.requests.waters import ask_game, battleship_of

if TYPE_CHECKING:
    from kibitz.games.battleship.resistance import Resistance

COLUMNS = ("shooter", "uniform", "careful", "gain")


@dataclass(frozen=True)
class Shots:
    """Mean shots with their standard error."""

    value: float
    error: float


@dataclass(frozen=True)
class ShooterShots:
    """What one shooter needs for uniform and for careful fleets, and what care gains."""

    shooter: str
    uniform: Shots
    careful: Shots
    gain: Shots


@dataclass(frozen=True)
class Placements(Answer):
    """How fleets resist, shooter by shooter, and how much there is to guess, in bits."""

    schema: ClassVar[str] = "battleship.placement/1"
    game: str
    games: int
    tries: int
    shooters: tuple[ShooterShots, ...]
    shooters_left: int
    uniform_entropy_bits: float
    least_entropy_bits: float
    seed: int

    @property
    def progress(self) -> Progress | None:
        if not self.shooters_left:
            return None
        done = len(self.shooters)
        return Progress(done, done + self.shooters_left, f"{self.games:,} games per shooter")

    def sheet(self) -> Sheet:
        rows = [
            (row.shooter, *map(_shots_text, (row.uniform, row.careful, row.gain)))
            for row in self.shooters
        ]
        uniform, least = self.uniform_entropy_bits, self.least_entropy_bits
        return [
            listing(COLUMNS, rows, numbers=COLUMNS[1:]),
            Words.of(
                f"mean shots to sink a fleet, 95 %; {self.games:,} games each; seed {self.seed}",
                f"entropy: uniform fleets {uniform:.1f} bits, careful ones at least {least:.1f}",
            ),
        ]

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "shooter": row.shooter,
                **{name: getattr(row, name).value for name in COLUMNS[1:]},
                **{f"{name}_error": getattr(row, name).error for name in COLUMNS[1:]},
            }
            for row in self.shooters
        ]


def _shots_text(shots: Shots) -> str:
    return f"{shots.value:.2f}{give_or_take(1.96 * shots.error, 2)}"


@dataclass(frozen=True)
class PlacementRequest(Request[Placements]):
    """Measure how many shots sink random and carefully placed fleets."""

    verb: ClassVar[str] = "battleship.placement"
    examples: ClassVar[tuple[str, ...]] = ("--games 2",)
    gives: ClassVar[type[Answer]] = Placements
    is_long: ClassVar[bool] = True

    games: int = ask(2000, "Games per shooter.", low=2, high=10_000_000)
    game: str = ask_game()
    shooter: tuple[Literal["density", "pattern", "plan", "posterior"], ...] = ask(
        ("density", "plan"), "Who shoots; may be given more than once."
    )
    tries: int = ask(16, "Fleets drawn per carefully placed ship.", low=1, high=100_000)
    samples: int = ask(200, "Fleets the posterior draws per shot.", low=1, high=1_000_000)
    seed: int | None = ask_seed()

    def answers(self) -> Iterator[Placements]:
        from kibitz.core.seeds import checked_seed
        from kibitz.games.battleship.resistance import (
            Waters,
            entropy_left,
            fleet_count,
            resistance,
        )

        game, root = battleship_of(self.game), checked_seed(self.seed)
        waters = Waters(game.ships, game.rows, game.cols, game.rules)
        bits = math.log2(fleet_count(waters, root)), entropy_left(waters, self.tries, root)
        left = len(self.shooter)
        found = Placements(game.text, self.games, self.tries, (), left, *bits, root)
        for name in self.shooter:
            yield found
            row = resistance(waters, name, self.tries, self.games, root, self.samples)
            found = replace(found, shooters=(*found.shooters, _row(row)))
            found = replace(found, shooters_left=left - len(found.shooters))
        yield found


def _row(found: "Resistance") -> ShooterShots:
    shots = (Shots(*figure) for figure in (found.uniform, found.careful, found.gain))
    return ShooterShots(found.shooter, *shots)
