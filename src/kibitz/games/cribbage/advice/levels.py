"""The four levels of cribbage by players, each an analyst and a rule of choice."""

from dataclasses import dataclass, replace

from kibitz.core.stream import Stream
from kibitz.estimate.analyst import Best, Choice, Level, TopFew
from kibitz.estimate.estimate import Analysis
from kibitz.games.cribbage.advice.analyst import Counsel
from kibitz.games.cribbage.many.hands import FIVE
from kibitz.games.cribbage.throwing.throw import THROWS
from kibitz.games.cribbage.winning.criterion import AWARE


@dataclass(frozen=True)
class Novice(Choice):
    """Throws any of its five best (of five throws: its three best), plays any card."""

    def pick(self, analysis: Analysis, stream: Stream) -> int:
        few = {THROWS: 5, FIVE: 3}.get(len(analysis.options), THROWS)
        return TopFew(few).pick(analysis, stream)


BEGINNER = Counsel(throw="hand", play="greedy", worlds=0)
ADVANCED = Counsel(throw="uniform", play="search", iterations=16, depth=2, worlds=0)
EXPERT = Counsel(iterations=1000, worlds=0, aware=AWARE)
MANY_ADVANCED = {  # by players: midway between the levels around it
    3: replace(ADVANCED, iterations=48),
    4: replace(ADVANCED, iterations=12),
}
MANY_EXPERT = replace(EXPERT, iterations=400)


def levels_of(advanced: Counsel, expert: Counsel) -> dict[str, Level]:
    """The four levels, the upper two by these analysts."""
    return {
        "beginner": Level(
            BEGINNER, Novice(), 800, "throws any of its five best hands, plays any card"
        ),
        "intermediate": Level(
            BEGINNER, Best(), 1200, "keeps the best hand, takes the points it sees"
        ),
        "advanced": Level(advanced, Best(), 1600, "weighs the crib exactly, looks two cards ahead"),
        "expert": Level(
            expert, Best(), 2000, "weighs all hands the opponent may hold, and the score"
        ),
    }


LEVELS = {
    2: levels_of(ADVANCED, EXPERT),
    3: levels_of(MANY_ADVANCED[3], MANY_EXPERT),
    4: levels_of(MANY_ADVANCED[4], MANY_EXPERT),
}
