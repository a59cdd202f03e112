"""How strong the players of the archive are, game by game."""

import math
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import Answer, Request, ask
from kibitz.core.sheet import Block, Sheet, Words, listing
from kibitz.errors import BadValue
from kibitz.lab.figures import percent
from kibitz.lab.library.shelf import ask_place, opened
from kibitz.lab.statistics.rated import RatedPlayer, over_next, rated_players, seat_note

if TYPE_CHECKING:
    from kibitz.core.game import Game
    from kibitz.stats.ratings import Ratings
    from kibitz.store.archive import Archive

MEAN = 1500.0  # where there is no level to anchor at


@dataclass(frozen=True)
class GameRatings:
    """The players of one game, best first."""

    game: str
    games: int
    pairs: int
    anchor: str | None
    first_seat_elo: float
    first_seat_error: float
    draw_ratio: float  # between even players
    players: tuple[RatedPlayer, ...]
    superiority: tuple[tuple[float, ...], ...]  # how sure row is better than column

    def sheet(self) -> list[Block]:
        """The ratings as a listing with a note below."""
        rows = [
            [
                player.name,
                f"{player.rating:.0f} ± {player.interval[1] - player.rating:.0f}",
                f"{player.games:,}",
                percent(player.score),
                "" if sure is None else percent(sure),
                "-" if player.label is None else str(player.label),
            ]
            for player, sure in zip(self.players, over_next(self.superiority), strict=True)
        ]
        numbers = ["rating", "games", "score", "better than next", "label"]
        title = f"{self.game}: {self.games:,} games in {self.pairs:,} pairs"
        note = seat_note(self.first_seat_elo, self.first_seat_error, self.draw_ratio)
        return [
            listing(["player", *numbers], rows, numbers=numbers, title=title),
            Words.of(note, role="quiet"),
        ]


@dataclass(frozen=True)
class ArchiveRatings(Answer):
    """The ratings of every game in which two players met."""

    schema: ClassVar[str] = "ratings/1"
    archive: str
    games: tuple[GameRatings, ...]

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"game": rated.game, **asdict(player)}
            for rated in self.games
            for player in rated.players
        ]

    def sheet(self) -> Sheet:
        if not self.games:
            return [Words.of(f"nobody to rate in {self.archive}: no two players met")]
        return [block for rated in self.games for block in rated.sheet()]


@dataclass(frozen=True)
class RatingsRequest(Request[ArchiveRatings]):
    """Rate the players in the archive, for one game or for all.

    One joint fit of all two-seat games (Bradley-Terry with draws and the advantage of the
    first seat); the 95 % intervals allow for the games of a pair belonging together. The
    label is the rating that a level's name stands for among people.
    """

    verb: ClassVar[str] = "ratings"
    gives: ClassVar[type[Answer]] = ArchiveRatings

    game: str | None = ask(None, "One game.", argument=True, metavar="[GAME]")
    anchor: str | None = ask(
        None, "Player whose rating is fixed (the best level).", metavar="PLAYER[=ELO]"
    )
    db: str | None = ask_place()

    def answers(self) -> Iterator[ArchiveRatings]:
        from kibitz.store.results import rules_played
        from kibitz.store.selection import Selection

        with opened(self.db) as store:
            texts = rules_played(store, Selection(self.game))
            rated = (self._rated(store, text, is_one=len(texts) == 1) for text in texts)
            met = tuple(one for one in rated if one is not None)
            yield ArchiveRatings(str(store.database.place), met)

    def _rated(self, store: "Archive", text: str, *, is_one: bool) -> GameRatings | None:
        """The ratings of one game, None where no two players have met."""
        from kibitz.core.registry import make_game

        game = make_game(text)
        fitted = _fit(store, game, self.anchor, is_one=is_one)
        if fitted is None:
            return None
        labels = [_label(game, player.name) for player in fitted.players]
        return GameRatings(
            text,
            fitted.games,
            fitted.pairs,
            fitted.anchor,
            fitted.first_seat_elo,
            fitted.first_seat_error,
            fitted.draw_ratio,
            rated_players(fitted, labels),
            fitted.superiority,
        )


def _fit(store: "Archive", game: "Game", anchor: str | None, *, is_one: bool) -> "Ratings | None":
    from kibitz.stats.ratings import fit
    from kibitz.store.results import game_results, meetings
    from kibitz.store.selection import Selection

    results = game_results(meetings(store, Selection(game.text, is_exact=True)))
    if not results:
        return None
    names = {name for result in results for name in (result.first, result.second)}
    if anchor is not None:
        name, rating = _given(anchor, game, names)
        if is_one or name in names:  # who plays some of many games is no anchor of the others
            return fit(results, name, rating)
    return fit(results, *_best_level(game, names))


def _given(anchor: str, game: "Game", names: Collection[str]) -> tuple[str, float]:
    """The player that `anchor` names and his rating, which is that of his level if unsaid."""
    name, equals, rating = anchor.rpartition("=")
    if not equals or anchor in names:  # an = may be one of a player's settings
        name, rating = anchor, ""
    level = f"{game.name}:{name}"
    name = level if level in names else name
    try:
        given = float(rating) if rating else float(_label(game, name) or MEAN)
    except ValueError:
        given = math.nan
    if not math.isfinite(given):
        raise BadValue(f"anchor '{anchor}' has no number after its =")
    return name, given


def _best_level(game: "Game", names: Collection[str]) -> tuple[str | None, float]:
    """The best level among the players at its label; without one the mean stays where it is."""
    labels = {name: label for name in names if (label := _label(game, name)) is not None}
    if not labels:
        return None, MEAN
    best = max(labels, key=lambda name: labels[name])
    return best, float(labels[best])


def _label(game: "Game", player: str) -> int | None:
    """The rating that the name of a level stands for."""
    from kibitz.core.advised import advised

    level = advised(game).levels.get(player.removeprefix(f"{game.name}:"))
    return None if level is None else level.rating
