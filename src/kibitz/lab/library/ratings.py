"""How strong the players of the archive are, game by game."""

import math
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from kibitz.core.doubt import give_or_take
from kibitz.core.request import Answer, Request, ask, ask_archive
from kibitz.core.sheet import Block, Sheet, Words, listing
from kibitz.errors import BadValue
from kibitz.lab.figures import percent
from kibitz.lab.library.shelf import opened
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
    unit: str
    decided_by: Literal["score", "payoff"]  # by payoff, a rating is won per game from the anchor
    anchor: str | None
    first_seat_elo: float | None  # these two and labels where wins decide
    first_seat_error: float | None
    draw_ratio: float | None  # between even players
    players: tuple[RatedPlayer, ...]
    superiority: tuple[tuple[float, ...], ...]  # how sure row is better than column

    def sheet(self) -> list[Block]:
        """The ratings as a listing with a note below."""
        title = f"{self.game}: {self.games:,} games in {self.pairs:,} pairs"
        rows, numbers = self._by_payoff() if self.decided_by == "payoff" else self._by_score()
        return [
            listing(["player", *numbers], rows, numbers=numbers, title=title),
            Words.of(self._note(), role="quiet"),
        ]

    def _note(self) -> str:
        if self.first_seat_elo is None or self.first_seat_error is None or self.draw_ratio is None:
            rival = self.anchor or "the mean of all"
            return f"the rating is what a player wins per game from {rival}, in {self.unit}"
        return seat_note(self.first_seat_elo, self.first_seat_error, self.draw_ratio)

    def _by_payoff(self) -> tuple[list[list[str]], list[str]]:
        rows = [
            [
                player.name,
                f"{player.rating:+.3g} ± {player.interval[1] - player.rating:.2g}",
                f"{player.games:,}",
                f"{player.score:+.4g}",
                "" if sure is None else percent(sure),
            ]
            for player, sure in zip(self.players, over_next(self.superiority), strict=True)
        ]
        return rows, ["rating", "games", f"{self.unit} per game", "better than next"]

    def _by_score(self) -> tuple[list[list[str]], list[str]]:
        rows = [
            [
                player.name,
                f"{player.rating:.0f}{give_or_take(player.interval[1] - player.rating, 0)}",
                f"{player.games:,}",
                percent(player.score),
                "" if sure is None else percent(sure),
                "-" if player.label is None else str(player.label),
            ]
            for player, sure in zip(self.players, over_next(self.superiority), strict=True)
        ]
        return rows, ["rating", "games", "score", "better than next", "label"]


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
    first seat; where chips are won, least squares on payoffs). The 95 % intervals allow for
    the games of a pair belonging together. The label is the rating that a level's name
    stands for among people.
    """

    verb: ClassVar[str] = "ratings"
    gives: ClassVar[type[Answer]] = ArchiveRatings

    game: str | None = ask(None, "One game.", argument=True, metavar="[GAME]")
    anchor: str | None = ask(
        None, "Player whose rating is fixed (the best level).", metavar="PLAYER[=ELO]"
    )
    db: str | None = ask_archive()

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
        if game.is_paid:
            return self._paid(store, game, is_one=is_one)
        fitted = _fit(store, game, self.anchor, is_one=is_one)
        if fitted is None:
            return None
        labels = [_label(game, player.name) for player in fitted.players]
        return GameRatings(
            text,
            fitted.games,
            fitted.pairs,
            game.unit,
            "score",
            fitted.anchor,
            fitted.first_seat_elo,
            fitted.first_seat_error,
            fitted.draw_ratio,
            rated_players(fitted.players, labels),
            fitted.superiority,
        )

    def _paid(self, store: "Archive", game: "Game", *, is_one: bool) -> GameRatings | None:
        """The ratings of a game in which payoffs decide."""
        from kibitz.stats.payoff_ratings import fit_payoffs
        from kibitz.store.results import paid_meetings
        from kibitz.store.selection import Selection

        met = paid_meetings(store, game.payoff_reach, Selection(game.text, is_exact=True))
        met = {two: sums for two, sums in met.items() if two[0] != two[1]}
        if not met:
            return None
        names = {name for two in met for name in two}
        anchor = _best_level(game, names)[0], 0.0
        if self.anchor is not None:
            given = _given(self.anchor, game, names, without=0.0)
            anchor = given if is_one or given[0] in names else anchor
        fitted = fit_payoffs(met, *anchor)
        players = rated_players(fitted.players)
        games = sum(player.games for player in players) // 2
        seat = (None, None, None)
        told = (fitted.anchor, *seat, players, fitted.superiority)
        return GameRatings(game.text, games, fitted.pairs, game.unit, "payoff", *told)


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


def _given(
    anchor: str, game: "Game", names: Collection[str], without: float | None = None
) -> tuple[str, float]:
    """The player that `anchor` names and his rating: if unsaid `without`, or that of his level."""
    name, equals, rating = anchor.rpartition("=")
    if not equals or anchor in names:  # an = may be one of a player's settings
        name, rating = anchor, ""
    level = f"{game.name}:{name}"
    name = level if level in names else name
    try:
        given = float(rating) if rating else _usual(game, name, without)
    except ValueError:
        given = math.nan
    if not math.isfinite(given):
        raise BadValue(f"anchor '{anchor}' has no number after its =")
    return name, given


def _usual(game: "Game", name: str, without: float | None) -> float:
    return float(_label(game, name) or MEAN) if without is None else without


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
