"""One pair, move by move: the same chance for every game, the seats changed round.

A player that fails loses that game and is named; the pair goes on with its next game. What
fails in the house costs nobody a game: it ends the match.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz.arena.deal import Deal
from kibitz.arena.result import Failure, GameResult
from kibitz.arena.table import Table
from kibitz.core.game import CHANCE, Game
from kibitz.core.record import Record
from kibitz.players.failure import counts_against, failure_kind, failure_text
from kibitz.players.player import Player

Forfeits = Mapping[int, Failure]  # by game of the pair: lost before they begin


def seat_of(player: int, number: int, seats: int) -> int:
    """Where a player sits in the game of that number of a pair."""
    return (player + number) % seats


def player_at(seat: int, number: int, seats: int) -> int:
    """Who sits in a seat in the game of that number of a pair."""
    return (seat - number) % seats


@dataclass
class PairTable:
    """Plays the games of one deal after another."""

    game: Game
    players: Sequence[Player]  # in the order of the pair
    limit_seconds: float | None = None
    wants_records: bool = False
    on_thought: Callable[[int, int | None], None] | None = None  # game of the pair, player

    def play(
        self, deal: Deal | int, forfeits: Forfeits
    ) -> tuple[tuple[GameResult, ...], tuple[Record, ...]]:
        """The results of the games of a deal or its seed, and their records if wanted."""
        deal = Deal.of(deal, self.game.seats) if isinstance(deal, int) else deal
        played = [
            self._play_game(deal, number, forfeits.get(number)) for number in range(self.game.seats)
        ]
        records = tuple(record for _, record in played if record is not None)
        return tuple(result for result, _ in played), records

    def _play_game(
        self, deal: Deal, number: int, forfeit: Failure | None
    ) -> tuple[GameResult, Record | None]:
        table = self._table(deal, number)
        failure = forfeit or self._finish(table, number)
        result = self._result(table, number, failure)
        return result, self._record(table, result, number) if self.wants_records else None

    def _table(self, deal: Deal, number: int) -> Table:
        seats = self.game.seats
        seated = [self.players[player_at(seat, number, seats)] for seat in range(seats)]
        table = Table(
            self.game, seated, deal.seed, lane=number, limit_seconds=self.limit_seconds, deal=deal
        )
        tell = self.on_thought
        if tell:
            table.on_thought = lambda seat: tell(
                number, None if seat is None else player_at(seat, number, seats)
            )
        return table

    def _finish(self, table: Table, number: int) -> Failure | None:
        try:
            table.finish()
        except Exception as error:
            seat = table.thinking
            if seat is None or not counts_against(error, table.players[seat].is_ours):
                raise
            if table.on_thought:
                table.on_thought(None)
            player = player_at(seat, number, self.game.seats)
            return Failure(player, failure_kind(error), failure_text(error))
        return None

    def _result(self, table: Table, number: int, failure: Failure | None) -> GameResult:
        seats = self.game.seats
        if failure:
            payoffs = forfeit_payoffs(self.game, failure.player)
        else:
            by_seat = table.payoffs()
            payoffs = tuple(by_seat[seat_of(i, number, seats)] for i in range(seats))
        decisions, seconds = [0] * seats, [0.0] * seats
        for seat, spent in zip(table.seats, table.seconds, strict=True):
            if seat != CHANCE:
                player = player_at(seat, number, seats)
                decisions[player] += 1
                seconds[player] += spent
        return GameResult(payoffs, len(table.moves), failure, tuple(decisions), tuple(seconds))

    def _record(self, table: Table, result: GameResult, number: int) -> Record:
        record = table.record()
        if not result.failure:
            return record
        seats = range(self.game.seats)
        by_seat = tuple(result.payoffs[player_at(seat, number, len(seats))] for seat in seats)
        failed = seat_of(result.failure.player, number, len(seats))
        tags = {"ended": f"seat {failed} {result.failure.kind}"}
        return replace(record, result=by_seat, tags=tags)


def forfeit_payoffs(game: Game, player: int) -> tuple[float, ...]:
    """Whoever fails gets the least that the game gives; the others share what that leaves them."""
    gain = -game.least_payoff / (game.seats - 1)
    return tuple(game.least_payoff if i == player else gain for i in range(game.seats))
