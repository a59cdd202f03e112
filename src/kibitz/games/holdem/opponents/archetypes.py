"""Four ways people play, as caricatures: tight or loose, passive or aggressive.

An archetype plays so many of its hands (`vpip`), so many bets and raises to a call
(`aggression`), and bluffs so often (`bluff`). Its "values" are its own liking: what it
likes best it does, so it plays alike as an analyst and as a player. Chance decides a
bluff by the seed.
"""

from dataclasses import dataclass
from typing import ClassVar

from kibitz.core.game import Game, Position
from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream
from kibitz.core.stream import Stream, uniform
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.holdem.strategy.holdings import strength
from kibitz.games.holdem.table.position import CALL, FOLD, PREFLOP, Holdem, is_in, pot, to_call
from kibitz.games.holdem.table.rules import world
from kibitz.games.holdem.table.sizes import TWO_THIRDS, part_of
from kibitz.search.limit import check_positive, last_look

VPIP_DIVIDES, AGGRESSION_DIVIDES = 0.25, 1.0  # tight from loose, passive from aggressive
USUAL_SAMPLES, MOST_SAMPLES = 200, 1 << 20
_LIKED, _NEXT = 1.0, 0.5


@kernel
def rank_among_all(v: Holdem, seat: int, samples: int, luck: Stream) -> float:
    """The part of all hands that look better than a seat's, whoever is still in: 0 is the best."""
    other = 0 if seat else 1
    for s in range(v.seats):
        if s != seat and is_in(v, s):
            other = s
    mine, better = strength(world(v, seat, luck), seat), 0.0
    for _ in range(samples):
        yours = strength(world(v, seat, luck), other)
        better += 1.0 if yours > mine else 0.5 if yours == mine else 0.0
    return better / samples


@dataclass(frozen=True)
class Archetype(Analyst):
    """A way to play."""

    name: ClassVar[str] = "archetype"
    vpip: float = 0.2
    aggression: float = 2.0
    bluff: float = 0.15
    samples: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        check_positive(self.name, samples=self.samples, seconds=self.seconds)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        def look(samples: int) -> Analysis:
            return self._look(game, view, seat, seed, samples)

        if self.seconds is None:
            return look(self.samples or USUAL_SAMPLES)
        return last_look(look, self.samples or MOST_SAMPLES, self.seconds)

    def _look(self, game: Game, view: Position, seat: int, seed: int, samples: int) -> Analysis:
        legal = game.legal_moves(view)
        rank = float(rank_among_all(view, seat, samples, stream(seed)))
        liked = self._liked(view, seat, legal, rank, seed)
        options = []
        for move in legal:
            value = _LIKED if move == liked else _NEXT if move == CALL else 0.0
            text = game.move_text(view, move)
            reason = "what this kind of player does" if move == liked else ""
            options.append(Option(move, text, Estimate.judged(value, "liking"), reason=reason))
        return Analysis.ranked(seat, options, game.unit, samples=samples, seed=seed)

    def _liked(self, v: Holdem, seat: int, legal: list[int], rank: float, seed: int) -> int:
        """The move it makes: by how good its hand is among all, its temper, and a bluff."""
        plays, presses = self._borders(v, seat)
        raises = [move for move in legal if move > CALL]
        if raises and (rank <= presses or self._bluffs(v, presses, seed)):
            return _nearest_pot(v, raises)
        return CALL if to_call(v, seat) == 0 or rank <= plays else FOLD

    def _borders(self, v: Holdem, seat: int) -> tuple[float, float]:
        """The ranks down to which it pays the price, and down to which it bets or raises.

        The looser it is, the less the price deters it before the flop. After the flop there
        are two chances to bet or more for each bet to call, so it bets with far fewer of its
        hands than the aggression factor says of its bets and calls.
        """
        temper = self.aggression / (1.0 + self.aggression)
        call = int(to_call(v, seat))
        price = call / (int(pot(v)) + call)
        if v.stage == PREFLOP:
            plays = self.vpip * (1.0 + self.vpip - price)
            return plays, self.vpip * temper / max(1, v.raises)
        good = 0.25 + 0.5 * self.vpip
        presses = good * temper**2
        return good * (1.2 - price), presses * temper if call else presses

    def _bluffs(self, v: Holdem, presses: float, seed: int) -> bool:
        """Whether it bets a hand that is not worth it: `bluff` of its bets after the flop are."""
        if v.stage == PREFLOP or v.high:
            return False
        odds = presses * self.bluff / ((1.0 - self.bluff) * (1.0 - presses))
        return float(uniform(stream(seed, 1))) < odds


def _nearest_pot(v: Holdem, raises: list[int]) -> int:
    """The raise nearest to two thirds of the pot."""
    wanted = CALL + v.high + int(part_of(int(pot(v)), TWO_THIRDS))
    return min(raises, key=lambda move: (abs(move - wanted), move))


ARCHETYPES: dict[str, Analyst] = {
    "tight-passive": Archetype(0.15, 0.3, 0.05),
    "tight-aggressive": Archetype(0.20, 2.0, 0.15),
    "loose-passive": Archetype(0.40, 0.4, 0.10),
    "loose-aggressive": Archetype(0.35, 3.0, 0.30),
}
