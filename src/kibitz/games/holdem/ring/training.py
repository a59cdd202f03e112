"""Train for three seats and more: `python -m kibitz.games.holdem.ring.training [DEALS]`.

Writes the tables that are part of the package: one for no-limit, over tables of three to nine
with stacks of 7 to 100 big blinds, and one for fixed limits.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from kibitz.core.seeds import stream
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.ring.flops import depth_shares
from kibitz.games.holdem.ring.regrets import Floats, Ints, RingSheets, learn
from kibitz.games.holdem.ring.rule import rule_odds
from kibitz.games.holdem.ring.spots import CHOICES, EARLY_ROWS, ROWS
from kibitz.games.holdem.ring.state import STATE, load_state
from kibitz.games.holdem.strategy.training import normalised
from kibitz.games.holdem.table.chips import WORDS, packed
from kibitz.games.holdem.table.position import (
    DEAL,
    ENDED,
    FIXED,
    FLOP,
    NO_BOARD,
    NO_HOLES,
    NO_LIMIT,
    Holdem,
)
from kibitz.games.holdem.table.rules import play

STEPS = 100
PIECE = 500  # deals until a kernel returns, so that an interrupt is heard
DEALS, SEED = 1_500_000, 1
HOLD = 5.0  # big blinds of regret with which the rule begins
SMALL, BIG = 10, 20  # chips fine enough for parts of a pot
SEATS = (3, 4, 6, 6, 6, 9)
DEPTHS = (100, 100, 100, 100, 60, 30, 15, 8)  # big blinds
PRIOR = 10  # deals for which the rule counts in rows that were met
LEVELS = 15  # parts in which a strategy is kept
HOME = Path(__file__).parent
FILES = {NO_LIMIT: HOME / "ring.npz", FIXED: HOME / "limit.npz"}


def starts(kind: int) -> Ints:
    """The betting when the first seat is to act, a row a table; shorter tables have a deep seat."""
    depths = DEPTHS if kind == NO_LIMIT else DEPTHS[:1]
    rows = []
    for seats in SEATS:
        for number, depth in enumerate(depths):
            stacks = [BIG * depth] * seats
            if depth < DEPTHS[0]:
                stacks[number % seats] = BIG * DEPTHS[0]
            rows.append(first_state(kind, stacks))
    return np.stack(rows)


def first_state(kind: int, stacks: list[int]) -> Ints:
    """The betting with the blinds posted."""
    chips = (*packed(stacks), *([0] * 2 * WORDS))
    cards = (NO_HOLES, NO_HOLES, NO_BOARD)
    start = (len(stacks), kind, SMALL, BIG, 0, *chips, *cards, DEAL, *([0] * 8))
    state = np.zeros(STATE, np.int64)
    load_state(play(Holdem._make(start), 1), state)
    return state


def train(
    kind: int, deals: int, seed: int, watch: Callable[[str, int], None] | None = None
) -> Floats:
    """What was played: learned before the flop, then after it; `watch` is told how far it is."""
    sheets = RingSheets(HOLD * rule_odds(), np.zeros((ROWS, CHOICES)), depth_shares())
    begin = starts(kind)
    _learn_part(sheets, begin, FLOP, deals, seed, watch)
    early = normalised(sheets.played[:EARLY_ROWS])
    unmet = early.sum(axis=1) == 0.0
    early[unmet] = rule_odds()[:EARLY_ROWS][unmet]
    sheets.regrets[:EARLY_ROWS] = early
    _learn_part(sheets, begin, ENDED, deals, seed + 1, watch)
    met = sheets.played.sum(axis=1, keepdims=True) > 0.0
    mixed: Floats = sheets.played + PRIOR * deals / 2 * np.where(met, rule_odds(), 0.0)
    return mixed


def _learn_part(
    sheets: RingSheets,
    begin: Ints,
    until: int,
    deals: int,
    seed: int,
    watch: Callable[[str, int], None] | None,
) -> None:
    """Learn one part; after each step of the first half older regrets count less."""
    each = -(-deals // STEPS)
    learned = slice(0, EARLY_ROWS) if until == FLOP else slice(EARLY_ROWS, ROWS)
    for step in range(STEPS):
        luck, deck, end = stream(seed, step), np.arange(CARDS), min((step + 1) * each, deals)
        for at in range(step * each, end, PIECE):
            learn(begin, until, min(PIECE, end - at), at, sheets, deck, luck)
        if step < STEPS // 2:
            sheets.regrets[learned] *= (step + 1) / (step + 2)
        if watch is not None:
            watch("before the flop" if until == FLOP else "after the flop", end)


def save(path: Path, played: Floats) -> None:
    """Keep a strategy in whole parts; rows that were never seen stay empty."""
    np.savez_compressed(path, odds=np.round(LEVELS * normalised(played)).astype(np.uint8))


def main(deals: int) -> None:
    """Train both tables, telling how far it is."""
    for kind, path in FILES.items():
        whole = deals if kind == NO_LIMIT else deals // 4

        def tell(part: str, done: int, path: Path = path, whole: int = whole) -> None:
            sys.stderr.write(f"\r{path.name}, {part}: {done:,} of {whole:,} deals")

        save(path, train(kind, whole, SEED, tell))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
