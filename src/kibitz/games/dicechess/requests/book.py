"""`dicechess.book`: what the archive's games say about a position and its turns."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import (
    PLACE,
    POSITION,
    Answer,
    Progress,
    Request,
    ask,
    ask_archive,
    ask_seed,
    row_of,
)
from kibitz.core.sheet import Block, Sheet, Words, listing

if TYPE_CHECKING:
    from kibitz.games.dicechess.book import Lookup
    from kibitz.games.dicechess.experience import KnownResults
    from kibitz.games.dicechess.rules import DiceChess
    from kibitz.games.dicechess.tally import RollTally
    from kibitz.store.archive import Archive

GAME = "dicechess"
LOOK = 500  # games between two snapshots
COLUMNS = ("turn", "games", "won", "drawn", "lost", "rate", "95 %", "at least", "rollouts", "both")


@dataclass(frozen=True)
class CountedGames:
    """Games by how they ended, their rate, and that drawn towards what rollouts say."""

    n: int
    wins: int
    draws: int
    losses: int
    rate: float | None
    interval: tuple[float, float]  # of the rate
    lower_bound: float
    rollout: float | None
    shrunk: float | None
    shrunk_interval: tuple[float, float] | None  # of the rate and the rollouts together


@dataclass(frozen=True)
class CountedTurn(CountedGames):
    """The games in which a turn was made."""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class BookFile:
    """A whole book that was written."""

    output: str
    games: int
    positions: int


@dataclass(frozen=True)
class OpeningBook(Answer):
    """What games know: `turns` of a roll; before a roll `counted`, and in `rolls` a turn for each.

    `games_read` are those that were gone through, `turns_left` those without their rollouts.
    """

    schema: ClassVar[str] = "dicechess.book/2"
    position: str
    canonical: str
    archive: str
    counted: CountedGames | None = None
    turns: tuple[CountedTurn, ...] = ()
    rolls: dict[str, CountedTurn] | None = None
    file: BookFile | None = None
    games_read: int = 0
    turns_left: int | None = None  # None while games are read

    @property
    def progress(self) -> Progress | None:
        if self.file is not None or self.turns_left == 0:
            return None
        if self.turns_left is None:
            return Progress(self.games_read, None, f"{self.games_read:,} games read")
        done = len(self.turns)
        return Progress(done, done + self.turns_left, "turns rolled out")

    def sheet(self) -> Sheet:
        from kibitz.core.pictures import picture_at

        if self.file is not None:
            made = self.file
            told = f"{made.positions:,} rolled positions of {made.games:,} games in {made.output}"
            return [Words.of(told)]
        blocks: list[Block] = [picture_at(GAME, self.position)]
        nothing = "No turn of this roll was played often enough."
        if self.counted is not None:
            blocks.append(Words.of(_told(self.counted)))
            nothing = "No turn from here was played often enough."
        return [*blocks, self._table() if self._named() else Words.of(nothing)]

    def _table(self) -> Block:
        named = self._named()
        columns = COLUMNS if named[0][1].shrunk is not None else COLUMNS[:-2]
        rows = [_row(name, turn)[: len(columns)] for name, turn in named]
        return listing(columns, rows, numbers=columns[1:])

    def _named(self) -> list[tuple[str, CountedTurn]]:
        rolls = (self.rolls or {}).items()
        named = [(f"{roll}: {' '.join(turn.moves)}", turn) for roll, turn in rolls]
        return named or [(" ".join(turn.moves), turn) for turn in self.turns]

    def rows(self) -> list[dict[str, Any]]:
        return [{"turn": name, **row_of(turn)} for name, turn in self._named()]


def _told(counted: CountedGames) -> str:
    if not counted.n:
        said = "No game reached this position"
    else:
        low, high = counted.interval
        said = (
            f"{counted.n:,} games: {counted.wins:,} won, {counted.draws:,} drawn, "
            f"{counted.losses:,} lost by the side about to roll; rate {counted.rate:.3f} "
            f"({low:.3f} to {high:.3f})"
        )
    if counted.shrunk is not None:
        said += f"; rollouts say {counted.rollout:.3f}, both {_both(counted)}"
    return said + "."


def _row(name: str, turn: CountedTurn) -> tuple[str, ...]:
    low, high = turn.interval
    return (
        name,
        *(f"{count:,}" for count in (turn.n, turn.wins, turn.draws, turn.losses)),
        _share(turn.rate),
        f"{low:.3f} to {high:.3f}",
        f"{turn.lower_bound:.3f}",
        _share(turn.rollout),
        _both(turn),
    )


def _both(counted: CountedGames) -> str:
    """The rate of games and rollouts together with its own interval."""
    if counted.shrunk is None or counted.shrunk_interval is None:
        return "-"
    low, high = counted.shrunk_interval
    return f"{counted.shrunk:.3f} ({low:.3f} to {high:.3f})"


def _share(rate: float | None) -> str:
    return "-" if rate is None else f"{rate:.3f}"


@dataclass(frozen=True)
class BookRequest(Request[OpeningBook]):
    """Show the turns played in the archive, best lower bound first.

    DFEN with dice lists the turns of that roll. Without dice it tells how games from there
    ended and the turn for each roll; left out, it is the start. Swapped colours and, without
    castling rights, mirrored files count as the same position.
    """

    verb: ClassVar[str] = "dicechess.book"
    gives: ClassVar[type[Answer]] = OpeningBook
    is_long: ClassVar[bool] = True

    position: str = ask("", "A position.", argument=True, metavar="[DFEN]", holds=POSITION)
    player: str | None = ask(None, "Only this player's turns.", metavar="P")
    least: int = ask(3, "Only turns played in N games or more.", low=1, metavar="N")
    limit: int = ask(10, "At most N turns per roll.", low=1, metavar="N")
    rollouts: int = ask(
        400, "For the prior that small counts shrink towards; 0 for none.", low=0, metavar="N"
    )
    moves: int = ask(8, "Full moves per game that go into a file.", low=1, metavar="N")
    output: str | None = ask(
        None,
        "Write the whole book: a line of key, TAB and moves for each rolled position.",
        metavar="FILE",
        holds=PLACE,
    )
    seed: int | None = ask_seed()
    db: str | None = ask_archive()

    def answers(self) -> Iterator[OpeningBook]:
        from kibitz.games.dicechess.key import canonical
        from kibitz.games.dicechess.notation import START, dfen, parse_dfen
        from kibitz.games.dicechess.requests.games import counters
        from kibitz.games.dicechess.tally import RollTally
        from kibitz.store.archive import Archive

        p = parse_dfen(self.position or START)
        with Archive.open(self.db, create=False) as archive:
            book = OpeningBook(dfen(p), canonical(p).text, str(archive.database.place))
            tally = RollTally()
            if self.player is not None or self.output is not None:
                for _ in self._tallied(archive, tally):
                    book = replace(book, games_read=tally.games)
                    yield book
            if self.output is not None:
                yield replace(book, file=self._written(tally, Path(self.output)))
                return
            lookup = tally.cell if self.player is not None else counters(archive)
            yield from self._read(book, p, lookup)

    def _tallied(self, archive: "Archive", tally: "RollTally") -> Iterator[None]:
        """Add up the finished games of the player (or all), with a pause now and then."""
        from kibitz.core.record import Record
        from kibitz.store.selection import Selection, is_player

        player, moves = self.player, None if self.output is None else self.moves
        for line in archive.lines(Selection(GAME, player)):
            record = Record.from_json(line)
            if record.result is None or "ended" in record.tags:
                continue
            sat = [player is None or is_player(name, player) for name in record.players]
            tally.add(record.replay(), [seat for seat in (0, 1) if sat[seat]], moves)
            if tally.games % LOOK == 0:
                yield
        yield

    def _written(self, tally: "RollTally", output: Path) -> BookFile:
        from kibitz.core.files import write_whole

        lines = [f"{key}\t{','.join(turn.moves)}\n" for key, turn in tally.lines(self.least)]
        write_whole(output, lines)
        return BookFile(str(output), tally.games, len(lines))

    def _read(self, book: OpeningBook, p: "DiceChess", lookup: "Lookup") -> Iterator[OpeningBook]:
        from kibitz.games.dicechess.experience import Prior, experiences

        prior = Prior(self.rollouts, self.seed or 0)
        for found in experiences(p, lookup, self.least, self.limit, prior):
            yield replace(
                book,
                counted=None if found.here is None else _counted(found.here),
                turns=tuple(map(_turn, found.turns)),
                rolls=None if p.dice else {roll: _turn(known) for roll, known in found.rolls},
                turns_left=found.left,
            )


def _counted(known: "KnownResults") -> CountedGames:
    cell = known.cell
    return CountedGames(
        cell.games,
        cell.wins,
        cell.draws,
        cell.losses,
        cell.score / cell.games if cell.games else None,
        cell.interval(),
        cell.lower_bound,
        known.rollout,
        known.shrunk,
        known.shrunk_interval,
    )


def _turn(known: "KnownResults") -> CountedTurn:
    return CountedTurn(**vars(_counted(known)), moves=known.moves)
