"""Hands of Pluribus against people, judged from the flop on where two seats are left.

KIBITZ_VECTORS is the folder that holds phh/pluribus.phhs, KIBITZ_HANDS how many hands are judged
(100), KIBITZ_KEPT a file that keeps what was found, so that no hand is judged twice. What people
and Pluribus brought to the flop is what the strategy for large tables would have brought there by
the same betting, alike for both; each street is then solved.
"""

import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import OVER, play, turn, view
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.histories.phh import told_hands
from kibitz.games.holdem.measured.ledger import Numbers, ResultLedger
from kibitz.games.holdem.ring.crowd import ring_strategy
from kibitz.games.holdem.ring.ranges import public_ranges
from kibitz.games.holdem.solved.analyst import SolvedOptions
from kibitz.games.holdem.solved.hand import HandWalk
from kibitz.games.holdem.table.position import (
    CALL,
    FLOP,
    FOLD,
    HOLE_BITS,
    PREFLOP,
    Holdem,
    behind,
    bet,
    hole,
    is_in,
    pot,
    with_cards,
)

Floats = NDArray[np.float64]
FOLDER = Path(os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[2] / "shared" / "vectors"))
HANDS = int(os.environ.get("KIBITZ_HANDS", "100"))
PLURIBUS = "Pluribus"


class Judged(NamedTuple):
    """A decision: who made it, in which hand, and what it lost in big blinds."""

    player: str
    hand: int
    loss: float


class PartLosses(NamedTuple):
    """What one side lost in a hand: blinds, decisions, and how many of them were mistakes."""

    loss: float
    decisions: float
    mistakes: float

    @classmethod
    def of(cls, rows: list[Judged]) -> "PartLosses":
        """The decisions of one side."""
        mistakes = sum(row.loss > 0 for row in rows)
        return cls(float(sum(row.loss for row in rows)), len(rows), mistakes)


def main() -> None:
    """Print what Pluribus and the people lose per decision, in the same hands."""
    start = time.process_time()
    ledger = ResultLedger(os.environ.get("KIBITZ_KEPT"), "pluribus")
    for number, told in enumerate(told_hands(FOLDER / "phh" / "pluribus.phhs")):
        if len(ledger.results) >= HANDS:
            break
        if told.hand is None or PLURIBUS not in flop_players(told.hand):
            continue
        list(ledger.through(0, [number], partial(reviewed, told.hand)))
    found = np.array(ledger.kept(), np.float64)
    for name, part in (("Pluribus", found[:, :3]), ("people", found[:, 3:])):
        report(name, part)
    difference(found)
    print(f"{len(found)} hands, {time.process_time() - start:.0f} s")


def reviewed(hand: Hand, number: int) -> Numbers:
    """What Pluribus lost in a hand, and what the other did."""
    rows = list(judged(hand, number))
    own = PartLosses.of([row for row in rows if row.player == PLURIBUS])
    return (*own, *PartLosses.of([row for row in rows if row.player != PLURIBUS]))


def report(name: str, rows: Floats) -> None:
    """One line of the table."""
    sums, counts, mistakes = rows.T
    mean = sums.sum() / counts.sum()
    error = np.sqrt(np.sum((sums - mean * counts) ** 2)) / counts.sum()
    low, high = mean - 1.96 * error, mean + 1.96 * error
    print(
        f"{name}: {mean:.3f} blinds lost per decision [{low:.3f}, {high:.3f}], "
        f"{counts.sum():.0f} decisions, {mistakes.sum() / counts.sum():.0%} of them mistakes",
        flush=True,
    )


def difference(rows: Floats) -> None:
    """People less Pluribus per decision, by resampling whole hands."""
    rng = np.random.default_rng(1)
    drawn = rows[rng.integers(len(rows), size=(4000, len(rows)))].sum(axis=1)
    gaps = drawn[:, 3] / drawn[:, 4] - drawn[:, 0] / drawn[:, 1]
    low, high = np.quantile(gaps, (0.025, 0.975))
    print(f"people lose more per decision by {gaps.mean():+.3f} [{low:+.3f}, {high:+.3f}]")


def flop_players(hand: Hand) -> tuple[str, ...]:
    """Who sees the flop, where two do and can still bet."""
    first = next((p for p, _ in hand.positions() if p.stage == FLOP), None)
    if first is None:
        return ()
    seats = [s for s in range(first.seats) if is_in(first, s)]
    can_bet = all(int(behind(first, s)) > 0 for s in seats)
    return tuple(hand.players[s] for s in seats) if len(seats) == 2 and can_bet else ()


def judged(hand: Hand, number: int) -> Iterator[Judged]:
    """The decisions from the flop on of a hand that two seats see the flop of."""
    first = next((p for p, _ in hand.positions() if p.stage == FLOP), None)
    if first is not None and sum(bool(is_in(first, s)) for s in range(first.seats)) == 2:
        yield from HeadsUp(hand, first).judged(number)


class HeadsUp:
    """The rest of a hand as a game of two seats, in the order in which they act."""

    def __init__(self, hand: Hand, flop: Holdem) -> None:
        self.hand, self.flop = hand, flop
        self.seats = [s for s in range(flop.seats) if is_in(flop, s)]
        left, size = [int(behind(flop, s)) for s in self.seats], int(pot(flop))
        self.level = size // 2
        self.game = HoldemGame(
            stacks="/".join(str(self.level + chips) for chips in left),
            small=hand.game.big // 2,
            big=hand.game.big,
        )
        ranges = public_ranges(flop, ring_strategy(flop.kind))
        self.weights = [ranges[seat] for seat in self.seats]

    def judged(self, number: int) -> Iterator[Judged]:
        p = self._start()
        for q, move in self.hand.positions():
            if q.stage == PREFLOP:
                continue
            if turn(p) == OVER or min(int(behind(p, s)) for s in (0, 1)) == 0:
                return
            seat = int(p.seat)
            name = self.hand.players[self.seats[seat]]
            yield Judged(name, number, self._loss(view(p, seat), seat, move))
            p = play(p, move)

    def _start(self) -> Holdem:
        q = self.flop
        cards = [int(hole(q, s, i)) for s in self.seats for i in range(2)]
        holes = sum(card << 6 * i for i, card in enumerate(cards))
        level, big = self.level, self.game.big
        text = (
            f"flop:0 {level},{level} ????,???? ?????????? 0/{big}/0/0/0/{level} ----/100/{level}/0"
        )
        p = self.game.parse_position(text)
        hidden = int(p.holes_a) >> 2 * HOLE_BITS << 2 * HOLE_BITS  # of seats that are not there
        return Holdem._make(with_cards(p, hidden | holes, p.holes_b, self.hand.start.board))

    def _loss(self, known: Holdem, seat: int, move: int) -> float:
        weights = [row.copy() for row in self.weights]
        walk = HandWalk(known, seat, weights=weights, first=FLOP)
        found = SolvedOptions(walk, self.game.legal_moves(known))
        legal = {*found.solved_moves, CALL} - ({FOLD} if known.high <= bet(known, seat) else set())
        best = max(found.value(option) for option in legal)
        loss = max(best - found.value(move), 0.0)
        return loss / known.big if loss > 2 * found.loss_error(move) else 0.0


if __name__ == "__main__":
    main()
