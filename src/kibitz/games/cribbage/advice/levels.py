"""The four levels of cribbage, each an analyst and a rule of choice."""

from dataclasses import dataclass

from kibitz.core.stream import Stream
from kibitz.estimate.analyst import Best, Choice, Level, TopFew
from kibitz.estimate.estimate import Analysis
from kibitz.games.cribbage.advice.analyst import Counsel
from kibitz.games.cribbage.throwing.throw import THROWS
from kibitz.games.cribbage.winning.criterion import AWARE


@dataclass(frozen=True)
class Novice(Choice):
    """Throws any of its five best, plays any card."""

    def pick(self, analysis: Analysis, stream: Stream) -> int:
        is_throw = len(analysis.options) == THROWS
        return TopFew(5 if is_throw else THROWS).pick(analysis, stream)


BEGINNER = Counsel(throw="hand", play="greedy", worlds=0)
ADVANCED = Counsel(throw="uniform", play="search", iterations=16, depth=2, worlds=0)
EXPERT = Counsel(iterations=1000, worlds=0, aware=AWARE)

LEVELS = {
    "beginner": Level(BEGINNER, Novice(), 800, "throws any of its five best hands, plays any card"),
    "intermediate": Level(BEGINNER, Best(), 1200, "keeps the best hand, takes the points it sees"),
    "advanced": Level(ADVANCED, Best(), 1600, "weighs the crib exactly, looks two cards ahead"),
    "expert": Level(
        EXPERT,
        Best(),
        2000,
        "weighs all hands the opponent may hold, and the score",
    ),
}
