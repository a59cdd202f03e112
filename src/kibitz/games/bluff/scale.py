"""The scale of foresight: which chance to win the chance of its play-outs stands for.

Play-outs meet players of habit, so nearly everybody seems to win. What is told is the chance of
somebody who plays on like the expert. With p the share of play-outs that the best option wins and
x = log((p + EDGE) / (1 - p + EDGE)), it is for that option

    p / (p + LOST) * logistic(level + slope * x)

where the level is that of the place (`SeatPlace`): cards and company. Another option of the same
decision, with y in the place of x, stands below by

    gap * (x - y)

in the logit. The two slopes are two things: who seems to win more often than somebody in another
place is not much better off, but of two options in one hand the better one is better. What is told
rises with the share of play-outs, so the order of options, and with it the expert's play, is that
of the play-outs. In the last rounds before the limit of turns play-outs know nearly all that is
still to come: there the logit goes over to y itself, by exp(-turns left / players). A last play
that is true wins by the rules; it is told as certain.
"""

import math
from typing import NamedTuple

import numpy as np

from kibitz.games.bluff.habits import HABITS, WILD, habit_chances
from kibitz.games.bluff.layout import (
    ASKED,
    LIMIT,
    NOBODY,
    PLAYERS,
    RANK,
    RANKS,
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
    slope: float  # of the best option's logit, across decisions
    cards: float
    behind: float
    wild: float
    gap: float = 0.0  # the slope between the options of one decision


FITS = {  # by players; `python -m kibitz.games.bluff.scaling` finds those of 3, 4 and 5
    2: Fit(-2.486, 0.657, -1.519, 0.0, 0.0, 0.657),  # of a fit with one slope, to games won
    3: Fit(-0.488, 0.303, -0.805, -0.567, -1.686, 0.849),
    4: Fit(-0.725, 0.257, -0.697, -0.826, -1.867, 0.670),
    5: Fit(-0.846, 0.366, -1.652, -0.473, -3.147, 0.711),
    6: Fit(-1.921, 0.188, -0.707, 0.0, 0.0, 0.670),  # likewise; the gap is that of four
}


class SeatPlace(NamedTuple):
    """What all options of a decision share."""

    cards: float  # the logarithm of the seat's cards by the mean of all hands, a card added to each
    behind: float  # how many cards more than the smallest other hand it has, in suits of 13
    wild: float  # the mean chance that another seat is WILD
    late: float  # 0 far from the limit of turns, 1 at it


def place_of(v: Ints, seat: int) -> SeatPlace:
    """The place of a decision in a view of it."""
    players = int(v[PLAYERS])
    others = [other for other in range(players) if other != seat]
    sizes, mine = [int(v[SIZE + other]) for other in others], int(v[SIZE + seat])
    mean = (mine + sum(sizes)) / players + 1
    left = int(v[LIMIT] - v[TURNS])
    return SeatPlace(
        cards=math.log((mine + 1) / mean),
        behind=max(mine - min(sizes), 0) / RANKS,
        wild=sum(_wild_chance(v, other) for other in others) / len(others),
        late=math.exp(-left / players),
    )


def _wild_chance(v: Ints, seat: int) -> float:
    """How likely a seat is WILD, by what everybody saw of it."""
    chances = np.empty(HABITS)
    habit_chances(v, seat, chances)
    return float(chances[WILD])


def wins_at_once(v: Ints, seat: int, move: int) -> bool:
    """Whether a move puts down the seat's last cards, and all are what they are claimed to be."""
    if v[ASKED] != NOBODY:
        return False
    cards = int(cards_of(move))
    return bool(count_of(cards, v[RANK]) == size_of(cards) == v[SIZE + seat])


class ChanceScale(NamedTuple):
    """The scale of one decision: `shift` and `slope` of the logit.

    `pull` is how fast the logit of every option moves with the best option's chance by play-outs.
    """

    shift: float
    slope: float
    pull: float = 0.0

    def told(self, chance: float) -> float:
        """The chance to win that a chance of play-outs stands for.

        The handicap takes an option that wins nothing below 0, where it stays by a hair.
        """
        if chance < 0.0:
            return HAIR * chance
        return chance / (chance + LOST) * self._logistic(chance)

    def steepness(self, chance: float) -> float:
        """How fast the chance that is told rises with that of the play-outs, the best's aside."""
        p = max(chance, 0.0)
        factor = LOST / (p + LOST) ** 2 * self._logistic(p)
        return factor + self._rise(p) * self.slope * edged_steepness(p)

    def pulled(self, chance: float) -> float:
        """How fast the chance that is told moves with the best option's chance by play-outs."""
        return self._rise(max(chance, 0.0)) * self.pull

    def _rise(self, p: float) -> float:
        """How fast what is told rises with its logit."""
        at = self._logistic(p)
        return p / (p + LOST) * at * (1.0 - at)

    def _logistic(self, p: float) -> float:
        return 1.0 / (1.0 + math.exp(-self.shift - self.slope * edged_logit(p)))


def edged_logit(p: float) -> float:
    """The logit of a chance that is drawn a little towards the middle."""
    return math.log((p + EDGE) / (1.0 - p + EDGE))


def edged_steepness(p: float) -> float:
    """How fast that logit rises."""
    return 1.0 / (p + EDGE) + 1.0 / (1.0 - p + EDGE)


def scale_of(fit: Fit, place: SeatPlace, best: float) -> ChanceScale:
    """The scale of a decision whose best option wins this share of its play-outs."""
    usual, p = 1.0 - place.late, max(best, 0.0)
    level = fit.base + fit.cards * place.cards + fit.behind * place.behind + fit.wild * place.wild
    pull = usual * (fit.slope - fit.gap)
    shift = usual * level + pull * edged_logit(p)
    return ChanceScale(shift, usual * fit.gap + place.late, pull * edged_steepness(p))
