"""Accuracy and grade: one function of what was lost, against what random play would have lost.

Every decision is weighed in points (or in what weighs like a point, see `scale`): what was
chosen lost so much of the best, and a move picked at random among all options would have lost
so much on average. Over some decisions the first average is the cost, the second the random cost,
and

    accuracy = 100 * 20 ** -(cost / random cost)

so that perfect play has 100 and random play 5, in every game. The grade is read off the accuracy
as it is shown, rounded to a whole number; where values are sampled and what more samples may
change of the cost leaves two grades possible, the grade is not known yet. Decisions in a decided
game (`is_decided`) weigh nothing, and where hardly anything was at stake there is no accuracy.
"""

import math

SURE = 1.0  # open standard errors of the cost within which the grade must be one
AT_RANDOM = 20.0  # random play has 100 / 20
# the accuracy from which a grade is given
GRADES = (("A+", 97), ("A", 88), ("B", 70), ("C", 40), ("D", 12))
WORST_GRADE = "F"
AT_STAKE = 0.01  # points per decision: where random play loses less, there is nothing to judge
DECIDED = 0.01  # chance to win (or to lose) below which a game is decided


def accuracy(cost: float, random_cost: float) -> float | None:
    """From 0 to 100, by averages per decision; None where no choice could have lost anything.

    >>> accuracy(0.0, 2.0), round(accuracy(2.0, 2.0) or 0.0, 9), accuracy(0.0, 0.001)
    (100.0, 5.0, None)
    """
    if random_cost < AT_STAKE:
        return None
    return 100.0 * math.exp(-math.log(AT_RANDOM) * cost / random_cost)


def grade(shown: float | None) -> str | None:
    """The grade for an accuracy, by the whole number that is shown.

    >>> grade(96.5), grade(96.4), grade(5.0), grade(None)
    ('A+', 'A', 'F', None)
    """
    if shown is None:
        return None
    whole = math.floor(shown + 0.5)
    return next((name for name, least in GRADES if whole >= least), WORST_GRADE)


def grades_between(best: float | None, worst: float | None) -> tuple[str, ...]:
    """Every grade that an accuracy between two may have, best first; one where it is known."""
    if best is None or worst is None:
        return ()
    names = [*(name for name, _ in GRADES), WORST_GRADE]
    first, last = (names.index(grade(end) or WORST_GRADE) for end in (best, worst))
    return tuple(names[first : last + 1])


def is_decided(win: float | None, is_lucky: bool) -> bool:
    """Whether a game is over but for the playing, by the chance to win with best play.

    Where nothing is left to chance a position is won or lost by theory from the start; there
    only a lost one is decided, for a won one can be thrown away.
    """
    if win is None:
        return False
    return win < DECIDED or (is_lucky and win > 1 - DECIDED)
