"""The standings of a tournament: places, ratings with intervals, and who is how surely better.

Ratings come from one joint fit, anchored at one player; the online Elo with K = 32 that
people know stands beside it, and the label of a level (800 to 2000) beside both. Where games
pay, a rating is what a player wins per game from the anchor, and there is no Elo.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.arena.crosstable import CrossTable
from kibitz.arena.match import names, spoken_names, unique
from kibitz.arena.tournament import Standing, Tournament
from kibitz.core.advised import advised
from kibitz.core.game import Game
from kibitz.core.registry import make_game
from kibitz.errors import BadValue, UnknownName
from kibitz.stats.payoff_ratings import PayoffRatings, fit_payoffs
from kibitz.stats.ratings import Rated, Ratings, fit, online


@dataclass(frozen=True)
class Row:
    """One player's place."""

    player: int  # place in the list
    name: str
    label: int | None  # what people expect of a level
    points: float
    games: int
    rated: Rated | None  # None before the first game
    online: float | None
    merit: str  # what the format counts


@dataclass(frozen=True)
class Standings:
    """Everybody in the order of merit."""

    rows: tuple[Row, ...]
    ratings: Ratings | PayoffRatings | None

    @classmethod
    def of(cls, standing: Standing) -> "Standings":
        """The standings so far."""
        tournament, table = standing.tournament, standing.table
        assert isinstance(table, CrossTable)
        called = unique(spoken_names(tournament.players))
        labels = player_labels(tournament)
        anchor = anchoring(tournament, called, labels)
        ratings, moving = _ratings(table, called, anchor)
        rated = {player.name: player for player in ratings.players} if ratings else {}
        rows = [
            Row(
                i,
                called[i],
                labels[i],
                table.points(i),
                table.games(i),
                rated.get(called[i]),
                moving.get(called[i]),
                standing.schedule.merit_text(table, i),
            )
            for i in range(len(called))
        ]
        merit = {row.player: standing.schedule.merit(table, row.player) for row in rows}
        rows.sort(key=lambda row: (merit[row.player], _rating(row), -row.player), reverse=True)
        return cls(tuple(rows), ratings)

    def superiority(self, row: Row, other: Row) -> float | None:
        """How sure it is that one player is better than another; None if one has not played."""
        if self.ratings is None or row.rated is None or other.rated is None:
            return None
        order = [player.name for player in self.ratings.players]
        return self.ratings.superiority[order.index(row.name)][order.index(other.name)]


def _ratings(
    table: CrossTable, called: Sequence[str], anchor: tuple[str, float]
) -> tuple[Ratings | PayoffRatings | None, dict[str, float]]:
    """One joint fit of all games, by what decides, and Elo game after game where wins do."""
    if not table.pairs:
        return None, {}
    played = {name for i, name in enumerate(called) if table.games(i)}
    given = anchor if anchor[0] in played else (None, 0.0)
    if table.reach is not None:
        return fit_payoffs(table.paid_meetings(called, table.reach), *given), {}
    games = list(table.rated_games(called))
    return fit(games, *given), online(games)


def _rating(row: Row) -> float:
    return row.rated.rating if row.rated else float("-inf")


def player_labels(tournament: Tournament) -> list[int | None]:
    """The rating that people expect of each player who is a level of the game."""
    game = make_game(tournament.game)
    return [_label(text, game) for text in names(tournament.players)]


def _label(text: str, game: Game) -> int | None:
    level = advised(game).levels.get(text.strip().removeprefix(f"{game.name}:"))
    return level.rating if level else None


def anchoring(
    tournament: Tournament, called: Sequence[str], labels: Sequence[int | None]
) -> tuple[str, float]:
    """Whose rating is given, and what it is: unless told, the first level at its label.

    Labels are Elo, so where games pay (by chips) it is 0.
    """
    if make_game(tournament.game).is_paid:
        labels = [None if label is None else 0 for label in labels]
    if tournament.anchor is None:
        place = next((i for i, label in enumerate(labels) if label is not None), 0)
        return called[place], float(labels[place] or 0)
    name, _, rating = tournament.anchor.rpartition("=")
    if tournament.anchor in called:
        name, rating = tournament.anchor, ""
    if name not in called:
        raise UnknownName("anchor", name or tournament.anchor, called)
    try:
        given = float(rating) if rating else float(labels[called.index(name)] or 0)
    except ValueError:
        raise BadValue(f"anchor '{tournament.anchor}' has no number after its =") from None
    return name, given
