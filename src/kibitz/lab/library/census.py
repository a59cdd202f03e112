"""The archive, one of its games, or one position in numbers."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import Answer, Request, ask, ask_archive
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.lab.figures import Interval, ask_seed
from kibitz.lab.library.shelf import opened

if TYPE_CHECKING:
    from kibitz.core.game import Game
    from kibitz.store.archive import Archive
    from kibitz.store.positions import Counts
    from kibitz.store.prospect import Prospect


@dataclass(frozen=True)
class ArchiveTotals:
    """How much there is of everything."""

    version: int  # of the database's layout
    bytes: int | None  # of a file
    games: int
    players: int
    matches: int
    pairs: int
    reviews: int
    positions: int
    position_values: int
    by_game: dict[str, int]


@dataclass(frozen=True)
class SeatTotals:
    """How the games by some rules ended for one seat, forfeits left out."""

    game: str
    seat: int
    games: int
    wins: int
    draws: int
    losses: int
    payoff: float  # on average
    plies: float  # on average


@dataclass(frozen=True)
class GamesSeen:
    """How many games came to a position, and how they ended for the seat to act."""

    n: int
    wins: int
    draws: int
    rate: float | None  # of points; None where there is no game
    interval: Interval


@dataclass(frozen=True)
class Promise:
    """What a position promises the seat to act, and where that comes from."""

    game: str
    position: str
    seat: int
    seat_name: str
    value: float
    interval: tuple[float, float] | None  # None for a judgement
    exact: bool
    samples: int  # games of the archive, or samples of the analyst
    unit: str  # win rate, or that of the game
    source: str  # archive, analyst, rollouts, archive and rollouts, or cache
    analyst: str | None
    by: str  # what the analyst judges by, where he does
    archive: GamesSeen


@dataclass(frozen=True)
class Census(Answer):
    """The archive, one game or one position in numbers; None is what was not asked for."""

    schema: ClassVar[str] = "archive.stats/1"
    archive: str
    totals: ArchiveTotals | None = None
    seats: tuple[SeatTotals, ...] | None = None
    prospect: Promise | None = None

    def rows(self) -> list[dict[str, Any]]:
        return [asdict(seat) for seat in self.seats or ()]

    def sheet(self) -> Sheet:
        if self.prospect is not None:
            return [Words.of(f"{self.prospect.seat_name}: {_promise_text(self.prospect)}")]
        if self.totals is not None:
            return self._totals_sheet(self.totals)
        rows = self.rows()
        if not rows:
            return [Words.of(f"no finished game of it in {self.archive}")]
        cells = [[f"{v:.4g}" if isinstance(v, float) else str(v) for v in r.values()] for r in rows]
        return [listing(rows[0], cells, numbers=list(rows[0])[1:])]

    def _totals_sheet(self, totals: ArchiveTotals) -> Sheet:
        counted = {"archive": self.archive, **asdict(totals)}
        by_game = counted.pop("by_game")
        rows = [
            [name, f"{value:,}" if isinstance(value, int) else value or "-"]
            for name, value in counted.items()
        ]
        games = [f"  {text}: {count:,} games" for text, count in by_game.items()]
        return [listing(["", ""], rows), Words.of(*games)]


def _promise_text(found: Promise) -> str:
    seen = _seen_text(found.archive)
    value = f"{found.unit} {found.value:.4g}"
    if not found.exact and found.interval is not None:
        value += f" ({found.interval[0]:.4g} to {found.interval[1]:.4g})"
    if found.source == "archive":
        return f"{value} from the archive, {seen}"
    if found.source == "archive and rollouts":
        return f"{value} from the archive, {seen}, drawn towards {found.analyst}"
    how = f"judged, {found.by}" if found.by else f"{found.samples:,} samples"
    kept = ", cached" if found.source == "cache" else ""
    told = "exact" if found.exact else how
    return f"{value} from {found.analyst}, {told}{kept}; the archive has {seen}"


def _seen_text(seen: GamesSeen) -> str:
    if not seen.n:
        return "no game of it"
    losses = seen.n - seen.wins - seen.draws
    return f"{seen.n:,} games ({seen.wins:,} won, {seen.draws:,} drawn, {losses:,} lost)"


@dataclass(frozen=True)
class CensusRequest(Request[Census]):
    """Count the games in the archive, or say what a POSITION promises.

    A position is answered from the games that reached it if their 95 % interval is within
    the wanted error, otherwise by an analyst, whose value is kept.
    """

    verb: ClassVar[str] = "archive.stats"
    gives: ClassVar[type[Answer]] = Census

    game: str | None = ask(None, "A game.", argument=True, metavar="[GAME]")
    position: str | None = ask(None, "A position of it.", argument=True, metavar="[POSITION]")
    error: float = ask(0.05, "Wanted half-width of a position's interval.", metavar="E")
    analyst: str | None = ask(None, "Analyst that answers where games are too few.", metavar="A")
    seed: int | None = ask_seed()
    db: str | None = ask_archive()

    def answers(self) -> Iterator[Census]:
        with opened(self.db, create=self.position is not None) as store:
            place = str(store.database.place)
            if self.game is None:
                yield Census(place, totals=_totals(store))
            elif self.position is None:
                yield Census(place, seats=_seats(store, self.game))
            else:
                yield Census(place, prospect=self._promise(store, self.game, self.position))

    def _promise(self, store: "Archive", name: str, text: str) -> Promise:
        from kibitz.core.registry import make_game
        from kibitz.players.roster import make_analyst
        from kibitz.store.prospect import prospect

        game = make_game(name)
        position = game.parse_position(text)
        asked = make_analyst(self.analyst, game) if self.analyst else None
        found = prospect(
            store, game, position, wanted_error=self.error, analyst=asked, seed=self.seed or 0
        )
        return _promise(game, game.position_text(position), found)


def _promise(game: "Game", position: str, found: "Prospect") -> Promise:
    return Promise(
        game.text,
        position,
        found.seat,
        game.seat_name(found.seat),
        found.value,
        None if found.by else (found.low, found.high),
        found.is_exact,
        found.n,
        found.unit,
        found.source,
        found.analyst,
        found.by,
        _games_seen(found.counts),
    )


def _games_seen(counts: "Counts") -> GamesSeen:
    if not counts.n:
        return GamesSeen(0, 0, 0, None, (None, None))
    return GamesSeen(*counts, counts.points / counts.n, counts.interval)


def _totals(store: "Archive") -> ArchiveTotals:
    from kibitz.store.migrations import NEWEST

    path = store.database.place.path
    size = path.stat().st_size if path else None
    return ArchiveTotals(NEWEST, size, **store.totals(), by_game=store.games_by_rules())


def _seats(store: "Archive", game: str) -> tuple[SeatTotals, ...]:
    from kibitz.store.results import seat_results
    from kibitz.store.selection import Selection

    return tuple(
        SeatTotals(
            r.game, r.seat, r.games, r.wins, r.draws, r.games - r.wins - r.draws, r.payoff, r.plies
        )
        for r in seat_results(store, Selection(game))
    )
