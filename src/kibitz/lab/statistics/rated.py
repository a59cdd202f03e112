"""Players with their ratings, from any games: as answers hold them, and the fit of a file."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.doubt import give_or_take
from kibitz.core.request import PLACE, Answer, Request, ask
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.lab.figures import ask_confidence, percent
from kibitz.lab.reading import read_text

if TYPE_CHECKING:
    from kibitz.stats.ratings import Rated


@dataclass(frozen=True)
class RatedPlayer:
    """One player's rating with its interval, and what it rests on."""

    name: str
    rating: float
    error: float
    interval: tuple[float, float]
    games: int
    score: float  # where payoffs decide, what was won per game
    label: int | None = None  # what people expect of a level


@dataclass(frozen=True)
class FileRatings(Answer):
    """All players of a file of games, best first."""

    schema: ClassVar[str] = "stats.ratings/1"
    players: tuple[RatedPlayer, ...]
    superiority: tuple[tuple[float, ...], ...]  # how sure row is better than column
    first_seat_elo: float
    first_seat_error: float
    draw_ratio: float  # between even players
    games: int
    pairs: int
    anchor: str | None
    online: dict[str, float]  # Elo with K = 32, game after game
    confidence: float

    def sheet(self) -> Sheet:
        sure = f"{100.0 * self.confidence:g} %"
        numbers = ("rating", sure, "games", "score", "better than next", "online")
        rows = [self._cells(place) for place in range(len(self.players))]
        return [
            listing(["", "player", *numbers], rows, numbers=["", *numbers]),
            Words.of(seat_note(self.first_seat_elo, self.first_seat_error, self.draw_ratio)),
        ]

    def _cells(self, place: int) -> list[str]:
        player, sure = self.players[place], over_next(self.superiority)[place]
        low, high = player.interval
        return [
            str(place + 1),
            player.name,
            f"{player.rating:.1f}",
            f"{low:.1f} to {high:.1f}",
            f"{player.games:,}",
            percent(player.score),
            "" if sure is None else percent(sure),
            f"{self.online[player.name]:.0f}",
        ]

    def rows(self) -> list[dict[str, Any]]:
        return [asdict(player) for player in self.players]


@dataclass(frozen=True)
class FileRatingsRequest(Request[FileRatings]):
    """Rate the players in FILE by one joint fit.

    A line is first,second,score[,pair], or a JSON object with these names.
    """

    verb: ClassVar[str] = "stats.ratings"
    gives: ClassVar[type[Answer]] = FileRatings

    file: str = ask(help="A file of games; - is stdin.", argument=True, holds=PLACE)
    anchor: str | None = ask(None, "Player whose rating is fixed.", metavar="PLAYER")
    anchor_rating: float = ask(0.0, "The anchor's rating.", metavar="ELO")
    paired: bool = ask(False, "Every two games in a row are a pair.")
    confidence: float = ask_confidence()

    def answers(self) -> Iterator[FileRatings]:
        from kibitz.stats.listing import parse_games
        from kibitz.stats.ratings import fit, online

        games = parse_games(read_text(self.file), f"'{self.file}'", self.paired)
        found = fit(games, self.anchor, self.anchor_rating, self.confidence)
        fields = asdict(found) | {"players": rated_players(found.players)}
        yield FileRatings(**fields, online=online(games), confidence=self.confidence)


def rated_players(
    players: "Sequence[Rated]", labels: Sequence[int | None] = ()
) -> tuple[RatedPlayer, ...]:
    """The players of a fit as answers hold them, each with its label where there is one."""
    told = labels or [None] * len(players)
    return tuple(
        RatedPlayer(**asdict(player), label=label)
        for player, label in zip(players, told, strict=True)
    )


def over_next(superiority: tuple[tuple[float, ...], ...]) -> list[float | None]:
    """How sure each player is better than the next one; None for the last."""
    last = len(superiority) - 1
    return [None if i == last else superiority[i][i + 1] for i in range(last + 1)]


def seat_note(elo: float, error: float, draw_ratio: float) -> str:
    """What games by these rules are like between even players."""
    seat = f"the first seat is worth {elo:+.1f}{give_or_take(error, 1)} Elo"
    return f"{seat}; even players draw {percent(draw_ratio)} of their games"
