"""Games for the coach to judge."""

from kibitz.arena.table import Table
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.players.roster import make_player


def played(game_text: str, *players: str, seed: int = 1) -> Record:
    """The record of one game between these players."""
    game = make_game(game_text)
    table = Table(game, [make_player(player, game) for player in players], seed)
    table.finish()
    return table.record()
