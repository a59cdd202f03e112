"""How lucky the cards were: deal, flop, turn and river, by equity against the other's range.

The luck of cards is what they change of a hand's equity against the range that the other seat
has at the time, times the pot, in big blinds. Over all cards that could come it is zero.
"""

from collections.abc import Sequence

import numpy as np

from kibitz.core.cards import cards_text
from kibitz.core.game import play, view
from kibitz.core.record import Step
from kibitz.games.holdem.cards.combos import COMBO, COMBOS
from kibitz.games.holdem.solved.hand import HandWalk
from kibitz.games.holdem.solved.holdings import StreetHoldings
from kibitz.games.holdem.solved.points import Doubles
from kibitz.games.holdem.table.position import (
    BOARD,
    ENDED,
    FLOP,
    RIVER,
    SHOWN,
    UNKNOWN,
    Holdem,
    board_card,
    hole,
    paid,
)

NAMES = {FLOP: "flop", FLOP + 1: "turn", RIVER: "river"}
LuckEvent = tuple[int, str, tuple[float, ...]]


def card_luck(steps: Sequence[Step]) -> list[LuckEvent]:
    """The luck of both seats in a replayed hand, street by street."""
    decisions = [step for step in steps if step.seat >= 0]
    if not decisions:
        return []
    end: Holdem = play(decisions[-1].position, decisions[-1].move)
    if UNKNOWN in (int(hole(end, seat, i)) for seat in (0, 1) for i in (0, 1)):
        return []
    seen = _Seats(decisions, end)
    events: list[LuckEvent] = [(1, "the deal", (seen.deal_luck(0), seen.deal_luck(1)))]
    for stage in range(FLOP, seen.last_stage + 1):
        cards = cards_text(_board(end, stage)[SHOWN[stage - 1] :])
        luck = (seen.street_luck(0, stage), seen.street_luck(1, stage))
        events.append((1, f"{NAMES[stage]} {cards}", luck))
    return events


class _Seats:
    """What both seats held and what each could think the other held."""

    def __init__(self, decisions: Sequence[Step], end: Holdem) -> None:
        self.end, self.first = end, decisions[0].position
        self.combos = [int(COMBO[int(hole(end, s, 0)), int(hole(end, s, 1))]) for s in (0, 1)]
        last = {step.seat: step.position for step in decisions}
        self.walks = {s: HandWalk(view(p, s), s) for s, p in last.items()}
        is_shown = end.stage == ENDED and not end.folded
        self.last_stage = RIVER if is_shown else int(decisions[-1].position.stage)

    def deal_luck(self, seat: int) -> float:
        """Against any hand, for the blinds and antes."""
        equity = StreetHoldings(()).equities(np.ones(COMBOS))[self.combos[seat]]
        chips = sum(int(paid(self.first, s)) for s in (0, 1))
        return float(equity - 0.5) * chips / self.end.big

    def street_luck(self, seat: int, stage: int) -> float:
        """What the cards of a street changed of a seat's equity, times the pot before it."""
        theirs = self._range(seat, stage)
        before, after = (
            StreetHoldings(_board(self.end, when)).equities(theirs)[self.combos[seat]]
            for when in (stage - 1, stage)
        )
        return float(np.nan_to_num(after - before)) * self._pot(stage) / self.end.big

    def _range(self, seat: int, stage: int) -> Doubles:
        """What the other seat can hold as a street begins, for all that this one knows."""
        walk = self.walks.get(seat)
        if walk is None:
            return np.ones(COMBOS)
        return walk.began[stage][1 - seat] if stage in walk.began else walk.weights[1 - seat]

    def _pot(self, stage: int) -> int:
        """The pot when a street's cards came."""
        for walk in self.walks.values():
            if stage in walk.began:
                return walk.start_of(stage).pot
        return 2 * min(int(paid(self.end, s)) for s in (0, 1))


def _board(p: Holdem, stage: int) -> tuple[int, ...]:
    return tuple(int(board_card(p, i)) for i in range(min(SHOWN[stage], BOARD)))
