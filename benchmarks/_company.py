"""Who sits at a table of all levels."""

from kibitz.core.advised import advised
from kibitz.core.game import Game


def mixed(game: Game, number: int) -> list[str]:
    """Who sits where in a game among all levels, another seat each in the next.

    Of tables for two, twelve in a row have each pair in both orders.
    """
    levels = list(advised(game).levels)
    apart = 1 + number // len(levels) % (len(levels) - 1) if game.seats == 2 else 1
    return [levels[(number + apart * seat) % len(levels)] for seat in range(game.seats)]
