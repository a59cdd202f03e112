"""A tournament: many players, a schedule, ratings and everybody against everybody."""

from collections.abc import Generator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from kibitz.core.request import Answer, Progress, ask
from kibitz.core.sheet import Sheet
from kibitz.lab.contest.course import Standpoint, named_points
from kibitz.lab.contest.play import PLAYING, ContestAnswer, ContestRequest, LineUp
from kibitz.lab.contest.result import Result, Resume, result_fields
from kibitz.lab.figures import Interval, interval

if TYPE_CHECKING:
    from kibitz.arena.tournament import Standing, Tournament
    from kibitz.lab.contest.store import MatchStore

FINISHED = "finished"
LEADERS = 3  # that a bar names


@dataclass(frozen=True)
class Settings:
    """How the tournament is held."""

    format: str
    pairs: int  # per encounter
    rounds: int | None
    challengers: int
    anchor: str | None
    limit_seconds: float | None


@dataclass(frozen=True, kw_only=True)
class Placing:
    """One player's place: by ratings for two seats, by payoffs for more."""

    place: int
    player: int  # place in the list of players
    name: str
    games: int
    points: float  # of two seats: in all; of more: share of the rivals beaten
    label: int | None = None  # what people expect of a level
    rating: float | None = None  # Elo; where payoffs decide, what is won per game from the anchor
    error: float | None = None
    interval: Interval | None = None
    online: float | None = None  # Elo with K = 32, game after game
    merit: str = ""  # what the format counts
    payoff: float | None = None  # per game
    payoff_interval: Interval | None = None
    wins: float | None = None  # share of the games
    win_interval: Interval | None = None  # of `wins`, where every win counts once
    even_wins: float | None = None  # what equal players would win of the games


@dataclass(frozen=True, kw_only=True)
class CompanyResult(Result):
    """What one company of players came to."""

    players: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class TournamentSnapshot(ContestAnswer):
    """A tournament so far, or its result."""

    schema: ClassVar[str] = "tournament/1"
    settings: Settings
    pairs: int
    total_pairs: int  # about
    unit: str
    decided_by: Literal["score", "payoff"] = "score"
    anchor: str | None = None
    first_seat_elo: float | None = None
    first_seat_error: float | None = None
    draw_ratio: float | None = None
    standings: tuple[Placing, ...]
    superiority: tuple[tuple[float | None, ...], ...] = ()  # how sure row is better than column
    encounters: tuple[CompanyResult, ...]

    @property
    def progress(self) -> Progress:
        ahead = (f"{row.name} {_worth(row):g}" for row in self.standings[:LEADERS])
        leaders = f", {', '.join(ahead)}" if self.pairs else ""
        pace = self._course.words(self.total_pairs)
        return Progress(self.pairs, self.total_pairs, f"{self.pairs} pairs{leaders}{pace}")

    @property
    def standpoint(self) -> Standpoint:
        ratings = named_points([(row.name, row.rating) for row in self.standings])
        return Standpoint(self.pairs, ratings=ratings)

    def sheet(self) -> Sheet:
        from kibitz.lab.contest.standings import tournament_sheet

        return tournament_sheet(self)

    def rows(self) -> list[dict[str, Any]]:
        return [asdict(place) for place in self.standings]


@dataclass(frozen=True)
class FormatOptions(LineUp):
    """Who meets whom, how often."""

    format: str = ask("round-robin", "round-robin, gauntlet, knockout or swiss.", metavar="FORMAT")
    pairs: int = ask(10, "Pairs per encounter.", low=1, metavar="N")
    rounds: int | None = ask(None, "Rounds of a Swiss tournament.", low=1, metavar="N")
    challengers: int = ask(
        1, "For a gauntlet: how many of the first players meet all others.", low=1, metavar="N"
    )
    anchor: str | None = ask(
        None, "Player whose rating is fixed (the first level).", metavar="PLAYER[=ELO]"
    )


@dataclass(frozen=True)
class TournamentRequest(ContestRequest[TournamentSnapshot], FormatOptions):
    """Play a tournament and rate the players.

    Every encounter is a number of pairs with seats swapped. In a gauntlet the first player
    meets all the others; a knockout seeds players in the order given. In a game with more
    than two seats every group that fills a table meets, and payoffs decide.
    """

    verb: ClassVar[str] = "tournament"
    examples: ClassVar[tuple[str, ...]] = ("nim beginner intermediate expert --pairs 20",)
    gives: ClassVar[type[Answer]] = TournamentSnapshot
    stream_pairs: ClassVar[int] = 100
    example: ClassVar[str] = "nim expert random"

    def check(self) -> None:
        self.check_crew()

    def streamed(self) -> "TournamentRequest":
        return replace(self, every=self.every or self.stream_pairs)

    def answers(self) -> Generator[TournamentSnapshot]:
        from kibitz.arena.tournament import Tournament

        with self.kept() as store:
            chosen = self.chosen(store, self._tournament, Tournament.of_plan)
            begun = chosen.begin()
            yield from self.played(
                store,
                chosen,
                begun,
                lambda: begun.table.pairs,
                lambda end: self._told(begun, store, end),
            )

    def _tournament(self, game: str) -> "Tournament":
        from kibitz.arena.match import spoken_names, unique
        from kibitz.arena.standings import anchoring, player_labels
        from kibitz.arena.tournament import Tournament
        from kibitz.core.seeds import checked_seed

        chosen = Tournament(
            game,
            self.introduced(),
            checked_seed(self.seed),
            self.format,
            self.pairs,
            self.rounds,
            self.challengers,
            self.anchor,
            self.limit,
        )
        shown = unique(spoken_names(chosen.players))
        anchoring(chosen, shown, player_labels(chosen))  # refuses a bad one now
        return chosen

    def _told(
        self, begun: "Standing", store: "MatchStore", ending: str | None
    ) -> TournamentSnapshot:
        resume = None if begun.is_finished else store.resume(self.verb)
        return tournament_snapshot(begun, ending=ending, resume=resume)


def _worth(row: Placing) -> float:
    """What a player has so far: points, or payoff where that decides."""
    return row.points if row.payoff is None else round(row.payoff * row.games, 2)


def tournament_snapshot(
    begun: "Standing", *, ending: str | None = None, resume: Resume | None = None
) -> TournamentSnapshot:
    """Everything there is to say about a tournament so far."""
    from kibitz import __version__
    from kibitz.arena.match import spoken_names
    from kibitz.core.registry import make_game

    chosen = begun.tournament
    game = make_game(chosen.game)
    return TournamentSnapshot(
        version=__version__,
        game=chosen.game,
        title=game.title,
        players=spoken_names(chosen.players),
        seed=chosen.seed,
        settings=Settings(**chosen.plan().settings),
        ending=ending or (FINISHED if begun.is_finished else PLAYING),
        pairs=begun.table.pairs,
        total_pairs=begun.schedule.total_pairs(),
        unit=game.unit,
        decided_by="payoff" if game.is_paid else "score",
        **(_of_two(begun) if chosen.seats == 2 else _of_more(begun)),
        encounters=tuple(
            CompanyResult(players=players, **result_fields(sums, game))
            for players, sums in sorted(begun.table.tallies.items())
        ),
        resume=resume,
    )


def _of_two(begun: "Standing") -> dict[str, Any]:
    """Places by merit, with ratings of one joint fit."""
    from kibitz.arena.standings import Standings
    from kibitz.stats.payoff_ratings import PayoffRatings

    standings = Standings.of(begun)
    fitted, rows = standings.ratings, standings.rows
    is_paid = isinstance(fitted, PayoffRatings)
    places = tuple(
        Placing(
            place=place,
            player=row.player,
            name=row.name,
            games=row.games,
            points=row.points,
            label=row.label,
            rating=row.rated.rating if row.rated else None,
            error=row.rated.error if row.rated else None,
            interval=interval(row.rated.interval) if row.rated else None,
            online=row.online,
            merit=row.merit,
            payoff=row.rated.score if row.rated and is_paid else None,
        )
        for place, row in enumerate(rows, 1)
    )
    sure = tuple(tuple(standings.superiority(row, other) for other in rows) for row in rows)
    found = {"standings": places, "superiority": sure}
    if fitted is None:
        return found
    names = ("anchor", "first_seat_elo", "first_seat_error", "draw_ratio")
    return found | {name: getattr(fitted, name, None) for name in names}


def _of_more(begun: "Standing") -> dict[str, Any]:
    """Places by payoff."""
    from kibitz.arena.company import company_rows
    from kibitz.core.registry import make_game

    even = make_game(begun.tournament.game).even_chance
    places = tuple(
        Placing(
            place=place,
            player=row.player,
            name=row.name,
            games=row.games,
            points=row.points,
            payoff=row.payoff,
            payoff_interval=interval(row.interval),
            wins=row.wins,
            win_interval=None if row.win_interval is None else interval(row.win_interval),
            even_wins=even,
        )
        for place, row in enumerate(company_rows(begun), 1)
    )
    return {"standings": places}
