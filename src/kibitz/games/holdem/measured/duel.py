"""Two named players on duplicate deals, each pair counted in three ways."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self

from kibitz.core.game import payoff
from kibitz.core.seeds import child, stream
from kibitz.core.stream import seed62
from kibitz.errors import UnknownName
from kibitz.estimate.analyst import Analyst, Choice
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.measured.known import Known, known_player
from kibitz.games.holdem.measured.others import corrected_result
from kibitz.games.holdem.opponents.duplicate import Seated, fair_payoff, play_seated


class CountedPair(NamedTuple):
    """Big blinds per hand of the first player in one pair."""

    plain: float
    fair: float | None  # all-in pots shared by equity, where that is counted
    corrected: float | None  # known luck taken out, where his strategy is known


@dataclass(frozen=True)
class NamedDuel:
    """Two players of a game."""

    game: HoldemGame
    one: Seated
    other: Seated
    known: Known | None  # the first one's strategy
    theirs: Known | None  # the other's

    @classmethod
    def of(cls, one: str, other: str, blinds: int) -> Self:
        """By their names; names that there are not are refused."""
        game = HoldemGame(stack=2 * blinds)
        return cls(
            game,
            seated(game, one),
            seated(game, other),
            *(known_player(game, name) for name in (one, other)),
        )

    def pairs(self, count: int, seed: int) -> Iterator[CountedPair]:
        """The first pairs of a seed."""
        return (self.pair(number, seed) for number in range(count))

    def pair(self, number: int, seed: int) -> CountedPair:
        """A deal twice: first with the first player in seat 0, then in seat 1."""
        deal_seed, luck = int(seed62(stream(seed, number, 0))), child(seed, number, 1)
        rows = [self._result(seat, deal_seed, luck) for seat in (0, 1)]
        plain, fair, corrected = zip(*rows, strict=True)
        known = [c for c in corrected if c is not None]
        return CountedPair(sum(plain) / 2, sum(fair) / 2, sum(known) / 2 if known else None)

    def _result(self, seat: int, deal_seed: int, luck: int) -> CountedPair:
        players = (self.one, self.other) if seat == 0 else (self.other, self.one)
        names = ("one", "other") if seat == 0 else ("other", "one")
        hand = play_seated(self.game, players, names, deal_seed, luck)
        corrected = None
        if self.known is not None:
            key = child(luck, 2 + seat)
            corrected = corrected_result(hand, seat, self.known, self.theirs, key)
        return CountedPair(float(payoff(hand.end, seat)), fair_payoff(hand, seat), corrected)


def seated(game: HoldemGame, name: str) -> tuple[Analyst, Choice]:
    """The player of that name: a level, or an analyst as it usually chooses."""
    if name in game.levels:
        level = game.levels[name]
        return level.analyst, level.choice
    if name not in game.analysts:
        raise UnknownName(f"player of {game.name}", name, [*game.levels, *game.analysts])
    analyst = game.analysts[name]
    return analyst, analyst.usual_choice
