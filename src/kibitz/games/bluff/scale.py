"""The scale of foresight: which chance to win the chance of its play-outs stands for.

Play-outs meet players of habit, so nearly everybody seems to win. With p the chance of the
play-outs, q = (p + EDGE) / (1 + 2 EDGE), and s the logarithm of the seat's cards by the mean of
all hands (a card added to each), the chance that is told is

    p / (p + LOST) * logistic(base + slope * logit(q) + cards * s)

which rises with p. So the order of options, and with it the expert's play, is that of the
play-outs. In the last rounds before the limit of turns play-outs know nearly all that is still
to come: there the logit goes over to that of q, by exp(-turns left / players). A last play that
is true wins by the rules; it is told as certain.
"""

import math
from typing import NamedTuple

from kibitz.games.bluff.layout import (
    ASKED,
    LIMIT,
    NOBODY,
    PLAYERS,
    RANK,
    SIZE,
    TURNS,
    Ints,
    count_of,
    size_of,
)
from kibitz.games.bluff.rules import cards_of

EDGE = 0.002  # about one play-out of those that the best options get
LOST = 0.02  # chances far below this one go to nothing
HAIR = 1e-6  # of a chance: enough to keep the order of options


class Fit(NamedTuple):
    """The constants of one number of players."""

    base: float
    slope: float
    cards: float


FITS = {  # by players, as `python -m kibitz.games.bluff.scaling` finds them
    2: Fit(-2.486, 0.657, -1.519),
    3: Fit(-1.145, 0.164, -1.017),
    4: Fit(-1.652, 0.196, -0.923),
    5: Fit(-1.921, 0.198, -1.585),
    6: Fit(-1.921, 0.188, -0.707),
}


class CardPlace(NamedTuple):
    """What all options of a decision share: the cards of the seat, and how near the limit is."""

    cards: float  # the logarithm of its cards by the mean of all hands, a card added to each
    late: float  # 0 far from the limit of turns, 1 at it


def place_of(v: Ints, seat: int) -> CardPlace:
    """The place of a decision in a view of it."""
    players = int(v[PLAYERS])
    mean = sum(int(v[SIZE + other]) + 1 for other in range(players)) / players
    left = int(v[LIMIT] - v[TURNS])
    return CardPlace(math.log((int(v[SIZE + seat]) + 1) / mean), math.exp(-left / players))


def wins_at_once(v: Ints, seat: int, move: int) -> bool:
    """Whether a move puts down the seat's last cards, and all are what they are claimed to be."""
    if v[ASKED] != NOBODY:
        return False
    cards = int(cards_of(move))
    return bool(count_of(cards, v[RANK]) == size_of(cards) == v[SIZE + seat])


class ChanceScale(NamedTuple):
    """The scale of one decision: `shift` and `slope` of the logit."""

    shift: float
    slope: float

    def told(self, chance: float) -> float:
        """The chance to win that a chance of play-outs stands for.

        The handicap takes an option that wins nothing below 0, where it stays by a hair.
        """
        if chance < 0.0:
            return HAIR * chance
        return chance / (chance + LOST) * self._logistic(chance)

    def steepness(self, chance: float) -> float:
        """How fast the chance that is told rises with that of the play-outs."""
        p = max(chance, 0.0)
        at, q = self._logistic(p), (p + EDGE) / (1.0 + 2.0 * EDGE)
        rise = self.slope * at * (1.0 - at) / (q * (1.0 - q) * (1.0 + 2.0 * EDGE))
        return LOST / (p + LOST) ** 2 * at + p / (p + LOST) * rise

    def _logistic(self, p: float) -> float:
        return 1.0 / (1.0 + math.exp(-self.shift - self.slope * edged_logit(p)))


def edged_logit(p: float) -> float:
    """The logit of a chance that is drawn a little towards the middle."""
    return math.log((p + EDGE) / (1.0 - p + EDGE))


def scale_of(fit: Fit, place: CardPlace) -> ChanceScale:
    """The scale of a decision."""
    usual = 1.0 - place.late
    shift = usual * (fit.base + fit.cards * place.cards)
    return ChanceScale(shift, usual * fit.slope + place.late)
