"""Does exploiting pay? The exploiter and the safe base against the same opponent on the same deals.

First the base plays hands against the opponent, and a model is made of what was seen of
him: his actions, and his cards where he showed them. Then the base and the exploiter who
uses the model play him on the same fresh duplicate deals; the difference of each pair is
one observation.
"""

from dataclasses import dataclass, replace

from kibitz.core.seeds import child
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Estimate
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.histories.hand import Cards, Hand
from kibitz.games.holdem.opponents.archetypes import ARCHETYPES
from kibitz.games.holdem.opponents.duplicate import duel
from kibitz.games.holdem.opponents.opponents import Opponent, observe
from kibitz.games.holdem.strategy.balanced import Balanced

LEARN, PLAY, BASE = 0, 1, 2  # the keys of the seeds: no deal serves two ends


@dataclass(frozen=True)
class ExploitContest:
    """One opponent: the base against him, the exploiter against him, and the difference."""

    opponent: str
    base: Estimate
    exploiter: Estimate
    gain: Estimate


@dataclass(frozen=True)
class Risk:
    """What the exploiter of somebody wins from the base, which plays otherwise."""

    model_of: str
    result: Estimate


def seen_by(hand: Hand, name: str) -> Hand:
    """A hand as the other player saw it: cards that `name` never showed are unknown."""
    end = hand.end
    if not end.folded:
        return hand
    shown: list[Cards | None] = [
        None if hand.players[seat] == name else hand.holes[seat] for seat in range(end.seats)
    ]
    return replace(hand, holes=tuple(shown))


def model_of(game: HoldemGame, opponent: Analyst, hands: int, seed: int) -> Opponent:
    """What is known of an opponent after so many hands against the base."""
    played: list[Hand] = []
    duel(game, Balanced(), opponent, max(1, hands // 2), seed, played.append)
    return observe([seen_by(hand, "other") for hand in played])["other"]


def contest(
    game: HoldemGame, name: str, exploiter: Balanced, pairs: int, seed: int
) -> ExploitContest:
    """The base and the exploiter against an archetype."""
    opponent, deals = ARCHETYPES[name], child(seed, PLAY, list(ARCHETYPES).index(name))
    base = duel(game, Balanced(), opponent, pairs, deals)
    other = duel(game, exploiter, opponent, pairs, deals)
    return ExploitContest(name, base.result, other.result, other.less(base))


def risk(game: HoldemGame, name: str, exploiter: Balanced, pairs: int, seed: int) -> Risk:
    """The exploiter of somebody against the base."""
    return Risk(name, duel(game, exploiter, Balanced(), pairs, child(seed, BASE)).result)
