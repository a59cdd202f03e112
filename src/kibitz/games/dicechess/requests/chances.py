"""Who wins before a roll: by random turns, or by those of a player."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.games.dicechess.equity import EquityOptions, RolloutEquity
    from kibitz.games.dicechess.rules import DiceChess

ROLLOUTS = 4000  # of random play, where no number is given
PLAYED_ROLLOUTS = 100  # between players, where no number is given
FEW_PLAYED = 40  # the same for the cube, which only asks on which side of a point a chance is
RANDOM = "random play"


def chances(
    p: "DiceChess", player: str | None, options: "EquityOptions", seed: int | None
) -> "Iterator[RolloutEquity]":
    """The equity as it settles if both sides play at random, or as a level or analyst does."""
    from kibitz.core.advised import advised
    from kibitz.core.registry import make_game
    from kibitz.estimate.analyst import Best
    from kibitz.games.dicechess.equity import decided, equities
    from kibitz.games.dicechess.played import played_equities
    from kibitz.players.roster import make_analyst

    if player is None or p.dice or decided(p, seed or 0) is not None:
        return equities(p, options, seed)
    game = advised(make_game("dicechess"))
    analyst = make_analyst(player, game)
    choice = game.level(player).choice if player in game.levels else Best()
    return played_equities(game, p, analyst, choice, options, seed)
