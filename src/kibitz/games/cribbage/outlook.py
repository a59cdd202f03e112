"""The heuristic of the game: what the scores and the deal are worth, by the table of winning."""

from kibitz.core.game import rule
from kibitz.games.cribbage.keeps import table
from kibitz.games.cribbage.rules import DONE, FIRST, SCORE, Cribbage, payoff

WIN = table("winning")


@rule
def heuristic(p: Cribbage, seat: int) -> float:
    """For two players: two wins less one, from the scores before the hand is counted."""
    if p.phase == DONE:
        return payoff(p, seat)
    if p.players != 2 or p.phase == FIRST:
        return 0.0
    dealer = 2.0 * float(WIN[p[SCORE + p.dealer], p[SCORE + 1 - p.dealer]]) - 1.0
    return dealer if seat == p.dealer else -dealer
