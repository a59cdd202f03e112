"""Four ways people play, as caricatures: tight or loose, passive or aggressive.

An archetype plays so many of its hands (`vpip`), so many bets and raises to a call
(`aggression`), and bluffs so often (`bluff`). Its "values" are its own liking: what it
likes best it does, so it plays alike as an analyst and as a player. Chance decides a
bluff by the seed.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.core.seeds import stream
from kibitz.core.stream import uniform
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.holdem.strategy.holdings import strength
from kibitz.games.holdem.strategy.odds import look_around
from kibitz.games.holdem.table.position import CALL, FOLD, PREFLOP, Holdem, pot, to_call
from kibitz.games.holdem.table.rules import world
from kibitz.games.holdem.table.sizes import TWO_THIRDS, part_of

VPIP_DIVIDES, AGGRESSION_DIVIDES = 0.25, 1.0  # tight from loose, passive from aggressive
_LIKED, _NEXT = 1.0, 0.5


@dataclass(frozen=True)
class Archetype(Analyst):
    """A way to play."""

    name: ClassVar[str] = "archetype"
    vpip: float = 0.2
    aggression: float = 2.0
    bluff: float = 0.15
    samples: int = 200

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        legal = game.legal_moves(view)
        liked = self._liked(view, seat, legal, seed)
        options = []
        for move in legal:
            value = _LIKED if move == liked else _NEXT if move == CALL else 0.0
            text = game.move_text(view, move)
            reason = "what this kind of player does" if move == liked else ""
            options.append(Option(move, text, Estimate.judged(value, "liking"), reason=reason))
        return Analysis.ranked(seat, options, game.unit, samples=self.samples, seed=seed)

    def _liked(self, v: Holdem, seat: int, legal: list[int], seed: int) -> int:
        """The move it makes: by how good its hand is among all, its temper, and a bluff."""
        rank = self._rank(v, seat, seed)
        luck = float(uniform(stream(seed, 1)))
        presses = self.aggression / (1.0 + self.aggression)  # part of good hands it bets
        good = self.vpip if v.stage == PREFLOP else 0.25 + 0.5 * self.vpip
        best = good * presses
        call = int(to_call(v, seat))
        raises = [move for move in legal if move > CALL]
        wants = rank <= best / (1 + max(0, v.raises - 2)) or (luck < self.bluff and v.raises < 2)
        if raises and wants:
            return _nearest_pot(v, raises)
        if call == 0:
            return CALL
        price = call / (int(pot(v)) + call)
        return CALL if rank <= good * (1.25 - price) else FOLD

    def _rank(self, v: Holdem, seat: int, seed: int) -> float:
        """The part of all other hands that look better than mine now."""
        shares, strengths, starts = (np.empty(self.samples) for _ in range(3))
        luck = stream(seed)
        mine = int(strength(world(v, seat, luck), seat))
        look_around(v, seat, shares, strengths, starts, luck)
        better = float((strengths > mine).mean())
        return better + float((strengths == mine).mean()) / 2


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
