"""A tournament at tables of three or more: what everybody got, whoever sat there.

Elo knows two players; here the payoff is the measure, against the fair share of a table.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.arena.crosstable import Book
from kibitz.arena.match import spoken_names, unique
from kibitz.arena.tally import Shares, Sums
from kibitz.core.game import Game
from kibitz.core.registry import make_game

if TYPE_CHECKING:
    from kibitz.arena.tournament import Standing


@dataclass
class CompanyBook(Book[Shares]):
    """Shares for each company that sat at a table."""

    def blank(self, players: tuple[int, ...]) -> Shares:
        return Shares(len(players))

    def seated(self, player: int) -> list[tuple[Shares, int]]:
        """Every company of a player, with the player's place in it."""
        return [
            (shares, company.index(player))
            for company, shares in self.tallies.items()
            if player in company
        ]

    def points(self, player: int) -> float:
        return sum(
            shares.players * shares.point_sums[place] for shares, place in self.seated(player)
        )

    def games(self, player: int) -> int:
        return sum(shares.game_count for shares, _ in self.seated(player))

    def wins(self, player: int) -> float:
        """How many games a player won; equal winners share one."""
        return sum(shares.wins[place] for shares, place in self.seated(player))


@dataclass(frozen=True)
class CompanyRow:
    """One player's place: what it got a game."""

    player: int
    name: str
    games: int
    payoff: float
    interval: tuple[float, float]
    wins: float  # share of the games
    win_interval: tuple[float, float] | None
    points: float  # share of the rivals beaten


def company_rows(standing: "Standing") -> list[CompanyRow]:
    """Everybody by payoff, the best first; those who have not played last."""
    called = unique(spoken_names(standing.tournament.players))
    game = make_game(standing.tournament.game)
    rows = [_row(standing.table, player, name, game) for player, name in enumerate(called)]
    return sorted(rows, key=lambda row: (row.games == 0, -row.payoff, row.player))


def games_won(game: Game, share: float) -> float:
    """How often a player won, who had this share of all wins: partners win together."""
    return share * game.seats * game.even_chance


def won_interval(game: Game, paid: tuple[float, float]) -> tuple[float, float] | None:
    """Where the share of games won lies, by the interval of the payoff; None where none tells."""
    if not game.is_won_or_lost:
        return None
    low, high = paid
    return game.chance_to_win(low), game.chance_to_win(high)


def _row(book: Book[Any], player: int, name: str, game: Game) -> CompanyRow:
    """All pairs of the player are one sample, whoever else sat there."""
    assert isinstance(book, CompanyBook)
    seated, games = book.seated(player), book.games(player)
    own = Sums(
        players=1,
        pairs=sum(shares.pairs for shares, _ in seated),
        payoff_sums=(sum(shares.payoff_sums[place] for shares, place in seated),),
        payoff_squares=(sum(shares.payoff_squares[place] for shares, place in seated),),
        payoff_ends=(_ends([shares.payoff_ends[place] for shares, place in seated]),),
    )
    mean = own.payoff_of(0) if own.pairs else 0.0
    ends = own.payoff_interval_of(0, possible=(game.least_payoff, game.greatest_payoff))
    won = games_won(game, book.wins(player) / max(games, 1))
    points, won_ends = book.points(player) / max(games, 1), won_interval(game, ends)
    return CompanyRow(player, name, games, mean, ends, won, won_ends, points)


def _ends(parts: list[tuple[float, float]]) -> tuple[float, float]:
    """The least and the greatest of all parts."""
    lows, highs = [low for low, _ in parts], [high for _, high in parts]
    return min(lows, default=math.inf), max(highs, default=-math.inf)
