"""Who wins before a roll: by random turns, or by those of a player."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.core.hands import Hands
    from kibitz.games.dicechess.equity import EquityOptions, RolloutEquity
    from kibitz.games.dicechess.rules import DiceChess

JUDGE, AT_RANDOM = "judge", "random"  # who plays inside a kernel
ROLLOUTS = 4000  # of random play, where no number is given
JUDGED_ROLLOUTS = 400  # of the judge's
PLAYED_ROLLOUTS = 100  # between players, where no number is given
FEW_PLAYED = 40  # the same for the cube, which only asks on which side of a point a chance is
RANDOM = "random play"


def is_compiled(player: str) -> bool:
    """Whether rollouts of that player are quick."""
    return player in (JUDGE, AT_RANDOM)


def usual_rollouts(player: str, played: int) -> int:
    """How many rollouts there are where nobody says, `played` between players that are slow."""
    return {AT_RANDOM: ROLLOUTS, JUDGE: JUDGED_ROLLOUTS}.get(player, played)


def player_words(player: str) -> str:
    """Whose rollouts they are."""
    return {AT_RANDOM: RANDOM, JUDGE: "the learned judge"}.get(player, player)


def chances(
    p: "DiceChess",
    player: str,
    options: "EquityOptions",
    seed: int | None,
    hands: "Hands | None" = None,
) -> "Iterator[RolloutEquity]":
    """The equity as it settles if both sides play at random, as the judge or as a level does.

    Where `hands` are given, they play the rollouts.
    """
    from kibitz.core.advised import advised
    from kibitz.core.registry import make_game
    from kibitz.estimate.analyst import Best
    from kibitz.games.dicechess.equity import decided, equities
    from kibitz.games.dicechess.played import played_equities
    from kibitz.players.roster import make_analyst

    if is_compiled(player) or p.dice or decided(p, seed or 0) is not None:
        return equities(p, options, seed, hands)
    game = advised(make_game("dicechess"))
    analyst = make_analyst(player, game)
    choice = game.level(player).choice if player in game.levels else Best()
    return played_equities(game, p, analyst, choice, options, seed, hands)
