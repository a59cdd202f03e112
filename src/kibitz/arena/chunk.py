"""The unit of work: consecutive pairs of one pairing, played at one desk.

A pair depends on the pairing and its index alone, so it does not matter how pairs are
cut into chunks, who plays them, or whether they are played a second time.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from kibitz.arena.batch import Batch
from kibitz.arena.deal import deals
from kibitz.arena.pair import PairTable
from kibitz.arena.result import Failure
from kibitz.arena.series import Series
from kibitz.core.game import OVER, Game, play, sample, turn, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.players.failure import counts_against, house_fault, house_work
from kibitz.players.player import Player, Unfit
from kibitz.players.roster import make_player

PlayerMaker: TypeAlias = str | Callable[[Game], Player]  # processes need one that pickles
Thought: TypeAlias = Callable[[int, int, int | None, bool], None]  # pair, game, player, keeps time


@dataclass(frozen=True)
class Pairing:
    """Who plays whom, from which seed."""

    players: tuple[int, ...]  # places in the list of players
    seed: int


@dataclass(frozen=True)
class Chunk:
    """The pairs `first` to `first + count - 1` of a pairing."""

    pairing: Pairing
    first: int
    count: int
    forfeits: Mapping[tuple[int, int], Failure] = field(default_factory=dict)  # pair index, game

    def with_forfeit(self, index: int, number: int, failure: Failure) -> "Chunk":
        """The same chunk with one game lost before it begins."""
        return replace(self, forfeits={**self.forfeits, (index, number): failure})


@dataclass(frozen=True)
class Setting:
    """What every desk needs to know: the game, its players, their limit."""

    game: str
    players: tuple[PlayerMaker, ...]
    limit_seconds: float | None = None  # for one move
    wants_records: bool = False


class Desk:
    """Where one worker plays: it has its own game and its own players, made when first needed."""

    def __init__(self, setting: Setting, on_thought: Thought | None = None) -> None:
        self.setting = setting
        with house_work():
            self.game = make_game(setting.game)
        self._on_thought = on_thought
        self._players: dict[int, Player] = {}

    def play(self, chunk: Chunk) -> Batch:
        """The results of a chunk."""
        with house_work():
            return self._play(chunk)

    def _play(self, chunk: Chunk) -> Batch:
        players = [self.player(i) for i in chunk.pairing.players]
        if all(player.mover for player in players) and not chunk.forfeits:
            series = Series(self.game, players, self.setting.wants_records)
            return series.play(chunk.pairing.players, chunk.pairing.seed, chunk.first, chunk.count)
        return self._play_by_moves(chunk, players)

    def player(self, place: int) -> Player:
        """The player at a place of the list."""
        if place not in self._players:
            maker = self.setting.players[place]
            with house_work():
                made = make_player(maker, self.game) if isinstance(maker, str) else maker(self.game)
            self._players[place] = limited(made, self.setting.limit_seconds)
        return self._players[place]

    def _play_by_moves(self, chunk: Chunk, players: list[Player]) -> Batch:
        results, records = [], []
        table = PairTable(
            self.game, players, self.setting.limit_seconds, self.setting.wants_records
        )
        dealt = deals(chunk.pairing.seed, chunk.first, chunk.count, self.game.seats)
        for index, deal in enumerate(dealt, chunk.first):
            if self._on_thought:
                table.on_thought = partial(self._tell, players, index)
            lost = {game: failure for (i, game), failure in chunk.forfeits.items() if i == index}
            games, kept = table.play(deal, lost)
            results.append(games)
            records.append(kept)
        return Batch.of(
            chunk.pairing.players, chunk.first, results, records if any(records) else ()
        )

    def _tell(self, players: list[Player], index: int, number: int, player: int | None) -> None:
        assert self._on_thought is not None
        keeps_time = player is not None and players[player].keeps_time
        self._on_thought(index, number, player, keeps_time)

    def warm_up(self, place: int) -> None:
        """Let a player choose once, unclocked, in every seat: what it compiles costs no game."""
        player = self.player(place)
        if not player.keeps_time:
            for seat in range(self.game.seats):
                self._ask_once(player, seat)

    def _ask_once(self, player: Player, seat: int) -> None:
        p, random, out = self.game.start(), stream(0), self.game.scratch()
        while turn(p) not in (seat, OVER):
            p = play(p, sample(p, out, random))
        if turn(p) == seat:
            with suppress(Exception):  # it will fail again where it counts
                player.move(view(p, seat), seat, 0)

    def close(self) -> None:
        """Let every player go."""
        for player in self._players.values():
            player.close()
        self._players.clear()


def limited(player: Player, seconds: float | None) -> Player:
    """The player, told its limit; one that cannot bear that loses every game."""
    try:
        player.limit(seconds)
    except Exception as error:
        if not counts_against(error, player.is_ours):
            raise house_fault(error) from error
        return Unfit(player, error)
    return player
