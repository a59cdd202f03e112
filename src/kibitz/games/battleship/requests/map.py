"""`battleship.map`: the chance of a ship on every cell of the enemy's waters."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.core.doubt import give_or_take
from kibitz.core.request import POSITION, Answer, Request, ask, ask_seed
from kibitz.core.sheet import Cells, Sheet, Words
from kibitz.games.battleship.requests.waters import ask_game, battleship_of

SURE = ("", "0", "100", "")  # per cent of cells that are unknown, missed, hit, aimed at


@dataclass(frozen=True)
class ChanceMap(Answer):
    """The chance of every cell not shot at yet, and the best shot, None where nothing is left.

    `fleets` were counted where the map is exact; else `samples` fleets, worth
    `effective_samples` equal ones, were drawn. `density` is the rule of thumb beside it.
    """

    schema: ClassVar[str] = "battleship.map/1"
    game: str
    position: str
    seat: int
    exact: bool
    fleets: int | None
    samples: int
    effective_samples: float | None
    best: str | None
    chance: float
    error: float
    map: dict[str, float]
    density: dict[str, float]
    seed: int

    def sheet(self) -> Sheet:
        return [self._cells(), Words(tuple(self._told()))]

    def _cells(self) -> Cells:
        from kibitz.games.battleship.notation import LETTERS, cell_text
        from kibitz.games.battleship.sight import sight_of

        game = battleship_of(self.game)
        marks = sight_of(game.parse_position(self.position), self.seat).marks
        hottest = max(self.map.values(), default=0.0) or 1.0
        heats, texts = [], []
        for row in range(game.rows):
            cells = range(row * game.cols, (row + 1) * game.cols)
            chances = [self.map.get(cell_text(cell, game.cols)) for cell in cells]
            sure = [SURE[int(marks[cell])] for cell in cells]
            heats.append(tuple(None if c is None else c / hottest for c in chances))
            texts.append(tuple(map(_percent, chances, sure)))
        names = tuple(str(row + 1) for row in range(game.rows))
        title = "chance of a ship, per cent (0: missed, 100: hit)"
        return Cells(title, tuple(heats), tuple(texts), names, tuple(LETTERS[: game.cols]))

    def _told(self) -> Iterator[str]:
        if self.best is not None:
            doubt = give_or_take(100 * self.error, 1)
            yield f"best shot {self.best}: a hit in {100 * self.chance:.1f} %{doubt}"
        if self.exact:
            yield f"exact: all {self.fleets:,} fleets counted"
        else:
            worth = f"{self.effective_samples:,.0f} equal ones"
            yield f"{self.samples:,} fleets sampled, worth {worth}; seed {self.seed}"

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"cell": cell, "chance": chance, "density": self.density[cell]}
            for cell, chance in self.map.items()
        ]


def _percent(chance: float | None, sure: str) -> str:
    return sure if chance is None else f"{100 * chance:.0f}"


@dataclass(frozen=True)
class MapRequest(Request[ChanceMap]):
    """Map the chance of a ship on every cell.

    The map is for the seat to move. POSITION is a position of battleship, or shots alone:
    'misses/hits/sinkings', for example 'A1,J10/C3,C4/' or 'A1/C3,C4,C5/3@C5'; '-' means no
    shots yet.
    """

    verb: ClassVar[str] = "battleship.map"
    examples: ClassVar[tuple[str, ...]] = ("A1/B2/",)
    gives: ClassVar[type[Answer]] = ChanceMap

    position: str = ask(help="A position, or shots alone.", argument=True, holds=POSITION)
    game: str = ask_game()
    samples: int = ask(
        20_000, "Fleets to draw where they cannot all be counted.", low=10, high=10_000_000
    )
    budget: int = ask(
        2_000_000,
        "Placements tried to count every fleet, before sampling instead.",
        low=0,
        high=1_000_000_000,
    )
    seed: int | None = ask_seed()

    def answers(self) -> Iterator[ChanceMap]:
        from kibitz.core.seeds import checked_seed, stream
        from kibitz.games.battleship.density import density_map
        from kibitz.games.battleship.notation import cell_text
        from kibitz.games.battleship.posterior import probability_map
        from kibitz.games.battleship.sight import sight_of

        game, root = battleship_of(self.game), checked_seed(self.seed)
        p = game.parse_position(self.position)
        sight = sight_of(p, p.seat)
        found = probability_map(sight, self.budget, self.samples, stream(root))
        unknown = [cell for cell in range(len(found.heat)) if sight.marks[cell] == 0]
        best = max(unknown, key=lambda cell: (found.heat[cell], -cell), default=None)
        chance = 0.0 if best is None else float(found.heat[best])
        density, names = density_map(sight), {cell: cell_text(cell, game.cols) for cell in unknown}
        yield ChanceMap(
            game.text,
            game.position_text(p),
            int(p.seat),
            found.is_exact,
            found.fleets,
            found.samples,
            None if found.is_exact else found.effective_samples,
            None if best is None else names[best],
            chance,
            0.0 if best is None else float(found.errors[best]),
            {name: float(found.heat[cell]) for cell, name in names.items()},
            {name: float(density[cell]) for cell, name in names.items()},
            root,
        )
